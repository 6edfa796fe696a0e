"""A recorded browser, as a transport: it answers as the recording does, in virtual time, without a browser.

Row 2. A thin face of ``player``, where the rules are. It plugs in wherever a browser would::

    async with replaying("recordings/short.jsonl") as transport, open_connection(transport) as connection: ...

On trio's MockClock a recorded hour takes no time; ``run_virtually`` runs a function on one.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import trio

from cdpwebai.errors import ReplayDivergence
from cdpwebai.trace.files import read_trace
from cdpwebai.trace.format import Trace
from cdpwebai.trace.player import Player
from cdpwebai.transport.base import TransportClosed

__all__ = ["ReplayTransport", "replaying", "run_virtually"]

R = TypeVar("R")


class ReplayTransport:
    """A transport that plays one trace, once. Its time begins with the first call.

    A client that diverges from the recording finds the transport closed, and the reason says why; ``divergence`` holds
    the error, and ``replaying`` raises it. Making one raises TraceError for a trace that cannot be replayed.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.divergence: ReplayDivergence | None = None
        self._player = Player(trace)
        self._closed: TransportClosed | None = None
        self._said = trio.Event()

    def __repr__(self) -> str:
        return f"<ReplayTransport {self._closed or self._player!r}>"

    async def send(self, messages: Sequence[bytes]) -> None:
        """Hear what the client says. Raises TransportClosed after the end, and when the client has diverged."""
        await trio.lowlevel.checkpoint()
        self._raise_closed()
        try:
            self._player.hear(messages, trio.current_time())
        except ReplayDivergence as divergence:
            self._diverge(divergence)
        self._notify()
        self._raise_closed()

    async def receive(self) -> Sequence[bytes]:
        """Wait until the recording has something to say. Raises TransportClosed as ``send`` does."""
        await trio.lowlevel.checkpoint()
        while not (messages := self._due()):
            self._raise_closed()
            with trio.move_on_at(self._player.next_due()):
                await self._said.wait()
        return messages

    async def aclose(self) -> None:
        """Close the client's side. ``finish`` says whether all was played."""
        self._closed = self._closed or TransportClosed("closed on this side")
        self._notify()
        await trio.lowlevel.cancel_shielded_checkpoint()

    def finish(self) -> None:
        """Raises ReplayDivergence when the client has diverged, or left an act of the recording undone."""
        if self.divergence is not None:
            raise self.divergence
        self._player.finish()

    def _due(self) -> Sequence[bytes]:
        if self._closed is not None:
            return ()
        try:
            messages = self._player.due(trio.current_time())
        except ReplayDivergence as divergence:
            self._diverge(divergence)
            return ()
        if self._player.ending is not None:
            self._closed = TransportClosed(self._player.ending.why, self._player.ending.code)
        return messages

    def _diverge(self, divergence: ReplayDivergence) -> None:
        self.divergence = divergence
        self._closed = TransportClosed(divergence.message)

    def _raise_closed(self) -> None:
        if self._closed is not None:
            raise TransportClosed(self._closed.reason, self._closed.code) from self.divergence

    def _notify(self) -> None:
        self._said.set()
        self._said = trio.Event()


@asynccontextmanager
async def replaying(trace: Trace | str | Path) -> AsyncGenerator[ReplayTransport, None]:
    """Replay a trace, or a trace's file, while the block runs; then make sure that all of it was played.

    Raises ReplayDivergence, rather than whatever the client made of it, when the client has diverged or left an act
    undone; TraceError for a trace that cannot be read or replayed.
    """
    transport = ReplayTransport(trace if isinstance(trace, Trace) else read_trace(trace))
    try:
        yield transport
    except Exception as error:
        if transport.divergence is not None:
            raise transport.divergence from error
        raise
    finally:
        await transport.aclose()
    transport.finish()


def run_virtually(function: Callable[..., Awaitable[R]], *args: object) -> R:
    """``trio.run`` in virtual time, which jumps to the next deadline as soon as everything waits.

    Only for what touches no socket, no process and no thread: the clock would jump while they work.
    """
    from trio.testing import MockClock

    return trio.run(function, *args, clock=MockClock(autojump_threshold=0))
