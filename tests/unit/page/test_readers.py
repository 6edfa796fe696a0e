"""What a value of the page means to its reader: decoded strictly, or Unknown."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cdpwebai.page.readers import ValueReader, VerdictReader
from cdpwebai.verdict import Absent, Known, Reason, Sight, Unknown, Visible
from tests.reasons import produces


class Box(msgspec.Struct, frozen=True):
    width: float
    name: str = ""


BOX = ValueReader("box", Box)
STOP = VerdictReader("stop")


def test_a_value_that_fits_is_known() -> None:
    assert BOX.answer({"width": 3, "name": "a", "more": 1}) == Known(Box(3, "a"))
    assert ValueReader("names", list[str]).answer([]) == Known([])


@produces(Reason.MALFORMED)
@pytest.mark.parametrize("value", [{"width": "3"}, {}, [], None, 3, {"width": True}], ids=repr)
def test_a_value_that_does_not_fit_is_malformed(value: Any) -> None:
    answer = BOX.answer(value)
    assert isinstance(answer, Unknown)
    assert answer.reason is Reason.MALFORMED
    assert "box" in answer.detail


@pytest.mark.parametrize("reader", [BOX, STOP, ValueReader("any", dict[str, str])], ids=lambda reader: reader.name)
def test_any_reader_may_say_that_it_does_not_know(reader: ValueReader[Any] | VerdictReader) -> None:
    assert reader.answer({"v": "unknown", "why": "conflict", "at": "two"}) == Unknown(Reason.CONFLICT, "two")


def test_a_reason_that_is_not_on_the_list_is_malformed() -> None:
    answer = STOP.answer({"v": "unknown", "why": "tired"})
    assert isinstance(answer, Unknown)
    assert answer.reason is Reason.MALFORMED


def test_a_verdict_says_what_was_found_or_where_was_looked() -> None:
    said = {"v": "visible", "selector": "#stop", "count": 2, "label": "Stop", "messageId": "m1"}
    assert STOP.answer(said) == Visible(Sight(selector="#stop", count=2, label="Stop", message_id="m1"))
    assert STOP.answer({"v": "absent", "places": ["form"]}) == Absent(("form",))


@pytest.mark.parametrize("said", [{"v": "yes"}, {"v": "visible", "extra": 1}, {}, True, {"v": None}], ids=repr)
def test_a_verdict_of_another_shape_is_malformed(said: Any) -> None:
    answer = STOP.answer(said)
    assert isinstance(answer, Unknown)
    assert answer.reason is Reason.MALFORMED
