"""cdpwebai: talk to a web AI through the browser its user is logged in to, and never be lied to.

The public face. Importing it costs little: what drives a browser is loaded when it is first used::

    async with cdpwebai.launch() as browser, browser.new_tab("https://example.com") as tab:
        verdict = await tab.probe("h1", timeout=2)      # Visible | Absent | Unknown

    async with cdpwebai.open_chat("demo") as chat:
        answer = await chat.ask("Why is the sky blue?", timeout=600)

Every coroutine takes a ``timeout`` in seconds or runs under the caller's cancel scope. Errors are in ``errors``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cdpwebai import errors
from cdpwebai.errors import CdpWebAIError
from cdpwebai.verdict import Absent, Known, Reason, Unknown, Verdict, Visible

if TYPE_CHECKING:
    from cdpwebai.api import (
        Beside,
        Browser,
        Chat,
        Context,
        Outputs,
        Part,
        Work,
        attach,
        launch,
        open_again,
        open_chat,
        open_work,
        render,
    )
    from cdpwebai.page.tab import Tab
    from cdpwebai.page.values import UNDEFINED, BigInt
    from cdpwebai.records import Answer

__all__ = [
    "UNDEFINED",
    "Absent",
    "Answer",
    "Beside",
    "BigInt",
    "Browser",
    "CdpWebAIError",
    "Chat",
    "Context",
    "Known",
    "Outputs",
    "Part",
    "Reason",
    "Tab",
    "Unknown",
    "Verdict",
    "Visible",
    "Work",
    "attach",
    "errors",
    "launch",
    "open_again",
    "open_chat",
    "open_work",
    "render",
]

_LATER = {
    "UNDEFINED": "cdpwebai.page.values",
    "Answer": "cdpwebai.records",
    "BigInt": "cdpwebai.page.values",
    "Tab": "cdpwebai.page.tab",
    **dict.fromkeys(("Beside", "Browser", "Chat", "Context", "Outputs", "Part", "attach", "launch"), "cdpwebai.api"),
    **dict.fromkeys(("Work", "open_again", "open_chat", "open_work", "render"), "cdpwebai.api"),
}
"""Where a name lives that is loaded when it is first asked for."""


def __getattr__(name: str) -> Any:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module 'cdpwebai' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(module), name)
    return value


def __dir__() -> list[str]:
    return __all__
