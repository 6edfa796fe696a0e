"""Choosing power and speed in Work's picker: the plan, and the table that says what each power is.

Row 6, pure; ``work`` is the driver. One act at a time, each followed by a look: the picker is opened, the power moved
by one step a key, fast or standard set where it was asked for, Model and Effort read, the picker closed. The choice
holds only when number, label, model and effort agree; the number alone is no identity. What does not come within its
limit, moves by more than a step or contradicts itself ends the sending: nothing is typed then.

=====  =================  ==========
power  model              effort
=====  =================  ==========
1      GPT-5.6 Terra      Light
2      GPT-5.6 Sol        Light
3      GPT-5.6 Sol        Medium
4      GPT-5.6 Sol        High
5      GPT-5.6 Sol        Extra High
6      GPT-5.6 Sol        Ultra
=====  =================  ==========

Seed 000, 3.1; seen 2026-07-10. Max is an effort of the advanced view alone, and none of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from cdpwebai.providers.work import Naming, WorkPicker
from cdpwebai.verdict import Reading, Unknown

__all__ = [
    "POWERS",
    "Arrow",
    "Chosen",
    "Escape",
    "Fast",
    "Look",
    "PickAction",
    "PickState",
    "Refused",
    "Speed",
    "Trigger",
    "View",
    "Wish",
    "plan_pick",
    "still_chosen",
]

Speed = Literal["standard", "fast"]

POWERS: Mapping[int, Naming] = {
    1: Naming("GPT-5.6 Terra", "light"),
    2: Naming("GPT-5.6 Sol", "light"),
    3: Naming("GPT-5.6 Sol", "medium"),
    4: Naming("GPT-5.6 Sol", "high"),
    5: Naming("GPT-5.6 Sol", "xhigh"),
    6: Naming("GPT-5.6 Sol", "ultra"),
}
"""What each power is."""

ACT_LIMIT = 5.0
"""Seconds until the page must show what an act has done, and until its labels must agree."""

MOVE_LIMIT = 2.0
"""Seconds until the slider must have moved after a key."""


@dataclass(frozen=True)
class Wish:
    """What is to be in force. Without a ``speed`` it is left as it is."""

    power: int
    speed: Speed | None = None

    @property
    def naming(self) -> Naming:
        """The model and the effort of the power."""
        return POWERS[self.power]


@dataclass(frozen=True)
class Look:
    """Look again: when something has changed, or at ``until`` at the latest."""

    until: float


@dataclass(frozen=True)
class Trigger:
    """Press what opens the picker."""


@dataclass(frozen=True)
class View:
    """Change to the picker's other view."""


@dataclass(frozen=True)
class Arrow:
    """Press this key on the slider, once."""

    key: Literal["ArrowLeft", "ArrowRight"]


@dataclass(frozen=True)
class Fast:
    """Press the box for fast or standard."""


@dataclass(frozen=True)
class Escape:
    """Press Escape, once."""


@dataclass(frozen=True)
class Chosen:
    """It is as it was wished, in all that the picker says. ``fast``: the speed that was seen, None for not seen."""

    naming: Naming
    fast: bool | None = None


@dataclass(frozen=True)
class Refused:
    """It is not, or it could not be seen; ``hint`` as in the table of errors."""

    why: str
    hint: str


PickAction = Look | Trigger | View | Arrow | Fast | Escape | Chosen | Refused


@dataclass(frozen=True)
class PickState:
    """Where the choosing stands. ``since``: when the last act was given out; ``acted``: it has not been seen to work.

    ``reads``: nothing is changed, what is in force is only read. ``moved``: the slider before the last key, and where
    that must take it. ``at``: where it was last seen. ``fast``: the speed as it was last seen.
    """

    since: float
    reads: bool = False
    phase: Literal["open", "power", "speed", "rows", "close"] = "open"
    acted: bool = False
    moved: tuple[int, int] | None = None
    at: int | None = None
    fast: bool | None = None


def plan_pick(state: PickState, wish: Wish, seen: Reading[WorkPicker], now: float) -> tuple[PickState, PickAction]:
    """The next step, from what was just seen. ``now`` is in seconds, of the same clock as ``since``."""
    if isinstance(seen, Unknown):
        return _wait(state, now, f"Work's picker could not be read ({seen.reason.value})", "reload-page")
    picker = seen.value
    if state.phase not in ("open", "close") and not picker.open:
        return _wait(state, now, "Work's picker has closed by itself", "open-picker")
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


def _next(state: PickState, phase: Literal["power", "speed", "rows", "close"], now: float) -> PickState:
    return replace(state, phase=phase, since=now, acted=False, moved=None)


def _do(state: PickState, action: PickAction, now: float) -> tuple[PickState, PickAction]:
    return replace(state, acted=True, since=now), action


def _wait(state: PickState, now: float, why: str, hint: str, limit: float = ACT_LIMIT) -> tuple[PickState, PickAction]:
    until = state.since + limit
    return state, Look(until) if now < until else Refused(why, hint)


def _when_closed(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    if picker.open:
        return _set_power(_next(state, "power", now), wish, picker, now)
    if picker.label is None:
        return _wait(state, now, "the composer has no picker of Work's", "reload-page")
    if state.acted or picker.expanded:
        return _wait(state, now, "Work's picker did not open", "reload-page")
    return _do(state, Trigger(), now)


def _set_power(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    power = picker.power
    if power is None:
        if picker.switches and not state.acted and state.at is None:
            return _do(state, View(), now)
        return _wait(state, now, "Work's picker shows no power", "open-picker")
    if (picker.least, picker.most) != (0, len(POWERS) - 1):
        why = f"the power goes from {picker.least} to {picker.most}, and not from 0 to {len(POWERS) - 1}"
        return _wait(state, now, why, "reload-page")
    if state.moved is not None and power == state.moved[0]:
        return _wait(state, now, f"a key did not move the power from {power + 1}", "retry-power", MOVE_LIMIT)
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
    return _do(replace(state, moved=(power, power + step)), Arrow("ArrowRight" if step > 0 else "ArrowLeft"), now)


def _agree(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    """The number is right; the labels may follow a moment later, and must."""
    told = (picker.label, picker.said or picker.label)
    if told != (wish.naming, wish.naming):
        why = f"the power is {wish.power}, and the page calls it {_told(picker)}"
        return _wait(state, now, why, "retry-power")
    return _set_speed(_next(state, "speed", now), wish, picker, now)


def _told(picker: WorkPicker) -> str:
    named = picker.label or picker.said
    return f"{named.model} {named.effort}" if named else repr(picker.text)


def _set_speed(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    state = replace(state, fast=picker.fast)
    if wish.speed is None or picker.fast is (wish.speed == "fast"):
        return _read_rows(_next(state, "rows", now), wish, picker, now)
    if picker.fast is None:
        return _wait(state, now, "Work's picker does not tell whether it is fast", "open-picker")
    if state.reads:
        why = f"{wish.speed} was chosen, and the page is at the other speed"
        return state, Refused(why, "retry-work-send")
    if state.acted:
        return _wait(state, now, f"the speed did not become {wish.speed}", "retry-speed", MOVE_LIMIT)
    return _do(state, Fast(), now)


def _read_rows(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    """Model and Effort, in the view that has them: it is opened for that where it is not mounted."""
    if picker.power is not None and picker.power != wish.power - 1:
        return state, Refused(f"the power went back to {picker.power + 1}", "retry-power")
    if picker.model is None or picker.effort is None:
        if picker.switches and not state.acted:
            return _do(state, View(), now)
        return _wait(state, now, "Work's picker does not tell its model and effort", "open-advanced")
    if Naming(picker.model, picker.effort) != wish.naming:
        why = f"the power is {wish.power}, and its model and effort are {picker.model}, {picker.effort or 'not known'}"
        return _wait(state, now, why, "retry-power")
    return _do(_next(state, "close", now), Escape(), now)


def _when_done(state: PickState, wish: Wish, picker: WorkPicker, now: float) -> tuple[PickState, PickAction]:
    if picker.open or picker.expanded:
        return _wait(state, now, "Work's picker did not close", "reload-page")
    if picker.label != wish.naming:
        return _wait(state, now, f"closed, the picker says {_told(picker)}", "retry-work-send", MOVE_LIMIT)
    return state, Chosen(wish.naming, state.fast)
