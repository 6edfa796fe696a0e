"""The server on standard input and output, which carry the protocol and nothing else.

Row 9. While it runs whatever else is written to standard output goes to standard error: the SDK moves the descriptor.
Two things are done here that the SDK (mcp 2.3) does not: reading ends at once when we are told to end, and a line that
is no message gets an answer, as its sender would wait for one for ever.
"""

from __future__ import annotations

import json
import logging
import sys
from contextlib import redirect_stdout, suppress
from typing import Any, TextIO

import anyio
import trio
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from cdpwebai.api.browsers import Where
from cdpwebai.cdp.background import background_tasks
from cdpwebai.mcp.server import make_server

__all__ = ["refusal", "serve_stdio"]

log = logging.getLogger("cdpwebai.mcp")

Item = SessionMessage | Exception


class _Lines(anyio.AsyncFile[str]):
    """Lines of standard input. Reading one is given up when the server is told to end; the SDK's own waits for it."""

    async def readline(self) -> str:
        return await trio.to_thread.run_sync(self.wrapped.readline, abandon_on_cancel=True)


def _standard_input() -> TextIO:
    """A reader of our own, never closed: a thread that was given up holds its lock, and that of ``sys.stdin`` would
    stop the interpreter's end."""
    return open(0, encoding="utf-8", errors="replace", closefd=False)


async def serve_stdio(where: Where) -> None:
    """Serve one client until it closes our standard input, or goes away. ``where`` as for ``make_server``."""
    try:
        await _serve(make_server(where))
    except* BrokenPipeError:
        log.debug("the client has closed our standard output")


async def _serve(server: Server[Any]) -> None:
    sender, messages = anyio.create_memory_object_stream[Item]()
    async with stdio_server(stdin=_Lines(_standard_input())) as (reading, writing), background_tasks() as nursery:

        async def understand() -> None:
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # the server has ended meanwhile
                async with reading, sender:
                    async for item in reading:
                        if isinstance(item, SessionMessage):
                            await sender.send(item)
                        elif (answer := refusal(item)) is not None:
                            await writing.send(SessionMessage(answer))

        nursery.start_soon(understand)
        with redirect_stdout(sys.stderr):  # what it buffers would else be written behind the last message
            await server.run(messages, writing, server.create_initialization_options())


def refusal(error: Exception) -> types.JSONRPCError | None:
    """The answer to a line that is no message; None to an empty one.

    Half of a surrogate pair, written as an escape, is JSON to many senders, and is refused by the SDK's decoder.
    """
    line = _unread(error)
    if line is None:
        return _error(None, types.INVALID_REQUEST, "this is no message of JSON-RPC 2.0")
    if not line.strip():
        return None
    try:
        sent = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, types.PARSE_ERROR, "this is no JSON")
    return _error(sent, types.PARSE_ERROR, "this cannot be read as text: it may hold half of a surrogate pair")


def _unread(error: Exception) -> str | None:
    """The line that could not be decoded as JSON; None where it is JSON and no message."""
    known = error.errors() if isinstance(error, ValidationError) else []
    return next((str(one["input"]) for one in known if one["type"] == "json_invalid"), None)


def _error(sent: Any, code: int, why: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=_number(sent), error=types.ErrorData(code=code, message=why))


def _number(sent: Any) -> int | str | None:
    """The number of a request, where it can be told."""
    match sent:
        case {"id": int() as number}:
            return number
        case {"id": str() as number} if number.isascii():
            return number
        case _:
            return None
