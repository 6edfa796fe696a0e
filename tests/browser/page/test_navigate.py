"""Navigation in Chromium: each outcome by itself and none by a time-out, pages that ask to stay, dialogs, pictures."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
import trio

from cdpwebai.browser.browser import Browser
from cdpwebai.cdp import Session
from cdpwebai.errors import InputError, NavigationFailed
from cdpwebai.page.dialogs import Dialog
from cdpwebai.page.looks import PLACE, Place
from cdpwebai.page.navigate import Navigation
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Known, Reason, Unknown, Visible
from tests.manifest import proves

LONG = 50.0
"""Seconds: a limit that no navigation of these tests comes near, however busy the machine."""

PageUrl = Callable[..., str]
Site = Callable[[str], str]


@proves("report.A59")
async def test_the_outcomes_are_told_apart_and_none_by_a_time_out(tab: Tab, site: Site) -> None:
    at_once = trio.current_time()
    outcomes = [
        await tab.navigate(site(name), timeout=LONG)
        for name in (
            "page",
            "page#part",
            "page#part",
            "page",
            "nothing",
            "file",
            "replaces",
            "moved",
            "replaces-late",
            "missing?x",
        )
    ]
    assert [(one.outcome, one.url) for one in outcomes] == [
        ("arrived", site("page")),
        ("same-document", site("page#part")),
        ("same-document", site("page#part")),
        ("arrived", site("page")),
        ("no-content", site("page")),
        ("download", site("page")),
        ("arrived", site("page?replaced")),
        ("arrived", site("page?moved")),
        ("arrived", site("replaces-late")),
        ("arrived", site("missing?x")),
    ]
    gave_up = [outcomes.index(one) for one in outcomes if one.loaded != Visible()]
    assert gave_up == [8], "a document that called for another from its head, and none came"
    with pytest.raises(NavigationFailed, match="net::ERR_CONNECTION_REFUSED") as refused:
        await tab.navigate(closed_port(), timeout=LONG)
    assert refused.value.evidence["outcome"] == "failed"
    assert trio.current_time() - at_once < LONG, "no outcome waited for its limit"


async def eventually(condition: Callable[[], bool]) -> None:
    """Return once it holds; the caller bounds it."""
    while True:
        if condition():
            return
        await trio.sleep(0.01)


async def shows(tab: Tab, title: str) -> None:
    """Return once the tab shows a document of this title; the caller bounds it."""
    while True:
        match await tab.look(PLACE):
            case Known(value=Place(title=seen)) if seen.startswith(title):
                return
            case _:
                await trio.sleep(0.01)


def closed_port() -> str:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{listener.getsockname()[1]}/"


async def test_after_a_navigation_the_next_look_is_at_the_new_document(tab: Tab, site: Site) -> None:
    for number in range(20):
        await tab.navigate(site(f"page?{number}"))
        assert await tab.look(PLACE) == Known(Place(site(f"page?{number}"), f"/page?{number}", "complete"))


async def test_a_failed_navigation_leaves_a_tab_that_can_be_used(tab: Tab, site: Site) -> None:
    with pytest.raises(NavigationFailed, match="ERR_NAME_NOT_RESOLVED"):
        await tab.navigate("http://does-not-exist.invalid/")
    await tab.navigate(site("page"))
    assert isinstance(await tab.probe("#part"), Visible)


@pytest.mark.parametrize("address", ["", "no address", "http://"])
async def test_what_is_no_address_is_bad_input(tab: Tab, address: str) -> None:
    with pytest.raises(InputError, match="is not an address"):
        await tab.navigate(address)


async def test_a_page_that_never_finishes_loading_has_arrived_and_can_be_looked_at(tab: Tab, site: Site) -> None:
    arrived = await tab.navigate(site("endless"), timeout=3)
    assert arrived == Navigation("arrived", site("endless"), arrived.loaded)
    assert isinstance(arrived.loaded, Unknown)
    assert arrived.loaded.reason is Reason.DEADLINE
    assert isinstance(await tab.probe("body"), Visible) or await tab.evaluate("document.images.length") == 1


async def test_a_server_that_says_nothing_is_a_failure_at_the_limit(tab: Tab, site: Site) -> None:
    await tab.navigate(site("page"))
    with pytest.raises(NavigationFailed, match=r"did not answer within 0\.5 s"):
        await tab.navigate(site("silence"), timeout=0.5)
    await tab.cdp.call("Page.stopLoading")
    assert isinstance(await tab.probe("#part"), Visible)


@proves("report.A55")
async def test_a_page_that_asks_to_stay_is_left_or_stayed_on_as_told_and_never_waited_for(
    tab: Tab, page_url: PageUrl
) -> None:
    await tab.navigate(page_url("leave.html"))
    await tab.click("#press")
    with pytest.raises(NavigationFailed, match="asked to stay") as stayed:
        await tab.navigate(page_url("blank.html"), leave=False, timeout=20)
    assert stayed.value.evidence == {"outcome": "vetoed"}
    assert tab.url == page_url("leave.html")
    assert isinstance(await tab.probe("#press"), Visible)
    assert (await tab.navigate(page_url("blank.html"), timeout=20)).url == page_url("blank.html")
    assert tab.dialogs == [Dialog("beforeunload", "", accepted=False), Dialog("beforeunload", "", accepted=True)]


@proves("report.A55")
async def test_a_tab_whose_page_asks_to_stay_is_closed_all_the_same(
    browser: Browser, context_id: str, page_url: PageUrl
) -> None:
    session = await browser.new_session(context_id=context_id)
    async with Tab.open(session) as tab:
        await tab.navigate(page_url("leave.html"))
        await tab.click("#press")
        with trio.fail_after(10):
            await browser.connection.root.call("Target.closeTarget", targetId=session.target_id)
            await eventually(lambda: session.gone is not None)
        assert session.gone is not None


async def test_a_page_that_asks_to_stay_stays_when_it_leaves_by_itself(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("leave.html"))
    await tab.click("#press")
    await tab.click("#away")
    with trio.fail_after(10):
        await eventually(lambda: bool(tab.dialogs))
    assert tab.dialogs == [Dialog("beforeunload", "", accepted=False)]
    assert (await tab.look(PLACE)) == Known(Place(page_url("leave.html"), "asks before it is left", "complete"))


@pytest.mark.parametrize(
    ("ask", "answer"), [("alert('hi')", None), ("confirm('hi')", False), ("prompt('hi', 'x')", None)]
)
async def test_a_dialog_never_holds_the_page_up(tab: Tab, ask: str, answer: bool | None) -> None:
    since = trio.current_time()
    value = await tab.evaluate(f"(() => {{ const value = {ask}; return value === undefined ? null : value; }})()")
    assert value == answer
    assert [dialog.message for dialog in tab.dialogs] == ["hi"]
    assert trio.current_time() - since < 5


@proves("report.A35")
async def test_a_tab_that_is_held_prerenders_nothing_and_is_followed_there_and_back(
    tab: Tab, page_url: PageUrl
) -> None:
    """Chromium 156 prerenders nothing for a tab with a session on it, so there is no hidden page to read."""
    async with tab.cdp.subscribe("Preload.prerenderStatusUpdated") as prerenders:
        await tab.cdp.call("Preload.enable")
        await tab.navigate(page_url("prerender.html"))
        with trio.fail_after(20):
            assert b"PrerenderingDisabledByDevTools" in bytes((await anext(prerenders)).params)
    await follow_there_and_back(tab)


@proves("report.A35")
async def test_a_page_that_was_prerendered_before_is_followed_when_it_comes_up_and_never_read_before(
    browser: Browser, context_id: str, page_url: PageUrl
) -> None:
    root, url = browser.connection.root, page_url("prerender.html")
    target = (await root.call("Target.createTarget", url=url, browserContextId=context_id))["targetId"]
    with trio.fail_after(20):
        await is_called(root, target, "first, and the second is there")
    async with Tab.open(await browser.connection.attach(target)) as tab:
        assert await tab.evaluate("document.title") == "first, and the second is there"
        await follow_there_and_back(tab, prerendered=True)


async def is_called(root: Session, target: str, title: str) -> None:
    """Return once the target has this title; the caller bounds it."""
    while True:
        if (await root.call("Target.getTargetInfo", targetId=target))["targetInfo"]["title"] == title:
            return
        await trio.sleep(0.02)


async def follow_there_and_back(tab: Tab, *, prerendered: bool = False) -> None:
    for step, title in (("click", "second"), ("back", "first"), ("forward", "second"), ("back", "first")):
        await (tab.click("#next") if step == "click" else go(tab, -1 if step == "back" else 1))
        with trio.fail_after(20):
            await shows(tab, title)
        assert (await tab.evaluate("document.title")).startswith(title)
        assert await tab.evaluate("[document.visibilityState, document.prerendering]") == ["visible", False]
        assert isinstance(await tab.probe("#words"), Visible) == (title == "second")
        if step == "click":
            began = "performance.getEntriesByType('navigation')[0].activationStart > 0"
            assert await tab.evaluate(began) is prerendered


async def go(tab: Tab, step: int) -> None:
    history = await tab.cdp.call("Page.getNavigationHistory")
    entry = history["entries"][history["currentIndex"] + step]
    await tab.cdp.call("Page.navigateToHistoryEntry", entryId=entry["id"])


@proves("report.A58")
async def test_a_picture_of_a_tab_in_the_background_is_bounded(
    tab: Tab, browser: Browser, context_id: str, page_url: PageUrl
) -> None:
    await tab.navigate(page_url("blank.html"))
    front = await browser.new_session(context_id=context_id)
    await front.call("Page.bringToFront")
    with trio.fail_after(15):
        picture = await tab.screenshot(timeout=10)
    assert picture.startswith(b"\x89PNG")


async def test_a_picture_of_the_whole_document_is_taller_than_the_tab(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("probe/shown.html"))
    sizes = [
        int.from_bytes(picture[20:24], "big") for picture in (await tab.screenshot(), await tab.screenshot(whole=True))
    ]
    assert sizes[1] > 5000 > sizes[0]
    assert (await tab.screenshot(picture="jpeg")).startswith(b"\xff\xd8")


async def test_a_tab_can_be_opened_twice_and_both_see_the_same(session: Session, page_url: PageUrl) -> None:
    async with Tab.open(session) as one, Tab.open(session) as other:
        await one.navigate(page_url("stop.html"))
        assert isinstance(await other.probe("#slot"), Visible)
        assert isinstance(await one.probe("#slot"), Visible)
        assert other.url == page_url("stop.html")
