"""What is read, and what is done with what could not be: the last look, the baseline, wakes, and readers in Chromium.

Rows of the same tables that stand elsewhere, or belong to a later issue:

====================================  =======================================================================
ref.F3.FRAG, GRAM, STRATA-2 to 4      ``readers``: the page's side of them
ref.F3.X4, X5, X5b, X5c, WRAP-1 to 9  ``readers``
ref.F3.TRANS-11, TRANS-12             the model picker: which trigger is the effort's
seed002.Y1 to Y7, Y14 to Y17          ``page``: the probe
seed002.Y10, Y11                      deep research
seed002.Y12, Y18, Y19                 ``work``
seed004.X8b                           deep research
ref.F5.SURF, PROBE, NORM              ``work``; what a Chat command relies on is ``readers``' seed000 and ref.C.4
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
            "X4b": "A part that cannot be read leaves the list unknown.",
            "X4c": "What was read of it is not told as all of it.",
            "X4d": "What one mark does not tell another one may, and then it is told whole.",
            "WRAP-10": "Answers inside and outside of turns come from one look and stand in one order.",
            "WRAP-11": "Where a part of that look failed nothing stands in for it.",
            "OBS-1": "A wake decides nothing: what the look after it sees counts.",
            "OBS-2": "A limit below nothing is none.",
            "OBS-3": "Wakes are no closer than their pace.",
            "OBS-4": "Waiting for a wake never fails.",
            "OBS-5": "A change wakes.",
            "OBS-6": "A waiting that is cancelled ends, and the next one is woken as ever.",
            "OBS-7": "Where the page takes no binding the limit is what wakes.",
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
            "TRANS-1": "In a real page every field is known, and a page at rest is quiet.",
            "TRANS-2": "There the grammar of thinking that is over is understood.",
            "TRANS-3": "There a trace that grows is a weak sign.",
            "TRANS-4": "There a shown Stop of the composer is seen.",
            "TRANS-5": "There an answer behind its question is ordered.",
            "TRANS-6": "One before it is stale.",
            "TRANS-7": "Where nobody asks there is nothing to order, and that is known, too.",
            "TRANS-8": "There an answer outside of turns is admitted behind the question.",
            "TRANS-9": "And rejected elsewhere.",
            "TRANS-10": "And counted once.",
        }
    ),
    "seed002.command": Entry(
        "To the command that stops an answer, Stop not seen is neither gone nor nothing to stop.",
        "seed 002, its table of consumers: our own one more",
    ),
    "seed002.Y13": Entry("Stop not seen is activity unknown in the waiting.", "seed 002, row Y13"),
    **_seed004(
        {
            "X1": "Looks that fail are no empty page.",
            "X2": "A first look that fails and a second that works: it is read.",
            "X2b": "What one look has counted as empty is not uncounted by a later one that fails.",
            "X2c": "An answer of another shape is a look that failed, and the next one may read it.",
            "X2d": "Two of them are no empty page either.",
            "X3": "A page that was read and holds nothing is empty, which is not unknown.",
            "X4": "A row of which no selector can be asked leaves the conversation unknown.",
            "X4b": "So does one whose nodes are found and cannot be read.",
            "X5": "A row of one selector that finds nothing is looked at completely.",
            "X5b": "A selector that fails is not made up for by the others, and spoils what rests on it alone.",
            "X5c": "All selectors asked and nothing found is an answer.",
            "X6": "A conversation that cannot be counted is none that is empty.",
            "X7": "One that can be counted later is counted then.",
            "X8": "The send is refused then, and nothing was typed, stored or left held.",
            "X9": "Where it can be counted the prompt is sent as ever.",
            "X10": "Looks that cannot count are no standing still.",
            "X11": "A look without turns has no candidate, ends the quiet, and is followed by a later look.",
            "X11b": "The same text after it begins its quiet anew.",
            "X12": "When turns are read again the waiting ends as ever.",
            "partial": "A list of which one part cannot be read is not told as a shorter one.",
            "X13": "A baseline that was lost lets an old answer in, and a right one does not.",
        }
    ),
}
