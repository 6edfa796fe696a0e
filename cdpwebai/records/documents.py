"""What an operation comes to, as the JSON that every face tells: an error, a prompt that was sent, a stored session.

Row 0, pure: shapes. An answer has its own (``QueryResult``), and a task's are ``api.work``'s.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from cdpwebai.errors import ArtifactsMissing, CdpWebAIError
from cdpwebai.records.session import Session

__all__ = ["error_document", "sent_document", "session_document"]

LONG = ("prompt", "answer", "partial", "baseline")
"""What of a session is too long for a list of them."""


def error_document(error: CdpWebAIError) -> dict[str, Any]:
    """An error as JSON; ``mutationAllowed`` is whether the page may have been changed, null when it cannot be told."""
    document: dict[str, Any] = {
        "ok": False,
        "status": error.status,
        "sessionId": error.session_id,
        "error": {
            "errorCode": error.error_code,
            "stage": error.stage,
            "retryHint": error.retry_hint,
            "message": error.message,
            "mutationAllowed": error.page_may_have_changed,
            "evidence": error.evidence,
        },
    }
    if isinstance(error, ArtifactsMissing):
        document["answer"] = error.answer
    if error.partial is not None:
        document["partial"] = error.partial
    if error.warnings:
        document["warnings"] = error.warnings
    if error.turns:
        document["turns"] = error.turns
        document["followUpCount"] = len(error.turns) - 1
    return document


def sent_document(session: Session) -> dict[str, Any]:
    """A prompt that was sent; its answer is not there yet."""
    known = {"vendor": session.vendor, "sessionId": session.id, "url": session.conversation_url}
    chosen = {} if session.selection is UNSET else {"selection": session.selection}
    return {"ok": True, "status": "sent", **known, "warnings": session.warnings, **chosen}


def session_document(session: Session) -> dict[str, Any]:
    """A session as it stands in a list, without its long texts."""
    document: dict[str, Any] = msgspec.to_builtins(session)
    return {key: value for key, value in document.items() if key not in LONG}
