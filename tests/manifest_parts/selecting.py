"""Choosing model, effort and family."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]


def _report(rows: dict[str, str]) -> dict[str, Entry]:
    return {f"report.{row}": Entry(behaviour, f"public reports, row {row}") for row, behaviour in rows.items()}


ENTRIES = {
    **_report(
        {
            "B28": "Of rows that share parts of their names the exact one is chosen, and no gear is touched.",
            "B29": "A pill that says less than its row opens no picker twice in vain: the checked row decides.",
            "B31": "Labels in other scripts are whole lines: no row is satisfied by one that contains it.",
        }
    ),
}
