"""Work, the second surface: its picker, its tasks, and what is refused."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

ENTRIES = {
    "demosite.work": Entry(
        "The demo site's Work surface has its picker, its tasks, and tells what was in force at a send.",
        "scenario format: site keys work_power, speed, work, flips; step work",
    ),
}
