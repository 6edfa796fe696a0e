"""What a page copies, caught in the page: never by the system's clipboard, and what was replaced is put back."""

from collections.abc import Callable

import pytest
import trio

from cdpwebai.errors import TargetClosed
from cdpwebai.page.copied import copied
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Known, Reason, Unknown

Url = Callable[..., str]


@pytest.mark.parametrize(("button", "text"), [("#text", "copied text"), ("#item", "copied item")])
async def test_what_a_copy_button_writes_is_caught_at_once_and_its_functions_are_put_back(
    tab: Tab, page_url: Url, button: str, text: str
) -> None:
    await tab.navigate(page_url("copying.html"))
    with trio.fail_after(10):
        assert await copied(tab, button, limit=50) == Known(text)
    assert await tab.evaluate("same()") is True


async def test_a_button_far_down_that_shows_itself_only_under_the_mouse_is_pressed(tab: Tab, page_url: Url) -> None:
    await tab.navigate(page_url("copying.html"))
    assert await tab.evaluate("getComputedStyle(document.querySelector('#shy')).opacity") == "0"
    assert await copied(tab, "#shy") == Known("shy text")


async def test_a_button_that_copies_nothing_is_unknown_when_its_time_is_over(tab: Tab, page_url: Url) -> None:
    await tab.navigate(page_url("copying.html"))
    found = await copied(tab, "#dead", limit=0.5)
    assert isinstance(found, Unknown)
    with trio.fail_after(10):
        while not await tab.evaluate("same()"):  # noqa: ASYNC110 - the page puts it back by its own clock
            await trio.sleep(0.05)


@pytest.mark.parametrize("button", ["#covered", "#nowhere"])
async def test_a_button_that_cannot_be_pressed_is_unknown_and_nothing_is_pressed(
    tab: Tab, page_url: Url, button: str
) -> None:
    await tab.navigate(page_url("copying.html"))
    found = await copied(tab, button, limit=0.5)
    assert isinstance(found, Unknown)
    assert found.reason is Reason.NO_ANCHOR


async def test_a_button_that_is_covered_for_a_while_is_tried_again_for_as_long_as_one_has_patience(
    tab: Tab, page_url: Url
) -> None:
    await tab.navigate(page_url("copying.html"))
    await tab.evaluate("setTimeout(() => document.querySelector('#covered').nextElementSibling.remove(), 2000), 1")
    with trio.fail_after(60):
        assert await copied(tab, "#covered", limit=0.5, patience=50) == Known("covered text")
        assert isinstance(await copied(tab, "#dead", limit=0.5, patience=500), Unknown)  # it was pressed: not again


async def test_a_tab_that_goes_while_its_copy_is_awaited_is_told_as_gone_and_in_no_group(
    tab: Tab, page_url: Url
) -> None:
    await tab.navigate(page_url("copying.html"))

    async def end() -> None:
        while await tab.evaluate("same()"):  # noqa: ASYNC110 - the page tells of it no other way
            await trio.sleep(0.02)
        await tab.cdp.connection.root.call("Target.closeTarget", targetId=tab.cdp.target_id)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(end)
        with pytest.raises(TargetClosed), trio.fail_after(20):
            await copied(tab, "#dead", limit=15)
