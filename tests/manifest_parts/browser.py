"""Finding, starting, stopping and joining browsers."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

ENTRIES = {
    "report.A14": Entry(
        "An address that an earlier browser left is deleted before a launch, and never leads to another browser.",
        "public reports, group A, row A14",
    ),
    "report.A16": Entry(
        "No browser process outlives its run: block left, exception, SIGINT, SIGTERM, failed start; after SIGKILL the"
        " next run clears up. A browser that was joined lives on.",
        "public reports, group A, row A16",
    ),
    "report.A19": Entry(
        "Commands go to the tab that they were meant for, whichever one others bring to the front; a tab that is gone"
        " is an error.",
        "public reports, group A, row A19",
    ),
    "report.A61": Entry(
        "A cancelled call ends that call alone; a cancelled start ends at once and leaves no process.",
        "public reports, group A, row A61",
    ),
}
