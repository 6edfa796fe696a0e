"""Traces: recorded without secrets, replayed by rules."""

from tests.manifest import Entry

ENTRIES = {
    "report.A62": Entry(
        "A trace holds no cookie, authorization, token or password, is readable by its owner alone, and still replays.",
        "public reports, group A, row A62",
    ),
}
