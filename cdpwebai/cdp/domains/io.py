"""The IO domain: streams that the browser holds for us, such as a long answer to another command."""

from __future__ import annotations

from cdpwebai.cdp.command import Command, Empty, Wire

__all__ = ["Close", "Read", "ReadResult"]


class ReadResult(Wire):
    data: str
    eof: bool
    base64_encoded: bool = False


class Read(Command[ReadResult]):
    """``offset`` and ``size`` in bytes; without an offset, on from where the last read ended."""

    method = "IO.read"
    handle: str
    offset: int | None = None
    size: int | None = None


class Close(Command[Empty]):
    method = "IO.close"
    handle: str
