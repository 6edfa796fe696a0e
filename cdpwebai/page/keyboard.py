"""Text and keys, as trusted as a person's, each with what was seen of it in the page.

Row 4. Text goes in by ``Input.insertText``: code point for code point, a line feed breaks the line, and no key is
pressed (a ``char`` event would drop it: measured with Chromium 156). Enter is never pressed while an input method
composes: the page would take the syllable for finished and the key for its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from cdpwebai.cdp.domains import input as devices
from cdpwebai.errors import ActRefused
from cdpwebai.page.acting import ACT_LIMIT, HEARD, act_limit, heard_verdict, listen, raise_gone
from cdpwebai.page.keys import MODIFIERS, Chord, Key, parse_chord
from cdpwebai.page.readers import ValueReader
from cdpwebai.page.view import View
from cdpwebai.verdict import Known, Unknown, Verdict

__all__ = ["COMPOSING", "FOCUSED", "Focused", "Insertion", "Press", "insert_text", "press"]


class Focused(msgspec.Struct, frozen=True):
    """What has the focus: its tag, whether it takes text, and the text that stands in it."""

    name: str
    editable: bool
    text: str


class Insertion(msgspec.Struct, frozen=True):
    """Text that was sent, and what stood in the field before and after. The editor may have changed it: compare."""

    text: str
    before: str
    after: Known[Focused] | Unknown


class Press(msgspec.Struct, frozen=True):
    """A key that was pressed. ``seen``: whether its trusted keydown event reached the page."""

    key: str
    seen: Verdict


FOCUSED = ValueReader("focused", Focused)
"""Where typed text would go, and what stands there."""

COMPOSING = ValueReader("composing", bool)
"""Whether an input method is in the middle of a composition."""


async def insert_text(view: View, text: str, *, timeout: float = ACT_LIMIT) -> Insertion:
    """Put text at the caret. ``Tab.insert_text`` says more."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    before = await view.look(FOCUSED)
    match before:
        case Unknown():
            raise_gone(view)
            raise ActRefused(f"no text was put in: where it would go is unknown ({before.detail})", reason="unreadable")
        case Known(value=Focused(editable=False, name=name)):
            raise ActRefused(f"no text was put in: the focus is on <{name}>, which takes none", reason="unfocused")
        case Known(value=focused):
            if lines:
                with act_limit(view, "the text was sent", timeout) as typing:
                    typing.begun = True
                    await view.cdp.call(devices.InsertText(text=lines))
            return Insertion(lines, focused.text, await view.look(FOCUSED))


async def press(view: View, chord: str, *, timeout: float = ACT_LIMIT) -> Press:
    """Press and release a key or a chord. ``Tab.press`` says more."""
    parsed = parse_chord(chord)
    with act_limit(view, f"the press of {chord}", timeout) as pressing:
        if parsed.key.key == "Enter":
            await _refuse_composing(view)
        await listen(view, ["keydown"])
        pressing.begun = True
        for event in _events(parsed):
            await view.cdp.call(event)
    return Press(chord, heard_verdict(await view.look(HEARD), "keydown", key=parsed.key.key))


async def _refuse_composing(view: View) -> None:
    match await view.look(COMPOSING):
        case Known(value=False):
            return
        case Known():
            text = "Enter was not pressed: an input method is in the middle of a composition"
            raise ActRefused(text, reason="composing")
        case Unknown(detail=detail):
            raise_gone(view)
            text = f"Enter was not pressed: whether an input method composes is unknown ({detail})"
            raise ActRefused(text, reason="unreadable")


def _events(chord: Chord) -> Iterator[devices.DispatchKeyEvent]:
    """Modifiers down, the key down and up, modifiers up."""
    for number, key in enumerate(chord.modifiers, start=1):
        yield _event("rawKeyDown", key, _mask(chord, number))
    yield _event("keyDown" if chord.key.text else "rawKeyDown", chord.key, chord.mask)
    yield _event("keyUp", chord.key, chord.mask)
    for number, key in reversed(list(enumerate(chord.modifiers))):
        yield _event("keyUp", key, _mask(chord, number))


def _mask(chord: Chord, held: int) -> int:
    """The modifiers' bits while the first ``held`` of them are down."""
    return sum(MODIFIERS[key.key][1] for key in chord.modifiers[:held])


def _event(kind: str, key: Key, mask: int) -> devices.DispatchKeyEvent:
    text: dict[str, Any] = {"text": key.text, "unmodified_text": key.text} if key.text and kind == "keyDown" else {}
    return devices.DispatchKeyEvent(
        type=kind,
        key=key.key,
        code=key.code,
        windows_virtual_key_code=key.virtual,
        native_virtual_key_code=key.virtual,
        modifiers=mask or None,
        location=key.location or None,
        is_keypad=key.location == 3,
        **text,
    )
