"""Reading the advanced view of Work's picker, and choosing a model, an effort or a speed in it: the plan.

Row 6, pure; ``work_advanced`` is the driver. The power's six places are six of many choices: Max, for one, is an effort
that no power has, and no other word for Ultra. One act at a time, each followed by a look. What was chosen must be told
by its own sign in the menu, opened once more for that where it has closed, by the name of the row and by the closed
picker; where nothing has changed it ends, and the choice before it is not taken for the new one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from cdpwebai.flows.menu_steps import Close, Look, Open
from cdpwebai.flows.work_steps import Choose, PickAct, Refused, RowMenu, Step, View, acting, waiting
from cdpwebai.providers.work import Part, WorkPicker
from cdpwebai.verdict import Reading, Unknown

__all__ = ["Advanced", "AdvancedAction", "AdvancedState", "Pick", "plan_advanced"]

EFFORTS = ("light", "medium", "high", "xhigh", "max", "ultra")
SPEEDS = ("standard", "fast")


@dataclass(frozen=True)
class Pick:
    """What is to be chosen: a model as the site calls it ("GPT-5.6 Sol"), an effort, or a speed."""

    part: Part
    name: str

    @property
    def is_known(self) -> bool:
        """Whether there may be such a choice; of models the page tells."""
        known = {"model": (self.name,), "effort": EFFORTS, "speed": SPEEDS}[self.part]
        return bool(self.name) and self.name in known


@dataclass(frozen=True)
class Advanced:
    """What the advanced view says; a choice that was asked for is in force. ``speed`` None: it has no such row."""

    model: str
    effort: str
    speed: str | None


AdvancedAction = Look | PickAct | Advanced | Refused


@dataclass(frozen=True)
class AdvancedState(Step):
    """Where it stands. ``chose``: the choice was pressed; ``opens`` and ``menus``: how often the picker and the menu of
    the row were opened."""

    phase: Literal["open", "view", "menu", "labels", "close"] = "open"
    chose: bool = False
    opens: int = 0
    menus: int = 0
    found: Advanced | None = None


def plan_advanced(
    state: AdvancedState, pick: Pick | None, seen: Reading[WorkPicker], now: float
) -> tuple[AdvancedState, AdvancedAction]:
    """The next step, from what was just seen; without a ``pick`` it is only read. ``now`` in seconds, as ``since``."""
    if isinstance(seen, Unknown):
        return waiting(state, now, f"Work's picker could not be read ({seen.reason.value})", "reload-page")
    picker = seen.value
    if state.phase == "close":
        return _when_closed(state, pick, picker, now)
    if not picker.open:
        return _open(state, picker, now)
    match state.phase:
        case "open":
            return _show(_next(state, "view", now), pick, picker, now)
        case "view":
            return _show(state, pick, picker, now)
        case "menu":
            assert pick is not None
            return _choose(state, pick, picker, now)
        case "labels":
            return _read(state, pick, picker, now)


def _next(state: AdvancedState, phase: Literal["open", "view", "menu", "labels", "close"], now: float) -> AdvancedState:
    return replace(state, phase=phase, since=now, acted=False)


def _open(state: AdvancedState, picker: WorkPicker, now: float) -> tuple[AdvancedState, AdvancedAction]:
    """It is opened once, and once more where a choice has closed all of it."""
    if state.phase != "open":
        if not state.chose or state.opens > 1:
            return waiting(state, now, "Work's picker has closed by itself", "open-picker")
        state = _next(state, "open", now)
    if picker.label is None or state.acted or picker.expanded:
        return waiting(state, now, "Work's picker did not open", "open-picker")
    return acting(replace(state, opens=state.opens + 1), Open(), now)


def _show(
    state: AdvancedState, pick: Pick | None, picker: WorkPicker, now: float
) -> tuple[AdvancedState, AdvancedAction]:
    """The advanced view must be shown to be chosen in; to be read it is enough that it is there."""
    there = picker.model is not None and picker.effort is not None
    if pick is None and there:
        return _read(_next(state, "labels", now), pick, picker, now)
    if pick is not None and picker.advanced and picker.row(pick.part) is not None:
        return _choose(_next(state, "menu", now), pick, picker, now)
    if picker.switches and not picker.advanced and not state.acted:
        return acting(state, View(), now)
    return waiting(state, now, "Work's picker does not show its advanced view", "open-advanced")


def _choose(state: AdvancedState, pick: Pick, picker: WorkPicker, now: float) -> tuple[AdvancedState, AdvancedAction]:
    menu = picker.menu
    if menu is None or menu.part != pick.part:
        if state.menus < (2 if state.chose else 1):  # a choice may close it, and is read in it once more
            return acting(replace(state, menus=state.menus + 1), RowMenu(pick.part), now)
        return waiting(state, now, f"the menu of {pick.part}s did not open", "check-options")
    if menu.chosen == pick.name:
        return _read(_next(state, "labels", now), pick, picker, now)
    if state.chose:
        return waiting(state, now, f"{pick.name} was pressed, and is not shown as chosen", "retry-advanced")
    if sum(choice.name == pick.name for choice in menu.choices) != 1:
        return waiting(state, now, f"the menu of {pick.part}s does not offer {pick.name}", "check-options")
    return acting(replace(state, chose=True), Choose(pick.part, pick.name), now)


def _read(
    state: AdvancedState, pick: Pick | None, picker: WorkPicker, now: float
) -> tuple[AdvancedState, AdvancedAction]:
    """The rows, which may follow a moment later, and must."""
    if not picker.model or not picker.effort:
        return waiting(state, now, "Work's picker does not tell its model and effort", "open-advanced")
    if pick is not None and picker.row(pick.part) != pick.name:
        why = f"{pick.name} was chosen, and the row of the {pick.part} says {picker.row(pick.part) or 'nothing known'}"
        return waiting(state, now, why, "retry-advanced")
    found = Advanced(picker.model, picker.effort, picker.speed)
    return acting(_next(replace(state, found=found), "close", now), Close(), now)


def _when_closed(
    state: AdvancedState, pick: Pick | None, picker: WorkPicker, now: float
) -> tuple[AdvancedState, AdvancedAction]:
    found = state.found
    assert found is not None
    if picker.open or picker.expanded:
        return waiting(state, now, "Work's picker did not close", "reload-page")
    label = picker.label
    if label is None or (label.model, label.effort) != (found.model, found.effort):
        said = f"{label.model} {label.effort}" if label else "nothing that is known"
        return waiting(state, now, f"closed, the picker says {said}", "retry-advanced")
    return state, found
