"""What is said after Ctrl-C: what became of the prompt, as it is stored, and how to come back.

Below the commands; it knows sessions, not commands.
"""

from __future__ import annotations

from typing import Any

from cdpwebai.records import Session

__all__ = ["interrupted", "interrupted_document"]


def interrupted(session: Session | None) -> str:
    """The sentence for a person. None: nothing was stored, so Send was not pressed."""
    if session is None or (session.status == "failed" and not session.message_id):
        return "interrupted: nothing was sent"
    back = f"come back with: cdpwebai poll --session {session.id}"
    if session.answer is not None:
        return f"interrupted: the answer is complete and stored; {back}"
    unsure = session.status in ("submitting", "unknown-submission")
    sent = "the prompt may have been sent" if unsure else "the prompt was sent"
    after = "its answer goes on in the browser" if session.endpoint else "its browser has ended with the command"
    return f"interrupted: {sent}, and {after}; {back}"


def interrupted_document(session: Session | None) -> dict[str, Any]:
    """The session as JSON, with the status that is stored; ``interrupted`` where there is none."""
    if session is None:
        return {"ok": False, "status": "interrupted", "sessionId": None}
    return {
        "ok": False,
        "status": session.status,
        "vendor": session.vendor,
        "sessionId": session.id,
        "url": session.conversation_url,
        "warnings": session.warnings,
    }
