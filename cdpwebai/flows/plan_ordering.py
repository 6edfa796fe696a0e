"""Whose answer is it? Where a turn stands to our own message, by ids.

Row 6, pure.

============  ===============================================================================  =========
ordering      seen                                                                             the turn
============  ===============================================================================  =========
ordered       our message, and behind it only turns of the assistant's that are new            the last
stale         our message, and nothing new behind it, or somebody else's question              none
unverifiable  no turn of the user's at all: the one that was seen behind our message before,   that one
              or the only turn of a conversation that our message began
unknown       an answer that is new, and not where it stands: our message is not in the list   none
============  ===============================================================================  =========

Pages take turns out of the document and put them back; so a message that is missing is no sign that it was not sent,
and what is shown without it is an answer only where nothing else can have been asked. Of an unknown one the site's own
record may tell more (``plan_poll``).
"""

from __future__ import annotations

from typing import Literal

from cdpwebai.providers.chat import Turn

__all__ = ["Ordering", "Turns", "ordering_of"]

Ordering = Literal["ordered", "stale", "unverifiable", "unknown"]
Turns = tuple[tuple[str, Turn], ...]


def ordering_of(
    turns: Turns, mine: str, before: frozenset[str], answered: str
) -> tuple[Ordering, tuple[str, Turn] | None]:
    """The ordering, and the answer's turn with its id where it may be taken.

    ``mine`` is the turn of our message, ``before`` are those that stood before it, ``answered`` the one that was last
    seen behind it, "" for none.
    """
    place = next((place for place, (turn_id, _) in enumerate(turns) if turn_id == mine), None)
    if place is not None:
        after = [turn for turn in turns[place + 1 :] if turn[0] not in before]
        return ("ordered", after[-1]) if after and _all_answers(after) else ("stale", None)
    if not any(turn.role == "assistant" and turn_id not in before for turn_id, turn in turns):
        return "stale", None
    last = turns[-1]
    alone = len(turns) == 1 and not before
    if _all_answers(turns) and (alone or last[0] == answered):
        return "unverifiable", last
    return "unknown", None


def _all_answers(turns: Turns | list[tuple[str, Turn]]) -> bool:
    return all(turn.role == "assistant" for _, turn in turns)
