"""May another prompt go into a session's conversation, and is the page still in it? Judged before Send is pressed.

Row 6, pure. A session is followed when its last prompt is settled: an answer that may still be made is polled first.
The page is in its conversation when it shows the message that was sent there last; an address alone proves nothing of
a page that still comes in, and a temporary chat has none.
"""

from __future__ import annotations

from cdpwebai.flows.plan_preflight import COMING_IN, NOT_SEEN, Obstacle
from cdpwebai.flows.plan_resume import Elsewhere, StillUnknown, find_message
from cdpwebai.flows.send_steps import Gate, Refuse, Sent
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.records import Session, Status, conversation_id

__all__ = ["last_sent", "not_followed", "shows", "still_there"]

OPEN: frozenset[Status] = frozenset(("submitting", "unknown-submission", "sent", "polling"))
"""Where what was sent, or whether, is not settled."""


def not_followed(session: Session) -> Refuse | None:
    """Why no prompt of Chat's goes into this session's conversation; None when one may."""
    if session.surface != "chat":
        why = f"session {session.id} is one of Work's, and a prompt of Chat's does not go into it"
        return Refuse("capability.unsupported", "multi-turn", "use-work", why)
    if session.status in OPEN:
        why = f"session {session.id} is {session.status}: poll it before another prompt is sent in it"
        return Refuse("session.step-refused", "multi-turn", "poll-or-resume", why)
    return None


def last_sent(generations: tuple[Session, ...]) -> Sent | None:
    """The newest message of the session, from all its generations, the oldest first; None when none was sent."""
    for one in reversed(generations):
        if one.message_id:
            before = frozenset(one.baseline.turn_ids)
            return Sent(one.turn_id, one.message_id, before, one.conversation_id or "")
    return None


def shows(session: Session, url: str) -> bool:
    """Whether a tab at this address may be the session's: one without an address of its own cannot be told by it."""
    return session.conversation_id is None or conversation_id(url, session.vendor) == session.conversation_id


def still_there(sent: Sent) -> Gate:
    """The gate of a follow-up: right before Send is pressed the page is still in the conversation of ``sent``."""

    def gate(seen: ChatObservation) -> Obstacle | None:
        match find_message(sent, seen):
            case Sent():
                return None
            case Elsewhere(conversation):
                why = f"the page shows another conversation ({conversation or 'none'}) than the session's"
                return Obstacle("session.conversation-mismatch", "commit-verify", "poll-or-resume", why, COMING_IN)
            case StillUnknown(why):
                return Obstacle("snapshot.unavailable", "commit-verify", "re-snapshot", why, NOT_SEEN)

    return gate
