"""Images and files in answers: what is had, what is not, and that text never stands in for either.

``report.B52`` and its like are rows of the public reports; ``ref.F1.T12a`` and its like the reference system's (seed 001
has the same names for the same); ``oracle.F1`` to ``F11`` the nearest peer's failures with images and files.
"""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

REPORTED = {
    "B52": "Two files of the sandbox are saved, equal to the byte; a link that leads elsewhere is not fetched.",
    "B53": "A file that is gone, a page, cut or empty is an error of its own beside a good answer; nothing is saved.",
    "G2": "A link that has expired is told as that, and the answer is kept.",
}

ENTRIES = {f"report.{row}": Entry(text, f"public reports, row {row}") for row, text in REPORTED.items()}
