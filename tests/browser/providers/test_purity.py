"""Each of the provider's readers by itself changes nothing: the page, what it stores and what it notices are compared.

V8's own guard against side effects is of no use here: it gives a false alarm for nearly all of them (Chromium 156).
"""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.cdp.domains import runtime
from cdpwebai.page.tab import Tab
from cdpwebai.providers.chatgpt import chatgpt
from cdpwebai.wire.look import LOOK, Question
from tests.browser.providers.support import Chat, demo_chat, scenario
from tests.browser.providers.test_reading import NOTICED, OURS, RICH, STATE

LIBRARY = chatgpt().library

ANSWER = "the answer's id"
"""Stands for the id of the last message, which the page gives."""

LAST = "[...document.querySelectorAll('[data-message-id]')].at(-1).dataset.messageId"

ASKED: dict[str, list[Any]] = {
    "chat_account": [],
    "chat_address": ["/backend-api/files/file_none/download", 5000],
    "chat_artifacts": [ANSWER],
    "chat_chips": [],
    "chat_composer": [],
    "chat_fetched": ["fetch-0", "/assets/icon.svg", 100_000, 5000],
    "chat_inputs": [],
    "chat_loose": [],
    "chat_notices": [],
    "chat_options": [],
    "chat_panel": [],
    "chat_picker": [],
    "chat_piece": ["fetch-0", 0, 3],
    "chat_progress": [],
    "chat_record": ["22222222-2222-4222-8222-222222222222", ANSWER, 5000],
    "chat_refusals": [],
    "chat_slot": [],
    "chat_surface": [],
    "chat_tools": [],
    "chat_turns": [],
    "chat_uploading": [],
    "work_picker": [],
    "work_task": [],
}
"""Each reader that is asked by itself, with arguments."""

AIMS: dict[str, list[Any]] = {
    "chat_continue": [ANSWER],
    "chat_copy": [ANSWER],
    "chat_field": ["#prompt-textarea"],
    "chat_input": [0, "image/*"],
    "chat_options_opener": [],
    "chat_options_row": [["Archive"], ""],
    "chat_picker_opener": [],
    "chat_picker_row": [["High"], False],
    "chat_send": [{"url": "", "text": "a draft", "chips": []}],
    "chat_stop": [],
    "chat_tools_opener": [],
    "chat_tools_row": [["Web search"], False],
    "work_choice": ["effort", "max"],
    "work_fast": [],
    "work_radio": [],
    "work_row": ["effort"],
    "work_switch": [],
    "work_trigger": [],
}
"""Each reader that gives an element to an act; it is asked through a reader that takes an aim. ``url``: the page's."""

NOT_THERE = {
    *("chat_continue", "chat_stop"),  # nothing is being made
    *(
        "chat_options_row",
        "chat_picker_row",
        "chat_tools_row",
        "work_choice",
        "work_fast",
        "work_row",
        "work_switch",
        "work_trigger",
    ),  # no menu, no Work
}

ACTS = ("chat_picker_focus", "work_focus")
"""Scripts that give the focus to what is then pressed: they act, and are asked for by acts alone."""

KEPT = """() => [
  document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage),
  [...document.querySelectorAll("*")].indexOf(document.activeElement),
]"""
"""What the page stores, and which element has the focus, also one without an id."""


def question(name: str, answer_id: str, url: str) -> Question:
    args: list[Any] = [answer_id if arg == ANSWER else arg for arg in (ASKED | AIMS)[name]]
    if name == "chat_send":
        args = [args[0] | {"url": url}]
    if name in AIMS:
        return Question(library=LIBRARY.hash, reader="hit", args=[{"reader": name, "args": args}])
    return Question(library=LIBRARY.hash, reader=name, args=args)


async def ask(tab: Tab, asked: Question) -> dict[str, Any]:
    assert tab.document is not None
    look = runtime.CallFunctionOn(
        function_declaration=LOOK,
        unique_context_id=tab.document.worlds.ours,
        arguments=[runtime.CallArgument(value=asked)],
        return_by_value=True,
        await_promise=LIBRARY.scripts[asked.reader].waits,
    )
    reply = await tab.cdp.call(look)
    assert reply.exception_details is None, reply
    answer: dict[str, Any] = reply.result.value
    return answer


async def everything(chat: Chat) -> list[Any]:
    return [await chat.tab.call_function(STATE), *await chat.tab.call_function(KEPT)]


@pytest.mark.parametrize("name", [*ASKED, *AIMS])
async def test_a_reader_changes_nothing(tab: Tab, name: str) -> None:
    async with demo_chat(tab, scenario(**RICH)) as (chat, site):
        answer_id = await tab.evaluate(LAST)  # by no reader: what it did before would not be noticed
        await tab.call_function(NOTICED)
        before = await everything(chat)
        answer = await ask(tab, question(name, answer_id, tab.url))
        assert set(answer) == {"value"}, answer
        if name in AIMS:
            assert answer["value"]["count"] == (0 if name in NOT_THERE else 1), "it was not read to its end"
        assert await everything(chat) == before
        assert dict(site.log.clicks) == {}


def test_each_reader_is_asked_or_is_a_part_of_one_that_is() -> None:
    reached: set[str] = set()
    waiting = [*ASKED, *AIMS, *ACTS]
    while waiting:
        name = waiting.pop()
        if name in LIBRARY.scripts and name not in reached:
            reached.add(name)
            waiting += LIBRARY.scripts[name].uses
    assert {script.name for script in OURS} <= reached


async def test_what_is_stored_and_who_has_the_focus_is_compared_as_well(tab: Tab) -> None:
    async with demo_chat(tab, scenario(**RICH)) as (chat, _):
        await tab.call_function(NOTICED)
        focus = "[...document.querySelectorAll('main button')].find(one => !one.id && one.checkVisibility()).focus()"
        for script in ("document.cookie = 'a=1'", "localStorage.a = 1", "sessionStorage.a = 1", focus):
            before = await everything(chat)
            await chat.change(script)
            assert await everything(chat) != before, script
