"""The typed commands and events."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

ENTRIES = {
    "report.A26": Entry(
        "An event with an unseen enumeration value, number form or id size is delivered as it was sent.",
        "source: public reports, group A, row A26",
    ),
}
