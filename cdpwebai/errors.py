"""The whole exception tree.

Row 0: imports nothing of ours. Everything above raises these and nothing else on purpose; any other exception that
leaves the library is a bug, please report it.

::

    CdpWebAIError
    ├── InputError                 bad input, found before a browser is touched                      exit 2
    │   ├── PromptMissing          there is nothing to ask
    │   ├── AttachmentRefused      a file that cannot go along with a prompt
    │   ├── ContextMissing         options of a context, and no context
    │   ├── SelectorError          a selector that does not parse
    │   ├── ScenarioError          a demo scenario with an unknown key, step or shape
    │   └── TraceError             a trace that is cut, damaged or from a newer format
    ├── BrowserError               a browser could not be had                                        exit 5
    │   ├── BrowserNotFound        no executable in any of the usual places
    │   ├── BrowserInUse           the profile is locked by a live process, or by another host
    │   ├── BrowserLaunchFailed    it started and went away, or never became ready
    │   └── DisplayMissing         headed, and there is no display
    ├── CdpError                   the protocol and its connection (CallError: one call of it)
    │   ├── Unreachable            no browser answers at the endpoint                                exit 5
    │   ├── Gone                   who we talked to is no longer there                               exit 5
    │   │   ├── Disconnected       the connection ended
    │   │   ├── TargetCrashed      the tab crashed
    │   │   ├── TargetClosed       the tab was closed
    │   │   └── SessionDetached    the session was detached, the tab may live
    │   ├── CallTimeout            no reply within the call's own limit                              exit 3
    │   ├── ProtocolError          the browser answered with an error
    │   ├── MalformedReply         the reply's body does not fit its type
    │   ├── CommandTooLarge        more than 100 MiB, refused before sending
    │   ├── Lagged                 a subscriber was too slow and lost events
    │   └── ReplayDivergence       in replay, an act that the recording does not have
    ├── PageError                  the page, seen through JavaScript or by acting on it
    │   ├── PageException          an exception thrown in the page
    │   ├── NotSerialisable        a value that JSON would lose
    │   ├── PromiseCollected       a promise that can settle no more                                 exit 3
    │   ├── StaleHandle            a handle that outlived its document                               exit 3
    │   ├── ActRefused             an act that was not done: covered, moving, gone, disabled
    │   └── NavigationFailed       a navigation that did not arrive
    ├── ContextError               a file that may not go along, or too much of them                 exit 1
    ├── ProviderError              the chat site does not allow the next step            exit by code
    ├── NotFinished                the deadline came before the answer was proven complete           exit 4
    ├── PartialAnswer              the answer was cut, and the site offers to go on
    ├── ArtifactsMissing           an image or a file that was asked for is not there; the answer is     exit 1
    ├── SubmissionUnknown          it cannot be told whether the prompt was sent                     exit 3
    ├── OutputError                the file for a result could not be written
    ├── StoreError                 the stored sessions cannot be read or written                     exit 1
    │   ├── StoreBusy              somebody else had them locked, or the disk did not answer, for too long
    │   ├── StoreReadOnly          the home folder or the store must not be written
    │   ├── StoreFull              the disk is full
    │   ├── StoreDamaged           cut, overwritten, or no store of ours
    │   ├── StoreTooNew            made by a newer version
    │   └── StoreTooLate           the deadline passed before the write, which was rolled back   exit 4
    └── SessionError               a stored session does not allow the next step                     exit 1
        ├── SessionNotFound        nothing is stored under this id
        ├── SessionRefused         a step that its state does not allow
        ├── SessionSuperseded      a later prompt was sent in it meanwhile
        ├── SessionMismatch        another conversation than its own
        ├── TargetAmbiguous        several sessions fit
        ├── LeaseHeld              somebody else is at work on it
        └── LeaseLost              our own hold on it was taken away
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "ActRefused",
    "ArtifactsMissing",
    "AttachmentRefused",
    "BrowserError",
    "BrowserInUse",
    "BrowserLaunchFailed",
    "BrowserNotFound",
    "CallError",
    "CallTimeout",
    "CdpError",
    "CdpWebAIError",
    "CommandTooLarge",
    "ContextError",
    "ContextMissing",
    "Disconnected",
    "DisplayMissing",
    "Gone",
    "InputError",
    "Lagged",
    "LeaseHeld",
    "LeaseLost",
    "MalformedReply",
    "NavigationFailed",
    "NotFinished",
    "NotSerialisable",
    "OutputError",
    "PageError",
    "PageException",
    "PartialAnswer",
    "PromiseCollected",
    "PromptMissing",
    "ProtocolError",
    "ProviderError",
    "ReplayDivergence",
    "ScenarioError",
    "SelectorError",
    "SessionDetached",
    "SessionError",
    "SessionMismatch",
    "SessionNotFound",
    "SessionRefused",
    "SessionSuperseded",
    "StaleHandle",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "StoreTooLate",
    "StoreTooNew",
    "SubmissionUnknown",
    "TargetAmbiguous",
    "TargetClosed",
    "TargetCrashed",
    "TraceError",
    "Unreachable",
]


class CdpWebAIError(Exception):
    """What every error of ours tells.

    ``message`` is one sentence or two: what was awaited, where, for how long, what to do. ``page_may_have_changed`` is
    True when something may have been done to the page, False when certainly not, None when it cannot be told.
    ``partial`` is unfinished text of an answer, never to be taken for one. ``warnings`` are the codes of what a flow
    could not see on its way, the same as in its stored session. ``turns``: where several prompts were asked, a
    ``records.TurnResult`` for each, with the answers that came before.
    """

    status: str = "error"
    error_code: str = "internal.error"
    stage: str = "any"
    retry_hint: str = "report-bug"
    exit_code: int = 1

    def __init__(
        self,
        message: str,
        *,
        page_may_have_changed: bool | None = False,
        session_id: str | None = None,
        evidence: Mapping[str, Any] | None = None,
        partial: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.partial = partial
        self.page_may_have_changed = page_may_have_changed
        self.session_id = session_id
        self.evidence: dict[str, Any] = dict(evidence or {})
        self.warnings: tuple[str, ...] = ()
        self.turns: tuple[Any, ...] = ()


class InputError(CdpWebAIError):
    """Bad input, refused before a browser is touched."""

    error_code = "input.usage"
    stage = "input-preflight"
    retry_hint = "see-help"
    exit_code = 2


class PromptMissing(InputError):
    """There is nothing to ask: the prompt is empty, or standard input, which it was to come from, is closed."""

    error_code = "input.prompt-missing"
    retry_hint = "add-prompt"


class ContextMissing(InputError):
    """Options of a context that is to go along, and none was named."""

    error_code = "input.context-source-missing"
    retry_hint = "add-context-source"


class AttachmentRefused(InputError):
    """A file that cannot go along with a prompt, found before a browser is touched."""

    error_code = "provider.attachment-preflight"
    stage = "attachment-preflight"
    retry_hint = "re-upload"


class SelectorError(InputError):
    """A CSS selector that does not parse."""


class ScenarioError(InputError):
    """A demo scenario with an unknown key or step, or a wrong shape."""


class TraceError(InputError):
    """A trace file that is cut, damaged, or of a newer format."""


class ContextError(CdpWebAIError):
    """Files that may not go along with a prompt, or too much of them; found before a browser is touched."""

    stage = "context-preflight"

    def __init__(self, message: str, *, code: str, hint: str, **known: Any) -> None:
        super().__init__(message, **known)
        self.error_code = code
        self.retry_hint = hint


class BrowserError(CdpWebAIError):
    """A browser could not be had."""

    error_code = "browser.launch-failed"
    stage = "launch"
    retry_hint = "see-message"
    exit_code = 5


class BrowserNotFound(BrowserError):
    """No browser executable in any of the usual places."""

    error_code = "browser.not-found"
    retry_hint = "install-browser"


class BrowserInUse(BrowserError):
    """The profile is locked by a live process or by another host."""

    error_code = "browser.in-use"
    retry_hint = "close-or-choose-profile"


class BrowserLaunchFailed(BrowserError):
    """The browser started and went away, or never became ready. The message carries its own stderr."""


class DisplayMissing(BrowserError):
    """A headed browser was asked for where there is no display."""

    error_code = "browser.no-display"
    retry_hint = "headless-or-xvfb"


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


class PageError(CdpWebAIError):
    """The page, seen through JavaScript or by acting on it."""

    error_code = "page.error"
    retry_hint = "see-message"


class PageException(PageError):
    """An exception thrown in the page.

    ``type_name`` is the class ("TypeError") or the JavaScript type ("string"); ``text`` what was thrown; ``line`` and
    ``column`` count from 1, 0 when the page did not say.
    """

    error_code = "page.exception"

    def __init__(self, message: str, *, type_name: str, text: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message, page_may_have_changed=True)
        self.type_name = type_name
        self.text = text
        self.line = line
        self.column = column


class NotSerialisable(PageError):
    """A value that JSON would lose without a sign: a node, a function, a Map, NaN inside a list. The code has run."""

    error_code = "page.not-serialisable"

    def __init__(self, message: str) -> None:
        super().__init__(message, page_may_have_changed=True)


class PromiseCollected(PageError):
    """A promise that was awaited is held by nothing any more, so it can never settle. No navigation and no time-out."""

    error_code = "page.promise-collected"
    exit_code = 3


class StaleHandle(PageError):
    """A handle that outlived its document; it is never re-aimed at the new one."""

    error_code = "page.stale-handle"
    exit_code = 3


class ActRefused(PageError):
    """An act that was not done. ``reason`` is one word.

    covered, moving, outside, gone, hidden, disabled, unreadable; unfocused (text, and nothing takes it), composing
    (Enter, and an input method is at work), single (several files for an input that takes one).
    """

    error_code = "page.act-refused"

    def __init__(self, message: str, *, reason: str, **known: Any) -> None:
        super().__init__(message, **known)
        self.reason = reason


class NavigationFailed(PageError):
    """A navigation that did not arrive; the message holds the browser's own error text."""

    error_code = "page.navigation-failed"


NOT_SEEN = frozenset(
    ("provider.ui-changed", "snapshot.unavailable", "provider.commit-not-verified", "provider.work-state-unknown")
)
"""Codes that say "it could not be seen", as every ``...-unverified`` does; their exit is 3."""


class ProviderError(CdpWebAIError):
    """The chat site does not allow the next step. Code, stage and hint are those of the interface's table."""

    def __init__(self, message: str, *, code: str, stage: str, hint: str, **known: Any) -> None:
        super().__init__(message, **known)
        self.error_code = code
        self.stage = stage
        self.retry_hint = hint
        self.exit_code = 3 if code in NOT_SEEN or code.endswith("-unverified") else 1


class NotFinished(CdpWebAIError):
    """The deadline came before the answer was proven complete. ``partial`` is what could be read, or None.

    ``deadline`` is the wall time of it, seconds since the epoch, where one is known.
    """

    status = "timeout"
    error_code = "provider.poll-timeout"
    stage = "poll"
    retry_hint = "poll-or-resume"
    exit_code = 4

    def __init__(self, message: str, *, deadline: float | None = None, **known: Any) -> None:
        super().__init__(message, **known)
        self.deadline = deadline


class PartialAnswer(CdpWebAIError):
    """The answer ended without being whole: it was cut, and the site offers to go on. ``partial`` holds it."""

    status = "partial"
    error_code = "provider.answer-partial"
    stage = "poll"
    retry_hint = "continue-in-browser"


class ArtifactsMissing(CdpWebAIError):
    """The answer is complete and stored, and an image or a file that was asked for by name is not there.

    ``answer`` is the answer (a ``records.Answer``) with whatever was saved of it; its text satisfies no such request.
    """

    status = "file-artifact-unsatisfied"
    stage = "artifacts"

    def __init__(self, message: str, *, answer: Any, code: str, hint: str, **known: Any) -> None:
        super().__init__(message, **known)
        self.answer = answer
        self.error_code = code
        self.retry_hint = hint


class SubmissionUnknown(CdpWebAIError):
    """It cannot be told whether the prompt was sent. Nothing resends from here."""

    status = "unknown-submission"
    error_code = "submission.unknown"
    stage = "commit-verify"
    retry_hint = "poll-or-resume"
    exit_code = 3


class OutputError(CdpWebAIError):
    """A result is there and stored, and the file that it was to go into could not be written."""

    error_code = "output.not-written"
    stage = "output"
    retry_hint = "check-storage"


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
