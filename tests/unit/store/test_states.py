"""What may become of a session: the whole table, pair by pair, and the rules that go with the steps."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from cdpwebai.errors import InputError, SessionMismatch, SessionRefused
from cdpwebai.records import (
    Answer,
    Artifact,
    ArtifactError,
    Baseline,
    Change,
    Observations,
    Session,
    Status,
    StoredError,
    StoredOutputs,
)
from cdpwebai.store.states import WAYS, apply, begin, follow_up
from tests.manifest import proves
from tests.unit.store.sessions import ANSWER, CHAT, OTHER_CHAT, session, submission

STATUSES: tuple[Status, ...] = get_args(Status)
ENDED = ("complete", "stopped")
BEFORE = ("submitting", "unknown-submission")
ANSWERING = ("polling", "complete", "partial", "needs-input", "timeout", "crashed", "stopped", "failed", "error")

OPEN = ("sent", "polling", "partial", "needs-input", "timeout", "crashed", "failed", "error")

ALLOWED = {
    *(("submitting", to) for to in ("unknown-submission", "sent", "failed")),
    *(("unknown-submission", to) for to in ("sent", *ANSWERING)),
    *((status, to) for status in OPEN for to in ANSWERING),
}
"""The table, written once more."""

PROBLEM = StoredError(error_code="provider.network", stage="poll", retry_hint="poll-or-resume", message="offline")


def to(status: Status) -> Change:
    """The step, with all that belongs to it."""
    return Change(
        status=status,
        message_id="m1",
        turn_id="t1",
        conversation_url=CHAT,
        answer=ANSWER if status == "complete" else UNSET,
    )


def test_every_status_has_a_row_in_the_table() -> None:
    assert set(WAYS) == set(STATUSES)


@pytest.mark.parametrize("after", STATUSES)
@pytest.mark.parametrize("before", STATUSES)
def test_a_step_is_made_refused_or_left_out_as_the_table_says(before: Status, after: Status) -> None:
    was = session(before)
    if before in ENDED and after in ANSWERING:
        assert apply(was, to(after), 2000.0).status == before
    elif before == after or (before, after) in ALLOWED:
        assert apply(was, to(after), 2000.0).status == after
    else:
        with pytest.raises(SessionRefused, match=f"session 01J: {before} cannot become {after}") as caught:
            apply(was, to(after), 2000.0)
        assert caught.value.session_id == "01J"


@proves("ref.F6.PSES-8")
@pytest.mark.parametrize("late", [status for status in ANSWERING if status != "complete"])
def test_completion_is_never_downgraded_and_the_late_word_leaves_a_warning(late: Status) -> None:
    was = session("complete", completed_at=1500.0, warnings=("w1",))
    after = apply(was, Change(status=late, partial="**", last_error=PROBLEM, warnings=("w2",)), 2000.0)
    assert after == replace(was, warnings=("w1", "w2", f"{late}-after-complete-ignored"), updated_at=2000.0)


def test_a_second_answer_does_not_take_the_first_ones_place() -> None:
    was = session("complete")
    other = replace(ANSWER, markdown="5")
    assert apply(was, Change(status="complete", answer=other), 2000.0) == replace(was, updated_at=2000.0)
    assert apply(was, Change(answer=other), 2000.0).answer == ANSWER


def test_a_stopped_answer_is_not_complete_whatever_the_page_says_later() -> None:
    was = session("stopped", partial="**")
    after = apply(was, Change(status="complete", answer=ANSWER), 2000.0)
    assert (after.status, after.answer, after.partial) == ("stopped", None, "**")
    assert after.warnings == ("complete-after-stopped-ignored",)


@proves("ref.F6.PSES-9")
def test_a_time_out_stores_its_warnings_and_its_error_with_those_before() -> None:
    was = session("polling", warnings=("w1", "w2"))
    after = apply(was, Change(status="timeout", warnings=("w2", "w3"), last_error=PROBLEM, partial="half"), 2000.0)
    assert (after.status, after.warnings, after.last_error, after.partial) == (
        "timeout",
        ("w1", "w2", "w3"),
        PROBLEM,
        "half",
    )


@proves("ref.F6.PSES-10")
@pytest.mark.parametrize("status", ["timeout", "crashed", "failed", "error", "partial", "needs-input"])
def test_what_did_not_end_well_can_still_be_completed(status: Status) -> None:
    was = session(status, partial="half", last_error=PROBLEM)
    after = apply(was, Change(status="complete", answer=ANSWER), 2000.0)
    assert (after.status, after.answer, after.completed_at) == ("complete", ANSWER, 2000.0)
    assert (after.partial, after.last_error) == ("", None)


@pytest.mark.parametrize("status", ["sent", "polling", "timeout", "crashed", "error"])
def test_nothing_after_the_send_is_stored_without_the_message_that_shows_it(status: Status) -> None:
    was = session("sent" if status != "sent" else "submitting", message_id="")
    with pytest.raises(SessionRefused, match=f"{status} without the id of the message that was sent"):
        apply(was, replace(to(status), message_id=UNSET), 2000.0)


def test_sent_needs_a_durable_conversation() -> None:
    was = session("submitting")
    with pytest.raises(SessionRefused, match="sent without the durable address of the conversation"):
        apply(was, Change(status="sent", message_id="m1", conversation_url="https://chatgpt.com/c/WEB:1"), 2000.0)
    assert apply(was, Change(status="sent", message_id="m1", conversation_url=CHAT), 2000.0).sent_at == 2000.0


def test_a_temporary_chat_and_a_demo_have_none_and_are_sent_without() -> None:
    temporary = session("submitting", original_url="https://chatgpt.com/?temporary-chat=true")
    assert apply(temporary, Change(status="sent", message_id="m1"), 2000.0).status == "sent"
    demo = session("submitting", vendor="demo")
    assert apply(demo, Change(status="sent", message_id="m1"), 2000.0).status == "sent"


def test_not_sent_is_failed_without_a_message_and_nothing_follows_it() -> None:
    failed = apply(session("submitting"), Change(status="failed", last_error=PROBLEM), 2000.0)
    assert (failed.status, failed.message_id) == ("failed", "")
    with pytest.raises(SessionRefused, match="polling without the id of the message"):
        apply(failed, Change(status="polling"), 3000.0)


def test_an_answer_to_our_message_shows_that_it_was_sent_wherever_it_stands() -> None:
    unknown = apply(session("submitting"), Change(status="unknown-submission", message_id="m1"), 2000.0)
    assert (unknown.status, unknown.message_id, unknown.conversation_url) == ("unknown-submission", "m1", None)
    after = apply(unknown, Change(status="complete", answer=ANSWER), 3000.0)
    assert (after.status, after.answer, after.conversation_url) == ("complete", ANSWER, None)


def test_complete_comes_with_its_answer_and_the_answer_with_complete() -> None:
    with pytest.raises(SessionRefused, match="complete without an answer"):
        apply(session("polling"), Change(status="complete"), 2000.0)
    with pytest.raises(SessionRefused, match="polling with an answer"):
        apply(session("polling"), Change(answer=ANSWER), 2000.0)


@proves("ref.F6.PSES-6")
def test_an_address_that_is_not_durable_is_left_out_and_the_rest_is_kept() -> None:
    was = session("sent")
    after = apply(was, Change(status="polling", conversation_url="https://chatgpt.com/", target_id="T2"), 2000.0)
    assert after == replace(was, status="polling", target_id="T2", updated_at=2000.0)


@proves("ref.F6.PSES-4", "ref.F6.PSES-5")
def test_an_address_is_stored_only_once_it_is_durable() -> None:
    begun = begin(submission(original_url="https://chatgpt.com/?model=x"), "01J", 1000.0)
    assert (begun.conversation_url, begun.original_url) == (None, "https://chatgpt.com/?model=x")
    assert apply(begun, Change(conversation_url=f"{CHAT}?model=x"), 2000.0).conversation_url == CHAT
    assert begin(submission(original_url=CHAT), "01J", 1000.0).conversation_url == CHAT


def test_a_conversation_never_becomes_another() -> None:
    with pytest.raises(SessionMismatch, match="is the conversation 11111111-aaaa, and this is 22222222-bbbb") as caught:
        apply(session("sent"), Change(status="polling", conversation_url=OTHER_CHAT), 2000.0)
    assert caught.value.evidence == {"expected": "11111111-aaaa", "seen": "22222222-bbbb"}
    project = "https://chatgpt.com/g/g-p-1/c/11111111-aaaa"
    assert apply(session("sent"), Change(conversation_url=project), 2000.0).conversation_url == project


@proves("ref.F6.STORE-4", "ref.F6.STORE-10")
def test_a_change_leaves_alone_what_it_does_not_name() -> None:
    was = session("polling", partial="half", observations=Observations(3, {"deadline": 1}), deadline_at=5.0)
    assert apply(was, Change(), 2000.0) == replace(was, updated_at=2000.0)
    assert apply(was, Change(deadline_at=None), 2000.0) == replace(was, deadline_at=None, updated_at=2000.0)
    after = apply(was, Change(observations=Observations(4), endpoint="ws://x"), 2000.0)
    assert after == replace(was, observations=Observations(4), endpoint="ws://x", updated_at=2000.0)


def test_the_times_of_sending_and_completing_are_those_of_the_first_step_there() -> None:
    sent = apply(session("submitting"), to("sent"), 2000.0)
    assert apply(sent, to("sent"), 3000.0).sent_at == 2000.0
    complete = apply(apply(sent, to("polling"), 3000.0), to("complete"), 4000.0)
    assert (complete.sent_at, complete.completed_at) == (2000.0, 4000.0)
    assert apply(complete, to("complete"), 5000.0).completed_at == 4000.0


@pytest.mark.parametrize("status", [status for status in STATUSES if status not in (*BEFORE, "sent", "polling")])
def test_a_follow_up_begins_anew_in_the_same_conversation(status: Status) -> None:
    was = session(status, target_id="T", endpoint="ws://x", warnings=("w",), partial="p", created_at=500.0)
    then = submission(prompt="And then?", baseline=Baseline(message_ids=("old", "m1")), deadline_at=9000.0)
    begun = follow_up(was, then, 3000.0)
    assert (begun.id, begun.generation, begun.status) == (was.id, 2, "submitting")
    assert (begun.prompt, begun.baseline, begun.deadline_at) == ("And then?", then.baseline, 9000.0)
    assert begun.prompt_hash != was.prompt_hash
    assert (begun.conversation_url, begun.target_id, begun.endpoint) == (CHAT, "T", "ws://x")
    assert (begun.message_id, begun.answer, begun.warnings, begun.partial, begun.sent_at) == ("", None, (), "", None)
    assert (begun.created_at, begun.updated_at) == (500.0, 3000.0)


@pytest.mark.parametrize("status", [*BEFORE, "sent", "polling"])
def test_nothing_is_sent_after_a_prompt_that_is_unsettled(status: Status) -> None:
    with pytest.raises(SessionRefused, match=f"session 01J is {status}: poll it before another prompt is sent"):
        follow_up(session(status), submission(), 3000.0)


def test_a_follow_up_stays_with_its_vendor_and_its_conversation() -> None:
    with pytest.raises(SessionRefused, match="is one of chatgpt, and the prompt is for demo"):
        follow_up(session("complete"), submission(vendor="demo"), 3000.0)
    with pytest.raises(SessionMismatch):
        follow_up(session("complete"), submission(original_url=OTHER_CHAT), 3000.0)
    moved = follow_up(session("complete", target_id="T"), submission(original_url=CHAT, target_id="T2"), 3000.0)
    assert moved.target_id == "T2"


def test_a_prompt_that_is_no_text_is_refused_before_it_is_stored() -> None:
    with pytest.raises(InputError):
        begin(submission(prompt="\ud83d"), "01J", 1000.0)


def test_the_states_of_a_whole_life() -> None:
    life: Session = begin(submission(), "01J", 1.0)
    for place, status in enumerate(("unknown-submission", "sent", "polling", "timeout", "polling", "complete")):
        life = apply(life, to(status), 2.0 + place)
    assert isinstance(life.answer, Answer)
    assert (life.status, life.sent_at, life.completed_at, life.updated_at) == ("complete", 3.0, 7.0, 7.0)


def test_a_follow_up_demands_what_is_asked_for_with_it_alone() -> None:
    demanding = replace(session("complete"), outputs=StoredOutputs(image="/out.png", require_files=True))
    assert follow_up(demanding, submission(), 2000.0).outputs is UNSET


FILE = Artifact(kind="file", name="a.zip", source="/mnt/data/a.zip", path="/a.zip", size=1, sha256="00")
GONE = ArtifactError(kind="file", name="a.zip", code="artifact.not-found", message="gone")


def test_what_was_saved_of_a_stored_answer_later_is_stored_with_it_and_its_text_stays() -> None:
    known = replace(session("complete"), answer=replace(ANSWER, artifact_errors=(GONE,)))
    after = apply(known, Change(brought=replace(ANSWER, markdown="other", files=(FILE,))), 2000.0)
    assert after.answer == replace(ANSWER, files=(FILE,))
    assert (after.status, after.completed_at) == ("complete", known.completed_at)


@pytest.mark.parametrize("status", [*OPEN, "stopped"])
def test_nothing_is_brought_to_a_session_without_an_answer(status: Status) -> None:
    assert apply(session(status), Change(brought=replace(ANSWER, files=(FILE,))), 2000.0).answer is None


def test_what_another_answer_has_is_not_brought_to_this_one() -> None:
    brought = replace(ANSWER, message_id="a2", files=(FILE,))
    assert apply(session("complete"), Change(brought=brought), 2000.0).answer == ANSWER


def test_an_answer_that_comes_late_brings_nothing() -> None:
    change = Change(status="complete", answer=replace(ANSWER, files=(FILE,)))
    assert apply(session("complete"), change, 2000.0).answer == ANSWER
