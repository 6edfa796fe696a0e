"""One policy for each page that leaves a choice, as the plan of waiting keeps it.

=======================================  =============================================================================
the page                                 what is done
=======================================  =============================================================================
two answers side by side                 ``provider.choice`` within 5 s; none is preferred, both texts are ``partial``
an offer to continue a cut answer        pressed once for each cut (``plan_continue``), or told as ``partial``
another version of the answer is shown   the version that is shown counts, and its window starts again
our prompt was edited                    what answers the edited prompt is not ours; waited on to the deadline
another question stands behind ours      the answer before it, where the record has it whole; else told as ``partial``
a temporary chat                         answered; the session has no conversation to come back to
a message is remounted                   nothing: ids, not nodes, say what it is
a message leaves the document            nothing is taken from its absence
an answer is shown without our message   whose it is the record's own tree says, or nothing does: ``test_stray_answers``
=======================================  =============================================================================

The scenarios ``own-pair``, ``own-continue``, ``own-branches``, ``own-temporary``, ``own-remount-at-end``,
``own-unmount-ours`` and ``own-one-mounted`` show them in a browser.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from cdpwebai.flows.plan_poll import TICK, AskRecord, Complete, Fail, PollAction, PollState, note_record, plan_poll
from cdpwebai.providers.chat import ChatObservation, RecordAnswer, Turn
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user

MINE = user("u1", "Count.")
STATE = PollState("u1", "m-u1", frozenset(), conversation="1")


UNREADABLE = Unknown(Reason.NOT_SUPPORTED)


def ended(
    *looks: tuple[float, ChatObservation], record: Reading[RecordAnswer] = UNREADABLE
) -> tuple[float, PollAction] | None:
    """When these looks, the last of them repeated for 30 s, end the waiting, and how."""
    begin, last = looks[-1]
    state = STATE
    for now, seen in (*looks, *((begin + tick * TICK, last) for tick in range(1, 60))):
        state, action = plan_poll(state, seen, now)
        if isinstance(action, AskRecord):
            state, action = plan_poll(note_record(state, record, now), seen, now)
        if isinstance(action, Complete | Fail):
            return now, action
    return None


def version(number: int, text: str) -> tuple[str, Turn]:
    """The answer's turn as it shows one of its two versions: the same turn, another message."""
    turn_id, turn = assistant("a1", text)
    (message,) = turn.messages
    messages = (msgspec.structs.replace(message, id=f"m-a1-{number}"),)
    return turn_id, msgspec.structs.replace(turn, messages=messages, branch=number, branches=2)


@proves("report.B13")
def test_a_switch_of_versions_while_the_end_is_awaited_starts_the_window_again() -> None:
    found = ended((10.0, page(MINE, version(2, "Second."))), (10.9, page(MINE, version(1, "First."))))
    assert found is not None
    when, action = found
    assert when == 11.9
    assert isinstance(action, Complete)
    assert [(message.id, message.text) for message in action.messages] == [("m-a1-1", "First.")]


@proves("report.B13")
def test_a_version_that_says_the_same_is_another_message_all_the_same() -> None:
    found = ended((10.0, page(MINE, version(2, "Same."))), (10.9, page(MINE, version(1, "Same."))))
    assert found is not None
    assert found[0] == 11.9


@proves("report.B13")
def test_what_answers_our_prompt_as_somebody_edited_it_is_not_our_answer() -> None:
    edited = user("u2", "Count backwards.")
    assert ended((10.0, page(edited, assistant("a2", "three, two, one")))) is None


@proves("report.G1")
def test_two_answers_side_by_side_are_never_complete_however_finished_they_look() -> None:
    turn_id, turn = assistant("a1", "Left.")
    both = turn_id, msgspec.structs.replace(turn, choices=2)
    found = ended((10.0, page(MINE, both)))
    assert found is not None
    when, action = found
    assert isinstance(action, Fail)
    assert (action.trouble.code, when <= 15.0) == ("provider.choice", True)


@proves("report.G5")
def test_a_chat_that_never_gets_an_address_is_answered() -> None:
    looks = page(MINE, assistant("a1", "Nobody keeps this."), path="?temporary-chat=true")
    state = replace(STATE, conversation="")
    for now in (10.0, 11.0):
        state, action = plan_poll(state, looks, now)
        if isinstance(action, AskRecord):
            state, action = plan_poll(note_record(state, Unknown(Reason.NOT_SUPPORTED), now), looks, now)
    assert isinstance(action, Complete)


ANSWER = assistant("a1", "one, two")
LATER = (user("u2", "And then?"), assistant("a2", "three"))
WHOLE = RecordAnswer("finished", ("m-a1",), "one, two", followed=True)


def test_an_answer_that_the_record_has_whole_before_a_later_question_completes_at_once() -> None:
    found = ended((10.0, page(MINE, ANSWER, *LATER)), record=Known(WHOLE))
    assert found is not None
    when, action = found
    assert when == 10.0
    assert isinstance(action, Complete)
    assert [message.text for message in action.messages] == ["one, two"]
    assert action.record == WHOLE


@pytest.mark.parametrize(
    "record",
    [UNREADABLE, Known(msgspec.structs.replace(WHOLE, message_ids=("m-a2",)))],
    ids=["unreadable", "of another"],
)
def test_an_answer_behind_which_somebody_asked_on_is_not_whole_by_the_page_alone(
    record: Reading[RecordAnswer],
) -> None:
    found = ended((10.0, page(MINE, ANSWER, *LATER)), record=record)
    assert found is not None
    when, action = found
    assert when == 11.0
    assert isinstance(action, Fail)
    trouble = action.trouble
    assert (trouble.code, trouble.hint, trouble.cut) == ("provider.answer-partial", "look-in-browser", True)


def test_where_a_later_question_stands_right_behind_ours_that_is_told_once_nothing_is_made() -> None:
    found = ended((10.0, page(MINE, *LATER)))
    assert found is not None
    when, action = found
    assert when == 15.0
    assert isinstance(action, Fail)
    assert "another question" in action.trouble.why


@pytest.mark.parametrize("look", [page(MINE, *LATER, slot="stop"), blinded(page(MINE, *LATER), "slot")])
def test_while_something_is_made_or_may_be_a_later_question_ends_nothing(look: ChatObservation) -> None:
    assert ended((10.0, look)) is None


def test_our_turn_is_named_anew_while_the_answer_is_awaited_and_it_is_our_message_all_the_same() -> None:
    renamed = ("turn-7", MINE[1])
    running = page(MINE, assistant("a1", "one", finished=False), slot="stop")
    found = ended((10.0, running), (11.0, page(renamed, ANSWER)))
    assert found is not None
    when, action = found
    assert when == 12.0
    assert isinstance(action, Complete)
