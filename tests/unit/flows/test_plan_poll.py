"""Waiting: when an answer is complete, and that not seeing never makes it so."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.flows.plan_poll import TICK, Complete, PollState, Wait, plan_poll
from cdpwebai.providers.chat import ChatObservation, Turn
from tests.support.chat import FIELDS, assistant, blinded, page, user

MINE = user("u1", "Count.")
Run = Sequence[tuple[float, ChatObservation]]


def completed(run: Run) -> tuple[float, str] | None:
    """When a run of (time, look) completes and with which text; the last look is repeated for a minute."""
    last_time, last = run[-1]
    looks = [*run, *((last_time + tick * TICK, last) for tick in range(1, 120))]
    state = PollState("u1", frozenset({"u0", "a0"}))
    for now, seen in looks:
        state, action = plan_poll(state, seen, now)
        if isinstance(action, Complete):
            return now, "".join(message.text for message in action.messages)
    return None


def finished(text: str = "one, two") -> ChatObservation:
    return page(MINE, assistant("a1", text), slot="voice")


def test_a_finished_answer_is_complete_after_one_second_of_quiet() -> None:
    assert completed([(10.0, finished())]) == (11.0, "one, two")


def test_a_changed_text_starts_the_window_again() -> None:
    assert completed([(10.0, finished("one")), (10.9, finished("one, two"))]) == (11.9, "one, two")


@pytest.mark.parametrize(
    "look",
    [
        page(MINE, assistant("a1", "one"), slot="stop"),
        page(MINE, assistant("a1", "one", streaming=True)),
        page(MINE, assistant("a1", "one", finished=False)),
        page(MINE, assistant("a1", " \n\u200b")),
        page(MINE),
        page(assistant("a1", "one"), MINE),
        page(assistant("a1", "one")),
        page(user("u1", "Count."), assistant("a1", "one"), user("u2", "And?")),
        page(MINE, assistant("a0", "an old answer that moved")),
    ],
    ids=["stop", "streaming", "no actions", "blank", "no answer", "stale", "mine gone", "a later question", "old turn"],
)
def test_what_is_not_proven_finished_is_waited_on(look: ChatObservation) -> None:
    assert completed([(0.0, look)]) is None


def test_the_same_page_a_moment_later_completes() -> None:
    running = page(MINE, assistant("a1", "one", finished=False, streaming=True), slot="stop")
    assert completed([(0.0, running), (8.0, running), (8.5, finished())]) == (9.5, "one, two")


def test_unknown_activity_lengthens_the_window_to_five_seconds() -> None:
    assert completed([(0.0, blinded(finished(), "slot"))]) == (5.0, "one, two")
    assert completed([(0.0, page(MINE, assistant("a1", "one, two"), slot="none"))]) == (5.0, "one, two")


def test_a_look_without_turns_starts_the_window_again() -> None:
    run = [(0.0, finished()), (0.9, blinded(finished(), "turns")), (1.1, finished())]
    assert completed(run) == (2.1, "one, two")


def test_an_answer_that_is_never_readable_never_completes() -> None:
    assert completed([(0.0, blinded(finished(), "turns"))]) is None


def test_the_actions_of_the_user_s_own_turn_finish_nothing() -> None:
    user_turn: tuple[str, Turn] = MINE
    assert user_turn[1].finished
    assert completed([(0.0, page(user_turn, assistant("a1", "one", finished=False)))]) is None


def test_the_next_look_is_never_later_than_the_end_of_the_window() -> None:
    state, action = plan_poll(PollState("u1", frozenset()), finished(), 3.0)
    assert action == Wait(3.0 + TICK, "none")
    _, action = plan_poll(state, finished(), 3.7)
    assert action == Wait(4.0, "none")


def test_what_was_read_is_kept_to_be_shown_when_the_time_runs_out() -> None:
    running = page(MINE, assistant("a1", "one, tw", finished=False), slot="stop")
    state, _ = plan_poll(PollState("u1", frozenset()), running, 0.0)
    state, _ = plan_poll(state, blinded(running, "turns"), 1.0)
    assert state.partial == "one, tw"


LOOKS = st.sampled_from(
    [
        page(MINE),
        page(MINE, assistant("a1", "one", finished=False, streaming=True), slot="stop"),
        page(MINE, assistant("a1", "one", finished=False), slot="none"),
        page(MINE, assistant("a1", "one, two", finished=False), slot="stop"),
    ]
)


@given(
    looks=st.lists(LOOKS, max_size=8),
    blind=st.lists(st.sets(st.sampled_from(FIELDS)), min_size=20, max_size=20),
)
def test_hiding_any_of_what_was_seen_delays_the_answer_and_never_changes_it(
    looks: list[ChatObservation], blind: list[set[str]]
) -> None:
    seen = [*looks, *[finished()] * 12]
    whole = [(place * TICK, look) for place, look in enumerate(seen)]
    hidden = [(now, blinded(look, *fields)) for (now, look), fields in zip(whole, blind, strict=False)]
    answer = completed(whole)
    late = completed([*hidden, (len(hidden) * TICK, finished())])
    assert answer is not None
    assert late is not None
    assert late[1] == answer[1]
    assert late[0] >= answer[0]
