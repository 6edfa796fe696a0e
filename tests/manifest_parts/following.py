"""Asking on, pacing, tools, archive.

F.1 Y8, Y9 of the reference are other rows, in ``store.py`` and ``waiting.py``; the multi-turn ones are the seed's.
"""

from tests.manifest import Entry

SEED = "seed 002, rows Y"
TWO = {
    "Y8": "With an unknown stop control a later turn is not complete.",
    "Y9": "With an absent one it is, as the first turn would be.",
}

ENTRIES = {f"seed002.{row}": Entry(behaviour, SEED) for row, behaviour in TWO.items()}
ENTRIES["report.B58"] = Entry(
    "What could not be saved is not archived, and of the options the exact item only is clicked.",
    "public reports, group B, row B58",
)
