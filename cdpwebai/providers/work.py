"""What the page shows of Work, the second surface: its picker, and its task.

Row 5, data only. The readers are ``work_picker`` and ``work_task``; ``providers.chat`` has the rest of the page.
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Choice", "Naming", "Part", "PartMenu", "Task", "WorkPicker"]

Part = Literal["model", "effort", "speed"]
"""What the picker's advanced view has a row for, with a menu of its own."""


class Naming(msgspec.Struct, frozen=True):
    """A model ("GPT-5.6 Sol") and an effort: "light", "medium", "high", "xhigh", "max", "ultra"."""

    model: str
    effort: str


class Choice(msgspec.Struct, frozen=True):
    """One choice in the menu of a row. ``name``: as in ``Naming``, "standard" or "fast", "" in words that we do not
    know."""

    name: str
    chosen: bool


class PartMenu(msgspec.Struct, frozen=True):
    """The menu that a row has opened, its choices in the page's order."""

    part: Part
    choices: tuple[Choice, ...]

    @property
    def chosen(self) -> str | None:
        """The one that is chosen; None when that is not exactly one."""
        names = [choice.name for choice in self.choices if choice.chosen]
        return names[0] if len(names) == 1 else None


class WorkPicker(msgspec.Struct, frozen=True):
    """What the picker says. ``label``: its button in the composer, None where there is none.

    ``open``: its menu is there; ``expanded``: its button says so. ``power`` counts from 0, between ``least`` and
    ``most``; ``text`` are the slider's own words, and ``said`` what they name. ``model``, ``effort`` and ``speed`` are
    the rows of the advanced view ("" for words that we do not know), ``fast`` the box of the simple one, with its words
    in ``fast_text``: None and "" for what is not mounted or contradicts itself. ``focused``: keys go to the slider.
    ``switches``: the view can be changed. ``advanced``: the rows are shown, and not only there; ``menu``: the one that
    a row has opened.
    """

    label: Naming | None
    expanded: bool
    open: bool
    power: int | None
    least: int | None
    most: int | None
    text: str
    said: Naming | None
    model: str | None
    effort: str | None
    fast: bool | None
    focused: bool
    switches: bool
    speed: str | None = None
    fast_text: str = ""
    advanced: bool = False
    menu: PartMenu | None = None

    def row(self, part: Part) -> str | None:
        """What the row of this part says."""
        return {"model": self.model, "effort": self.effort, "speed": self.speed}[part]


class Task(msgspec.Struct, frozen=True):
    """What the page says beside prompts and answers.

    ``thinking``: that it thinks. ``asks``: a button that we do not know stands behind the last answer. ``named`` and
    ``invites``: the composer has Work's name, and while it is empty Work's invitation.
    """

    thinking: bool
    asks: bool
    named: bool
    invites: bool
