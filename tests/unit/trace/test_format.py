"""A trace's lines: what is written is read back, and nothing else is ever taken for a trace."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.errors import TraceError
from cdpwebai.trace.format import FORMAT, Closing, Header, Row, encode_line, parse_trace, row_of
from cdpwebai.trace.score import compile_trace

HEADER = encode_line(Header(chromium="Chromium/156"))
ROW = encode_line(row_of(0.5, ">", "", b'{"id":1,"method":"A.b"}'))
END = encode_line(Closing(t=1.0, waiting=(1,)))

messages = st.one_of(
    st.binary(),
    st.recursive(st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(), lambda one: st.lists(one)).map(
        lambda value: msgspec.json.encode({"id": 1, "result": {"value": value}})
    ),
)


@given(st.lists(st.tuples(st.sampled_from(["<", ">"]), st.text(max_size=5), messages)))
def test_every_message_is_read_back_byte_for_byte(crossed: list[tuple[str, str, bytes]]) -> None:
    rows = [row_of(float(i), direction, session, body) for i, (direction, session, body) in enumerate(crossed)]  # type: ignore[arg-type]
    data = b"".join([HEADER, *map(encode_line, rows), encode_line(Closing(t=1e6))])
    read = parse_trace(data)
    assert [(row.d, row.s, row.message) for row in read.rows] == crossed
    assert read.closing == Closing(t=1e6)


@given(st.binary() | st.lists(st.sampled_from([HEADER, ROW, END, b"{}\n", b'{"d":"<"}\n', b"\xff\n"])).map(b"".join))
def test_any_bytes_are_a_trace_or_a_trace_error(data: bytes) -> None:
    with suppress(TraceError):
        assert compile_trace(parse_trace(data)).name == "the trace"


@given(st.integers(min_value=0, max_value=len(HEADER + ROW + END) - 1))
def test_a_trace_cut_anywhere_is_refused(end: int) -> None:
    whole = HEADER + ROW + END
    if end == len(whole) - 1:  # only the last newline is missing: nothing was lost
        assert parse_trace(whole[:end]).closing
        return
    with pytest.raises(TraceError, match=r"line \d|first line"):
        parse_trace(whole[:end])


def test_a_cut_trace_names_the_line_and_what_to_do() -> None:
    with pytest.raises(TraceError) as caught:
        parse_trace(HEADER + ROW, name="a.jsonl")
    assert caught.value.message == (
        "a.jsonl ends after line 2 without its closing line: the recording was cut off. "
        "Record it again; `cdpwebai trace show` still shows what is there"
    )


@pytest.mark.parametrize("torn", [b"", ROW[:20]])
def test_what_is_there_of_a_cut_trace_can_be_had(torn: bytes) -> None:
    trace = parse_trace(HEADER + ROW + torn, cut_ok=True)
    assert (len(trace.rows), trace.closing) == (1, None)


def test_a_torn_line_is_taken_for_damage_where_more_follows() -> None:
    with pytest.raises(TraceError, match="damaged in line 2"):
        parse_trace(HEADER + ROW[:20] + b"\n" + ROW, cut_ok=True)


def test_a_newer_format_is_refused_in_one_sentence() -> None:
    with pytest.raises(TraceError) as caught:
        parse_trace(encode_line(Header(format=FORMAT + 1)), name="a.jsonl")
    assert caught.value.message == (
        "a.jsonl is in trace format 2 and this version reads up to 1: upgrade cdpwebai to replay it"
    )


def test_a_member_that_a_later_version_adds_to_this_format_is_ignored() -> None:
    header = b'{"format":1,"weather":"fair"}\n'
    row = b'{"t":0.5,"d":"<","m":{"method":"A.b"},"mood":1}\n'
    assert len(parse_trace(header + row + END).rows) == 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"t":0.5,"d":"<","m":[1]}', "no JSON object"),
        (b'{"t":0.5,"d":"<"}', "no JSON object"),
        (b'{"t":0.5,"d":"<","b":"?"}', "no Base64"),
        (b'{"t":0.5,"d":"=","m":{}}', "Invalid enum value"),
        (b'{"t":"now","d":"<","m":{}}', "Expected `float`"),
        (b'{"t":-1,"d":"<","m":{}}', "time goes back"),
        (b"", "truncated"),
    ],
)
def test_a_damaged_line_is_named_with_the_reason(line: bytes, why: str) -> None:
    with pytest.raises(TraceError, match=f"damaged in line 2.*{why}"):
        parse_trace(HEADER + line + b"\n" + END)


def test_time_that_goes_back_is_damage() -> None:
    late = encode_line(row_of(0.7, ">", "", b"{}"))
    with pytest.raises(TraceError, match=r"line 3 \(its time goes back from 0.7 to 0.5\)"):
        parse_trace(HEADER + late + ROW + END)
    later = encode_line(row_of(1.5, ">", "", b"{}"))
    with pytest.raises(TraceError, match=r"line 3 \(its time goes back from 1.5 to 1\)"):
        parse_trace(HEADER + later + END)


def test_two_traces_in_one_file_are_refused() -> None:
    with pytest.raises(TraceError, match="goes on after its closing line 2"):
        parse_trace(HEADER + END + HEADER + END)


def test_a_message_with_a_line_break_in_it_stays_one_line() -> None:
    message = b'{"id":1,\n"result":{}}'
    row = row_of(0.5, "<", "", message)
    assert encode_line(row).count(b"\n") == 1
    assert row.message == message


def test_a_row_says_what_it_is_in_the_words_of_the_format() -> None:
    assert encode_line(Row(t=0.5, d="<", s="S", m=msgspec.Raw(b"{}"))) == b'{"t":0.5,"d":"<","s":"S","m":{}}\n'
