"""What a question comes to, as every face tells it. Row 0, pure. Errors have their own shape (``errors``)."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from cdpwebai.records.answer import Answer
from cdpwebai.records.models import Selection

__all__ = ["Observations", "QueryResult", "TurnResult"]


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
