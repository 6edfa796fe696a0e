"""JavaScript for a caller, in virtual time: documents that go, values that are lost, limits and what they say."""

from __future__ import annotations

from typing import Any

import pytest
import trio
import trio.testing

from cdpwebai.errors import (
    ActRefused,
    CallTimeout,
    NotSerialisable,
    PageException,
    PromiseCollected,
    ProtocolError,
    StaleHandle,
)
from cdpwebai.page.acting import run_act
from cdpwebai.page.tab import Tab
from tests.manifest import proves
from tests.support.page_peer import (
    GONE_CONTEXT,
    HANDLE,
    NOTHING_RAN,
    SESSION,
    navigated,
    opened,
    refuse,
    value,
    while_asked,
)
from tests.support.peer import Peer, event

pytestmark = pytest.mark.usefixtures("autojump_clock")


async def evaluated(tab: Tab, peer: Peer, *, timeout: float = 5, replies: list[Any]) -> Any:
    """What an evaluate gives while its commands get these replies, in order; a string is a refusal."""

    async def play() -> None:
        for reply in replies:
            command = await peer.next()
            await (refuse(peer, command, reply) if isinstance(reply, str) else peer.answer(command, **reply))

    return await while_asked(tab.evaluate("x", timeout=timeout), play)


@proves("report.A38")
async def test_a_collected_promise_is_an_error_of_its_own_and_not_asked_again() -> None:
    async with opened() as (tab, peer):
        error = await evaluated(tab, peer, replies=["Promise was collected"])
        assert isinstance(error, PromiseCollected)
        assert error.page_may_have_changed
        assert await peer.heard_nothing()


async def test_an_expression_cut_off_by_a_navigation_is_not_run_again() -> None:
    async with opened() as (tab, peer):
        error = await evaluated(tab, peer, replies=["Inspected target navigated or closed"])
        assert isinstance(error, StaleHandle)
        assert error.page_may_have_changed
        assert await peer.heard_nothing()


async def test_an_expression_that_came_too_late_for_its_document_runs_in_the_next() -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            first = await peer.next()
            assert first["params"]["uniqueContextId"] == "main1"
            await peer.say(*navigated("2", tab.library.world))
            await refuse(peer, first, NOTHING_RAN)
            second = await peer.next()
            assert second["params"]["uniqueContextId"] == "main2"
            await peer.answer(second, result={"type": "number", "value": 7})

        assert await while_asked(tab.evaluate("x"), play) == 7


async def test_a_handle_on_a_document_is_refused_after_it() -> None:
    async with opened() as (tab, peer):
        document = tab.document
        assert document is not None
        await peer.say(*navigated("2", tab.library.world))
        await trio.testing.wait_all_tasks_blocked()

        async def play() -> None:
            command = await peer.next()
            assert command["params"]["uniqueContextId"] == "main1"
            await refuse(peer, command, NOTHING_RAN)

        error = await while_asked(document.evaluate("x"), play)
        assert isinstance(error, StaleHandle)
        assert error.page_may_have_changed is False


@pytest.mark.parametrize("text", [NOTHING_RAN, GONE_CONTEXT, "Could not find object with given id"])
async def test_what_has_run_is_not_run_again_when_its_value_cannot_be_read(text: str) -> None:
    async with opened() as (tab, peer):
        error = await evaluated(tab, peer, replies=[HANDLE, text, {}])
        assert isinstance(error, StaleHandle)
        assert error.page_may_have_changed is True
        assert await peer.heard_nothing()


@pytest.mark.parametrize("text", [NOTHING_RAN, "Something else"])
async def test_a_handle_that_cannot_be_let_go_hides_neither_the_value_nor_the_error(text: str) -> None:
    async with opened() as (tab, peer):
        assert await evaluated(tab, peer, replies=[HANDLE, value({"kept": [1]}), text]) == [1]
        thrown = {"exceptionId": 1, "text": "Uncaught", "lineNumber": 0, "columnNumber": 0}
        boom = {"result": {"type": "undefined"}, "exceptionDetails": {**thrown, "exception": HANDLE["result"]}}
        assert isinstance(await evaluated(tab, peer, replies=[boom, text]), PageException)


async def test_a_script_that_took_its_own_document_away_is_not_said_to_have_run_nothing() -> None:
    async with opened() as (tab, peer):
        error = await evaluated(tab, peer, replies=[GONE_CONTEXT])
        assert isinstance(error, StaleHandle)
        assert error.page_may_have_changed is True
        assert await peer.heard_nothing()


async def test_a_time_out_names_the_limit_that_was_asked_for_whatever_was_left_of_it() -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            first = await peer.next()
            await trio.sleep(4.875)
            await refuse(peer, first, NOTHING_RAN)
            await peer.say(*navigated("2", tab.library.world))

        error = await while_asked(tab.evaluate("x", timeout=5), play)
        assert isinstance(error, CallTimeout)
        assert "within 5 s" in error.message
        assert error.waited == pytest.approx(5)


async def test_a_document_that_comes_after_the_limit_is_a_time_out_in_which_nothing_was_run() -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            first = await peer.next()
            await peer.say(event("Runtime.executionContextsCleared", SESSION))
            await trio.sleep(1)
            await refuse(peer, first, NOTHING_RAN)

        error = await while_asked(tab.evaluate("x", timeout=2), play)
        assert isinstance(error, CallTimeout)
        assert error.page_may_have_changed is False
        assert "no document within 2 s" in error.message


@pytest.mark.parametrize(("text", "changed"), [(NOTHING_RAN, False), (GONE_CONTEXT, True)])
async def test_an_act_says_whether_its_document_went_before_it(text: str, changed: bool) -> None:
    async with opened() as (tab, peer):
        document = tab.document
        assert document is not None

        async def play() -> None:
            await refuse(peer, await peer.next(), text)

        for act in (document.act("clear_files", {"selector": "a"}), run_act(tab, "clear_files", {"selector": "a"})):
            error = await while_asked(act, play)
            assert isinstance(error, StaleHandle | ActRefused)
            assert error.page_may_have_changed is changed


async def test_an_object_is_copied_and_let_go_also_when_it_cannot_be_kept() -> None:
    async with opened() as (tab, peer):
        handle = {"result": {"type": "object", "objectId": "o1"}}
        released: dict[str, Any] = {}
        assert await evaluated(tab, peer, replies=[handle, value({"kept": [1]}), released]) == [1]
        lost = value({"path": "[0]", "what": "NaN"})
        assert isinstance(await evaluated(tab, peer, replies=[handle, lost, released]), NotSerialisable)
        assert [command["method"] for command in peer.batches[-1]] == ["Runtime.releaseObject"]


async def test_an_error_of_the_browser_that_we_do_not_know_stays_what_it_is() -> None:
    async with opened() as (tab, peer):
        assert isinstance(await evaluated(tab, peer, replies=["Something else"]), ProtocolError)


SILENCE = None

STATES: dict[str, list[Any]] = {
    "busy": [SILENCE, SILENCE],
    "paused": [SILENCE, {"result": {"type": "number", "value": 0}}, SILENCE],
    "waiting": [SILENCE, {"result": {"type": "number", "value": 0}}, {"result": {"type": "number", "value": 0}}],
    "unknown": [SILENCE, "Internal error"],
}


@pytest.mark.parametrize("state", STATES)
async def test_a_time_out_says_what_the_page_does(state: str) -> None:
    async with opened() as (tab, peer):
        since = trio.current_time()

        async def play() -> None:
            for reply in STATES[state]:
                command = await peer.next()
                if isinstance(reply, str):
                    await refuse(peer, command, reply)
                elif reply is not None:
                    await peer.answer(command, **reply)

        error = await while_asked(tab.evaluate("new Promise(() => {})", timeout=2), play)
        assert isinstance(error, CallTimeout)
        assert error.evidence == {"page": state}
        assert error.page_may_have_changed
        assert "2 s" in error.message
        assert 2 <= trio.current_time() - since <= 3.1
