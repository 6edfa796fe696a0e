"""Values between Python and the page's own world: exact, or an error, but for halves of surrogate pairs.

Row 4, pure. ``evaluate`` makes the calls.

==========================  ==========================================================
JavaScript                  Python
==========================  ==========================================================
undefined                   UNDEFINED
null                        None
true, 0, "", []             True, 0, "", []
NaN, Infinity, -0           float("nan"), float("inf"), -0.0
10n                         BigInt(10), an int that is told from the number 10
half of a surrogate pair    U+FFFD in its place, without a sign
plain objects and arrays    dict and list, when JSON holds every part of them
anything else               NotSerialisable, which says where in the value it stands
==========================  ==========================================================

Inside an array or an object NaN, -0, infinities, undefined and BigInt raise as well: the protocol turns them into null,
0 or nothing there (measured with Chromium 156), and Dates, Maps, nodes and Errors into ``{}``. Half of a surrogate pair
is no text that can be written as UTF-8, which the protocol is: Chromium puts U+FFFD there, and from a U+FFFD that the
page has itself it cannot be told.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Any, Final, Literal

import msgspec

from cdpwebai.cdp.domains import runtime
from cdpwebai.errors import InputError, NotSerialisable, PageException

__all__ = ["UNDEFINED", "BigInt", "Undefined", "exception_of", "kept_value", "primitive_of", "to_argument"]


class Undefined(Enum):
    """The type of ``UNDEFINED``."""

    UNDEFINED = "undefined"

    def __repr__(self) -> str:
        return "UNDEFINED"

    def __bool__(self) -> Literal[False]:
        return False


UNDEFINED: Final = Undefined.UNDEFINED
"""JavaScript's ``undefined``, which is not ``null`` (None). False, as in JavaScript."""


class BigInt(int):
    """An int that is ``BigInt`` in JavaScript (``10n``) and no number there, however small it is."""


EXACT = 2**53
"""Integers beyond this do not fit a JavaScript number exactly."""

UNSERIALISABLE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "-0": -0.0}


RETURNED = ("Illegal return statement",)
"""What V8 says of a function's body that was given as an expression."""


def to_argument(value: Any) -> runtime.CallArgument:
    """One argument for a function in the page. A BigInt, and an int beyond 2**53, goes as BigInt.

    Raises InputError for what the page would get in another form: it is refused before anything is sent.
    """
    match value:
        case Undefined.UNDEFINED:
            return runtime.CallArgument()
        case bool() | None | str():
            return runtime.CallArgument(value=value)
        case int() if isinstance(value, BigInt) or abs(value) > EXACT:
            return runtime.CallArgument(unserializable_value=f"{value}n")
        case float() if _unserialisable(value) is not None:
            return runtime.CallArgument(unserializable_value=_unserialisable(value))
        case _:
            _check_argument(value, "the argument")
            return runtime.CallArgument(value=value)


def _unserialisable(value: float) -> str | None:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return "-0" if value == 0 and math.copysign(1, value) < 0 else None


def _check_argument(value: Any, where: str) -> None:
    match value:
        case None | bool() | str():
            return
        case int() if abs(value) <= EXACT and not isinstance(value, BigInt):
            return
        case float() if _unserialisable(value) is None:
            return
        case list() | tuple():
            for index, item in enumerate(value):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
                _check_argument(item, f"{where}[{index}]")
        case dict():
            for key, item in value.items():  # pyright: ignore[reportUnknownVariableType]
                if not isinstance(key, str):
                    raise InputError(f"{where} has the key {key!r}, and JSON's keys are strings")
                _check_argument(item, f"{where}[{key!r}]")
        case _:
            raise InputError(f"{where} is {value!r} ({type(value).__name__}), which JSON cannot hold")


def primitive_of(value: runtime.RemoteObject) -> Any:
    """The value of a primitive. Raises NotSerialisable for a function or a symbol; an object has no value yet."""
    if value.type == "undefined":
        return UNDEFINED
    if value.unserializable_value is not None:
        return _unserialised(value.unserializable_value)
    if value.type in ("function", "symbol"):
        raise NotSerialisable(f"the value is a {value.type} ({_cut(value.description)}), which has no JSON form")
    return value.value


def _unserialised(text: str) -> float | BigInt:
    return UNSERIALISABLE[text] if text in UNSERIALISABLE else BigInt(text.removesuffix("n"))


class _Copy(msgspec.Struct, forbid_unknown_fields=True):
    """What ``_value.js`` answers: the value, or where and what JSON would lose."""

    kept: Any | msgspec.UnsetType = msgspec.UNSET
    path: str = ""
    what: str = ""


def kept_value(reply: Any) -> Any:
    """The value in the answer of ``_value.js``. Raises NotSerialisable when JSON would lose a part of it."""
    copy = msgspec.convert(reply, _Copy)
    if copy.kept is not msgspec.UNSET:
        return copy.kept
    where = f"{copy.path.removeprefix('.')} in the value" if copy.path else "the value"
    raise NotSerialisable(f"{where} is {copy.what}, which JSON would lose: return plain data instead, such as a string")


def exception_of(thrown: runtime.ExceptionDetails) -> PageException:
    """The exception that the page threw, with its type, its text, and where: line and column from 1."""
    kind, text = _what(thrown)
    line, column = _where(thrown)
    place = f" (line {line}, column {column}{_file(thrown)})" if line else ""
    advice = "; an expression has no return, a function goes through call_function" if text in RETURNED else ""
    message = f"the page threw {kind}: {text}{place}{advice}"
    return PageException(message, type_name=kind, text=text, line=line, column=column)


def _what(thrown: runtime.ExceptionDetails) -> tuple[str, str]:
    value = thrown.exception
    if value is None:
        return "Error", thrown.text
    if value.subtype == "error":
        kind = value.class_name or "Error"
        text = (value.description or kind).split("\n    at ")[0]
        return kind, text.removeprefix(f"{kind}: ")
    if value.type in ("object", "function", "symbol") and value.subtype != "null":
        return value.class_name or value.type, _cut(value.description)
    known = primitive_of(value)
    return value.subtype or value.type, value.unserializable_value or _as_javascript(known)


def _as_javascript(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "undefined" if value is UNDEFINED else msgspec.json.encode(value).decode()


def _where(thrown: runtime.ExceptionDetails) -> tuple[int, int]:
    """The top of the stack. Without one the details say 0 and 0 for a promise that was rejected with no Error."""
    if thrown.stack_trace is not None and thrown.stack_trace.call_frames:
        top = thrown.stack_trace.call_frames[0]
        return top.line_number + 1, top.column_number + 1
    if thrown.exception is not None and thrown.exception.class_name == "SyntaxError":
        return thrown.line_number + 1, thrown.column_number + 1
    return 0, 0


def _file(thrown: runtime.ExceptionDetails) -> str:
    frames = thrown.stack_trace.call_frames if thrown.stack_trace else []
    url = frames[0].url if frames else thrown.url
    return f" of {_cut(url)}" if url else ""


def _cut(text: str | None, limit: int = 200) -> str:
    text = text or "?"
    return text if len(text) <= limit else f"{text[:limit]}…"
