"""What a typed command and a typed event are: plain structs that know their method's name.

Row 3, but without I/O: ``domains`` is written in these terms, ``session`` sends and delivers them. Names are snake_case
here and camelCase on the wire; ``tests/browser/test_protocol.py`` checks each against the protocol's own JSON. What the
domains are written by:

- An optional member has a default, a required one has none: a reply that lacks it is malformed, not empty.
- A default is never sent, so it must mean what the browser takes an absent parameter for: None, False or UNSET.
- Enumerations are plain strings: a value that a newer browser adds must not lose the event.
- A number is a ``float``, an integer an ``int`` of any size; ``wire.decode_body`` takes ``3.0`` for it as well.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform, get_args

import msgspec

__all__ = ["Command", "Empty", "Event", "Wire"]

R = TypeVar("R")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class _WireMeta(msgspec.StructMeta):
    """Freezes every subclass and keeps its fields keyword-only; msgspec itself inherits neither."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> _WireMeta:
        return super().__new__(mcls, name, bases, namespace, frozen=True, kw_only=True, **config)


class Wire(msgspec.Struct, metaclass=_WireMeta, rename="camel", omit_defaults=True):
    """A struct of the protocol. Members we do not name are ignored, so a newer browser breaks nothing."""


class Empty(Wire):
    """The result of a command that answers nothing, or nothing that we use."""


class Command(Wire, Generic[R]):
    """A command that is answered by R. Subclasses set ``method``; ``result``, to decode with, is R itself."""

    method: ClassVar[str]
    result: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        (cls.result,) = get_args(vars(cls)["__orig_bases__"][0])


class Event(Wire):
    """An event. Subclasses set ``method``."""

    method: ClassVar[str]
