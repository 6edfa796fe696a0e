"""Sessions in the store's tables: what each operation reads and writes inside its transaction.

Row 6. Below ``store``; which step is allowed is ``states``, decided on the row that was read in the same transaction.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from cdpwebai.errors import SessionNotFound, SessionSuperseded, StoreDamaged
from cdpwebai.records import ACTIVE, Change, Session, Status, Submission
from cdpwebai.store import states

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["Pruned", "active", "change", "get", "history", "insert", "listed", "prune", "succeed"]

_decoder = msgspec.json.Decoder(Session)


@dataclass(frozen=True)
class Pruned:
    """How many sessions were removed, and how many are left."""

    removed: int
    remaining: int


def insert(connection: Connection, session: Session) -> Session:
    """Store a new session."""
    connection.execute("INSERT INTO sessions (id, record) VALUES (?, ?)", (session.id, _encoded(session)))
    return session


def get(connection: Connection, session_id: str) -> Session:
    """The session with this id. Raises SessionNotFound."""
    row = connection.execute("SELECT record FROM sessions WHERE id = ?", (session_id,)).fetchone()
    if row is None:
        raise SessionNotFound(f"there is no session {session_id!r}; see cdpwebai sessions list", session_id=session_id)
    return _decoded(session_id, row[0])


def change(connection: Connection, known: Session, learnt: Change, now: float) -> Session:
    """Store what was learnt of the session that a flow knows. Raises SessionSuperseded, and as ``states.apply``."""
    return _replace(connection, states.apply(_current(connection, known), learnt, now))


def succeed(connection: Connection, known: Session, submission: Submission, now: float) -> Session:
    """Begin the session's next generation and keep the one before. Raises as ``change`` and ``states.follow_up``."""
    before = _current(connection, known)
    after = states.follow_up(before, submission, now)
    connection.execute(
        "INSERT INTO generations (session, generation, record) VALUES (?, ?, ?)",
        (before.id, before.generation, _encoded(before)),
    )
    return _replace(connection, after)


def history(connection: Connection, session_id: str) -> tuple[Session, ...]:
    """The session as each of its earlier generations left it, the oldest first."""
    get(connection, session_id)
    rows = connection.execute(
        "SELECT session, record FROM generations WHERE session = ? ORDER BY generation", (session_id,)
    )
    return tuple(_decoded(*row) for row in rows)


def active(connection: Connection, vendor: str, now: float) -> tuple[Session, ...]:
    """The vendor's sessions that are still going on at ``now``, the oldest first."""
    marks = ", ".join("?" * len(ACTIVE))
    rows = connection.execute(
        f"SELECT id, record FROM sessions WHERE vendor = ? AND status IN ({marks}) ORDER BY id", (vendor, *ACTIVE)
    )
    return tuple(session for session in _all(rows) if session.deadline_at is None or session.deadline_at > now)


def listed(connection: Connection, vendor: str, statuses: Sequence[Status], limit: int) -> tuple[Session, ...]:
    """The newest ``limit`` sessions of a vendor ("": of all) in one of these statuses (none: in any)."""
    conditions = ["? IN ('', vendor)"]
    if statuses:
        conditions.append(f"status IN ({', '.join('?' * len(statuses))})")
    rows = connection.execute(
        f"SELECT id, record FROM sessions WHERE {' AND '.join(conditions)} ORDER BY id DESC LIMIT ?",
        (vendor, *statuses, limit),
    )
    return tuple(_all(rows))


def prune(
    connection: Connection, before: float, statuses: Sequence[Status], kept: Container[str], now: float
) -> Pruned:
    """Remove what has not changed since ``before``, but not what is in ``kept`` or still going on at ``now``."""
    rows = connection.execute("SELECT id, record FROM sessions WHERE updated_at < ?", (before,))
    gone = [session.id for session in _all(rows) if _may_go(session, statuses, now) and session.id not in kept]
    connection.executemany("DELETE FROM sessions WHERE id = ?", [(session_id,) for session_id in gone])
    (remaining,) = connection.execute("SELECT count(*) FROM sessions").fetchone()
    return Pruned(len(gone), remaining)


def _may_go(session: Session, statuses: Sequence[Status], now: float) -> bool:
    going_on = session.status in ACTIVE and session.deadline_at is not None and session.deadline_at > now
    return not going_on and (not statuses or session.status in statuses)


def _current(connection: Connection, known: Session) -> Session:
    stored = get(connection, known.id)
    if stored.generation != known.generation:
        raise SessionSuperseded(
            f"another prompt was sent in session {known.id} meanwhile: this concerns generation {known.generation},"
            f" and it is at {stored.generation}",
            session_id=known.id,
            evidence={"generation": known.generation, "stored": stored.generation},
        )
    return stored


def _replace(connection: Connection, session: Session) -> Session:
    connection.execute("UPDATE sessions SET record = ? WHERE id = ?", (_encoded(session), session.id))
    return session


def _all(rows: Iterator[tuple[str, str]]) -> Iterator[Session]:
    return (_decoded(session_id, record) for session_id, record in rows)


def _encoded(session: Session) -> str:
    return msgspec.json.encode(session).decode()


def _decoded(session_id: str, record: str) -> Session:
    try:
        return _decoder.decode(record)
    except msgspec.DecodeError as error:
        raise StoreDamaged(
            f"the record of session {session_id} cannot be read: {error}", session_id=session_id
        ) from error
