"""The guards of the conversation's record as second witness: it speaks of one answer alone, and overrules nothing seen.

No seed's table names them. A record that is of another text, another message or another turn says nothing; one that
says unfinished holds back; and where the page says something else, that is told.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

POLICIES = "tests/unit/flows/test_policies.py::"
POLL = "tests/unit/flows/test_plan_poll.py::"
STRAY = "tests/unit/flows/test_stray_answers.py::"

PLAN = "cdpwebai/flows/plan_poll.py"
WITNESS = "cdpwebai/flows/plan_witness.py"

NEAR = tuple(
    f"tests/unit/flows/test_{name}.py" for name in ("last_look", "plan_poll", "policies", "stray_answers", "waiting")
)
"""The tests of the wait, in which the record is asked."""

MUTATIONS = (
    Mutation(
        id="witness.message",
        guard="a record that speaks of other messages than the page shows proves nothing",
        file=WITNESS,
        old=" and bool(record.message_ids) and shown.issuperset(record.message_ids)\n",
        new=" and bool(record.message_ids) and bool(shown)\n",
        red=(
            f"{POLL}test_a_record_of_another_message_is_no_proof_and_the_window_decides",
            f"{POLL}test_a_record_that_holds_another_turn_s_message_too_is_no_proof",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="witness.later",
        guard="a record in which something follows that the page does not show proves nothing",
        file=WITNESS,
        old="    return record.followed <= followed and bool",
        new="    return bool",
        red=(f"{POLL}test_a_record_of_another_message_is_no_proof_and_the_window_decides[record1]",),
        rest=NEAR,
    ),
    Mutation(
        id="witness.earlier",
        guard="what the record said of an earlier text says nothing of what has come since",
        file=WITNESS,
        old="    return state.record if state.asked_of == state.answer else NOT_ASKED\n",
        new="    return state.record if state.asked_of else NOT_ASKED\n",
        red=(f"{POLL}test_what_the_record_said_of_an_earlier_text_says_nothing_of_what_has_come_since",),
        rest=NEAR,
    ),
    Mutation(
        id="witness.off",
        guard="a record that may not be asked is not asked",
        file=WITNESS,
        old="    if not state.witness:\n        return False\n",
        new="",
        red=(f"{STRAY}test_where_the_record_may_not_be_asked_it_is_not",),
        rest=NEAR,
    ),
    Mutation(
        id="witness.activity",
        guard="a record that agrees completes at once only where nothing more is surely made",
        file=PLAN,
        old='            if agreed and (activity == "none" or now >= ready_at):\n',
        new="            if agreed:\n",
        red=(f"{POLL}test_with_activity_not_seen_the_window_stays_although_the_record_agrees",),
        rest=NEAR,
    ),
    Mutation(
        id="witness.unfinished",
        guard="a record that says unfinished is waited on, however finished the page looks",
        file=PLAN,
        old='        case Known(RecordAnswer(state="in_progress" | "none")):\n',
        new='        case Known(RecordAnswer(state="none")):\n',
        red=(f"{POLL}test_a_record_that_says_unfinished_is_waited_on_however_finished_the_page_looks",),
        rest=NEAR,
    ),
    Mutation(
        id="witness.cut",
        guard="a record that says cut never completes",
        file=PLAN,
        old='        case Known(RecordAnswer(state="error") as record) if is_of',
        new='        case Known(RecordAnswer(state="error", canvas=True) as record) if is_of',
        red=(f"{POLL}test_a_record_that_says_cut_never_completes_however_finished_the_page_looks",),
        rest=NEAR,
    ),
    Mutation(
        id="witness.agrees",
        guard="a record that says something else than the page completes nothing at once",
        file=PLAN,
        old="            agreed = says_the_same(record, _text(turn))\n",
        new="            agreed = says_the_same(record, _text(turn)) or bool(record.markdown)\n",
        red=(
            f"{POLL}test_where_record_and_page_differ_the_page_is_the_answer_when_the_window_has_passed",
            f"{POLL}test_a_record_that_differs_is_warned_of_and_one_that_agrees_is_not",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="witness.conflict",
        guard="that record and page differ is a warning",
        file=PLAN,
        old='    return _warned(state, "record-conflict"), Complete(turn.messages)\n',
        new="    return state, Complete(turn.messages)\n",
        red=(f"{POLL}test_a_record_that_differs_is_warned_of_and_one_that_agrees_is_not",),
        rest=NEAR,
    ),
    Mutation(
        id="witness.followed",
        guard="an answer behind which somebody asked on is not whole by the page alone",
        file=PLAN,
        old="        case _ if now >= ready_at and state.followed:\n",
        new="        case _ if now >= ready_at and state.followed and state.stray:\n",
        red=(f"{POLICIES}test_an_answer_behind_which_somebody_asked_on_is_not_whole_by_the_page_alone",),
        rest=NEAR,
    ),
    Mutation(
        id="witness.passed-over",
        guard="a later question ends nothing while something is made, or may be",
        file=PLAN,
        old='    return FOLLOWED if state.followed and turn is None and waiting.activity == "none" else None\n',
        new="    return FOLLOWED if state.followed and turn is None and waiting.activity else None\n",
        red=(f"{POLICIES}test_while_something_is_made_or_may_be_a_later_question_ends_nothing",),
        rest=NEAR,
    ),
)
