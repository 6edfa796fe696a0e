"""Acts in virtual time: each ends by its own limit and says whether it had begun, or at once where the tab is gone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.errors import ActRefused, CallError, CallTimeout, Disconnected, Gone, TargetCrashed
from cdpwebai.page.click import PRESS_LIMIT, Click
from cdpwebai.page.copied import copied
from cdpwebai.page.hover import hover
from cdpwebai.page.library import page_script
from cdpwebai.page.looks import LOOK_LIMIT
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Reason, Unknown
from tests.support.page_peer import SESSION, opened, refuse, value
from tests.support.peer import Peer, event

pytestmark = pytest.mark.usefixtures("autojump_clock")

HIT = {
    "count": 1,
    "name": "<b>",
    "box": [0, 0, 10, 10],
    "point": [5, 5],
    "inside": True,
    "visible": True,
    "enabled": True,
    "over": "",
}
ANSWERS: dict[str, Any] = {
    "hit": HIT,
    "focused": {"name": "input", "editable": True, "text": ""},
    "composing": False,
    "chosen_files": {"count": 1, "multiple": False, "files": [["old", 1]]},
    "heard": [],
    "listen": None,
    "scroll_to": None,
    "clear_files": None,
}


EMPTY: dict[str, Any] = {"count": 1, "multiple": False, "files": []}


def asked(command: dict[str, Any]) -> str:
    """What a command is, as the tests name it: its reader or act, else its kind of event, else its method."""
    params = command["params"]
    try:
        return str(params["arguments"][0]["value"]["reader"])
    except (LookupError, TypeError):
        return str(params.get("type") or command["method"])


async def play(peer: Peer, silent_at: str, log: list[str], *last: dict[str, Any]) -> None:
    """A healthy page until it is asked this; from then on nothing is answered. With last words, it is, once.

    Nothing is ever copied in it, so what waits for a copy waits.
    """
    while True:
        command = await peer.next()
        if command["params"].get("functionDeclaration", "").startswith(page_script("_copied")):
            continue
        log.append(asked(command))
        if silent_at not in log:
            await peer.say(reply_to(command))
        elif last:
            await peer.say(reply_to(command), *last)


def reply_to(command: dict[str, Any]) -> dict[str, Any]:
    """What a healthy page answers; the input ``#empty`` holds no file yet."""
    name = asked(command)
    answer: dict[str, Any] = {}
    if name in ANSWERS:
        told = EMPTY if "#empty" in str(command) and name == "chosen_files" else ANSWERS[name]
        answer = value({"value": told})
    elif command["method"] == "Runtime.callFunctionOn":
        answer = {"result": {"type": "object", "objectId": "o1"}}
    return {"id": command["id"], "result": answer}


Act = Callable[[Tab], Awaitable[Any]]


def acts(file: Path) -> dict[str, Act]:
    file.write_bytes(b"x")
    return {
        "click": lambda tab: tab.click("b", timeout=2),
        "press": lambda tab: tab.press("a", timeout=2),
        "chord": lambda tab: tab.press("Control+a", timeout=2),
        "enter": lambda tab: tab.press("Enter", timeout=2),
        "text": lambda tab: tab.insert_text("words", timeout=2),
        "files": lambda tab: tab.set_files("b", [file], timeout=2),
        "first file": lambda tab: tab.set_files("#empty", [file], timeout=2),
        "hover": lambda tab: hover(tab, "b", timeout=2),
    }


async def outcome_of(act: Act, silent_at: str) -> tuple[Any, float, list[str]]:
    """How an act ends on a page that falls silent there, after how many seconds, and what it asked."""
    log: list[str] = []
    outcome: Any = None
    async with opened() as (tab, peer), trio.open_nursery() as nursery:
        nursery.start_soon(play, peer, silent_at, log)
        since = trio.current_time()
        with trio.fail_after(100):
            try:
                outcome = await act(tab)
            except (CallError, ActRefused) as error:
                outcome = error
        took = trio.current_time() - since
        assert tab.cdp.statistics().waiting == 0
        nursery.cancel_scope.cancel()
    return outcome, took, log


BEGUN = {
    ("press", "keyDown"),
    ("press", "keyUp"),
    ("chord", "rawKeyDown"),
    ("chord", "keyUp"),
    ("text", "Input.insertText"),
    ("files", "clear_files"),
    ("files", "listen"),
    ("files", "DOM.setFileInputFiles"),
    ("first file", "DOM.setFileInputFiles"),
    ("hover", "mouseMoved"),
}


@pytest.mark.parametrize(("name", "silent_at"), sorted(BEGUN))
async def test_an_act_that_the_page_does_not_take_ends_by_its_limit_and_says_that_it_had_begun(
    name: str, silent_at: str, tmp_path: Path
) -> None:
    error, took, log = await outcome_of(acts(tmp_path / "f")[name], silent_at)
    assert isinstance(error, CallTimeout), log
    assert error.page_may_have_changed is True
    assert "within 2 s; it had begun, so the page may have changed" in error.message
    assert took == pytest.approx(2, abs=0.2)
    assert log[-1] == silent_at or log[-1] == "Runtime.releaseObject"


@pytest.mark.parametrize(("name", "silent_at"), [("press", "listen"), ("enter", "composing"), ("enter", "listen")])
async def test_an_act_that_could_not_begin_in_time_says_that_nothing_was_done(
    name: str, silent_at: str, tmp_path: Path
) -> None:
    error, took, log = await outcome_of(acts(tmp_path / "f")[name], silent_at)
    assert isinstance(error, CallTimeout)
    assert error.page_may_have_changed is False
    assert "nothing was done" in error.message
    assert took == pytest.approx(2)
    assert log[-1] == silent_at


@pytest.mark.parametrize("name", ["click", "press", "chord", "enter", "text", "files", "first file", "hover"])
async def test_an_act_on_a_page_that_reacts_is_done_at_once(name: str, tmp_path: Path) -> None:
    outcome, took, _ = await outcome_of(acts(tmp_path / "f")[name], "nothing")
    assert not isinstance(outcome, Exception)
    assert took < 0.5


@pytest.mark.parametrize("silent_at", ["mousePressed", "mouseReleased"])
async def test_a_click_that_the_page_does_not_take_ends_and_tells_that_it_was_not_seen(silent_at: str) -> None:
    made, took, log = await outcome_of(lambda tab: tab.click("b", timeout=2), silent_at)
    assert isinstance(made, Click)
    assert isinstance(made.seen, Unknown)
    assert made.seen.reason is Reason.DEADLINE
    assert took < 2 * PRESS_LIMIT + LOOK_LIMIT + 1
    assert log.count("mousePressed") == log.count("mouseReleased") == 1


async def test_a_copy_button_on_a_page_that_hangs_under_the_mouse_is_unknown() -> None:
    answer, took, _ = await outcome_of(lambda tab: copied(tab, "b", limit=3), "mouseMoved")
    assert isinstance(answer, Unknown)
    assert answer.reason is Reason.DEADLINE
    assert took == pytest.approx(3)


CRASH = event("Inspector.targetCrashed", SESSION)
ENDS: dict[str, tuple[list[dict[str, Any]], type[Gone]]] = {
    "disconnected": ([], Disconnected),
    "crashed": ([CRASH], TargetCrashed),
    "crashed between two documents": ([event("Runtime.executionContextsCleared", SESSION), CRASH], TargetCrashed),
}


@pytest.mark.parametrize("end", sorted(ENDS))
@pytest.mark.parametrize("name", ["click", "press", "chord", "enter", "text", "files", "hover"])
async def test_an_act_on_what_is_gone_raises_gone_at_once_and_changed_nothing(
    name: str, end: str, tmp_path: Path
) -> None:
    messages, kind = ENDS[end]
    async with opened() as (tab, peer):
        await (peer.say(*messages) if messages else peer.hang_up())
        await trio.testing.wait_all_tasks_blocked()
        since = trio.current_time()
        with pytest.raises(kind) as gone:
            await acts(tmp_path / "f")[name](tab)
        assert trio.current_time() == since
        assert not gone.value.page_may_have_changed or name == "hover"


@pytest.mark.parametrize(("name", "at"), [("chord", "rawKeyDown"), ("press", "keyDown"), ("click", "mousePressed")])
async def test_an_end_in_the_midst_of_an_act_says_that_the_act_had_begun(name: str, at: str, tmp_path: Path) -> None:
    """Its next step is never sent; the one before was."""
    log: list[str] = []
    async with opened() as (tab, peer), trio.open_nursery() as nursery:
        nursery.start_soon(play, peer, at, log, CRASH)
        with pytest.raises(TargetCrashed, match="before it was sent") as gone:
            await acts(tmp_path / "f")[name](tab)
        assert gone.value.page_may_have_changed is True
        nursery.cancel_scope.cancel()


async def test_enter_is_not_pressed_while_it_is_unknown_whether_an_input_method_composes() -> None:
    log: list[str] = []
    async with opened() as (tab, peer), trio.open_nursery() as nursery:

        async def fail() -> None:
            command = await peer.next()
            log.append(asked(command))
            await peer.answer(command, **value({"threw": "Error: not now"}))
            assert await peer.heard_nothing()

        nursery.start_soon(fail)
        with pytest.raises(ActRefused, match="whether an input method composes is unknown") as refused:
            await tab.press("Enter")
    assert (refused.value.reason, refused.value.page_may_have_changed) == ("unreadable", False)
    assert log == ["composing"]


@pytest.mark.parametrize("refused_at", ["copied", "mouseMoved", "mousePressed", "hit"])
async def test_a_copy_that_the_browser_refuses_is_not_known_and_raises_nothing(refused_at: str) -> None:
    async def refusing(peer: Peer) -> None:
        while True:
            command = await peer.next()
            copies = command["params"].get("functionDeclaration", "").startswith(page_script("_copied"))
            name = "copied" if copies else asked(command)
            if name == refused_at:
                await refuse(peer, command, "no")
            elif not copies:
                await peer.say(reply_to(command))

    async with opened() as (tab, peer), trio.open_nursery() as nursery:
        nursery.start_soon(refusing, peer)
        assert isinstance(await copied(tab, "b", limit=3), Unknown)
        nursery.cancel_scope.cancel()
