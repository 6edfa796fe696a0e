"""What a site's log tells of clicks, once it can: the page tells of each by a request, which may come after its effect.

Only while the site is served.
"""

from __future__ import annotations

from collections.abc import Mapping

import trio

from cdpwebai.demosite import Site

__all__ = ["LATE", "clicks_on", "expect_clicks"]

LATE = 10.0
"""Seconds in which a click that was made reaches the log; none are spent on clicks that are there."""


async def expect_clicks(site: Site, wanted: Mapping[str, int]) -> None:
    """All clicks that are counted are these, each as often as it says. Raises AssertionError."""
    with trio.move_on_after(LATE):
        await site.wait_logged(lambda log: dict(log.clicks) == wanted)
    assert dict(site.log.clicks) == wanted, f"{dict(site.log.clicks)} were counted, not {wanted}"


async def clicks_on(site: Site, name: str, wanted: int) -> int:
    """How many are counted under this name, once there are so many, or when it is too late for more."""
    with trio.move_on_after(LATE):
        await site.wait_logged(lambda log: log.clicks[name] >= wanted)
    return site.log.clicks[name]
