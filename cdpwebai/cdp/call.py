"""One call that waits for its reply, and the words for each way in which it can fail.

Row 3, no I/O of its own: ``Connection`` puts it into the table, the reader settles it, the caller's task reads the
outcome. ``Ending`` is why a connection or a session can answer no more.
"""

from __future__ import annotations

from typing import Any, NoReturn

import msgspec
import trio

from cdpwebai.errors import (
    CallTimeout,
    CommandTooLarge,
    Disconnected,
    Gone,
    MalformedReply,
    ProtocolError,
    SessionDetached,
    TargetClosed,
    TargetCrashed,
)
from cdpwebai.wire.message import MAX_COMMAND, Envelope, ErrorBody, decode_body
from cdpwebai.wire.sessions import End

__all__ = ["Call", "Ending", "disconnected", "refuse_oversize", "session_ending"]


NO_SUCH_SESSION = -32001
"""How Chromium 156 answers a call to a session that has ended, before it tells of the end; nothing was done."""


class Ending(msgspec.Struct, frozen=True):
    """Why nothing more will be answered: which error it makes, and a clause that completes "because"."""

    kind: type[Gone]
    why: str
    evidence: dict[str, Any] = {}

    def told(self, session_id: str) -> Gone:
        """The error by itself, for who asks why nothing more will be answered."""
        return self.kind(
            f"{_place(session_id)} can answer no more: {self.why}",
            cdp_session=session_id or None,
            page_may_have_changed=None,
            evidence=self.evidence,
        )

    def unheard(self, events: str, session_id: str) -> Gone:
        """The error for who waits for events. Waiting sends nothing, and changes nothing."""
        return self.kind(
            f"no more {events} can come from {_place(session_id)}: {self.why}",
            cdp_session=session_id or None,
            evidence=self.evidence,
        )

    def error(self, method: str, session_id: str, *, waited: float = 0.0, written: bool = False) -> Gone:
        """The error for one call. ``written``: the command had left, so the page may have changed."""
        state = f"after {waited:.2f} s" if waited or written else "before it was sent"
        changed = "; the command had been sent, so the page may have changed" if written else ""
        return self.kind(
            f"{method} on {_place(session_id)} failed {state}: {self.why}{changed}",
            method=method,
            cdp_session=session_id or None,
            waited=waited,
            page_may_have_changed=written,
            evidence=self.evidence,
        )


def session_ending(end: End, detail: str) -> Ending:
    """What a session's end means to its calls; ``detail`` is the browser's own word for it, or ""."""
    said = f" ({detail})" if detail else ""
    match end:
        case "crashed":
            return Ending(TargetCrashed, "the tab crashed")
        case "closed":
            return Ending(TargetClosed, f"the tab was closed{said}")
        case "detached":
            return Ending(SessionDetached, f"the session was detached{said}")


class Call:
    """One command and its reply. ``written`` is set by the table when the command leaves the queue."""

    __slots__ = ("done", "ending", "method", "number", "reply", "session_id", "since", "written")

    def __init__(self, number: int, method: str, session_id: str) -> None:
        self.number = number
        self.method = method
        self.session_id = session_id
        self.since = trio.current_time()
        self.written = False
        self.done = trio.Event()
        self.reply: Envelope | None = None
        self.ending: Ending | None = None

    def __repr__(self) -> str:
        state = "settled" if self.done.is_set() else "written" if self.written else "queued"
        return f"<Call {self.number} {self.method} on {_place(self.session_id)}: {state}>"

    @property
    def waited(self) -> float:
        """Seconds since it was made; only inside trio."""
        return trio.current_time() - self.since

    def settle(self, reply: Envelope) -> None:
        """The reply came."""
        self.reply = reply
        self.done.set()

    def fail(self, ending: Ending) -> None:
        """There will be no reply."""
        self.ending = ending
        self.done.set()

    def outcome(self, shape: Any) -> Any:
        """The reply's body as ``shape``, or the error that it is. Only after ``done``."""
        reply = self.reply
        if reply is None:
            assert self.ending is not None
            raise self.ending.error(self.method, self.session_id, waited=self.waited, written=self.written)
        if reply.is_refusal:
            self._raise_refusal(reply.error)
        try:
            return decode_body(reply.result, shape, strict=False)
        except msgspec.DecodeError as error:
            raise MalformedReply(f"{self._name()}: the reply does not fit: {error}", **self._known()) from error

    def timeout(self, within: float) -> CallTimeout:
        """The error for a call whose own limit of ``within`` seconds has passed."""
        state = "it had been sent, so the page may have changed" if self.written else "it was withdrawn unsent"
        return CallTimeout(f"{self._name()}: no reply within {within:g} s; {state}", **self._known())

    def _raise_refusal(self, body: msgspec.Raw) -> NoReturn:
        try:
            refusal = decode_body(body, ErrorBody, strict=False)
        except msgspec.DecodeError as error:
            raise MalformedReply(f"{self._name()}: the error does not fit: {error}", **self._known()) from error
        if refusal.code == NO_SUCH_SESSION and self.session_id:
            ending = Ending(SessionDetached, "the browser does not know the session any more")
            raise ending.error(self.method, self.session_id, waited=self.waited)
        text = f"{refusal.message} {refusal.data}".strip()
        raise ProtocolError(
            f"{self._name()}: {text} ({refusal.code})", code=refusal.code, data=refusal.data, **self._known()
        )

    def _name(self) -> str:
        return f"{self.method} on {_place(self.session_id)}"

    def _known(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "cdp_session": self.session_id or None,
            "waited": self.waited,
            "page_may_have_changed": self.written,
        }


def refuse_oversize(method: str, session_id: str, message: bytes) -> None:
    """Raise CommandTooLarge for what Chromium would answer by dropping the connection."""
    if len(message) > MAX_COMMAND:
        raise CommandTooLarge(
            f"{method} on {_place(session_id)} was not sent: {len(message):,} bytes, and the browser takes at most "
            f"{MAX_COMMAND:,} (100 MiB)",
            method=method,
            cdp_session=session_id or None,
        )


def disconnected(reason: str, code: int | None) -> Ending:
    """The connection's own end, as the transport told it."""
    return Ending(Disconnected, f"the connection ended ({reason})", {} if code is None else {"closeCode": code})


def _place(session_id: str) -> str:
    return f"CDP session {session_id}" if session_id else "the browser"
