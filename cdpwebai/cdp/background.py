"""Background tasks that end with a block, without hiding the block's own exception in a group.

Row 3. A trio nursery wraps whatever leaves it in an ExceptionGroup. Our background tasks never raise on purpose, so a
user who wrote ``except Disconnected`` around ``async with launch()`` should meet Disconnected, not a group of one.
A task that does raise has a bug, and that stays a group.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import trio

__all__ = ["background_tasks"]


@asynccontextmanager
async def background_tasks() -> AsyncGenerator[trio.Nursery, None]:
    """A nursery whose tasks are cancelled when the block ends, and through which the block's exception passes bare."""
    raised: BaseException | None = None
    async with trio.open_nursery() as nursery:
        try:
            yield nursery
        except BaseException as error:  # Cancelled too: it is raised again below, still inside the scope it belongs to
            raised = error
        nursery.cancel_scope.cancel()
    if raised is not None:
        raise raised
