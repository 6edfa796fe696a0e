"""What is returned and what is stored: answers, results as every face tells them, sessions and leases.

Row 0: structs, and the little that can be said of them without a clock or a file. JSON names are camelCase, as
``--json`` and the records on disk have them. Times are seconds since the epoch. What may become of a session, step by
step, is ``store.states``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET, UnsetType

__all__ = [
    "ACTIVE",
    "Answer",
    "Artifact",
    "ArtifactError",
    "ArtifactKind",
    "Baseline",
    "Change",
    "CoolDown",
    "Exactness",
    "Fence",
    "Lease",
    "LeaseKind",
    "ModelMenu",
    "ModelRow",
    "Models",
    "Observations",
    "Owner",
    "QueryResult",
    "Selection",
    "Session",
    "Source",
    "Status",
    "StoredError",
    "Submission",
    "TurnResult",
    "conversation_id",
    "durable_url",
]

Source = Literal["record", "dom", "copy"]
"""Where the Markdown came from: the conversation's record, the page, or the site's own copy."""

Exactness = Literal["exact", "checked", "rebuilt", "text"]
"""``exact``: the record's or the site's own copy. ``checked``: rebuilt from the page, every source offset agrees.
``rebuilt``: some do not, or there are none. ``text``: no structure."""


ArtifactKind = Literal["image", "file"]


class Artifact(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """An image or a file of an answer that was saved. ``path`` is absolute, ``size`` in bytes, ``sha256`` in hex.

    ``source``: the site's file id, or the path in its sandbox. ``mime``: what the bytes are, "" where that cannot be
    told. ``width`` and ``height`` of an image in pixels, else 0.
    """

    kind: ArtifactKind
    name: str
    source: str
    path: str
    size: int
    sha256: str
    mime: str = ""
    width: int = 0
    height: int = 0


class ArtifactError(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """An image or a file that was asked for and could not be had: nothing was saved under its name."""

    kind: ArtifactKind
    name: str
    code: str
    message: str


class Answer(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """One finished answer. ``model_slug`` is the page's own word for the model, "" when it does not say.

    ``images`` and ``files``: what was saved of it, where that was asked for; ``artifact_errors``: what could not be.
    """

    markdown: str
    text: str
    source: Source
    exactness: Exactness
    message_id: str
    model_slug: str = ""
    images: tuple[Artifact, ...] = ()
    files: tuple[Artifact, ...] = ()
    artifact_errors: tuple[ArtifactError, ...] = ()


class Selection(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What was asked for in the picker of models, and what the page showed of it; never what was only inferred.

    The ``requested_...`` are the caller's words, "" for not asked. ``resolved_label``: what the picker's opener said in
    the end; ``tier_label`` and ``family_label``: the rows that were shown as chosen. ``normalized_model`` and
    ``normalized_effort``: the tier in our words, where it was proven. ``verified``: all of it was read back after the
    choice; it is asked again right before the prompt is sent. ``captured_at`` in seconds since the epoch.
    """

    requested_model: str = ""
    requested_effort: str = ""
    requested_family: str = ""
    resolved_label: str = ""
    surface: Literal["chat"] = "chat"
    family_label: str = ""
    tier_label: str = ""
    normalized_model: str = ""
    normalized_effort: str = ""
    strategy: Literal["select"] = "select"
    status: Literal["already-selected", "switched", "switched-best-effort", "unverified", "unavailable"]
    verified: bool
    source: str = "chatgpt-model-picker"
    captured_at: float


class ModelRow(msgspec.Struct, frozen=True, rename="camel"):
    """A row of the picker of models. ``why``: the page's own words for one that is not ``available``; ``notes``: what
    stands in the row below its name."""

    label: str
    selected: bool
    available: bool
    why: str = ""
    notes: tuple[str, ...] = ()


class ModelMenu(msgspec.Struct, frozen=True, rename="camel"):
    """The rows of the picker itself (``name`` "") or of the menu of one of its rows."""

    name: str
    rows: tuple[ModelRow, ...]


class Models(msgspec.Struct, frozen=True, rename="camel"):
    """What an account's picker of models offers, as it is labelled. ``selected``: what its opener says.

    ``slider``: what its slider says, "" where there is none; ``stops``: how many it has.
    """

    selected: str
    stops: int
    slider: str
    menus: tuple[ModelMenu, ...]


class Observations(msgspec.Struct, frozen=True, rename="camel"):
    """How many looks a flow took, and how many of their fields were unknown, by reason."""

    looks: int = 0
    unknown: dict[str, int] = {}


class TurnResult(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """One of several prompts of a command, and what came of it; ``answer`` is None for the one that failed."""

    index: int
    prompt: str
    status: str
    answer: Answer | None = None
    warnings: tuple[str, ...] = ()
    sent_at: float | None = None
    completed_at: float | None = None


class QueryResult(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What ``query`` returns when the answer is complete; errors have their own shape.

    With follow-ups ``answer`` is the last one's, and ``turns`` has them all.
    """

    ok: bool = True
    status: str = "complete"
    vendor: str
    session_id: str | None = None
    url: str
    answer: Answer
    observations: Observations
    warnings: tuple[str, ...] = ()
    turns: tuple[TurnResult, ...] | UnsetType = UNSET
    follow_up_count: int | UnsetType = UNSET
    final_status: str | UnsetType = UNSET
    archived: bool | UnsetType = UNSET
    selection: Selection | UnsetType = UNSET


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

LeaseKind = Literal["session", "target", "watch", "stop", "slot"]
"""What a lease is on: commands on one session, users of one tab, watchers of one session, who stops its answer, a place
among many runs."""


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
    tab was; ``power`` and ``speed`` what was asked for of Work; ``endpoint`` the browser's, "" where nobody can come
    back to it; ``selection`` what became of a model that was asked for, unset where none was.
    """

    vendor: str
    prompt: str
    baseline: Baseline
    surface: Literal["chat", "work"] = "chat"
    response_contract: Literal["chat", "work"] = "chat"
    power: int | None = None
    speed: Literal["standard", "fast"] | None = None
    deadline_at: float | None = None
    original_url: str = ""
    target_id: str = ""
    endpoint: str = ""
    selection: Selection | UnsetType = UNSET

    @property
    def is_temporary(self) -> bool:
        """Whether it goes into a temporary chat, which never gets an address of its own."""
        return bool(_TEMPORARY.search(self.original_url))


class Session(Submission, frozen=True, rename="camel", kw_only=True):
    """One prompt in one conversation, and what became of it. A follow-up is the next generation of the same session.

    ``turn_id`` and ``message_id`` are those of our own message; ``partial`` is unfinished text, never an answer.
    ``pasted``: the name of the file that the page has made of the prompt, "" where it has made none.
    ``conversation_url`` is durable, or None until there is such an address; ``task_id`` and ``task_url`` are the
    same of a task of Work.
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
    """What a flow has learnt of a session. What is left UNSET stays as it is; ``warnings`` are added to the stored."""

    status: Status | UnsetType = UNSET
    conversation_url: str | UnsetType = UNSET
    target_id: str | UnsetType = UNSET
    endpoint: str | UnsetType = UNSET
    deadline_at: float | UnsetType | None = UNSET
    turn_id: str | UnsetType = UNSET
    message_id: str | UnsetType = UNSET
    pasted: str | UnsetType = UNSET
    answer: Answer | UnsetType = UNSET
    partial: str | UnsetType = UNSET
    warnings: tuple[str, ...] = ()
    observations: Observations | UnsetType = UNSET
    last_error: StoredError | UnsetType | None = UNSET


class Owner(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """A process for good: its number, its start in the system's own notation ("" where that cannot be told), and where
    the number counts: a host, and on Linux the process namespace in it."""

    pid: int
    started: str
    place: str


class Lease(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """One process's hold on something. ``purpose`` is for people ("poll"); ``token`` tells this hold from any other."""

    kind: LeaseKind
    key: str
    token: str
    owner: Owner
    purpose: str
    acquired_at: float
    heartbeat_at: float


class CoolDown(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """Nothing is sent to a vendor until then, for this reason."""

    vendor: str
    reason: str
    since: float
    until: float


class Fence:
    """Until when a flow may write. It is passed when it was closed, or when one of its conditions is true.

    The conditions are asked right before a write is made, possibly from another thread. More of them can only bring the
    end nearer.
    """

    def __init__(self, *over: Callable[[], bool]) -> None:
        self._over = list(over)
        self._closed = False

    @property
    def passed(self) -> bool:
        """Whether nothing may be written any more."""
        return any(over() for over in self._over) or self._closed

    def tighten(self, over: Callable[[], bool]) -> None:
        """Add a condition."""
        self._over.append(over)

    def close(self) -> None:
        """End it now."""
        self._closed = True


HOSTS = {"chatgpt": frozenset(("chatgpt.com", "chat.openai.com"))}
"""Where a vendor's conversations live. One that is not here, as the demo, may be anywhere, with http and a port."""

_CONVERSATION = re.compile(r"(?:/g/[A-Za-z0-9._-]*[A-Za-z0-9_-])?/c/([A-Za-z0-9-]+)/?")


def durable_url(url: str, vendor: str) -> str | None:
    """The address at which a conversation can be found again, without query and fragment; None when it is none.

    ``/c/<id>`` is one, below a project's or GPT's ``/g/...`` too, and with ``www.`` before the host. ``/c/WEB:<id>``,
    which the page shows for a moment, the bare origin, another host, a port, or a name before the host are not.
    """
    found = _conversation(url, vendor)
    return None if found is None else found[0]


def conversation_id(url: str, vendor: str) -> str | None:
    """The id in a durable address; None when the address is not durable."""
    found = _conversation(url, vendor)
    return None if found is None else found[1]


def _conversation(url: str, vendor: str) -> tuple[str, str] | None:
    if not url.isprintable() or " " in url:  # urlsplit takes line breaks out, and a browser does as well
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    hosts = HOSTS.get(vendor)
    if hosts is None:
        at_home = parts.scheme in ("http", "https") and bool(parts.netloc) and "@" not in parts.netloc
    else:
        at_home = parts.scheme == "https" and parts.netloc.lower().removeprefix("www.") in hosts
    found = _CONVERSATION.fullmatch(parts.path)
    return (f"{parts.scheme}://{parts.netloc}{parts.path}", found[1]) if at_home and found else None
