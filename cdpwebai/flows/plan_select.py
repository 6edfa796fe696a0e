"""Choosing model, effort and family in the site's own picker: the plan.

Row 6, pure. ``select`` is the driver, ``plan_tier`` what it comes to in an open picker. One look is one step: what is
not as it was asked for is chosen once, by its whole line, and then read back by its checked state; a picker that closes
over a choice is opened once more for it. So it is opened twice at most, three times for a tier and a family. What is
chosen already is left, what the page is seen not to offer is refused, what cannot be told is unproven. Whatever comes
of it, the picker is closed by one Escape and seen closed.
"""

from __future__ import annotations

from dataclasses import replace

from cdpwebai.flows.plan_tier import Step, plan_family, plan_tier
from cdpwebai.flows.plan_wanted import Wanted
from cdpwebai.flows.select_steps import (
    Chosen,
    Close,
    Key,
    Look,
    Open,
    Refused,
    Row,
    SelectAction,
    SelectState,
    Unproven,
)
from cdpwebai.providers.picker import Picker, Words
from cdpwebai.verdict import Known, Reading, Unknown

__all__ = [
    "Chosen",
    "Close",
    "Key",
    "Look",
    "Open",
    "Refused",
    "Row",
    "SelectAction",
    "SelectState",
    "Unproven",
    "plan_select",
    "still_chosen",
]

MOUNTS_WITHIN = 8.0
"""Seconds for a picker that mounts late: 1 to 4 s behind the composer (peers, row D7)."""

SHOWS_WITHIN = 2.0
"""Seconds from a click until its menu must be seen, and from Escape until it must be gone."""


def plan_select(
    state: SelectState, wanted: Wanted, words: Words, seen: Reading[Picker | None], now: float
) -> tuple[SelectState, SelectAction]:
    """The next step, from what was just seen. ``now`` is in seconds, of the same clock as ``since``."""
    if state.closing:
        return _closing(state, words, seen, now)
    match seen:
        case Known(Picker(open=True) as picker):
            return _opened(state, wanted, words, picker, now)
        case Known(Picker()):
            return _closed(state, wanted, now)
        case _ if now < state.since + MOUNTS_WITHIN:
            return state, Look(state.since + MOUNTS_WITHIN)
        case Unknown(reason, detail):
            why = Unproven(f"the picker of models could not be read ({detail or reason.value})")
            return _end(state, why, words, seen, now)
        case _:
            return state, Unproven(f"no picker of models was there for {MOUNTS_WITHIN:g} s", found=False)


def still_chosen(chosen: Chosen, words: Words, seen: Reading[Picker | None]) -> bool | None:
    """Whether the closed picker says what it said when the choice was proven; None when that was not seen."""
    match seen:
        case Known(Picker(open=False, pill=pill)):
            return words.same(pill, chosen.pill)
        case _:
            return None


def _closed(state: SelectState, wanted: Wanted, now: float) -> Step:
    """It is to be opened: for the first time, or because a choice has closed it."""
    if state.opening and now < state.since + SHOWS_WITHIN:
        return state, Look(state.since + SHOWS_WITHIN)
    if state.opens == (3 if wanted.tiers and wanted.family else 2):
        if not state.was_open:
            return state, Unproven(f"the picker of models did not open in {state.opens} clicks")
        return state, Refused(f"the picker was opened {state.opens} times, and does not show the choice")
    return replace(state, opens=state.opens + 1, opening=True, unfolded="", since=now), Open()


def _opened(state: SelectState, wanted: Wanted, words: Words, picker: Picker, now: float) -> Step:
    if state.opening:
        state = replace(state, opening=False, was_open=True, since=now)
    if wanted.family and not state.family_label:
        state, action = plan_family(state, wanted, words, picker, now)
    elif wanted.tiers and state.tier is None:
        state, action = plan_tier(state, wanted, words, picker, now)
    else:
        return _end(state, None, words, Known(picker), now)
    if isinstance(action, Unproven | Refused):
        return _end(state, action, words, Known(picker), now)
    return state, action


def _end(
    state: SelectState, ends: Unproven | Refused | None, words: Words, seen: Reading[Picker | None], now: float
) -> Step:
    return _closing(replace(state, closing=True, ends=ends, since=now), words, seen, now)


def _closing(state: SelectState, words: Words, seen: Reading[Picker | None], now: float) -> Step:
    """Close it, see it closed, and only then tell what came of it."""
    match seen:
        case Known(Picker(open=False, pill=pill)):
            return _told(state, words, pill, now)
        case _ if not state.escaped and state.opens:
            return replace(state, escaped=True, since=now), Close()
        case _ if now < state.since + SHOWS_WITHIN and state.opens:
            return state, Look(state.since + SHOWS_WITHIN)
        case _ if state.opens:
            return state, Refused(f"the picker was not seen to close within {SHOWS_WITHIN:g} s")
        case _:
            return state, state.ends or Unproven("the picker of models was not opened")


def _told(state: SelectState, words: Words, pill: str, now: float) -> Step:
    """The picker is closed. What its opener says may lag; it must not contradict what was proven."""
    if state.ends is not None:
        return state, state.ends
    said = words.tier(pill)
    if said is not None and state.tier is not None and said != state.tier:
        if now < state.since + SHOWS_WITHIN:
            return state, Look(state.since + SHOWS_WITHIN)
        return state, Refused(f"{state.tier_label!r} was shown as chosen, and the closed picker says {pill!r}")
    return state, Chosen(state.tier, state.tier_label, state.family_label, pill, bool(state.chose or state.keys))
