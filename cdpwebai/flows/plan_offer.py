"""Listing what the picker of models offers, as it is labelled: the plan.

Row 6, pure. The picker is opened, each row that has a menu is unfolded, or the one of its efforts, nothing is chosen,
and it is closed again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cdpwebai.flows.plan_menu import Step, to_close, to_find, to_open, to_unfold
from cdpwebai.flows.select_steps import Refused, SelectAction, SelectState, Unproven
from cdpwebai.providers.picker import Option, Picker, Slide
from cdpwebai.verdict import Known, Reading

__all__ = ["Listed", "OfferState", "plan_offer"]

Menu = tuple[str, tuple[Option, ...]]


@dataclass(frozen=True)
class Listed:
    """What the picker offers; it is closed again. ``menus``: for each row with a menu, its name and what is in it."""

    pill: str
    rows: tuple[Option, ...]
    slider: Slide | None
    menus: tuple[Menu, ...]


@dataclass(frozen=True)
class OfferState(SelectState):
    """Where the listing stands: what was read so far."""

    rows: tuple[Option, ...] = ()
    slider: Slide | None = None
    menus: tuple[Menu, ...] = ()


def plan_offer(state: OfferState, seen: Reading[Picker | None], now: float) -> tuple[OfferState, SelectAction | Listed]:
    """The next step, from what was just seen; ``now`` as in ``plan_select``."""
    match seen:
        case Known(Picker(open=False, pill=pill)) if state.closing:
            return state, state.ends or Listed(pill, state.rows, state.slider, state.menus)
        case _ if state.closing:
            return to_close(state, now)
        case Known(Picker(open=True) as picker):
            return _read(state, picker, now)
        case Known(Picker()):
            return to_open(state, 2, now)
        case _:
            return to_find(state, seen, now)


def _read(state: OfferState, picker: Picker, now: float) -> Step[OfferState]:
    state = replace(state, opening=False, was_open=True)
    if not state.rows:
        choices = tuple(row for row in picker.rows if not row.opens)
        state = replace(state, rows=choices, slider=picker.slider)
    known = {name for name, _ in state.menus}
    for row in picker.rows:
        if not (row.opens or (row.gear and not row.disabled)) or row.label in known:
            continue
        unfolded = to_unfold(state, row, picker, now)
        if unfolded is None:
            state = replace(state, menus=(*state.menus, (row.label, picker.options or ())))
        elif isinstance(unfolded[1], Unproven | Refused):
            return to_close(replace(unfolded[0], closing=True, ends=unfolded[1], since=now), now)
        else:
            return unfolded
    return to_close(replace(state, closing=True, since=now), now)
