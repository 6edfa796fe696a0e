"""Coming to Work, and staying there until Send: what presses Work's radio, and what a look must show."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from cdpwebai.flows.menu_steps import Look
from cdpwebai.flows.plan_work_surface import (
    SURFACE_LIMIT,
    UNSEEN_FOR,
    OnWork,
    PressRadio,
    on_work,
    plan_surface,
)
from cdpwebai.flows.work_steps import Refused, Step
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.providers.work import Task
from cdpwebai.verdict import Known
from tests.support.chat import NOT_SEEN, page

START = Step(0.0)


def seen(
    active: Literal["chat", "work", "ambiguous", "legacy"], *, named: bool = True, invites: bool = True
) -> ChatObservation:
    task = Task(thinking=False, asks=False, named=named, invites=invites)
    return replace(page(), surface=Known(Surface(active)), task=Known(task))


BLIND = replace(seen("work"), surface=NOT_SEEN)
NO_COMPOSER = replace(seen("work"), task=NOT_SEEN)


def test_a_page_that_is_on_work_is_taken_at_once_and_nothing_is_pressed() -> None:
    assert plan_surface(START, seen("work"), 0.0) == (START, OnWork(switched=False))


def test_from_chat_the_radio_is_pressed_once_and_the_switch_is_told() -> None:
    state, action = plan_surface(START, seen("chat"), 1.0)
    assert action == PressRadio()
    state, action = plan_surface(state, seen("chat"), 1.5)
    assert action == Look(1.0 + SURFACE_LIMIT)
    assert plan_surface(state, seen("work"), 2.0)[1] == OnWork(switched=True)
    assert isinstance(plan_surface(state, seen("chat"), 1.0 + SURFACE_LIMIT)[1], Refused)


@pytest.mark.parametrize(
    "look",
    [BLIND, NO_COMPOSER, seen("ambiguous"), seen("legacy"), seen("work", named=False), seen("work", invites=False)],
    ids=["blind", "no-composer", "ambiguous", "legacy", "not-named", "invites-not"],
)
def test_what_does_not_tell_presses_nothing_and_is_refused_only_when_it_lasts(look: ChatObservation) -> None:
    assert plan_surface(START, look, SURFACE_LIMIT - 0.1) == (START, Look(SURFACE_LIMIT))
    assert isinstance(plan_surface(START, look, SURFACE_LIMIT)[1], Refused)
    assert plan_surface(START, seen("work"), SURFACE_LIMIT)[1] == OnWork(switched=False)


def test_right_before_send_it_must_be_on_work_still_and_what_is_not_seen_is_waited_for() -> None:
    assert on_work(seen("work", invites=False)) is None, "the prompt stands in the composer, which invites no more"
    for look in (BLIND, NO_COMPOSER):
        shut = on_work(look)
        assert shut is not None
        assert shut.lasts == UNSEEN_FOR
    for look in (seen("chat"), seen("ambiguous"), seen("work", named=False)):
        shut = on_work(look)
        assert shut is not None
        assert shut.lasts == 0
