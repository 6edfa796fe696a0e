"""Where a task of Work stands: what completes it, what holds it back, and what ends the waiting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cdpwebai.flows.plan_poll import Complete, Fail, PollAction, Wait
from cdpwebai.flows.plan_task import STATE_UNKNOWN, UNKNOWN_LASTS, TaskPollState, plan_task, task_status
from cdpwebai.providers.chat import ChatObservation, Panel
from cdpwebai.providers.work import Task
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import NOT_SEEN, assistant, page, user

OURS = user("u1", "Do it.")
DONE = assistant("a1", "It is done.")
RUNS = assistant("a1", "It is", finished=False)


def task(*turns: Any, thinking: bool = False, asks: bool = False, **keys: Any) -> ChatObservation:
    return replace(page(*turns, **keys), task=Known(Task(thinking, asks, named=True, invites=False)))


def follow(*looks: tuple[float, ChatObservation]) -> list[PollAction]:
    state, actions = TaskPollState("u1", "m-u1", frozenset({"u0", "a0"}), "1", witness=False), list[PollAction]()
    for now, seen in looks:
        state, action = plan_task(state, seen, now)
        actions.append(action)
    return actions


@pytest.mark.parametrize(
    ("seen", "status"),
    [
        (task(OURS, DONE), "complete"),
        (task(OURS, DONE, slot="stop"), "running"),
        (task(OURS, DONE, thinking=True), "running"),
        (task(OURS, DONE, slot="none", thinking=True), "running"),
        (task(OURS, DONE, slot="none"), "unknown"),
        (task(OURS, DONE, asks=True), "unknown"),
        (replace(task(OURS, DONE), task=NOT_SEEN), "unknown"),
        (replace(task(OURS, DONE), panel=Known(Panel("progress"))), "running"),
        (task(OURS, RUNS), "unknown"),
        (task(OURS, assistant("a1", "  ")), "unknown"),
        (task(OURS), "unknown"),
    ],
)
@proves("seed000.5-states", "seed002.Y12c")
def test_one_look_tells_where_the_task_stands(seen: ChatObservation, status: str) -> None:
    turns = dict(seen.turns.value) if isinstance(seen.turns, Known) else {}
    assert task_status(seen, turns.get("a1")) == status


@proves("ref.F5.WORK-27", "ref.F5.WORK-32")
def test_a_task_that_ran_and_is_finished_is_complete() -> None:
    actions = follow((0.0, task(OURS, RUNS, slot="stop")), (1.0, task(OURS, DONE)), (2.0, task(OURS, DONE)))
    assert isinstance(actions[0], Wait)
    assert isinstance(actions[-1], Complete)


@pytest.mark.parametrize("held", [{"slot": "none"}, {"thinking": True}, {"asks": True}, {"slot": "stop"}])
@proves("ref.F5.WORK-28", "ref.F5.WORK-29", "seed002.Y12", "seed002.Y12b")
def test_actions_of_a_turn_complete_nothing_while_something_else_speaks_or_was_not_seen(held: dict[str, Any]) -> None:
    looks = [(float(now), task(OURS, DONE, **held)) for now in range(int(UNKNOWN_LASTS))]
    assert {type(action) for action in follow(*looks)} == {Wait}
    assert isinstance(follow((0.0, task(OURS, DONE)), (1.5, task(OURS, DONE)))[-1], Complete)


@proves("seed000.old-copy")
def test_an_older_turns_actions_never_count() -> None:
    old = (user("u0", "Before."), assistant("a0", "The old answer."))
    looks = [(float(now), task(*old, OURS)) for now in range(10)]
    assert {type(action) for action in follow(*looks)} == {Wait}


@proves("ref.F5.WORK-30", "seed000.unknown")
def test_what_is_not_known_must_last_to_end_the_waiting() -> None:
    gap = task(OURS, RUNS)
    assert isinstance(follow((0.0, gap), (UNKNOWN_LASTS - 0.1, gap))[-1], Wait)
    ended = follow((0.0, gap), (UNKNOWN_LASTS, gap))[-1]
    assert isinstance(ended, Fail)
    assert (ended.trouble.code, ended.trouble.hint) == (STATE_UNKNOWN, "check-browser")


@proves("seed002.Y12", "seed002.Y18b")
def test_without_a_main_region_it_ends_when_that_has_lasted_and_no_copy_completes_it() -> None:
    blind = replace(task(OURS, DONE), slot=NOT_SEEN, task=NOT_SEEN)
    looks = [(float(now), blind) for now in range(int(UNKNOWN_LASTS) + 1)]
    *waited, ended = follow(*looks)
    assert {type(action) for action in waited} == {Wait}
    assert isinstance(ended, Fail)
    assert ended.trouble.code == STATE_UNKNOWN


def test_a_look_that_tells_something_starts_it_anew() -> None:
    gap, runs = task(OURS, RUNS), task(OURS, RUNS, slot="stop")
    actions = follow((0.0, gap), (UNKNOWN_LASTS - 1, runs), (UNKNOWN_LASTS, gap), (2 * UNKNOWN_LASTS - 1, gap))
    assert {type(action) for action in actions} == {Wait}


@proves("ref.F5.WORK-31")
def test_an_acknowledgement_is_no_completion() -> None:
    told = assistant("a1", "I am on it.", finished=True)
    looks = [(float(now), task(OURS, told, slot="stop")) for now in range(60)]
    assert {type(action) for action in follow(*looks)} == {Wait}


def test_reasoning_alone_is_no_answer() -> None:
    turn_id, turn = DONE
    silent = msgspec.structs.replace(
        turn, messages=tuple(msgspec.structs.replace(one, reasoning=True) for one in turn.messages)
    )
    looks = [(float(now), task(OURS, (turn_id, silent))) for now in range(10)]
    assert {type(action) for action in follow(*looks)} == {Wait}
