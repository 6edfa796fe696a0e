"""What a composer's menu of tools shows, and which tool a row of it is.

Row 5, pure data and matching; no act. A row is a tool only when its whole name says so, in any language that the
contract knows; a connector is named as the page labels it.
"""

from __future__ import annotations

import msgspec

from cdpwebai.providers.picker import Option, Words

__all__ = ["TOOLS", "Options", "Tools", "is_tool"]

TOOLS = {
    "image": "tool_image",
    "web-search": "tool_web_search",
    "agent-mode": "tool_agent_mode",
    "tasks": "tool_tasks",
}
"""The tools that have a name of their own on every page, and the contract's labels of them."""


class Tools(msgspec.Struct, frozen=True):
    """The plus menu. ``pills``: what stands chosen in the composer, as it is labelled. The rest is told while it is
    ``open``: its ``rows``, which of them has its menu open (``opened``, its lines) and what can be chosen there
    (``options``)."""

    open: bool = False
    pills: tuple[str, ...] = ()
    rows: tuple[Option, ...] = ()
    opened: tuple[str, ...] | None = None
    options: tuple[Option, ...] | None = None


class Options(msgspec.Struct, frozen=True):
    """The options of a conversation: whether their menu is open, and the lines of its rows."""

    open: bool = False
    rows: tuple[tuple[str, ...], ...] = ()


def is_tool(name: str, option: Option, words: Words) -> bool:
    """Whether a row is the tool of this name."""
    return words.means(TOOLS[name], option.label) if name in TOOLS else words.same(name, option.label)
