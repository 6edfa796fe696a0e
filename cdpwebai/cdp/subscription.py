"""Events on their way to who asked for them: bounded, in order, per session, many subscribers an event.

Row 3. The reader offers and never waits; bodies are decoded in the subscriber's task. A buffer is bounded by count and
by bytes: what does not fit is dropped for this subscriber alone, and the gap is told once, as ``Lagged``, at its place
in the order. Handlers run in the subscriber's own task, so they may send commands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

import msgspec
import trio

from cdpwebai.cdp.call import Ending
from cdpwebai.cdp.command import Event
from cdpwebai.errors import Gone, Lagged, MalformedReply
from cdpwebai.wire.message import Envelope, decode_body

__all__ = ["BUFFER_BYTES", "BUFFER_EVENTS", "RawEvent", "Subscription", "Subscriptions"]

E_co = TypeVar("E_co", covariant=True)

BUFFER_EVENTS = 10_000
"""Events that wait for a subscriber, at most."""

BUFFER_BYTES = 16 * 1024 * 1024
"""Bytes of bodies that wait for a subscriber, at most; a single larger event still passes when nothing waits."""


class RawEvent(msgspec.Struct, frozen=True):
    """An event asked for by its name: any domain, known to us or not. ``params`` is undecoded JSON."""

    method: str
    params: msgspec.Raw


class _Gap:
    __slots__ = ("lost",)

    def __init__(self) -> None:
        self.lost = 1


class Subscription(Generic[E_co]):
    """What ``async with session.subscribe(...)`` gives: an async iterator over events, in the order they came.

    Iterating raises Lagged once for each gap and goes on after it; MalformedReply for an event whose body does not fit
    its type, and goes on; the session's Gone error when no more can come and all that came has been taken.
    It checkpoints only when it has to wait.
    """

    def __init__(self, session_id: str, events: Sequence[type[Event] | str], limit: int) -> None:
        self._session_id = session_id
        self._types = {event if isinstance(event, str) else event.method: event for event in events}
        self._limit = limit
        self._waiting: deque[Envelope | _Gap] = deque()
        self._bytes = 0
        self._arrival: trio.Event | None = None
        self._ending: Ending | None = None
        self.lost = 0

    def __repr__(self) -> str:
        return f"<Subscription {', '.join(self._types)}: {len(self._waiting)} waiting, {self.lost} lost>"

    def __aiter__(self) -> Subscription[E_co]:
        return self

    async def __anext__(self) -> E_co:
        while not self._waiting:
            if self._ending is not None:
                raise self._gone(self._ending)
            self._arrival = trio.Event()
            await self._arrival.wait()
        return self._take(self._waiting.popleft())

    @property
    def methods(self) -> tuple[str, ...]:
        """The names that it listens for."""
        return tuple(self._types)

    def offer(self, event: Envelope) -> None:
        """Called by the reader: keep the event, or count it as lost. Never waits."""
        size = len(memoryview(event.params))
        if self._waiting and (len(self._waiting) >= self._limit or self._bytes + size > BUFFER_BYTES):
            self._lose()
        else:
            self._waiting.append(event)
            self._bytes += size
        self._notify()

    def end(self, ending: Ending) -> None:
        """No more can come. What has come is still delivered; the first end is the one that is told."""
        self._ending = self._ending or ending
        self._notify()

    def _lose(self) -> None:
        self.lost += 1
        last = self._waiting[-1]
        if isinstance(last, _Gap):
            last.lost += 1
        else:
            self._waiting.append(_Gap())

    def _notify(self) -> None:
        if self._arrival is not None:
            self._arrival.set()
            self._arrival = None

    def _take(self, item: Envelope | _Gap) -> E_co:
        if isinstance(item, _Gap):
            raise Lagged(
                f"the subscriber to {', '.join(self._types)} was too slow: {item.lost} events were dropped here; "
                "take them faster, or subscribe with a larger buffer",
                lost=item.lost,
            )
        self._bytes -= len(memoryview(item.params))
        return self._decode(item)

    def _decode(self, event: Envelope) -> E_co:
        shape: Any = self._types[event.method]
        if isinstance(shape, str):
            return cast("E_co", RawEvent(event.method, event.params))
        try:
            return cast("E_co", decode_body(event.params, shape, strict=False))
        except msgspec.DecodeError as error:
            message = f"event {event.method} does not fit its type: {error}"
            raise MalformedReply(message, method=event.method, cdp_session=self._session_id or None) from error

    def _gone(self, ending: Ending) -> Gone:
        return ending.unheard(", ".join(self._types), self._session_id)


class Subscriptions:
    """Who listens for what, looked up by (session, method): no scan, however many listen."""

    def __init__(self) -> None:
        self._by_key: dict[tuple[str, str], list[Subscription[object]]] = {}

    def __len__(self) -> int:
        return len({id(one) for those in self._by_key.values() for one in those})

    def add(self, session_id: str, subscription: Subscription[object]) -> None:
        """From here on the subscription is offered the session's events."""
        for method in subscription.methods:
            self._by_key.setdefault((session_id, method), []).append(subscription)

    def remove(self, session_id: str, subscription: Subscription[object]) -> None:
        """The opposite of ``add``."""
        for method in subscription.methods:
            those = self._by_key[session_id, method]
            those.remove(subscription)
            if not those:
                del self._by_key[session_id, method]

    def offer(self, event: Envelope) -> None:
        """Give one event to everybody who asked for it on its session."""
        for subscription in self._by_key.get((event.session_id, event.method), ()):
            subscription.offer(event)

    def end(self, ending: Ending, session_id: str | None = None) -> None:
        """End the subscriptions of one session, or all of them."""
        for (owner, _), those in self._by_key.items():
            if session_id is None or owner == session_id:
                for subscription in those:
                    subscription.end(ending)
