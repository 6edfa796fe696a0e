"""The pickers, of models and of Work: what they offer, and what became of a choice. Row 0, pure."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["ModelMenu", "ModelRow", "Models", "Selection", "WorkSelection"]


class Selection(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What was asked for in the picker of models, and what the page showed of it; never what was only inferred.

    The ``requested_...`` are the caller's words, "" for not asked. ``resolved_label``: what the picker's opener said in
    the end; ``tier_label`` and ``family_label``: the rows that were shown as chosen; ``effort_label``: the same, where
    efforts have a menu beside their model. ``normalized_model`` and ``normalized_effort``: the tier in our words, where
    it was proven. ``verified``: all of it was read back after the choice; it is asked again right before the prompt is
    sent. ``captured_at`` in seconds since the epoch.
    """

    requested_model: str = ""
    requested_effort: str = ""
    requested_family: str = ""
    resolved_label: str = ""
    surface: Literal["chat"] = "chat"
    family_label: str = ""
    tier_label: str = ""
    effort_label: str = ""
    normalized_model: str = ""
    normalized_effort: str = ""
    strategy: Literal["select"] = "select"
    status: Literal["already-selected", "switched", "switched-best-effort", "unverified", "unavailable"]
    verified: bool
    source: str = "chatgpt-model-picker"
    captured_at: float


class WorkSelection(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What Work's picker showed once all of its signs agreed; it is asked again right before the task is sent.

    ``power`` is 1 to 6. ``label`` and ``speed_label``: the page's own words for power and speed, the latter without any
    number. ``speed`` and ``more_usage`` are None where the picker did not tell. ``surface_switched``: Work was chosen
    for it. ``captured_at`` in seconds since the epoch.
    """

    power: int
    label: str = ""
    model: str
    effort: str
    speed: Literal["standard", "fast"] | None = None
    speed_label: str = ""
    more_usage: bool | None = None
    surface_switched: bool = False
    verified: bool = True
    source: str = "chatgpt-work-picker"
    captured_at: float


class ModelRow(msgspec.Struct, frozen=True, rename="camel"):
    """A row of the picker of models. ``why``: the page's own words for one that is not ``available``; ``notes``: what
    stands in the row below its name."""

    label: str
    selected: bool
    available: bool
    why: str = ""
    notes: tuple[str, ...] = ()


class ModelMenu(msgspec.Struct, frozen=True, rename="camel"):
    """The rows of the picker itself (``name`` "") or of the menu of one of its rows."""

    name: str
    rows: tuple[ModelRow, ...]


class Models(msgspec.Struct, frozen=True, rename="camel"):
    """What an account's picker of models offers, as it is labelled. ``selected``: what its opener says.

    ``slider``: what its slider says, "" where there is none; ``stops``: how many it has.
    """

    selected: str
    stops: int
    slider: str
    menus: tuple[ModelMenu, ...]
