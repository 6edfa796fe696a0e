"""A browser that could not be had, on this machine. Row 0. Not one that does not answer: that is ``protocol``."""

from __future__ import annotations

from cdpwebai.errors.base import CdpWebAIError

__all__ = ["BrowserError", "BrowserInUse", "BrowserLaunchFailed", "BrowserNotFound", "DisplayMissing"]


class BrowserError(CdpWebAIError):
    """A browser could not be had."""

    error_code = "browser.launch-failed"
    stage = "launch"
    retry_hint = "see-message"
    exit_code = 5


class BrowserNotFound(BrowserError):
    """No browser executable in any of the usual places."""

    error_code = "browser.not-found"
    retry_hint = "install-browser"


class BrowserInUse(BrowserError):
    """The profile is locked by a live process or by another host."""

    error_code = "browser.in-use"
    retry_hint = "close-or-choose-profile"


class BrowserLaunchFailed(BrowserError):
    """The browser started and went away, or never became ready. The message carries its own stderr."""


class DisplayMissing(BrowserError):
    """A headed browser was asked for where there is no display."""

    error_code = "browser.no-display"
    retry_hint = "headless-or-xvfb"
