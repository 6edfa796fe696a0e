"""HTTP over one byte stream: h11 parses, a handler answers, nothing a client sends can end the server.

Knows no page and no scenario. A malformed request is answered by 400 and the connection closed, one that is too large
by 413, a handler that raises by 500; what went wrong there is told to ``on_failure``. Above: ``server``.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote

import h11
import msgspec
import trio

__all__ = [
    "MAX_BODY",
    "MAX_DIGESTED",
    "Digest",
    "Handler",
    "HttpError",
    "Request",
    "Response",
    "Writer",
    "serve_connection",
]

MAX_BODY = 64 * 2**20
"""Bytes of a request's body; a longer one is refused."""
MAX_DIGESTED = 2**30
"""Bytes of a body that is not kept."""
READ_SIZE = 64 * 1024
logger = logging.getLogger("cdpwebai.demosite")

Writer = Callable[[bytes], Awaitable[None]]


@dataclass(frozen=True)
class Digest:
    """What is told of bytes that are not kept: their number, and their hash in hex."""

    size: int
    sha256: str

    @classmethod
    def of(cls, data: bytes) -> Digest:
        return cls(len(data), hashlib.sha256(data).hexdigest())


@dataclass(frozen=True)
class Request:
    """A whole request; header names are in lower case, ``path`` is decoded and without its query.

    ``body`` is empty for a path whose bodies are only digested.
    """

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    digest: Digest = Digest.of(b"")  # noqa: RUF009 - frozen


@dataclass
class Response:
    """An answer: a ``body``, or a ``stream`` that writes one piece by piece until it returns or the client goes."""

    status: int = 200
    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict[str, str])
    stream: Callable[[Writer], Awaitable[None]] | None = None

    @classmethod
    def json(cls, value: Any, status: int = 200) -> Response:
        return cls(status, msgspec.json.encode(value), "application/json")


class HttpError(Exception):
    """A request that is answered by this status and sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


Handler = Callable[[Request], Awaitable[Response]]


async def serve_connection(
    stream: trio.abc.Stream, handler: Handler, on_failure: Callable[[str], None], digested: Collection[str] = ()
) -> None:
    """Answer the requests of one connection until it ends. Raises nothing but cancellation.

    ``digested``: paths whose bodies are hashed as they come and not kept, so that they may be long.
    """
    try:
        async with stream:
            await _Wire(stream, digested).serve(handler, on_failure)
    except* (trio.BrokenResourceError, trio.ClosedResourceError):
        pass  # the client is gone, and with it whoever would want an answer


class _Wire:
    """One connection: h11's state, and what is read from and written to the stream."""

    def __init__(self, stream: trio.abc.Stream, digested: Collection[str]) -> None:
        self.stream = stream
        self.digested = digested
        self.http = h11.Connection(h11.SERVER)

    async def serve(self, handler: Handler, on_failure: Callable[[str], None]) -> None:
        while True:
            try:
                request = await self._request()
                if request is None:
                    return
                response = await _answered(handler, request, on_failure)
            except (h11.RemoteProtocolError, HttpError, UnicodeError) as exc:
                await self._refuse(exc)
                return
            await self._respond(response, head_only=request.method == "HEAD")
            if self.http.our_state is not h11.DONE or self.http.their_state is not h11.DONE:
                return
            self.http.start_next_cycle()

    async def _event(self) -> Any:
        while True:
            event = self.http.next_event()
            if event is not h11.NEED_DATA:
                return event
            if self.http.they_are_waiting_for_100_continue:
                await self._send(h11.InformationalResponse(status_code=100, headers=[]))
            self.http.receive_data(bytes(await self.stream.receive_some(READ_SIZE)))

    async def _request(self) -> Request | None:
        event = await self._event()
        if not isinstance(event, h11.Request):
            return None
        path, _, query = event.target.decode("ascii").partition("?")
        if not path.startswith("/"):
            raise HttpError(400, "A request names a path.")
        headers = {bytes(name).decode("ascii"): bytes(value).decode("latin-1") for name, value in event.headers}
        asked = dict(parse_qsl(query, keep_blank_values=True))
        body, digest = await self._body(keep=path not in self.digested)
        return Request(event.method.decode("ascii"), unquote(path), asked, headers, body, digest)

    async def _body(self, *, keep: bool) -> tuple[bytes, Digest]:
        limit = MAX_BODY if keep else MAX_DIGESTED
        parts: list[bytes] = []
        size, seen = 0, hashlib.sha256()
        while isinstance(part := await self._event(), h11.Data):
            size += len(part.data)
            if size > limit:
                raise HttpError(413, f"A request may have {limit} bytes.")
            seen.update(part.data)
            if keep:
                parts.append(bytes(part.data))
        return b"".join(parts), Digest(size, seen.hexdigest())

    async def _send(self, event: h11.Event) -> None:
        data = self.http.send(event)
        if data:
            await self.stream.send_all(data)

    async def _refuse(self, exc: Exception) -> None:
        if self.http.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            return
        status = exc.status if isinstance(exc, HttpError) else getattr(exc, "error_status_hint", 400)
        refusal = Response(status, f"{exc}\n".encode(), headers={"Connection": "close"})
        await self._respond(refusal, head_only=False)

    async def _respond(self, response: Response, *, head_only: bool) -> None:
        headers = {"Content-Type": response.content_type, "Cache-Control": "no-store", **response.headers}
        if response.stream is None:
            headers["Content-Length"] = str(len(response.body))
        else:
            headers["Connection"] = "close"
        await self._send(h11.Response(status_code=response.status, headers=list(headers.items())))
        if response.stream is not None and not head_only:
            await self._stream(response.stream)
        elif response.body and not head_only:
            await self._send(h11.Data(data=response.body))
        await self._send(h11.EndOfMessage())

    async def _stream(self, stream: Callable[[Writer], Awaitable[None]]) -> None:
        """Write until the stream ends, or until the client does: a page that is gone must not be waited for."""
        async with trio.open_nursery() as nursery:

            async def _watch() -> None:
                while await self.stream.receive_some(READ_SIZE):
                    pass
                nursery.cancel_scope.cancel()

            async def _write(data: bytes) -> None:
                await self._send(h11.Data(data=data))

            nursery.start_soon(_watch)
            await stream(_write)
            nursery.cancel_scope.cancel()


async def _answered(handler: Handler, request: Request, on_failure: Callable[[str], None]) -> Response:
    try:
        return await handler(request)
    except HttpError as exc:
        return Response(exc.status, f"{exc.message}\n".encode())
    except Exception as exc:  # the last resort of a server: the other pages must live on, and the log tells
        logger.exception("%s %s", request.method, request.path)
        on_failure(f"{request.method} {request.path}: {exc!r}")
        return Response(500, b"The demo site failed; its log says how.\n")
