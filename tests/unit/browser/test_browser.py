"""Tabs and sessions, with the browser's side played by hand. The real browser's side is in ``browser/launch``."""

from __future__ import annotations

from typing import Any

import pytest
import trio
import trio.testing

from cdpwebai.browser.browser import Browser, TabInfo
from cdpwebai.cdp import Session
from cdpwebai.errors import ProtocolError
from tests.support.peer import Peer, connected


def info(target_id: str, kind: str, url: str = "about:blank") -> dict[str, Any]:
    return {"targetId": target_id, "type": kind, "title": "t", "url": url, "attached": False, "canAccessOpener": False}


async def open_tab(peer: Peer, target_id: str) -> None:
    command = await peer.next()
    assert command["method"] == "Target.createTarget"
    await peer.answer(command, targetId=target_id)


async def grant_session(peer: Peer, session_id: str) -> None:
    command = await peer.next()
    assert command["method"] == "Target.attachToTarget"
    assert command["params"]["flatten"] is True
    await peer.attach(session_id)
    await peer.answer(command, sessionId=session_id)


async def grant_focus(peer: Peer, session_id: str) -> None:
    command = await peer.next()
    assert (command["method"], command["sessionId"]) == ("Emulation.setFocusEmulationEnabled", session_id)
    assert command["params"] == {"enabled": True}
    await peer.answer(command)


async def test_tabs_are_pages_and_nothing_else(autojump_clock: trio.testing.MockClock) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:

        async def play() -> None:
            kinds = ("page", "iframe", "service_worker", "background_page", "browser", "page")
            targets = [info(f"T{n}", kind) for n, kind in enumerate(kinds)]
            await peer.answer(await peer.next(), targetInfos=targets)

        nursery.start_soon(play)
        assert await Browser(connection).tabs() == [
            TabInfo("T0", "about:blank", "t", "page"),
            TabInfo("T5", "about:blank", "t", "page"),
        ]


async def test_each_attach_and_re_attach_sets_the_focus_before_the_session_is_given_out(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        browser = Browser(connection)
        given: list[Session] = []

        async def ask() -> None:
            given.append(await browser.new_session("http://127.0.0.1/", background=True, context_id="C"))
            given.append(await browser.attach_tab("T"))

        nursery.start_soon(ask)
        command = await peer.next()
        assert command["params"] == {"url": "http://127.0.0.1/", "background": True, "browserContextId": "C"}
        await peer.answer(command, targetId="T")
        for session_id in ("S1", "S2"):
            await grant_session(peer, session_id)
            await grant_focus(peer, session_id)
            await trio.testing.wait_all_tasks_blocked()
            assert given[-1].session_id == session_id


async def test_a_tab_that_cannot_be_attached_to_is_closed_again(autojump_clock: trio.testing.MockClock) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:

        async def play() -> None:
            await open_tab(peer, "T")
            refused = await peer.next()
            await peer.say({"id": refused["id"], "error": {"code": -32000, "message": "Not allowed"}})
            closing = await peer.next()
            assert (closing["method"], closing["params"]) == ("Target.closeTarget", {"targetId": "T"})
            await peer.answer(closing)

        nursery.start_soon(play)
        with pytest.raises(ProtocolError, match="Not allowed"):
            await Browser(connection).new_session()


async def test_a_cancelled_opening_closes_its_tab_and_does_not_wait_long_for_it(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with connected() as (connection, peer):
        with trio.move_on_after(5) as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(open_tab, peer, "T")
                await Browser(connection).new_session()
        assert scope.cancelled_caught
        assert trio.current_time() < 7
        assert (await peer.next())["method"] == "Target.attachToTarget"
        assert (await peer.next())["method"] == "Target.closeTarget"


async def test_a_browser_tells_what_it_is_and_what_it_did(autojump_clock: trio.testing.MockClock) -> None:
    async with connected() as (connection, _peer):
        browser = Browser(connection)
        assert "attached" in repr(browser)
        statistics = browser.statistics()
        assert (statistics.pid, statistics.exit, statistics.connection.calls) == (None, "", 0)
