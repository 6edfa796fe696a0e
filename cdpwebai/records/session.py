"""A stored session: what is known before Send is pressed, what becomes of it, what a flow has learnt.

Row 0, pure. Not which step may follow which: that is ``store.states``.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from cdpwebai.records.addresses import conversation_id
from cdpwebai.records.answer import Answer, StoredOutputs
from cdpwebai.records.models import Selection, WorkSelection
from cdpwebai.records.results import Observations

__all__ = ["ACTIVE", "Baseline", "Change", "Session", "Status", "StoredError", "Submission", "TaskStatus"]

Status = Literal[
    "submitting",
    "unknown-submission",
    "sent",
    "polling",
    "complete",
    "partial",
    "needs-input",
    "timeout",
    "crashed",
    "stopped",
    "failed",
    "error",
]
"""Where a stored session stands. ``submitting`` is stored before Send is pressed and says as little as
``unknown-submission``: whether the prompt went out. ``failed`` without a message id: it certainly did not."""

ACTIVE: tuple[Status, ...] = ("submitting", "unknown-submission", "sent", "polling", "needs-input")
"""The statuses in which a session is still going on, until its deadline."""


TaskStatus = Literal["running", "complete", "unknown"]
"""Where a task of Work stands: of a session that is not ``complete``, what the last look at it told."""


class Baseline(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What the conversation showed before the prompt, by ids: whatever is not in it is new."""

    turn_ids: tuple[str, ...] = ()
    message_ids: tuple[str, ...] = ()


class StoredError(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """The last thing that went wrong, in the words of the error that told it."""

    error_code: str
    stage: str
    retry_hint: str
    message: str


_TEMPORARY = re.compile(r"[?&]temporary-chat=true(?:[&#]|$)")


class Submission(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What is known of a prompt before Send is pressed, and stored then.

    ``prompt`` is kept whole: only its exact text tells later whether a message is ours. ``original_url`` is where the
    tab was; ``power`` and ``speed`` what was asked for of Work, and ``work_selection`` what was seen of it, None for
    Chat; ``endpoint`` the browser's, "" where nobody can come back to it; ``selection`` what became of a model that was
    asked for, unset where none was; ``outputs`` which images and files of the answer were asked for, unset where none
    was, and in what was stored before there were any.
    """

    vendor: str
    prompt: str
    baseline: Baseline
    surface: Literal["chat", "work"] = "chat"
    response_contract: Literal["chat", "work"] = "chat"
    power: int | None = None
    speed: Literal["standard", "fast"] | None = None
    work_selection: WorkSelection | None = None
    deadline_at: float | None = None
    original_url: str = ""
    target_id: str = ""
    endpoint: str = ""
    selection: Selection | UnsetType = UNSET
    outputs: StoredOutputs | UnsetType = UNSET

    @property
    def is_temporary(self) -> bool:
        """Whether it goes into a temporary chat, which never gets an address of its own."""
        return bool(_TEMPORARY.search(self.original_url))


class Session(Submission, frozen=True, rename="camel", kw_only=True):
    """One prompt in one conversation, and what became of it. A follow-up is the next generation of the same session.

    ``turn_id`` and ``message_id`` are those of our own message; ``partial`` is unfinished text, never an answer.
    ``pasted``: the name of the file that the page has made of the prompt, "" where it has made none.
    ``conversation_url`` is durable, or None until there is such an address; ``task_id`` and ``task_url`` are the
    same of a task of Work, and ``task_status`` where it stands, None while no look at it was stored.
    """

    id: str = msgspec.field(name="sessionId")
    generation: int
    status: Status
    prompt_hash: str
    created_at: float
    updated_at: float
    sent_at: float | None = None
    completed_at: float | None = None
    conversation_url: str | None = None
    turn_id: str = ""
    message_id: str = ""
    pasted: str = ""
    task_id: str | None = None
    task_url: str | None = None
    task_status: TaskStatus | None = None
    answer: Answer | None = None
    partial: str = ""
    warnings: tuple[str, ...] = ()
    observations: Observations = Observations()
    last_error: StoredError | None = None

    @property
    def conversation_id(self) -> str | None:
        """The conversation's own id, the only part of its address that names it."""
        return conversation_id(self.conversation_url or "", self.vendor)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a flow has learnt of a session. What is left UNSET stays as it is; ``warnings`` are added to the stored.

    ``brought``: the answer that is stored already, with the images and files that were saved of it since.
    """

    status: Status | UnsetType = UNSET
    conversation_url: str | UnsetType = UNSET
    target_id: str | UnsetType = UNSET
    endpoint: str | UnsetType = UNSET
    deadline_at: float | UnsetType | None = UNSET
    turn_id: str | UnsetType = UNSET
    message_id: str | UnsetType = UNSET
    pasted: str | UnsetType = UNSET
    task_status: Literal["running", "unknown"] | UnsetType = UNSET
    answer: Answer | UnsetType = UNSET
    brought: Answer | UnsetType = UNSET
    partial: str | UnsetType = UNSET
    warnings: tuple[str, ...] = ()
    observations: Observations | UnsetType = UNSET
    last_error: StoredError | UnsetType | None = UNSET
