"""The drivers in virtual time: each call's own limit, the caller's cancellation, ends, refusals, wakes and dialogs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from cdpwebai.errors import (
    ActRefused,
    CallTimeout,
    Disconnected,
    Gone,
    NavigationFailed,
    NotSerialisable,
    PageException,
    PromiseCollected,
    ProtocolError,
    StaleHandle,
    TargetCrashed,
)
from cdpwebai.page.acting import run_act
from cdpwebai.page.dialogs import Dialog, DialogPolicy
from cdpwebai.page.files import Upload
from cdpwebai.page.looks import PLACE, Place
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Absent, Known, Reason, Unknown, Visible
from cdpwebai.wire.look import LOOK
from tests.manifest import proves
from tests.reasons import produces
from tests.support.page_peer import SESSION, TOP, created, frame, navigated, opened, value
from tests.support.peer import Peer, connected, event

pytestmark = pytest.mark.usefixtures("autojump_clock")

HERE = {"value": {"url": "http://a/", "title": "a", "state": "complete"}}
NOTHING_RAN = "uniqueContextId not found"
GONE_CONTEXT = "Cannot find context with specified id"


async def refuse(peer: Peer, command: dict[str, Any], text: str, code: int = -32000) -> None:
    await peer.say({"id": command["id"], "error": {"code": code, "message": text}})


async def while_asked(tab_call: Awaitable[Any], play: Callable[[], Awaitable[None]]) -> Any:
    """The call's result or its error, while the peer's part is played beside it."""
    outcome: list[Any] = []

    async def call() -> None:
        try:
            outcome.append(await tab_call)
        except Exception as error:
            outcome.append(error)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(call)
        await play()
    return outcome[0]


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


@pytest.mark.parametrize("text", [None, "Internal error"])
async def test_why_no_file_was_chosen_is_told_also_when_the_chooser_cannot_be_given_back(
    tmp_path: Path, text: str | None
) -> None:
    (tmp_path / "file").write_bytes(b"x")
    async with opened() as (tab, peer):

        async def play() -> None:
            begin = await peer.next()
            assert begin["params"] == {"enabled": True}
            await peer.answer(begin)
            while (command := await peer.next())["method"] == "Runtime.callFunctionOn":
                await peer.answer(command, **value({"threw": "Error: not now"}))
            assert (command["method"], command["params"]) == ("Page.setInterceptFileChooserDialog", {"enabled": False})
            if text is not None:
                await refuse(peer, command, text)

        error = await while_asked(tab.choose_files("a", [tmp_path / "file"], timeout=1), play)
        assert isinstance(error, ActRefused)
        assert (error.reason, error.page_may_have_changed) == ("unreadable", False)
        assert "was not clicked" in error.message


@pytest.mark.parametrize("text", [None, "Not allowed"])
async def test_a_handle_that_cannot_be_let_go_does_not_hide_how_the_files_were_taken(
    tmp_path: Path, text: str | None
) -> None:
    (tmp_path / "file").write_bytes(b"x")
    chosen: dict[str, Any] = {"count": 1, "multiple": False, "files": []}

    def reply_to(command: dict[str, Any]) -> dict[str, Any] | str:
        asked = command["params"].get("arguments", [{}])[0].get("value", {}).get("reader")
        match command["method"], asked:
            case "Runtime.releaseObject", _:
                return "Could not find object"
            case "DOM.setFileInputFiles", _:
                return {} if text is None else text
            case _, None:
                return HANDLE
            case _, reader:
                return value({"value": chosen if reader == "chosen_files" else []})

    async with opened() as (tab, peer), trio.open_nursery() as nursery:

        async def play() -> None:
            while True:
                command = await peer.next()
                reply = reply_to(command)
                await (refuse(peer, command, reply) if isinstance(reply, str) else peer.answer(command, **reply))

        nursery.start_soon(play)
        if text is None:
            assert isinstance(await tab.set_files("a", [tmp_path / "file"]), Upload)
        else:
            with pytest.raises(ProtocolError, match=text):
                await tab.set_files("a", [tmp_path / "file"])
        nursery.cancel_scope.cancel()


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


HANDLE = {"result": {"type": "object", "objectId": "o1"}}


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


async def test_after_a_loss_of_events_the_contexts_are_told_again() -> None:
    async with opened() as (tab, peer):
        stopped = event("Page.frameStoppedLoading", SESSION, frameId=TOP)
        await peer.say(*[stopped] * 20_000)
        assert (await peer.next())["method"] == "Runtime.disable"
        assert tab.document is None
        await peer.answer({"id": peer.batches[-1][-1]["id"]})
        enable = await peer.next()
        assert enable["method"] == "Runtime.enable"
        await peer.say(created("main1"), created("ours1", tab.library.world))
        await peer.answer(enable)
        await trio.testing.wait_all_tasks_blocked()
        assert tab.document is not None
        assert tab.document.worlds.ours == "ours1"


@pytest.mark.parametrize("left", [0.0, -0.5])
async def test_whose_time_is_used_up_before_is_told_of_no_odd_number(left: float) -> None:
    async with connected() as (connection, peer):
        await peer.attach(SESSION)
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(CallTimeout, match="did not react within 0 s") as late:
            async with Tab.open(connection.session(SESSION), timeout=left):
                raise AssertionError
        assert late.value.waited == 0
    async with opened() as (tab, _):
        with pytest.raises(CallTimeout, match="no value within 0 s"):
            await tab.evaluate("1", timeout=left)


async def test_a_tab_that_does_not_react_is_not_waited_for_for_ever() -> None:
    async with connected() as (connection, peer):
        await peer.attach(SESSION)
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(CallTimeout, match="did not react within 4 s"):
            async with Tab.open(connection.session(SESSION), timeout=4):
                raise AssertionError("a tab that does not react cannot be opened")


@pytest.mark.parametrize(("policy", "accepted"), [(DialogPolicy(), False), (DialogPolicy(confirm=True), True)])
async def test_a_dialog_is_answered_at_once_and_kept(policy: DialogPolicy, accepted: bool) -> None:
    async with opened(dialogs=policy) as (tab, peer):
        since = trio.current_time()
        await peer.say(dialog("confirm", "Sure?"))
        answer = await peer.next()
        assert answer["method"] == "Page.handleJavaScriptDialog"
        assert answer["params"] == {"accept": accepted}
        assert trio.current_time() == since
        await refuse(peer, answer, "No dialog is showing")
        await peer.say(dialog("alert", "again"))
        assert (await peer.next())["params"] == {"accept": False}
        assert tab.dialogs == [Dialog("confirm", "Sure?", accepted), Dialog("alert", "again", accepted=False)]


def dialog(kind: str, message: str) -> dict[str, Any]:
    said = {"url": "http://a/", "frameId": TOP, "message": message, "type": kind, "hasBrowserHandler": True}
    return event("Page.javascriptDialogOpening", SESSION, **said)


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


async def test_wakes_are_no_closer_than_their_pace_and_the_timer_is_the_fallback() -> None:
    rung = event("Runtime.bindingCalled", SESSION, name="__cdpwebaiWake", payload="", executionContextId=1)
    async with opened() as (tab, peer):

        async def play() -> None:
            command = await peer.next()
            assert command["method"] == "Runtime.addBinding"
            assert command["params"] == {"name": "__cdpwebaiWake", "executionContextName": tab.library.world}
            await peer.answer(command)

        async def use() -> None:
            async with tab.wakes() as wakes:
                since = trio.current_time()
                await peer.say(rung, rung, rung)
                assert await wakes.wait(60)
                assert trio.current_time() - since == pytest.approx(0)
                await peer.say(rung)
                assert await wakes.wait(60)
                assert trio.current_time() - since == pytest.approx(0.1)
                assert not await wakes.wait(5)
                assert trio.current_time() - since == pytest.approx(5.2)
                await peer.say(event("Page.frameNavigated", SESSION, frame=frame("2"), type="Navigation"))
                assert await wakes.wait(60)

        assert await while_asked(use(), play) is None


async def test_a_session_that_ends_wakes_whoever_waits() -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            await peer.answer(await peer.next())
            await trio.sleep(1)
            await peer.hang_up()

        async def use() -> list[bool]:
            async with tab.wakes() as wakes:
                return [await wakes.wait(3600), await wakes.wait(3600)]

        since = trio.current_time()
        assert await while_asked(use(), play) == [True, True]
        assert trio.current_time() - since < 2
        with pytest.raises(Disconnected):
            await tab.evaluate("1")
