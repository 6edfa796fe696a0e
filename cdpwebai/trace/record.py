"""A transport that writes down what crosses another one, redacted, as a trace.

Row 2. It changes nothing of what crosses, and loses nothing that was received: each batch is in the file before the
client sees it. What may not be written is ``redact``, how it is written ``format`` and ``files``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec
import trio

from cdpwebai.trace.files import TraceFile
from cdpwebai.trace.format import Closing, Direction, Header, Row, encode_line, row_of
from cdpwebai.trace.looks import name_scripts
from cdpwebai.trace.redact import Redactor
from cdpwebai.trace.secret_text import is_secret_name
from cdpwebai.trace.shapes import Json, decode_object, encode_json
from cdpwebai.transport.base import Transport, TransportClosed

__all__ = ["RecordingTransport", "recorded"]

log = logging.getLogger("cdpwebai.trace")


def recorded(transport: Transport, path: str | Path, header: Header | None = None) -> RecordingTransport:
    """Write a trace of all that crosses ``transport`` to ``path`` (0600; compressed when it ends in ``.gz``).

    Use the returned transport in its place. Raises InputError when the file exists or cannot be made.
    """
    return RecordingTransport(transport, TraceFile(path), header or Header())


class RecordingTransport:
    """Passes everything on to ``inner`` and keeps a redacted copy. Made by ``recorded``, inside trio.

    A disk that fails ends the trace, not the flow: ``failure`` then says why, and the file shows as cut off.
    """

    def __init__(self, inner: Transport, file: TraceFile, header: Header) -> None:
        self.failure: OSError | None = None
        self._inner = inner
        self._file = file
        self._redactor = Redactor()
        self._start = trio.current_time()
        self._waiting: dict[int, None] = {}
        self._ended = False
        self._write(encode_line(_redacted(header, self._redactor)))

    def __repr__(self) -> str:
        return f"<RecordingTransport to {self._file.path}: {self.failure or self._inner!r}>"

    async def send(self, messages: Sequence[bytes]) -> None:
        """Write down, then pass on: what may have reached the browser is never missing. Raises as ``inner`` does."""
        self._note(">", messages)
        await self._inner.send(messages)

    async def receive(self) -> Sequence[bytes]:
        """Wait for messages, write them down, return them. Raises as ``inner`` does."""
        try:
            messages = await self._inner.receive()
        except TransportClosed as closed:
            self._end("browser", closed.reason, closed.code)
            raise
        self._note("<", messages)
        return messages

    async def aclose(self) -> None:
        """Finish the trace, then close ``inner``."""
        self._end("client", "closed by us", None)
        await self._inner.aclose()

    def _note(self, direction: Direction, messages: Sequence[bytes]) -> None:
        if not self._ended:
            now = trio.current_time() - self._start
            self._write(b"".join(encode_line(self._row(now, direction, message)) for message in messages))

    def _row(self, now: float, direction: Direction, message: bytes) -> Row:
        body = decode_object(message)
        if body is None:
            return row_of(now, direction, "", self._redactor.other(message))
        self._follow(direction, body)
        session = body.get("sessionId", "")
        hidden = self._redactor.message(name_scripts(body))
        return row_of(now, direction, session if isinstance(session, str) else "", encode_json(hidden))

    def _follow(self, direction: Direction, body: Json) -> None:
        """Keep the list of commands without a reply, for the closing line."""
        number = body.get("id")
        if isinstance(number, int):
            if direction == ">":
                self._waiting[number] = None
            else:
                self._waiting.pop(number, None)

    def _end(self, by: Literal["client", "browser"], why: str, code: int | None) -> None:
        if self._ended:
            return
        self._ended = True
        now = round(trio.current_time() - self._start, 6)
        why = self._redactor.text(why)
        self._write(encode_line(Closing(t=now, why=why, by=by, code=code, waiting=tuple(self._waiting))))
        self._guarded(self._file.close)

    def _write(self, lines: bytes) -> None:
        if self.failure is None:
            self._guarded(lambda: self._file.write(lines))

    def _guarded(self, step: Callable[[], None]) -> None:
        try:
            step()
        except OSError as error:
            self.failure = error
            log.warning("the trace %s ends here, the disk refused it: %s", self._file.path, error.strerror)


def _redacted(header: Header, redactor: Redactor) -> Header:
    """The header with the time, and without what it may not tell."""
    return msgspec.structs.replace(
        header,
        created=header.created or datetime.now(UTC).isoformat(timespec="seconds"),
        site=redactor.text(header.site),
        command=tuple(_arguments(header.command, redactor)),
    )


def _arguments(command: Sequence[str], redactor: Redactor) -> list[str]:
    """A command line: what follows an option with a secret name is secret."""
    hidden: list[str] = []
    for before, argument in zip(("", *command), command, strict=False):
        named = before.startswith("-") and is_secret_name(before)
        hidden.append(redactor.secret(argument) if named else redactor.text(argument))
    return hidden
