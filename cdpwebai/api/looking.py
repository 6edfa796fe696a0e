"""The protocol from the shell: one look, one expression, one command, one picture.

Row 7. Each opens a page, does one thing and lets go. With ``url`` that is a tab of its own, looked at after it has
loaded; without, the one tab that the browser has. ``timeout`` (seconds) is for the page, its loading included; getting
hold of a browser has a limit of its own.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import trio

from cdpwebai.api.browsers import Where, open_browser
from cdpwebai.api.tabs import Browser, require_page
from cdpwebai.browser.browser import TabInfo
from cdpwebai.cdp import Session
from cdpwebai.errors import CallTimeout, InputError, NavigationFailed
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Reason, Unknown, Verdict, Visible

__all__ = ["call", "evaluate", "list_tabs", "probe", "screenshot"]

OF_THE_BROWSER = ("Browser", "SystemInfo", "Target")
"""Domains whose commands go to the browser itself when no page is named."""


async def probe(where: Where, selectors: Sequence[str], *, url: str = "", timeout: float = 30.0) -> Verdict:
    """Look once, as ``Tab.probe``.

    A page that does not load within ``timeout`` is Unknown("deadline"), one that cannot be reached, or is none, is
    Unknown("no-anchor"): there was nothing to look at.
    """
    try:
        async with _page(where, url, timeout) as (tab, deadline):
            return await tab.probe(selectors, timeout=_left(deadline))
    except CallTimeout as error:
        return Unknown(Reason.DEADLINE, error.message)
    except NavigationFailed as error:
        return Unknown(Reason.NO_ANCHOR, error.message)


async def evaluate(where: Where, expression: str, *, url: str = "", timeout: float = 30.0) -> Any:
    """The value of a JavaScript expression, as ``Tab.evaluate``."""
    async with _page(where, url, timeout) as (tab, deadline):
        return await tab.evaluate(expression, timeout=_left(deadline))


async def call(
    where: Where, method: str, params: dict[str, Any], *, url: str = "", timeout: float = 30.0
) -> dict[str, Any]:
    """One command and its result: for the browser when the domain is the browser's own and no page is named."""
    if not url and method.partition(".")[0] in OF_THE_BROWSER:
        async with open_browser(where) as browser:
            return await _exchange(browser.connection.root, method, params, timeout)
    async with _page(where, url, timeout) as (tab, deadline):
        return await _exchange(tab.cdp, method, params, _left(deadline))


async def _exchange(session: Session, method: str, params: dict[str, Any], timeout: float) -> dict[str, Any]:
    """As ``session.call``, for parameters of any name."""
    reply: dict[str, Any] = await session.connection.exchange(session, method, params, dict[str, Any], timeout)
    return reply


async def screenshot(where: Where, *, url: str = "", whole: bool = False, timeout: float = 30.0) -> bytes:
    """A PNG of what the page shows, or (``whole``) of the whole document."""
    async with _page(where, url, timeout) as (tab, deadline):
        return await tab.screenshot(whole=whole, timeout=_left(deadline))


async def list_tabs(where: Where) -> list[TabInfo]:
    """The tabs of the browser. Raises CallTimeout when it does not answer."""
    async with open_browser(where) as browser:
        return await browser.tabs()


@asynccontextmanager
async def _page(where: Where, url: str, timeout: float) -> AsyncGenerator[tuple[Tab, float], None]:
    """The page to look at, and when its time is over: it begins when there is a browser.

    Raises CallTimeout when the page has not loaded by then.
    """
    async with open_browser(where) as inner:
        browser, deadline = Browser(inner), trio.current_time() + timeout
        if url:
            async with browser.new_tab(timeout=timeout) as tab:
                await _load(tab, url, deadline)
                yield tab, deadline
        else:
            target_id = await _only_tab(browser, timeout)
            async with browser.tab(target_id, timeout=_left(deadline)) as tab:
                yield tab, deadline


async def _load(tab: Tab, url: str, deadline: float) -> None:
    late = CallTimeout(f"{url} had not loaded when the time was over", method="Page.navigate")
    try:
        arrived = await tab.navigate(url, timeout=_left(deadline))
    except NavigationFailed as error:
        if error.evidence.get("outcome") == "no-answer":
            raise late from error
        raise
    require_page(arrived, url)
    if not isinstance(arrived.loaded, Visible):
        raise late


async def _only_tab(browser: Browser, timeout: float) -> str:
    """There is no current tab: with several, the one that is meant must be named."""
    tabs = await browser.tabs(timeout=timeout)
    if len(tabs) != 1:
        raise InputError(f"the browser has {len(tabs)} tabs; say which page is meant with --url")
    return tabs[0].target_id


def _left(deadline: float) -> float:
    return max(deadline - trio.current_time(), 0.001)
