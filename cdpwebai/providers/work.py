"""What the page shows of Work, the second surface: its picker, and its task.

Row 5, data only. The readers are ``work_picker`` and ``work_task``; ``providers.chat`` has the rest of the page.
"""

from __future__ import annotations

import msgspec

__all__ = ["Naming", "Task", "WorkPicker"]


class Naming(msgspec.Struct, frozen=True):
    """A model ("GPT-5.6 Sol") and an effort: "light", "medium", "high", "xhigh", "max", "ultra"."""

    model: str
    effort: str


class WorkPicker(msgspec.Struct, frozen=True):
    """What the picker says. ``label``: its button in the composer, None where there is none.

    ``open``: its menu is there; ``expanded``: its button says so. ``power`` counts from 0, between ``least`` and
    ``most``; ``text`` are the slider's own words, and ``said`` what they name. ``model`` and ``effort`` are the rows of
    the advanced view ("" for an effort in words that we do not know), ``fast`` the box of the simple one: None for what
    is not mounted or contradicts itself. ``focused``: keys go to the slider. ``switches``: the view can be changed.
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


class Task(msgspec.Struct, frozen=True):
    """What the page says beside prompts and answers.

    ``thinking``: that it thinks. ``asks``: a button that we do not know stands behind the last answer. ``named`` and
    ``invites``: the composer has Work's name, and while it is empty Work's invitation.
    """

    thinking: bool
    asks: bool
    named: bool
    invites: bool
