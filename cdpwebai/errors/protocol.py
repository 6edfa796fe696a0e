"""The protocol and its connection: calls without a good reply, and who is no longer there.

Row 0. Not what the page itself throws or refuses: that is ``page``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cdpwebai.errors.base import CdpWebAIError

__all__ = [
    "CallError",
    "CallTimeout",
    "CdpError",
    "CommandTooLarge",
    "Disconnected",
    "Gone",
    "Lagged",
    "MalformedReply",
    "ProtocolError",
    "ReplayDivergence",
    "SessionDetached",
    "TargetClosed",
    "TargetCrashed",
    "Unreachable",
]


class CdpError(CdpWebAIError):
    """The protocol and its connection."""

    error_code = "cdp.error"
    retry_hint = "see-message"


class Unreachable(CdpError):
    """No browser answers at the endpoint, or what answers is no browser."""

    error_code = "cdp.unreachable"
    stage = "connect"
    retry_hint = "check-endpoint"
    exit_code = 5


class CallError(CdpError):
    """A call that got no good reply: which method, on which session, after how many seconds.

    ``cdp_session`` is the protocol's session id, None for the browser itself.
    """

    def __init__(
        self,
        message: str,
        *,
        method: str = "",
        cdp_session: str | None = None,
        waited: float = 0.0,
        page_may_have_changed: bool | None = False,
        evidence: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message, page_may_have_changed=page_may_have_changed, evidence=evidence)
        self.method = method
        self.cdp_session = cdp_session
        self.waited = waited


class Gone(CallError):
    """Who we talked to is no longer there. Waiting calls and later calls fail alike."""

    error_code = "cdp.disconnected"
    retry_hint = "poll-or-resume"
    exit_code = 5


class Disconnected(Gone):
    """The connection to the browser ended."""


class TargetCrashed(Gone):
    """The tab crashed."""

    status = "tab-crashed"
    error_code = "target.crashed"
    retry_hint = "reattach-session"


class TargetClosed(Gone):
    """The tab was closed."""

    error_code = "target.closed"
    retry_hint = "reattach-session"


class SessionDetached(Gone):
    """The session was detached; the tab itself may live on."""

    error_code = "target.detached"
    retry_hint = "reattach-session"


class CallTimeout(CallError):
    """No reply within the call's own limit."""

    error_code = "cdp.timeout"
    retry_hint = "raise-timeout"
    exit_code = 3


class ProtocolError(CallError):
    """The browser answered with an error. ``code`` is JSON-RPC's, ``data`` the browser's own addition, often empty."""

    error_code = "cdp.protocol-error"

    def __init__(self, message: str, *, code: int, data: str = "", **known: Any) -> None:
        super().__init__(message, **known)
        self.code = code
        self.data = data


class MalformedReply(CallError):
    """The reply's body does not fit the command's result type. Only this call fails."""

    error_code = "cdp.malformed-reply"
    exit_code = 3


class CommandTooLarge(CallError):
    """More than 100 MiB; Chromium would drop the connection, so it was refused before sending."""

    error_code = "cdp.command-too-large"
    retry_hint = "send-in-pieces"


class Lagged(CdpError):
    """A subscriber was too slow: ``lost`` events were dropped for it, and for it alone."""

    error_code = "cdp.lagged"

    def __init__(self, message: str, *, lost: int) -> None:
        super().__init__(message)
        self.lost = lost


class ReplayDivergence(CdpError):
    """In replay, an act that is missing from the recording, extra, or early."""

    error_code = "trace.divergence"
    stage = "replay"
    retry_hint = "make-record"
