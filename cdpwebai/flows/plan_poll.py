"""Waiting for an answer: the plan.

Row 6, pure: no trio, no clock, no page. ``poll`` is the driver. An answer is complete when, in looks that agree for the
length of a window, all of this was *seen*: the turn after our own message has text, it carries the actions of a turn
that has ended, nothing in it is still being written, and nothing else runs. How sure the last one is sets the window:

==========  ===========================================  =======================
activity    seen                                         window
==========  ===========================================  =======================
strong      Stop is shown, or the turn is being written  none: wait on
none        Stop is positively absent                    1 s
unknown     it could not be told                         5 s
==========  ===========================================  =======================

Not seeing delays: a look without turns starts the window again, and never ends the waiting.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from cdpwebai.flows.text import is_blank
from cdpwebai.providers.chat import ChatObservation, Message, Turn
from cdpwebai.verdict import Absent, Known, Visible

__all__ = ["Activity", "Complete", "PollAction", "PollState", "Wait", "plan_poll"]

WINDOW: dict[str, float] = {"none": 1.0, "unknown": 5.0}
"""Seconds for which the answer must stand still, by activity."""

TICK = 0.5
"""Seconds between looks where no change wakes the flow."""

Activity = Literal["strong", "none", "unknown"]


@dataclass(frozen=True)
class Wait:
    """Look again: when something has changed, or at ``until`` at the latest. ``activity`` is for who watches."""

    until: float
    activity: Activity


@dataclass(frozen=True)
class Complete:
    """The answer: the messages of its turn, in order."""

    messages: tuple[Message, ...]


PollAction = Wait | Complete


@dataclass(frozen=True)
class PollState:
    """Where the waiting stands: whose answer it is, what was last read of it, and since when that has been the same.

    ``turn_id`` is the turn of our own message; ``partial`` what can be shown of the answer, never returned as one.
    """

    turn_id: str
    before: frozenset[str]
    answer: tuple[Message, ...] = ()
    since: float | None = None

    @property
    def partial(self) -> str:
        """The text of the answer so far."""
        return "\n\n".join(message.text for message in self.answer)


def plan_poll(state: PollState, seen: ChatObservation, now: float) -> tuple[PollState, PollAction]:
    """The next step of waiting, from what was just seen. ``now`` is in seconds of one clock."""
    turn = _answering(state, seen)
    activity = _activity(seen, turn)
    if turn is None or activity == "strong" or not turn.finished or not _says_something(turn):
        return _keep(state, turn), Wait(now + TICK, activity)
    if turn.messages != state.answer or state.since is None:
        state = replace(state, answer=turn.messages, since=now)
    assert state.since is not None
    ready_at = state.since + WINDOW[activity]
    if now >= ready_at:
        return state, Complete(turn.messages)
    return state, Wait(min(now + TICK, ready_at), activity)


def _answering(state: PollState, seen: ChatObservation) -> Turn | None:
    """The assistant's turn that follows our own message; None when it is not there or could not be read."""
    if not isinstance(seen.turns, Known):
        return None
    turns = seen.turns.value
    mine = next((place for place, (turn_id, _) in enumerate(turns) if turn_id == state.turn_id), None)
    if mine is None:
        return None
    after = [turn for turn_id, turn in turns[mine + 1 :] if turn_id not in state.before]
    return after[-1] if after and all(turn.role == "assistant" for turn in after) else None


def _activity(seen: ChatObservation, turn: Turn | None) -> Activity:
    if turn is not None and turn.streaming:
        return "strong"
    match seen.stop:
        case Visible():
            return "strong"
        case Absent():
            return "none"
        case _:
            return "unknown"


def _says_something(turn: Turn) -> bool:
    return any(message.role == "assistant" and not is_blank(message.text) for message in turn.messages)


def _keep(state: PollState, turn: Turn | None) -> PollState:
    """Start the window again; remember what was read, to show it if the time runs out."""
    answer = state.answer if turn is None else turn.messages
    return replace(state, answer=answer, since=None)
