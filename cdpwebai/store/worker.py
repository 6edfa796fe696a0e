"""The one seam between the event loop and a store that blocks: a worker thread, or none where time is virtual.

Row 6. On trio's own clock a job runs in a thread, one at a time, and whoever waits for it may leave: the job then ends
by itself, and the next one waits for that. On a MockClock it runs inline. What is locked is tried again from the event
loop, so that waiting for a lock never occupies the thread, can be cancelled, and takes virtual time where time is
virtual.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import trio

from cdpwebai.cdp.blocking import run_blocking
from cdpwebai.errors import StoreBusy

__all__ = ["PATIENCE", "Busy", "Worker", "WorkerStatistics"]

R = TypeVar("R")

PATIENCE = 10.0
"""Seconds for which a locked or silent store is waited for."""

AGAIN = 0.02
"""Seconds between two tries of what is locked."""


class Busy(Exception):
    """The store is locked by somebody else at the moment."""


@dataclass(frozen=True)
class WorkerStatistics:
    """Whether a thread is at work, and how many operations wait for it."""

    working: bool
    waiting: int


class Worker:
    """Runs a store's jobs, one at a time. ``patience`` in seconds bounds each of them, the waiting included."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._turn = trio.CapacityLimiter(1)

    async def run(self, job: Callable[[], R]) -> R:
        """Run a job that raises ``Busy`` when it should be run again. Raises what it raises, and StoreBusy."""
        why = "the disk did not answer"
        with trio.move_on_after(self._patience):
            while True:
                try:
                    return await self._once(job)
                except Busy as busy:
                    why = str(busy)
                await trio.sleep(AGAIN)
        raise StoreBusy(f"the session store could not be used within {self._patience:g} s: {why}")

    def statistics(self) -> WorkerStatistics:
        """What goes on now, what was left behind included."""
        turn = self._turn.statistics()
        return WorkerStatistics(working=turn.borrowed_tokens > 0, waiting=turn.tasks_waiting)

    async def _once(self, job: Callable[[], R]) -> R:
        return await run_blocking(job, limiter=self._turn)
