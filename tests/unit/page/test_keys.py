"""Keys by name: what each says, alone and in a chord, and that what is not known is refused."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.errors import InputError
from cdpwebai.page.keys import KEYS, MODIFIERS, parse_chord


@pytest.mark.parametrize(
    ("chord", "key", "code", "virtual", "text", "mask"),
    [
        ("Enter", "Enter", "Enter", 13, "\r", 0),
        ("a", "a", "KeyA", 65, "a", 0),
        ("A", "A", "KeyA", 65, "A", 0),
        ("Shift+a", "A", "KeyA", 65, "A", 8),
        ("Control+a", "a", "KeyA", 65, "", 2),
        ("Control+Shift+k", "K", "KeyK", 75, "", 10),
        ("Control+Enter", "Enter", "Enter", 13, "", 2),
        ("Shift+Enter", "Enter", "Enter", 13, "\r", 8),
        ("1", "1", "Digit1", 49, "1", 0),
        ("Shift+1", "!", "Digit1", 49, "!", 8),
        ("Space", " ", "Space", 32, " ", 0),
        (" ", " ", "Space", 32, " ", 0),
        ("+", "+", "Equal", 187, "+", 0),
        ("Control++", "+", "Equal", 187, "", 2),
        ("Shift+=", "+", "Equal", 187, "+", 8),
        ("ArrowUp", "ArrowUp", "ArrowUp", 38, "", 0),
        ("F5", "F5", "F5", 116, "", 0),
        ("Alt+Tab", "Tab", "Tab", 9, "", 1),
        ("Meta+Backspace", "Backspace", "Backspace", 8, "", 4),
        ("NumpadEnter", "Enter", "NumpadEnter", 13, "\r", 0),
    ],
)
def test_a_chord_says_what_a_us_keyboard_says(
    chord: str, key: str, code: str, virtual: int, text: str, mask: int
) -> None:
    parsed = parse_chord(chord)
    assert (parsed.key.key, parsed.key.code, parsed.key.virtual, parsed.key.text) == (key, code, virtual, text)
    assert parsed.mask == mask


def test_modifiers_are_held_in_the_order_given_and_each_once() -> None:
    parsed = parse_chord("Shift+Control+Shift+x")
    assert [key.key for key in parsed.modifiers] == ["Shift", "Control"]
    assert parsed.mask == 10


@pytest.mark.parametrize("printable", [*sorted(set(string.printable) - set(string.whitespace)), " "])
def test_every_printable_sign_of_the_keyboard_types_itself(printable: str) -> None:
    assert parse_chord(printable).key.text == printable


@given(st.sampled_from(sorted(KEYS)), st.lists(st.sampled_from(sorted(MODIFIERS)), unique=True))
def test_every_key_goes_with_every_modifier(name: str, held: list[str]) -> None:
    parsed = parse_chord("+".join([*held, name]))
    assert [key.key for key in parsed.modifiers] == held
    assert parsed.key.code == KEYS[name].code
    if {"Alt", "Control", "Meta"} & set(held):
        assert parsed.key.text == ""


@pytest.mark.parametrize(
    ("chord", "named"),
    [
        ("Return", "Return"),
        ("", "''"),
        ("Ctrl+a", "Ctrl"),
        ("a+b", "'a'"),
        ("é", "é"),
        ("Control+", "''"),
        ("++a", "''"),
    ],
)
def test_a_key_that_is_not_known_is_refused_by_name(chord: str, named: str) -> None:
    with pytest.raises(InputError, match=named):
        parse_chord(chord)
