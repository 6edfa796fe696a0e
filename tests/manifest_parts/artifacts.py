"""Images and files in answers: what is had, what is not, and that text never stands in for either.

``report.B52`` and its like are rows of the public reports; ``ref.F1.T12a`` and its like the reference system's (seed
001 has the same names for the same); ``oracle.F1`` to ``F11`` the nearest peer's failures with images and files.
"""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

REPORTED = {
    "B52": "Two files of the sandbox are saved, equal to the byte; a link that leads elsewhere is not fetched.",
    "B53": "A file that is gone, a page, cut or empty is an error of its own beside a good answer; nothing is saved.",
    "G2": "A link that has expired is told as that, and the answer is kept.",
}

TEXT = {
    "T12a": "What the page writes beside an image is no image that was asked for.",
    "T12b": "An answer that is text is complete where no image was asked for.",
    "T12c": "Quiet is no image that was asked for.",
    "T12d": "Without the record, too, text stands in for no image.",
    "T12e": "What the page writes beside an image is an answer where no image was asked for.",
    "T12f": "Without the record and after a wait, text stands in for no image.",
    "T12g": "A substantive text is no image that was asked for.",
}

WAITED = {
    **TEXT,
    "POLL-12": "It is the request for an image that holds an answer back, and nothing else.",
    "POLL-13": "The same answer is complete without that request.",
    "Z1": "A complete answer without the files that were required is an error, with the answer.",
    "Z2": "The same answer is complete where they were not.",
    "Z3": "Who comes back to a prompt that asked for images or files is held to that, and need not say it again.",
    "Z4": "An answer that is complete only when it is come back to is held to it as well.",
    "Z5": "What was saved is told with its place.",
}

PEER = {
    "F1": "An image is saved, and not only shown in the browser.",
    "F2": "An image is had by its button, too; its bytes are checked.",
    "F3": "Bytes are fetched inside the page, as the page's own.",
    "F4": "A limit that the page tells ends the wait for an image.",
    "F5": "Files of the sandbox are saved, however the answer names them.",
    "F6": "One thing is fetched at a time: a late one keeps its own name.",
    "F7": "A file gets the name that it has, and bytes that are what it says.",
    "F8": "Several ways lead to a file; an archive that is cut is not taken.",
    "F9": "Nothing is written outside of the folder that was given, through links or over anything.",
    "F10": "Files reach who asked from another machine.",
    "F11": "Only what this turn brings is taken.",
}

REMOTE = "no service is asked from another machine yet; the browser may be on one, and its bytes come here"

ENTRIES = {
    **{f"report.{row}": Entry(text, f"public reports, row {row}") for row, text in REPORTED.items()},
    **{f"ref.F1.{row}": Entry(text, f"reference system, F.1, row {row}") for row, text in WAITED.items()},
    **{f"seed001.{row}": Entry(text, f"seed 001, row {row}") for row, text in TEXT.items()},
    **{
        f"oracle.{row}": Entry(text, f"nearest peer, row {row}", gap=REMOTE if row == "F10" else "")
        for row, text in PEER.items()
    },
}
