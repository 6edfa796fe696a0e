"""One connection, many sessions: ``call``, ``subscribe``, auto-attach.

Row 3, on ``wire`` (the protocol without I/O) and ``transport`` (bytes). ``domains`` holds the typed commands and
events; it is imported by who uses it, never by this package, so that ``import cdpwebai`` stays cheap.
"""

from cdpwebai.cdp.command import Command, Event
from cdpwebai.cdp.connection import Connection, ConnectionStatistics, open_connection
from cdpwebai.cdp.session import Session, SessionStatistics
from cdpwebai.cdp.subscription import RawEvent, Subscription

__all__ = [
    "Command",
    "Connection",
    "ConnectionStatistics",
    "Event",
    "RawEvent",
    "Session",
    "SessionStatistics",
    "Subscription",
    "open_connection",
]
