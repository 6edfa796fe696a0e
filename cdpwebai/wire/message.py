"""Messages: a command becomes bytes, bytes become an envelope whose body stays undecoded.

Row 1. The reader task decodes only who a message is for; the body is left as ``msgspec.Raw`` for the caller's task, so
that a body that does not fit its type fails that call alone, and 10 MB for one caller cost the others nothing.

The shapes are those of https://chromedevtools.github.io/devtools-protocol/ (flat sessions), read off Chromium 156.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar, overload

import msgspec

from cdpwebai.errors import InputError

__all__ = ["MAX_COMMAND", "Envelope", "ErrorBody", "decode_body", "decode_envelope", "encode_command"]

T = TypeVar("T")

MAX_COMMAND = 100 * 1024 * 1024
"""Bytes of one command. Chromium drops the whole connection above it (``kReceiveBufferSizeForDevTools``)."""

NOTHING = msgspec.Raw(b"")


class Envelope(msgspec.Struct, rename="camel", gc=False):
    """Who a message is for. ``id`` is 0 when there is none (ours start at 1); an absent body is an empty ``Raw``."""

    id: int = 0
    method: str = ""
    session_id: str = ""
    params: msgspec.Raw = NOTHING
    result: msgspec.Raw = NOTHING
    error: msgspec.Raw = NOTHING

    @property
    def is_refusal(self) -> bool:
        """Whether the browser answered with an error."""
        return self.error is not NOTHING


class ErrorBody(msgspec.Struct):
    """JSON-RPC's error: ``code`` is negative, ``data`` is the browser's own addition."""

    code: int = 0
    message: str = ""
    data: str = ""


class _Request(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    id: int
    method: str
    params: Any
    session_id: str = ""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Envelope).decode
_decoders: dict[tuple[Any, bool], msgspec.json.Decoder[Any]] = {}

# Whole escapes are eaten, so that the second backslash of ``\\ud83c`` starts nothing.
_ESCAPE = re.compile(rb"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<half>u[dD][89a-fA-F]..)|.)", re.DOTALL)


def encode_command(number: int, method: str, params: Any, session_id: str) -> bytes:
    """One command as the bytes of one message. ``params`` is a struct or a dict; ``session_id`` "" means the browser.

    Raises InputError when the parameters hold what JSON cannot: half of a surrogate pair, or a foreign object.
    """
    try:
        return _encode(_Request(number, method, params, session_id))
    except UnicodeEncodeError as error:
        raise InputError(f"{method}: the text holds half of a surrogate pair at index {error.start}") from error
    except (TypeError, OverflowError) as error:
        raise InputError(f"{method}: the parameters cannot be written as JSON: {error}") from error


def decode_envelope(message: bytes) -> Envelope:
    """Read who a message is for. Raises msgspec.DecodeError, and nothing else, for what is no envelope.

    Half of a surrogate pair in a body stops the decoder already where it skips over the body: see ``decode_body``.
    """
    return _decoded(_decode, message)


@overload
def decode_body(body: msgspec.Raw | bytes, shape: type[T], *, strict: bool = True) -> T: ...


@overload
def decode_body(body: msgspec.Raw | bytes, shape: Any, *, strict: bool = True) -> Any: ...


def decode_body(body: msgspec.Raw | bytes, shape: Any, *, strict: bool = True) -> Any:
    """Decode a body into its type. Raises msgspec.DecodeError (msgspec.ValidationError names the JSON path).

    What the page made is decoded strictly; what the browser itself says is not, for numbers' sake: a later build may
    give an integer as ``3.0``.

    Page text may hold half of a surrogate pair, which Chromium writes as the escape ``\\ud83c`` and decoders refuse;
    such halves become U+FFFD. The second pass runs only when the first one failed.
    """
    decoder = _decoders.get((shape, strict))
    if decoder is None:
        decoder = _decoders[shape, strict] = msgspec.json.Decoder(shape, strict=strict)
    return _decoded(decoder.decode, body)


def _decoded(decode: Callable[[bytes | msgspec.Raw], T], data: bytes | msgspec.Raw) -> T:
    """Decode, with halves of surrogate pairs replaced where they are what stopped it."""
    try:
        try:
            return decode(data)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            return decode(_ESCAPE.sub(_whole_or_replacement, bytes(data)))
    except RecursionError as error:  # of the second pass, too
        raise msgspec.DecodeError("the JSON is nested too deeply") from error


def _whole_or_replacement(escape: re.Match[bytes]) -> bytes:
    return rb"\ufffd" if escape["half"] else escape[0]
