"""The WebSocket to a browser: the frames by websockets' Sans-I/O layer, the bytes by trio.

Row 2. One task sends, one receives, and a third, started here, writes what neither of them may wait for. Three rules
shape it:

* Whole frames or none. All writing is done under one lock. A write that is cancelled half way ends the connection at
  once: after half a frame, every later byte would be read as part of it.
* ``receive`` never writes. A peer that does not read while it waits for us to read would stop us both. A pong, or the
  answer to a close frame, is queued, and the keeper writes it when its turn comes.
* A silent peer is asked. A half-open socket looks healthy for ever, so after ``keepalive`` seconds without a byte the
  keeper sends a ping, and after as many more the connection is over. Traffic costs nothing: it only leaves a mark.

The keeper is a system task of trio's because ``connect_websocket`` hands out an object that belongs to no block; it
ends with ``aclose``, with the connection, or with the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

import trio
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from cdpwebai.errors import InputError, Unreachable
from cdpwebai.transport.address import merge_headers, parse_address
from cdpwebai.transport.base import TransportClosed
from cdpwebai.transport.descriptor import SMALL, size_after
from cdpwebai.transport.dial import Line, open_line
from cdpwebai.transport.handshake import feed, open_websocket

__all__ = ["CLOSE_SECONDS", "WebSocketTransport", "connect_websocket"]

WRITE_SIZE = 1024 * 1024  # a piece of a large write; each that the peer takes is a sign of life
LOOKS = 4  # for signs of life within the keepalive time: if this process itself stood still, that is one look, not all
CLOSE_SECONDS = 1.0  # for the closing handshake, in which nothing of value is said

NORMAL, ABNORMAL = 1000, 1006
TEXT, PING = Opcode.TEXT, Opcode.PING
DATA = {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}


async def connect_websocket(
    url: str, *, headers: Mapping[str, str] | None = None, timeout: float = 30, keepalive: float | None = 20
) -> WebSocketTransport:
    """Connect to ``ws://…`` or ``wss://…`` within ``timeout`` seconds.

    No compression, no Origin header, no proxy for loopback; for other hosts HTTPS_PROXY or HTTP_PROXY, by CONNECT.
    ``keepalive``: after so many seconds of silence the peer is pinged, after twice as many it is given up; None: never.
    Raises InputError for an address or header that does not parse, and Unreachable when no browser answers.
    """
    address = parse_address(url)
    if address.scheme not in {"ws", "wss"}:
        raise InputError(f"{address} is no WebSocket address; ws:// or wss:// is needed here.")
    request = merge_headers(address.headers, headers)
    with trio.move_on_after(timeout):
        line = await open_line(address)
        try:
            return WebSocketTransport(await open_websocket(address, line, request), line, keepalive=keepalive)
        except BaseException:
            line.close()
            raise
    raise Unreachable(
        f"{address} did not complete the connection within {timeout:g} s. If the browser asks whether to allow remote "
        "debugging, allow it and connect again; else it hangs, or the port is not its own."
    )


class WebSocketTransport:
    """An open connection. Made by ``connect_websocket``."""

    def __init__(self, protocol: ClientProtocol, line: Line, *, keepalive: float | None) -> None:
        self._protocol = protocol
        self._line = line
        self._end: TransportClosed | None = None  # why nothing goes any more, in either direction
        self._peer_done = False  # nothing that it may still say counts
        self._alive = True  # a byte has moved since the keeper last looked
        self._reading = trio.Lock()
        self._writing = trio.Lock()
        self._control = trio.Event()  # a control frame waits to be written
        self._fragments: list[bytes | bytearray | memoryview] = []
        self._early = self._messages()
        self._size = SMALL  # of the next read
        self._keeping = trio.CancelScope()
        trio.lowlevel.spawn_system_task(self._keep, keepalive, name=f"keeper of {line.address}")

    def __repr__(self) -> str:
        return f"<WebSocketTransport {self._line.address}: {self._end or 'open'}>"

    async def send(self, messages: Sequence[bytes]) -> None:
        """Write all of them, in one write. Raises TransportClosed."""
        await _acquire(self._writing)
        try:
            await trio.lowlevel.checkpoint_if_cancelled()  # from here on, being cancelled cuts the stream
            if self._end is not None:
                raise self._closed()
            for message in messages:
                self._protocol.send_text(message)
            await self._drain()
        finally:
            self._writing.release()

    async def receive(self) -> Sequence[bytes]:
        """Read until a message is whole; return all that are. Raises TransportClosed."""
        if self._early:
            await trio.lowlevel.checkpoint()
            messages, self._early = self._early, []
            return messages
        while self._end is None:
            if messages := await self._read():
                return messages
        raise self._closed()

    async def aclose(self) -> None:
        """Say goodbye, wait for the answer for a second at the most, and close."""
        if self._end is None:
            self._end = TransportClosed("closed on this side", NORMAL)
            self._protocol.send_close(NORMAL)
        with trio.move_on_after(CLOSE_SECONDS, shield=True), suppress(TransportClosed):
            await self._flush()
            while not self._peer_done:
                await self._read()
        self._hang_up()

    async def _read(self) -> list[bytes]:
        """The whole messages of one read: none when it held none, or when the stream has ended."""
        await _acquire(self._reading)
        try:
            if self._peer_done:
                return []
            data = await self._line.receive_some(self._size)
        except trio.BrokenResourceError:
            data = b""
        except trio.ClosedResourceError:
            raise self._closed() from None
        finally:
            self._reading.release()
        self._alive = True
        self._size = size_after(self._size, len(data))
        feed(self._protocol, data)
        return self._messages()

    def _messages(self) -> list[bytes]:
        messages: list[bytes] = []
        for event in self._protocol.events_received():
            if not isinstance(event, Frame):
                continue
            if event.opcode is TEXT and event.fin:
                messages.append(bytes(event.data))
            elif event.opcode in DATA:
                self._fragments.append(event.data)
                if event.fin:
                    messages.append(b"".join(self._fragments))
                    self._fragments.clear()
            elif event.opcode is PING:
                self._control.set()
        if self._protocol.state is not State.OPEN:
            self._note_end()
        return messages

    def _note_end(self) -> None:
        if self._end is None:
            self._end = _ending(self._protocol)
        self._peer_done = self._protocol.close_rcvd is not None or self._protocol.parser_exc is not None
        self._control.set()

    async def _drain(self) -> None:
        """Write what is queued. Only under the lock for writing."""
        data = b"".join(self._protocol.data_to_send())
        try:
            await self._write(data)
        except trio.BrokenResourceError:
            # not the end for the reader yet: what the peer said before it went is still to be read
            raise TransportClosed("the connection is broken", ABNORMAL) from None
        except trio.ClosedResourceError:
            raise self._closed() from None
        except BaseException:
            self._break_off("a send was cancelled half way, so the stream is cut")
            raise

    async def _write(self, data: bytes) -> None:
        if len(data) <= WRITE_SIZE:
            await self._line.send_all(data)
            return
        view = memoryview(data)
        for start in range(0, len(data), WRITE_SIZE):
            await self._line.send_all(view[start : start + WRITE_SIZE])
            self._alive = True

    async def _flush(self) -> None:
        """Write what is queued, if the stream still takes it; that it does not is for the reader to find."""
        with suppress(TransportClosed):
            async with self._writing:
                await self._drain()

    async def _keep(self, keepalive: float | None) -> None:
        with self._keeping:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write_control)
                if keepalive is not None:
                    nursery.start_soon(self._watch, keepalive)

    async def _write_control(self) -> None:
        while True:
            await self._control.wait()
            self._control = trio.Event()
            await self._flush()

    async def _watch(self, keepalive: float) -> None:
        silent = 0
        while self._end is None:
            # when nobody listens, silence means nothing
            silent = 0 if self._alive or not self._reading.locked() else silent + 1
            self._alive = False
            if silent == LOOKS:
                self._protocol.send_ping(b"")
                self._control.set()
            elif silent == 2 * LOOKS:
                self._break_off(f"no sign of life for {2 * keepalive:g} s, not even to a ping")
            await trio.sleep(keepalive / LOOKS)

    def _break_off(self, why: str) -> None:
        if self._end is None:
            self._end = TransportClosed(why, ABNORMAL)
        self._hang_up()

    def _hang_up(self) -> None:
        self._peer_done = True
        self._keeping.cancel()
        self._line.close()

    def _closed(self) -> TransportClosed:
        """A fresh copy, because several tasks may raise it."""
        assert self._end is not None
        return TransportClosed(self._end.reason, self._end.code)


async def _acquire(lock: trio.Lock) -> None:
    """Like ``lock.acquire()``, without its checkpoint when the lock is free."""
    if lock.locked():
        await lock.acquire()
    else:
        lock.acquire_nowait()


def _ending(protocol: ClientProtocol) -> TransportClosed:
    if protocol.close_rcvd is not None:
        code, reason = protocol.close_rcvd.code, protocol.close_rcvd.reason
        return TransportClosed(f"the browser closed the connection ({code}{f': {reason}' if reason else ''})", code)
    if protocol.close_sent is not None:
        why = f"this side cannot read what the browser sent: {protocol.parser_exc}"
        return TransportClosed(why, protocol.close_sent.code)
    return TransportClosed("the connection ended without a close frame", ABNORMAL)
