"""The steps of Work's picker, and where they stand: what ``plan_work``, ``plan_advanced`` and their drivers say.

Row 6, data, and the little that both plans do alike. What opens, closes and looks at it is ``menu_steps``'.

=====  =================  ==========
power  model              effort
=====  =================  ==========
1      GPT-5.6 Terra      Light
2      GPT-5.6 Sol        Light
3      GPT-5.6 Sol        Medium
4      GPT-5.6 Sol        High
5      GPT-5.6 Sol        Extra High
6      GPT-5.6 Sol        Ultra
=====  =================  ==========

Seed 000, 3.1; seen 2026-07-10. Max is an effort of the advanced view alone, and none of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from cdpwebai.flows.menu_steps import Close, Look, Open
from cdpwebai.providers.work import Naming, Part, WorkPicker

__all__ = [
    "ACT_LIMIT",
    "MOVE_LIMIT",
    "POWERS",
    "SELECT",
    "Arrow",
    "Choose",
    "Chosen",
    "Fast",
    "PickAct",
    "Refused",
    "RowMenu",
    "Speed",
    "Step",
    "View",
    "Wish",
    "acting",
    "told_of",
    "waiting",
]

SELECT = "provider-work-select"
"""The stage of what goes wrong here."""

Speed = Literal["standard", "fast"]

POWERS: Mapping[int, Naming] = {
    1: Naming("GPT-5.6 Terra", "light"),
    2: Naming("GPT-5.6 Sol", "light"),
    3: Naming("GPT-5.6 Sol", "medium"),
    4: Naming("GPT-5.6 Sol", "high"),
    5: Naming("GPT-5.6 Sol", "xhigh"),
    6: Naming("GPT-5.6 Sol", "ultra"),
}
"""What each power is."""

ACT_LIMIT = 5.0
"""Seconds until the page must show what an act has done, and until its labels must agree."""

MOVE_LIMIT = 2.0
"""Seconds until the slider must have moved after a key."""


@dataclass(frozen=True)
class Wish:
    """What is to be in force. Without a ``speed`` it is left as it is."""

    power: int
    speed: Speed | None = None

    @property
    def naming(self) -> Naming:
        """The model and the effort of the power."""
        return POWERS[self.power]


@dataclass(frozen=True)
class View:
    """Change to the picker's other view."""


@dataclass(frozen=True)
class Arrow:
    """Press this key on the slider, once."""

    key: Literal["ArrowLeft", "ArrowRight"]


@dataclass(frozen=True)
class Fast:
    """Press the box for fast or standard."""


@dataclass(frozen=True)
class RowMenu:
    """Press the row of the advanced view that opens the menu of this part."""

    part: Part


@dataclass(frozen=True)
class Choose:
    """Press the one choice of this name in the menu that the row has opened."""

    part: Part
    name: str


PickAct = Open | Close | View | Arrow | Fast | RowMenu | Choose
"""What is done to the page."""


@dataclass(frozen=True)
class Chosen:
    """It is as it was wished, in all that the picker says.

    ``fast``: the speed that was seen, None for not seen. ``text`` and ``fast_text``: the page's own words for both.
    """

    naming: Naming
    fast: bool | None = None
    text: str = ""
    fast_text: str = ""


@dataclass(frozen=True)
class Refused:
    """It is not, or it could not be seen; ``hint`` as in the table of errors."""

    why: str
    hint: str


@dataclass(frozen=True)
class Step:
    """Where a plan stands. ``since``: when the last act was given out; ``acted``: it has not been seen to work."""

    since: float
    acted: bool = False


S = TypeVar("S", bound=Step)
A = TypeVar("A")


def acting(state: S, action: A, now: float) -> tuple[S, A]:
    """Give an act out."""
    return replace(state, acted=True, since=now), action


def waiting(state: S, now: float, why: str, hint: str, limit: float = ACT_LIMIT) -> tuple[S, Look | Refused]:
    """Look again until the limit, and then refuse it for this reason."""
    until = state.since + limit
    return state, Look(until) if now < until else Refused(why, hint)


def told_of(picker: WorkPicker) -> str:
    """What the picker calls its model and effort, in a clause."""
    named = picker.label or picker.said
    return f"{named.model} {named.effort}" if named else repr(picker.text)
