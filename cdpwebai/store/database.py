"""One open store: its file, how it is made, and its transactions. Everything here blocks, and runs in the worker.

Row 6. The only module that opens SQLite; the tables are ``migrations``. Above it ``store``; beside it ``sessions`` and
``leases``, which are given the connection inside a transaction.

A new store is made whole under another name and then linked to its own, so that a file which is there is never one that
was only begun: an empty one has been cut. Nothing else may open the file in this process, because closing it would take
away SQLite's locks (POSIX drops a process's locks on a file with any of its descriptors).
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from cdpwebai.browser.home import home_path, private_folder
from cdpwebai.errors import StoreDamaged, StoreTooLate
from cdpwebai.records import Fence
from cdpwebai.store.failures import told
from cdpwebai.store.migrations import MIGRATIONS, Migration, found_version, migrate

__all__ = ["FILE", "LOG", "Database", "create_file"]

R = TypeVar("R")

FILE = "sessions.db"
LOG = f"{FILE}-wal"
"""What was stored and has not reached the file itself yet; SQLite joins the two."""


class Database:
    """A connection to the store in one home folder. For one call at a time, from any thread."""

    def __init__(self, path: Path, connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
        self.path = path
        self._connection = connection
        self._migrations = migrations

    @classmethod
    def open(cls, home: Path | None = None, migrations: Sequence[Migration] = MIGRATIONS) -> Database:
        """Open the store of a home folder; make it, or bring it up to date, where that is needed.

        Raises StoreError and its kinds, InputError for a home that names no folder, and ``Busy``.
        """
        folder = home_path() if home is None else home.expanduser().absolute()
        with _told(folder):
            private_folder(folder)
        path = folder / FILE
        with _told(path):
            if not path.exists():
                create_file(path, migrations)
            database = cls(path, _connect(path), migrations)
            try:
                database._bring_up_to_date()
            except BaseException:
                database.close()
                raise
        return database

    def read(self, work: Callable[[sqlite3.Connection], R]) -> R:
        """Run ``work`` on one state of the store. Raises what it raises, StoreError and its kinds, and ``Busy``."""
        return self._run("BEGIN", work, Fence())

    def write(self, work: Callable[[sqlite3.Connection], R], fence: Fence) -> R:
        """Run ``work`` alone on the store: all that it does is kept, or nothing.

        Raises StoreTooLate when the fence is passed before it is kept, and as ``read``.
        """
        return self._run("BEGIN IMMEDIATE", work, fence)

    def close(self) -> None:
        """Close it. A second call does nothing."""
        self._connection.close()

    def _run(self, begin: str, work: Callable[[sqlite3.Connection], R], fence: Fence) -> R:
        with _told(self.path), _transaction(self._connection, begin):
            self._version()  # a newer cdpwebai may have changed the store since it was opened
            result = work(self._connection)
            if fence.passed:
                raise StoreTooLate("the deadline passed before this was stored, so it was not")
            return result

    def _version(self) -> int:
        return found_version(self._connection, str(self.path), self._migrations)

    def _bring_up_to_date(self) -> None:
        if self._version() < len(self._migrations):
            with _transaction(self._connection, "BEGIN IMMEDIATE"):
                migrate(self._connection, self._version(), self._migrations)


def create_file(path: Path, migrations: Sequence[Migration]) -> None:
    """Make an empty store there, whole in one step; one that another process has made meanwhile stays as it is.

    Raises StoreDamaged for a log without its store: a new one would be taken for what the log belongs to.
    """
    log = path.with_name(LOG)
    if log.exists() and not path.exists():  # in this order: another process may be making both, the file first
        raise StoreDamaged(f"{log} is there and {path} is not: put the store back, or move its log away")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)  # 0600
    os.close(handle)
    try:
        _fill(Path(name), migrations)
        with suppress(FileExistsError):  # another process was first
            os.link(name, path)
    finally:
        os.unlink(name)


def _fill(path: Path, migrations: Sequence[Migration]) -> None:
    connection = _connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")  # stays in the file
        with _transaction(connection, "BEGIN IMMEDIATE"):
            migrate(connection, 0, migrations)
    finally:
        connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    """Open a file that is there. Waiting for locks is the worker's business; every commit reaches the disk."""
    uri = f"{path.as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Generator[None, None, None]:
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def _told(path: Path) -> Generator[None, None, None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise told(error, path) from error
