"""An answer that was cut, and that the site offers to continue: the policy.

Row 6, pure. Continue is pressed, once for each cut: it sends no prompt, it asks for the rest of the answer that was
asked for, and what comes is joined to it by the site itself. It is not pressed a second time for the same text: when
nothing comes, or after ``MOST`` cuts, the answer is told as a partial one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cdpwebai.providers.chat import Message, Turn

__all__ = ["Continued", "after_cut"]

MOST = 5
"""So many times may one answer be continued."""

GROWS_WITHIN = 10.0
"""Seconds until there must be more of it, after the press."""


@dataclass(frozen=True)
class Continued:
    """The last press of Continue: what the answer said then, when it was, and how many there were."""

    of: tuple[Message, ...]
    at: float
    times: int


def after_cut(last: Continued | None, turn: Turn, now: float) -> Continued | Literal["wait", "give up"]:
    """What to do about a turn that has offered to continue for a while: press now, wait for more of it, or give up."""
    if not turn.messages:
        return "give up"
    if last is not None and turn.messages == last.of:
        return "wait" if now < last.at + GROWS_WITHIN else "give up"
    times = last.times if last else 0
    return Continued(turn.messages, now, times + 1) if times < MOST else "give up"
