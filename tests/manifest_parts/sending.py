"""Sending a prompt: once, whole, and in what the page makes of it."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]


def _report(row: str, behaviour: str) -> tuple[str, Entry]:
    return f"report.{row}", Entry(behaviour, f"public reports, row {row}")


ENTRIES = dict(
    (_report("B20", "A paste that becomes a file is followed as one; one that is lost is typed again, or refused."),)
)
