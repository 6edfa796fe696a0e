"""Deadlines: whatever stalls, the caller returns in time and nothing is done after it; and which time it is.

Rows of F.4 that stand elsewhere, or belong to a later issue:

===============================================  ====================================================
L1, L3, L4, V1, V2, V5, V6, ASYNC-1, WATCHD      ``store``
STALL for Gemini, Grok, Work, deep research      those vendors and commands
PROV-2 (Deep Think's sleep)                      Gemini; its rule for every status label is shown here
PROV-5, TIME-16 (in MCP)                         ``mcp``
ASYNC-2 (several turns keep their partial)       several turns in one command
TIME-1, 2, 8 (tiers of models and vendors)       models
TIME-15 (MCP's own bound)                        a wait is within the session's own time
===============================================  ====================================================
"""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

ROWS = {
    "STALL-1": "A page that never answers a look ends nothing later than the deadline.",
    "STALL-2": "Nor does a store that somebody else has locked.",
    "STALL-3": "An answer that comes after the deadline is not recorded by the run that has lost.",
    "STALL-4": "A stored deadline bounds whoever comes back.",
    "PROV-1": "A fraction of a second is neither dropped nor rounded up.",
    "PROV-2": "A status label does not prolong a time shorter than its window, and does not end it either.",
    "PROV-3": "Resuming an expired session is refused before a browser is looked for.",
    "PROV-4": "So is polling it.",
    "PROV-6": "A time that runs out behind the lock counts.",
    "PROV-7": "With time left nothing is refused.",
    "PROV-8": "Without a deadline nothing is refused.",
    "PROV-9": "The refusal has all that a time-out has: code, stage, hint, session, deadline, partial text.",
    "PROV-10": "What is left is judged when the waiting begins, not when the session was read.",
    "TIGHT-1": "A stored deadline is a moment, so what was spent before is not charged twice.",
    "TIGHT-2": "It bounds from the first moment.",
    "TIGHT-3": "Nothing extends it.",
    "ASYNC-3": "After losing nothing is booked.",
    "L2": "Waiting for a lock on the event loop would stop the timers; so the other rows can fail.",
    "L5": "So would reading there.",
    "TIME-3": "Where nothing is said the time is the same for all.",
    "TIME-4": "A session's deadline is what was asked for when it was made.",
    "TIME-5": "What is asked for comes first, then what is left of the stored time.",
    "TIME-6": "What is left is less each time.",
    "TIME-7": "What is over is over, and not a second more.",
    "TIME-9": "A stored deadline that is none is damage.",
    "TIME-10": "Less than a second stays less than a second.",
    "TIME-11": "More than what is left is cut to it.",
    "TIME-12": "Less than what is left is left alone.",
    "TIME-13": "A limit that is over is still a positive one.",
    "TIME-14": "Without a time the commands that come back leave it to the session.",
}

ENTRIES = {f"ref.F4.{row}": Entry(said, f"reference system, F.4, {row}") for row, said in ROWS.items()}
