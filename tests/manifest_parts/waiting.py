"""Waiting for an answer: when it is complete, and what never makes it so.

The rows are those of the reference system's F.1 and F.2 and of seed 001's table, by their own names; where one name
stands in both, the behaviour is the same and one test may show both. What is not listed here:

=========================================  ====================================================================
row                                        where it belongs
=========================================  ====================================================================
F.1 POLL-12, POLL-13, T12a-T12g, Z1-Z5     images and files: ``artifacts.py``; seed 001's T12a-T12g too
F.1 X8b                                    deep research
F.1 U10c, U10d, Y5, Y8                     the store: ``store.py``
F.2 STOP-1 to STOP-8, STOP-10, STOP-11     the readers: ``readers.py``
F.2 STOP-9                                 a page double of Playwright's, which we have not
F.2 Y1-Y7, Y14-Y17                         seed 002's rows of the same names: ``page.py``
F.2 Y10c, Y12, Y12b                        deep research and Work
seed 001's wider table of consumers        images (shortcut), research and Work
=========================================  ====================================================================

The reference reads a page twice where the first attempt fails (X2 to X2d, X7, X12); here the next look is the second
attempt, and the rows say the same of it. It borrows a baseline (U10); here none is borrowed, which is what is shown.
"""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

F1 = {
    "POLL-1": "A quiet, finished answer is complete after the short window.",
    "POLL-2": "Weak activity does not hold a finished answer for ever: it completes after the long window.",
    "POLL-3": "While an answer is surely being made it is not complete, however finished it looks.",
    "POLL-4": "Without the actions of an ended turn nothing is complete, however quiet.",
    "POLL-5": "Whether the turn has ended is asked in each look.",
    "POLL-6": "Weak activity and no actions of an ended turn: never complete.",
    "POLL-7": "The short window fits into a budget of two seconds.",
    "POLL-8": "The long window does not.",
    "POLL-9": "An answer outside of every turn is taken behind the user's last message.",
    "POLL-10": "A page that was read and shows nothing has no answer.",
    "POLL-11": "Without the ordering a stale answer would be returned: it is asked for.",
    "T1": "Activity that could not be read is unknown, and not quiet.",
    "T2": "So is activity of another shape.",
    "T3": "Unknown and finished: not complete in two seconds, complete after five.",
    "T4": "What was unknown once is a warning, also of a good result.",
    "T5": "A page that is quiet is quiet, and there is no warning.",
    "T6": "An ordering that cannot be told is no ordering.",
    "T7": "An answer that stands before our message, or behind another's, is not ours.",
    "T8": "Where no turn of the user's is in the document, an answer that can be nobody else's passes.",
    "T9": "At the deadline of such a wait the warning says so.",
    "T10": "An invented strength of activity is unknown.",
    "T11": "What holds an answer back is looked at again at the usual pace.",
    "T13": "The warning of a look on the way stays with the good result.",
    "T14a": "What only the last looks could not see is told and stored.",
    "T14b": "So it is where the answer comes by the site's copy button.",
    "T15": "An ordering that can be told again completes; the warning stays.",
    "T16": "What was not seen on the way is told also where another conversation ends the wait.",
    "T17": "The result and what is stored carry the same warnings.",
    "T18": "A wait that ran out and its stored session carry the same warnings.",
    "T19": "What is stored at the end has what the ledger knows.",
    "U1": "Where the tab is cannot be read: nothing completes, and that is recorded.",
    "U2": "So it is where the answer to that is none.",
    "U2b": "In its own conversation an answer completes.",
    "U3": "Another conversation in the tab is told with both names, from one look.",
    "U4": "What was asked for beside the text and not fetched in time is told, by name and code.",
    "U1b": "The last look gives back nothing that was held back for its place.",
    "U10": "Nothing of another conversation or tab is borrowed.",
    "U10b": "What is known of this very tab or conversation is used without a warning.",
    "X2": "A read that fails and works the next time is good.",
    "X2b": "An empty list that was read is empty, and no failure.",
    "X2c": "After a read of another shape the next good one counts.",
    "X2d": "Reads of another shape are unknown, and not zero.",
    "X7": "What can be read at the second look is counted then.",
    "X8": "Turns that cannot be counted before the send: a typed error, and nothing is stored or typed.",
    "X10": "What cannot be counted never stands still.",
    "X11": "Looks without turns are made at the pace, until the deadline.",
    "X11b": "They count for no part of the window afterwards.",
    "X12": "A read that fails first completes as ever once it works.",
    "Y1": "A look that never ends is over at the deadline.",
    "Y2c": "What comes after the deadline is not heard of.",
    "Y7": "Two waits at the same time both end, each by its own deadline.",
    "Y9": "A stored deadline bounds the wait, by what is left of it.",
    "Y10": "A wall clock that stands still does not.",
    "Y11": "Of eight seconds two are kept for the last look.",
    "Y12": "What is left is reckoned from the beginning of the wait.",
    "Y13": "And the wait gets what was reckoned.",
    "Y14": "What is left is not rounded.",
    "Y15": "Past its deadline no browser is asked.",
}

SEED = [row for row in F1 if row[0] == "T"]

ENTRIES = {
    **{f"ref.F1.{row}": Entry(said, f"reference system, F.1, {row}") for row, said in F1.items()},
    **{f"seed001.{row}": Entry(F1[row], f"seed 001, new tests, {row}") for row in SEED},
    "ref.F2.Y18": Entry(
        "Where main is not there, Stop is looked for nowhere else, and is not known.", "reference system, F.2, Y18"
    ),
    "ref.F3.TRANS-ordered": Entry("The ordering of a page in order is ordered.", "reference system, F.3, TRANS-1..12"),
}
