"""Every operation on a browser ends by its own limit, at whichever message the browser falls silent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio

from cdpwebai.api import looking
from cdpwebai.api.browsers import Where
from cdpwebai.api.tabs import Browser
from cdpwebai.browser import browser as browsers
from cdpwebai.errors import CallError, CallTimeout, ProtocolError, TargetClosed
from cdpwebai.transport.memory import memory_pair
from cdpwebai.verdict import Reason, Unknown
from tests.support.page_peer import SESSION, TOP
from tests.support.peer import Peer, connected

pytestmark = pytest.mark.usefixtures("autojump_clock")

ONE_TAB = [{"targetId": TOP, "type": "page", "title": "", "url": "about:blank", "attached": False}]


async def answer_until(peer: Peer, silent_at: str) -> None:
    """Play a browser with one tab that answers nothing from this command on."""
    while (command := await peer.next())["method"] != silent_at:
        match command["method"]:
            case "Target.getTargets":
                await peer.answer(command, targetInfos=[one | {"canAccessOpener": False} for one in ONE_TAB])
            case "Target.attachToTarget":
                await peer.attach(SESSION)
                await peer.answer(command, sessionId=SESSION)
            case _:
                await peer.answer(command)


async def asked(silent_at: str, ask: Callable[[Where], Awaitable[Any]]) -> tuple[Any, float]:
    """What an operation gives or raises on such a browser, and after how many seconds."""
    ours, theirs = memory_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer_until, Peer(theirs), silent_at)
        since = trio.current_time()
        with trio.fail_after(100):
            try:
                outcome: Any = await ask(Where(transport=lambda: ours))
            except CallTimeout as error:
                outcome = error
        nursery.cancel_scope.cancel()
    return outcome, trio.current_time() - since


SILENCES = ("Target.getTargets", "Target.attachToTarget", "Inspector.enable", "Emulation.setFocusEmulationEnabled")


@pytest.mark.parametrize("silent_at", [*SILENCES, "Page.enable"])
async def test_a_probe_of_a_browser_that_falls_silent_is_unknown_at_its_limit(silent_at: str) -> None:
    verdict, took = await asked(silent_at, lambda where: looking.probe(where, ["h1"], timeout=3))
    assert isinstance(verdict, Unknown)
    assert verdict.reason is Reason.DEADLINE
    assert took == pytest.approx(3)


@pytest.mark.parametrize("silent_at", SILENCES)
async def test_an_evaluation_and_a_picture_end_by_their_limit_too(silent_at: str) -> None:

    async def evaluate(where: Where) -> Any:
        return await looking.evaluate(where, "1", timeout=3)

    async def screenshot(where: Where) -> Any:
        return await looking.screenshot(where, timeout=3)

    async def call(where: Where) -> Any:
        return await looking.call(where, "DOM.enable", {}, timeout=3)

    for ask in (evaluate, screenshot, call):
        error, took = await asked(silent_at, ask)
        assert isinstance(error, CallTimeout)
        assert took == pytest.approx(3)


async def test_the_list_of_tabs_ends_by_a_limit() -> None:
    error, took = await asked("Target.getTargets", looking.list_tabs)
    assert isinstance(error, CallTimeout)
    assert took == pytest.approx(browsers.ASK_LIMIT)


async def test_the_version_ends_by_a_limit() -> None:
    async with connected() as (connection, _):
        since = trio.current_time()
        with pytest.raises(CallTimeout):
            await Browser(browsers.Browser(connection)).version(timeout=2)
        assert trio.current_time() - since == pytest.approx(2)


@pytest.mark.parametrize("silent_at", SILENCES[1:])
async def test_holding_a_tab_ends_by_its_limit_and_leaves_no_call_behind(silent_at: str) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        nursery.start_soon(answer_until, peer, silent_at)
        since = trio.current_time()
        with pytest.raises(CallTimeout, match="did not react within 2 s"):
            async with Browser(browsers.Browser(connection)).tab(TOP, timeout=2):
                raise AssertionError("there is no tab to hold")
        assert trio.current_time() - since == pytest.approx(2)
        assert connection.waiting() == []
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("refusal", "kind", "changed"),
    [("No target with given id found", TargetClosed, False), ("Not allowed", ProtocolError, True)],
)
async def test_a_tab_that_closes_after_it_was_listed_is_gone_and_another_refusal_is_told_as_it_is(
    refusal: str, kind: type[CallError], changed: bool
) -> None:
    async def refuse(peer: Peer) -> None:
        command = await peer.next()
        await peer.say({"id": command["id"], "error": {"code": -32602, "message": refusal}})

    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        nursery.start_soon(refuse, peer)
        with pytest.raises(CallError) as caught:
            async with Browser(browsers.Browser(connection)).tab(TOP, timeout=2):
                raise AssertionError("there is no tab to hold")
        assert (type(caught.value), caught.value.page_may_have_changed) == (kind, changed)


async def test_a_parameter_may_have_the_name_of_one_of_the_librarys_own() -> None:
    params = {"within": 1, "session": 2, "command": 3, "self": 4}
    heard: list[dict[str, Any]] = []
    ours, theirs = memory_pair()

    async def play() -> None:
        peer = Peer(theirs)
        heard.append(await peer.next())
        await peer.answer(heard[0], done=True)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        told = await looking.call(Where(transport=lambda: ours), "Browser.getVersion", params)
    assert told == {"done": True}
    assert heard[0]["params"] == params
