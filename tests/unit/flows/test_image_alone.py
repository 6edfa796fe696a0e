"""An image in a turn without the actions of an ended one: an answer where it was asked for, alone and in sure quiet."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cdpwebai.flows.plan_poll import Complete, PollAction, PollState, plan_poll
from cdpwebai.providers.chat import ChatObservation, Panel
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user

MINE = user("u1", "Draw.")
ASKED = PollState("u1", "m-u1", frozenset(), conversation="1", witness=False, image=True)


def shown(text: str = "", *, images: int = 1, **keys: Any) -> ChatObservation:
    turn_id, turn = assistant("a1", text, finished=False)
    return page(MINE, (turn_id, msgspec.structs.replace(turn, images=images)), **keys)


def completes(*looks: tuple[float, ChatObservation], state: PollState = ASKED) -> float:
    """When it does, the last look being seen for a minute more; never is infinite."""
    action: PollAction
    for now, seen in [*looks, *((looks[-1][0] + tick / 2, looks[-1][1]) for tick in range(1, 120))]:
        state, action = plan_poll(state, seen, now)
        if isinstance(action, Complete):
            return now
    return math.inf


@pytest.mark.parametrize("text", ["", "Edit"])
def test_an_image_that_was_asked_for_is_the_answer_after_a_second_of_quiet(text: str) -> None:
    assert completes((10.0, shown(text))) == 11.0


@proves("ref.F1.T1", "seed001.T1", "seed001.T12a")
@pytest.mark.parametrize("field", ["slot", "panel"])
def test_an_image_is_no_answer_where_it_was_not_seen_whether_more_is_made(field: str) -> None:
    assert completes((10.0, blinded(shown(), field))) == math.inf
    assert completes((10.0, shown()), (10.5, blinded(shown(), field)), (12.0, shown())) == 13.0, "the quiet begins anew"


@pytest.mark.parametrize(
    "seen",
    [
        shown("A square, in words."),
        shown(images=0),
        replace(shown(), panel=Known(Panel("progress"))),
        replace(shown(), panel=Known(Panel("text"))),
        shown(slot="stop"),
    ],
    ids=["text", "none", "progress", "weak", "stop"],
)
def test_what_is_not_an_image_alone_in_sure_quiet_is_none(seen: ChatObservation) -> None:
    assert completes((10.0, seen)) == math.inf


@pytest.mark.parametrize("change", [{"image": False}, {"conversation": "2"}])
def test_nor_is_one_that_nobody_asked_for_or_of_another_conversation(change: dict[str, Any]) -> None:
    assert completes((10.0, shown()), state=replace(ASKED, **change)) == math.inf
