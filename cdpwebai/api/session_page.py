"""Where the page of a stored session is opened: in which browser, in which tab.

Row 7, below ``sessions`` and ``reattach``. Which tab it is, is ``flows.plan_resume``'s; a browser that cannot be seen
is never replaced by another one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from cdpwebai.api.browsers import Where
from cdpwebai.api.lines import Line, Reached, Way
from cdpwebai.browser.ended import has_ended
from cdpwebai.errors import TargetClosed, Unreachable
from cdpwebai.flows.plan_resume import Lost, OpenNew, UseTab, plan_return
from cdpwebai.providers import is_at_home, provider
from cdpwebai.providers.chat import Provider
from cdpwebai.records import Session

__all__ = ["open_by", "open_page", "site_of", "way_to"]


def way_to(session: Session, *, dead: Collection[str] = ()) -> Way:
    """The way to a session's page; ``dead``: targets that have crashed, were closed, or are of no more use."""
    site = site_of(session)

    def way(tabs: Sequence[tuple[str, str]]) -> UseTab | OpenNew | Lost:
        at_home = [(target_id, url) for target_id, url in tabs if is_at_home(site, url)]
        return plan_return(session, at_home, dead=dead)

    return way


async def open_page(line: Line, session: Session, where: Where, *, dead: Collection[str] = ()) -> Reached:
    """Open the session's page, in the browser that it was in; where that has ended, in the one that is shared now.

    ``dead`` as for ``way_to``. Its own tab may be on its way out: then it is listed for a moment, and closes while it
    is joined, which is as if it were not there. Raises as ``Line.open``.
    """
    try:
        return await open_by(line, session, where, way_to(session, dead=dead))
    except TargetClosed:
        if session.target_id in dead:
            raise
    again = replace(where, record=None)  # a trace is of one connection, the first
    return await open_by(line, session, again, way_to(session, dead=(*dead, session.target_id)))


async def open_by(line: Line, session: Session, where: Where, way: Way) -> Reached:
    """As ``open_page``, the way being the caller's own, and once."""
    shared = replace(where, shared=session.vendor != "demo")
    if where.cdp or not session.endpoint:
        return await line.open(shared, way)
    try:
        return await line.open(replace(where, cdp=session.endpoint), way)
    except Unreachable:
        if not await has_ended(session.endpoint):
            raise
        return await line.open(shared, way)


def site_of(session: Session) -> Provider:
    """The provider that the session is one of."""
    parts = urlsplit(session.conversation_url or session.original_url)
    return provider(session.vendor, demo_url=f"{parts.scheme}://{parts.netloc}/")
