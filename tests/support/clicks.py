"""What a site's log tells of clicks, once it can: the page tells of each by a request, which may come after its effect.

Only while the site is served. With the tab at hand ``made`` is sure, also of clicks that should not have been; without
it ``clicks_on`` and ``expect_clicks`` wait for those that should.
"""

from __future__ import annotations

from collections.abc import Mapping

import trio

from cdpwebai.demosite import Site
from cdpwebai.page.tab import Tab

__all__ = ["LATE", "clicks_on", "expect_clicks", "heard", "made"]

LATE = 10.0
"""Seconds in which a click that was made reaches the log; none are spent on clicks that are there."""

HEARD_WITHIN = 30.0
"""Seconds for a page to tell the site of everything; it takes some milliseconds."""


async def heard(tab: Tab) -> None:
    """Return when the site has heard of everything that this page has told it."""
    with trio.fail_after(HEARD_WITHIN):
        await tab.evaluate("reported()", timeout=HEARD_WITHIN)


async def made(tab: Tab, site: Site) -> dict[str, int]:
    """The clicks, by control, once the site has heard of all of them."""
    await heard(tab)
    return dict(site.log.clicks)


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
