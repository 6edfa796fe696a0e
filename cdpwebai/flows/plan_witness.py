"""The conversation's record as second witness: when it is asked, and whose answer it speaks of.

Row 6, pure. ``plan_poll`` says what follows from that.
"""

from __future__ import annotations

from cdpwebai.flows.agreement import agrees
from cdpwebai.flows.poll_steps import NOT_ASKED, PollState
from cdpwebai.providers.chat import Message, RecordAnswer, Turn
from cdpwebai.verdict import Known, Reading

__all__ = ["asked", "is_due", "is_made_by", "is_of", "says_the_same"]

ASK_AGAIN = 1.0
"""Seconds between two readings of a record that says in_progress."""


def is_due(state: PollState, shown: tuple[Message, ...], now: float) -> bool:
    """Once for each text that the page shows as finished, and again while the record says that it is not."""
    if not state.witness:
        return False
    if state.asked_at is None or state.asked_of != shown:
        return True
    unfinished = isinstance(state.record, Known) and state.record.value.state in ("in_progress", "none")
    return unfinished and now >= state.asked_at + ASK_AGAIN


def asked(state: PollState) -> Reading[RecordAnswer]:
    """What the record said of the very text that the page shows now."""
    return state.record if state.asked_of == state.answer else NOT_ASKED


def is_of(record: RecordAnswer, turn: Turn, followed: bool) -> bool:
    """Whether the record speaks of the very messages that the page shows, and nothing follows them but what the page
    shows behind them, too."""
    shown = {message.id for message in turn.messages}
    return record.followed <= followed and bool(record.message_ids) and shown.issuperset(record.message_ids)


def says_the_same(record: RecordAnswer, shown: str) -> bool:
    """Whether record and page say the same, wherever the page writes a citation's title out or shows a pill instead."""
    return agrees(record.markdown, shown) or (record.uncited != "" and agrees(record.uncited, shown))


def is_made_by(record: RecordAnswer, turn: Turn) -> bool:
    """Whether every message of the turn stands behind our message in the record, before any later one of the user's."""
    return bool(turn.messages) and {message.id for message in turn.messages} <= set(record.made_by)
