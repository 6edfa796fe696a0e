"""The clicks that a demo site counts, read when it has heard of all that were made.

A page tells the site of a click, or of a key, by a request of its own, which may be on its way for long after the act
was done and seen done. A number that is read before is right or wrong by chance, be it too low or rightly zero.
"""

from __future__ import annotations

import trio

from cdpwebai.demosite import Site
from cdpwebai.page.tab import Tab

__all__ = ["heard", "made"]

SECONDS = 30.0
"""For a machine that is busy; it takes some milliseconds."""


async def heard(tab: Tab) -> None:
    """Return when the site has heard of everything that this page has told it."""
    with trio.fail_after(SECONDS):
        await tab.evaluate("reported()", timeout=SECONDS)


async def made(tab: Tab, site: Site) -> dict[str, int]:
    """The clicks, by control, once the site has heard of all of them."""
    await heard(tab)
    return dict(site.log.clicks)
