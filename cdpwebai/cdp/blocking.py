"""Work that blocks, off the event loop: in a thread, or inline where time is virtual.

Row 3. On a MockClock a thread would let the clock jump on while it works. So work that computes or reads a file comes
through here, and is the same on both clocks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

import trio

__all__ = ["run_blocking"]

R = TypeVar("R")


async def run_blocking(job: Callable[[], R], *, limiter: trio.CapacityLimiter | None = None) -> R:
    """Run ``job`` in a worker thread and return what it returns, or raise what it raises.

    Whoever waits may be cancelled: the job then ends by itself, and what it makes is thrown away. ``limiter`` bounds
    how many run at once; trio's own by default.
    """
    if _time_is_virtual():
        await trio.lowlevel.checkpoint()
        return job()
    return await trio.to_thread.run_sync(job, abandon_on_cancel=True, limiter=limiter)


def _time_is_virtual() -> bool:
    testing = sys.modules.get("trio.testing")  # whoever made such a clock has loaded it; it is too slow to load to ask
    return testing is not None and isinstance(trio.lowlevel.current_clock(), testing.MockClock)
