"""An observation: everything that a flow wants to know of the page, in one consistent look and one round trip.

Row 4. An ``Observer`` has a fixed set of fields, each answered by a reader of the library. Each is decoded by itself: a
field that fails is Unknown, the others stand. When the look itself fails, every field is Unknown with its reason.

Lists (a conversation's turns) are told as what changed since the revision that we hold; ``wire.look`` has the format.
In the page ``list.js`` reads an item again only when something in it changed, so a look at an unchanged or growing
conversation of 400 turns costs what changed, in time as in bytes. A provider writes its reader on top of it::

    // turns.js                    uses: list
    function turns() {
      const key = (node) => node.dataset.messageId;
      const read = (node) => ({ role: node.dataset.messageAuthorRole, text: node.textContent });
      return list("turns", "[data-message-author-role]", key, read);
    }

What such a reader may look at, and what keeps the cost flat, stands in the headers of ``list.js`` and ``watch.js``: the
light tree of the item alone. Other fields are read afresh in every look, so let them look into a small part of the page
(the composer's form, not the whole document).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

import msgspec

from cdpwebai.page.looks import LOOK_LIMIT, Looks
from cdpwebai.page.readers import ListReader, Reader, said_unknown
from cdpwebai.verdict import Known, Reason, Unknown
from cdpwebai.wire.look import FieldAnswer, ObservationAnswer, Question, Snapshot

__all__ = ["Field", "Item", "ListField", "Observation", "Observer"]

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
T = TypeVar("T")


class Field(Generic[A_co]):
    """One field of an observation: its name there, and the reader that answers it, with its arguments."""

    def __init__(self, name: str, reader: Reader[A_co], *args: Any) -> None:
        self.name = name
        self.reader = reader
        self.args = args


class Item(msgspec.Struct, Generic[T], frozen=True):
    """One item of a list: its key (an id of the page's own) and its body."""

    key: str
    body: T


class ListField(Generic[T]):
    """A field that is a list."""

    def __init__(self, name: str, reader: ListReader[T], *args: Any) -> None:
        self.name = name
        self.reader = reader
        self.args = args


class Observation:
    """What one look saw: ``observation[FIELD]`` is a field's answer, typed as its reader says."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self._answers = answers

    def __repr__(self) -> str:
        unknown = sum(isinstance(answer, Unknown) for answer in self._answers.values())
        return f"<Observation of {len(self._answers)} fields, {unknown} unknown>"

    def __getitem__(self, field: Field[A]) -> A | Unknown:
        return cast("A | Unknown", self._answers[field.name])

    def items(self, field: ListField[T]) -> Known[tuple[Item[T], ...]] | Unknown:
        """A list's items in the page's order; Unknown("partial") when one of them could not be read."""
        return cast("Known[tuple[Item[T], ...]] | Unknown", self._answers[field.name])


class Observer:
    """Asks the same fields again and again, of a tab or of one document, and holds what was told of the lists."""

    def __init__(self, page: Looks, *fields: Field[Any] | ListField[Any]) -> None:
        for field in fields:
            if page.library.check(field.reader.name, "asks").waits:
                raise ValueError(f"{field.reader.name} waits, so it cannot be a part of one look at one moment")
        self._page = page
        self._fields = fields
        self._questions = {field.name: [field.reader.name, *field.args] for field in fields}
        self._held = Snapshot()
        self._lists: dict[str, Known[tuple[Item[Any], ...]] | Unknown] = {}

    async def look(self, *, timeout: float = LOOK_LIMIT) -> Observation:
        """One look, one round trip, within ``timeout`` seconds. Never raises for a bad look."""
        library, held = self._page.library.hash, self._held.revision
        answer = await self._page.ask(Question(library=library, fields=self._questions, held=held), timeout)
        if isinstance(answer, Unknown):
            return self._all(answer)
        try:
            told = msgspec.convert(answer, ObservationAnswer)
        except msgspec.ValidationError as error:
            return self._all(self._lost(f"the observation: {error}"))
        builds = self._held.begin(told)
        return Observation({field.name: self._answer(field, told.fields, builds=builds) for field in self._fields})

    def _all(self, why: Unknown) -> Observation:
        return Observation({field.name: why for field in self._fields})

    def _lost(self, detail: str) -> Unknown:
        """Something was told that cannot be read, perhaps a change of a list: hold nothing, the next look is whole."""
        self._held.forget()
        return Unknown(Reason.MALFORMED, detail)

    def _answer(self, field: Field[Any] | ListField[Any], told: Mapping[str, Any], *, builds: bool) -> Any:
        try:
            answer = msgspec.convert(told.get(field.name), FieldAnswer)
        except msgspec.ValidationError as error:
            return self._lost(f"{field.name}: {error}")
        match answer:
            case FieldAnswer(threw=str(text)):
                return Unknown(Reason.THREW, text)
            case FieldAnswer(items=dict(items)) if isinstance(field, ListField) and builds:
                return self._list(field, items)
            case FieldAnswer(value=value) if value is not msgspec.UNSET:
                return _of_value(field, value)
            case _:
                return self._lost(f"{field.name} was told in a way that does not fit it")

    def _list(self, field: ListField[Any], items: Mapping[str, list[Any] | None]) -> Any:
        """A list with its changes: those are decoded, one by one, the other items stand as they were."""
        if items or field.name not in self._lists or field.name not in self._held.lists:
            decoded = {key: _decoded(field.reader, key, item) for key, item in items.items()}
            try:
                self._held.apply(field.name, decoded)
                self._lists[field.name] = _whole(self._held.ordered(field.name))
            except ValueError as error:
                return self._lost(f"{field.name}: {error}")
        return self._lists[field.name]


def _of_value(field: Field[Any] | ListField[Any], value: Any) -> Any:
    if isinstance(field, Field):
        return field.reader.answer(value)
    unknown = said_unknown(value)
    return Unknown(Reason.MALFORMED, f"{field.name} is no list") if unknown is None else unknown


def _decoded(reader: ListReader[Any], key: str, item: list[Any] | None) -> list[Any] | None:
    """An item's change with its body decoded: an ``Item``, or Unknown when the body does not fit."""
    if item is None or len(item) != 2:
        return item
    place, body = item
    try:
        return [place, Item(key, msgspec.convert(body, reader.shape))]
    except msgspec.ValidationError as error:
        return [place, Unknown(Reason.PARTIAL, f"{reader.name} {key}: {error}")]


def _whole(items: list[tuple[str, Any]]) -> Known[tuple[Item[Any], ...]] | Unknown:
    unread = next((body for _, body in items if isinstance(body, Unknown)), None)
    return Known(tuple(body for _, body in items)) if unread is None else unread
