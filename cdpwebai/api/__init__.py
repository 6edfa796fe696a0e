"""The operations: the only place that joins browser, provider, flow and store.

Row 7. Below it everything that knows one thing; above it the faces (Python's own, the command line, MCP), which parse,
call one of these, and render. ``browsers`` says which browser, ``tabs`` opens tabs of it, ``chat`` asks.
"""

from __future__ import annotations

from cdpwebai.api.beside import Beside
from cdpwebai.api.browsers import Where, open_browser
from cdpwebai.api.chat import Chat, Part, open_again, open_chat
from cdpwebai.api.composing import Context
from cdpwebai.api.rendering import render
from cdpwebai.api.tabs import Browser, attach, launch
from cdpwebai.api.work import Work, open_work
from cdpwebai.flows.outputs import Outputs

__all__ = [
    "Beside",
    "Browser",
    "Chat",
    "Context",
    "Outputs",
    "Part",
    "Where",
    "Work",
    "attach",
    "launch",
    "open_again",
    "open_browser",
    "open_chat",
    "open_work",
    "render",
]
