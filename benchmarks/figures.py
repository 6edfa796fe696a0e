"""What is measured, and the figures of a run: by measure, client and round. Pure.

``measure`` (in the clients' processes) and ``run`` produce them; ``aims`` and ``report`` read them.
"""

from __future__ import annotations

import statistics
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["MEASURES", "Figures", "Measure", "Range", "Results"]

Figures: TypeAlias = dict[str, float]
"""A measure's key to its value, for one client in one round; empty when the client failed."""


class Measure(NamedTuple):
    """One row of the tables."""

    key: str
    title: str
    better: Literal["less", "more"] = "less"
    raced: bool = True
    """False where trio alone costs more than an asyncio peer: these have aims of their own."""


MEASURES = (
    Measure("p50_us", "tiny evaluate, p50, µs"),
    Measure("p95_us", "tiny evaluate, p95, µs"),
    Measure("call_cpu_us", "tiny evaluate, CPU, µs"),
    Measure("flood_per_s", "64-way evaluate, calls/s", better="more"),
    Measure("flood_cpu_us", "64-way evaluate, CPU a call, µs"),
    Measure("big_ms", "10 MB result, ms"),
    Measure("big_cpu_ms", "10 MB result, CPU, ms"),
    Measure("events_per_s", "events/s", better="more"),
    Measure("event_cpu_us", "CPU an event, µs"),
    Measure("connect_ms", "connect, ms"),
    Measure("peak_mb", "memory at peak, MB"),
    Measure("import_ms", "import, ms", raced=False),
    Measure("import_mb", "memory at import, MB", raced=False),
)


class Range(NamedTuple):
    """One client in one measure over all rounds."""

    low: float
    median: float
    high: float

    def apart(self, other: Range) -> bool:
        """Whether the difference is above the spread: no round of the one lies among the other's.

        One round shows no spread, so nothing counts.
        """
        return self.low < self.high and (self.high < other.low or other.high < self.low)


class Results(NamedTuple):
    """A whole run: where and when, and each round's figures by client."""

    circumstances: dict[str, str]
    rounds: list[dict[str, Figures]]

    def of(self, name: str, measure: Measure) -> Range | None:
        """None where the client took no part or failed."""
        values = [figures[measure.key] for one in self.rounds if measure.key in (figures := one.get(name, {}))]
        return Range(min(values), statistics.median(values), max(values)) if values else None

    def lead(self, measure: Measure, ours: str, theirs: str) -> tuple[float, bool] | None:
        """How many times better ``ours`` is by the medians, and whether that is above the spread."""
        left, right = self.of(ours, measure), self.of(theirs, measure)
        if left is None or right is None:
            return None
        times = left.median / right.median if measure.better == "more" else right.median / left.median
        return times, left.apart(right)
