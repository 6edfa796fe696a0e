"""Which session is meant where none was named.

Row 6, pure. By the exact target, then by the exact conversation; else the only active one. Never the newest of several:
it may be somebody else's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cdpwebai.errors import TargetAmbiguous
from cdpwebai.records import Session, conversation_id

__all__ = ["Found", "choose"]


@dataclass(frozen=True)
class Found:
    """The session that is meant; ``session-auto-bound:<id>`` warns that it was only the one there was."""

    session: Session
    warnings: tuple[str, ...] = ()


def choose(active: Sequence[Session], *, target_id: str = "", url: str = "") -> Found | None:
    """The one that is meant among a vendor's active sessions; None when none fits.

    With a target or an address only a session of exactly that one fits; without them the only active one does, with a
    warning. Raises TargetAmbiguous when several fit.
    """
    for fitting in _exact(active, target_id, url):
        if fitting:
            return Found(_only(fitting))
    if target_id or url or not active:
        return None
    session = _only(active)
    return Found(session, (f"session-auto-bound:{session.id}",))


def _exact(active: Sequence[Session], target_id: str, url: str) -> Iterator[list[Session]]:
    yield [session for session in active if target_id and session.target_id == target_id]
    yield [session for session in active if url and _is_of(session, url)]


def _is_of(session: Session, url: str) -> bool:
    return session.conversation_id is not None and session.conversation_id == conversation_id(url, session.vendor)


def _only(fitting: Sequence[Session]) -> Session:
    if len(fitting) == 1:
        return fitting[0]
    ids = ", ".join(each.id for each in fitting)
    raise TargetAmbiguous(
        f"{len(fitting)} active sessions of {fitting[0].vendor} fit ({ids}); name one with --session",
        evidence={"candidates": [_candidate(each) for each in fitting]},
    )


def _candidate(session: Session) -> dict[str, object]:
    return {
        "sessionId": session.id,
        "vendor": session.vendor,
        "status": session.status,
        "targetId": session.target_id,
        "conversationUrl": session.conversation_url,
        "deadlineAt": session.deadline_at,
    }
