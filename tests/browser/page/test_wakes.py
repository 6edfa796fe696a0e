"""Wakes in Chromium: a change wakes, silence does not, and a busy page wakes no more than once a look."""

from __future__ import annotations

from collections.abc import Callable

import trio

from cdpwebai.browser.browser import Browser
from cdpwebai.cdp.domains import runtime
from cdpwebai.page.looks import PLACE
from cdpwebai.page.tab import Tab

PageUrl = Callable[..., str]


async def test_a_change_wakes_and_silence_does_not(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("conversation.html"))
    async with tab.wakes() as wakes:
        await tab.look(PLACE)
        assert not await wakes.wait(0.3)
        for change in ("fill(1)", "grow('x')", "document.title = 'new'", "turns.firstElementChild.dataset.role = 'y'"):
            await tab.look(PLACE)
            await tab.evaluate(f"{change}, 0")
            assert await wakes.wait(10), change
        await tab.look(PLACE)
        await tab.evaluate("history.pushState(null, '', '#moved')")
        assert await wakes.wait(10)
        await tab.navigate(page_url("blank.html"))
        assert await wakes.wait(10)
        await tab.look(PLACE)
        await tab.evaluate("document.body.append('later')")
        assert await wakes.wait(10), "the binding is in the new document, too"


async def test_a_busy_page_wakes_once_a_look(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("conversation.html"))
    await tab.call_function("fill", 1)
    async with tab.wakes() as wakes, tab.cdp.subscribe(runtime.BindingCalled) as rung:
        await tab.evaluate("setInterval(() => grow('x'), 1)")
        for _ in range(5):
            await tab.look(PLACE)
            assert await wakes.wait(10)
        await tab.look(PLACE)
        calls = 0
        with trio.move_on_after(0.5):
            async for _ in rung:
                calls += 1
        assert calls <= 6


async def test_a_hidden_tab_wakes_as_well(tab: Tab, browser: Browser, context_id: str, page_url: PageUrl) -> None:
    await tab.navigate(page_url("conversation.html"))
    front = await browser.new_session(context_id=context_id)
    await front.call("Page.bringToFront")
    async with tab.wakes() as wakes:
        await tab.look(PLACE)
        await tab.evaluate("setTimeout(fill, 50, 1)")
        assert await wakes.wait(10)
