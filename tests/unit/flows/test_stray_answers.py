"""An answer that the page shows without our message: whose it is the record's own tree says, or nothing does.

A page that keeps only its last turns in the document shows an old conversation like that; the answer's message ids
stand behind ours in the record, or the answer is somebody else's.
"""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cdpwebai.flows.plan_poll import AskRecord, Complete, PollAction, PollState, Wait, note_record, plan_poll
from cdpwebai.providers.chat import ChatObservation, RecordAnswer, Turn
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.support.chat import assistant, blinded, page, user

STATE = PollState("u1", "m-u1", frozenset({"u0", "a0"}), conversation="1")
UNREADABLE = Unknown(Reason.NOT_SUPPORTED)
MINE = user("u1", "Count.")
STRAY = page(assistant("a1", "one, two"))
FINISHED = RecordAnswer("finished", ("m-a1",), "one, two", made_by=("m-a1",))


def outcome(
    look: ChatObservation, record: Reading[RecordAnswer], *, state: PollState = STATE
) -> tuple[PollAction, float, int]:
    """How a minute of one look ends, when, and how often the record was asked."""
    asked = 0
    action: PollAction = AskRecord()
    for tick in range(240):
        state, action = plan_poll(state, look, tick / 4)
        if isinstance(action, AskRecord):
            asked += 1
            state, action = plan_poll(note_record(state, record, tick / 4), look, tick / 4)
        assert state.partial in ("", "one, two")
        if not isinstance(action, Wait):
            return action, tick / 4, asked
    return action, 60.0, asked


def said(**change: Any) -> Known[RecordAnswer]:
    return Known(msgspec.structs.replace(FINISHED, **change))


def test_an_answer_that_the_record_has_behind_our_message_completes_at_once() -> None:
    action, at, asked = outcome(STRAY, said())
    assert isinstance(action, Complete)
    assert (action.record, at, asked) == (FINISHED, 0.0, 1)


@pytest.mark.parametrize(
    "record",
    [
        said(message_ids=("m-a9",), made_by=("m-a9",)),
        said(message_ids=(), made_by=()),
        Known(RecordAnswer("none")),
        UNREADABLE,
    ],
    ids=["another's", "nothing", "not yet", "unreadable"],
)
def test_without_that_it_is_nobody_s_however_long_it_stands(record: Reading[RecordAnswer]) -> None:
    action, at, _ = outcome(STRAY, record)
    assert isinstance(action, Wait)
    assert at == 60.0


def test_an_answer_of_which_the_record_has_only_a_part_is_not_placed() -> None:
    mine, (_, foreign) = assistant("a1", "one, two"), assistant("a9", "foreign")
    both = msgspec.structs.replace(mine[1], messages=(*mine[1].messages, *foreign.messages))
    assert isinstance(outcome(page((mine[0], both)), said())[0], Wait)


def test_behind_a_later_question_nothing_is_ours_although_our_own_answer_was() -> None:
    """The page shows the later question's answer; the record has ours before it."""
    assert isinstance(outcome(page(assistant("a9", "foreign")), said(followed=True))[0], Wait)


@pytest.mark.parametrize(
    "look",
    [
        page(user("u9", "Theirs."), assistant("a1", "one, two")),
        page(assistant("a1", "one, two"), user("u9", "Theirs.")),
        page(assistant("a0", "an old answer")),
        page(assistant("a1", "one, two"), assistant("a0", "an old answer")),
        page(assistant("a1", "one, two"), path="c/2"),
        blinded(STRAY, "place"),
        blinded(STRAY, "turns"),
        page(assistant("a1", "one, two"), slot="stop"),
        page(assistant("a1", "one, two", finished=False)),
    ],
    ids=["theirs", "theirs behind it", "old", "old last", "elsewhere", "where", "not read", "running", "no actions"],
)
def test_what_else_speaks_against_an_answer_is_not_outweighed_and_the_record_is_not_even_asked(
    look: ChatObservation,
) -> None:
    action, _, asked = outcome(look, said(made_by=("m-a1", "m-a0")))
    assert not isinstance(action, Complete)
    assert asked == 0


def test_where_the_record_may_not_be_asked_it_is_not() -> None:
    action, _, asked = outcome(STRAY, said(), state=replace(STATE, witness=False))
    assert (type(action), asked) == (Wait, 0)


def test_a_record_that_lags_is_asked_once_a_second_and_one_that_told_is_not_asked_again() -> None:
    assert outcome(STRAY, Known(RecordAnswer("none")))[2] == 60
    assert outcome(STRAY, said(message_ids=("m-a9",), made_by=("m-a9",)))[2] == 1
    assert outcome(STRAY, UNREADABLE)[2] == 1


@pytest.mark.parametrize("fields", [("slot",), ("panel",)])
def test_with_activity_not_seen_the_long_window_stays(fields: tuple[str, ...]) -> None:
    action, at, _ = outcome(blinded(STRAY, *fields), said())
    assert isinstance(action, Complete)
    assert at == 5.0


def test_what_is_placed_is_an_answer_like_any_other_and_its_text_must_agree_for_the_record_to_be_it() -> None:
    action, at, _ = outcome(STRAY, said(markdown="quite another text"))
    assert isinstance(action, Complete)
    assert (action.record, at) == (None, 1.0)


def test_an_answer_once_placed_is_told_as_partial_and_before_that_it_is_not() -> None:
    record = said(state="in_progress", message_ids=("m-a1",))
    state, action = plan_poll(STATE, STRAY, 0.0)
    assert (action, state.partial) == (AskRecord(), "")
    state, action = plan_poll(note_record(state, record, 0.0), STRAY, 0.0)
    assert (type(action), state.partial) == (Wait, "one, two")
    growing = page(assistant("a1", "one, two, three", finished=False), slot="stop")
    state, _ = plan_poll(state, growing, 0.5)
    assert state.partial == "one, two, three"


def test_bad_news_in_an_answer_that_nothing_has_placed_is_nobody_s_either() -> None:
    turn_id, turn = assistant("a1", "one, two")
    failed: Turn = msgspec.structs.replace(turn, failed="Something went wrong")
    assert isinstance(outcome(page((turn_id, failed)), UNREADABLE)[0], Wait)


@pytest.mark.parametrize("look", [page(MINE, assistant("a1", "one", finished=False)), blinded(STRAY, "turns")])
def test_an_answer_that_is_no_longer_a_stray_is_not_asked_of_as_one(look: ChatObservation) -> None:
    state, action = plan_poll(STATE, STRAY, 0.0)
    assert action == AskRecord()
    state, action = plan_poll(state, look, 0.5)
    assert (type(action), state.stray) == (Wait, ())
