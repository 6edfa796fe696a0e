"""A trace to read: one arrow line a message.

Row 2, pure. For the eyes of whoever asks what happened; nothing parses these lines.

::

      0.001  => 1 Target.getTargets {}
      0.003  <= 1 {"targetInfos":[]}
      0.010  <- Page.frameNavigated {"frame":{"id":"A1...
"""

from __future__ import annotations

from collections.abc import Iterator

from cdpwebai.trace.format import Closing, Row, Trace
from cdpwebai.trace.looks import named
from cdpwebai.trace.shapes import Json, decode_object, encode_json

__all__ = ["show_row", "show_trace"]

WIDTH = 120
"""Characters of a body, unless told otherwise."""


def show_trace(trace: Trace, width: int = WIDTH) -> Iterator[str]:
    """The header in a line, a line for each message, and how it ended. ``width`` bounds each body, in characters."""
    header = trace.header
    told = [header.created, header.chromium, header.scenario, " ".join(header.command)]
    yield f"# {' | '.join(part for part in told if part)}"
    yield from (show_row(row, width) for row in trace.rows)
    yield _show_end(trace.closing)


def show_row(row: Row, width: int = WIDTH) -> str:
    """One message in a line: ``=>`` a command, ``<=`` its reply, ``<!`` an error, ``<-`` an event, ``<?`` no JSON."""
    body = decode_object(row.message)
    what = _arrow(row, body, width) if body is not None else f"{row.d}? {_cut(repr(row.message), width)}"
    session = f" @{row.s[:8]}" if row.s else ""
    return f"{row.t:9.3f}  {what}{session}"


def _arrow(row: Row, body: Json, width: int) -> str:
    if row.d == ">":
        return f"=> {body.get('id')} {named(body, width)}"
    if "method" in body:
        return f"<- {named(body, width)}"
    arrow, member = ("<!", "error") if "error" in body else ("<=", "result")
    result = body.get(member)
    return f"{arrow} {body.get('id', '-')} {_cut(encode_json({member: result}).decode()[len(member) + 4 : -1], width)}"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _show_end(closing: Closing | None) -> str:
    if closing is None:
        return "# cut off: the recording ended without its closing line"
    code = "" if closing.code is None else f", code {closing.code}"
    waiting = f"; without a reply: {', '.join(map(str, closing.waiting))}" if closing.waiting else ""
    return f"# {closing.t:.3f} s: {closing.why} ({closing.by}{code}){waiting}"
