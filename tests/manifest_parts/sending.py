"""Sending a prompt: once, whole, and in what the page makes of it."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]


def _report(rows: dict[str, str]) -> dict[str, Entry]:
    return {f"report.{row}": Entry(behaviour, f"public reports, row {row}") for row, behaviour in rows.items()}


ENTRIES = {
    **_report(
        {
            "B20": "A paste that becomes a file is followed as one; one that is lost is typed again, or refused.",
            "B41": "An answer that was cut is continued by one press for each cut, or told as a partial one.",
        }
    ),
    "sending.draft-returns": Entry(
        "A draft that comes back beside the prompt is noticed before Send is pressed.", "sending exactly once"
    ),
    "sending.typist": Entry(
        "What somebody types between our last look and the press is not sent along: the measure that aims the press"
        " reads the composer once more. What is left are the milliseconds from that measure to the press.",
        "sending exactly once",
    ),
    "sending.hydration": Entry(
        "An editor that is replaced by an empty one is typed into again, and the prompt is sent once.",
        "sending exactly once",
    ),
    "sending.caret": Entry(
        "A caret that moves while the prompt is typed is noticed before Send is pressed.", "sending exactly once"
    ),
}
