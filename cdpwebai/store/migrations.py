"""The store's tables, as an ordered list of changes. The number of changes made is the store's version.

Row 6. A change that was released is never edited: the next one is added below it. All that is missing is made in one
transaction, so that a store is of one version or of another and never between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cdpwebai.errors import StoreDamaged, StoreTooNew

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = [
    "APPLICATION",
    "MIGRATIONS",
    "Migration",
    "found_version",
    "m001_sessions_and_leases",
    "m002_pacing",
    "migrate",
]

APPLICATION = 0x43444157
"""SQLite's application id of our stores, "CDAW": by it a store is told from any other database."""

Migration = Callable[["Connection"], object]


def m001_sessions_and_leases(connection: Connection) -> None:
    """Records are JSON, as ``records`` declares them; what is searched for is drawn out of them by SQLite itself."""
    connection.execute(
        "CREATE TABLE sessions (id TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL,"
        " vendor TEXT AS (json_extract(record, '$.vendor')),"
        " status TEXT AS (json_extract(record, '$.status')),"
        " updated_at REAL AS (json_extract(record, '$.updatedAt')))"
    )
    connection.execute("CREATE INDEX sessions_by_vendor ON sessions (vendor, status)")
    connection.execute(
        "CREATE TABLE generations (session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,"
        " generation INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (session, generation))"
    )
    connection.execute(
        "CREATE TABLE leases (kind TEXT NOT NULL, key TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (kind, key))"
    )


def m002_pacing(connection: Connection) -> None:
    """When conversations were opened, and until when nothing is sent."""
    connection.execute("CREATE TABLE openings (vendor TEXT NOT NULL, at REAL NOT NULL)")
    connection.execute("CREATE TABLE cool_downs (vendor TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL)")


MIGRATIONS: Sequence[Migration] = (m001_sessions_and_leases, m002_pacing)


def found_version(connection: Connection, name: str, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """The version of a store. Raises StoreDamaged for what is no store, StoreTooNew for what we do not know yet."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise StoreDamaged(f"{name} is no session store, or was overwritten; move it away to begin a new one")
    if version > len(migrations):
        raise StoreTooNew(
            f"{name} has version {version}, and this cdpwebai knows {len(migrations)}: upgrade it, or set CDPWEBAI_HOME"
            " to another folder",
            evidence={"version": version, "known": len(migrations)},
        )
    return int(version)


def migrate(connection: Connection, version: int, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Make what is missing after ``version``, inside the caller's transaction."""
    for change in migrations[version:]:
        change(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(migrations)}")
