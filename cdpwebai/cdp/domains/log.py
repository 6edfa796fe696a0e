"""The Log domain: what the browser itself says about a page (failed requests, violations, deprecations)."""

from __future__ import annotations

from cdpwebai.cdp.command import Command, Empty, Event, Wire

__all__ = ["Enable", "EntryAdded", "LogEntry"]


class LogEntry(Wire):
    """``source``: network, security, ... ``level``: verbose, info, warning, error. ``timestamp``: ms since 1970."""

    source: str
    level: str
    text: str
    timestamp: float
    url: str | None = None
    line_number: int | None = None
    network_request_id: str | None = None


class Enable(Command[Empty]):
    """Entries collected so far are told first."""

    method = "Log.enable"


class EntryAdded(Event):
    method = "Log.entryAdded"
    entry: LogEntry
