"""Record what crosses a transport, and replay it in virtual time without a browser.

Row 2. Above it, whatever holds a transport; beside it only the seam, ``transport.base``. The parts, from the file up:
``files`` and ``format`` (what a trace is), ``redact`` (what it must not tell), ``record``; ``looks``, ``score``,
``recall`` and ``player`` (the rules of replay), ``replay``; ``given`` (the files of a command);
``show`` (a trace to read).
"""

from __future__ import annotations

from cdpwebai.trace.files import read_trace
from cdpwebai.trace.format import Header, Trace
from cdpwebai.trace.given import given, stand_ins
from cdpwebai.trace.record import RecordingTransport, recorded
from cdpwebai.trace.replay import ReplayTransport, replaying, run_virtually

__all__ = [
    "Header",
    "RecordingTransport",
    "ReplayTransport",
    "Trace",
    "given",
    "read_trace",
    "recorded",
    "replaying",
    "run_virtually",
    "stand_ins",
]
