"""The DOM domain: nodes by id, their boxes, files for an input. A command takes one of its three node ids.

``node_id`` lives while the domain is enabled and its document lasts; ``backend_node_id`` needs no enabling;
``object_id`` is a handle of the Runtime domain.
"""

from __future__ import annotations

from msgspec import field

from cdpwebai.cdp.command import Command, Empty, Event, Wire
from cdpwebai.cdp.domains import runtime

__all__ = [
    "BoxModel",
    "DescribeNode",
    "DescribeNodeResult",
    "DocumentUpdated",
    "Enable",
    "Focus",
    "GetBoxModel",
    "GetBoxModelResult",
    "GetContentQuads",
    "GetContentQuadsResult",
    "GetDocument",
    "GetDocumentResult",
    "GetFrameOwner",
    "GetFrameOwnerResult",
    "GetNodeForLocation",
    "GetNodeForLocationResult",
    "Node",
    "QuerySelector",
    "QuerySelectorAll",
    "QuerySelectorAllResult",
    "QuerySelectorResult",
    "ResolveNode",
    "ResolveNodeResult",
    "ScrollIntoViewIfNeeded",
    "SetFileInputFiles",
]


class Node(Wire):
    """``attributes`` is name, value, name, value, ...; ``node_id`` is 0 while the domain is not enabled."""

    node_id: int
    backend_node_id: int
    node_type: int
    node_name: str
    local_name: str
    node_value: str
    parent_id: int | None = None
    child_node_count: int | None = None
    children: list[Node] | None = None
    attributes: list[str] | None = None
    document_url: str | None = field(name="documentURL", default=None)
    frame_id: str | None = None
    content_document: Node | None = None
    shadow_root_type: str | None = None
    shadow_roots: list[Node] | None = None


class BoxModel(Wire):
    """Each quad is x, y of four corners, clockwise, CSS pixels in the viewport."""

    content: list[float]
    padding: list[float]
    border: list[float]
    margin: list[float]
    width: int
    height: int


class Enable(Command[Empty]):
    method = "DOM.enable"


class GetDocumentResult(Wire):
    root: Node


class GetDocument(Command[GetDocumentResult]):
    """``depth`` -1 is the whole tree; ``pierce``: also frames and shadow roots."""

    method = "DOM.getDocument"
    depth: int | None = None
    pierce: bool = False


class DescribeNodeResult(Wire):
    node: Node


class DescribeNode(Command[DescribeNodeResult]):
    method = "DOM.describeNode"
    node_id: int | None = None
    backend_node_id: int | None = None
    object_id: str | None = None
    depth: int | None = None
    pierce: bool = False


class QuerySelectorResult(Wire):
    """``node_id`` is 0 when nothing matches."""

    node_id: int


class QuerySelector(Command[QuerySelectorResult]):
    method = "DOM.querySelector"
    node_id: int
    selector: str


class QuerySelectorAllResult(Wire):
    node_ids: list[int]


class QuerySelectorAll(Command[QuerySelectorAllResult]):
    method = "DOM.querySelectorAll"
    node_id: int
    selector: str


class ResolveNodeResult(Wire):
    object: runtime.RemoteObject


class ResolveNode(Command[ResolveNodeResult]):
    """A node as a handle, in the given context or in the page's own."""

    method = "DOM.resolveNode"
    node_id: int | None = None
    backend_node_id: int | None = None
    object_group: str | None = None
    execution_context_id: int | None = None


class GetFrameOwnerResult(Wire):
    backend_node_id: int
    node_id: int | None = None


class GetFrameOwner(Command[GetFrameOwnerResult]):
    """The ``iframe`` element in which a frame stands."""

    method = "DOM.getFrameOwner"
    frame_id: str


class GetNodeForLocationResult(Wire):
    backend_node_id: int
    frame_id: str
    node_id: int | None = None


class GetNodeForLocation(Command[GetNodeForLocationResult]):
    """CSS pixels in the viewport."""

    method = "DOM.getNodeForLocation"
    x: int
    y: int
    include_user_agent_shadow_dom: bool = field(name="includeUserAgentShadowDOM", default=False)
    ignore_pointer_events_none: bool = False


class GetBoxModelResult(Wire):
    model: BoxModel


class GetBoxModel(Command[GetBoxModelResult]):
    """A ProtocolError when the node has no box."""

    method = "DOM.getBoxModel"
    node_id: int | None = None
    backend_node_id: int | None = None
    object_id: str | None = None


class GetContentQuadsResult(Wire):
    """A quad per box, none for a node without one: x, y of four corners, clockwise, CSS pixels in the viewport."""

    quads: list[list[float]]


class GetContentQuads(Command[GetContentQuadsResult]):
    method = "DOM.getContentQuads"
    node_id: int | None = None
    backend_node_id: int | None = None
    object_id: str | None = None


class ScrollIntoViewIfNeeded(Command[Empty]):
    method = "DOM.scrollIntoViewIfNeeded"
    node_id: int | None = None
    backend_node_id: int | None = None
    object_id: str | None = None


class Focus(Command[Empty]):
    method = "DOM.focus"
    node_id: int | None = None
    backend_node_id: int | None = None
    object_id: str | None = None


class SetFileInputFiles(Command[Empty]):
    """Paths on the browser's machine, checked before: one that is not there becomes an empty file, and a relative one
    crashes the tab (Chromium 156)."""

    method = "DOM.setFileInputFiles"
    files: list[str]
    node_id: int | None = None
    backend_node_id: int | None = None
    object_id: str | None = None


class DocumentUpdated(Event):
    """Every ``node_id`` known so far is dead."""

    method = "DOM.documentUpdated"
