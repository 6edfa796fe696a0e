"""Messages: what is written, what is read, and that nothing but a decode error comes out of garbage."""

import json
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.errors import InputError
from cdpwebai.wire.message import Envelope, decode_body, decode_envelope, encode_command
from tests.manifest import proves


def test_a_command_for_the_browser_names_no_session() -> None:
    message = encode_command(7, "Browser.getVersion", {}, "")
    assert json.loads(message) == {"id": 7, "method": "Browser.getVersion", "params": {}}


def test_a_command_for_a_session_names_it() -> None:
    message = encode_command(7, "Page.navigate", {"url": "about:blank"}, "S1")
    assert json.loads(message) == {
        "id": 7,
        "method": "Page.navigate",
        "params": {"url": "about:blank"},
        "sessionId": "S1",
    }


def test_half_of_a_surrogate_pair_is_refused_before_sending() -> None:
    with pytest.raises(InputError, match="half of a surrogate pair at index 2"):
        encode_command(1, "Input.insertText", {"text": "ab\ud83c"}, "")


def test_an_object_that_json_does_not_know_is_refused_before_sending() -> None:
    with pytest.raises(InputError, match="cannot be written as JSON"):
        encode_command(1, "Input.insertText", {"text": object()}, "")


def test_the_body_stays_undecoded_until_its_caller_asks() -> None:
    envelope = decode_envelope(b'{"id":3,"result":{"value":[1,2,3]},"sessionId":"S"}')
    assert (envelope.id, envelope.session_id, envelope.is_refusal) == (3, "S", False)
    assert bytes(envelope.result) == b'{"value":[1,2,3]}'


def test_an_error_reply_is_told_from_a_result() -> None:
    assert decode_envelope(b'{"id":3,"error":{"code":-32601,"message":"no"}}').is_refusal
    assert not decode_envelope(b'{"id":3,"result":{}}').is_refusal


def test_an_error_without_an_id_is_an_envelope_of_nobody() -> None:
    envelope = decode_envelope(b'{"error":{"code":-32700,"message":"JSON: invalid token"}}')
    assert (envelope.id, envelope.method, envelope.is_refusal) == (0, "", True)


@given(st.binary())
def test_garbage_is_an_envelope_or_a_decode_error_and_nothing_else(garbage: bytes) -> None:
    with suppress(msgspec.DecodeError):
        assert isinstance(decode_envelope(garbage), Envelope)


@pytest.mark.parametrize("depth", [1_500, 100_000])
def test_json_that_is_nested_too_deeply_is_a_decode_error_and_nothing_else(depth: int) -> None:
    nested = b"[" * depth + b"]" * depth
    with pytest.raises(msgspec.DecodeError):
        decode_envelope(b'{"id":1,"result":%s}' % nested)
    with pytest.raises(msgspec.DecodeError):
        decode_body(nested, Any)
    with pytest.raises(msgspec.DecodeError):  # the half of a pair has it read twice
        decode_body(rb'["\ud83c",%s]' % nested, Any)
    with pytest.raises(msgspec.DecodeError):
        decode_envelope(rb'{"sessionId":"\ud83c","result":%s}' % nested)


@proves("report.A46")
@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb'"\ud83c"', "\ufffd"),
        (rb'"a\ud83c\u0041"', "a\ufffdA"),
        (rb'"\udf00b"', "\ufffdb"),
        (rb'"\ud83c\udf00\ud83c"', "\U0001f300\ufffd"),
        (rb'"\\ud83c \ud83c"', "\\ud83c \ufffd"),
        (rb'"\uD83C\uD83C\uDF00"', "\ufffd\U0001f300"),
    ],
)
def test_half_of_a_pair_in_page_text_becomes_the_replacement_character(body: bytes, text: str) -> None:
    assert decode_body(body, str) == text


@given(st.text(alphabet=st.characters(codec=None, categories=None)))
def test_any_page_text_is_read_and_whole_pairs_are_kept(text: str) -> None:
    expected = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    assert decode_body(json.dumps(text).encode(), str) == expected
    envelope = decode_envelope(json.dumps({"id": 1, "result": {"value": text}, "sessionId": "S"}).encode())
    assert (envelope.id, envelope.session_id) == (1, "S")
    assert decode_body(envelope.result, dict[str, str]) == {"value": expected}


@pytest.mark.parametrize("body", [b'"abc', b"{", b"", b'"\\ud83"'])
def test_a_cut_body_is_a_decode_error(body: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_body(body, str)


def test_a_body_of_another_shape_names_the_place() -> None:
    class Point(msgspec.Struct):
        x: int

    with pytest.raises(msgspec.ValidationError, match=r"\$\.x"):
        decode_body(b'{"x":"1"}', Point)
