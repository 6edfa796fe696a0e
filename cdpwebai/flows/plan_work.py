"""Choosing power and speed in Work's picker: the plan.

Row 6, pure; ``work`` is the driver, ``work_steps`` has the table of the powers. One act at a time, each followed by a
look: the picker is opened, the power moved by one step a key, fast or standard set where it was asked for, Model and
Effort read, the picker closed. The choice holds only when number, label, model and effort agree; the number alone is no
identity. What does not come within its limit, moves by more than a step or contradicts itself ends the sending: nothing
is typed then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from cdpwebai.flows.menu_steps import Close, Look, Open
from cdpwebai.flows.work_steps import (
    MOVE_LIMIT,
    POWERS,
    Arrow,
    Chosen,
    Fast,
    PickAct,
    Refused,
    Step,
    View,
    Wish,
    acting,
    told_of,
    waiting,
)
from cdpwebai.providers.work import Naming, WorkPicker
from cdpwebai.verdict import Reading, Unknown

__all__ = ["PickAction", "PickState", "plan_pick", "still_chosen", "unmeasured"]

PickAction = Look | PickAct | Chosen | Refused
"""What is to be done next."""

MULTIPLIER = re.compile(r"\s*(?:[x×]\s?)?\d+(?:[.,]\d+)?\s?(?:[x×]|倍|배|%|-?fach\w*)?", re.IGNORECASE)


@dataclass(frozen=True)
class PickState(Step):
    """Where the choosing stands. ``reads``: nothing is changed, what is in force is only read.

    ``moved``: the slider before the last key, and where that must take it. ``at``: where it was last seen. ``fast``,
    ``text`` and ``fast_text``: speed and words as they were last seen.
    """

    reads: bool = False
    phase: Literal["open", "power", "speed", "rows", "close"] = "open"
    moved: tuple[int, int] | None = None
    at: int | None = None
    fast: bool | None = None
    text: str = ""
    fast_text: str = ""


def plan_pick(state: PickState, wish: Wish, seen: Reading[WorkPicker], now: float) -> tuple[PickState, PickAction]:
    """The next step, from what was just seen. ``now`` is in seconds, of the same clock as ``since``."""
    if isinstance(seen, Unknown):
        return waiting(state, now, f"Work's picker could not be read ({seen.reason.value})", "reload-page")
    picker = seen.value
    if state.phase not in ("open", "close") and not picker.open:
        return waiting(state, now, "Work's picker has closed by itself", "open-picker")
    match state.phase:
        case "open":
            return _when_closed(state, wish, picker, now)
        case "power":
            return _set_power(state, wish, picker, now)
        case "speed":
            return _set_speed(state, wish, picker, now)
        case "rows":
            return _read_rows(state, wish, picker, now)
        case "close":
            return _when_done(state, wish, picker, now)


def still_chosen(wish: Wish, seen: Reading[WorkPicker]) -> bool | None:
    """Whether the closed picker still says what was chosen; None when that could not be seen."""
    return None if isinstance(seen, Unknown) or seen.value.label is None else seen.value.label == wish.naming


def unmeasured(text: str) -> str:
    """The page's words without any number: how much more fast takes changes, and is nobody's to rely on."""
    return " ".join(MULTIPLIER.sub(" ", text).split())


def _next(state: PickState, phase: Literal["power", "speed", "rows", "close"], now: float) -> PickState:
    return replace(state, phase=phase, since=now, acted=False, moved=None)


def _when_closed(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    if picker.open:
        return _set_power(_next(state, "power", now), wish, picker, now)
    if picker.label is None:
        return waiting(state, now, "the composer has no picker of Work's", "reload-page")
    if state.acted or picker.expanded:
        return waiting(state, now, "Work's picker did not open", "reload-page")
    return acting(state, Open(), now)


def _set_power(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    power = picker.power
    if power is None:
        if picker.switches and not state.acted and state.at is None:
            return acting(state, View(), now)
        return waiting(state, now, "Work's picker shows no power", "open-picker")
    if (picker.least, picker.most) != (0, len(POWERS) - 1):
        why = f"the power goes from {picker.least} to {picker.most}, and not from 0 to {len(POWERS) - 1}"
        return waiting(state, now, why, "reload-page")
    if state.moved is not None and power == state.moved[0]:
        return waiting(state, now, f"a key did not move the power from {power + 1}", "retry-power", MOVE_LIMIT)
    expected = state.moved[1] if state.moved is not None else state.at
    if expected is not None and power != expected:
        return state, Refused(f"the power went to {power + 1}, and not to {expected + 1}", "retry-power")
    if state.moved is not None or state.at is None:
        state = replace(state, moved=None, at=power, since=now)
    target = wish.power - 1
    if power == target:
        return _agree(state, wish, picker, now)
    if state.reads:
        return state, Refused(f"power {wish.power} was chosen, and the page is at {power + 1}", "retry-work-send")
    step = 1 if target > power else -1
    return acting(replace(state, moved=(power, power + step)), Arrow("ArrowRight" if step > 0 else "ArrowLeft"), now)


def _agree(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    """The number is right; the labels may follow a moment later, and must."""
    told = (picker.label, picker.said or picker.label)
    if told != (wish.naming, wish.naming):
        why = f"the power is {wish.power}, and the page calls it {told_of(picker)}"
        return waiting(state, now, why, "retry-power")
    return _set_speed(_next(state, "speed", now), wish, picker, now)


def _set_speed(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    fast = _agreed(picker.fast, picker.speed)
    state = replace(state, fast=fast, text=picker.text, fast_text=unmeasured(picker.fast_text))
    if wish.speed is None or fast is (wish.speed == "fast"):
        return _read_rows(_next(state, "rows", now), wish, picker, now)
    if fast is None:
        return waiting(state, now, "Work's picker does not tell whether it is fast", "open-picker")
    if state.reads:
        why = f"{wish.speed} was chosen, and the page is at the other speed"
        return state, Refused(why, "retry-work-send")
    if state.acted:
        return waiting(state, now, f"the speed did not become {wish.speed}", "retry-speed", MOVE_LIMIT)
    return acting(state, Fast(), now)


def _read_rows(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    """Model and Effort, in the view that has them: it is opened for that where it is not mounted."""
    if picker.power is not None and picker.power != wish.power - 1:
        return state, Refused(f"the power went back to {picker.power + 1}", "retry-power")
    if picker.model is None or picker.effort is None:
        if picker.switches and not state.acted:
            return acting(state, View(), now)
        return waiting(state, now, "Work's picker does not tell its model and effort", "open-advanced")
    if Naming(picker.model, picker.effort) != wish.naming:
        said = ", ".join(one or "not known" for one in (picker.model, picker.effort))
        why = f"the power is {wish.power}, and its model and effort are {said}"
        return waiting(state, now, why, "retry-power")
    fast = _agreed(state.fast, picker.speed)
    if wish.speed is not None and fast is None:
        return waiting(state, now, f"the speed is {wish.speed}, and its row says {picker.speed}", "retry-speed")
    return acting(_next(replace(state, fast=fast), "close", now), Close(), now)


def _agreed(fast: bool | None, row: str | None) -> bool | None:
    """What the box tells of the speed, where the row of it, which may be in another view, does not say otherwise."""
    return None if row in ("standard", "fast") and fast is not (row == "fast") else fast


def _when_done(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    if picker.open or picker.expanded:
        return waiting(state, now, "Work's picker did not close", "reload-page")
    if picker.label != wish.naming:
        return waiting(state, now, f"closed, the picker says {told_of(picker)}", "retry-work-send", MOVE_LIMIT)
    return state, Chosen(wish.naming, state.fast, state.text, state.fast_text)
