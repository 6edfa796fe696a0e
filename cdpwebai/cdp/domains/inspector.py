"""The Inspector domain: the end of the session's own target."""

from __future__ import annotations

from cdpwebai.cdp.command import Command, Empty, Event

__all__ = ["Detached", "Enable", "TargetCrashed", "TargetReloadedAfterCrash"]


class Enable(Command[Empty]):
    """Without it no crash is told."""

    method = "Inspector.enable"


class Detached(Event):
    """``reason``: target_closed, replaced_with_devtools, Render process gone., ..."""

    method = "Inspector.detached"
    reason: str


class TargetCrashed(Event):
    method = "Inspector.targetCrashed"


class TargetReloadedAfterCrash(Event):
    """The tab was loaded anew; the same session serves it again."""

    method = "Inspector.targetReloadedAfterCrash"
