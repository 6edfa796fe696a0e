"""Where a task of Work stands, and how its answer is waited for: ``plan_poll`` with what Work asks besides.

Row 6, pure. A Work answer is complete when it is as Chat's must be, and in that same look the task is complete:

=========  =========================================================================================================
status     seen
=========  =========================================================================================================
running    Stop, "Thinking", text being written or live progress, in the main region
unknown    what of these could not be seen; also beside the actions of a turn that has ended, which are never judged
           before it
complete   Stop positively absent, and the turn after our own message has text and the actions of one that has ended
unknown    everything else: a question for approval, whatever nobody has seen yet
=========  =========================================================================================================

An older turn's actions never count. One unknown look is not the end, a page has gaps between two states; one that has
lasted for UNKNOWN_LASTS is, and from UNKNOWN_TOLD on it is a warning; meanwhile the task is stored as unknown. What a
screen for approval says is not guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cdpwebai.flows.plan_poll import TICK, Complete, Copy, Fail, PollAction, PollState, Wait, plan_poll
from cdpwebai.flows.plan_trouble import Trouble
from cdpwebai.flows.text import is_blank
from cdpwebai.providers.chat import ChatObservation, Turn
from cdpwebai.records import TaskStatus
from cdpwebai.verdict import Absent, Known, Visible

__all__ = [
    "NOT_KNOWN",
    "STATE_UNKNOWN",
    "UNKNOWN_LASTS",
    "UNKNOWN_TOLD",
    "TaskPollState",
    "plan_task",
    "task_status",
]

STATE_UNKNOWN = "provider.work-state-unknown"

UNKNOWN_LASTS = 20.0
"""Seconds for which a task's state must not be known to end the waiting: render gaps of some seconds exist."""

UNKNOWN_TOLD = 5.0
"""Seconds after which it is worth a warning, stored at once: who finds the session later knows that it was in doubt."""

NOT_KNOWN = "work-state-unknown"
"""The warning."""


@dataclass(frozen=True)
class TaskPollState(PollState):
    """As ``PollState``. ``status``: where the task stands by the last look; ``unknown_since``: since when none has told
    it."""

    status: TaskStatus | None = None
    unknown_since: float | None = None


def task_status(seen: ChatObservation, turn: Turn | None) -> TaskStatus:
    """What one look says of the task; ``turn`` is the one after our own message, None where it was not seen."""
    thinking = isinstance(seen.task, Known) and seen.task.value.thinking
    progress = isinstance(seen.panel, Known) and seen.panel.value.activity == "progress"
    written = turn is not None and (turn.streaming or turn.progress)
    if isinstance(seen.stop, Visible) or thinking or progress or written:
        return "running"
    if not isinstance(seen.stop, Absent) or not isinstance(seen.task, Known) or seen.task.value.asks:
        return "unknown"
    return "complete" if turn is not None and turn.finished and _says_something(turn) else "unknown"


def plan_task(
    state: TaskPollState, seen: ChatObservation, now: float, *, last: bool = False
) -> tuple[TaskPollState, PollAction]:
    """The next step of waiting, as ``plan_poll``; nothing is complete whose task is not."""
    planned, action = plan_poll(state, seen, now, last=last)
    assert isinstance(planned, TaskPollState)
    status = task_status(seen, _answer(planned, seen))
    since = (now if planned.unknown_since is None else planned.unknown_since) if status == "unknown" else None
    planned = replace(planned, status=status, unknown_since=since)
    if since is not None and now >= since + UNKNOWN_TOLD:
        planned = replace(planned, warnings=planned.warnings | {NOT_KNOWN})
    match action:
        case Complete() if status == "complete":
            return planned, action
        case Complete() | Copy() | Wait():
            if since is not None and now >= since + UNKNOWN_LASTS:
                return planned, Fail(UNKNOWN)
            return planned, action if isinstance(action, Wait) else Wait(now + TICK, "unknown")
        case _:
            return planned, action


UNKNOWN = Trouble(
    STATE_UNKNOWN,
    "check-browser",
    f"for {UNKNOWN_LASTS:g} s the page has told neither that the task runs nor that it is finished: it may ask for "
    "approval, or have failed in a way that is not known",
)


def _answer(state: PollState, seen: ChatObservation) -> Turn | None:
    turns = seen.turns.value if isinstance(seen.turns, Known) else ()
    return next((turn for turn_id, turn in turns if turn_id == state.answered), None)


def _says_something(turn: Turn) -> bool:
    return any(not is_blank(one.text) for one in turn.messages if one.role == "assistant" and not one.reasoning)
