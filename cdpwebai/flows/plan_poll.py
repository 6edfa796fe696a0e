"""Waiting for an answer: the plan.

Row 6, pure: no trio, no clock, no page. ``poll`` is the driver; the same plan serves the loop, the last look before the
deadline (``last``) and the resume, so that no gate exists in one path only.

An answer is complete when, in looks that agree for the length of a window, all of this was *seen*: the conversation is
ours, the turn after our own message has text, it carries the actions of a turn that has ended, and nothing more is
made. How sure the last one is sets the window (``plan_activity``).

The conversation's record is the second witness, asked when the page says finished (or says nothing for 5 s). It
completes at once where nothing speaks against it, and holds back while it says that the answer is not finished; what it
does not tell, the window decides. It also says whose an answer is that a page shows without our message: its tree has
that answer's messages behind ours, or it is not ours. Where nothing says so, no window makes it the answer.

Behind a later question of somebody's the answer to ours stands as it was when that was asked, whole or cut off by it.
Only the record tells which; where it does not, the answer is told as unfinished.

Not seeing delays: it starts the window again, and never ends the waiting.
"""

from __future__ import annotations

import math
from dataclasses import replace

from cdpwebai.flows.plan_activity import WINDOW, Activity, activity_of
from cdpwebai.flows.plan_continue import Continued, after_cut
from cdpwebai.flows.plan_ordering import Turns, ordering_of
from cdpwebai.flows.plan_trouble import Trouble, elsewhere, trouble
from cdpwebai.flows.plan_witness import asked, is_due, is_made_by, is_of, says_the_same
from cdpwebai.flows.poll_steps import (
    AskRecord,
    Complete,
    Copy,
    Fail,
    GoOn,
    PollAction,
    PollState,
    Wait,
)
from cdpwebai.flows.text import conversation_of, is_blank, is_image_chrome, is_status_label
from cdpwebai.providers.chat import ChatObservation, RecordAnswer, Turn
from cdpwebai.verdict import Known, Reading, Unknown

__all__ = [
    "AskRecord",
    "Complete",
    "Copy",
    "Fail",
    "GoOn",
    "PollAction",
    "PollState",
    "Wait",
    "note_record",
    "plan_poll",
    "reserve_of",
]

TICK = 0.5
"""Seconds between looks where no change wakes the flow."""

CUT_SHORT = Trouble(
    "provider.answer-partial", "retry-in-browser", "the site's record says that the answer ended unfinished", cut=True
)

FOLLOWED = Trouble(
    "provider.answer-partial",
    "look-in-browser",
    "another question stands behind the prompt, and it is not seen that the answer was whole before that was asked",
    lasts=WINDOW["unknown"],
    cut=True,
)


def reserve_of(budget: float) -> float:
    """Seconds kept for a last look, of a budget in seconds: 2, and less of a small one (reference D.3.1)."""
    return min(2.0, budget / 4, max(0.0, budget - 0.5))


def note_record(state: PollState, record: Reading[RecordAnswer], now: float) -> PollState:
    """Take in what the record said of the answer as it was last read, or of what may be the answer."""
    state = replace(state, record=record, asked_at=now, asked_of=state.stray or state.answer)
    return _warned(state, "record-unreadable") if isinstance(record, Unknown) else state


def plan_poll(
    state: PollState, seen: ChatObservation, now: float, *, last: bool = False
) -> tuple[PollState, PollAction]:
    """The next step of waiting. ``now`` is in seconds of one clock; ``last``: there is no time for another look."""
    state = _note_conversation(state, seen)
    state, turn = _answering(state, seen)
    activity = activity_of(seen, turn)
    state = _note_unknowns(state, seen, activity)
    if state.stray and activity != "strong" and is_due(state, state.stray, now):
        return state, AskRecord()
    if turn is None or activity == "strong" or turn.choices > 1 or turn.continues:
        waiting = _keep(state, turn), Wait(now + TICK, activity)
        return _unless_in_trouble(*waiting, seen, turn, now)
    state, action = _when_quiet(state, turn, activity, now, last=last)
    return _unless_in_trouble(state, action, seen, turn, now) if isinstance(action, Wait) else (state, action)


def _when_quiet(
    state: PollState, turn: Turn, activity: Activity, now: float, *, last: bool
) -> tuple[PollState, PollAction]:
    """Nothing more is being made: ask the second witness, and let the window decide what it does not tell."""
    state = _note_quiet(state, turn, activity, now)
    ready_at = _ready_at(state, turn, now, last=last)
    if _should_ask(state, turn, now):
        return state, AskRecord()
    match asked(state):
        case Known(RecordAnswer(state="in_progress" | "none")):
            pass
        case Known(RecordAnswer(state="error") as record) if is_of(record, turn, state.followed):
            return state, Fail(CUT_SHORT)
        case Known(RecordAnswer(state="finished") as record) if is_of(record, turn, state.followed):
            agreed = says_the_same(record, _text(turn))
            if agreed and (activity == "none" or now >= ready_at):
                return state, Complete(turn.messages, record)
            if now >= ready_at:
                return _without_agreement(state, turn, record)
        case _ if now >= ready_at and state.followed:
            return state, Fail(FOLLOWED)
        case _ if now >= ready_at:
            return state, Complete(turn.messages) if _says_something(turn) else Copy(turn.messages[-1].id)
        case _:
            pass
    return state, Wait(ready_at if now < ready_at < now + TICK else now + TICK, activity)


def _without_agreement(state: PollState, turn: Turn, record: RecordAnswer) -> tuple[PollState, PollAction]:
    """The window has passed, and the record says something else: what the page shows is the answer, with a warning.

    A page that reads empty contradicts nothing; nor does one with a canvas, whose text the record does not hold.
    """
    if record.canvas or not _says_something(turn):
        return state, Complete(turn.messages, record)
    return _warned(state, "record-conflict"), Complete(turn.messages)


def _note_quiet(state: PollState, turn: Turn, activity: Activity, now: float) -> PollState:
    """Since when the turn has been the same. What was not seen is quiet, and never the quiet that is sure."""
    told = (turn.messages, turn.finished, turn.images)
    if told != (state.answer, state.finished, state.images) or state.since is None:
        state = replace(
            state, answer=turn.messages, finished=turn.finished, images=turn.images, since=now, sure_since=None
        )
    sure_since = (now if state.sure_since is None else state.sure_since) if activity == "none" else None
    return replace(state, sure_since=sure_since)


def _ready_at(state: PollState, turn: Turn, now: float, *, last: bool) -> float:
    """When the window has passed; never for a turn that does not carry the actions of one that has ended.

    A status label as the whole text is taken for an answer only when it lasts, in the last look too.
    """
    assert state.since is not None
    if not turn.finished or not (turn.messages or turn.images):
        return _image_ready_at(state, turn) if not last else math.inf
    if state.sure_since is None or is_status_label(_text(turn)):
        return state.since + WINDOW["unknown"]
    if last:
        return now
    return min(state.sure_since + WINDOW["none"], state.since + WINDOW["unknown"])


def _should_ask(state: PollState, turn: Turn, now: float) -> bool:
    """A turn without the actions of one that has ended must have been quiet for long before it is worth asking."""
    assert state.since is not None
    return (turn.finished or now >= state.since + WINDOW["unknown"]) and is_due(state, state.answer, now)


def _answering(state: PollState, seen: ChatObservation) -> tuple[PollState, Turn | None]:
    """The turn that answers our message; None when it is not there, not read, or not surely ours."""
    state = replace(state, stray=(), followed=False)
    if not isinstance(seen.turns, Known) or not _is_ours(state, seen):
        return state, None
    ordering, found = ordering_of(seen.turns.value, state.turn_id, state.before, state.answered, state.message_id)
    if ordering == "unknown":
        state = _warned(state, "assistant-ordering-unverified")
        state, found = _place(state, seen.turns.value)
    state = replace(state, followed=ordering == "followed")
    if found is None:
        return state, None
    return replace(state, answered=found[0]), found[1]


def _place(state: PollState, turns: Turns) -> tuple[PollState, tuple[str, Turn] | None]:
    """A new answer without our message on the page: ours where the record's own tree has all of it behind our message.

    Until the record has been asked, or where it does not say so, it is a stray.
    """
    last_id, last = turns[-1]
    ordering, _ = ordering_of(turns, state.turn_id, state.before, answered=last_id)
    if ordering != "unverifiable" or last_id in state.before:
        return state, None
    if isinstance(state.record, Known) and is_made_by(state.record.value, last):
        return state, (last_id, last)
    return replace(state, stray=last.messages if last.finished else ()), None


def _is_ours(state: PollState, seen: ChatObservation) -> bool:
    """Whether the tab shows the conversation that the prompt went to. Not known is not ours."""
    if isinstance(seen.place, Unknown):
        return False
    return conversation_of(seen.place.value.url) == state.conversation


def _note_conversation(state: PollState, seen: ChatObservation) -> PollState:
    """The address gets its conversation some time after the send; from then on it may not change."""
    if state.conversation or isinstance(seen.place, Unknown) or isinstance(seen.turns, Unknown):
        return state
    mine = any(turn_id == state.turn_id for turn_id, _ in seen.turns.value)
    return replace(state, conversation=conversation_of(seen.place.value.url)) if mine else state


def _says_something(turn: Turn) -> bool:
    return turn.images > 0 or not is_blank(_text(turn))


def _image_ready_at(state: PollState, turn: Turn) -> float:
    """When a turn without the actions of one that has ended is the image that was asked for: never, unless it is that
    alone, and surely nothing runs."""
    if state.sure_since is None or not (state.image and turn.images > 0 and is_image_chrome(_text(turn))):
        return math.inf
    return state.sure_since + WINDOW["none"]


def _text(turn: Turn) -> str:
    """What the turn's answer says; the way to it is left out."""
    parts = [message.text for message in turn.messages if message.role == "assistant" and not message.reasoning]
    return "\n\n".join(parts)


def _keep(state: PollState, turn: Turn | None) -> PollState:
    """Start the window again; remember what was read, to show it if the time runs out."""
    answer = state.answer if turn is None or not turn.messages else turn.messages
    return replace(state, answer=answer, since=None, sure_since=None)


def _note_unknowns(state: PollState, seen: ChatObservation, activity: Activity) -> PollState:
    """A warning for each kind of thing that could not be seen on the way."""
    if activity == "unknown":
        state = _warned(state, "activity-read-unverified")
    if isinstance(seen.turns, Unknown):
        state = _warned(state, "assistant-read-unverified")
    if isinstance(seen.place, Unknown):
        state = _warned(state, "target-identity-unverified")
    return state


def _warned(state: PollState, code: str) -> PollState:
    return state if code in state.warnings else replace(state, warnings=state.warnings | {code})


def _unless_in_trouble(
    state: PollState, action: Wait, seen: ChatObservation, turn: Turn | None, now: float
) -> tuple[PollState, PollAction]:
    """Bad news that lasts ends the waiting. News that was not seen again is no news."""
    found = trouble(seen, turn) or elsewhere(seen, state.conversation) or _passed_over(state, turn, action)
    if found is None:
        return replace(state, trouble=None), action
    if state.trouble is None or state.trouble.code != found.code:
        state = replace(state, trouble=found, trouble_since=now)
    over_at = state.trouble_since + found.lasts
    if now < over_at:
        return state, Wait(min(action.until, over_at), action.activity)
    if turn is None or not turn.continues or found.code != "provider.answer-partial":
        return state, Fail(found)
    match after_cut(state.continued, turn, now):
        case Continued() as pressed:
            return replace(state, continued=pressed), GoOn(turn.messages[-1].id)
        case "wait":
            return state, action
        case "give up":
            return state, Fail(found)


def _passed_over(state: PollState, turn: Turn | None, waiting: Wait) -> Trouble | None:
    """Another question stands right behind ours, and nothing is being made."""
    return FOLLOWED if state.followed and turn is None and waiting.activity == "none" else None
