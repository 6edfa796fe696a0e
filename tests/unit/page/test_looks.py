"""Looks and probes in virtual time: their own limits, the caller's cancellation, documents that go, ends."""

from __future__ import annotations

from typing import Any

import pytest
import trio
import trio.testing

from cdpwebai.errors import Gone, TargetCrashed
from cdpwebai.page.looks import PLACE, Place
from cdpwebai.verdict import Known, Reason, Unknown
from cdpwebai.wire.look import LOOK
from tests.manifest import proves
from tests.reasons import produces
from tests.support.page_peer import GONE_CONTEXT, NOTHING_RAN, SESSION, opened, refuse, value, while_asked
from tests.support.peer import event

pytestmark = pytest.mark.usefixtures("autojump_clock")

HERE = {"value": {"url": "http://a/", "title": "a", "state": "complete"}}


async def test_one_look_is_one_round_trip_bound_to_one_document() -> None:
    async with opened() as (tab, peer):
        before = len(peer.batches)

        async def play() -> None:
            command = await peer.next()
            params = command["params"]
            assert (command["method"], params["uniqueContextId"]) == ("Runtime.callFunctionOn", "ours1")
            assert params["functionDeclaration"] == LOOK
            assert params["arguments"] == [{"value": {"library": tab.library.hash, "reader": "place"}}]
            await peer.answer(command, **value(HERE))

        assert await while_asked(tab.look(PLACE), play) == Known(Place("http://a/", "a", "complete"))
        assert len(peer.batches) == before + 1
        assert await peer.heard_nothing()


@produces(Reason.DEADLINE)
async def test_a_look_that_is_not_answered_is_unknown_at_its_own_limit() -> None:
    async with opened() as (tab, _):
        since = trio.current_time()
        answer = await tab.look(PLACE, timeout=3)
        assert isinstance(answer, Unknown)
        assert answer.reason is Reason.DEADLINE
        assert trio.current_time() - since == pytest.approx(3)
        assert tab.cdp.statistics().waiting == 0
        assert tab.statistics().unknown == {Reason.DEADLINE: 1}


async def test_the_callers_cancellation_passes_through_a_look_untouched() -> None:
    async with opened() as (tab, _):
        with trio.move_on_after(1) as caller:
            await tab.probe("a", timeout=60)
            raise AssertionError("a look must not swallow its caller's cancellation")
        assert caller.cancelled_caught
        assert tab.cdp.statistics().waiting == 0


@produces(Reason.DISCONNECTED, Reason.CRASHED, Reason.DETACHED)
@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (None, Reason.DISCONNECTED),
        (event("Inspector.targetCrashed", SESSION), Reason.CRASHED),
        (event("Target.detachedFromTarget", sessionId=SESSION), Reason.DETACHED),
    ],
    ids=["disconnected", "crashed", "detached"],
)
async def test_an_end_is_unknown_to_a_look_and_an_error_to_a_probe_now_and_later(
    end: dict[str, Any] | None, reason: Reason
) -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            await peer.next()
            await (peer.hang_up() if end is None else peer.say(end))

        waiting = await while_asked(tab.look(PLACE, timeout=60), play)
        later = await tab.look(PLACE)
        assert isinstance(waiting, Unknown)
        assert isinstance(later, Unknown)
        assert (waiting.reason, later.reason) == (reason, reason)
        for ask in (tab.probe("a"), tab.evaluate("1"), tab.screenshot(), tab.navigate("http://b/")):
            with pytest.raises(Gone):
                await ask


async def test_a_probe_that_waits_when_the_tab_crashes_raises_at_once() -> None:
    async with opened() as (tab, peer):
        since = trio.current_time()

        async def play() -> None:
            await peer.next()
            await peer.say(event("Inspector.targetCrashed", SESSION))

        assert isinstance(await while_asked(tab.probe("a", timeout=60), play), TargetCrashed)
        assert trio.current_time() == since


@produces(Reason.NAVIGATED)
@pytest.mark.parametrize("text", [GONE_CONTEXT, "Inspected target navigated or closed"])
async def test_a_look_whose_document_goes_is_unknown_and_not_asked_of_the_next(text: str) -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            await refuse(peer, await peer.next(), text)
            assert await peer.heard_nothing()

        answer = await while_asked(tab.look(PLACE), play)
        assert isinstance(answer, Unknown)
        assert answer.reason is Reason.NAVIGATED


async def test_between_two_documents_a_look_is_unknown_without_a_call() -> None:
    async with opened() as (tab, peer):
        await peer.say(event("Runtime.executionContextsCleared", SESSION))
        await trio.testing.wait_all_tasks_blocked()
        assert tab.document is None
        answer = await tab.look(PLACE)
        assert isinstance(answer, Unknown)
        assert answer.reason is Reason.NAVIGATED
        assert await peer.heard_nothing()


@proves("seed002.Y16")
async def test_a_reader_that_is_not_installed_is_unknown_and_is_installed_for_the_next_look() -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            await peer.answer(await peer.next(), **value({"missing": True}))
            install = await peer.next()
            assert install["method"] == "Runtime.evaluate"
            assert install["params"] == {"expression": tab.library.source, "uniqueContextId": "ours1"}
            await peer.answer(install, result={"type": "undefined"})

        answer = await while_asked(tab.look(PLACE), play)
        assert isinstance(answer, Unknown)
        assert answer.reason is Reason.THREW


@pytest.mark.parametrize("end", ["hang up", "crash", "refuse"])
async def test_a_look_during_whose_installing_the_end_comes_is_unknown_and_raises_nothing(end: str) -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            await peer.answer(await peer.next(), **value({"missing": True}))
            install = await peer.next()
            match end:
                case "hang up":
                    await peer.hang_up()
                case "crash":
                    await peer.say(event("Inspector.targetCrashed", SESSION))
                case _:
                    await refuse(peer, install, NOTHING_RAN)

        reasons = {"hang up": Reason.DISCONNECTED, "crash": Reason.CRASHED, "refuse": Reason.NAVIGATED}
        answer = await while_asked(tab.look(PLACE), play)
        assert isinstance(answer, Unknown)
        assert answer.reason is reasons[end]
        assert tab.statistics().unknown == {answer.reason: 1}
