"""Helpers for tests, shipped: a browser played by a script, faults at any message, and a pytest plugin for replays.

Beside the house; no part of the library needs it. ``plugin`` is loaded by pytest alone::

    pytest_plugins = ["cdpwebai.testing.plugin"]
"""

from __future__ import annotations

from cdpwebai.testing.fake_browser import FakeBrowser, Refusal, open_fake_browser
from cdpwebai.testing.faults import Fault, FaultyTransport, Kind, Outcome, Tap, count_messages, run_with, sweep

__all__ = [
    "FakeBrowser",
    "Fault",
    "FaultyTransport",
    "Kind",
    "Outcome",
    "Refusal",
    "Tap",
    "count_messages",
    "open_fake_browser",
    "run_with",
    "sweep",
]
