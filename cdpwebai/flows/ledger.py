"""What a flow saw on its way: how many looks, how many unknown and why, and what it passed through.

Row 6. One ledger a flow; the same figures go into the result and into the errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cdpwebai.providers.chat import ChatObservation
from cdpwebai.records import Observations

__all__ = ["Ledger"]


class Ledger:
    """Counts looks. A look with an unknown field counts as unknown once for each reason in it.

    ``underway``: what takes its time at the moment, and how it stands with it, for who is cut off meanwhile.
    """

    def __init__(self) -> None:
        self.underway = ""
        self.looks = 0
        self.unknown: Counter[str] = Counter()
        self._warnings: dict[str, None] = {}

    def note(self, seen: ChatObservation) -> None:
        """Count one look."""
        self.looks += 1
        self.unknown.update(set(seen.unknowns))

    def summary(self) -> Observations:
        """The figures so far."""
        return Observations(self.looks, dict(sorted(self.unknown.items())))

    def warn(self, codes: Iterable[str]) -> None:
        """Keep warnings; each is told once, in the order in which it came."""
        self._warnings.update(dict.fromkeys(codes))

    def warnings(self) -> tuple[str, ...]:
        """The warnings so far: the same list for the result, the stored session and an error."""
        return tuple(self._warnings)
