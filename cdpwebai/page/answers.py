"""What a look's reply means: pure decoding, and what each failure of a look is to who asked.

Row 4, pure. Everything that comes from the page is decoded strictly; what does not fit is Unknown and nothing else. The
driver, which sends the look and has the clock, is ``document``; what a value means is its ``Reader``'s.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cdpwebai.cdp.domains import runtime
from cdpwebai.errors import CallError, CallTimeout, Disconnected, Gone, MalformedReply, ProtocolError, TargetCrashed
from cdpwebai.verdict import Reason, Unknown
from cdpwebai.wire.look import Answer

__all__ = ["MISSING", "answer_of", "document_is_gone", "nothing_ran", "unknown_of"]

METHOD_NOT_FOUND = -32601
"""JSON-RPC's code for a method that the other side does not have."""

NOTHING_RAN = ("uniqueContextId not found",)
"""The document that a call was bound to is not there (Chromium 156); the call was refused before anything ran."""

CUT_OFF = (
    "Cannot find context with specified id",
    "Inspected target navigated or closed",
    "Execution context was destroyed",
    "Cannot find default execution",
)
"""The document went while the call ran, or there is none at the moment (Chromium 156).

The first is also said of a script that ran to its end and took its own frame away (``frameElement.remove()``).
"""

MISSING = Unknown(Reason.THREW, "the reader library is not installed in this document")
"""Why a look is unknown in a document that our library has not reached; it is installed for the next one."""


def nothing_ran(error: ProtocolError) -> bool:
    """Whether the call was refused because its document is gone, before anything ran."""
    return any(text in error.message for text in NOTHING_RAN)


def document_is_gone(error: ProtocolError) -> bool:
    """Whether the call failed because its document is gone, before or while it ran."""
    return any(text in error.message for text in (*NOTHING_RAN, *CUT_OFF))


def unknown_of(error: CallError) -> Unknown:
    """Why a look is unknown whose call failed with this error."""
    return Unknown(_reason_of(error), error.message)


def _reason_of(error: CallError) -> Reason:
    match error:
        case Disconnected():
            return Reason.DISCONNECTED
        case TargetCrashed():
            return Reason.CRASHED
        case Gone():
            return Reason.DETACHED
        case CallTimeout():
            return Reason.DEADLINE
        case MalformedReply():
            return Reason.MALFORMED
        case ProtocolError(code=code) if code == METHOD_NOT_FOUND:
            return Reason.NOT_SUPPORTED
        case ProtocolError() if document_is_gone(error):
            return Reason.NAVIGATED
        case _:
            return Reason.THREW


def answer_of(reply: runtime.EvaluateResult) -> Any | Unknown:
    """The value that a reader (or an act) gave, or why there is none."""
    thrown = reply.exception_details
    if thrown is not None:
        text = thrown.exception.description if thrown.exception else None
        return Unknown(Reason.THREW, (text or thrown.text).split("\n")[0])
    try:
        answer = msgspec.convert(reply.result.value, Answer)
    except msgspec.ValidationError as error:
        return Unknown(Reason.MALFORMED, f"the answer is none: {error}")
    match answer:
        case Answer(missing=True, threw=None, value=msgspec.UNSET):
            return MISSING
        case Answer(missing=False, threw=str(text), value=msgspec.UNSET):
            return Unknown(Reason.THREW, text)
        case Answer(missing=False, threw=None) if answer.value is not msgspec.UNSET:
            return answer.value
        case _:
            return Unknown(Reason.MALFORMED, "the answer is not exactly one of value, threw and missing")
