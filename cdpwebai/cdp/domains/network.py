"""The Network domain: requests, responses and WebSocket frames, as they pass.

``timestamp`` is in seconds since an arbitrary moment, ``wall_time`` in seconds since 1970. A header that is repeated is
one entry, its values joined by line feeds.
"""

from __future__ import annotations

from typing import Any

from msgspec import field

from cdpwebai.cdp.command import Command, Empty, Event, Wire

__all__ = [
    "Disable",
    "Enable",
    "GetResponseBody",
    "GetResponseBodyResult",
    "LoadingFailed",
    "LoadingFinished",
    "Request",
    "RequestWillBeSent",
    "Response",
    "ResponseReceived",
    "WebSocketClosed",
    "WebSocketCreated",
    "WebSocketFrame",
    "WebSocketFrameError",
    "WebSocketFrameReceived",
    "WebSocketFrameSent",
]


class Request(Wire):
    """``url`` is without the fragment."""

    url: str
    method: str
    headers: dict[str, Any]
    url_fragment: str | None = None
    has_post_data: bool = False


class Response(Wire):
    url: str
    status: int
    status_text: str
    headers: dict[str, Any]
    mime_type: str
    encoded_data_length: float
    remote_ip_address: str | None = field(name="remoteIPAddress", default=None)
    remote_port: int | None = None
    from_disk_cache: bool = False
    from_service_worker: bool = False
    protocol: str | None = None


class WebSocketFrame(Wire):
    """``opcode`` 1 is text; otherwise ``payload_data`` is base64."""

    opcode: float
    mask: bool
    payload_data: str


class Enable(Command[Empty]):
    """Sizes in bytes, of what is kept for ``GetResponseBody``."""

    method = "Network.enable"
    max_total_buffer_size: int | None = None
    max_resource_buffer_size: int | None = None
    max_post_data_size: int | None = None


class Disable(Command[Empty]):
    method = "Network.disable"


class GetResponseBodyResult(Wire):
    body: str
    base64_encoded: bool


class GetResponseBody(Command[GetResponseBodyResult]):
    method = "Network.getResponseBody"
    request_id: str


class RequestWillBeSent(Event):
    """Again, with the same ``request_id`` and ``redirect_response``, for each redirect."""

    method = "Network.requestWillBeSent"
    request_id: str
    loader_id: str
    document_url: str = field(name="documentURL")
    request: Request
    timestamp: float
    wall_time: float
    redirect_response: Response | None = None
    type: str | None = None
    frame_id: str | None = None


class ResponseReceived(Event):
    method = "Network.responseReceived"
    request_id: str
    loader_id: str
    timestamp: float
    type: str
    response: Response
    frame_id: str | None = None


class LoadingFinished(Event):
    method = "Network.loadingFinished"
    request_id: str
    timestamp: float
    encoded_data_length: float


class LoadingFailed(Event):
    method = "Network.loadingFailed"
    request_id: str
    timestamp: float
    type: str
    error_text: str
    canceled: bool = False
    blocked_reason: str | None = None


class WebSocketCreated(Event):
    method = "Network.webSocketCreated"
    request_id: str
    url: str


class WebSocketFrameSent(Event):
    method = "Network.webSocketFrameSent"
    request_id: str
    timestamp: float
    response: WebSocketFrame


class WebSocketFrameReceived(Event):
    method = "Network.webSocketFrameReceived"
    request_id: str
    timestamp: float
    response: WebSocketFrame


class WebSocketFrameError(Event):
    method = "Network.webSocketFrameError"
    request_id: str
    timestamp: float
    error_message: str


class WebSocketClosed(Event):
    method = "Network.webSocketClosed"
    request_id: str
    timestamp: float
