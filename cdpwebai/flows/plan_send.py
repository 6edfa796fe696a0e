"""Sending a prompt exactly once: the plan.

Row 6, pure: no trio, no clock, no page. ``send`` is the driver, ``plan_ready`` the first phase. The phases, and the
only ways between them::

    ready ── Insert ──> written ── Press ──> pressed ──> Sent
      │                    │ ^                  │
      └── Refuse  Refuse ──┘ └ press_refused ───┤
                                                └── GiveUp          it cannot be told: nothing ever sends again

Nothing is pressed twice: Press is given out again only after a press that was refused, which pressed nothing. Insert is
given out again only where the composer stayed empty, as after a hydration, and nobody has sent the prompt by hand
meanwhile; a prompt that somebody has sent is taken for sent. What was not seen delays: an unknown look is followed by
another look until the phase's limit has passed, and then the refusal says what could not be seen.

The prompt goes into the conversation that it is for, or into a new chat: elsewhere nothing is typed and nothing
pressed. After the press no look says that it was not sent: who comes back looks again.

What goes beside the prompt is set before it is typed (Prepare, once), and each look at the written prompt goes through
the gates of what was set: one that is shut delays the press, and ends the sending once that has lasted.

A message that the page shows as something else than was typed, drawn from its Markdown, is the prompt where it is the
only new one and its words agree; where they do not, the record says what it says (Ask), and that must be the prompt.

A long paste that the page turns into a file is followed as one: the file must be the only one, with no text beside it;
its upload must be over; the new message must show it, and the driver has the record say that it is as long as the
prompt. A long paste that is lost is typed again in pieces.
"""

from __future__ import annotations

from dataclasses import replace

from cdpwebai.flows.plan_preflight import Obstacle, misplaced, turned
from cdpwebai.flows.plan_prompt import (
    composer_holds,
    drawn_messages,
    held,
    lone_message,
    may_become_file,
    new_messages,
    sent_file,
)
from cdpwebai.flows.plan_ready import when_ready
from cdpwebai.flows.plan_trouble import MISMATCH, Trouble, elsewhere, over_page
from cdpwebai.flows.send_steps import (
    Ask,
    Check,
    Clear,
    GiveUp,
    Insert,
    Look,
    Prepare,
    Prepared,
    Press,
    Refuse,
    SendAction,
    SendState,
    Sent,
)
from cdpwebai.flows.text import conversation_of, is_blank, is_temporary, same_prompt
from cdpwebai.providers.chat import ChatObservation, Composer, Message, Written
from cdpwebai.verdict import Absent, Known, Unknown

__all__ = [
    "Ask",
    "Check",
    "Clear",
    "GiveUp",
    "Insert",
    "Look",
    "Prepare",
    "Prepared",
    "Press",
    "Refuse",
    "SendAction",
    "SendState",
    "Sent",
    "checked",
    "composer_holds",
    "new_messages",
    "plan_send",
    "prepared",
    "press_refused",
    "set_back",
    "told",
]

WRITTEN_LIMIT = 10.0
"""Seconds until the composer must hold the prompt and Send can be pressed."""

MOST_INSERTS = 3
EMPTY_FOR = 0.7
EMPTY_FOR_LONG = 3.0
"""So many times may the prompt be typed, each time after the composer was seen empty for so many seconds: for more of
them where the page may be making a file of it."""

UPLOAD_LIMIT = 60.0
"""Seconds until Send can be pressed, where the page has made a file of the prompt."""

MOST_PRESSES = 3
"""So many times may a press be tried: all but the last were refused."""

PRESSED_LIMIT = 20.0
"""Seconds until the page must show the new message."""

ASK_AGAIN = 1.0
"""Seconds after the press, and between two readings, until the record is asked what a new message says."""

TROUBLE_FOR = 4.0
"""Seconds for which bad news must stand after the press, with no new message: it can come in a moment later."""

ADDRESS_LIMIT = {"chat": 5.0, "work": 15.0}
"""Seconds until the address of a conversation that has one must be there, after its message was seen, by surface."""


def plan_send(state: SendState, seen: ChatObservation, now: float) -> tuple[SendState, SendAction]:
    """The next step of sending, from what was just seen. ``now`` is in seconds, of the same clock as ``since``."""
    rest = _without_ours(state, seen)
    match state.phase:
        case "ready":
            return when_ready(state, rest, now)
        case "written" if (shut := _shut(state, seen)) and not _found(state, rest):
            return _when_shut(state, shut, now)
        case "written":
            return _when_written(replace(state, shut_since=None), rest, now)
        case "pressed":
            return _when_pressed(state, rest, now)


def prepared(state: SendState, done: Prepared, now: float) -> SendState:
    """What was given out as Prepare is done: the page is looked at anew, and the prompt typed if nothing stands in the
    way of it."""
    return replace(state, prepared=done, since=now, obstacle=None, unchecked=bool(done.checks))


def checked(state: SendState, now: float) -> SendState:
    """What was given out as Check is done: the page is looked at once more, and Send pressed if that is as it was."""
    return replace(state, since=now, unchecked=False)


def _without_ours(state: SendState, seen: ChatObservation) -> ChatObservation:
    """The look without the files that were attached for this prompt: what is attached besides is not ours."""
    ours = state.prepared.chips if state.prepared else ()
    match seen.chips:
        case Known(names) if ours and names[: len(ours)] == ours:
            return replace(seen, chips=Known(names[len(ours) :]))
        case _:
            return seen


def _shut(state: SendState, seen: ChatObservation) -> Obstacle | None:
    gates = state.prepared.gates if state.prepared else ()
    elsewhere = misplaced(seen, state.place) or (turned(seen) if state.surface == "chat" else None)
    return elsewhere or next((shut for gate in gates if (shut := gate(seen))), None)


def _when_shut(state: SendState, shut: Obstacle, now: float) -> tuple[SendState, SendAction]:
    """The page is elsewhere, or what was set beside the prompt is not seen as it was: nothing is pressed, and once that
    has lasted it is over."""
    state = replace(state, shut_since=now if state.shut_since is None else state.shut_since)
    assert state.shut_since is not None
    until = state.shut_since + shut.lasts
    return state, Look(until) if now < until else Refuse(shut.code, shut.stage, shut.hint, shut.why, shut.evidence)


def _when_written(state: SendState, seen: ChatObservation, now: float) -> tuple[SendState, SendAction]:
    if _found(state, seen):  # somebody at the browser was quicker
        return _when_pressed(replace(state, phase="pressed", since=now), seen, now)
    holds = held(state.prompt, seen)
    if holds is not None and holds.file and state.inserts > 1:
        holds = None  # made of which of the two?
    state = _note_empty(replace(state, file=holds.file if holds else ""), seen, now)
    ready = isinstance(seen.slot, Known) and seen.slot.value.ready and seen.written is not None
    arrived = not state.file or seen.uploading == Known(False)
    if holds and ready and arrived and state.presses < MOST_PRESSES:
        if state.unchecked:
            return state, Check()
        return replace(state, phase="pressed", since=now, presses=state.presses + 1), Press()
    limit = UPLOAD_LIMIT if state.file else WRITTEN_LIMIT
    if now >= state.since + limit or state.presses >= MOST_PRESSES:
        return state, _unpressed(state, seen, holds=holds is not None)
    return _again(state, seen, now) or (state, Look(min(state.since + limit, _next_look(state, now))))


def press_refused(state: SendState, why: str, now: float) -> SendState:
    """What was given out as Press was not made, so that nothing was sent: it is looked at once more.

    An editor that is replaced between the look and the press takes Send away with it.
    """
    checks = state.prepared is not None and bool(state.prepared.checks)
    return replace(state, phase="written", since=now, empty_since=None, refused=why, unchecked=checks)


def set_back(state: SendState, seen: ChatObservation, written: Written) -> str:
    """Why Send must not be pressed after all, by a look with the mouse over it; "" where all is as the last look showed
    it. A page may set back at any time what was set beside the prompt."""
    shut = _shut(state, seen)
    if shut is not None:
        return shut.why
    return "" if seen.written == written else "the composer does not hold what it was seen to hold"


def told(state: SendState, message_id: str, text: str) -> SendState:
    """What was given out as Ask was read: the message is the prompt if the record has it so, to the character."""
    return replace(state, proven=message_id) if same_prompt(state.prompt, text) else state


def _unpressed(state: SendState, seen: ChatObservation, *, holds: bool) -> Refuse:
    if holds and state.refused:
        return Refuse("provider.commit-not-verified", "send-click", "look-in-browser", state.refused)
    match seen.chips:
        case _ if holds:
            why = "Send could not be pressed" + (", the page has made a file of the prompt" if state.file else "")
        case Known((_, *_) as names):
            why = f"the composer does not hold the prompt alone, there are files in it ({', '.join(names)})"
        case Unknown(reason):
            why = f"what is attached in the composer could not be seen ({reason.value})"
        case _:
            why = "the composer does not hold the prompt as it was typed"
    return Refuse("provider.commit-not-verified", "insert", "re-snapshot", why)


def _note_empty(state: SendState, seen: ChatObservation, now: float) -> SendState:
    """Since when the composer has been empty, with nothing new in the conversation and no answer under way."""
    match seen.composer, seen.chips, seen.turns, seen.stop:
        case Known(Composer(text=text)), Known(()), Known(turns), Absent() if is_blank(text):
            if {turn_id for turn_id, _ in turns} <= state.before:
                return replace(state, empty_since=now if state.empty_since is None else state.empty_since)
        case _:
            pass
    return replace(state, empty_since=None)


def _empty_until(state: SendState, now: float) -> float:
    """Until when the composer must have been empty for the prompt to be typed again."""
    since = now if state.empty_since is None else max(state.empty_since, state.inserted_at)
    return since + (EMPTY_FOR_LONG if may_become_file(state.prompt) else EMPTY_FOR)


def _again(state: SendState, seen: ChatObservation, now: float) -> tuple[SendState, SendAction] | None:
    """Hydration can replace the editor by an empty one; what was typed is gone then, and nothing can be doubled."""
    match seen.composer:
        case Known(Composer(selector=selector)) if state.inserts < MOST_INSERTS and now >= _empty_until(state, now):
            state = replace(state, inserts=state.inserts + 1, inserted_at=now, empty_since=None)
            return state, Insert(selector, state.prompt, in_pieces=may_become_file(state.prompt))
        case _:
            return None


def _next_look(state: SendState, now: float) -> float:
    until = _empty_until(state, now)
    return until if until > now else now + EMPTY_FOR


def _found(state: SendState, seen: ChatObservation) -> list[tuple[str, Message]]:
    """The new messages that are the prompt, with their turns."""
    if state.file:
        return list(sent_file(state.file, state.before, seen))
    exact = list(new_messages(state.prompt, state.before, seen, state.proven))
    return exact or drawn_messages(state.prompt, state.before, seen)


def _when_pressed(state: SendState, seen: ChatObservation, now: float) -> tuple[SendState, SendAction]:
    gone = elsewhere(seen, state.place or "")
    state = _note_trouble(state, gone or over_page(seen), now)
    match _found(state, seen) if gone is None else []:
        case [(turn_id, message)]:
            return _when_found(state, seen, turn_id, message, now)
        case [_, _, *_]:
            return state, GiveUp("the page shows the prompt as more than one new message")
        case _ if state.trouble is not None and now >= state.trouble_since + TROUBLE_FOR:
            code = "" if state.trouble.code == MISMATCH else state.trouble.code
            return state, GiveUp(f"Send was pressed, no new message was seen, and {state.trouble.why}", code)
        case _ if now < state.since + PRESSED_LIMIT:
            return _look_on(state, _doubtful(state, seen) if state.witness and gone is None else None, now)
        case _:
            return state, _without_message(state, seen)


def _look_on(state: SendState, doubtful: Ask | None, now: float) -> tuple[SendState, SendAction]:
    """Look again, or ask the record first of a new message that the page does not show as the prompt."""
    until = state.since + PRESSED_LIMIT
    if state.trouble is not None:
        until = min(until, state.trouble_since + TROUBLE_FOR)
    if doubtful is None:
        return state, Look(until)
    due = (state.since if state.asked_at is None else state.asked_at) + ASK_AGAIN
    return (replace(state, asked_at=now), doubtful) if now >= due else (state, Look(min(until, due)))


def _doubtful(state: SendState, seen: ChatObservation) -> Ask | None:
    """The user's one new message, in a conversation that has a record."""
    message = lone_message(state.before, seen)
    conversation = conversation_of(seen.place.value.url) if isinstance(seen.place, Known) else ""
    return Ask(conversation, message.id) if message and conversation else None


def _note_trouble(state: SendState, found: Trouble | None, now: float) -> SendState:
    """Remember what speaks against the prompt and since when; another kind of it starts anew."""
    known = found is not None and state.trouble is not None and state.trouble.code == found.code
    return replace(state, trouble=found, trouble_since=state.trouble_since if known else now)


def _when_found(
    state: SendState, seen: ChatObservation, turn_id: str, message: Message, now: float
) -> tuple[SendState, SendAction]:
    """The message is there; the address gets its conversation a moment later, or never (a temporary chat)."""
    state = replace(state, found_at=now if state.found_at is None else state.found_at)
    assert state.found_at is not None
    url = seen.place.value.url if isinstance(seen.place, Known) else ""
    conversation = conversation_of(url)
    if conversation or is_temporary(url) or now >= state.found_at + ADDRESS_LIMIT[state.surface]:
        return state, Sent(turn_id, message.id, state.before, conversation, state.file)
    return state, Look(state.found_at + ADDRESS_LIMIT[state.surface])


def _without_message(state: SendState, seen: ChatObservation) -> GiveUp:
    """That the prompt still stands there, and all turns are old ones, is told; it may have been taken all the same."""
    nothing_new = isinstance(seen.turns, Known) and {turn_id for turn_id, _ in seen.turns.value} <= state.before
    holds = held(state.prompt, seen)
    if nothing_new and holds is not None and holds.file == state.file:
        why = f"Send was pressed, and after {PRESSED_LIMIT:g} s the composer still holds the prompt, and no new message"
        return GiveUp(f"{why} is there, so it is not seen as sent", "provider.commit-not-verified")
    return GiveUp(f"Send was pressed, and the new message was not seen within {PRESSED_LIMIT:g} s")
