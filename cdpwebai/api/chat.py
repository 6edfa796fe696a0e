"""Asking a chat site: open its page, send once, wait for the proof, return Markdown.

Row 7. The face of ``opening`` and ``asking``, for all who ask; it adds nothing.
"""

from __future__ import annotations

from cdpwebai.api.asking import ASK_SECONDS, Chat
from cdpwebai.api.conversation import GoingOn
from cdpwebai.api.opening import open_again, open_chat, open_sessions, open_site
from cdpwebai.api.questions import check_question
from cdpwebai.api.streaming import Part

__all__ = [
    "ASK_SECONDS",
    "Chat",
    "GoingOn",
    "Part",
    "check_question",
    "open_again",
    "open_chat",
    "open_sessions",
    "open_site",
]
