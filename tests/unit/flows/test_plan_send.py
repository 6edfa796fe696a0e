"""Sending: one insert, one press, and no claim that was not seen."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.flows.plan_ready import READY_LIMIT
from cdpwebai.flows.plan_send import (
    EMPTY_FOR,
    MOST_PRESSES,
    PRESSED_LIMIT,
    WRITTEN_LIMIT,
    GiveUp,
    Insert,
    Look,
    Press,
    Refuse,
    SendAction,
    SendState,
    Sent,
    plan_send,
    press_refused,
)
from cdpwebai.providers.chat import ChatObservation
from tests.manifest import proves
from tests.support.chat import FIELDS, assistant, blinded, page, user

PROMPT = "Count to three."
EMPTY = page()
WRITTEN = page(draft=PROMPT, slot="send")
SHOWN = page(user("u1", PROMPT), slot="stop")

Run = Sequence[tuple[float, ChatObservation]]


def actions(run: Run, *, conversation: bool = False) -> list[SendAction]:
    """What the plan does in a run of (time, look), without the looking; the last look is repeated until it ends."""
    last_time, last = run[-1]
    state = SendState(PROMPT, since=run[0][0], conversation=conversation)
    done: list[SendAction] = []
    for now, seen in [*run, *((last_time + tick, last) for tick in range(1, 60))]:
        state, action = plan_send(state, seen, now)
        if not isinstance(action, Look):
            done.append(action)
        if isinstance(action, Sent | Refuse | GiveUp):
            break
    return done


def names(run: Run, *, conversation: bool = False) -> list[str]:
    """The same by name; the record, which is asked of a new message with another text, says nothing."""
    done = [type(action).__name__ for action in actions(run, conversation=conversation)]
    return [name for name in done if name != "Ask"]


def test_the_healthy_way_is_insert_press_sent_without_delay() -> None:
    done = actions([(0.0, EMPTY), (0.1, WRITTEN), (0.2, SHOWN)])
    assert done == [Insert("#prompt-textarea", PROMPT), Press(), Sent("u1", "m-u1", frozenset(), "1")]


def test_the_turns_that_stood_before_are_remembered() -> None:
    old = (user("u0", "Hi"), assistant("a0", "Hello."))
    run = [
        (0.0, page(*old)),
        (0.6, page(*old)),
        (0.7, page(*old, draft=PROMPT, slot="send")),
        (0.8, page(*old, user("u1", PROMPT))),
    ]
    assert actions(run, conversation=True)[-1] == Sent("u1", "m-u1", frozenset({"u0", "a0"}), "1")


def test_an_old_message_with_the_same_text_is_not_ours() -> None:
    old = user("u0", PROMPT)
    run = [(0.0, page(old)), (0.1, page(old, draft=PROMPT, slot="send")), (0.2, page(old))]
    assert names(run) == ["Insert", "Press", "GiveUp"]


def test_an_old_conversation_counts_when_it_has_stood_still() -> None:
    some, all_of_it = (user("u0", "Hi"),), (user("u0", "Hi"), assistant("a0", "Hello."))
    run = [(0.0, page()), (0.4, page(*some)), (0.8, page(*all_of_it)), (1.2, page(*all_of_it)), (1.3, page(*all_of_it))]
    state = SendState(PROMPT, since=0.0, conversation=True)
    for now, seen in run[:-1]:
        state, action = plan_send(state, seen, now)
        assert isinstance(action, Look)
    now, seen = run[-1]
    _, action = plan_send(state, seen, now)
    assert isinstance(action, Insert)


def test_somebody_s_draft_is_kept_and_nothing_is_typed() -> None:
    (refusal,) = actions([(0.0, page(draft="half a thought", slot="send"))])
    assert isinstance(refusal, Refuse)
    assert refusal.code == "composer.occupied"


@pytest.mark.parametrize(
    ("look", "code"),
    [
        (blinded(EMPTY, "composer"), "provider.ui-changed"),
        (blinded(EMPTY, "turns"), "snapshot.unavailable"),
    ],
)
def test_what_cannot_be_seen_before_typing_is_refused_with_its_reason(look: ChatObservation, code: str) -> None:
    *before, refusal = actions([(0.0, look)])
    assert isinstance(refusal, Refuse)
    assert before == []
    assert refusal.code == code
    assert "deadline" in refusal.why


def test_an_old_conversation_that_shows_no_turn_is_not_counted_as_empty() -> None:
    (refusal,) = actions([(0.0, EMPTY)], conversation=True)
    assert isinstance(refusal, Refuse)
    assert refusal.code == "snapshot.unavailable"


def test_a_composer_that_comes_late_is_used_when_it_comes() -> None:
    run = [(0.0, blinded(EMPTY, "composer")), (READY_LIMIT - 1, EMPTY)]
    assert names([*run, (READY_LIMIT, WRITTEN), (READY_LIMIT + 1, SHOWN)]) == ["Insert", "Press", "Sent"]


@proves("report.B17", "oracle.B13")
@pytest.mark.parametrize(
    "look",
    [
        page(draft=PROMPT[:-1], slot="send"),
        page(draft=f"draft {PROMPT}", slot="send"),
        page(slot="voice"),
        page(draft=PROMPT, slot="disabled"),
        page(draft=PROMPT, slot="none"),
        blinded(WRITTEN, "composer"),
        blinded(WRITTEN, "slot"),
    ],
    ids=["cut", "more", "empty", "disabled", "no slot", "composer unknown", "slot unknown"],
)
def test_send_is_not_pressed_before_the_composer_holds_the_prompt_and_nothing_else(look: ChatObservation) -> None:
    *before, refusal = actions([(0.0, EMPTY), (0.1, look)])
    assert {type(action) for action in before} == {Insert}
    assert isinstance(refusal, Refuse)
    assert refusal.code == "provider.commit-not-verified"


def test_a_composer_that_was_emptied_by_hydration_is_typed_into_again_three_times_at_the_most() -> None:
    assert names([(0.0, EMPTY), (0.1, EMPTY), (0.8, EMPTY), (0.9, WRITTEN), (1.0, SHOWN)]) == [
        "Insert", "Insert", "Press", "Sent",
    ]  # fmt: skip
    assert names([(0.0, EMPTY), (0.1, EMPTY)]) == ["Insert", "Insert", "Insert", "Refuse"]


@pytest.mark.parametrize(
    "look", [page(draft=PROMPT[:-1], slot="send"), blinded(EMPTY, "composer"), blinded(WRITTEN, "slot")]
)
def test_nothing_is_typed_again_where_something_stands_or_could_not_be_seen(look: ChatObservation) -> None:
    assert names([(0.0, EMPTY), (0.1, look)]) == ["Insert", "Refuse"]


def after_press(now: float) -> SendState:
    """Typed at 0, and pressed at ``now``."""
    state, _ = plan_send(SendState(PROMPT, since=0.0), EMPTY, 0.0)
    state, action = plan_send(state, WRITTEN, now)
    assert action == Press()
    return state


def test_a_press_that_was_refused_goes_back_to_looking_and_types_again_only_where_it_stays_empty() -> None:
    state = press_refused(after_press(0.1), "nothing is there", 1.1)
    state, action = plan_send(state, EMPTY, 1.1)
    assert action == Look(1.1 + EMPTY_FOR)
    state, action = plan_send(state, EMPTY, 1.1 + EMPTY_FOR)
    assert action == Insert("#prompt-textarea", PROMPT)
    state, action = plan_send(state, WRITTEN, 2.0)
    assert action == Press()


def test_a_press_that_is_always_refused_is_tried_so_many_times_and_no_more() -> None:
    state, why = after_press(0.1), "it is covered by <div>"
    for number in range(1, MOST_PRESSES):
        state, action = plan_send(press_refused(state, why, float(number)), WRITTEN, float(number))
        assert action == Press()
    _, action = plan_send(press_refused(state, why, 9.0), WRITTEN, 9.0)
    assert action == Refuse("provider.commit-not-verified", "send-click", "look-in-browser", why)


def test_a_prompt_that_somebody_sends_by_hand_is_taken_for_sent_and_not_typed_again() -> None:
    assert names([(0.0, EMPTY), (0.1, page(slot="stop")), (3.0, SHOWN)]) == ["Insert", "Sent"]
    _, action = plan_send(press_refused(after_press(0.1), "nothing is there", 1.1), SHOWN, 1.2)
    assert action == Sent("u1", "m-u1", frozenset(), "1")


@pytest.mark.parametrize(
    "look",
    [page(slot="stop"), page(slot="none"), page(user("u1", "Count")), blinded(EMPTY, "turns"), blinded(EMPTY, "slot")],
    ids=["an answer is made", "no slot", "something new", "turns unknown", "slot unknown"],
)
def test_an_empty_composer_is_not_typed_into_again_where_the_prompt_may_have_been_sent(look: ChatObservation) -> None:
    assert names([(0.0, EMPTY), (0.1, look)]) == ["Insert", "Refuse"]


def test_a_composer_that_was_not_empty_all_the_while_is_not_typed_into_again_yet() -> None:
    cut = page(draft="Count", slot="send")
    run = [(0.0, EMPTY), (0.6, EMPTY), (1.2, cut), (1.3, EMPTY), (1.9, WRITTEN), (2.0, SHOWN)]
    assert names(run) == ["Insert", "Press", "Sent"]


def test_send_is_pressed_when_the_page_is_ready_at_last() -> None:
    run = [(0.0, EMPTY), (0.1, page(draft=PROMPT, slot="disabled")), (WRITTEN_LIMIT - 1, WRITTEN)]
    assert names([*run, (WRITTEN_LIMIT, SHOWN)]) == ["Insert", "Press", "Sent"]


@proves("report.B17")
def test_no_break_spaces_of_an_editor_are_the_prompt_all_the_same() -> None:
    assert names([(0.0, EMPTY), (0.1, page(draft="Count\u00a0to three.\n", slot="send")), (0.2, SHOWN)])[-1] == "Sent"


@pytest.mark.parametrize(
    "look",
    [
        page(),
        blinded(SHOWN, "turns"),
        blinded(WRITTEN, "turns"),
        blinded(WRITTEN, "composer"),
        page(user("u1", "Count to")),
    ],
    ids=["all empty", "turns unknown", "still there, turns unknown", "composer unknown", "another text"],
)
def test_whether_it_was_sent_is_unknown_unless_it_was_seen(look: ChatObservation) -> None:
    assert names([(0.0, EMPTY), (0.1, WRITTEN), (0.2, look)]) == ["Insert", "Press", "GiveUp"]


def test_a_prompt_that_still_stands_after_the_press_is_not_seen_as_sent_and_no_more_is_said() -> None:
    *_, given = actions([(0.0, EMPTY), (0.1, WRITTEN), (0.2, WRITTEN)])
    assert isinstance(given, GiveUp)
    assert given.code == "provider.commit-not-verified"
    assert "not seen as sent" in given.why


def test_the_prompt_as_two_new_messages_is_not_taken_for_one() -> None:
    twice = page(user("u1", PROMPT), user("u2", PROMPT))
    assert names([(0.0, EMPTY), (0.1, WRITTEN), (0.2, twice)]) == ["Insert", "Press", "GiveUp"]
    _, at_once = plan_send(SendState(PROMPT, since=0.2, phase="pressed"), twice, 0.2)
    assert at_once == GiveUp("the page shows the prompt as more than one new message")


def test_a_message_without_an_id_is_waited_on() -> None:
    turn_id, turn = user("u1", PROMPT)
    nameless = page((turn_id, type(turn)("user", (type(turn.messages[0])("", "user", "", PROMPT, ""),), True, False)))
    assert names([(0.0, EMPTY), (0.1, WRITTEN), (0.2, nameless)])[-1] == "GiveUp"
    assert names([(0.0, EMPTY), (0.1, WRITTEN), (0.2, nameless), (PRESSED_LIMIT - 1, SHOWN)])[-1] == "Sent"


@given(blind=st.lists(st.sets(st.sampled_from(FIELDS)), min_size=12, max_size=12))
def test_hiding_any_of_what_was_seen_never_presses_twice_nor_claims_more(blind: list[set[str]]) -> None:
    """The page follows the plan: it holds the prompt after Insert, and shows the message after Press."""
    state, now, look = SendState(PROMPT, since=0.0), 0.0, EMPTY
    given_out: list[str] = []
    for fields in [*blind, *[set[str]()] * 60]:
        state, action = plan_send(state, blinded(look, *fields), now)
        look = WRITTEN if isinstance(action, Insert) else SHOWN if isinstance(action, Press) else look
        now += 0.5
        if not isinstance(action, Look):
            given_out.append(type(action).__name__)
        if isinstance(action, Sent | Refuse | GiveUp):
            break
    assert given_out == ["Insert", "Press", "Sent"], "the page holds the prompt at once, so nothing is typed again"
