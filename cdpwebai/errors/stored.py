"""The stored sessions: the store that holds them, and the steps that they allow. Row 0."""

from __future__ import annotations

from typing import Any

from cdpwebai.errors.base import CdpWebAIError

__all__ = [
    "LeaseHeld",
    "LeaseLost",
    "SessionError",
    "SessionMismatch",
    "SessionNotFound",
    "SessionRefused",
    "SessionSuperseded",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "StoreTooLate",
    "StoreTooNew",
    "TargetAmbiguous",
]


class StoreError(CdpWebAIError):
    """The stored sessions cannot be read or written. What is stored stays as it was; it is never taken for empty."""

    error_code = "session.store-unavailable"
    stage = "store"
    retry_hint = "check-storage"


class StoreBusy(StoreError):
    """Another process had the store locked, or the disk did not answer, for as long as we waited."""

    error_code = "session.store-busy"
    retry_hint = "retry"


class StoreReadOnly(StoreError):
    """The home folder, the file system or the store itself must not be written."""

    error_code = "session.store-read-only"
    retry_hint = "make-writable"


class StoreFull(StoreError):
    """The disk is full; what was to be written was not, and what was stored before is there."""

    error_code = "session.store-full"
    retry_hint = "free-space"


class StoreDamaged(StoreError):
    """The store was cut or overwritten, or is none of ours. It is left as it is."""

    error_code = "session.store-damaged"
    retry_hint = "restore-or-move-aside"


class StoreTooNew(StoreError):
    """A newer version of cdpwebai made the store. It is left as it is."""

    error_code = "session.store-too-new"
    retry_hint = "upgrade"


class StoreTooLate(StoreError):
    """The flow's deadline had passed before the write was made, so it was rolled back."""

    status = "timeout"
    error_code = "session.write-too-late"
    retry_hint = "poll-or-resume"
    exit_code = 4


class SessionError(CdpWebAIError):
    """A stored session does not allow the next step."""

    error_code = "session.error"
    stage = "store"
    retry_hint = "sessions-show"


class SessionNotFound(SessionError):
    """Nothing is stored under this id."""

    error_code = "input.session-not-found"
    stage = "input-preflight"
    retry_hint = "list-sessions"


class SessionRefused(SessionError):
    """A step that the session's state does not allow; nothing was stored."""

    error_code = "session.step-refused"


class SessionSuperseded(SessionError):
    """A later prompt was sent in the session meanwhile, so what was found out about the earlier one is not stored."""

    error_code = "session.generation-superseded"


class SessionMismatch(SessionError):
    """Another conversation than the session's own, which never changes."""

    status = "conversation-mismatch"
    error_code = "session.conversation-mismatch"
    retry_hint = "poll-or-resume"


class TargetAmbiguous(SessionError):
    """Several active sessions fit, and none is picked. ``evidence["candidates"]`` lists them."""

    error_code = "session.target-ambiguous"
    stage = "target-resolution"
    retry_hint = "pass-session"


class LeaseHeld(SessionError):
    """Somebody else is at work on this session or tab. The message names who; code and hint say what kind it is."""

    def __init__(self, message: str, *, code: str, hint: str, **known: Any) -> None:
        super().__init__(message, **known)
        self.error_code = code
        self.retry_hint = hint


class LeaseLost(SessionError):
    """Our own hold on a session or tab was taken away while we worked; what we did since may cross another's work."""

    error_code = "session.lease-lost"
