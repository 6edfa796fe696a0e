"""What every error of ours tells. Row 0; below it stands nothing. Above: every other module of ``errors``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["CdpWebAIError"]


class CdpWebAIError(Exception):
    """What every error of ours tells.

    ``message`` is one sentence or two: what was awaited, where, for how long, what to do. ``page_may_have_changed`` is
    True when something may have been done to the page, False when certainly not, None when it cannot be told.
    ``partial`` is unfinished text of an answer, never to be taken for one. ``warnings`` are the codes of what a flow
    could not see on its way, the same as in its stored session. ``turns``: where several prompts were asked, a
    ``records.TurnResult`` for each, with the answers that came before.
    """

    status: str = "error"
    error_code: str = "internal.error"
    stage: str = "any"
    retry_hint: str = "report-bug"
    exit_code: int = 1

    def __init__(
        self,
        message: str,
        *,
        page_may_have_changed: bool | None = False,
        session_id: str | None = None,
        evidence: Mapping[str, Any] | None = None,
        partial: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.partial = partial
        self.page_may_have_changed = page_may_have_changed
        self.session_id = session_id
        self.evidence: dict[str, Any] = dict(evidence or {})
        self.warnings: tuple[str, ...] = ()
        self.turns: tuple[Any, ...] = ()
