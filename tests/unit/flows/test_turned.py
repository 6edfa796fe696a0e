"""A page that turns from Chat to Work while a prompt of Chat's stands in its composer: Send is not pressed there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cdpwebai.flows.plan_send import Look, Press, Refuse, SendAction, SendState, plan_send
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.verdict import Known
from tests.support.chat import NOT_SEEN, page

PROMPT = "Hello?"
WRITTEN = page(draft=PROMPT, slot="send")


def on(active: Any) -> ChatObservation:
    return replace(WRITTEN, surface=Known(Surface(active)))


def run(surface: Any, *looks: tuple[float, ChatObservation]) -> list[SendAction]:
    state, actions = SendState(PROMPT, since=0.0, phase="written", inserts=1, surface=surface), list[SendAction]()
    for now, seen in looks:
        state, action = plan_send(state, seen, now)
        actions.append(action)
    return actions


@pytest.mark.parametrize("active", ["work", "ambiguous"])
def test_where_work_is_chosen_now_a_prompt_of_chats_is_not_sent(active: Any) -> None:
    first, last = run("chat", (0.0, on(active)), (3.0, on(active)))
    assert isinstance(first, Look)
    assert isinstance(last, Refuse)
    assert (last.code, last.hint) == ("capability.unsupported", "switch-to-chat")


@pytest.mark.parametrize("seen", [on("chat"), on("legacy"), replace(WRITTEN, surface=NOT_SEEN)])
def test_on_chat_and_where_it_could_not_be_seen_it_is_sent_at_once(seen: ChatObservation) -> None:
    assert [type(action) for action in run("chat", (0.0, seen))] == [Press]


def test_a_page_that_comes_back_to_chat_delays_it_only() -> None:
    assert [type(one) for one in run("chat", (0.0, on("work")), (1.0, on("chat")))] == [Look, Press]


def test_a_task_is_not_held_back_by_being_on_work() -> None:
    assert [type(action) for action in run("work", (0.0, on("work")))] == [Press]
