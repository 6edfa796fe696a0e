"""Is an answer still being made? How strongly one look says so, and how long an answer must stand still then.

Row 6, pure.

==========  ==================================================  =========
activity    seen                                                window
==========  ==================================================  =========
strong      Stop, text being written, or progress under way     wait on
weak        a panel or a status label speaks of thinking        5 s
none        Stop is positively absent, nothing else speaks      1 s
unknown     it could not be told                                5 s
==========  ==================================================  =========
"""

from __future__ import annotations

from typing import Literal

from cdpwebai.providers.chat import ChatObservation, Turn
from cdpwebai.verdict import Absent, Known, Visible

__all__ = ["WINDOW", "Activity", "activity_of"]

Activity = Literal["strong", "weak", "none", "unknown"]

WINDOW: dict[str, float] = {"none": 1.0, "weak": 5.0, "unknown": 5.0}
"""Seconds for which the answer must stand still, by activity."""


def activity_of(seen: ChatObservation, turn: Turn | None) -> Activity:
    """What one look says of it; ``turn`` is the answer's, None where it was not seen."""
    if turn is not None and (turn.streaming or turn.progress):
        return "strong"
    stop, panel = seen.stop, seen.panel.value.activity if isinstance(seen.panel, Known) else None
    if isinstance(stop, Visible) or panel == "progress":
        return "strong"
    if not isinstance(stop, Absent) or panel is None:
        return "unknown"
    return "none" if panel == "none" else "weak"
