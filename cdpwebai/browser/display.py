"""Refuses a headed browser where there is no display, before anything is started.

Row 3, pure. Chromium's own words for it ("Missing X server or $DISPLAY") come late and do not say what to do.
"""

from __future__ import annotations

from collections.abc import Mapping

from cdpwebai.errors import DisplayMissing

__all__ = ["refuse_without_display"]

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def refuse_without_display(system: str, environment: Mapping[str, str]) -> None:
    """Raise DisplayMissing when a window could not appear. ``system`` is ``sys.platform``; only Linux can lack one."""
    if system.startswith("linux") and not any(environment.get(name) for name in DISPLAYS):
        raise DisplayMissing(
            "A browser with a window was asked for, and there is no display (neither DISPLAY nor WAYLAND_DISPLAY is"
            " set). Run it headless (the one that commands share: `cdpwebai browser start --headless`), run this under"
            " `xvfb-run`, or attach to a browser that runs where there is one."
        )
