"""Send, Stop and voice: told apart by test id, else by place, name and build; nothing else is taken for one of them."""

from __future__ import annotations

import json

import pytest

from cdpwebai.errors import ActRefused
from cdpwebai.page.acting import HEARD, Target, aim_of
from cdpwebai.page.click import HIT
from cdpwebai.providers.chat import Slot
from cdpwebai.providers.chat_page import send_of
from cdpwebai.verdict import Absent, Known, Reason, Unknown, Verdict, Visible
from tests.browser.providers.support import Chat, known
from tests.manifest import proves

STOP = 'data-testid="stop-button"'
SEND = 'data-testid="send-button"'
TYPED = 'document.getElementById("prompt-textarea").innerHTML = "<p>Hello</p>";'


def button(attributes: str, words: str = "") -> str:
    return f"<button {attributes}>{words}</button>"


def slot(*buttons: str) -> str:
    """A statement that puts these buttons into the composer's last slot."""
    return f'document.getElementById("slot").innerHTML = {json.dumps("".join(buttons))};'


def add(place: str, *buttons: str) -> str:
    """A statement that adds buttons to an element, as its first children."""
    return (
        f"document.querySelector({json.dumps(place)}).insertAdjacentHTML('afterbegin', {json.dumps(''.join(buttons))});"
    )


async def stop(chat: Chat, script: str) -> Verdict:
    return (await chat.set_up(script)).stop


async def shown(chat: Chat, script: str) -> Slot:
    return known((await chat.set_up(script)).slot)


@proves("ref.F2.STOP-1", "ref.F3.FRAG-11", "ref.F3.FRAG-12", "ref.F3.FRAG-13")
async def test_a_stop_of_something_else_inside_the_form_is_not_the_answers(chat: Chat) -> None:
    others = (
        "Stop dictation",
        "Stop voice mode",
        "Stop reading aloud",
        "Stop sharing",
        "Stop recording",
        "Stop streaming music",
        "받아쓰기 중지",
    )
    for name in others:
        assert isinstance(await stop(chat, add("#footer", button(f'aria-label="{name}"'))), Absent), name
        assert isinstance(await stop(chat, slot(button(f'aria-label="{name}"'))), Unknown), name


@proves("ref.F2.STOP-2", "ref.F3.FRAG-10")
async def test_a_stop_that_is_only_named_so_outside_of_the_form_is_ignored(chat: Chat) -> None:
    for place in ("header", "#turns", "nav"):
        assert isinstance(await stop(chat, add(place, button('aria-label="Stop generating"'))), Absent), place


@proves("ref.F2.STOP-3", "ref.F3.FRAG-9", "ref.F3.TRANS-4")
async def test_a_stop_inside_the_form_is_known_by_its_name(chat: Chat) -> None:
    assert isinstance(await stop(chat, slot(button('aria-label="Stop generating"'))), Visible)
    assert isinstance(await stop(chat, add("#footer", button('aria-label="Stop streaming"'))), Visible)


@proves("ref.F2.STOP-4", "ref.F3.FRAG-8")
async def test_a_stop_is_known_by_its_test_id_anywhere_in_main(chat: Chat) -> None:
    for place in ("header", "#turns", "#slot"):
        assert isinstance(await stop(chat, add(place, button(STOP))), Visible), place


@proves("ref.F2.STOP-5")
@pytest.mark.parametrize("style", ["display:none", "visibility:hidden", "opacity:0"])
async def test_a_hidden_stop_is_not_shown(chat: Chat, style: str) -> None:
    hidden = button(f'{STOP} style="{style}"')
    assert isinstance(await stop(chat, add("#footer", hidden)), Absent)
    assert isinstance(await stop(chat, slot(hidden)), Unknown)


@proves("ref.F2.STOP-6")
async def test_a_visible_stop_behind_a_hidden_one_is_found(chat: Chat) -> None:
    hidden = button(f'{STOP} style="display:none"')
    assert isinstance(await stop(chat, add("#footer", hidden) + slot(button(STOP))), Visible)


@proves("ref.F2.STOP-7")
async def test_a_stop_outside_of_main_is_not_the_answers(chat: Chat) -> None:
    assert isinstance(await stop(chat, add("nav", button(STOP))), Absent)


@proves("ref.F2.STOP-8", "ref.F2.STOP-10", "ref.F2.Y18")
async def test_without_the_place_to_look_in_nothing_is_told(chat: Chat) -> None:
    assert await stop(chat, 'document.getElementById("form").remove()') == Unknown(
        Reason.NO_ANCHOR, "the composer's form"
    )
    seen = await chat.set_up('document.querySelector("main").remove()')
    assert [getattr(one, "reason", None) for one in (seen.slot, seen.composer, seen.turns)] == [Reason.NO_ANCHOR] * 3


@proves("ref.C.2.slot")
async def test_stop_is_absent_only_where_the_slot_holds_another_of_the_three(chat: Chat) -> None:
    assert isinstance(await stop(chat, ""), Absent)
    assert isinstance(await stop(chat, slot(button(SEND))), Absent)
    assert await stop(chat, slot()) == Unknown(
        Reason.NO_ANCHOR, "the composer's last slot holds none of send, stop and voice"
    )
    beside = button('data-testid="composer-speech-button"')
    assert isinstance(await stop(chat, slot() + add("#footer", beside)), Unknown), "voice beside an empty slot"


NAMES = {
    "en": ("Send prompt", "Stop streaming", "Start voice mode"),
    "ko": ("프롬프트 보내기", "응답 중지", "Voice 시작"),
    "zh": ("发送提示词", "停止回答", "启动语音功能"),
    "ja": ("プロンプトを送信する", "ストリーミングの停止", "音声モードを開始する"),
    "de": ("Prompt senden", "Antwort stoppen", "Sprachmodus starten"),
}


@proves("ref.C.2.labels")
async def test_the_three_are_known_by_name_in_five_languages(chat: Chat) -> None:
    for language, (send, stop_name, voice) in NAMES.items():
        told = [await shown(chat, TYPED + slot(button(f'aria-label="{name}"'))) for name in (send, stop_name, voice)]
        assert told == [Slot(1, True, 0, 0), Slot(0, False, 1, 0), Slot(0, False, 0, 1)], language


@proves("ref.C.2.structure")
async def test_without_ids_and_names_the_three_are_told_by_what_they_are_built_like(chat: Chat) -> None:
    send = slot(button('type="submit" class="composer-submit-btn"'))
    assert await shown(chat, TYPED + send) == Slot(1, True, 0, 0)
    assert await shown(chat, send) == Slot(0, False, 0, 0), "nothing is typed, so it is no Send for sure"
    assert await shown(chat, slot(button('type="button" class="composer-submit-btn"'))) == Slot(0, False, 1, 0)
    nameless = Slot(0, False, 0, 0)
    assert await shown(chat, TYPED + slot(button('class="composer-submit-btn"'))) == nameless, "Send and Stop have it"
    assert await shown(chat, TYPED + slot(button('id="composer-submit-button"'))) == nameless, "Send and Stop have it"
    assert await shown(chat, TYPED + slot(button('type="button" aria-label="Ngomong"'))) == nameless
    assert await shown(chat, slot(button('aria-label="Ngomong"'))) == nameless


OFF = (
    "disabled",
    'aria-disabled="true"',
    'data-disabled="true"',
    "data-disabled",
    "inert",
    'style="pointer-events:none"',
)


@proves("ref.C.2.disabled")
async def test_a_send_that_is_switched_off_is_not_ready(chat: Chat) -> None:
    for attributes in OFF:
        assert await shown(chat, TYPED + slot(button(f"{SEND} {attributes}"))) == Slot(1, False, 0, 0), attributes
    off = 'document.getElementById("form").innerHTML = `<fieldset disabled>${form.innerHTML}</fieldset>`;'
    assert await shown(chat, TYPED + slot(button(SEND)) + off) == Slot(1, False, 0, 0)
    on = 'aria-disabled="false" data-disabled="false"'
    assert await shown(chat, TYPED + slot(button(f"{SEND} {on}"))) == Slot(1, True, 0, 0)


async def test_two_sends_in_the_composer_are_not_ready_and_not_pressed(chat: Chat) -> None:
    assert await shown(chat, TYPED + slot(button(SEND), button(SEND))) == Slot(2, False, 0, 0)


@proves("ref.C.2.send")
async def test_only_the_composers_own_send_is_pressed(chat: Chat) -> None:
    stray = f"<form>{button(SEND)}{button('type=submit', 'Send')}</form>"
    decoys = button('data-testid="composer-speech-button"') + button('aria-label="Answer now"', "Answer now")
    await chat.set_up(TYPED + add("#turns", stray) + add("#footer", decoys) + slot(button(f'{SEND} id="mine"')))
    await chat.change("window.pressed = []; onclick = (event) => pressed.push(event.target.id || 'other')")
    await chat.press_send()
    assert await chat.tab.evaluate("pressed") == ["mine"]
    heard = known(await chat.tab.look(HEARD))
    assert [event.type for event in heard if event.meets] == ["pointerdown", "mousedown", "click"]


@pytest.mark.parametrize(
    "script",
    [
        slot(button(SEND), button(SEND)),
        slot(button(f'{SEND} style="display:none"')),
        slot(button(STOP)),
        slot(),
        slot() + add("#turns", f"<form>{button(SEND)}</form>"),
    ],
    ids=["two", "hidden", "stop", "none", "another-form"],
)
async def test_where_there_is_no_one_send_there_is_nothing_to_press(chat: Chat, script: str) -> None:
    written = (await chat.set_up(TYPED + script)).written
    assert written is not None
    assert known(await chat.tab.look(HIT, aim_of(send_of(written)))).count == 0


@pytest.mark.parametrize(
    ("change", "count"),
    [
        ("", 1),
        ('document.getElementById("prompt-textarea").firstChild.append("!");', 0),
        ('document.getElementById("prompt-textarea").innerHTML = "";', 0),
        (add("#form", '<div role="group" aria-label="a.txt"><button aria-label="Remove a.txt"></button></div>'), 0),
        ('history.replaceState({}, "", "?else");', 0),
        ('document.getElementById("turns").append("more");', 1),
    ],
    ids=["nothing", "text", "emptied", "file", "address", "elsewhere"],
)
async def test_send_is_pressed_only_with_what_the_composer_was_seen_to_hold(
    chat: Chat, change: str, count: int
) -> None:
    written = (await chat.set_up(TYPED + slot(button(SEND)))).written
    assert written is not None
    await chat.change(change)
    await chat.change("window.pressed = 0; onclick = () => { pressed += 1; }")
    assert known(await chat.tab.look(HIT, aim_of(send_of(written)))).count == count
    if count == 0:
        with pytest.raises(ActRefused, match="not with what the composer was seen to hold"):
            await chat.page.press_send(written)
        assert await chat.tab.evaluate("pressed") == 0


async def test_the_copy_button_is_that_of_the_turn_and_not_of_a_code_block(chat: Chat) -> None:
    """Each button copies where it stands."""
    copies = """
      const code = '<pre><button aria-label="Copy" data-testid="copy-turn-action-button"></button></pre>';
      document.querySelector('#answer .markdown').insertAdjacentHTML('afterbegin', code);
      for (const button of document.querySelectorAll('button[aria-label=Copy]')) {
        const where = [button.parentElement.localName, button.closest('article').dataset.turn];
        button.onclick = () => navigator.clipboard.writeText(where.join(' '));
      }
    """
    for script in (
        "",
        "document.querySelectorAll('[data-testid]').forEach((one) => one.removeAttribute('data-testid'));",
    ):
        await chat.set_up(copies + script)
        assert await chat.page.copy("m-a1") == Known("div assistant")
        assert await chat.page.copy("m-u1") == Known("div user")
    nobodys = aim_of(Target("chat_copy", ("m-none",)))
    assert known(await chat.tab.look(HIT, nobodys)).count == 0


async def test_a_send_that_is_switched_off_is_refused_and_not_pressed(chat: Chat) -> None:
    await chat.set_up(TYPED + slot(button(f"{SEND} disabled")))
    await chat.change("window.pressed = 0; onclick = () => { pressed += 1; }")
    with pytest.raises(ActRefused) as refused:
        await chat.press_send()
    assert refused.value.reason == "disabled"
    assert await chat.tab.evaluate("pressed") == 0
