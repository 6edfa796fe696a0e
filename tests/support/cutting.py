"""A line to the browser that can be cut while everything at both ends lives on."""

from __future__ import annotations

import socket
import struct
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import trio

from cdpwebai.transport.address import parse_address
from tests.transport.peers import tcp_peer

__all__ = ["Line", "cuttable"]

RESET = struct.pack("ii", 1, 0)
"""SO_LINGER on, zero seconds: closing the socket resets the connection."""


@dataclass
class Line:
    """``url`` is the browser's address by way of this line."""

    url: str = ""
    ends: list[trio.SocketStream] = field(default_factory=list[trio.SocketStream])

    async def cut(self) -> None:
        """Reset every connection that there is; new ones can be made."""
        ends, self.ends = self.ends, []
        for end in ends:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            await end.aclose()


@asynccontextmanager
async def cuttable(url: str) -> AsyncGenerator[Line]:
    """Forwards to the browser at this WebSocket address."""
    address = parse_address(url)
    line = Line()

    async def pump(source: trio.SocketStream, sink: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in source:
                await sink.send_all(data)
            await sink.send_eof()

    async def forward(near: trio.SocketStream) -> None:
        async with await trio.open_tcp_stream(address.host, address.port) as far, trio.open_nursery() as nursery:
            line.ends += [near, far]
            nursery.start_soon(pump, far, near)
            await pump(near, far)

    async with tcp_peer(forward) as port:
        line.url = f"ws://127.0.0.1:{port}{address.target}"
        yield line
