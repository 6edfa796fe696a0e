"""The user's handler of the asyncio clients: it counts."""

from __future__ import annotations

import asyncio

__all__ = ["Tally"]


class Tally:
    """Call it with each event; ``wait`` returns after the ``goal``-th."""

    def __init__(self, goal: int) -> None:
        self._left = goal
        self._done = asyncio.Event()

    def __call__(self, *event: object) -> None:
        self._left -= 1
        if not self._left:
            self._done.set()

    async def wait(self) -> None:
        await self._done.wait()
