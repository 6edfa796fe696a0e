"""The acts on a menu that a control opens: what the plans of pickers, tools and options give out, and drivers do.

Row 6, data only.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Close", "Look", "Open", "Row"]


@dataclass(frozen=True)
class Look:
    """Look again, at ``until`` at the latest."""

    until: float


@dataclass(frozen=True)
class Open:
    """Click the menu's own opener."""


@dataclass(frozen=True)
class Row:
    """Click the one row that says exactly these lines; ``inside``: in the menu that a row has opened; ``gear``: not the
    row, but what opens its efforts."""

    lines: tuple[str, ...]
    inside: bool = False
    gear: bool = False


@dataclass(frozen=True)
class Close:
    """Press Escape, once."""
