"""What to choose in a picker that is open, in each of the ways that the page has drawn it: a part of ``plan_select``.

Row 6, pure. Tiers are rows of the picker itself (2025 to 2026-07), rows in the menu of its row "Effort" (2026-08), or
stops of a slider (2026-09), of which some may be missing. Families stand in the menu of a row. Before there was a tier
for each effort, the row of the model had a gear, which opens its efforts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from cdpwebai.flows.menu_steps import Look, Row
from cdpwebai.flows.plan_menu import to_unfold
from cdpwebai.flows.plan_wanted import GEARED, Wanted
from cdpwebai.flows.select_steps import LIMITS, Key, Limit, Refused, SelectAction, SelectState, Unproven
from cdpwebai.providers.picker import EFFORTS, TIERS, Option, Picker, Slide, Tier, Words

__all__ = ["plan_effort", "plan_family", "plan_tier"]

SETTLES_WITHIN = 1.5
"""Seconds in which a choice, or a key, must show."""

MOST_KEYS = 8

Step: TypeAlias = tuple[SelectState, SelectAction]


def plan_family(state: SelectState, wanted: Wanted, words: Words, picker: Picker, now: float) -> Step:
    """The next step to the family. Its row is called so, or after the family that is chosen."""
    folded = [row for row in picker.rows if row.opens and not words.means("effort", row.label)]
    rows = [row for row in folded if words.means("model", row.label)] or folded
    if len(rows) != 1:
        return state, Refused(f"this picker offers no family, so not {wanted.family}")
    unfolded = to_unfold(state, rows[0], picker, now)
    if unfolded is not None:
        return unfolded
    options = [one for one in picker.options or () if not one.opens]
    found = [one for one in options if words.same(one.label, wanted.family)]
    state, action = _choose(state, "family", found, options, wanted.family, words, inside=True, now=now)
    if action is None:
        return replace(state, family_label=found[0].label, since=now), Look(now)
    return state, action


def plan_tier(state: SelectState, wanted: Wanted, words: Words, picker: Picker, now: float) -> Step:
    """The next step to the tier."""
    rows = [row for row in picker.rows if not row.opens]
    if any(words.tier_of(row) for row in rows):
        return _tier_among(state, wanted, words, rows, inside=False, now=now)
    folded = [row for row in picker.rows if row.opens and words.means("effort", row.label)]
    if len(folded) == 1:
        unfolded = to_unfold(state, folded[0], picker, now)
        if unfolded is not None:
            return unfolded
        options = [one for one in picker.options or () if not one.opens]
        return _tier_among(state, wanted, words, options, inside=True, now=now)
    if picker.slider is not None:
        return _tier_at(state, wanted, words, picker.slider, now)
    return state, Unproven("the picker has no row whose name is known", found=True)


def plan_effort(state: SelectState, wanted: Wanted, words: Words, picker: Picker, now: float) -> Step | None:
    """The next step to the effort, in the menu that the gear of the chosen row opens; None where there is no such."""
    rows = [row for row in picker.rows if row.checked and words.tier_of(row) == "think" and row.gear]
    if len(rows) != 1 and "effort" in state.chose:
        return state, Refused(f"{state.tier_label!r} is not shown as chosen any more")
    if len(rows) != 1:
        return None
    unfolded = to_unfold(state, rows[0], picker, now)
    if unfolded is not None:
        return unfolded
    options = [one for one in picker.options or () if not one.opens]
    if not any(words.means(name, one.label) for name in GEARED for one in options):
        return state, Unproven(f"no effort of {state.tier_label!r} has a name that is known")
    named = ([one for one in options if words.means(name, one.label)] for name in wanted.gears)
    found = next(filter(None, named), list[Option]())
    state, action = _choose(state, "effort", found, options, wanted.effort, words, inside=True, now=now)
    if action is None:
        return replace(state, effort_label=found[0].label, since=now), Look(now)
    return state, action


def _tier_among(
    state: SelectState, wanted: Wanted, words: Words, options: Sequence[Option], *, inside: bool, now: float
) -> Step:
    named: list[tuple[Tier | None, Option]] = [(words.tier_of(one), one) for one in options]
    if not any(tier for tier, _ in named):
        return state, Unproven("the picker has no row whose name is known")
    checked: list[tuple[Tier | None, Option]] = [(tier, one) for tier, one in named if one.checked]
    in_force = checked[0][0] if len(checked) == 1 else None
    refused = _not_applicable(wanted, in_force, checked[0][1].label if len(checked) == 1 else "")
    if refused is not None:
        return state, refused
    stays = in_force in wanted.tiers or (in_force == "think" and in_force in wanted.above)
    keeps = stays and not _limit(checked[0][1], words)
    tier = in_force if keeps else _preferred(wanted, named)
    among = checked if tier == in_force else named
    found = [one for named_tier, one in among if named_tier == tier and tier is not None]
    state, action = _choose(state, "tier", found, options, _called(wanted), words, inside=inside, now=now)
    if action is None:
        return replace(state, tier=tier, tier_label=found[0].label, since=now), Look(now)
    return state, action


def _called(wanted: Wanted) -> str:
    """The tier in the caller's own words."""
    return " ".join(filter(None, (wanted.model, wanted.effort if not wanted.unenforced else "")))


def _not_applicable(wanted: Wanted, in_force: Tier | None, label: str) -> Unproven | Refused | None:
    """An effort alone is for a model that has one."""
    if not wanted.above or in_force in wanted.above:
        return None
    if in_force is None:
        return Unproven("which model is chosen could not be told, so neither whether it has an effort")
    return Refused(f"{label!r} is chosen, which has no effort {wanted.effort}")


def _preferred(wanted: Wanted, named: Sequence[tuple[Tier | None, Option]]) -> Tier | None:
    """The first tier that will do and can be chosen, or else is there; an older picker has one row for the three in the
    middle."""
    older: tuple[Tier, ...] = ("think",) if set(wanted.tiers) <= set(EFFORTS) and wanted.model else ()
    tiers: tuple[Tier, ...] = (*wanted.tiers, *older)
    usable = {tier for tier, option in named if not option.disabled}
    there = usable.intersection(tiers) or {tier for tier, _ in named}
    return next((tier for tier in tiers if tier in there), None)


def _choose(
    state: SelectState,
    axis: str,
    found: Sequence[Option],
    options: Sequence[Option],
    called: str,
    words: Words,
    *,
    inside: bool,
    now: float,
) -> tuple[SelectState, SelectAction | None]:
    """Choose the one row, unless it is chosen: None then. What was chosen once is only waited for."""
    offered = ", ".join(one.label for one in options)
    if len(found) != 1:
        how = "offers no row for" if not found else "has several rows for"
        return state, Refused(f"the picker {how} {called}; there are: {offered}")
    row = found[0]
    limit = _limit(row, words)
    if limit is None and row.checked and sum(1 for one in options if one.checked) == 1:
        return state, None
    if (axis in state.chose or state.reads) and limit is None:
        if now < state.since + SETTLES_WITHIN:
            return state, Look(state.since + SETTLES_WITHIN)
        did = "chosen" if state.reads else "clicked"
        if row.checked is None:
            return state, Unproven(f"{row.label!r} was {did}, and the picker does not say what is chosen")
        return state, Refused(f"{row.label!r} was {did}, and is not shown as chosen")
    if row.disabled:
        said = row.why or " ".join(row.lines[1:])
        why = f"{row.label!r} cannot be chosen at the moment" + (f": {said!r}" if said else "")
        return state, Refused(why, limit)
    return replace(state, chose=state.chose | {axis}, unfolded="", since=now), Row(row.lines, inside)


def _limit(row: Option, words: Words) -> Limit | None:
    """Which limit the page says is reached, of a row that cannot be chosen: in its tooltip, or in the row."""
    said = " ".join((*row.lines, row.why)) if row.disabled else ""
    return next((kind for kind in LIMITS if words.says(kind, said)), None)


def _tier_at(state: SelectState, wanted: Wanted, words: Words, slide: Slide, now: float) -> Step:
    """Move the slider by keys; what it says decides, not where it stands."""
    at = words.tier_at(slide)
    label = slide.text
    stands = (slide.now, slide.text)
    if state.keys and (slide.now == state.stood[0] or slide.text == state.stood[1]):
        if now < state.since + SETTLES_WITHIN:
            return state, Look(state.since + SETTLES_WITHIN)
        return state, Refused(f"the slider stays at {label!r}, whatever key is pressed")
    if at is None:
        return state, Unproven(f"the slider says {label!r}, which is no tier that is known")
    if at in wanted.tiers:
        return replace(state, tier=at, tier_label=words.named_at(slide), since=now), Look(now)
    if state.reads:
        return state, Refused(f"the slider stands at {label!r}, and not at {_called(wanted)} any more")
    refused = None if state.keys else _not_applicable(wanted, at, label)
    if refused is not None:
        return state, refused
    aim: Tier = wanted.tiers[0] if len(wanted.tiers) == 1 else "high"
    key: Literal["ArrowRight", "ArrowLeft"] = "ArrowRight" if TIERS.index(aim) > TIERS.index(at) else "ArrowLeft"
    is_last = slide.now >= slide.most if key == "ArrowRight" else slide.now <= slide.least
    if is_last or state.keys == MOST_KEYS or state.key not in ("", key):
        return state, Refused(f"the slider has no stop for {_called(wanted)}: it stands at {label!r}")
    return replace(state, keys=state.keys + 1, key=key, stood=stands, since=now), Key(key)
