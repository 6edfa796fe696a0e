"""Sessions are bound to their tab, and a tab in the background works as one in front."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
import trio

from cdpwebai.browser.browser import Browser, attach
from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import target
from cdpwebai.errors import ProtocolError, TargetClosed
from tests.browser.launch.support import wait_until
from tests.manifest import proves


@pytest.fixture
async def another_client(chromium: str) -> AsyncIterator[Browser]:
    async with attach(chromium) as browser:
        yield browser


async def value(session: Session, expression: str) -> object:
    reply = await session.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
    return reply["result"].get("value")


async def open_page(browser: Browser, context_id: str, url: str) -> Session:
    session = await browser.new_session(context_id=context_id)
    async with session.subscribe("Page.loadEventFired") as loads:
        await session.call("Page.enable")
        await session.call("Page.navigate", url=url)
        await anext(aiter(loads))
    return session


@proves("report.A19")
async def test_two_hundred_answers_come_from_a_while_another_client_brings_b_to_the_front(
    browser: Browser, context_id: str, another_client: Browser, page_url: Callable[..., str]
) -> None:
    url = page_url("blank.html") + "?a"
    a = await open_page(browser, context_id, url)
    b = await open_page(browser, context_id, page_url("blank.html") + "?b")
    activations = 0

    async def activate() -> None:
        nonlocal activations
        assert a.target_id is not None
        assert b.target_id is not None
        while True:
            for target_id in (a.target_id, b.target_id):
                await another_client.connection.root.call(target.ActivateTarget(target_id=target_id))
                activations += 1
                await trio.sleep(0.005)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(activate)
        answers = [await value(a, "location.href") for _ in range(200)]
        nursery.cancel_scope.cancel()
    assert answers == [url] * 200
    assert activations > 2  # it did happen in between


@proves("report.A19")
async def test_when_a_is_gone_its_session_is_an_error_and_never_b(
    browser: Browser, context_id: str, another_client: Browser, page_url: Callable[..., str]
) -> None:
    a = await browser.new_session(context_id=context_id)
    b = await open_page(browser, context_id, page_url("blank.html"))
    assert a.target_id is not None
    await another_client.close_tab(a.target_id)
    await wait_until(lambda: a.gone)
    with pytest.raises(TargetClosed):
        await value(a, "location.href")
    assert await value(b, "document.title") == "blank"
    with pytest.raises(ProtocolError):
        await browser.attach_tab(a.target_id)
    with pytest.raises(ProtocolError):
        await browser.close_tab(a.target_id)


async def test_every_tab_believes_that_it_is_in_front_also_after_a_re_attach(browser: Browser, context_id: str) -> None:
    sessions = [await browser.new_session(context_id=context_id) for _ in range(2)]
    for session in sessions:
        assert await value(session, "document.hasFocus() && document.visibilityState") == "visible"
    first = sessions[0]
    assert first.target_id is not None
    await browser.connection.root.call(target.DetachFromTarget(session_id=first.session_id or ""))
    again = await browser.attach_tab(first.target_id)
    assert await value(again, "document.hasFocus() && document.visibilityState") == "visible"


async def test_a_tab_is_listed_until_it_is_closed(browser: Browser, context_id: str) -> None:
    session = await browser.new_session("about:blank#mine", context_id=context_id)
    assert session.target_id is not None
    assert "about:blank#mine" in [tab.url for tab in await browser.tabs() if tab.target_id == session.target_id]
    await browser.close_tab(session.target_id)
    while session.target_id in [tab.target_id for tab in await browser.tabs()]:
        pass  # it is told as closed a moment before it is gone
