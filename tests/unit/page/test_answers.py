"""What a reply to a look means, and what each failure of the call is to who asked."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.cdp.domains import runtime
from cdpwebai.errors import (
    CallError,
    CallTimeout,
    CommandTooLarge,
    Disconnected,
    MalformedReply,
    ProtocolError,
    SessionDetached,
    TargetClosed,
    TargetCrashed,
)
from cdpwebai.page.answers import MISSING, answer_of, unknown_of
from cdpwebai.verdict import Reason, Unknown
from tests.reasons import produces


def replied(value: Any) -> runtime.EvaluateResult:
    return runtime.EvaluateResult(result=runtime.RemoteObject(type="object", value=value))


def refused(text: str, code: int = -32000) -> ProtocolError:
    return ProtocolError(f"Runtime.callFunctionOn: {text}", code=code)


@produces(Reason.NOT_SUPPORTED)
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Disconnected("x"), Reason.DISCONNECTED),
        (TargetCrashed("x"), Reason.CRASHED),
        (TargetClosed("x"), Reason.DETACHED),
        (SessionDetached("x"), Reason.DETACHED),
        (CallTimeout("x"), Reason.DEADLINE),
        (MalformedReply("x"), Reason.MALFORMED),
        (refused("Cannot find context with specified id"), Reason.NAVIGATED),
        (refused("uniqueContextId not found"), Reason.NAVIGATED),
        (refused("Inspected target navigated or closed"), Reason.NAVIGATED),
        (refused("Execution context was destroyed."), Reason.NAVIGATED),
        (refused("'Runtime.callFunctionOn' wasn't found", -32601), Reason.NOT_SUPPORTED),
        (refused("Internal error"), Reason.THREW),
        (CommandTooLarge("x"), Reason.THREW),
    ],
    ids=lambda value: value if isinstance(value, Reason) else type(value).__name__,
)
def test_each_failure_of_a_look_has_its_reason_and_keeps_its_words(error: CallError, reason: Reason) -> None:
    assert unknown_of(error) == Unknown(reason, error.message)


@pytest.mark.parametrize("value", [0, False, "", [], {}, None, {"v": "absent"}], ids=repr)
def test_a_value_is_a_value_however_empty_it_is(value: Any) -> None:
    assert answer_of(replied({"value": value})) == value


@produces(Reason.THREW)
def test_a_reader_that_threw_is_unknown_with_what_it_threw() -> None:
    assert answer_of(replied({"threw": "TypeError: x"})) == Unknown(Reason.THREW, "TypeError: x")


def test_a_library_that_is_not_installed_is_unknown() -> None:
    assert answer_of(replied({"missing": True})) is MISSING
    assert MISSING.reason is Reason.THREW


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        [],
        "x",
        {"value": 1, "threw": "x"},
        {"missing": True, "value": 1},
        {"value": 1, "more": 2},
        {"threw": 3},
    ],
    ids=repr,
)
def test_an_answer_that_is_not_exactly_one_thing_is_malformed(value: Any) -> None:
    answer = answer_of(replied(value))
    assert isinstance(answer, Unknown)
    assert answer.reason is Reason.MALFORMED


def test_an_exception_beside_a_value_counts_and_the_value_does_not() -> None:
    thrown = runtime.ExceptionDetails(
        exception_id=1,
        text="Uncaught",
        line_number=0,
        column_number=0,
        exception=runtime.RemoteObject(type="object", description="EvalError: no\n    at look"),
    )
    reply = runtime.EvaluateResult(
        result=runtime.RemoteObject(type="object", value={"value": 1}), exception_details=thrown
    )
    assert answer_of(reply) == Unknown(Reason.THREW, "EvalError: no")
