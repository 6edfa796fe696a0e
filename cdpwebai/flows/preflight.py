"""Can a prompt be sent now? The driver of ``plan_preflight`` alone: it looks, and touches nothing.

Row 6.
"""

from __future__ import annotations

from dataclasses import replace

import trio

from cdpwebai.flows.plan_preflight import Obstacle, obstacle
from cdpwebai.providers.chat_page import ChatPage

__all__ = ["wait_obstacle"]

AGAIN = 0.5
"""Seconds between looks where no change wakes the flow."""


async def wait_obstacle(page: ChatPage, deadline: float) -> Obstacle | None:
    """What stands in the way once it has lasted, or at ``deadline`` (trio's time); None as soon as nothing does."""
    found, since = None, trio.current_time()
    async with page.wakes() as wakes:
        while True:
            seen = obstacle(replace(await page.observe(), account=await page.account()))
            now = trio.current_time()
            if seen is None or now >= deadline:
                return seen
            if found is None or found.code != seen.code:
                since = now
            found = seen
            if now >= since + seen.lasts:
                return seen
            await wakes.wait(AGAIN)
