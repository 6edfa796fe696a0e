"""Bad news while an answer is awaited: what was seen, what it is called, and how long it must last to count.

Row 6, pure. What the site asks of its user is not answered by us: of two answers side by side none is taken and none is
preferred, a question whether to go on in Chat or in Work stays where it is, and the error says so. Who answers it at
the browser comes back with ``poll``. An answer that was cut is another matter (``plan_continue``). Nothing is clicked
away and nothing is sent again; the partial text goes with the error.
"""

from __future__ import annotations

from dataclasses import dataclass

from cdpwebai.flows.plan_preflight import MISMATCH, NOTICES
from cdpwebai.flows.text import conversation_of, is_passing
from cdpwebai.providers.chat import ChatObservation, Notice, Turn
from cdpwebai.verdict import Known, Unknown

__all__ = ["MISMATCH", "Trouble", "elsewhere", "over_page", "trouble"]

LASTS = {"provider.network": 3.0, "provider.modal": 3.0, MISMATCH: 4.0}
LASTS_ELSE = 1.0
"""Seconds for which bad news must stand. A lost network may come back; a dialog, and the conversation that the tab
shows, may be somebody's at the browser."""


@dataclass(frozen=True)
class Trouble:
    """``code`` and ``hint`` as in the table of errors, ``why`` in a clause with the page's own words. ``cut``: the
    answer has ended without being whole. ``evidence`` are the particulars that were seen."""

    code: str
    hint: str
    why: str
    lasts: float = LASTS_ELSE
    cut: bool = False
    evidence: tuple[tuple[str, str], ...] = ()


def trouble(seen: ChatObservation, turn: Turn | None) -> Trouble | None:
    """What speaks against an answer in this look; None for nothing. What was not seen is no bad news."""
    return _in_turn(turn) or over_page(seen)


def elsewhere(seen: ChatObservation, conversation: str) -> Trouble | None:
    """Whether the tab surely shows another conversation than ours, or none. A passing address is on its way to one."""
    if isinstance(seen.place, Unknown) or not conversation or is_passing(seen.place.value.url):
        return None
    there = conversation_of(seen.place.value.url)
    if there == conversation:
        return None
    shown = f"the conversation {there}" if there else f"no conversation ({seen.place.value.url})"
    why = f"its tab shows {shown} and not {conversation}; poll the session, and it is read elsewhere"
    found = (("expected", conversation), ("seen", there))
    return Trouble(MISMATCH, "poll-or-resume", why, LASTS[MISMATCH], evidence=found)


def _in_turn(turn: Turn | None) -> Trouble | None:
    if turn is None:
        return None
    if turn.failed:
        return Trouble("provider.answer-error", "retry-in-browser", f"the site says in the answer: {turn.failed!r}")
    if turn.continues:
        why = "the answer was cut, and the site offers to continue it"
        return Trouble("provider.answer-partial", "continue-in-browser", why, cut=True)
    if turn.choices > 1:
        why = f"{turn.choices} answers stand side by side, and the site asks which one to keep"
        return Trouble("provider.choice", "look-in-browser", why, lasts=LASTS["provider.modal"])
    return None


def over_page(seen: ChatObservation) -> Trouble | None:
    """What the page says over the chat or in its place, and an account that is no longer there."""
    match seen.notices, seen.account:
        case Known((Notice(kind=kind, text=text) as notice, *_)), _:
            code, _, why = NOTICES[kind]
            said = f": {text!r}" if text else ""
            return Trouble(code, "poll-or-resume", why + said, LASTS.get(code, LASTS_ELSE), evidence=notice.evidence)
        case _, Known("out" | "guest"):
            return Trouble("provider.login-required", "login", "the login ended while the answer was awaited")
        case _:
            return None
