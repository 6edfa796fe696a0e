"""Traces written by hand, a line a message, for tests of replay."""

from __future__ import annotations

import json
from typing import Any

from cdpwebai.trace.format import Closing, Header, Row, Trace, row_of

__all__ = ["TAB", "command", "event", "heard", "reply", "said", "trace_of"]

TAB = "A" * 32
"""A session id as Chromium makes them."""


def command(number: int, method: str, session: str = "", **params: Any) -> dict[str, Any]:
    return {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})


def reply(number: int, session: str = "", **result: Any) -> dict[str, Any]:
    return {"id": number, "result": result} | ({"sessionId": session} if session else {})


def event(method: str, session: str = "", **params: Any) -> dict[str, Any]:
    return {"method": method, "params": params} | ({"sessionId": session} if session else {})


def said(t: float, message: dict[str, Any]) -> Row:
    """What the client sent."""
    return row_of(t, ">", message.get("sessionId", ""), json.dumps(message).encode())


def heard(t: float, message: dict[str, Any]) -> Row:
    """What the browser sent."""
    return row_of(t, "<", message.get("sessionId", ""), json.dumps(message).encode())


def trace_of(*rows: Row, closing: Closing | None = None, name: str = "the trace") -> Trace:
    """A whole trace; without a closing line of its own it ends a second after its last row, closed by the client."""
    end = Closing(t=rows[-1].t + 1 if rows else 0.0, why="closed by us", waiting=())
    return Trace(name=name, header=Header(), rows=rows, closing=closing or end)
