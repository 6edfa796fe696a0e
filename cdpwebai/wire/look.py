"""How a look is asked and answered: the format between us and our own readers in the page.

Row 1, pure. ``page`` asks in it, the readers answer in it, and ``trace`` knows by it which recorded calls only read. It
is not the protocol's: on the wire a look is one ``Runtime.callFunctionOn`` whose declaration is ``LOOK``, bound to one
document by ``uniqueContextId``, with one argument by value, the ``Question``. An act in the page is the same with
``ACT``. Any other call into the page is an act as well.

A question asks one reader, or makes an observation: many readers at once (``fields``), with the revision that the asker
holds. The answer to one reader is ``{"value": ...}``, ``{"threw": text}`` or ``{"missing": true}`` (not installed). The
answer to an observation::

    {"revision": "e3.7", "base": "e3.6", "fields": {
        "stop":  {"value": {"v": "absent"}},                      # small: always there
        "title": {"threw": "TypeError: ..."},                     # this field alone is unknown
        "turns": {"items": {"a1": [1, {...}], "u2": [2], "a0": null}}}}  # a list, by key

``base`` is the held revision when it was the page's latest: then a list holds only what has changed since, ``[place,
body]`` for a new or changed item, ``[place]`` for one that moved, null for one that went. Otherwise ``base`` is null
and every list is whole. ``Snapshot`` puts the answers together again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

__all__ = [
    "ACT",
    "LOOK",
    "Answer",
    "FieldAnswer",
    "ObservationAnswer",
    "Question",
    "Snapshot",
    "is_look",
    "question_of",
]

LOOK = """function look(question) {
  const library = globalThis.__cdpwebai;
  return library !== undefined && library.hash === question.library ? library.look(question) : { missing: true };
}
//# sourceURL=cdpwebai/look.js
"""
"""The declaration of every look: a constant, so that a recording can tell looks from acts."""

ACT = """function act(question) {
  const library = globalThis.__cdpwebai;
  return library !== undefined && library.hash === question.library ? library.act(question) : { missing: true };
}
//# sourceURL=cdpwebai/act.js
"""
"""The declaration of every act that is done by script: scrolling a target into view, listening for our own press."""


class Question(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is asked: ``reader`` with ``args``, or ``fields`` (name to ``[reader, *args]``) beside what is ``held``.

    ``library`` is the hash of the reader library; the page answers ``missing`` when it has another one.
    """

    library: str
    reader: str = ""
    args: Sequence[Any] = ()
    fields: Mapping[str, Sequence[Any]] | None = None
    held: str | None = None


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer of one reader: exactly one of the three is there."""

    value: Any | msgspec.UnsetType = msgspec.UNSET
    threw: str | None = None
    missing: bool = False


class FieldAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One field of an observation: exactly one of the three is there."""

    value: Any | msgspec.UnsetType = msgspec.UNSET
    threw: str | None = None
    items: dict[str, list[Any] | None] | None = None


class ObservationAnswer(msgspec.Struct, frozen=True):
    """The answer to an observation; each of ``fields`` is decoded by itself, as a ``FieldAnswer``."""

    revision: str
    base: str | None
    fields: dict[str, Any]


class Snapshot:
    """The lists of one observation as they were last told, put together from answers.

    ``lists`` is field to key to ``(place, body)``. ``apply`` says which keys an answer changed; ``revision`` is what to
    hold in the next question, None when nothing is known.
    """

    def __init__(self) -> None:
        self.revision: str | None = None
        self.lists: dict[str, dict[str, tuple[int, Any]]] = {}

    def begin(self, answer: ObservationAnswer) -> bool:
        """Take over an answer's revision. False, and nothing is held any more, when it builds on one not held."""
        if answer.base is not None and answer.base != self.revision:
            self.forget()
            return False
        if answer.base is None:
            self.lists.clear()
        self.revision = answer.revision
        return True

    def apply(self, name: str, items: Mapping[str, Sequence[Any] | None]) -> None:
        """Bring one list up to date. Raises ValueError for an item that is none, and holds nothing any more then."""
        known = self.lists.setdefault(name, {})
        try:
            for key, item in items.items():
                self._apply_item(known, key, item)
        except (KeyError, TypeError, ValueError):
            self.forget()
            raise ValueError(f"the list {name} does not build on what is held") from None

    def forget(self) -> None:
        """Hold nothing: the next answer will be whole."""
        self.revision = None
        self.lists.clear()

    def ordered(self, name: str) -> list[tuple[str, Any]]:
        """Key and body of one list, in the page's order. Raises ValueError when a place is empty or taken twice."""
        items = sorted(self.lists.get(name, {}).items(), key=lambda item: item[1][0])
        if [place for _, (place, _) in items] != list(range(len(items))):
            self.forget()
            raise ValueError(f"the list {name} has a hole")
        return [(key, body) for key, (_, body) in items]

    def whole(self, name: str) -> dict[str, list[Any]]:
        """One list as a page would tell it to somebody who holds nothing."""
        return {key: [place, body] for key, (place, body) in self.lists.get(name, {}).items()}

    @staticmethod
    def _apply_item(known: dict[str, tuple[int, Any]], key: str, item: Sequence[Any] | None) -> None:
        match item:
            case None:
                del known[key]
            case [int(place)]:
                known[key] = (place, known[key][1])
            case [int(place), body]:
                known[key] = (place, body)
            case _:
                raise ValueError(key)


def is_look(method: str, params: Mapping[str, Any]) -> bool:
    """Whether a call only reads: a look, by its constant declaration. What we cannot tell is an act."""
    return method == "Runtime.callFunctionOn" and params.get("functionDeclaration") == LOOK


def question_of(params: Mapping[str, Any]) -> Question:
    """The question in a look's parameters. Raises msgspec.ValidationError when it is none."""
    arguments = msgspec.convert(params["arguments"], list[dict[str, Any]])
    return msgspec.convert(arguments[0]["value"], Question)
