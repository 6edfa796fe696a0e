"""What is said after Ctrl-C or SIGTERM: what became of the prompt, as it is stored, and how to come back.

Below the commands; it knows sessions, not commands.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import trio

from cdpwebai.api.answering import poll_command
from cdpwebai.api.session_looks import show_session
from cdpwebai.errors import CdpWebAIError
from cdpwebai.records import Session
from cdpwebai.store import open_store
from cdpwebai_cli.options.shared import Options
from cdpwebai_cli.reporting import INTERRUPTED, note, print_json, print_line

__all__ = ["Underway", "interrupted", "interrupted_document"]


class Underway:
    """The prompt that a command sends or waits for. ``sends``: without a session nothing was sent; ``as_lines``: with
    --json stdout is JSON lines."""

    def __init__(self, options: Options, *, sends: bool = False, as_lines: bool = False) -> None:
        self.session: Session | None = None
        self._options = options
        self._sends = sends
        self._print = print_line if as_lines else print_json

    def keep(self, session: Session) -> None:
        """Its session, as it is known by now."""
        self.session = session

    def tell_interrupted(self) -> int:
        """Say what a person can do now, and with --json which session it is; returns the exit code."""
        if self.session is not None and self._options.replay is None:
            with suppress(CdpWebAIError):  # then what was known of it last is told
                self.session = trio.run(_as_stored, self.session.id)
        if self._options.as_json:
            self._print(interrupted_document(self.session))
        if not self._options.quiet:
            note(interrupted(self.session) if self.session or self._sends else "interrupted")
        return INTERRUPTED


async def _as_stored(session_id: str) -> Session:
    async with open_store() as store:
        return await show_session(store, session_id)


def interrupted(session: Session | None) -> str:
    """The sentence for a person. None: nothing was stored, so Send was not pressed."""
    if session is None or (session.status == "failed" and not session.message_id):
        return "interrupted: nothing was sent"
    back = f"come back with: {poll_command(session)}"
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
