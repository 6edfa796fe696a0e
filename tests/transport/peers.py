"""Scripted peers on real loopback sockets, for everything that talks to a browser over the network.

Each is an async context manager that listens while its block runs and gives its address::

    async def echo(peer: Peer) -> None:
        while True:
            await peer.send([await peer.receive_one()])

    async with websocket_peer(echo) as url:
        transport = await connect_websocket(url)

A handler runs once for each connection, may do what no decent server does (drop, freeze, send garbage), and is ended
with the block. That the client hung up under it is normal; any other error in it fails the test.
"""

from __future__ import annotations

import socket
import ssl
import struct
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import trio
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

__all__ = [
    "Freezer",
    "HungUp",
    "Peer",
    "freezing_proxy",
    "http_peer",
    "open_peer",
    "read_request",
    "tcp_peer",
    "websocket_peer",
]

Accept = Callable[[trio.SocketStream], Awaitable[None]]

DATA = {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}


class HungUp(Exception):
    """The client has closed the connection."""


@asynccontextmanager
async def tcp_peer(handler: Accept, *, host: str = "127.0.0.1") -> AsyncGenerator[int]:
    """Hands each connection to ``handler`` and closes it afterwards; gives the port."""

    async def serve(stream: trio.SocketStream) -> None:
        async with stream:
            with suppress(HungUp, trio.BrokenResourceError, trio.ClosedResourceError):
                await handler(stream)

    [listener] = await trio.open_tcp_listeners(0, host=host)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        yield listener.socket.getsockname()[1]
        nursery.cancel_scope.cancel()


async def read_request(stream: trio.abc.ReceiveStream) -> bytes:
    """The head of an HTTP request, byte for byte."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = await stream.receive_some()
        if not piece:
            raise HungUp
        data += piece
    return data


@asynccontextmanager
async def http_peer(*replies: bytes, host: str = "127.0.0.1") -> AsyncGenerator[tuple[int, list[bytes]]]:
    """Answers the n-th request with the n-th reply, the last one for ever; gives the port and the requests so far."""
    requests: list[bytes] = []

    async def answer(stream: trio.SocketStream) -> None:
        requests.append(await read_request(stream))
        await stream.send_all(replies[min(len(requests), len(replies)) - 1])

    async with tcp_peer(answer, host=host) as port:
        yield port, requests


@dataclass
class Peer:
    """The server's side of one WebSocket, after its opening handshake."""

    stream: trio.abc.Stream
    socket: trio.socket.SocketType
    request: Request
    protocol: ServerProtocol
    frames: list[Frame] = field(default_factory=list[Frame])
    seen: list[Frame] = field(default_factory=list[Frame])

    async def send(self, messages: Sequence[bytes]) -> None:
        """All of them, each in one frame."""
        for message in messages:
            self.protocol.send_text(message)
        await self.flush()

    async def send_fragmented(self, message: bytes, size: int) -> None:
        """One message in frames of ``size`` bytes."""
        for start in range(0, len(message), size):
            fragment, last = message[start : start + size], start + size >= len(message)
            if start == 0:
                self.protocol.send_text(fragment, fin=last)
            else:
                self.protocol.send_continuation(fragment, fin=last)
            if start % (64 * size) == 0:
                await self.flush()
        await self.flush()

    async def flush(self) -> None:
        """Write what the protocol object has queued."""
        data = b"".join(self.protocol.data_to_send())
        if data:
            await self.stream.send_all(data)

    async def next_frame(self) -> Frame:
        """The next frame of any kind; pings and closes are answered. Raises HungUp at the end."""
        while not self.frames:
            data = await self.stream.receive_some(256 * 1024)
            if not data:
                raise HungUp
            self.protocol.receive_data(data)
            self.frames += [event for event in self.protocol.events_received() if isinstance(event, Frame)]
            await self.flush()
        self.seen.append(self.frames[0])
        return self.frames.pop(0)

    async def receive_one(self) -> bytes:
        """The next whole message."""
        message = b""
        while True:
            frame = await self.next_frame()
            if frame.opcode in DATA:
                message += frame.data
                if frame.fin:
                    return message

    async def receive(self) -> Sequence[bytes]:
        """The next whole message, in the transport's words."""
        return [await self.receive_one()]

    async def aclose(self) -> None:
        """Close as a good server does."""
        self.protocol.send_close(1000, "")
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError, HungUp):
            await self.flush()
            while True:
                await self.next_frame()

    def drop(self) -> None:
        """Close the TCP connection with no close frame."""
        self.socket.close()

    def reset(self) -> None:
        """The same, and harder: the client sees ECONNRESET."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


@asynccontextmanager
async def websocket_peer(
    handler: Callable[[Peer], Awaitable[None]], *, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None
) -> AsyncGenerator[str]:
    """Opens a WebSocket with each client and hands it to ``handler``; gives the address."""

    async def serve(tcp: trio.SocketStream) -> None:
        stream = trio.SSLStream(tcp, tls, server_side=True, https_compatible=True) if tls else tcp
        await handler(await open_peer(stream, tcp.socket))

    async with tcp_peer(serve, host=host) as port:
        shown = f"[{host}]" if ":" in host else host
        yield f"{'wss' if tls else 'ws'}://{shown}:{port}/devtools/browser/1"


async def open_peer(
    stream: trio.abc.Stream, tcp: trio.socket.SocketType, *, head: bytes = b"", answer: bool = True
) -> Peer:
    """The server's side of the opening handshake, after ``head`` has been read.

    Without ``answer`` the reply stays queued, so that frames can leave together with it.
    """
    protocol = ServerProtocol(max_size=None)
    while not (events := protocol.events_received()):
        data = head or await stream.receive_some()
        if not data:
            raise HungUp
        protocol.receive_data(data)
        head = b""
    [request] = events
    assert isinstance(request, Request)
    protocol.send_response(protocol.accept(request))
    peer = Peer(stream, tcp, request, protocol)
    if answer:
        await peer.flush()
    return peer


@dataclass
class Freezer:
    """A TCP proxy that can stop forwarding and go on accepting, as a machine does that has gone to sleep."""

    port: int
    thawed: trio.Event = field(default_factory=trio.Event)

    def freeze(self) -> None:
        """From now on nothing is forwarded, in either direction."""
        self.thawed = trio.Event()

    def thaw(self) -> None:
        """Forward again, what has piled up first."""
        self.thawed.set()


@asynccontextmanager
async def freezing_proxy(target: int) -> AsyncGenerator[Freezer]:
    """Forwards to ``target``, a port of this machine, until it is frozen."""
    freezer = Freezer(0)
    freezer.thaw()

    async def pump(source: trio.SocketStream, sink: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while True:
                await freezer.thawed.wait()
                data = await source.receive_some()
                await freezer.thawed.wait()
                if not data:
                    return await sink.send_eof()
                await sink.send_all(data)

    async def forward(stream: trio.SocketStream) -> None:
        async with await trio.open_tcp_stream("127.0.0.1", target) as far, trio.open_nursery() as nursery:
            nursery.start_soon(pump, far, stream)
            await pump(stream, far)

    async with tcp_peer(forward) as freezer.port:
        yield freezer
