"""As much HTTP/1.1 as finding a browser takes: one request without a body, one small reply.

Row 2. The parsing is pure and takes any prefix of a reply; only ``read_head`` and ``read_reply`` touch a stream. It is
no HTTP client: one reply a connection, at most LIMIT bytes, no redirects, no compression.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

import trio

__all__ = [
    "LIMIT",
    "Head",
    "NotHttp",
    "Reply",
    "format_request",
    "parse_head",
    "parse_reply",
    "read_head",
    "read_reply",
]

LIMIT = 1024 * 1024
"""The largest reply that is read, in bytes. A real /json/version has about 500."""

STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])(?: .*)?")
PREFIX = b"HTTP/1."


class NotHttp(Exception):
    """What came is no HTTP reply, or one that is cut or too large. The text completes "it …"."""


class Head(NamedTuple):
    """Status, headers by lower-case name, and where in the bytes the body starts."""

    status: int
    headers: dict[str, str]
    end: int


class Reply(NamedTuple):
    """Status and the whole body."""

    status: int
    body: bytes


def format_request(method: str, target: str, headers: Mapping[str, str]) -> bytes:
    """A request without a body. The headers must have been checked."""
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode("latin-1")


def parse_head(data: bytes) -> Head | None:
    """The head of a reply, None while it is not all there. Raises NotHttp as soon as it cannot become one."""
    if not data.startswith(PREFIX[: len(data)]):
        raise NotHttp("does not speak HTTP")
    head, separator, _ = data.partition(b"\r\n\r\n")
    if not separator:
        return None
    status, *lines = head.split(b"\r\n")
    match = STATUS_LINE.fullmatch(status)
    if match is None:
        raise NotHttp("does not speak HTTP")
    pairs = (line.decode("latin-1").partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    return Head(int(match[1]), headers, len(head) + len(separator))


def parse_reply(data: bytes, ended: bool) -> Reply | None:
    """A whole reply, None while it is not all there; ``ended`` says that nothing more comes. Raises NotHttp."""
    head = parse_head(data)
    body = None if head is None else _body(head, data[head.end :], ended)
    if head is None or body is None:
        if ended:
            raise NotHttp("ended its reply in the middle" if data else "closed the connection without a reply")
        return None
    return Reply(head.status, body)


def _body(head: Head, rest: bytes, ended: bool) -> bytes | None:
    if head.headers.get("transfer-encoding", "").lower() == "chunked":
        return _chunks(rest)
    length = head.headers.get("content-length")
    if length is None:
        return rest if ended else None
    if not length.isdecimal() or int(length) > LIMIT:
        raise NotHttp(f"has a reply longer than {LIMIT:,} bytes")
    return rest[: int(length)] if len(rest) >= int(length) else None


def _chunks(rest: bytes) -> bytes | None:
    body = b""
    while True:
        line, separator, rest = rest.partition(b"\r\n")
        if not separator:
            return None
        size = line.partition(b";")[0].strip()
        if not re.fullmatch(rb"[0-9a-fA-F]{1,8}", size):
            raise NotHttp("has a reply with broken chunks")
        if int(size, 16) == 0:
            return body
        body += rest[: int(size, 16)]
        rest = rest[int(size, 16) + 2 :]


async def read_head(stream: trio.abc.ReceiveStream) -> Head:
    """Read the head of a reply and drop what comes with it. Raises NotHttp, and what the stream raises."""
    data = b""
    while (head := parse_head(data)) is None:
        piece = await stream.receive_some()
        if not piece:
            raise NotHttp("closed the connection without a reply")
        data = _joined(data, piece)
    return head


async def read_reply(stream: trio.abc.ReceiveStream) -> Reply:
    """Read one whole reply. Raises NotHttp, and what the stream raises."""
    data, ended = b"", False
    while (reply := parse_reply(data, ended)) is None:
        piece = await stream.receive_some()
        data, ended = _joined(data, piece), not piece
    return reply


def _joined(data: bytes, piece: bytes | bytearray) -> bytes:
    if len(data) + len(piece) > LIMIT:
        raise NotHttp(f"has a reply longer than {LIMIT:,} bytes")
    return data + piece
