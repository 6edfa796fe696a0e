"""The Inspector domain: the end of the session's own target."""

from __future__ import annotations

from cdpwebai.cdp.command import Command, Empty, Event

__all__ = ["Detached", "Enable", "TargetCrashed"]


class Enable(Command[Empty]):
    method = "Inspector.enable"


class Detached(Event):
    """``reason``: target_closed, replaced_with_devtools, "Render process gone." (also of a tab that was closed), ..."""

    method = "Inspector.detached"
    reason: str


class TargetCrashed(Event):
    method = "Inspector.targetCrashed"
