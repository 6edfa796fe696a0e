"""Navigations in virtual time: when one has arrived, and when it ends without."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from cdpwebai.errors import NavigationFailed
from cdpwebai.verdict import Absent, Reason, Unknown, Visible
from tests.support.page_peer import SESSION, TOP, navigated, opened, while_asked
from tests.support.peer import event

pytestmark = pytest.mark.usefixtures("autojump_clock")


async def test_a_navigation_without_an_answer_ends_at_its_limit() -> None:
    async with opened() as (tab, _):
        since = trio.current_time()
        with pytest.raises(NavigationFailed, match="did not answer within 7 s") as failed:
            await tab.navigate("http://b/", timeout=7)
        assert failed.value.page_may_have_changed
        assert trio.current_time() - since == pytest.approx(7)


@pytest.mark.parametrize("until", ["load", "commit"])
async def test_a_document_that_never_finishes_loading_has_arrived_all_the_same(until: Any) -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            command = await peer.next()
            await peer.say(*navigated("2", tab.library.world))
            await peer.answer(command, frameId=TOP, loaderId="2")

        arrived = await while_asked(tab.navigate("http://b/", until=until, timeout=7), play)
        assert (arrived.outcome, arrived.url) == ("arrived", "http://b/")
        if until == "load":
            assert isinstance(arrived.loaded, Unknown)
            assert arrived.loaded.reason is Reason.DEADLINE
        else:
            assert arrived.loaded == Absent()


async def test_a_navigation_ends_when_the_page_that_replaced_the_first_has_loaded() -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            command = await peer.next()
            await peer.answer(command, frameId=TOP, loaderId="2")
            await peer.say(*navigated("2", tab.library.world, "http://b/"))
            started = {"frameId": TOP, "url": "http://c/", "loaderId": "3", "navigationType": "differentDocument"}
            await peer.say(event("Page.frameStartedNavigating", SESSION, **started))
            await trio.sleep(1)
            await peer.say(*navigated("3", tab.library.world, "http://c/"))
            loaded = {"frameId": TOP, "loaderId": "3", "name": "load", "timestamp": 0}
            await peer.say(event("Page.lifecycleEvent", SESSION, **loaded))

        since = trio.current_time()
        arrived = await while_asked(tab.navigate("http://b/"), play)
        assert (arrived.outcome, arrived.url, arrived.loaded) == ("arrived", "http://c/", Visible())
        assert trio.current_time() - since == pytest.approx(1)


def load_of(loader: str) -> dict[str, Any]:
    return event("Page.lifecycleEvent", SESSION, frameId=TOP, loaderId=loader, name="load", timestamp=0)


async def test_a_navigation_ends_when_the_loaded_page_has_our_world() -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            command = await peer.next()
            cleared, arrived, *worlds = navigated("2", tab.library.world)
            await peer.say(cleared, arrived, load_of("2"))
            await peer.answer(command, frameId=TOP, loaderId="2")
            await trio.sleep(1)
            await peer.say(*worlds)

        since = trio.current_time()
        arrived = await while_asked(tab.navigate("http://b/"), play)
        assert (arrived.outcome, arrived.loaded) == ("arrived", Visible())
        assert trio.current_time() - since == pytest.approx(1)
        assert tab.document is not None


@pytest.mark.parametrize("download", [False, True])
async def test_a_navigation_that_gave_no_page_is_not_waited_for_when_its_start_is_told_late(download: bool) -> None:
    start = {"frameId": TOP, "url": "http://c/", "loaderId": "2", "navigationType": "differentDocument"}
    async with opened() as (tab, peer):

        async def play() -> None:
            nothing = {"frameId": TOP, "loaderId": "2", "errorText": "net::ERR_ABORTED", "isDownload": download}
            await peer.answer(await peer.next(), **nothing)
            await peer.answer(await peer.next(), frameId=TOP, loaderId="3")
            await peer.say(*navigated("3", tab.library.world))
            await peer.say(event("Page.frameStartedNavigating", SESSION, **start), load_of("3"))

        async def both() -> list[Any]:
            return [await tab.navigate("http://c/"), await tab.navigate("http://b/")]

        since = trio.current_time()
        first, second = await while_asked(both(), play)
        assert first.outcome == ("download" if download else "no-content")
        assert (second.outcome, second.loaded) == ("arrived", Visible())
        assert trio.current_time() == since
