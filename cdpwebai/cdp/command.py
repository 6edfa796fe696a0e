"""What a typed command and a typed event are: plain structs that know their method's name.

Row 3, but without I/O: ``domains`` is written in these terms, ``session`` sends and delivers them. Names are snake_case
here and camelCase on the wire; ``tests/browser/test_protocol.py`` checks each against the protocol's own JSON.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

import msgspec

__all__ = ["Command", "Empty", "Event", "Wire"]

R = TypeVar("R")


class Wire(msgspec.Struct, rename="camel", omit_defaults=True, frozen=True, kw_only=True):
    """A struct of the protocol. Members we do not name are ignored, so a newer browser breaks nothing."""


class Empty(Wire, frozen=True):
    """The result of a command that answers nothing."""


class Command(Wire, Generic[R], frozen=True):
    """A command whose result is R. Optional parameters are left out when they have their default.

    Subclasses set ``method`` ("Page.navigate") and ``result``, the type its reply decodes into.
    """

    method: ClassVar[str]
    result: ClassVar[Any] = Empty


class Event(Wire, frozen=True):
    """An event. Enumerations are plain strings here: a value that a newer browser adds must not lose the event."""

    method: ClassVar[str]
