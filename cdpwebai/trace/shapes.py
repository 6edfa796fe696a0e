"""JSON as it comes from a browser: decoded, encoded, and told apart in words that type checkers follow.

Row 2, pure. Page text may hold half of a surrogate pair, which Chromium writes as the escape ``\\ud83c``. That is JSON,
and strict decoders refuse it; a trace keeps it, so here the standard library's decoder takes over where msgspec stops.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn, TypeGuard

import msgspec

__all__ = ["Json", "decode_object", "encode_json", "is_list", "is_object"]

Json = dict[str, Any]
"""A decoded JSON object."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def is_object(value: Any) -> TypeGuard[Json]:
    """Whether it is a JSON object."""
    return isinstance(value, dict)


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether it is a JSON array."""
    return isinstance(value, list)


def decode_object(data: bytes) -> Json | None:
    """The JSON object that a message is, or None when it is none."""
    try:
        value = _decode(data)
    except (msgspec.DecodeError, RecursionError):
        value = _decode_leniently(data)
    return value if is_object(value) else None


def encode_json(value: Any) -> bytes:
    """What was decoded, as compact JSON."""
    try:
        return _encode(value)
    except UnicodeEncodeError:  # half of a surrogate pair: back into its escape
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def _decode_leniently(data: bytes) -> Any:
    try:
        return json.loads(data, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        return None


def _finite(text: str) -> float:
    number = float(text)
    return number if abs(number) != float("inf") else _refuse(text)


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"no JSON number: {text}")
