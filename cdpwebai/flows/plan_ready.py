"""The first phase of sending: nothing stands in the way, what is there can be counted, and the prompt may be typed.

Row 6, pure; a part of ``plan_send``. Somebody's draft is kept, and the prompt refused, unless the caller gave it up:
then it is taken out once all else is ready, and the prompt is typed where the composer was seen empty after it. What
is to be set beside the prompt is set in between, and the page looked at once more from the beginning.
"""

from __future__ import annotations

from dataclasses import replace

from cdpwebai.flows.plan_preflight import Obstacle, obstacle
from cdpwebai.flows.send_steps import Clear, Insert, Look, Prepare, Refuse, SendAction, SendState
from cdpwebai.flows.text import is_blank
from cdpwebai.providers.chat import ChatObservation, Composer, Turn
from cdpwebai.verdict import Known, Unknown

__all__ = ["when_ready"]

READY_LIMIT = 15.0
"""Seconds until the page must show a composer and a conversation that can be counted."""

SETTLED_FOR = 0.5
"""Seconds for which the turns of an old conversation must stay the same: they come in one after the other."""

MOST_CLEARS = 2
CLEARED_FOR = 1.0
"""So many times may a draft be taken out, and so many seconds does the composer have to show that it is."""

Turns = tuple[tuple[str, Turn], ...]


def when_ready(state: SendState, seen: ChatObservation, now: float) -> tuple[SendState, SendAction]:
    """Wait for a page that can be typed into and counted, and type; refuse what does not become one."""
    found = obstacle(seen, state.surface, chosen=state.prepared is not None, conversation=state.place)
    state = _note_obstacle(_note_turns(state, seen, now), found, now)
    if state.obstacle is not None:
        over_at = state.obstacle_since + state.obstacle.lasts
        if now < over_at:
            return state, Look(over_at)
        return _clear(state, seen, now) or (state, _refusal(state.obstacle))
    match seen.composer, seen.turns:
        case Known(Composer()), Known(turns) if state.prepares and _is_counted(state, turns, now):
            return replace(state, prepares=False), Prepare()
        case Known(Composer(selector=selector)), Known(turns) if _is_counted(state, turns, now):
            before = frozenset(turn_id for turn_id, _ in turns)
            state = replace(state, phase="written", since=now, before=before, inserts=1, inserted_at=now)
            return state, Insert(selector, state.prompt)
        case _ if now < state.since + READY_LIMIT:
            return state, Look(min(state.since + READY_LIMIT, max(now, state.shown_since + SETTLED_FOR)))
        case _, Unknown(reason):
            return state, _uncounted(f"the conversation cannot be counted: {reason.value}")
        case _:
            shown = "never stood still" if state.shown else "shows no turn"
            return state, _uncounted(f"the old conversation {shown}")


def _clear(state: SendState, seen: ChatObservation, now: float) -> tuple[SendState, SendAction] | None:
    """Somebody's draft is given up, when it is the only obstacle: files beside it are not, nor is it for nothing."""
    match seen.composer, seen.chips, seen.turns:
        case Known(Composer(selector=selector, text=text)), Known(()), Known(turns) if not is_blank(text):
            pass
        case _:
            return None
    if not state.replace_draft or state.obstacle is None or state.obstacle.code != "composer.occupied":
        return None
    if not _is_counted(state, turns, now):
        until = max(now, state.shown_since + SETTLED_FOR)
        return (state, Look(until)) if now < state.since + READY_LIMIT else None
    if state.clears and now < state.cleared_at + CLEARED_FOR:
        return state, Look(state.cleared_at + CLEARED_FOR)
    if state.clears == MOST_CLEARS:
        return None
    return replace(state, clears=state.clears + 1, cleared_at=now), Clear(selector)


def _note_obstacle(state: SendState, found: Obstacle | None, now: float) -> SendState:
    """Remember what stands in the way and since when; another kind of it starts anew."""
    if found is None:
        return replace(state, obstacle=None)
    known = state.obstacle is not None and state.obstacle.code == found.code
    return replace(state, obstacle=found, obstacle_since=state.obstacle_since if known else now)


def _refusal(found: Obstacle) -> Refuse:
    return Refuse(found.code, found.stage, found.hint, found.why, found.evidence)


def _uncounted(why: str) -> Refuse:
    return Refuse("snapshot.unavailable", "baseline-snapshot", "re-snapshot", why)


def _note_turns(state: SendState, seen: ChatObservation, now: float) -> SendState:
    """Remember which turns are shown and since when; what was not seen is no new set of turns."""
    if isinstance(seen.turns, Unknown):
        return replace(state, shown_since=now)
    shown = tuple(turn_id for turn_id, _ in seen.turns.value)
    return state if shown == state.shown else replace(state, shown=shown, shown_since=now)


def _is_counted(state: SendState, turns: Turns, now: float) -> bool:
    """A new chat has nothing to count. An old one is counted when it has stood still for a moment."""
    return not state.conversation or (bool(turns) and now >= state.shown_since + SETTLED_FOR)
