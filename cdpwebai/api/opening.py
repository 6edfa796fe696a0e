"""Opening a chat: its vendor's page in a tab, or a stored session's conversation, with all that asking there needs.

Row 7, above ``asking``. The user's own settings are read, and refused, before a browser is touched.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from cdpwebai.api.answering import Budget
from cdpwebai.api.asking import Chat
from cdpwebai.api.browsers import Where, open_browser
from cdpwebai.api.conversation import GoingOn, Means
from cdpwebai.api.following import check_follow, sent_last
from cdpwebai.api.lines import Line, Reached, open_line
from cdpwebai.api.questions import check_lasting, check_vendor
from cdpwebai.api.session_page import open_page, site_of
from cdpwebai.api.settings import pace_of, places_of
from cdpwebai.api.tabs import Browser
from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import CdpWebAIError, NotFinished
from cdpwebai.providers import check_address, provider
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Session
from cdpwebai.store import Store, open_store

__all__ = ["open_again", "open_chat", "open_conversation", "open_sessions", "open_site"]


@asynccontextmanager
async def open_chat(
    vendor: str = "chatgpt", *, url: str = "", where: Where | None = None, timeout: float = 60.0
) -> AsyncGenerator[Chat, None]:
    """Open a chat of a vendor in a tab of our own for the block. The tab is closed with it, the conversation stays.

    It stays open, too, in a browser that is not ours, while an answer is still being made in it, and where an image or
    a file of one could not be had.

    ``url``: a conversation's address, or "" for a new one; for "demo" it is the address of a running demo site, and
    without it one is started for the block. ``where``: which browser; for a vendor that needs a login it is by default
    the shared one, with a window, started when it is not there. ``timeout`` in seconds, until the page is there.

    Raises InputError, ProviderError for an address that is not the vendor's, StoreError, and what ``open_browser`` and
    ``Tab.navigate`` raise.
    """
    async with open_conversation(vendor, url=url, where=where, timeout=timeout, page=ChatPage) as chat:
        yield chat


@asynccontextmanager
async def open_conversation(
    vendor: str, *, url: str, where: Where | None, timeout: float, page: type[ChatPage]
) -> AsyncGenerator[Chat, None]:
    """As ``open_chat``; ``page``: what the tab is held as."""
    place = replace(where or Where(), shared=vendor != "demo")
    budget = Budget.of(timeout)
    async with open_site(vendor, url) as home:
        # before a browser is touched: the user's own contract and settings may be malformed
        site, places, pace = provider(vendor, demo_url=home), places_of(vendor), pace_of(vendor)
        address = url or site.home
        check_address(site, address)
        check_lasting(site.name, address)
        async with (
            open_sessions(place) as store,
            open_browser(place, timeout=budget.left) as browser,
            background_tasks() as nursery,
        ):
            going_on = GoingOn(browser.endpoint)
            keep = going_on.keeps_tab
            tabs = Browser(browser)
            async with (
                tabs.new_tab(address, library=site.library, timeout=budget.left, keep=going_on.keeps_first) as tab,
                open_line(site, keep, page) as line,
            ):
                reached = replace(place, cdp=browser.endpoint)
                means = Means(store, reached, nursery, line, going_on, places, pace)
                yield Chat(page(tab, site), means, address=address)


@asynccontextmanager
async def open_again(
    session_id: str, *, vendor: str = "", where: Where | None = None, timeout: float = 60.0
) -> AsyncGenerator[Chat, None]:
    """Open a stored session's conversation for the block, to ask on in it: in its own tab, else in one of ours.

    Where it is opened is as for ``poll``; ``timeout`` in seconds, until the page is there. ``vendor``: whose session it
    must be, "" for anybody's.

    Raises SessionNotFound; InputError for a session of another vendor; SessionRefused while its last prompt is not
    settled, and when none was sent; ProviderError for a session of Work's and for a conversation that cannot be found
    again; NotFinished; and what ``open_browser`` raises.
    """
    place = where or Where()
    budget = Budget.of(timeout)
    async with open_sessions(place) as store:
        session = await store.get(session_id)
        check_vendor(session, vendor)
        check_follow(session)
        await sent_last(store, session)
        site, places, going_on = site_of(session), places_of(session.vendor), GoingOn("")
        async with background_tasks() as nursery, open_line(site, going_on.keeps_tab) as line:
            reached = await _reach(line, session, place, budget)
            going_on.endpoint = reached.endpoint
            again = replace(place, shared=session.vendor != "demo", cdp=reached.endpoint)
            means = Means(store, again, nursery, line, going_on, places, pace_of(session.vendor))
            yield Chat(reached.page, means, session)


async def _reach(line: Line, session: Session, place: Where, budget: Budget) -> Reached:
    """Open the session's page. Raises NotFinished, and as ``open_page``: nothing is typed yet."""
    try:
        async with budget.running():
            dead = (session.target_id,) if session.status == "crashed" else ()
            return await open_page(line, session, place, dead=dead)
    except CdpWebAIError as error:
        error.session_id = session.id
        error.page_may_have_changed = False
        raise
    text = f"session {session.id}: its page was not there within {budget.seconds:g} s; nothing was typed"
    raise NotFinished(text, session_id=session.id, deadline=budget.wall, page_may_have_changed=False)


@asynccontextmanager
async def open_sessions(where: Where) -> AsyncGenerator[Store, None]:
    """The stored sessions; in replay a store of its own that goes with the block."""
    if where.replay is None:
        async with open_store() as store:
            yield store
    else:
        with TemporaryDirectory(prefix="cdpwebai-replay-") as folder:
            async with open_store(Path(folder)) as store:
                yield store


@asynccontextmanager
async def open_site(vendor: str, url: str) -> AsyncGenerator[str, None]:
    """The address to open: the one that was given; for "demo" without one, that of a site started for the block."""
    if vendor != "demo" or url:
        yield url
        return
    from cdpwebai.demosite import load_builtin, serve

    async with serve(load_builtin("hello")) as site:
        yield site.url
