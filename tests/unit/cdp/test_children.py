"""Child sessions: found on every level, set up before they run, and released whatever happens."""

import json
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from cdpwebai.cdp import Connection, Session
from cdpwebai.cdp.children import SETUP_LIMIT, SetUp, auto_attach, nothing_to_set_up
from cdpwebai.cdp.subscription import BUFFER_BYTES
from cdpwebai.errors import ProtocolError
from tests.manifest import proves
from tests.support.peer import Peer, attached, connected

Heard = list[tuple[str, str]]


async def answer_all(peer: Peer, heard: Heard) -> None:
    """Note each command as (session, method) and answer it with nothing."""
    while True:
        command = await peer.next()
        heard.append((command.get("sessionId", ""), command["method"].partition(".")[2]))
        await peer.answer(command)


async def page_with_child(connection: Connection, peer: Peer, set_up: SetUp) -> Heard:
    """What the browser hears when the page P, auto-attached, gets the paused child C; P then still works."""
    heard: Heard = []
    await peer.attach("P")
    await wait_all_tasks_blocked()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer_all, peer, heard)
        async with auto_attach(connection.session("P"), set_up):
            await peer.attach("C", parent="P", kind="iframe", paused=True)
            await trio.sleep(SETUP_LIMIT + 1)
            await connection.session("P").call("Page.ping")
        nursery.cancel_scope.cancel()
    return heard


async def test_a_child_is_set_up_followed_and_released_in_this_order(autojump_clock: MockClock) -> None:
    async def greet(child: Session) -> None:
        await child.call("Page.enable")

    async with connected() as (connection, peer):
        heard = await page_with_child(connection, peer, greet)
    assert heard == [
        ("P", "setAutoAttach"),
        ("C", "enable"),
        ("C", "setAutoAttach"),
        ("C", "runIfWaitingForDebugger"),
        ("P", "ping"),
    ]


async def fail(child: Session) -> None:
    raise RuntimeError("no")


async def refuse(child: Session) -> None:
    raise ProtocolError("no", code=-1)


async def hang(child: Session) -> None:
    await trio.sleep_forever()


@proves("report.A31")
@pytest.mark.parametrize("set_up", [fail, refuse, hang])
async def test_a_child_is_released_also_when_its_set_up_raises_or_hangs(
    autojump_clock: MockClock, set_up: SetUp, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected() as (connection, peer):
        heard = await page_with_child(connection, peer, set_up)
    assert ("C", "runIfWaitingForDebugger") in heard
    assert heard[-1] == ("P", "ping")
    assert "it was released" in caplog.text or "was given up after 5 s" in caplog.text


@proves("report.A31")
async def test_a_child_is_released_also_when_we_leave_during_its_set_up(autojump_clock: MockClock) -> None:
    heard: Heard = []
    async with connected() as (connection, peer):
        await peer.attach("P")
        await wait_all_tasks_blocked()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(answer_all, peer, heard)
            async with auto_attach(connection.session("P"), hang):
                await peer.attach("C", parent="P", kind="iframe", paused=True)
                await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
    assert heard == [("P", "setAutoAttach"), ("C", "runIfWaitingForDebugger")]


async def test_a_child_that_goes_during_its_set_up_disturbs_nobody(autojump_clock: MockClock) -> None:
    heard: Heard = []
    async with connected() as (connection, peer):
        await peer.attach("P")
        await wait_all_tasks_blocked()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(answer_all, peer, heard)
            async with auto_attach(connection.session("P"), hang):
                await peer.attach("C", parent="P", kind="iframe", paused=True)
                await wait_all_tasks_blocked()
                await peer.say(json.loads('{"method":"Target.detachedFromTarget","params":{"sessionId":"C"}}'))
                await trio.sleep(SETUP_LIMIT + 1)
                assert connection.session("P").children == []
                assert await connection.session("P").call("Page.ping") == {}
            nursery.cancel_scope.cancel()


@proves("report.A34")
async def test_a_grandchild_is_attached_through_its_parent(autojump_clock: MockClock) -> None:
    heard: Heard = []
    async with connected() as (connection, peer):
        await peer.attach("P")
        await wait_all_tasks_blocked()
        page = connection.session("P")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(answer_all, peer, heard)
            async with auto_attach(page, nothing_to_set_up):
                await peer.attach("C", parent="P", kind="iframe")
                await wait_all_tasks_blocked()
                await peer.attach("G", parent="C", kind="iframe")
                await wait_all_tasks_blocked()
                assert names(page.children) == ["C"]
                assert names(page.children[0].children) == ["G"]
            nursery.cancel_scope.cancel()
    assert ("G", "setAutoAttach") in heard


async def children_set_up(*announced: dict[str, Any]) -> tuple[Heard, list[Any]]:
    """What the browser hears while these come in one batch, and the children that were set up."""
    heard: Heard = []
    met: list[Any] = []

    async def meet(child: Session) -> None:
        met.append(child.session_id)

    async with connected() as (connection, peer):
        await peer.attach("P")
        await wait_all_tasks_blocked()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(answer_all, peer, heard)
            async with auto_attach(connection.session("P"), meet):
                await peer.say(*announced)
                await wait_all_tasks_blocked()
                await peer.attach("Z", parent="P", kind="worker", paused=True)
                await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
    return heard, met


async def test_a_child_whose_announcement_was_dropped_is_set_up_and_released(autojump_clock: MockClock) -> None:
    large = attached("B", parent="P", kind="iframe", paused=True)
    large["params"]["targetInfo"]["title"] = "x" * BUFFER_BYTES
    heard, met = await children_set_up(attached("A", parent="P", paused=True), large)
    assert sorted(met) == ["A", "B", "Z"]
    assert {session for session, method in heard if method == "runIfWaitingForDebugger"} == {"A", "B", "Z"}


async def test_a_child_whose_announcement_lacks_a_member_is_set_up_and_released(autojump_clock: MockClock) -> None:
    odd = attached("A", parent="P", kind="iframe", paused=True)
    del odd["params"]["targetInfo"]["title"]
    heard, met = await children_set_up(odd)
    assert met == ["A", "Z"]
    assert ("A", "runIfWaitingForDebugger") in heard


async def test_sessions_that_somebody_had_before_are_not_taken_for_children(autojump_clock: MockClock) -> None:
    heard: Heard = []
    async with connected() as (connection, peer):
        await peer.attach("P")
        await peer.attach("OLD", parent="P")
        await wait_all_tasks_blocked()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(answer_all, peer, heard)
            async with auto_attach(connection.session("P"), hang):
                await peer.attach("C", parent="P", paused=True)
                await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
    assert heard == [("P", "setAutoAttach"), ("C", "runIfWaitingForDebugger")]


def names(sessions: list[Session]) -> list[Any]:
    return [session.session_id for session in sessions]
