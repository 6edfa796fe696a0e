"""What tests of calls and of their ends share: a session to call on, and what became of a call."""

from __future__ import annotations

from trio.testing import wait_all_tasks_blocked

from cdpwebai.cdp import Connection, Session
from cdpwebai.errors import Gone
from tests.support.peer import Peer

__all__ = ["attach", "outcome_of"]


async def attach(connection: Connection, peer: Peer, name: str) -> Session:
    """A session that the browser tells of, once we have heard of it."""
    await peer.attach(name)
    await wait_all_tasks_blocked()
    return connection.session(name)


async def outcome_of(session: Session, results: list[object], method: str = "Runtime.evaluate") -> None:
    """Make a call, and add to ``results`` what it gave, or how who it spoke to went."""
    try:
        results.append(await session.call(method))
    except Gone as error:
        results.append(error)
