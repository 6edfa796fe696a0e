"""Readers as Python sees them: the name of a script that asks one question, and the type of its answer.

Row 4, pure. A provider declares its readers in these terms beside its ``js`` folder; ``Tab.look`` asks one of them, an
``Observer`` many at once::

    STOP = VerdictReader("stop_button")
    TITLE = ValueReader("title", str)
    match await tab.look(TITLE):
        case Known(title): ...
        case Unknown(reason): ...

Any reader may answer ``{v: "unknown", why: <reason>, at: <words>}`` instead of its value.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import msgspec

from cdpwebai.verdict import Absent, Known, Reason, Sight, Unknown, Visible

__all__ = ["ListReader", "Reader", "ValueReader", "VerdictReader", "said_unknown"]

A_co = TypeVar("A_co", covariant=True)
T = TypeVar("T")


@dataclass(frozen=True)
class Reader(ABC, Generic[A_co]):
    """One script that asks. ``A_co`` is what a good answer decodes into."""

    name: str

    def answer(self, value: Any) -> A_co | Unknown:
        """The answer in a value of the page. Unknown when the reader said so, or when the value does not fit."""
        try:
            unknown = said_unknown(value)
            return self.decode(value) if unknown is None else unknown
        except msgspec.ValidationError as error:
            return Unknown(Reason.MALFORMED, f"{self.name}: {error}")

    @abstractmethod
    def decode(self, value: Any) -> A_co:
        """Decode a good answer. Raises msgspec.ValidationError for one that does not fit."""


@dataclass(frozen=True)
class ValueReader(Reader[Known[T]]):
    """A reader that gives a value of this type, decoded strictly."""

    shape: type[T]

    def decode(self, value: Any) -> Known[T]:
        return Known(msgspec.convert(value, self.shape))


@dataclass(frozen=True)
class VerdictReader(Reader[Visible | Absent]):
    """A reader that gives ``{v: "visible", selector, count, label, messageId}`` or ``{v: "absent", places}``."""

    def decode(self, value: Any) -> Visible | Absent:
        said = msgspec.convert(value, _Verdict)
        if said.v == "absent":
            return Absent(said.places)
        return Visible(Sight(selector=said.selector, count=said.count, label=said.label, message_id=said.message_id))


@dataclass(frozen=True)
class ListReader(Generic[T]):
    """A reader that gives a list by ``list.js``, whose items are of this type. Only an observation can ask it."""

    name: str
    shape: type[T]


class _Verdict(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    v: Literal["visible", "absent"]
    selector: str = ""
    count: int = 1
    label: str = ""
    message_id: str = ""
    places: tuple[str, ...] = ()


class _Unknown(msgspec.Struct, forbid_unknown_fields=True):
    v: Literal["unknown"]
    why: Reason
    at: str = ""


def said_unknown(value: Any) -> Unknown | None:
    """What a reader said when it said ``unknown``, else None. Raises msgspec.ValidationError for a reason not ours."""
    if not (isinstance(value, dict) and value.get("v") == "unknown"):  # pyright: ignore[reportUnknownMemberType]
        return None
    said = msgspec.convert(value, _Unknown)
    return Unknown(said.why, said.at)
