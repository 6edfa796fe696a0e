"""The readers on the demo site: in five languages, with and without test ids and labels, in each kind of markup."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import trio

from cdpwebai.page.tab import Tab
from cdpwebai.providers.chat import ChatObservation, Composer, Surface, Turn
from cdpwebai.verdict import Absent, Visible
from tests.browser.providers.support import LANGUAGES, Chat, demo_chat, known, scenario
from tests.manifest import proves

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
    await chat.page.press_send()


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
        assert known(empty.surface) == Surface("chat")
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
        assert demo.log.clicks["send"] == 1
        assert {name for name in demo.log.clicks if name.startswith(("decoy", "stray"))} == set()
