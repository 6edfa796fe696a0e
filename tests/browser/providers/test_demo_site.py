"""The readers on the demo site: in five languages, with and without test ids and labels, in each kind of markup."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import trio

from cdpwebai.demosite.labels import labels
from cdpwebai.page.acting import aim_of
from cdpwebai.page.click import HIT
from cdpwebai.page.tab import Tab
from cdpwebai.providers.chat import ChatObservation, Composer, Slot, Surface, Turn
from cdpwebai.providers.chat_page import send_of
from cdpwebai.verdict import Absent, Known, Visible
from tests.browser.providers.support import LANGUAGES, Chat, demo_chat, known, scenario
from tests.manifest import proves
from tests.support.clicks import clicks_on

LIMIT = 60.0
"""Seconds after which what is awaited is called missing."""

BEGUN: list[dict[str, Any]] = [
    {"at": 0, "do": "user_turn", "id": "u1"},
    {"at": 0, "do": "stop", "state": "on"},
    {"at": 0, "do": "assistant_turn", "id": "a1"},
]
ENDED: list[dict[str, Any]] = [{"at": 0, "do": "stop", "state": "off"}, {"at": 0, "do": "bar"}]
HOLD: dict[str, Any] = {"at": 0, "do": "modal", "kind": "network", "hold": True}


def text(md: str, **keys: Any) -> dict[str, Any]:
    return {"at": 0, "do": "text", "md": md, **keys}


async def until(chat: Chat, true: Callable[[ChatObservation], bool]) -> ChatObservation:
    """The first look of which something is true; the page is looked at again when something in it has changed."""
    with trio.fail_after(LIMIT):
        async with chat.page.wakes() as wakes:
            while not true(seen := await chat.see()):
                await wakes.wait(1)
    return seen


async def ask(chat: Chat, prompt: str = "Hello?") -> None:
    """Type and send, as the flow does."""
    composer = known((await chat.see()).composer)
    assert composer is not None
    await chat.page.insert(composer.selector, prompt)
    await until(chat, lambda seen: known(seen.slot).ready)
    await chat.press_send()


def answer(seen: ChatObservation) -> Turn:
    """The last turn, which must be the assistant's."""
    turn = known(seen.turns)[-1][1]
    assert turn.role == "assistant"
    return turn


def has_answer(seen: ChatObservation) -> bool:
    turns = known(seen.turns)
    return bool(turns) and turns[-1][1].role == "assistant" and bool(turns[-1][1].messages)


def words(seen: ChatObservation) -> list[str]:
    return [message.text for message in answer(seen).messages if not message.reasoning]


SITES: list[dict[str, Any]] = [
    *({"lang": language, "test_ids": ids} for language in LANGUAGES for ids in (True, False)),
    {"labels": False},
    {"labels": False, "test_ids": False},
    {"turn_markup": "section-turn", "lang": "ko"},
    {"turn_markup": "section-turn", "test_ids": False},
    {"turn_markup": "wrapperless", "lang": "zh"},
    {"turn_markup": "wrapperless", "test_ids": False},
    {"composer": "textarea", "bar": "hover", "csp": True},
    {"code": "codemirror", "mounted": 2},
    {
        "stop_decoys": ["dictation", "voice", "read-aloud", "sidebar", "hidden"],
        "decoys": ["search-form", "answer-now", "voice", "alert-close", "project", "plugins", "apps"],
    },
    {
        "decoys": ["stray-send", "stray-picker", "voice", "search-form"],
        "stop_decoys": ["dictation", "sidebar", "read-aloud"],
        "test_ids": False,
    },
]


@proves("readers.B25-readers", "readers.o12", "readers.o13", "readers.o14")
@pytest.mark.parametrize("site", SITES, ids=str)
async def test_a_question_and_its_answer_look_the_same_on_every_kind_of_page(tab: Tab, site: dict[str, Any]) -> None:
    """Empty, typed, being answered, interrupted by a dialog, ended: the same observations but for the markup's own."""
    played = scenario(site, *BEGUN, text("Half an"), HOLD, text(" answer."), *ENDED)
    async with demo_chat(tab, played) as (chat, demo):
        empty = await chat.see()
        assert known(empty.composer) == Composer("#prompt-textarea", "")
        assert known(empty.slot).voice >= 1
        assert isinstance(empty.stop, Absent)
        assert (known(empty.turns), known(empty.notices), known(empty.chips)) == ((), (), ())
        assert known(empty.surface).active == "chat"
        assert known(empty.panel).activity == "none"

        await ask(chat)
        held = await until(chat, lambda seen: has_answer(seen) and bool(known(seen.notices)))
        assert isinstance(held.stop, Visible)
        assert answer(held).streaming
        assert not answer(held).finished
        assert words(held) == ["Half an"]
        assert [notice.kind for notice in known(held.notices)] == ["network"]

        await chat.tab.click("[role=dialog] button")
        ended = await until(chat, lambda seen: answer(seen).finished and not known(seen.notices))
        assert isinstance(ended.stop, Absent)
        assert words(ended) == ["Half an answer."]
        assert (answer(ended).streaming, answer(ended).failed, answer(ended).continues) == (False, "", False)
        [(_, user), _] = known(ended.turns)
        assert [message.text for message in user.messages] == ["Hello?"]
        assert await clicks_on(demo, "send", 1) == 1
        assert {name for name in demo.log.clicks if name.startswith(("decoy", "stray"))} == set()


@proves("readers.lines")
@pytest.mark.parametrize("composer", ["editor", "textarea", {"nbsp": True}], ids=str)
async def test_what_was_typed_is_read_back_line_by_line(tab: Tab, composer: Any) -> None:
    prompt = "/one @two #three\n\n\tfour  five   six\n```py\nx = 1\n```\n"
    async with demo_chat(tab, scenario({"composer": composer}, {"at": 0, "do": "user_turn", "id": "u1"})) as (
        chat,
        demo,
    ):
        await chat.page.insert("#prompt-textarea", prompt)
        typed = await until(chat, lambda seen: known(seen.slot).ready)
        assert known(typed.composer) == Composer("#prompt-textarea", drawn(prompt) if "nbsp" in composer else prompt)
        await chat.press_send()
        sent = await until(chat, lambda seen: bool(known(seen.turns)))
        assert [message.text for message in known(sent.turns)[0][1].messages] == [prompt]
        assert [send.text for send in demo.log.sends] == [prompt]


def drawn(prompt: str) -> str:
    """Runs of spaces as an editor draws them: space and no-break space by turns."""
    return re.sub(" {2,}", lambda run: run[0].replace("  ", " \u00a0"), prompt)


@pytest.mark.parametrize("state", ["disabled", "dead"])
async def test_a_send_that_does_nothing_sends_nothing(tab: Tab, state: str) -> None:
    async with demo_chat(tab, scenario({"composer": {"send": state}})) as (chat, demo):
        await chat.page.insert("#prompt-textarea", "Hello?")
        typed = await until(chat, lambda seen: known(seen.slot).send == 1)
        assert known(typed.slot).ready is (state == "dead")
        if state == "disabled":
            assert typed.written is not None
            assert known(await tab.look(HIT, aim_of(send_of(typed.written)))).enabled is False
        else:
            await chat.press_send()
            after = await chat.see()
            assert known(after.composer) == Composer("#prompt-textarea", "Hello?")
            assert known(after.turns) == ()
        assert demo.log.sends == []


@proves("readers.B20-paste")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_paste_that_became_a_file_is_seen_as_one(tab: Tab, language: str) -> None:
    site = {"lang": language, "composer": {"paste_limit": 100}, "test_ids": language != "ja"}
    async with demo_chat(tab, scenario(site)) as (chat, _):
        await chat.page.insert("#prompt-textarea", "x" * 200)
        pasted = await until(chat, lambda seen: known(seen.chips) != ())
        assert known(pasted.chips) == ("Pasted text.txt",)
        assert known(pasted.composer) == Composer("#prompt-textarea", "")
        assert known(pasted.slot) == Slot(1, True, 0, 0)


async def test_a_draft_that_comes_back_is_read_before_what_stands_there(tab: Tab) -> None:
    async with demo_chat(tab, scenario({"draft": "half ", "draft_returns_after": 0.2})) as (chat, _):
        await until(chat, lambda seen: seen.composer == Known(Composer("#prompt-textarea", "half half ")))


@proves("readers.B19-hydration")
async def test_an_editor_that_is_replaced_after_typing_reads_empty(tab: Tab) -> None:
    site = {"composer": {"hydrate_after": 0.2, "hydrate_on": "focus"}}
    async with demo_chat(tab, scenario(site)) as (chat, _):
        await chat.page.insert("#prompt-textarea", "Hello?")
        assert known((await chat.see()).composer) == Composer("#prompt-textarea", "Hello?")
        await until(chat, lambda seen: seen.composer == Known(Composer("#prompt-textarea", "")))


async def test_a_draft_is_seen_before_anything_is_typed(tab: Tab) -> None:
    async with demo_chat(tab, scenario({"draft": "half a\n\nletter"})) as (chat, _):
        seen = await chat.see()
        assert known(seen.composer) == Composer("#prompt-textarea", "half a\n\nletter")
        assert known(seen.slot) == Slot(1, True, 0, 0)


SURFACES: dict[str, Surface] = {
    "chat": Surface("chat", work="visible"),
    "work": Surface("work", work="visible"),
    "none": Surface("legacy", work="absent"),
    "ambiguous": Surface("ambiguous", work="visible"),
    "half": Surface("ambiguous", work="absent"),
    "torn": Surface("ambiguous", work="visible"),
}


@proves("readers.surfaces")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_kind_of_surface_is_told_in_each_language(tab: Tab, language: str) -> None:
    for kind, surface in SURFACES.items():
        async with demo_chat(tab, scenario({"lang": language, "surface": kind, "test_ids": False})) as (chat, _):
            assert known((await chat.see()).surface) == surface, kind


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_sidebar_tells_of_an_old_conversation_what_it_is(tab: Tab, language: str) -> None:
    old, work = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
    turn = {"role": "user", "text": "Hi"}
    history = [
        {"id": old, "title": "Life, work and play", "turns": [turn]},
        {"id": work, "title": "Notes", "work": True, "turns": [turn]},
    ]
    site = {"lang": language, "surface": "none", "history": history}
    for address, conversation in ((old, "chat"), (work, "work")):
        async with demo_chat(tab, scenario(site), f"/c/{address}") as (chat, _):
            surface = known((await chat.see()).surface)
            assert (surface.active, surface.conversation) == ("legacy", conversation), language


@proves("readers.notices")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", ["modal", "toast"])
async def test_each_kind_of_notice_is_told_in_each_language(tab: Tab, step: str, language: str) -> None:
    kinds = {"rate_limit": "rate-limit", "quota": "quota", "network": "network", "choose_surface": "choose-surface"}
    for kind, expected in kinds.items():
        shown = {"at": 0, "do": step, "kind": kind}
        async with demo_chat(tab, scenario({"lang": language, "test_ids": False}, *BEGUN, text("Half"), shown)) as (
            chat,
            _,
        ):
            await ask(chat)
            if (step, kind) == ("toast", "choose_surface"):
                await until(chat, has_answer)
                assert known((await chat.see()).notices) == ()
                continue
            seen = await until(chat, lambda seen: known(seen.notices) != ())
            assert [notice.kind for notice in known(seen.notices)] == [expected], kind
            assert known(seen.notices)[0].text != ""


@pytest.mark.parametrize(
    ("site", "expected"),
    [
        ({"gate": "challenge"}, ["challenge"]),
        ({"gate": "challenge_script"}, []),
        ({"gate": "rate_limit", "lang": "ja"}, ["rate-limit"]),
        *(({"login": "out", "lang": language}, ["login"]) for language in LANGUAGES),
        ({"login": "guest"}, []),
    ],
    ids=str,
)
async def test_what_stands_in_place_of_the_page_is_told(tab: Tab, site: dict[str, Any], expected: list[str]) -> None:
    async with demo_chat(tab, scenario(site)) as (chat, _):
        seen = await chat.see()
        assert kinds(seen) == expected
        in_place = expected in (["challenge"], ["login"])
        assert (known(seen.composer) is None) is in_place
        account = {"guest": "guest", "out": "guest"}.get(site.get("login", ""), "in")
        assert await chat.page.account() == Known(account)


@pytest.mark.parametrize("kind", ["challenge", "logout"])
async def test_a_page_that_is_replaced_while_it_answers_is_seen_as_what_it_is_then(tab: Tab, kind: str) -> None:
    gate = {"at": 0, "do": "gate", "kind": kind}
    async with demo_chat(tab, scenario(None, *BEGUN, text("Half"), HOLD, gate)) as (chat, _):
        await ask(chat)
        await until(chat, lambda seen: known(seen.notices) != ())
        await chat.tab.click("[role=dialog] button")
        expected = "login" if kind == "logout" else kind
        gone = await until(chat, lambda seen: kinds(seen) == [expected])
        assert known(gone.turns) == ()


def kinds(seen: ChatObservation) -> list[str]:
    """The kinds of the notices, none while the page is being replaced."""
    return [notice.kind for notice in seen.notices.value] if isinstance(seen.notices, Known) else []


@proves("readers.panels")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_thinking_panel_tells_how_sure_a_sign_it_is(tab: Tab, language: str) -> None:
    labels = demo_labels(language)
    over = {
        "en": "Thought for 8s",
        "ko": "8초 동안 생각함",
        "ja": "8秒間思考しました",
        "zh": "已思考 8 秒",
        "de": "Nachgedacht für 8 Sekunden",
    }
    panels: dict[str, list[dict[str, Any]]] = {
        "progress": [{"text": labels["thinking"], "progress": None}, {"text": "x", "progress": 0.5}],
        "trace": [{"text": f"{over[language]}: x"}],
        "text": [{"text": labels["thinking"]}, {"text": labels["thinking"], "progress": 1.0}, {"text": ""}],
        "none": [{"text": over[language]}, {"state": "off"}],
    }
    for activity, several in panels.items():
        for panel in several:
            played = scenario(
                {"lang": language, "test_ids": False}, *BEGUN, {"at": 0, "do": "panel", **panel}, text("Half")
            )
            async with demo_chat(tab, played) as (chat, _):
                await ask(chat)
                seen = await until(chat, has_answer)
                assert known(seen.panel).activity == activity, panel


MARKUPS: list[dict[str, Any]] = [
    {},
    {"test_ids": False},
    {"turn_markup": "section-turn"},
    {"turn_markup": "wrapperless"},
]


@proves("readers.errors")
@pytest.mark.parametrize("site", MARKUPS, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_error_turn_is_told_with_and_without_its_text(tab: Tab, site: dict[str, Any], language: str) -> None:
    for after_text in (True, False):
        error = {"at": 0, "do": "error_turn", "after_text": after_text}
        played = scenario({"lang": language, **site}, *BEGUN, text("Half"), error, *ENDED[:1])
        async with demo_chat(tab, played) as (chat, _):
            await ask(chat)
            if site.get("turn_markup") == "wrapperless" and not after_text:
                continue  # there is no answer that an error could stand beside
            seen = await until(chat, lambda seen: known(seen.turns) != () and known(seen.turns)[-1][1].failed != "")
            assert answer(seen).failed == demo_labels(language)["wrong"]
            assert words(seen) == (["Half"] if after_text else [])
            assert not answer(seen).finished


def demo_labels(language: str) -> dict[str, Any]:
    return dict(labels(language))


@pytest.mark.parametrize("site", MARKUPS, ids=str)
async def test_reasoning_and_tools_are_kept_out_of_the_answer(tab: Tab, site: dict[str, Any]) -> None:
    blocks = [
        {"at": 0, "do": "message", "kind": "reasoning", "label": "생각한 시간 12s"},
        text("First I weigh."),
        {"at": 0, "do": "message", "kind": "reasoning", "label": "Thought for 47s"},
        text("Then I decide."),
        {"at": 0, "do": "message", "kind": "tool", "label": "Searching the web"},
        {"at": 0, "do": "message", "kind": "reasoning", "label": "Pondered a while"},
        text("Nobody knows this label."),
        {"at": 0, "do": "message"},
        text("One."),
        {"at": 0, "do": "message"},
        text("Two."),
    ]
    async with demo_chat(tab, scenario(site, *BEGUN, *blocks, *ENDED)) as (chat, _):
        await ask(chat)
        seen = await until(chat, lambda seen: has_answer(seen) and answer(seen).finished)
        assert words(seen) == ["Nobody knows this label.", "One.", "Two."]


@pytest.mark.parametrize("site", MARKUPS, ids=str)
async def test_a_status_in_the_answers_place_and_answer_now_are_no_end(tab: Tab, site: dict[str, Any]) -> None:
    status = [{"at": 0, "do": "placeholder", "text": "Thinking"}, {"at": 0, "do": "answer_now"}]
    async with demo_chat(tab, scenario(site, *BEGUN, *status)) as (chat, demo):
        await ask(chat)
        seen = await until(chat, has_answer)
        assert words(seen) == ["Thinking"]
        assert not answer(seen).finished
        assert isinstance(seen.stop, Visible)
        assert demo.log.clicks["answer-now"] == 0


@pytest.mark.parametrize("site", MARKUPS[:3], ids=str)
@pytest.mark.parametrize("draw", ["shadow", "css"])
async def test_an_answer_that_no_text_node_holds_reads_empty(tab: Tab, site: dict[str, Any], draw: str) -> None:
    async with demo_chat(tab, scenario(site, *BEGUN, text("Drawn.", draw=draw), *ENDED)) as (chat, _):
        await ask(chat)
        seen = await until(chat, lambda seen: has_answer(seen) and answer(seen).finished)
        assert words(seen) == [""]
        assert await chat.page.copy(answer(seen).messages[-1].id) == Known("Drawn.")


@proves("readers.B14-windowed")
async def test_turns_that_leave_the_document_leave_the_list_and_the_others_stay_what_they_were(tab: Tab) -> None:
    turns = [{"role": "assistant" if number % 2 else "user", "text": f"Turn {number}"} for number in range(40)]
    keys = {"turns": turns, "ask": {"url": "https://chatgpt.com/c/11111111-1111-4111-8111-111111111111"}}
    unmount = {"at": 0, "do": "unmount", "keep": 4}
    async with demo_chat(
        tab, scenario(None, *BEGUN, text("New"), HOLD, unmount, {"at": 0, "do": "remount"}, **keys)
    ) as (chat, _):
        old = known((await chat.see()).turns)
        assert len(old) == 40
        await ask(chat)
        whole = await until(chat, lambda seen: has_answer(seen) and known(seen.notices) != ())
        assert known(whole.turns)[:40] == old
        await chat.tab.click("[role=dialog] button")
        last = await until(chat, lambda seen: len(known(seen.turns)) == 4)
        assert known(last.turns) == known(whole.turns)[-4:]


@proves("readers.B13-branches")
@pytest.mark.parametrize("site", [*MARKUPS[:3], {"lang": "ko", "test_ids": False}], ids=str)
async def test_branches_pairs_and_offers_to_go_on_are_told(tab: Tab, site: dict[str, Any]) -> None:
    branch = {"at": 0, "do": "branch", "n": 2, "of": 3, "others": ["Red.", "Green."]}
    async with demo_chat(tab, scenario(site, *BEGUN, text("Blue."), branch, *ENDED)) as (chat, _):
        await ask(chat)
        seen = await until(chat, lambda seen: has_answer(seen) and answer(seen).finished)
        assert (answer(seen).branch, answer(seen).branches, words(seen)) == (2, 3, ["Blue."])
    pair = {"at": 0, "do": "pair", "left": "Alpha.", "right": "Beta."}
    async with demo_chat(tab, scenario(site, *BEGUN, pair, *ENDED[:1])) as (chat, demo):
        await ask(chat)
        seen = await until(chat, lambda seen: has_answer(seen) and answer(seen).choices > 1)
        assert (answer(seen).choices, words(seen)) == (2, ["Alpha.", "Beta."])
        assert demo.log.clicks["prefer"] == 0
    go_on = {"at": 0, "do": "continue_button", "md": ", three."}
    async with demo_chat(tab, scenario(site, *BEGUN, text("One, two"), *ENDED[:1], go_on)) as (chat, demo):
        await ask(chat)
        seen = await until(chat, lambda seen: has_answer(seen) and answer(seen).continues)
        assert (answer(seen).finished, words(seen)) == (False, ["One, two"])
        assert demo.log.clicks["continue"] == 0
        await chat.page.press_continue(answer(seen).messages[-1].id)
        await until(chat, lambda seen: words(seen) == ["One, two, three."])
        assert await clicks_on(demo, "continue", 1) == 1
