"""Opening the picker of models, unfolding its rows and closing it again: what choosing and listing share.

Row 6, pure. It is opened a bounded number of times, and closed by exactly one Escape.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.select_steps import Refused, SelectAction, SelectState, Unproven
from cdpwebai.providers.picker import Option, Picker
from cdpwebai.verdict import Reading, Unknown

__all__ = ["SHOWS_WITHIN", "Step", "to_close", "to_find", "to_open", "to_unfold"]

S = TypeVar("S", bound=SelectState)
Step = tuple[S, SelectAction]

MOUNTS_WITHIN = 8.0
"""Seconds for a picker that mounts late: 1 to 4 s behind the composer (peers, row D7)."""

SHOWS_WITHIN = 2.0
"""Seconds from a click until its menu must be seen, and from Escape until it must be gone."""


def to_find(state: S, seen: Reading[Picker | None], now: float) -> Step[S]:
    """The picker is not seen: it is waited for."""
    if now < state.since + MOUNTS_WITHIN:
        return state, Look(state.since + MOUNTS_WITHIN)
    if isinstance(seen, Unknown):
        return state, Unproven(f"the picker of models could not be read ({seen.detail or seen.reason.value})")
    return state, Unproven(f"no picker of models was there for {MOUNTS_WITHIN:g} s", found=False)


def to_open(state: S, most: int, now: float) -> Step[S]:
    """The picker is closed: for the first time, or because a choice has closed it."""
    if state.opening and now < state.since + SHOWS_WITHIN:
        return state, Look(state.since + SHOWS_WITHIN)
    if state.opens == most:
        if not state.was_open:
            return state, Unproven(f"the picker of models did not open in {most} clicks")
        return state, Refused(f"the picker was opened {most} times, and does not show the choice")
    return replace(state, opens=state.opens + 1, opening=True, unfolded="", since=now), Open()


def to_unfold(state: S, row: Option, picker: Picker, now: float) -> Step[S] | None:
    """Open the menu of a row, or of its efforts where it has such a one; None once it is there."""
    if picker.opened == row.lines and picker.options is not None:
        return None
    if state.unfolded != row.label:
        return replace(state, unfolded=row.label, since=now), Row(row.lines, gear=row.gear and not row.opens)
    if now < state.since + SHOWS_WITHIN:
        return state, Look(state.since + SHOWS_WITHIN)
    return state, Unproven(f"the menu of {row.label!r} did not open")


def to_close(state: S, now: float) -> Step[S]:
    """The picker is not seen to be closed."""
    if not state.opens:
        return state, state.ends or Unproven("the picker of models was not opened")
    if not state.escaped:
        return replace(state, escaped=True, since=now), Close()
    if now < state.since + SHOWS_WITHIN:
        return state, Look(state.since + SHOWS_WITHIN)
    return state, Refused(f"the picker was not seen to close within {SHOWS_WITHIN:g} s")
