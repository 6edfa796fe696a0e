"""Coming back to a prompt: where its page is now, whether it was sent, and which message is ours.

Row 6, pure. Its tab is the exact target while that still shows the session's own conversation; else the conversation is
opened at its durable address, in a tab of ours; nothing else is ever taken for it, and no tab of somebody's is moved.

*Sent* is only said of exactly one user's message that the stored baseline does not know and that holds the prompt's
exact text, or shows the file that the page had made of it; *not sent* only when the composer still holds the prompt
and a complete look shows no new message. Everything else stays unknown, and nothing is sent again from here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace

import msgspec

from cdpwebai.flows.plan_prompt import Held, composer_holds, held, new_messages, sent_file
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.text import conversation_of
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.records import Session, conversation_id
from cdpwebai.verdict import Known

__all__ = [
    "NOT_JOINED",
    "Elsewhere",
    "Lost",
    "NotSent",
    "OpenNew",
    "StillUnknown",
    "UseTab",
    "as_known",
    "find_message",
    "find_submission",
    "plan_return",
    "shows_others",
]


NOT_JOINED = "provider.work-reattach-unverified"
"""The code of a task whose tab is gone, and which may run."""


@dataclass(frozen=True)
class UseTab:
    """The session's own tab is there."""

    target_id: str


@dataclass(frozen=True)
class OpenNew:
    """Its tab is gone, has crashed, or shows something else: open the conversation's durable address."""

    url: str


@dataclass(frozen=True)
class Lost:
    """There is no way back, for this reason."""

    why: str
    code: str = "tab.target-lost"
    stage: str = "target-resolution"
    hint: str = "look-in-browser"


def plan_return(
    session: Session, tabs: Iterable[tuple[str, str]], *, dead: Container[str] = ()
) -> UseTab | OpenNew | Lost:
    """Where the session's page is, from the browser's tabs (target id, address) as they were read just now.

    ``dead``: targets that are known to have crashed or to be closed, whatever the browser lists.
    """
    shown = dict(tabs).get(session.target_id) if session.target_id not in dead else None
    if shown is not None and _may_be_its_own(session, shown):
        return UseTab(session.target_id)
    if session.surface == "work" and session.status != "complete":
        return Lost(_not_joined(session), NOT_JOINED, "work-poll", "reattach-session")
    if session.conversation_url is not None:
        return OpenNew(session.conversation_url)
    kind = "temporary, and never got" if session.is_temporary else "one that never got"
    why = f"the tab of session {session.id} is gone or shows something else"
    return Lost(f"{why}, and its conversation is {kind} an address to come back to")


def _not_joined(session: Session) -> str:
    gone = f"the tab of task {session.id} is gone or shows something else, and a task that may run is not joined again"
    return f"{gone}: look in the browser ({session.task_url or 'it never got an address'})"


def _may_be_its_own(session: Session, url: str) -> bool:
    """A conversation without an address yet cannot be told from its tab's address."""
    return session.conversation_id is None or conversation_id(url, session.vendor) == session.conversation_id


def as_known(session: Session, held: Container[str]) -> Session:
    """The session as it is to be told: nobody presses Send for one that is ``submitting`` and that nobody holds.

    ``held``: the ids of the sessions that a living process works on.
    """
    if session.status != "submitting" or session.id in held:
        return session
    return msgspec.structs.replace(session, status="unknown-submission")


@dataclass(frozen=True)
class NotSent:
    """The prompt still stands in the composer, and nothing is new."""


@dataclass(frozen=True)
class Elsewhere:
    """The page shows this conversation, which is not the session's."""

    conversation: str


@dataclass(frozen=True)
class StillUnknown:
    """It cannot be told, for this reason."""

    why: str


def find_submission(
    prompt: str,
    before: frozenset[str],
    seen: ChatObservation,
    *,
    conversation: str = "",
    pasted: str = "",
    proven: str = "",
) -> Sent | NotSent | StillUnknown:
    """What one look says. ``before``: the turns that stood there before the prompt.

    ``conversation`` is the one that the prompt went to, "" for a new one. ``pasted``: the name of the file that the
    page had made of it, "" for none; what such a file holds is the record's to tell. ``proven``: the id of the one new
    message that has the prompt's text in the record, "" for none.
    """
    if not isinstance(seen.turns, Known):
        return StillUnknown(f"the conversation could not be read ({seen.turns.reason.value})")
    if not isinstance(seen.place, Known):
        return StillUnknown(f"the address could not be read ({seen.place.reason.value})")
    shown = conversation_of(seen.place.value.url)
    if conversation and shown != conversation:
        return StillUnknown(f"the page shows another conversation ({shown or 'none'})")
    match list(sent_file(pasted, before, seen) if pasted else new_messages(prompt, before, seen, proven)):
        case [(turn_id, _)] if not conversation and _asked_before(turn_id, seen):
            return StillUnknown("the page shows an older conversation, in which the prompt stands as well")
        case [(turn_id, message)]:
            return Sent(turn_id, message.id, before, shown, pasted)
        case [_, _, *_]:
            return StillUnknown("the prompt stands there as more than one new message")
        case _:
            pass
    complete = frozenset(turn_id for turn_id, _ in seen.turns.value) == before
    if complete and shown == conversation and _holds(prompt, pasted, seen):
        return NotSent()
    return StillUnknown("no new message holds the prompt, and it is not seen that it was not sent either")


def _holds(prompt: str, pasted: str, seen: ChatObservation) -> bool:
    return held(prompt, seen) == Held(pasted) if pasted else composer_holds(prompt, seen)


def _asked_before(turn_id: str, seen: ChatObservation) -> bool:
    """Whether somebody asked something before this turn: what begins a conversation is its first question."""
    turns = seen.turns.value if isinstance(seen.turns, Known) else ()
    return turn_id != next((one for one, turn in turns if turn.role == "user"), turn_id)


def find_message(sent: Sent, seen: ChatObservation) -> Sent | Elsewhere | StillUnknown:
    """Our own message, by its id, as a page shows it that was opened or reached anew.

    A turn's id can be another one after a reload; its message's is not. The message may be out of the document while
    its turn is there.
    """
    if not isinstance(seen.place, Known):
        return StillUnknown(f"the address could not be read ({seen.place.reason.value})")
    shown = conversation_of(seen.place.value.url)
    if sent.conversation and shown != sent.conversation:
        return Elsewhere(shown)
    if not isinstance(seen.turns, Known):
        return StillUnknown(f"the conversation could not be read ({seen.turns.reason.value})")
    for turn_id, turn in seen.turns.value:
        ids = {message.id for message in turn.messages}
        if sent.message_id in ids or (turn_id == sent.turn_id and not ids):
            return replace(sent, turn_id=turn_id, conversation=shown)
    return StillUnknown("our own message is not shown")


def shows_others(seen: ChatObservation) -> bool:
    """Whether the conversation was read and has turns: a message that is not among them may be out of the document."""
    return (
        isinstance(seen.place, Known)
        and isinstance(seen.turns, Known)
        and any(turn.messages for _, turn in seen.turns.value)
    )
