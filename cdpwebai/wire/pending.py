"""Who is waiting for what: ids, the table of calls, and the queue of commands not yet written.

Row 1: no trio. The life of a call, from left to right; every arrow removes it from where it stood::

    open() -> queued -> written -> settled by take()       the reply came
                 |         `-----> forgotten by forget()   cancelled; a late reply is dropped and counted
                 `---------------> withdrawn by forget()   cancelled before it was written: it never happened
    any of them ------------------ ended by end()          connection, session or target went away

Ids rise for the life of a connection and are never reused (Chromium answers a repeated id twice, so it would not catch
the fault).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

__all__ = ["Pending", "Waiting"]


class Waiting(Protocol):
    """What the table needs to know of a call. ``written`` is set by the table."""

    session_id: str
    written: bool


W = TypeVar("W", bound=Waiting)


class Pending(Generic[W]):
    """The calls of one connection. ``late`` and ``strange`` count replies to nobody: abandoned ids, ids never used."""

    def __init__(self) -> None:
        self._last = 0
        self._waiting: dict[int, W] = {}
        self._queue: dict[int, bytes] = {}
        self.late = 0
        self.strange = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[W]:
        return iter(self._waiting.values())

    @property
    def queued(self) -> int:
        """How many commands wait to be written."""
        return len(self._queue)

    @property
    def issued(self) -> int:
        """How many ids were given out: the last one, as they start at 1."""
        return self._last

    def next_id(self) -> int:
        """A number that was never used before on this connection."""
        self._last += 1
        return self._last

    def open(self, number: int, call: W, message: bytes) -> None:
        """Register the call and queue its command; nothing is written yet."""
        self._waiting[number] = call
        self._queue[number] = message

    def drain(self) -> list[bytes]:
        """Everything that is queued, in order; from here on these calls count as written."""
        if not self._queue:
            return []
        for number in self._queue:
            self._waiting[number].written = True
        messages = list(self._queue.values())
        self._queue.clear()
        return messages

    def take(self, number: int) -> W | None:
        """The call that this reply settles, or None when nobody waits for it (counted)."""
        call = self._waiting.pop(number, None)
        if call is None:
            self._count_stray(number)
        return call

    def forget(self, number: int) -> None:
        """Its caller has left. A command still queued is withdrawn; does nothing for a call that is settled."""
        self._waiting.pop(number, None)
        self._queue.pop(number, None)

    def end(self, session_id: str | None = None) -> list[W]:
        """Remove and return the calls of one session, or all of them; their queued commands are withdrawn."""
        ended = {
            number: call
            for number, call in self._waiting.items()
            if session_id is None or call.session_id == session_id
        }
        for number in ended:
            self.forget(number)
        return list(ended.values())

    def _count_stray(self, number: int) -> None:
        if 0 < number <= self._last:
            self.late += 1
        else:
            self.strange += 1
