"""Choosing one tool of the composer's plus menu: the plan.

Row 6, pure: no trio, no clock, no page. ``tools`` is the driver. The menu is opened, the one row of that name is
clicked, in it or in the one that its "More" opens, and the menu is closed by exactly one Escape: a second one would
take the tool away again. A tool is chosen when the composer shows a pill that it did not show before. Of two rows with
the name none is clicked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.send_steps import Gate
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.picker import Option, Words
from cdpwebai.providers.tools import Tools, is_tool
from cdpwebai.verdict import Known, Reading, Unknown

__all__ = [
    "CODE",
    "HINT",
    "STAGE",
    "Refused",
    "Stands",
    "ToolAction",
    "ToolState",
    "plan_tool",
    "still_stands",
]

CODE, STAGE, HINT = "provider.tool-unavailable", "composer-tool", "look-in-browser"

SEEN_WITHIN = 8.0
"""Seconds until what an act does must be seen."""

OPENED_WITHIN = 2.0
MOST_OPENS = 2
"""So many times may the menu be opened, each time seen open within so many seconds."""

UNSEEN_FOR = 5.0
"""Seconds for which the pills may not be seen right before Send is pressed."""


@dataclass(frozen=True)
class Stands:
    """The tool is chosen, the menu is closed, and this pill says so."""

    pill: str


@dataclass(frozen=True)
class Refused:
    """It is not chosen, for this reason; the menu is closed."""

    why: str


ToolAction = Look | Open | Row | Close | Stands | Refused


@dataclass(frozen=True)
class ToolState:
    """Where the choosing stands. ``since``: when the last act was made. ``before``: the pills that stood before it.

    ``opens``: how often the menu was opened; ``opening``: the last of it was not seen yet. ``unfolded``: "More" was
    clicked, ``clicked``: the tool was, ``already``: it was chosen before. ``escaped``: Escape was pressed; ``why``: why
    it is refused, once the menu is closed.
    """

    since: float
    before: tuple[str, ...] | None = None
    opens: int = 0
    opening: bool = False
    unfolded: bool = False
    clicked: bool = False
    already: bool = False
    escaped: bool = False
    why: str = ""


def plan_tool(
    state: ToolState, name: str, words: Words, seen: Reading[Tools | None], now: float
) -> tuple[ToolState, ToolAction]:
    """The next step, from what was just seen. ``now`` is in seconds, of the same clock as ``since``."""
    match seen:
        case Known(Tools() as tools) if state.why or state.clicked or state.already:
            return _ending(state, name, tools, now)
        case Known(Tools(open=True) as tools):
            return _opened(replace(state, opening=False), name, words, tools, now)
        case Known(Tools() as tools):
            return _closed(state, tools, now)
        case _ if now < state.since + SEEN_WITHIN:
            return state, Look(state.since + SEEN_WITHIN)
        case Unknown(reason):
            return state, Refused(f"the plus menu could not be seen ({reason.value})")
        case _:
            return state, Refused("the composer has no plus menu")


def _closed(state: ToolState, tools: Tools, now: float) -> tuple[ToolState, ToolAction]:
    if state.opening and now < state.since + OPENED_WITHIN:
        return state, Look(state.since + OPENED_WITHIN)
    if state.opens == MOST_OPENS:
        return state, Refused("the plus menu did not stay open")
    before = tools.pills if state.before is None else state.before
    return replace(state, since=now, before=before, opens=state.opens + 1, opening=True), Open()


def _opened(state: ToolState, name: str, words: Words, tools: Tools, now: float) -> tuple[ToolState, ToolAction]:
    if state.opens == 0:
        return state, Refused("the plus menu was open already, and it was somebody else who opened it")
    here = [(row, False) for row in tools.rows if not row.opens and is_tool(name, row, words)]
    there = [(row, True) for row in tools.options or () if not row.opens and is_tool(name, row, words)]
    match [*here, *there]:
        case [(row, inside)]:
            return _take(state, row, now, inside=inside)
        case [_, _, *_]:
            return _refuse(state, f"the plus menu has more than one row {name!r}, and none was clicked", now)
        case _:
            return _unfold(state, name, words, tools, now)


def _take(state: ToolState, row: Option, now: float, *, inside: bool) -> tuple[ToolState, ToolAction]:
    if row.disabled:
        return replace(state, since=now, why=f"{row.label!r} cannot be chosen in the plus menu", escaped=True), Close()
    if row.checked:
        return replace(state, since=now, already=True, escaped=True), Close()
    return replace(state, since=now, clicked=True), Row(row.lines, inside)


def _unfold(state: ToolState, name: str, words: Words, tools: Tools, now: float) -> tuple[ToolState, ToolAction]:
    more = [row for row in tools.rows if row.opens and words.means("more_tools", row.label)]
    if not state.unfolded and len(more) == 1:
        return replace(state, since=now, unfolded=True), Row(more[0].lines)
    if now < state.since + OPENED_WITHIN and tools.options is None:
        return state, Look(state.since + OPENED_WITHIN)
    offered = ", ".join(repr(row.label) for row in (*tools.rows, *(tools.options or ())) if not row.opens)
    return _refuse(state, f"the plus menu has no row {name!r}; it has {offered or 'none'}", now)


def _refuse(state: ToolState, why: str, now: float) -> tuple[ToolState, ToolAction]:
    return replace(state, since=now, why=why, escaped=True), Close()


def _ending(state: ToolState, name: str, tools: Tools, now: float) -> tuple[ToolState, ToolAction]:
    """Close the menu if it is open, by one Escape; then tell what came of it."""
    until = state.since + SEEN_WITHIN
    if tools.open and not state.escaped:
        return replace(state, since=now, escaped=True), Close()
    if state.why and (not tools.open or now >= until):
        return state, Refused(state.why)
    pill = _pill(state, tools)
    if not tools.open and pill is not None:
        return state, Stands(pill)
    if now < until:
        return state, Look(until)
    return state, Refused(
        "the plus menu did not close" if tools.open else f"{name!r} was clicked, and the composer does not show it"
    )


def _pill(state: ToolState, tools: Tools) -> str | None:
    """The pill that is new; for a tool that stood chosen already, the only one there is."""
    new = [one for one in tools.pills if state.already or one not in (state.before or ())]
    return new[0] if len(new) == 1 else None


def still_stands(pill: str) -> Gate:
    """Right before Send is pressed: the composer still shows the pill."""

    def gate(seen: ChatObservation) -> Obstacle | None:
        match seen.tools:
            case Known(Tools(pills=pills)) if pill in pills:
                return None
            case Unknown(reason):
                why = f"whether {pill!r} still stands could not be seen ({reason.value})"
                return Obstacle(CODE, STAGE, HINT, why, UNSEEN_FOR)
            case _:
                return Obstacle(CODE, STAGE, HINT, f"{pill!r} was chosen, and is not any more")

    return gate
