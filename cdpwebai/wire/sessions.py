"""Which sessions exist, whose children they are, and what the browser's own events say about their end.

Row 1: pure. Chromium answers none of the calls that wait on a session when its tab crashes, closes or is detached; only
these events tell (Chromium 156, raw protocol):

===========================  ======================  ==================================================
event                        on the session          what it means here
===========================  ======================  ==================================================
Target.attachedToTarget      the parent's            a session begins, before the reply to the attach
Inspector.detached           the dying one           its target goes; a detachedFromTarget follows
Target.detachedFromTarget    the parent's            closed after Inspector.detached, else detached
Inspector.targetCrashed      the dying one           crashed; the session stays attached
===========================  ======================  ==================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from cdpwebai.wire.message import Envelope, decode_body

__all__ = ["SESSION_EVENTS", "Change", "End", "SessionInfo", "SessionTable", "TargetInfo"]

End = Literal["crashed", "closed", "detached"]


class TargetInfo(msgspec.Struct, rename="camel", frozen=True):
    """What the browser says of a target: page, iframe, worker, ..."""

    target_id: str
    type: str = ""
    url: str = ""
    title: str = ""


class SessionInfo(msgspec.Struct, frozen=True):
    """One attached session. ``parent`` is "" below the browser itself."""

    session_id: str
    parent: str
    target: TargetInfo


class Change(msgspec.Struct, frozen=True):
    """What an event changed: a session began (``end`` is None), or ended and why."""

    session: SessionInfo
    end: End | None = None
    detail: str = ""


class _Attached(msgspec.Struct, rename="camel"):
    session_id: str
    target_info: TargetInfo


class _Detached(msgspec.Struct, rename="camel"):
    session_id: str


class _Leaving(msgspec.Struct):
    reason: str = ""


class _Nothing(msgspec.Struct):
    """The event's coming is all that it tells."""


SESSION_EVENTS: Mapping[str, type[msgspec.Struct]] = {
    "Target.attachedToTarget": _Attached,
    "Target.detachedFromTarget": _Detached,
    "Inspector.detached": _Leaving,
    "Inspector.targetCrashed": _Nothing,
}
"""The events that ``SessionTable.observe`` reads, and what it reads of each; every other one passes it by."""


class SessionTable:
    """All sessions below one connection, fed by ``observe`` with the events of ``SESSION_EVENTS``."""

    def __init__(self) -> None:
        self._known: dict[str, SessionInfo] = {}
        self._leaving: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, session_id: str) -> bool:
        return session_id in self._known

    def children(self, session_id: str) -> list[SessionInfo]:
        """The sessions that were attached through this one, oldest first."""
        return [info for info in self._known.values() if info.parent == session_id]

    def observe(self, event: Envelope) -> list[Change]:
        """What one event changes, parents before children. Raises msgspec.DecodeError for a body of another shape."""
        match event.method:
            case "Target.attachedToTarget":
                return [self._attached(event)]
            case "Inspector.detached":
                self._leaving[event.session_id] = decode_body(event.params, _Leaving).reason
                return []
            case "Target.detachedFromTarget":
                return self._detached(decode_body(event.params, _Detached).session_id)
            case "Inspector.targetCrashed":
                return self._crashed(event.session_id)
            case _:
                return []

    def _attached(self, event: Envelope) -> Change:
        body = decode_body(event.params, _Attached)
        info = SessionInfo(body.session_id, event.session_id, body.target_info)
        self._known[info.session_id] = info
        return Change(info)

    def _detached(self, session_id: str) -> list[Change]:
        reason = self._leaving.pop(session_id, None)
        end: End = "detached" if reason is None else "closed"
        return [Change(info, end, reason or "") for info in self._remove(session_id)]

    def _crashed(self, session_id: str) -> list[Change]:
        info = self._known.get(session_id)
        return [] if info is None else [Change(info, "crashed")]

    def _remove(self, session_id: str) -> list[SessionInfo]:
        info = self._known.pop(session_id, None)
        if info is None:
            return []
        below = [gone for child in self.children(session_id) for gone in self._remove(child.session_id)]
        return [info, *below]
