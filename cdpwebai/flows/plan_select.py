"""Choosing model, effort and family in the site's own picker: the plan.

Row 6, pure. ``select`` is the driver, ``plan_menu`` how it is opened and closed, ``plan_tier`` what it comes to while
it is open. One look is one step: what is not as it was asked for is chosen once, by its whole line, and then read back
by its checked state; a picker that closes over a choice is opened once more for it. So it is opened twice at most for
one choice, and once more for each other: a family, or an effort in the menu of an older picker's row. What is chosen
already is left, what the page is seen not to offer is refused, what cannot be told is unproven. Whatever comes of it,
the picker is closed by one Escape and seen closed. A state that only reads goes the same way and chooses nothing.
"""

from __future__ import annotations

from dataclasses import replace

from cdpwebai.flows.menu_steps import Look
from cdpwebai.flows.plan_menu import SHOWS_WITHIN, Step, to_close, to_find, to_open
from cdpwebai.flows.plan_tier import plan_effort, plan_family, plan_tier
from cdpwebai.flows.plan_wanted import Wanted
from cdpwebai.flows.select_steps import Chosen, Key, Refused, SelectAction, SelectState, Unproven
from cdpwebai.providers.picker import Picker, Words
from cdpwebai.verdict import Known, Reading

__all__ = [
    "Chosen",
    "Key",
    "Refused",
    "SelectAction",
    "SelectState",
    "Unproven",
    "pill_tells",
    "plan_select",
    "same_choice",
    "still_chosen",
]


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
            return to_open(state, 1 + _choices(state, wanted), now)
        case _:
            state, action = to_find(state, seen, now)
            return (
                _end(state, action, words, seen, now)
                if state.opens and isinstance(action, Unproven)
                else (state, action)
            )


def still_chosen(chosen: Chosen, words: Words, seen: Reading[Picker | None]) -> bool | None:
    """Whether the closed picker says what it said when the choice was proven; None when that was not seen."""
    match seen:
        case Known(Picker(open=False, pill=pill)):
            return words.same(pill, chosen.pill)
        case _:
            return None


def pill_tells(chosen: Chosen, words: Words) -> bool:
    """Whether the closed picker tells all that was chosen. It names no family, and of an older one no effort."""
    unnamed = chosen.family_label or chosen.effort_label
    return not unnamed and words.tier(chosen.pill) == chosen.tier


def same_choice(chosen: Chosen, again: Chosen) -> bool:
    """Whether what was read back is what was chosen."""
    return replace(again, pill="", switched=False) == replace(chosen, pill="", switched=False)


def _opened(state: SelectState, wanted: Wanted, words: Words, picker: Picker, now: float) -> Step[SelectState]:
    if state.opening:
        state = replace(state, opening=False, was_open=True, since=now)
    if wanted.family and not state.family_label:
        state, action = plan_family(state, wanted, words, picker, now)
    elif wanted.tiers and state.tier is None:
        state, action = plan_tier(state, wanted, words, picker, now)
    elif _lacks_effort(state, wanted) and (step := plan_effort(state, wanted, words, picker, now)) is not None:
        state, action = step
    else:
        return _end(state, None, words, Known(picker), now)
    if isinstance(action, Unproven | Refused):
        return _end(state, action, words, Known(picker), now)
    return state, action


def _choices(state: SelectState, wanted: Wanted) -> int:
    """So many choices may close the picker."""
    return bool(wanted.tiers) + bool(wanted.family) + (state.tier == "think" and wanted.is_effort)


def _lacks_effort(state: SelectState, wanted: Wanted) -> bool:
    return state.tier == "think" and wanted.is_effort and not state.effort_label


def _end(
    state: SelectState, ends: Unproven | Refused | None, words: Words, seen: Reading[Picker | None], now: float
) -> Step[SelectState]:
    return _closing(replace(state, closing=True, ends=ends, since=now), words, seen, now)


def _closing(state: SelectState, words: Words, seen: Reading[Picker | None], now: float) -> Step[SelectState]:
    """Close it, see it closed, and only then tell what came of it."""
    if isinstance(seen, Known) and seen.value is not None and not seen.value.open:
        return _told(state, words, seen.value.pill, now)
    return to_close(state, now)


def _told(state: SelectState, words: Words, pill: str, now: float) -> Step[SelectState]:
    """The picker is closed. What its opener says may lag; it must not contradict what was proven."""
    if state.ends is not None:
        return state, state.ends
    said = words.tier(pill)
    if said is not None and state.tier is not None and said != state.tier:
        if now < state.since + SHOWS_WITHIN:
            return state, Look(state.since + SHOWS_WITHIN)
        return state, Refused(f"{state.tier_label!r} was shown as chosen, and the closed picker says {pill!r}")
    switched = bool(state.chose or state.keys)
    return state, Chosen(state.tier, state.tier_label, state.family_label, pill, switched, state.effort_label)
