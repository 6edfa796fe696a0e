"""Opens a WebSocket on a stream: the request with its headers, the reply, and what a refusal means.

Row 2, below ``websocket``, which carries the messages. What may be received is limited here, in one place.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

import trio
from websockets.client import ClientProtocol
from websockets.exceptions import InvalidStatus
from websockets.protocol import State
from websockets.uri import parse_uri

from cdpwebai.errors import Unreachable
from cdpwebai.transport.address import Address, host_of
from cdpwebai.transport.dial import Line
from cdpwebai.transport.endpoint import refusal

__all__ = ["MAX_MESSAGE", "feed", "new_protocol", "open_websocket"]

MAX_MESSAGE = 256 * 1024 * 1024
"""The largest message that is received, in bytes: what Chromium can send at most (kSendBufferSizeForDevTools)."""

READ_SIZE = 64 * 1024

# websockets logs each header and each message at DEBUG, bearer tokens included, so its protocol object gets a logger
# that stays silent whatever the level of the root logger is.
_silent = logging.getLogger("cdpwebai.transport.handshake")
_silent.setLevel(logging.CRITICAL)


def new_protocol(address: Address) -> ClientProtocol:
    """websockets' Sans-I/O side of a connection: no compression, no Origin, at most MAX_MESSAGE bytes a message."""
    return ClientProtocol(parse_uri(address.url), max_size=MAX_MESSAGE, logger=_silent)


async def open_websocket(address: Address, line: Line, headers: Mapping[str, str]) -> ClientProtocol:
    """The opening handshake. Frames that come along with the reply stay in the protocol object. Raises Unreachable."""
    protocol = new_protocol(address)
    _queue_request(protocol, headers)
    try:
        await line.stream.send_all(b"".join(protocol.data_to_send()))
        while protocol.state is State.CONNECTING and protocol.handshake_exc is None:
            feed(protocol, await line.stream.receive_some(READ_SIZE))
    except trio.BrokenResourceError:
        feed(protocol, b"")
    if protocol.handshake_exc is not None:
        raise Unreachable(_no_websocket(protocol.handshake_exc, line.address, host_of(headers)))
    return protocol


def _queue_request(protocol: ClientProtocol, headers: Mapping[str, str]) -> None:
    request = protocol.connect()
    for name, value in headers.items():
        if name in request.headers:
            del request.headers[name]
        request.headers[name] = value
    protocol.send_request(request)


def feed(protocol: ClientProtocol, data: bytes | bytearray) -> None:
    """Hand over what came; b"" is the end of the stream."""
    if data:
        protocol.receive_data(data)
    else:
        protocol.receive_eof()


def _no_websocket(error: Exception, address: Address, host: str) -> str:
    if isinstance(error, InvalidStatus):
        status = error.response.status_code
        return refusal(address, status, host) or f"{address} answers HTTP {status} instead of opening a WebSocket."
    if isinstance(error, EOFError) or isinstance(error.__cause__, EOFError):
        return f"{address} closed the connection during the opening handshake. Check the port."
    return f"What answers at {address} opens no WebSocket ({error}). Check the port."
