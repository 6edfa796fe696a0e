"""What SQLite and the system say when a store cannot be read or written, in the terms of our errors: one table.

Row 6. No failure is ever read as "nothing is stored".
"""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from cdpwebai.errors import StoreDamaged, StoreError, StoreFull, StoreReadOnly
from cdpwebai.store.worker import Busy

__all__ = ["told"]

PRIMARY = 0xFF
"""SQLite's extended codes hold the primary one in their lowest byte."""

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
"""Somebody else has the store locked at the moment."""

NO_ROOM = (sqlite3.SQLITE_IOERR_SHMSIZE,)
"""A file beside the database could not get its size: so it fails on a disk that is full."""

BY_CODE: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "or its folder must not be written: make it so, or set CDPWEBAI_HOME"),
    sqlite3.SQLITE_FULL: (StoreFull, "cannot grow, the disk is full: make room"),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, "was cut or overwritten: restore it, or move it away to begin a new one"),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, "is no database: move it away to begin a new one"),
    sqlite3.SQLITE_ERROR: (StoreDamaged, "lacks what its version says it has: restore it, or move it away"),
}

BY_ERRNO: dict[int, tuple[type[StoreError], str]] = {
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), BY_CODE[sqlite3.SQLITE_READONLY]),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), BY_CODE[sqlite3.SQLITE_FULL]),
}

ELSE = (StoreError, "could not be read or written")


def told(error: sqlite3.Error | OSError, path: Path) -> StoreError | Busy:
    """What to raise for a failure on the store, or in the folder, at ``path``."""
    if isinstance(error, OSError):
        kind, why = BY_ERRNO.get(error.errno or 0, ELSE)
        said = error.strerror or str(error)
    else:
        extended = int(getattr(error, "sqlite_errorcode", -1))
        code = extended & PRIMARY
        if code in BUSY:
            return Busy(f"another process has it locked ({error})")
        kind, why = BY_CODE.get(sqlite3.SQLITE_FULL if extended in NO_ROOM else code, ELSE)
        said = f"{error} ({getattr(error, 'sqlite_errorname', 'no code')})"
    return kind(f"the session store {path} {why} (the system says: {said})", evidence={"path": str(path)})
