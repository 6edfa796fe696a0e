"""Is an answer still being made? What each sign says, and that what was not told is no quiet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import msgspec
import pytest

from cdpwebai.flows.plan_activity import WINDOW, activity_of
from cdpwebai.page.readers import ValueReader
from cdpwebai.providers.chat import ChatObservation, Panel, Slot
from cdpwebai.verdict import Known, Reason, Unknown
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user

QUIET = page(user("u1", "Count."), assistant("a1", "one, two"))
SHOWN = assistant("a1", "one, two")[1]


def panel(activity: Any, seen: ChatObservation = QUIET) -> ChatObservation:
    return replace(seen, panel=Known(Panel(activity)))


@proves("ref.F1.T5", "seed001.T5")
def test_a_page_that_shows_nothing_of_it_is_quiet() -> None:
    assert activity_of(QUIET, SHOWN) == "none"
    assert activity_of(QUIET, None) == "none"


def test_stop_written_text_and_progress_are_strong_whatever_else_is_seen() -> None:
    stop = page(slot="stop")
    for seen in (
        stop,
        panel("text", stop),
        blinded(stop, "panel"),
        panel("progress"),
        blinded(panel("progress"), "slot"),
    ):
        assert activity_of(seen, SHOWN) == "strong"
    for name in ("streaming", "progress"):
        turn = msgspec.structs.replace(SHOWN, **{name: True})
        assert activity_of(blinded(QUIET, "slot", "panel"), turn) == "strong"


def test_a_trace_and_a_word_are_weak() -> None:
    assert [activity_of(panel(sign), SHOWN) for sign in ("text", "trace")] == ["weak", "weak"]


@proves("ref.F1.T1", "seed001.T1")
@pytest.mark.parametrize("field", ["slot", "panel"])
@pytest.mark.parametrize("sign", ["none", "text"])
def test_where_one_of_the_signs_was_not_seen_it_is_unknown_and_neither_quiet_nor_activity(
    field: str, sign: str
) -> None:
    assert activity_of(blinded(panel(sign), field), SHOWN) == "unknown"


def test_a_slot_that_holds_none_of_the_three_does_not_say_that_stop_is_absent() -> None:
    assert activity_of(page(slot="none"), SHOWN) == "unknown"


@proves("ref.F1.T2", "ref.F1.T10", "seed001.T2", "seed001.T10")
@pytest.mark.parametrize("value", [{"activity": "bogus"}, {"activity": None}, {}, [], None, True, "none"], ids=repr)
def test_an_activity_that_nobody_knows_is_malformed_and_so_unknown(value: Any) -> None:
    told = ValueReader("chat_panel", Panel).answer(value)
    assert isinstance(told, Unknown)
    assert told.reason is Reason.MALFORMED
    assert activity_of(replace(QUIET, panel=told), SHOWN) == "unknown"


def test_a_slot_of_another_shape_is_malformed_and_so_unknown() -> None:
    told = ValueReader("chat_slot", cast("Any", Slot)).answer({"send": "1", "ready": True, "stop": 0, "voice": 0})
    assert isinstance(told, Unknown)
    assert activity_of(replace(QUIET, slot=told), SHOWN) == "unknown"


def test_only_what_is_surely_quiet_has_the_short_window() -> None:
    assert WINDOW == {"none": 1.0, "weak": 5.0, "unknown": 5.0}
