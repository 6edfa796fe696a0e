"""What the browser tests stand on: a tab of one's own in a shared browser, and pages on three sites."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cdpwebai.browser.browser import Browser
from cdpwebai.cdp import Session


async def _text(session: Session, expression: str) -> object:
    reply = await session.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
    return reply["result"].get("value")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
async def test_a_page_is_served_on_three_sites(session: Session, page_url: Callable[..., str], host: str) -> None:
    url = page_url("blank.html", host=host)
    async with session.subscribe("Page.loadEventFired") as events:
        await session.call("Page.enable")
        await session.call("Page.navigate", url=url)
        await anext(aiter(events))
    assert await _text(session, "location.href + ' ' + document.title") == f"{url} blank"


async def test_two_tests_share_no_cookies(
    browser: Browser, session: Session, context_id: str, page_url: Callable[..., str]
) -> None:
    async def cookie_of(session: Session) -> object:
        await session.call("Page.navigate", url=page_url("blank.html"))
        return await _text(session, "document.cookie")

    await session.call("Page.navigate", url=page_url("blank.html"))
    assert await _text(session, "document.cookie = 'mine=1'; document.cookie") == "mine=1"
    assert await cookie_of(await browser.new_session(context_id=context_id)) == "mine=1"
    other = await browser.connection.root.call("Target.createBrowserContext", disposeOnDetach=True)
    assert await cookie_of(await browser.new_session(context_id=other["browserContextId"])) == ""
