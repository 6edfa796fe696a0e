"""The Input domain: keys, mouse and text, as trusted as a person's."""

from __future__ import annotations

from cdpwebai.cdp.command import Command, Empty

__all__ = ["DispatchKeyEvent", "DispatchMouseEvent", "ImeSetComposition", "InsertText"]


class InsertText(Command[Empty]):
    """As an input method or emoji keyboard would: no key events. A line feed breaks the line."""

    method = "Input.insertText"
    text: str


class DispatchKeyEvent(Command[Empty]):
    """``type``: keyDown, keyUp, rawKeyDown, char. ``modifiers``: Alt 1, Ctrl 2, Meta 4, Shift 8. Answered when the page
    has handled it."""

    method = "Input.dispatchKeyEvent"
    type: str
    modifiers: int | None = None
    text: str | None = None
    unmodified_text: str | None = None
    code: str | None = None
    key: str | None = None
    windows_virtual_key_code: int | None = None
    native_virtual_key_code: int | None = None
    auto_repeat: bool = False
    is_keypad: bool = False
    location: int | None = None
    commands: list[str] | None = None


class DispatchMouseEvent(Command[Empty]):
    """``type``: mousePressed, mouseReleased, mouseMoved, mouseWheel. CSS pixels in the viewport; the deltas
    are the wheel's. ``button``: none, left, middle, right. ``buttons`` held: left 1, right 2, middle 4."""

    method = "Input.dispatchMouseEvent"
    type: str
    x: float
    y: float
    modifiers: int | None = None
    button: str | None = None
    buttons: int | None = None
    click_count: int | None = None
    delta_x: float | None = None
    delta_y: float | None = None


class ImeSetComposition(Command[Empty]):
    """Sets the text under composition; ``InsertText`` commits, an empty text cancels."""

    method = "Input.imeSetComposition"
    text: str
    selection_start: int
    selection_end: int
    replacement_start: int | None = None
    replacement_end: int | None = None
