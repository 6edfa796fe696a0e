"""Text and keys in Chromium: what stands in the field afterwards, and which events the page had."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cdpwebai.cdp.domains import input as devices
from cdpwebai.errors import ActRefused, CallTimeout, InputError
from cdpwebai.page.keyboard import FOCUSED, Focused
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Known, Visible
from tests.manifest import proves

PageUrl = Callable[..., str]

SHOWN = {
    "area": "document.getElementById('area').value",
    "editor": "[...document.getElementById('editor').childNodes].map((line) => line.textContent)",
}


async def focus(tab: Tab, name: str) -> None:
    await tab.evaluate(f"document.getElementById('{name}').focus()")


@proves("report.A49")
@pytest.mark.parametrize("field", SHOWN)
@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\rb", "a\n\nb", "\na", "a\n", "one\r\n\r\ntwo"])
async def test_lines_stay_lines_and_nothing_is_submitted(tab: Tab, page_url: PageUrl, field: str, text: str) -> None:
    await tab.navigate(page_url("fields.html"))
    await focus(tab, field)
    inserted = await tab.insert_text(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    shown = await tab.evaluate(SHOWN[field])
    assert inserted.text == lines
    assert shown == (lines if field == "area" else lines.split("\n"))
    assert inserted.after == Known(Focused("textarea" if field == "area" else "div", editable=True, text=lines))
    assert await tab.evaluate("submits") == 0
    assert await tab.evaluate("keys") == []


CODE_POINTS = "🇩🇪👩‍👩‍👧 한국어 각 ñ n\u0303 \u200b\u00a0\t“quotes” \\ ' \" ` ${x} </textarea> \ufffd \U0001f600"


@pytest.mark.parametrize("field", SHOWN)
async def test_text_goes_in_code_point_for_code_point(tab: Tab, page_url: PageUrl, field: str) -> None:
    await tab.navigate(page_url("fields.html"))
    await focus(tab, field)
    await tab.insert_text(CODE_POINTS)
    assert await tab.evaluate(SHOWN[field]) == (CODE_POINTS if field == "area" else [CODE_POINTS])


async def test_text_goes_in_at_the_caret_and_what_stood_there_is_told(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("fields.html"))
    await focus(tab, "line")
    first = await tab.insert_text("ad")
    await tab.press("ArrowLeft")
    second = await tab.insert_text("bc")
    assert (first.before, second.before) == ("", "ad")
    assert second.after == Known(Focused("input", editable=True, text="abcd"))


async def test_text_for_nobody_is_refused(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("fields.html"))
    for name in ("plain", "fixed", "box", None):
        await tab.evaluate(f"document.getElementById('{name}').focus()" if name else "document.activeElement.blur()")
        with pytest.raises(ActRefused, match="takes none") as refused:
            await tab.insert_text("x")
        assert refused.value.reason == "unfocused"
    assert await tab.evaluate("document.getElementById('fixed').value") == "fixed"


@pytest.mark.parametrize("name", ["mail", "deep"])
async def test_fields_of_every_kind_take_text(tab: Tab, page_url: PageUrl, name: str) -> None:
    await tab.navigate(page_url("fields.html"))
    await tab.click(f"#{name}")
    assert (await tab.insert_text("a@b")).after == Known(Focused("input", editable=True, text="a@b"))


async def test_no_text_is_no_call(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("fields.html"))
    await focus(tab, "area")
    assert (await tab.insert_text("")).after == Known(Focused("textarea", editable=True, text=""))


@proves("report.A50")
async def test_enter_waits_for_the_input_method_and_the_last_syllable_stands_once(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("fields.html"))
    await focus(tab, "area")
    await tab.insert_text("안녕")
    await tab.cdp.call(devices.ImeSetComposition(text="하", selection_start=1, selection_end=1))
    with pytest.raises(ActRefused, match="middle of a composition") as refused:
        await tab.press("Enter")
    assert refused.value.reason == "composing"
    assert await tab.evaluate("[submits, keys.length]") == [0, 0]
    await tab.insert_text("하")
    assert await tab.evaluate(SHOWN["area"]) == "안녕하"
    assert isinstance((await tab.press("Enter")).seen, Visible)
    assert await tab.evaluate("submits") == 1
    assert await tab.evaluate(SHOWN["area"]) == "안녕하"


async def test_a_composition_that_went_with_its_field_holds_nothing_up(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("fields.html"))
    await focus(tab, "editor")
    await tab.cdp.call(devices.ImeSetComposition(text="하", selection_start=1, selection_end=1))
    await tab.evaluate("document.getElementById('editor').remove()")
    await focus(tab, "area")
    assert isinstance((await tab.press("Enter")).seen, Visible)


@pytest.mark.parametrize(
    ("chord", "events"),
    [
        ("a", [["keydown", "a", "KeyA", 65, False, False, False, False, True], ["keyup", "a"]]),
        ("Enter", [["keydown", "Enter", "Enter", 13, False, False, False, False, True], ["keyup", "Enter"]]),
        (
            "Control+Enter",
            [
                ["keydown", "Control", "ControlLeft", 17, True, False, False, False, True],
                ["keydown", "Enter", "Enter", 13, True, False, False, False, True],
                ["keyup", "Enter"],
                ["keyup", "Control"],
            ],
        ),
        (
            "Control+Shift+k",
            [
                ["keydown", "Control", "ControlLeft", 17, True, False, False, False, True],
                ["keydown", "Shift", "ShiftLeft", 16, True, True, False, False, True],
                ["keydown", "K", "KeyK", 75, True, True, False, False, True],
                ["keyup", "K"],
                ["keyup", "Shift"],
                ["keyup", "Control"],
            ],
        ),
        (
            "ArrowDown",
            [["keydown", "ArrowDown", "ArrowDown", 40, False, False, False, False, True], ["keyup", "ArrowDown"]],
        ),
        ("Escape", [["keydown", "Escape", "Escape", 27, False, False, False, False, True], ["keyup", "Escape"]]),
    ],
)
async def test_a_key_says_what_a_keyboard_says(tab: Tab, page_url: PageUrl, chord: str, events: list[Any]) -> None:
    await tab.navigate(page_url("fields.html"))
    await focus(tab, "line")
    pressed = await tab.press(chord)
    assert await tab.evaluate("keys") == events
    assert pressed.key == chord
    assert isinstance(pressed.seen, Visible)


async def test_keys_do_what_they_do(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("fields.html"))
    await focus(tab, "area")
    for chord in ("A", "b", "Shift+1", "Space", "Shift+Enter", "c", "Backspace", "d", "Control+a", "Control+a", "Tab"):
        await tab.press(chord)
    assert await tab.evaluate(SHOWN["area"]) == "Ab! \nd"
    assert await tab.evaluate("document.activeElement.id") == "editor"


async def test_a_key_that_is_not_known_presses_nothing(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("fields.html"))
    with pytest.raises(InputError, match="Return"):
        await tab.press("Return")
    assert await tab.evaluate("keys") == []


EDITED = {
    "": [""],
    "a": ["a"],
    "<p>a</p><p>b</p>": ["a", "b"],
    "<p>a</p><p><br></p><p>b</p>": ["a", "", "b"],
    "<p><br></p>": [""],
    "<p></p><p>a</p>": ["", "a"],
    "a<br>b": ["a", "b"],
    "a<div>b</div><div><br></div><div><br></div>": ["a", "b", "", ""],
    "<div><br></div><div>a</div>": ["", "a"],
    "<p>one <b>two</b> <i>three</i></p>": ["one two three"],
    "<p>a<br>b</p><p>c<br></p>": ["a", "b", "c"],
    "<p>a\nb</p>": ["a", "b"],
    "<ul><li>a</li><li>b</li></ul>c": ["a", "b", "c"],
    "<div><p>a</p></div><div><p>b</p></div>": ["a", "b"],
}


@pytest.mark.parametrize("html", EDITED)
async def test_the_lines_of_an_editor_are_those_that_were_typed(tab: Tab, page_url: PageUrl, html: str) -> None:
    await tab.navigate(page_url("fields.html"))
    await tab.call_function("(html) => { document.getElementById('editor').innerHTML = html; }", html)
    await focus(tab, "editor")
    seen = await tab.look(FOCUSED)
    assert isinstance(seen, Known)
    assert seen.value.text.split("\n") == EDITED[html]


async def test_a_key_for_a_page_that_is_busy_is_given_up_at_its_limit_and_was_not_pressed(tab: Tab) -> None:
    await tab.evaluate("setTimeout(() => { const end = Date.now() + 5000; while (Date.now() < end); }), 0")
    with pytest.raises(CallTimeout, match=r"within 0\.5 s; nothing was done") as late:
        await tab.press("a", timeout=0.5)
    assert late.value.page_may_have_changed is False
