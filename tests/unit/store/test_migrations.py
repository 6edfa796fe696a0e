"""The store's tables, on a database in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from cdpwebai.errors import StoreDamaged, StoreTooNew
from cdpwebai.store import migrations as numbered
from cdpwebai.store.migrations import APPLICATION, MIGRATIONS, found_version, migrate


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        yield connection


def tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def add_notes(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE notes (text TEXT)")


def test_a_new_store_gets_every_change_in_order_and_their_number() -> None:
    names = [name for name in vars(numbered) if name.startswith("m0")]
    assert [getattr(change, "__name__", "") for change in MIGRATIONS] == sorted(names)
    assert [int(name[1:4]) for name in sorted(names)] == list(range(1, len(names) + 1))


def test_the_tables_are_there_and_the_store_is_ours_and_up_to_date(connection: sqlite3.Connection) -> None:
    migrate(connection, 0)
    assert tables(connection) == {"sessions", "generations", "leases", "openings", "cool_downs"}
    assert found_version(connection, "it") == len(MIGRATIONS)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)


def test_an_older_store_gets_only_what_it_lacks(connection: sqlite3.Connection) -> None:
    migrate(connection, 0)
    migrate(connection, len(MIGRATIONS), (*MIGRATIONS, add_notes))
    assert "notes" in tables(connection)
    assert found_version(connection, "it", (*MIGRATIONS, add_notes)) == len(MIGRATIONS) + 1


def test_a_newer_store_is_refused_by_its_number(connection: sqlite3.Connection) -> None:
    migrate(connection, 0, (*MIGRATIONS, add_notes))
    with pytest.raises(StoreTooNew, match=f"it has version {len(MIGRATIONS) + 1}, and this cdpwebai knows") as caught:
        found_version(connection, "it")
    assert caught.value.evidence == {"version": len(MIGRATIONS) + 1, "known": len(MIGRATIONS)}


def test_a_database_that_is_none_of_ours_is_refused(connection: sqlite3.Connection) -> None:
    with pytest.raises(StoreDamaged, match="it is no session store"):
        found_version(connection, "it")
