"""The Accessibility domain: the page as a screen reader is told it."""

from __future__ import annotations

from typing import Any

from msgspec import field

from cdpwebai.cdp.command import Command, Wire

__all__ = ["AXNode", "AXNodes", "AXProperty", "AXValue", "GetFullAXTree", "QueryAXTree"]


class AXValue(Wire):
    """``type``: boolean, tristate, integer, string, role, computedString, ... ``value`` is of that type."""

    type: str
    value: Any = None


class AXProperty(Wire):
    """``name``: disabled, checked, expanded, focused, hidden, ..."""

    name: str
    value: AXValue


class AXNode(Wire):
    """``node_id`` is the accessibility tree's own; ``backend_dom_node_id`` leads to the DOM. ``ignored``: not told."""

    node_id: str
    ignored: bool
    role: AXValue | None = None
    name: AXValue | None = None
    description: AXValue | None = None
    value: AXValue | None = None
    properties: list[AXProperty] | None = None
    parent_id: str | None = None
    child_ids: list[str] | None = None
    backend_dom_node_id: int | None = field(name="backendDOMNodeId", default=None)
    frame_id: str | None = None


class AXNodes(Wire):
    nodes: list[AXNode]


class GetFullAXTree(Command[AXNodes]):
    """``depth`` None is the whole tree; ``frame_id`` None the top frame's."""

    method = "Accessibility.getFullAXTree"
    depth: int | None = None
    frame_id: str | None = None


class QueryAXTree(Command[AXNodes]):
    """The nodes below one DOM node (one of the three ids) that have this name and this role."""

    method = "Accessibility.queryAXTree"
    node_id: int | None = None
    backend_node_id: int | None = None
    object_id: str | None = None
    accessible_name: str | None = None
    role: str | None = None
