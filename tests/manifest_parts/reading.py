"""What is read, and what is done with what could not be: the last look, the baseline, wakes, and readers in Chromium.

Rows of the same tables that stand elsewhere, or belong to a later issue:

====================================  =======================================================================
ref.F3.FRAG, GRAM, STRATA-2 to 4      ``readers``: the page's side of them
ref.F3.X4, X5, X5b, X5c, WRAP-1 to 9  ``readers``
ref.F3.TRANS-11, TRANS-12             the model picker: which trigger is the effort's
seed002.Y1 to Y7, Y14 to Y17          ``page``: the probe
seed002.Y8, Y9                        several turns in one command
seed002.Y10, Y11                      deep research
seed002.Y12, Y18, Y19                 Work
seed004.X8b                           deep research
ref.F5.SURF, PROBE, NORM              Work; what a Chat command relies on is ``readers``' seed000 and ref.C.4
====================================  =======================================================================
"""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]


def _ref(rows: dict[str, str]) -> dict[str, Entry]:
    return {f"ref.F3.{row}": Entry(said, f"reference system, F.3, {row}") for row, said in rows.items()}


def _seed004(rows: dict[str, str]) -> dict[str, Entry]:
    return {
        f"seed004.{row}": Entry(said, f"seed 004, row {row}, in the terms of observations")
        for row, said in rows.items()
    }


ENTRIES = {
    **_ref(
        {
            "STRATA-1": "A shown Stop is strong.",
            "STRATA-5": "Activity has four values; not seen is never quiet.",
            "STRATA-6": "A weak sign neither ends the waiting nor holds it for ever.",
            "REC-1": "The last look takes the latest turn that has ended.",
            "REC-2": "A status label in an answer's place is not taken by it.",
            "REC-3": "Without an answer there is none.",
            "REC-4": "No gate of the loop can be left out of it.",
            "REC-5": "A look that failed gives none.",
            "REC-6": "A shown Stop holds it back, and is told as activity.",
            "REC-7": "The turn's own actions are its evidence.",
            "REC-8": "A turn is taken whole, not a mark inside it.",
            "REC-9": "Without that evidence it is none.",
            "REC-10": "It is our conversation's and our message's, or none.",
            "REC-11": "What was not seen is not made up for by the record.",
        }
    ),
    "seed002.Y13": Entry("Stop not seen is activity unknown in the waiting.", "seed 002, row Y13"),
    **_seed004(
        {
            "X2": "A first look that fails and a second that works: it is read.",
            "X2b": "What one look has counted as empty is not uncounted by a later one that fails.",
            "X6": "A conversation that cannot be counted is none that is empty.",
            "X7": "One that can be counted later is counted then.",
            "X9": "Where it can be counted the prompt is sent as ever.",
            "X10": "Looks that cannot count are no standing still.",
            "X11": "A look without turns has no candidate, ends the quiet, and is followed by a later look.",
            "X11b": "The same text after it begins its quiet anew.",
            "X12": "When turns are read again the waiting ends as ever.",
            "X13": "A baseline that was lost lets an old answer in, and a right one does not.",
        }
    ),
}
