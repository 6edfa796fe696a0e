"""What a trace is: a header line, a line for each message, a closing line. JSON lines, one object each.

Row 2, pure: bytes in, structs out. Files and gzip are ``files``, what must not be written down is ``redact``, what a
trace means to a client is ``player``.

::

    {"format":1,"created":"2026-11-30T09:00:00Z","chromium":"Chromium/156.0","scenario":"short.json",...}
    {"t":0.0012,"d":">","m":{"id":1,"method":"Target.getTargets","params":{}}}
    {"t":0.0031,"d":"<","m":{"id":1,"result":{"targetInfos":[]}}}
    {"t":0.0040,"d":"end","why":"closed by us","by":"client","code":null,"waiting":[]}

``t`` is seconds since the start, on a clock that only goes forward; ``s`` the session, left out for the browser itself.
A message that is no JSON object, or one that strict decoders refuse, stands as Base64 in ``b`` instead of ``m``. A
trace without its closing line was cut: a crash, a full disk, a copy that broke off.
"""

from __future__ import annotations

import base64
import binascii
import math
from typing import Literal

import msgspec

from cdpwebai.errors import TraceError

__all__ = [
    "FIRST_ROW",
    "FORMAT",
    "Closing",
    "GivenFile",
    "Header",
    "Row",
    "Trace",
    "encode_line",
    "parse_trace",
    "row_of",
]

FORMAT = 1
"""The format that this version writes, and the newest that it reads."""

FIRST_ROW = 2
"""The line of the first row: the header is line 1."""

Direction = Literal[">", "<"]

NOTHING = msgspec.Raw(b"")


class GivenFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was given to the command: its bare name, its size in bytes, its time in nanoseconds."""

    name: str
    size: int
    modified: int


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """Where a trace comes from. Members that are not known are empty.

    ``chromium``: the browser's own word for its version. ``readers``: the hash of the reader library, by which a stale
    recording is recognised. ``command`` and ``site``: what was run, and the address of the site it ran against, so that
    the same can be run again on the replay. ``files``: those that the command attaches, in their order.
    """

    format: int = FORMAT
    created: str = ""
    chromium: str = ""
    scenario: str = ""
    readers: str = ""
    site: str = ""
    command: tuple[str, ...] = ()
    files: tuple[GivenFile, ...] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One message: when, ``>`` to the browser or ``<`` from it, on which session ("" is the browser itself), and what.

    Exactly one of ``m`` (a JSON object) and ``b`` (Base64 of any other message) is there.
    """

    t: float
    d: Direction
    s: str = ""
    m: msgspec.Raw = NOTHING
    b: str | None = None

    @property
    def message(self) -> bytes:
        """The message as it crosses the transport."""
        return bytes(self.m) if self.b is None else base64.b64decode(self.b)


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """The last line. ``by``: who ended it; ``code``: WebSocket's close code; ``waiting``: ids without an answer."""

    t: float
    d: Literal["end"] = "end"
    why: str = ""
    by: Literal["client", "browser"] = "client"
    code: int | None = None
    waiting: tuple[int, ...] = ()


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """A whole trace. The first row stands in line FIRST_ROW of its file. ``closing`` is None when it was cut."""

    name: str
    header: Header
    rows: tuple[Row, ...]
    closing: Closing | None


class _Kind(msgspec.Struct):
    d: str = ""


class _Version(msgspec.Struct):
    format: int


_encoder = msgspec.json.Encoder()
_kind = msgspec.json.Decoder(_Kind)
_row = msgspec.json.Decoder(Row)
_raw = msgspec.json.Decoder(msgspec.Raw)
_closing = msgspec.json.Decoder(Closing)


def encode_line(line: Header | Row | Closing) -> bytes:
    """One line with its newline."""
    return _encoder.encode(line) + b"\n"


def row_of(t: float, direction: Direction, session: str, message: bytes) -> Row:
    """The row for one message at ``t`` seconds, kept to the microsecond."""
    t = round(t, 6)
    try:
        if message[:1] == b"{" and b"\n" not in message:
            return Row(t=t, d=direction, s=session, m=_raw.decode(message))
    except (msgspec.DecodeError, RecursionError):
        pass  # no JSON, or with half of a surrogate pair in it, which our own decoder would refuse to read back
    return Row(t=t, d=direction, s=session, b=base64.b64encode(message).decode())


def parse_trace(data: bytes, *, name: str = "the trace", cut_ok: bool = False) -> Trace:
    """Read a trace. Raises TraceError, which names the line and what to do, for anything that is not a whole one.

    ``cut_ok``: take a trace without its closing line, and without its last line if that one is torn.
    """
    lines = data.removesuffix(b"\n").split(b"\n")
    header = _parse_header(lines[0], name)
    rows: list[Row] = []
    for number, line in enumerate(lines[1:], start=FIRST_ROW):
        torn = cut_ok and number == len(lines) and not data.endswith(b"\n")
        parsed = _parse_line(line, number, name, torn=torn)
        if isinstance(parsed, Closing):
            _refuse_more(lines[number:], number, name)
            _refuse_backwards(rows, parsed, number, name)
            return Trace(name=name, header=header, rows=tuple(rows), closing=parsed)
        if parsed is not None:
            _refuse_backwards(rows, parsed, number, name)
            rows.append(parsed)
    if not cut_ok:
        raise TraceError(
            f"{name} ends after line {len(lines)} without its closing line: the recording was cut off. "
            "Record it again; `cdpwebai trace show` still shows what is there"
        )
    return Trace(name=name, header=header, rows=tuple(rows), closing=None)


def _parse_header(line: bytes, name: str) -> Header:
    try:
        version = msgspec.json.decode(line, type=_Version).format
    except (msgspec.DecodeError, RecursionError):
        raise TraceError(f"{name} is no trace: its first line is not a trace's header") from None
    if version > FORMAT:
        raise TraceError(
            f"{name} is in trace format {version} and this version reads up to {FORMAT}: upgrade cdpwebai to replay it"
        )
    if version < 1:
        raise TraceError(f"{name} is no trace: its header says format {version}")
    try:
        return msgspec.json.decode(line, type=Header)
    except msgspec.DecodeError as error:
        raise TraceError(f"{name} has a damaged header: {error}") from None


def _parse_line(line: bytes, number: int, name: str, *, torn: bool) -> Row | Closing | None:
    try:
        if _kind.decode(line).d == "end":
            return _closing.decode(line)
        row = _row.decode(line)
        _check_row(row)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        if torn:
            return None
        raise TraceError(
            f"{name} is damaged in line {number} ({error}): take an undamaged copy, or record it again"
        ) from None
    return row


def _check_row(row: Row) -> None:
    """Raise ValueError for a row that decodes and is none all the same."""
    if row.b is None and bytes(row.m)[:1] != b"{":
        raise ValueError("the message is no JSON object")
    if row.b is not None:
        try:
            base64.b64decode(row.b, validate=True)
        except binascii.Error:
            raise ValueError("the message is no Base64") from None


def _refuse_backwards(rows: list[Row], line: Row | Closing, number: int, name: str) -> None:
    last = rows[-1].t if rows else 0.0
    if not math.isfinite(line.t) or line.t < last:
        raise TraceError(
            f"{name} is damaged in line {number} (its time goes back from {last:g} to {line.t:g}): record it again"
        )


def _refuse_more(more: list[bytes], number: int, name: str) -> None:
    if more:
        raise TraceError(f"{name} goes on after its closing line {number}: it is two traces in one file; separate them")
