"""What may become of a session, step by step: a table, and the rules that go with every step.

Row 6, pure. ``sessions`` applies it to the row it has read inside the transaction; no flow can go around it.

===================  ==========================================================================================
status               may become
===================  ==========================================================================================
submitting           unknown-submission, sent, failed
unknown-submission   sent, and what follows it: an answer to our message shows as well that it was sent
complete, stopped    nothing: what comes later is left out, and a warning says so
all others           polling, complete, partial, needs-input, timeout, crashed, stopped, failed, error
===================  ==========================================================================================

``sent`` names the message that shows it and the durable address of its conversation, every later status at least the
message. ``complete`` comes with the answer, and the answer with ``complete``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from cdpwebai.errors import SessionMismatch, SessionRefused
from cdpwebai.records import HOSTS, Change, Session, Status, Submission, conversation_id, durable_url
from cdpwebai.store.ids import hash_of

__all__ = ["AWAITING", "UNSETTLED", "WAYS", "apply", "begin", "follow_up"]

AWAITING: frozenset[Status] = frozenset(
    ("polling", "complete", "partial", "needs-input", "timeout", "crashed", "stopped", "failed", "error")
)
"""What can be said of the answer once the prompt is known to be sent."""

UNSETTLED: frozenset[Status] = frozenset(("submitting", "unknown-submission", "sent", "polling"))
"""Where nothing new may be sent in the session: what was sent, or whether, is still open."""

WAYS: dict[Status, frozenset[Status]] = {
    "submitting": frozenset(("unknown-submission", "sent", "failed")),
    "unknown-submission": frozenset(("sent", *AWAITING)),
    "sent": AWAITING,
    "polling": AWAITING,
    "partial": AWAITING,
    "needs-input": AWAITING,
    "timeout": AWAITING,
    "crashed": AWAITING,
    "failed": AWAITING,
    "error": AWAITING,
    "complete": frozenset(),
    "stopped": frozenset(),
}


def begin(submission: Submission, session_id: str, now: float) -> Session:
    """The record that is stored before Send is pressed. Raises InputError for a prompt that is no text."""
    begun = Session(
        **_fields(submission),
        id=session_id,
        generation=1,
        status="submitting",
        prompt_hash=hash_of(submission.prompt),
        created_at=now,
        updated_at=now,
        conversation_url=durable_url(submission.original_url, submission.vendor),
    )
    return _with_task(begun)


def follow_up(session: Session, submission: Submission, now: float) -> Session:
    """The session's next generation: another prompt in the same conversation, before Send is pressed.

    Raises SessionRefused while the prompt before it is unsettled, and for another vendor's; SessionMismatch for another
    conversation's; InputError as ``begin``.
    """
    if session.status in UNSETTLED:
        raise SessionRefused(
            f"session {session.id} is {session.status}: poll it before another prompt is sent in it",
            session_id=session.id,
        )
    if submission.vendor != session.vendor:
        raise SessionRefused(
            f"session {session.id} is one of {session.vendor}, and the prompt is for {submission.vendor}",
            session_id=session.id,
        )
    begun = begin(submission, session.id, now)
    return msgspec.structs.replace(
        begun,
        generation=session.generation + 1,
        created_at=session.created_at,
        conversation_url=_conversation_url(session, begun.conversation_url or ""),
        target_id=submission.target_id or session.target_id,
        endpoint=submission.endpoint or session.endpoint,
    )


def apply(session: Session, change: Change, now: float) -> Session:
    """The session after the change. Raises SessionRefused for a step that the table has not, SessionMismatch.

    An address that is not durable is left out, and the rest of the change is made.
    """
    change = _with_brought(session, _without_late_news(session, change))
    known = {name: value for name, value in _fields(change).items() if value is not UNSET}
    known["warnings"] = tuple(dict.fromkeys((*session.warnings, *change.warnings)))
    known["conversation_url"] = _conversation_url(session, known.get("conversation_url", ""))
    after = _with_task(msgspec.structs.replace(session, **known, updated_at=now))
    _check_step(session, after)
    return _with_times(session, after, now)


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def _without_late_news(session: Session, change: Change) -> Change:
    """Once complete or stopped, a session stays what it is: a later word on the answer only leaves a warning."""
    if WAYS[session.status]:
        return change
    change = msgspec.structs.replace(change, answer=UNSET, partial=UNSET, last_error=UNSET)
    if change.status is UNSET or change.status not in AWAITING - {session.status}:
        return change
    said = f"{change.status}-after-{session.status}-ignored"
    return msgspec.structs.replace(change, status=UNSET, warnings=(*change.warnings, said))


def _with_brought(session: Session, change: Change) -> Change:
    """What was saved of a stored answer later is put with it; its text stays as it is."""
    brought, answer = change.brought, session.answer
    change = msgspec.structs.replace(change, brought=UNSET)
    if brought is UNSET or answer is None or brought.message_id != answer.message_id:
        return change
    known = msgspec.structs.replace(
        answer, images=brought.images, files=brought.files, artifact_errors=brought.artifact_errors
    )
    return msgspec.structs.replace(change, answer=known)


def _conversation_url(session: Session, url: str) -> str | None:
    """The address that the session has after this one was seen. Its conversation never changes."""
    seen = conversation_id(url, session.vendor)
    if seen is None:
        return session.conversation_url
    if session.conversation_id not in (None, seen):
        raise SessionMismatch(
            f"session {session.id} is the conversation {session.conversation_id}, and this is {seen}",
            session_id=session.id,
            evidence={"expected": session.conversation_id, "seen": seen},
        )
    return durable_url(url, session.vendor)


def _with_task(session: Session) -> Session:
    """A task of Work stands in a conversation like any other: the record tells that it is one, its address does not.

    It is complete with its session, and never before.
    """
    if session.surface != "work":
        return session
    status = "complete" if session.status == "complete" else session.task_status
    known = {"task_id": session.conversation_id, "task_url": session.conversation_url, "task_status": status}
    return msgspec.structs.replace(session, **known)


def _check_step(before: Session, after: Session) -> None:
    for broken in _broken_rules(before, after):
        raise SessionRefused(f"session {before.id}: {broken}", session_id=before.id)


def _broken_rules(before: Session, after: Session) -> Iterator[str]:
    if after.status != before.status and after.status not in WAYS[before.status]:
        yield f"{before.status} cannot become {after.status}"
    if after.status in AWAITING - {"failed"} | {"sent"} and not after.message_id:
        yield f"{after.status} without the id of the message that was sent"
    if after.status == "sent" and after.conversation_url is None and _gets_an_address(after):
        yield "sent without the durable address of the conversation"
    if (after.status == "complete") != (after.answer is not None):
        yield f"{after.status} {'with' if after.answer else 'without'} an answer"


def _gets_an_address(session: Session) -> bool:
    return session.vendor in HOSTS and not session.is_temporary


def _with_times(before: Session, after: Session, now: float) -> Session:
    if after.status == before.status:
        return after
    if after.status == "sent":
        return msgspec.structs.replace(after, sent_at=now)
    if after.status == "complete":
        return msgspec.structs.replace(after, completed_at=now, partial="", last_error=None)
    return after
