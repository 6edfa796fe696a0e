"""Whose answer is it? Where a turn stands to our own message, by ids.

Row 6, pure.

============  ===============================================================================  =========
ordering      seen                                                                             the turn
============  ===============================================================================  =========
ordered       our message, and behind it only turns of the assistant's that are new            the last
followed      our message, and behind it a later question of somebody's                        the last before that
stale         our message, and nothing new behind it                                           none
unverifiable  no turn of the user's at all: the one that was seen behind our message before,   that one
              or the only turn of a conversation that our message began
unknown       an answer that is new, and not where it stands: our message is not in the list   none
============  ===============================================================================  =========

What stands between our message and a later question is ours; whether it was finished before that was asked, or cut by
it, the page does not tell (``plan_poll``).

Pages take turns out of the document and put them back; so a message that is missing is no sign that it was not sent,
and what is shown without it is an answer only where nothing else can have been asked. Of an unknown one the site's own
record may tell more (``plan_poll``).
"""

from __future__ import annotations

from typing import Literal

from cdpwebai.providers.chat import Turn

__all__ = ["Ordering", "Turns", "ordering_of"]

Ordering = Literal["ordered", "followed", "stale", "unverifiable", "unknown"]
Turns = tuple[tuple[str, Turn], ...]


def ordering_of(
    turns: Turns, mine: str, before: frozenset[str], answered: str, message_id: str = ""
) -> tuple[Ordering, tuple[str, Turn] | None]:
    """The ordering, and the answer's turn with its id where it may be taken.

    ``mine`` is the turn of our message, ``before`` are those that stood before it, ``answered`` the one that was last
    seen behind it, "" for none. ``message_id``: our message's, by which it is known where its turn has got another id.
    """
    place = _place_of(turns, mine, message_id)
    if place is not None:
        return _behind([turn for turn in turns[place + 1 :] if turn[0] not in before])
    if not any(turn.role == "assistant" and turn_id not in before for turn_id, turn in turns):
        return "stale", None
    last = turns[-1]
    alone = len(turns) == 1 and not before
    if _all_answers(turns) and (alone or last[0] == answered):
        return "unverifiable", last
    return "unknown", None


def _place_of(turns: Turns, mine: str, message_id: str) -> int | None:
    """Where our message stands: pages name a turn anew, after a reload for one, and keep its message's id."""
    ids = [turn_id for turn_id, _ in turns]
    if mine in ids:
        return ids.index(mine)
    holding = (place for place, (_, turn) in enumerate(turns) if message_id in [one.id for one in turn.messages])
    return next(holding, None) if message_id else None


def _behind(after: list[tuple[str, Turn]]) -> tuple[Ordering, tuple[str, Turn] | None]:
    """What the new turns behind our message are."""
    asked = next((place for place, (_, turn) in enumerate(after) if turn.role == "user"), None)
    answers = after[:asked]
    if not _all_answers(answers):
        return "stale", None
    found = answers[-1] if answers else None
    if asked is not None:
        return "followed", found
    return ("ordered", found) if found else ("stale", None)


def _all_answers(turns: Turns | list[tuple[str, Turn]]) -> bool:
    return all(turn.role == "assistant" for _, turn in turns)
