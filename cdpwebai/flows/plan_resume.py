"""Was it sent? What a later look says of a prompt whose sending nobody saw to its end.

Row 6, pure. *Sent* is only said of exactly one user's message that the stored baseline does not know and that holds the
prompt's exact text; *not sent* only when the composer still holds the prompt and a complete look shows no new message.
Everything else stays unknown, and nothing is sent again from here.
"""

from __future__ import annotations

from dataclasses import dataclass

from cdpwebai.flows.plan_send import Sent, composer_holds, new_messages
from cdpwebai.flows.text import conversation_of
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.verdict import Known

__all__ = ["NotSent", "StillUnknown", "find_submission"]


@dataclass(frozen=True)
class NotSent:
    """The prompt still stands in the composer, and nothing is new."""


@dataclass(frozen=True)
class StillUnknown:
    """It cannot be told, for this reason."""

    why: str


def find_submission(prompt: str, before: frozenset[str], seen: ChatObservation) -> Sent | NotSent | StillUnknown:
    """What one look says. ``before``: the turns that stood there before the prompt."""
    if not isinstance(seen.turns, Known):
        return StillUnknown(f"the conversation could not be read ({seen.turns.reason.value})")
    if not isinstance(seen.place, Known):
        return StillUnknown(f"the address could not be read ({seen.place.reason.value})")
    match list(new_messages(prompt, before, seen)):
        case [(turn_id, message)]:
            return Sent(turn_id, message.id, before, conversation_of(seen.place.value.url))
        case [_, _, *_]:
            return StillUnknown("the prompt stands there as more than one new message")
        case _:
            pass
    nothing_new = {turn_id for turn_id, _ in seen.turns.value} <= before
    if nothing_new and composer_holds(prompt, seen):
        return NotSent()
    return StillUnknown("no new message holds the prompt, and it is not in the composer either")
