"""The browser's side of a connection, played by hand: one command in, one reply or event out.

For tests of the connection itself, where each message's moment matters. It plays no browser: whatever is not said by
the test is not said at all.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import trio

from cdpwebai.cdp import Connection, open_connection
from cdpwebai.transport.memory import MemoryTransport, memory_pair

__all__ = ["Peer", "attached", "connected", "event"]


class Peer:
    """``batches`` holds every command that came, as the batches in which they were written."""

    def __init__(self, transport: MemoryTransport) -> None:
        self.transport = transport
        self.batches: list[list[dict[str, Any]]] = []
        self._unread: list[dict[str, Any]] = []

    async def next(self) -> dict[str, Any]:
        """The next command."""
        while not self._unread:
            batch = [json.loads(message) for message in await self.transport.receive()]
            self.batches.append(batch)
            self._unread += batch
        return self._unread.pop(0)

    async def heard_nothing(self) -> bool:
        """Whether no command comes within a second of virtual time."""
        with trio.move_on_after(1) as listening:
            await self.next()
        return listening.cancelled_caught

    async def say(self, *messages: dict[str, Any] | bytes) -> None:
        """Send messages in one batch."""
        await self.transport.send([one if isinstance(one, bytes) else json.dumps(one).encode() for one in messages])

    async def answer(self, command: dict[str, Any], **result: Any) -> None:
        """Reply to a command."""
        await self.say({"id": command["id"], "result": result})

    async def attach(self, session_id: str, *, parent: str = "", kind: str = "page", paused: bool = False) -> None:
        """Announce a session."""
        await self.say(attached(session_id, parent=parent, kind=kind, paused=paused))

    async def hang_up(self) -> None:
        """End the connection without a word."""
        await self.transport.aclose()


def attached(session_id: str, *, parent: str = "", kind: str = "page", paused: bool = False) -> dict[str, Any]:
    """``Target.attachedToTarget`` as Chromium 156 words it."""
    info = {"targetId": f"T-{session_id}", "type": kind, "title": "", "url": "about:blank", "attached": True}
    params = {"sessionId": session_id, "targetInfo": info, "waitingForDebugger": paused}
    return event("Target.attachedToTarget", parent, **params)


def event(method: str, session_id: str = "", **params: Any) -> dict[str, Any]:
    """One event; "" is the browser's own session."""
    return {"method": method, "params": params} | ({"sessionId": session_id} if session_id else {})


@asynccontextmanager
async def connected(name: str = "test") -> AsyncGenerator[tuple[Connection, Peer], None]:
    """A connection and the peer at its other end."""
    ours, theirs = memory_pair()
    async with open_connection(ours, name=name) as connection:
        yield connection, Peer(theirs)
