"""What the tests of the store share: short words for writing, and the file as SQLite alone sees it."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from cdpwebai.records import Change, Fence, Session
from cdpwebai.store import Store, sessions
from cdpwebai.store.database import Database
from cdpwebai.store.states import begin
from tests.unit.store.sessions import ANSWER, CHAT, submission

__all__ = ["OPEN", "Wall", "complete", "created", "plant_sessions", "raw", "sent"]

OPEN = Fence()
"""A fence that never closes."""


class Wall:
    """The wall clock as the test sets it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def raw(path: Path) -> Generator[sqlite3.Connection, None, None]:
    """A connection to the file without any code of ours, which waits for no lock."""
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def plant_sessions(home: Path, number: int, *, prompt: str = "") -> list[str]:
    """Make a store with so many sessions in it, closed; returns their ids."""
    ids = [f"{place:026}" for place in range(number)]

    def fill(connection: sqlite3.Connection) -> None:
        for session_id in ids:
            sessions.insert(connection, begin(submission(prompt=prompt), session_id, 1000.0))

    with closing(Database.open(home)) as database:
        database.write(fill, OPEN)
    return ids


async def created(store: Store, **fields: object) -> Session:
    """A session that was just stored, before Send."""
    return await store.create(submission(**fields), OPEN)


async def sent(store: Store, **fields: object) -> Session:
    """A session whose prompt was sent."""
    begun = await created(store, **fields)
    step = Change(status="sent", message_id="m1", turn_id="t1", conversation_url=CHAT)
    return await store.update(begun, step, OPEN)


async def complete(store: Store, **fields: object) -> Session:
    """A session with its answer."""
    return await store.update(await sent(store, **fields), Change(status="complete", answer=ANSWER), OPEN)
