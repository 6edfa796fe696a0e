"""The Emulation domain: what a tab believes of its screen and its focus."""

from __future__ import annotations

from cdpwebai.cdp.command import Command, Empty

__all__ = ["ClearDeviceMetricsOverride", "SetDeviceMetricsOverride", "SetFocusEmulationEnabled"]


class SetFocusEmulationEnabled(Command[Empty]):
    """The tab acts as the one in front, so that it is not throttled in the background. Ends with the session."""

    method = "Emulation.setFocusEmulationEnabled"
    enabled: bool


class SetDeviceMetricsOverride(Command[Empty]):
    """CSS pixels; 0 leaves width, height or scale as they are."""

    method = "Emulation.setDeviceMetricsOverride"
    width: int
    height: int
    device_scale_factor: float
    mobile: bool


class ClearDeviceMetricsOverride(Command[Empty]):
    method = "Emulation.clearDeviceMetricsOverride"
