"""The scope that is a flow's deadline: on the loop's clock, and on the wall's where one is stored.

Row 6. The two can part: a laptop sleeps, a clock is set. Whichever comes first ends the flow; waking up after the
wall's deadline counts as expired.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import trio

from cdpwebai.cdp.background import background_tasks

__all__ = ["WALL_EVERY", "until"]

WALL_EVERY = 0.25
"""Seconds between two looks at the wall clock."""


@asynccontextmanager
async def until(
    deadline: float, wall_deadline: float, *, wall: Callable[[], float] = time.time
) -> AsyncGenerator[trio.CancelScope, None]:
    """Run the block until ``deadline``, in trio's time, or ``wall_deadline``, in seconds since the epoch.

    The block is left without an error then; the scope's ``cancelled_caught`` tells.
    """
    with trio.move_on_at(deadline) as scope:
        async with background_tasks() as nursery:
            nursery.start_soon(_watch, scope, wall_deadline, wall)
            yield scope


async def _watch(scope: trio.CancelScope, wall_deadline: float, wall: Callable[[], float]) -> None:
    while wall() < wall_deadline:  # noqa: ASYNC110 - the wall's clock has no event
        await trio.sleep(WALL_EVERY)
    scope.cancel()
