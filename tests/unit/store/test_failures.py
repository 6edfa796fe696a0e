"""What SQLite and the system say, in our terms; the errors are SQLite's own where it can be brought to make them."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cdpwebai.errors import StoreDamaged, StoreError, StoreFull, StoreReadOnly
from cdpwebai.store.failures import told
from cdpwebai.store.worker import Busy

HOME = Path("/home/me/sessions.db")


def failure(*statements: str, uri: str = ":memory:") -> sqlite3.Error:
    """The error with which the last of these statements ends."""
    with closing(sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)) as connection:
        for statement in statements[:-1]:
            connection.execute(statement)
        with pytest.raises(sqlite3.Error) as caught:
            connection.execute(statements[-1])
    return caught.value


def test_a_full_database_is_a_full_disk() -> None:
    error = failure("CREATE TABLE t (x)", "PRAGMA max_page_count = 3", "INSERT INTO t VALUES (zeroblob(100000))")
    said = told(error, HOME)
    assert isinstance(said, StoreFull)
    assert str(said) == (
        "the session store /home/me/sessions.db cannot grow, the disk is full: make room"
        " (the system says: database or disk is full (SQLITE_FULL))"
    )
    assert (said.error_code, said.retry_hint, said.evidence) == (
        "session.store-full",
        "free-space",
        {"path": "/home/me/sessions.db"},
    )


def test_a_database_that_is_read_only_must_not_be_written(tmp_path: Path) -> None:
    uri = f"{(tmp_path / 'x.db').as_uri()}?mode=ro"
    with closing(sqlite3.connect(tmp_path / "x.db")) as connection:
        connection.execute("CREATE TABLE t (x)")
    assert isinstance(told(failure("INSERT INTO t VALUES (1)", uri=uri), HOME), StoreReadOnly)


def test_a_table_that_is_not_there_is_damage() -> None:
    assert isinstance(told(failure("SELECT * FROM nothing"), HOME), StoreDamaged)


def test_a_lock_is_worth_another_try(tmp_path: Path) -> None:
    uri = (tmp_path / "x.db").as_uri()
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert isinstance(told(failure("CREATE TABLE t (x)", uri=uri), HOME), Busy)


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, StoreFull),
        (errno.EDQUOT, StoreFull),
        (errno.EFBIG, StoreFull),
        (errno.EROFS, StoreReadOnly),
        (errno.EACCES, StoreReadOnly),
        (errno.EPERM, StoreReadOnly),
        (errno.EIO, StoreError),
        (errno.ENOTDIR, StoreError),
    ],
)
def test_the_systems_errors_are_told_by_their_number(number: int, kind: type[StoreError]) -> None:
    said = told(OSError(number, "its words"), HOME)
    assert type(said) is kind
    assert "the system says: its words" in str(said)


def test_an_error_that_nobody_knows_is_still_the_stores() -> None:
    said = told(sqlite3.InterfaceError("odd"), HOME)
    assert type(said) is StoreError
    assert "could not be read or written (the system says: odd (no code))" in str(said)


def test_a_file_beside_the_database_that_cannot_grow_is_a_full_disk_and_another_disk_error_is_none() -> None:
    """As SQLite says it on a file system without room (seen on tmpfs): no statement brings it to that elsewhere."""

    def failed(code: int) -> sqlite3.Error:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = code
        return error

    assert type(told(failed(sqlite3.SQLITE_IOERR_SHMSIZE), HOME)) is StoreFull
    assert type(told(failed(sqlite3.SQLITE_IOERR_READ), HOME)) is StoreError
