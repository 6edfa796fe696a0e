"""Keys by name, as a US keyboard has them: what a key event must say so that pages understand it.

Row 4, pure data. ``keyboard`` presses them. A chord is modifiers and one key, joined by "+": "Control+Enter",
"Shift+Tab", "Control+Shift+K"; the plus key itself is "Control++". Source: UI Events KeyboardEvent code and key values,
and the Windows virtual key codes that Chromium expects.
"""

from __future__ import annotations

import msgspec

from cdpwebai.errors import InputError

__all__ = ["KEYS", "MODIFIERS", "Chord", "Key", "parse_chord"]


class Key(msgspec.Struct, frozen=True):
    """One key. ``text`` is what it types, "" for none; ``location`` 1 and 2 are left and right, 3 is the number pad."""

    key: str
    code: str
    virtual: int
    text: str = ""
    location: int = 0


class Chord(msgspec.Struct, frozen=True):
    """A key and the modifiers that are held with it. ``mask``: Alt 1, Control 2, Meta 4, Shift 8."""

    key: Key
    modifiers: tuple[Key, ...]
    mask: int


MODIFIERS = {
    "Alt": (Key("Alt", "AltLeft", 18, location=1), 1),
    "Control": (Key("Control", "ControlLeft", 17, location=1), 2),
    "Meta": (Key("Meta", "MetaLeft", 91, location=1), 4),
    "Shift": (Key("Shift", "ShiftLeft", 16, location=1), 8),
}
"""Name to key and bit."""

SILENT = (2, 1, 4)
"""With Control, Alt or Meta held a key types nothing."""

_NAMED = [
    Key("Enter", "Enter", 13, "\r"),
    Key("Tab", "Tab", 9),
    Key("Backspace", "Backspace", 8),
    Key("Escape", "Escape", 27),
    Key("Delete", "Delete", 46),
    Key("Insert", "Insert", 45),
    Key("Home", "Home", 36),
    Key("End", "End", 35),
    Key("PageUp", "PageUp", 33),
    Key("PageDown", "PageDown", 34),
    Key("ArrowLeft", "ArrowLeft", 37),
    Key("ArrowUp", "ArrowUp", 38),
    Key("ArrowRight", "ArrowRight", 39),
    Key("ArrowDown", "ArrowDown", 40),
    *(Key(f"F{n}", f"F{n}", 111 + n) for n in range(1, 13)),
]

_PRINTED = [  # code, virtual key, without and with Shift
    *((f"Digit{digit}", 48 + digit, str(digit), upper) for digit, upper in enumerate(")!@#$%^&*(")),
    *((f"Key{letter}", ord(letter), letter.lower(), letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ("Space", 32, " ", " "),
    ("Semicolon", 186, ";", ":"),
    ("Equal", 187, "=", "+"),
    ("Comma", 188, ",", "<"),
    ("Minus", 189, "-", "_"),
    ("Period", 190, ".", ">"),
    ("Slash", 191, "/", "?"),
    ("Backquote", 192, "`", "~"),
    ("BracketLeft", 219, "[", "{"),
    ("Backslash", 220, "\\", "|"),
    ("BracketRight", 221, "]", "}"),
    ("Quote", 222, "'", '"'),
]

_LOWER = {code: Key(lower, code, virtual, lower) for code, virtual, lower, _ in _PRINTED}
_UPPER = {code: Key(upper, code, virtual, upper) for code, virtual, _, upper in _PRINTED}

KEYS: dict[str, Key] = {
    **{key.key: key for key in _NAMED},
    **{key.key: key for key in _UPPER.values()},
    **{key.key: key for key in _LOWER.values()},
    "Space": _LOWER["Space"],
    "NumpadEnter": Key("Enter", "NumpadEnter", 13, "\r", location=3),
}
"""Every key that can be pressed, by the character it types or by its name."""


def parse_chord(text: str) -> Chord:
    """Read a chord. Raises InputError that names what is not known."""
    names, name = _split(text)
    unknown = next((each for each in names if each not in MODIFIERS), None)
    if unknown is not None:
        raise InputError(f"{text!r}: {unknown!r} is no modifier; they are {', '.join(MODIFIERS)}")
    if name not in KEYS:
        raise InputError(
            f"{text!r}: no key is called {name!r}; keys are named as in KeyboardEvent.key, such as 'Enter'"
        )
    held = dict.fromkeys(names)
    mask = sum(MODIFIERS[each][1] for each in held)
    return Chord(_shaped(KEYS[name], mask), tuple(MODIFIERS[each][0] for each in held), mask)


def _split(text: str) -> tuple[list[str], str]:
    """The modifiers and the key; a plus after a plus, or alone, is the plus key."""
    head, plus, name = text.rpartition("+")
    if plus and not name and (not head or head.endswith("+")):
        head, name = head.removesuffix("+"), "+"
    return (head.split("+") if head else []), name


def _shaped(key: Key, mask: int) -> Key:
    """What the key says under these modifiers: Shift gives the upper sign, the others take its text away."""
    shaped = _UPPER[key.code] if mask & 8 and key.code in _UPPER else key
    return msgspec.structs.replace(shaped, text="") if any(mask & bit for bit in SILENT) else shaped
