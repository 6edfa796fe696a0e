"""The floor over WebSocket: a socket, its frames, a blocking loop."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from benchmarks.clients.blocking import BlockingClient, flood
from benchmarks.measure import Client, Job, run_blocking

__all__ = ["connect"]

_TEXT = 0x81  # a final text frame (RFC 6455, section 5.2); Chromium sends no other kind here
_CHUNK = 256 * 1024


class SocketClient(BlockingClient):
    """Frames with a zero mask key, so that masking costs nothing."""

    def __init__(self, url: str) -> None:
        super().__init__()
        parts = urlsplit(url)
        self._socket = socket.create_connection((parts.hostname or "", parts.port or 0))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = bytearray()
        self._shake_hands(parts.netloc, parts.path)

    def _shake_hands(self, host: str, path: str) -> None:
        self._socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self._buffer:
            self._buffer += self._socket.recv(_CHUNK)
        head, _, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        assert b" 101 " in head, head
        self._buffer = bytearray(rest)

    def send(self, messages: list[bytes]) -> None:
        self._socket.sendall(b"".join([_header(len(message)) + message for message in messages]))

    def receive(self) -> list[bytes]:
        while not (messages := self._take()):
            self._buffer += self._socket.recv(_CHUNK)
        return messages

    def _take(self) -> list[bytes]:
        """The whole messages at the front of the buffer, removed from it."""
        buffer, start, messages = self._buffer, 0, list[bytes]()
        while len(buffer) - start >= 2:
            assert buffer[start] == _TEXT, buffer[start]
            extended = {126: 2, 127: 8}.get(buffer[start + 1], 0)
            body = start + 2 + extended
            size = int.from_bytes(buffer[start + 2 : body]) if extended else buffer[start + 1]
            if len(buffer) < body + size:
                break
            messages.append(bytes(buffer[body : body + size]))
            start = body + size
        del buffer[:start]
        return messages

    def close(self) -> None:
        self._socket.close()


def _header(size: int) -> bytes:
    zero_key = bytes(4)
    if size < 126:
        return bytes((_TEXT, 0x80 | size)) + zero_key
    if size < 1 << 16:
        return bytes((_TEXT, 0xFE)) + size.to_bytes(2) + zero_key
    return bytes((_TEXT, 0xFF)) + size.to_bytes(8) + zero_key


@asynccontextmanager
async def connect(job: Job) -> AsyncGenerator[Client]:
    client = SocketClient(job.browser_ws)
    client.attach(job.target_id)
    yield client
    client.close()


if __name__ == "__main__":
    run_blocking(connect, flood)
