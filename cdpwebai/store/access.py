"""Work on the database, off the event loop: one transaction each, bounded, and none once its fence has passed.

Row 6. Below it are ``worker`` and everything that blocks; above, ``store`` and ``holding`` say what the work is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cdpwebai.errors import StoreTooLate
from cdpwebai.records import Fence
from cdpwebai.store.worker import Busy, Worker

if TYPE_CHECKING:
    from sqlite3 import Connection

    from cdpwebai.store.database import Database

__all__ = ["Access"]

R = TypeVar("R")


class Access:
    """An open database and the worker that blocks on it."""

    def __init__(self, database: Database, worker: Worker) -> None:
        self.path = database.path
        self.worker = worker
        self._database = database

    async def read(self, work: Callable[[Connection], R]) -> R:
        """What this work reads."""
        return await self.worker.run(partial(self._database.read, work))

    async def write(self, work: Callable[[Connection], R], fence: Fence) -> R:
        """What this work gives, once it is stored; rolled back, and StoreTooLate, when the fence passes before."""
        own = Fence(lambda: fence.passed)

        def job() -> R:
            try:
                return self._database.write(work, own)
            except Busy as busy:
                if own.passed:  # who is late waits for no lock
                    raise StoreTooLate(
                        "the deadline passed while the store was locked, so this was not stored"
                    ) from busy
                raise

        try:
            return await self.worker.run(job)
        finally:
            own.close()  # who stopped waiting wants it no more
