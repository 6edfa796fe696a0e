"""The operations: the only place that joins browser, provider, flow and store.

Row 7. Below it everything that knows one thing; above it the faces (Python's own, the command line, MCP), which parse,
call one of these, and render. ``browsers`` says which browser, ``tabs`` opens tabs of it, ``chat`` asks.
"""

from __future__ import annotations

from cdpwebai.api.browsers import Where, open_browser
from cdpwebai.api.chat import Chat, Part, open_chat
from cdpwebai.api.tabs import Browser, attach, launch

__all__ = ["Browser", "Chat", "Part", "Where", "attach", "launch", "open_browser", "open_chat"]
