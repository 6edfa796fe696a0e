"""Values between Python and the page, as pure functions; that the browser agrees is the evaluate tests' part."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.cdp.domains import runtime
from cdpwebai.errors import InputError, NotSerialisable
from cdpwebai.page.values import UNDEFINED, BigInt, exception_of, kept_value, primitive_of, to_argument


def remote(**members: Any) -> runtime.RemoteObject:
    return runtime.RemoteObject(**members)


def test_undefined_is_itself_and_false_and_not_none() -> None:
    assert primitive_of(remote(type="undefined")) is UNDEFINED
    assert not UNDEFINED
    assert UNDEFINED is not None
    assert repr(UNDEFINED) == "UNDEFINED"


@pytest.mark.parametrize(("text", "value"), [("NaN", math.nan), ("Infinity", math.inf), ("-Infinity", -math.inf)])
def test_what_json_has_no_number_for_is_a_float(text: str, value: float) -> None:
    assert repr(primitive_of(remote(type="number", unserializable_value=text))) == repr(value)


def test_minus_zero_keeps_its_sign_and_bigint_its_digits() -> None:
    assert math.copysign(1, primitive_of(remote(type="number", unserializable_value="-0"))) == -1
    assert primitive_of(remote(type="bigint", unserializable_value=f"{10**30}n")) == 10**30


def test_a_small_bigint_is_an_int_and_told_from_the_number() -> None:
    big = primitive_of(remote(type="bigint", unserializable_value="12n"))
    number = primitive_of(remote(type="number", value=12))
    assert (big, isinstance(big, int), type(big), type(number)) == (12, True, BigInt, int)


@pytest.mark.parametrize("kind", ["function", "symbol"])
def test_a_function_and_a_symbol_have_no_value(kind: str) -> None:
    with pytest.raises(NotSerialisable, match=kind) as lost:
        primitive_of(remote(type=kind, description="f"))
    assert lost.value.page_may_have_changed, "the code has run"


def test_a_checked_copy_is_the_value_and_a_loss_names_its_place() -> None:
    assert kept_value({"kept": None}) is None
    with pytest.raises(NotSerialisable, match=r"a\[1\] in the value is NaN") as lost:
        kept_value({"path": ".a[1]", "what": "NaN"})
    assert lost.value.page_may_have_changed, "the code has run"
    with pytest.raises(msgspec.ValidationError):
        kept_value({"something": "else"})


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


def has_minus_zero(value: Any) -> bool:
    match value:
        case float():
            return value == 0.0 and math.copysign(1, value) < 0
        case list():
            return any(map(has_minus_zero, value))  # pyright: ignore[reportUnknownArgumentType]
        case dict():
            return any(map(has_minus_zero, value.values()))  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return False


@given(plain)
def test_plain_data_goes_by_value_and_is_equal_as_json(value: Any) -> None:
    if isinstance(value, list | dict) and has_minus_zero(value):
        with pytest.raises(InputError, match=r"-0\.0"):
            to_argument(value)
    elif not has_minus_zero(value):
        argument = to_argument(value)
        assert argument.unserializable_value is None
        assert argument.value == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (math.nan, "NaN"),
        (math.inf, "Infinity"),
        (-math.inf, "-Infinity"),
        (-0.0, "-0"),
        (2**53 + 1, "9007199254740993n"),
        (BigInt(12), "12n"),
    ],
)
def test_what_json_cannot_hold_goes_by_its_own_text(value: float, text: str) -> None:
    assert to_argument(value) == runtime.CallArgument(unserializable_value=text)


def test_undefined_and_null_are_two_arguments() -> None:
    assert msgspec.json.encode([to_argument(UNDEFINED), to_argument(None)]) == b'[{},{"value":null}]'


@pytest.mark.parametrize(
    "value",
    [
        [math.nan],
        {"a": [UNDEFINED]},
        [-0.0],
        [2**60],
        [BigInt(12)],
        {1: "a"},
        {"a": {2, 3}},
        object(),
        b"bytes",
        [1, {"b": math.inf}],
    ],
    ids=repr,
)
def test_an_argument_that_would_arrive_changed_is_refused_by_place(value: Any) -> None:
    with pytest.raises(InputError, match="the argument"):
        to_argument(value)


def thrown(value: runtime.RemoteObject | None, *frames: tuple[int, int], url: str = "") -> runtime.ExceptionDetails:
    stack = runtime.StackTrace(
        call_frames=[
            runtime.CallFrame(function_name="", script_id="1", url=url, line_number=line, column_number=column)
            for line, column in frames
        ]
    )
    return runtime.ExceptionDetails(
        exception_id=1,
        text="Uncaught",
        line_number=7,
        column_number=7,
        stack_trace=stack if frames else None,
        exception=value,
    )


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (remote(type="string", value="boom"), "string", "boom"),
        (remote(type="number", value=0), "number", "0"),
        (remote(type="number", unserializable_value="NaN"), "number", "NaN"),
        (remote(type="undefined"), "undefined", "undefined"),
        (remote(type="object", subtype="null"), "null", "null"),
        (remote(type="boolean", value=False), "boolean", "false"),
        (remote(type="object", class_name="Object", description="Object"), "Object", "Object"),
        (remote(type="symbol", description="Symbol(s)"), "symbol", "Symbol(s)"),
        (
            remote(
                type="object", subtype="error", class_name="TypeError", description="TypeError: x\n    at <anonymous>"
            ),
            "TypeError",
            "x",
        ),
        (
            remote(type="object", subtype="error", class_name="Error", description="Error: two\nlines"),
            "Error",
            "two\nlines",
        ),
        (None, "Error", "Uncaught"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_exception_has_the_type_and_the_text_of_what_was_thrown(
    value: runtime.RemoteObject | None, kind: str, text: str
) -> None:
    error = exception_of(thrown(value, (2, 4)))
    assert (error.type_name, error.text, error.line, error.column) == (kind, text, 3, 5)
    assert kind in error.message
    assert text in error.message
    assert "line 3, column 5" in error.message


def test_an_exception_without_a_stack_has_no_place_unless_it_is_a_syntax_error() -> None:
    plain_error = exception_of(thrown(remote(type="number", value=1)))
    assert (plain_error.line, plain_error.column) == (0, 0)
    assert "line" not in plain_error.message
    syntax = remote(
        type="object", subtype="error", class_name="SyntaxError", description="SyntaxError: Illegal return statement"
    )
    assert (exception_of(thrown(syntax)).line, exception_of(thrown(syntax)).column) == (8, 8)


def test_an_exception_in_a_file_of_the_page_names_the_file() -> None:
    assert "of https://x.test/app.js" in exception_of(thrown(None, (0, 0), url="https://x.test/app.js")).message
