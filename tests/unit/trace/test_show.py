"""A trace to read: one line a message."""

from __future__ import annotations

from cdpwebai.trace.format import Closing, Header, Row, Trace
from cdpwebai.trace.show import show_trace
from tests.unit.trace.scores import TAB, command, event, heard, reply, said


def test_every_message_is_an_arrow_line() -> None:
    rows = (
        said(0.001, command(1, "Target.getTargets")),
        heard(0.003, reply(1, targetInfos=[])),
        said(1.5, command(2, "Page.navigate", TAB, url="http://x/" + "y" * 200)),
        heard(1.6, event("Page.frameNavigated", TAB, frame={"id": "F"})),
        heard(1.7, {"id": 2, "error": {"code": -32000, "message": "no"}, "sessionId": TAB}),
        heard(1.7, {"error": {"code": -32700, "message": "JSON"}}),
        Row(t=1.8, d="<", b="//4="),
    )
    header = Header(
        created="2026-11-30T09:00:00+00:00", chromium="Chrome/156", scenario="hello", command=("query", "-x")
    )
    closing = Closing(t=12.5, why="it went away", by="browser", code=1006, waiting=(2, 3))
    assert list(show_trace(Trace(name="a", header=header, rows=rows, closing=closing), width=40)) == [
        "# 2026-11-30T09:00:00+00:00 | Chrome/156 | hello | query -x",
        "    0.001  => 1 Target.getTargets {}",
        '    0.003  <= 1 {"targetInfos":[]}',
        '    1.500  => 2 Page.navigate {"url":"http://x/yyyyyyyyyyyyyyyyyyyy... @AAAAAAAA',
        '    1.600  <- Page.frameNavigated {"frame":{"id":"F"}} @AAAAAAAA',
        '    1.700  <! 2 {"code":-32000,"message":"no"} @AAAAAAAA',
        '    1.700  <! - {"code":-32700,"message":"JSON"}',
        "    1.800  <? b'\\xff\\xfe'",
        "# 12.500 s: it went away (browser, code 1006); without a reply: 2, 3",
    ]


def test_a_cut_trace_says_so_at_its_end() -> None:
    lines = list(show_trace(Trace(name="a", header=Header(), rows=(), closing=None)))
    assert lines[-1] == "# cut off: the recording ended without its closing line"
