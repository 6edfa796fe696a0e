"""The composer: what is written is what is sent, and each way in which a scenario makes that hard."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.cdp import Session
from tests.browser.demosite.support import COMPOSER, HOLD, opened
from tests.manifest import proves
from tests.unit.demosite.support import answered, scenario, step

PROMPTS = [
    "Please answer.",
    "Look:\n\n\tindented\n/slash\n@mention and #tag\n\n```python\nfor i in range(3):\n    print(i)\n```\nThanks.",
    "two  spaces   three, and at the end  ",
    "한국어 日本語 中文 العربية 😀👩‍👩‍👧 é",
    "<b>no</b> &amp; \"quotes\" 'n' \\ backslash </script>",
    "\n\nblank lines around\n\n",
    "x" * 20_000,
]
CTRL = 2

FILLED = f'document.querySelector("{COMPOSER}").textContent'


def quiet(**composer: Any) -> Any:
    """A site that logs what is sent and shows nothing."""
    return scenario(site={"composer": composer})


@pytest.mark.parametrize("kind", ["editor", "textarea"])
@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: repr(prompt[:16]))
@proves("demosite.log-is-truth")
async def test_what_is_inserted_is_sent_character_by_character(session: Session, kind: str, prompt: str) -> None:
    async with opened(session, quiet(kind=kind)) as page:
        await page.ask(prompt)
        assert await page.sent(1) == [prompt]
        assert page.site.log.sends[0].how == "click"


async def test_the_slot_holds_exactly_one_of_voice_send_and_stop(session: Session) -> None:
    reply = [step(0, "user_turn"), step(0, "stop", state="on"), HOLD, step(0, "stop", state="off")]
    held = '[...document.querySelectorAll(".slot button")].map((node) => node.dataset.testid).join()'
    async with opened(session, scenario(reply)) as page:
        assert await page.js(held) == "composer-speech-button"
        await page.write("x")
        assert await page.js(held) == "send-button"
        await page.click(".slot button")
        await page.until(f'{held} === "stop-button"')
        await page.go_on()
        await page.until(f'{held} === "composer-speech-button"')


async def test_until_the_user_turn_shows_the_composer_stays_full_and_can_be_sent_again(session: Session) -> None:
    async with opened(session, scenario([HOLD, step(0, "user_turn")])) as page:
        await page.ask("Twice?")
        await page.sent(1)
        assert await page.js(FILLED) == "Twice?"
        await page.js(f"document.querySelector('{COMPOSER}').focus()")
        await page.enter()
        assert await page.sent(2) == ["Twice?", "Twice?"]
        await page.go_on()
        await page.until(f'{FILLED} === ""')


async def test_while_an_answer_is_being_written_enter_sends_nothing(session: Session) -> None:
    async with opened(session, scenario([step(0, "user_turn"), step(0, "stop", state="on")])) as page:
        await page.ask("first")
        await page.until('document.querySelector("[data-testid=stop-button]")')
        await page.write("second")
        await page.enter()
        await page.click(".slot button")
        await page.clicked("stop")
        assert await page.sent(1) == ["first"]


async def test_enter_sends_and_shift_enter_breaks_the_line(session: Session) -> None:
    async with opened(session, quiet()) as page:
        await page.write("one")
        await page.enter(modifiers=8)
        await page.insert("two")
        await page.enter()
        assert await page.sent(1) == ["one\ntwo"]
        assert page.site.log.sends[0].how == "enter"


async def test_where_enter_breaks_the_line_ctrl_enter_sends(session: Session) -> None:
    async with opened(session, quiet(enter="breaks")) as page:
        await page.write("one")
        await page.enter()
        await page.insert("two")
        await page.enter(modifiers=CTRL)
        assert await page.sent(1) == ["one\ntwo"]


async def test_keys_edit_the_text(session: Session) -> None:
    async with opened(session, quiet()) as page:
        await page.write("ab\ncd")
        await page.press("Backspace", 8)
        await page.press("ArrowUp", 38)
        await page.press("Home", 36)
        await page.press("Delete", 46)
        await page.press("x", 88, text="x")
        await page.enter()
        assert await page.sent(1) == ["xb\nc"]


async def test_all_can_be_selected_and_replaced(session: Session) -> None:
    async with opened(session, quiet()) as page:
        await page.write("old\ntext")
        await page.js("getSelection().selectAllChildren(document.querySelector('#prompt-textarea'))")
        await page.press("Backspace", 8)
        assert await page.js(FILLED) == ""
        await page.insert("new")
        await page.enter()
        assert await page.sent(1) == ["new"]


async def test_a_composition_is_taken_over(session: Session) -> None:
    async with opened(session, quiet()) as page:
        await page.write("a ")
        await session.call("Input.imeSetComposition", text="ㅎ", selectionStart=1, selectionEnd=1)
        await session.call("Input.imeSetComposition", text="한", selectionStart=1, selectionEnd=1)
        await page.insert("한")
        await page.insert(" b")
        await page.click(".slot button")
        assert await page.sent(1) == ["a 한 b"]


async def test_runs_of_spaces_are_drawn_with_no_break_spaces_and_sent_as_spaces(session: Session) -> None:
    prompt = "def f():\n    return  1    # spaces  stay"
    async with opened(session, quiet(nbsp=True)) as page:
        await page.write(prompt)
        assert " \u00a0 \u00a0return \u00a01" in await page.js(FILLED)
        await page.click(".slot button")
        assert await page.sent(1) == [prompt]


@pytest.mark.parametrize("kind", ["editor", "textarea"])
async def test_a_long_insert_becomes_a_file(session: Session, kind: str) -> None:
    async with opened(session, quiet(kind=kind, paste_limit=10)) as page:
        await page.write("12345678901")
        await page.until('document.querySelector(".chip")')
        assert await page.attribute(".chip", "aria-label") == "Pasted text.txt"
        await page.insert("short")
        await page.click(".slot button")
        assert await page.sent(1) == ["short"]
        (upload,) = page.site.log.sends[0].uploads
        assert (upload.pasted, upload.size) == (True, 11)


async def test_a_file_can_be_taken_away_again(session: Session) -> None:
    async with opened(session, quiet(paste_limit=3)) as page:
        await page.write("long")
        await page.click('.chip [aria-label="Remove file 1: Pasted text.txt"]')
        await page.until('!document.querySelector(".chip")')
        await page.clicked("remove")


@pytest.mark.parametrize("kind", ["editor", "textarea"])
async def test_a_long_insert_may_vanish(session: Session, kind: str) -> None:
    async with opened(session, quiet(kind=kind, paste_drop=10)) as page:
        await page.write("12345678901")
        await page.insert("stays")
        await page.click(".slot button")
        assert await page.sent(1) == ["stays"]
        assert page.site.log.uploads == []


async def test_the_caret_may_go_to_the_start_after_an_insert(session: Session) -> None:
    async with opened(session, quiet(caret="start")) as page:
        await page.write("one")
        await page.insert("two")
        await page.click(".slot button")
        assert await page.sent(1) == ["twoone"]


async def test_the_composer_is_replaced_some_time_after_the_load_and_what_was_in_it_is_lost(session: Session) -> None:
    source = f"""
        window.boxes = [];
        new MutationObserver(() => {{
          const box = document.querySelector("{COMPOSER}");
          if (box && !boxes.includes(box)) boxes.push(box);
        }}).observe(document, {{ subtree: true, childList: true }});
    """
    await session.call("Page.addScriptToEvaluateOnNewDocument", source=source)
    async with opened(session, quiet(hydrate_after=0.3)) as page:
        await page.until("boxes.length === 2 && !boxes[0].isConnected")
        assert await page.js(FILLED) == ""
        await page.ask("kept")
        assert await page.sent(1) == ["kept"]


async def test_the_composer_is_replaced_once_after_the_first_focus(session: Session) -> None:
    counted = (
        "window.timers = []; const set = setTimeout; setTimeout = (act, ms) => { timers.push(ms); set(act, ms); };"
    )
    await session.call("Page.addScriptToEvaluateOnNewDocument", source=counted)
    async with opened(session, quiet(hydrate_after=0.123, hydrate_on="focus")) as page:
        await page.js(f'window.first = document.querySelector("{COMPOSER}")')
        await page.write("lost")
        await page.until("!window.first.isConnected")
        assert await page.js(FILLED) == ""
        await page.ask("kept")
        assert await page.sent(1) == ["kept"]
        assert await page.js("timers.filter((ms) => ms === 123).length") == 1


async def test_the_composer_is_replaced_after_the_first_send(session: Session) -> None:
    async with opened(session, quiet(hydrate_after=0.1, hydrate_on="send")) as page:
        await page.js(f'window.first = document.querySelector("{COMPOSER}")')
        await page.ask("one")
        await page.until("!window.first.isConnected")
        assert await page.sent(1) == ["one"]


async def test_a_button_that_stays_disabled_leaves_enter(session: Session) -> None:
    async with opened(session, quiet(send="disabled")) as page:
        await page.write("x")
        assert await page.js('document.querySelector("[data-testid=send-button]").disabled')
        await page.click(".slot button")
        await page.click(COMPOSER)
        await page.enter()
        assert await page.sent(1) == ["x"]
        assert page.site.log.clicks["send"] == 0


async def test_a_dead_button_is_clicked_for_nothing(session: Session) -> None:
    async with opened(session, quiet(send="dead")) as page:
        await page.ask("x")
        await page.clicked("send")
        assert page.site.log.sends == []
        await page.click(COMPOSER)
        await page.enter()
        assert await page.sent(1) == ["x"]
        assert page.site.log.sends[0].how == "enter"


async def test_a_click_that_a_script_makes_up_does_nothing_but_is_counted_apart(session: Session) -> None:
    async with opened(session, quiet()) as page:
        await page.write("x")
        await page.js('document.querySelector("[data-testid=send-button]").click()')
        await page.clicked("untrusted:send")
        await page.click(".slot button")
        assert await page.sent(1) == ["x"]
        await page.clicked("send")
        assert page.site.log.clicks == {"untrusted:send": 1, "send": 1}


async def test_a_draft_is_in_the_composer_at_load_and_gone_after_a_send(session: Session) -> None:
    async with opened(session, scenario(answered("x"), site={"draft": "left\nover"})) as page:
        assert await page.texts(f"{COMPOSER} p") == ["left", "over"]
        assert await page.count("[data-testid=send-button]") == 1
        await page.click(".slot button")
        assert await page.sent(1) == ["left\nover"]
        await page.load("/")
        assert await page.js(FILLED) == ""


@pytest.mark.parametrize(("text", "row"), [("write to\n@te", "Calendar"), ("/im", "Web search")])
async def test_a_word_with_a_mark_opens_a_menu_in_which_enter_chooses(session: Session, text: str, row: str) -> None:
    async with opened(session, quiet()) as page:
        await page.write(text)
        assert await page.is_shown('[role="listbox"]')
        await page.enter()
        await page.clicked("slash-row")
        assert row in await page.js(FILLED)
        assert page.site.log.sends == []


async def test_the_open_menu_leaves_the_send_button_free(session: Session) -> None:
    async with opened(session, quiet()) as page:
        await page.ask("Please write to\n@team")
        assert await page.sent(1) == ["Please write to\n@team"]
        await page.clicked("send")
        assert page.site.log.clicks == {"send": 1}


async def test_no_menu_opens_for_marks_further_up(session: Session) -> None:
    async with opened(session, quiet()) as page:
        await page.write("/slash at line start\n@mention and\nThanks.")
        assert not await page.is_shown('[role="listbox"]')


async def test_a_script_that_writes_into_the_editor_is_noticed(session: Session) -> None:
    async with opened(session, quiet()) as page:
        await page.click(COMPOSER)
        written = f'const box = document.querySelector("{COMPOSER}"); box.firstChild.textContent = "written";'
        await page.js(f'(() => {{ {written} box.dispatchEvent(new InputEvent("input", {{bubbles: true}})); }})()')
        await page.click(".slot button")
        assert await page.sent(1) == ["written"]


async def test_the_rich_editor_has_a_hidden_spare_before_it(session: Session) -> None:
    async with opened(session, quiet()) as page:
        assert await page.count('textarea[name="prompt-textarea"]') == 1
        assert not await page.is_shown('textarea[name="prompt-textarea"]')
        assert await page.attribute(COMPOSER, "contenteditable") == "true"
        assert await page.attribute(COMPOSER, "role") == "textbox"


async def test_sending_is_refused_while_there_is_nothing_to_send(session: Session) -> None:
    async with opened(session, quiet()) as page:
        await page.write(" \n ")
        await page.enter()
        await page.click(".slot button")
        await page.clicked("voice")
        await page.insert("now there is")
        await page.click(".slot button")
        assert await page.sent(1) == [" \n now there is"]
