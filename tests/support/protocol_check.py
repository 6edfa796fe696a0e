"""Compare hand-written commands and events with the protocol's own JSON. Pure: no browser, no files.

The JSON is what a browser serves at ``/json/protocol``. What we write may leave members out, and is held to it in what
it does name: the name, the type, and whether it may be absent. Each difference is one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import NODEFAULT, inspect

from cdpwebai.cdp.command import Command, Event

__all__ = ["differences", "misread"]

JSON = Mapping[str, Any]
SCALARS: Mapping[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.AnyType: "any",
    inspect.DictType: "object",
}
LESS = "required in the protocol, optional here"
TRUE_WHEN_ABSENT = re.compile(r"\bdefaults?\b[^.]*\btrue\b|\btrue by default\b", re.IGNORECASE)


def differences(document: JSON, written: Iterable[type[Command[Any]] | type[Event]]) -> list[str]:
    """Everything in which the written commands and events differ from the protocol."""
    protocol = _Protocol(document)
    return [difference for shape in written for difference in protocol.compare(shape)]


def misread(document: JSON, method: str, shape: type) -> list[str]:
    """In what a struct that reads an event's parameters names what the protocol has not. It may ask for less."""
    return list(_Protocol(document).compare_read(method, shape))


class _Protocol:
    """The protocol's JSON, looked up by "Domain.name"."""

    def __init__(self, document: JSON) -> None:
        self._commands = self._named(document, "commands", "name")
        self._events = self._named(document, "events", "name")
        self._types = self._named(document, "types", "id")
        self._seen: set[tuple[type, str, bool]] = set()

    @staticmethod
    def _named(document: JSON, kind: str, key: str) -> dict[str, JSON]:
        domains = document["domains"]
        return {f"{domain['domain']}.{entry[key]}": entry for domain in domains for entry in domain.get(kind, ())}

    def compare(self, shape: type[Command[Any]] | type[Event]) -> Iterator[str]:
        known, kind = (self._commands, "command") if issubclass(shape, Command) else (self._events, "event")
        entry = known.get(shape.method)
        if entry is None:
            yield f"{shape.method}: the protocol has no such {kind}"
            return
        yield from self._members(shape.method, _struct(shape), entry.get("parameters", ()), sent=kind == "command")
        if issubclass(shape, Command):
            yield from self._members(f"{shape.method} ->", _struct(shape.result), entry.get("returns", ()), sent=False)

    def compare_read(self, method: str, shape: type) -> Iterator[str]:
        entry = self._events.get(method)
        if entry is None:
            yield f"{method}: the protocol has no such event"
            return
        found = self._members(method, _struct(shape), entry.get("parameters", ()), sent=False)
        yield from (each for each in found if not each.endswith(LESS))

    def _members(self, where: str, ours: inspect.StructType, theirs: Iterable[JSON], *, sent: bool) -> Iterator[str]:
        domain = where.partition(".")[0]
        declared = {member["name"]: member for member in theirs}
        for field in ours.fields:
            member = declared.pop(field.encode_name, None)
            place = f"{where} {field.encode_name}"
            if member is None:
                yield f"{place}: the protocol has no such member"
                continue
            yield from _presence(place, field, member, sent=sent)
            yield from self._type(place, _unwrap(field.type), member, domain, sent=sent)
        if sent:
            yield from (f"{where} {name}: required, and not written" for name in declared if _required(declared[name]))

    def _type(self, where: str, ours: inspect.Type, theirs: JSON, domain: str, *, sent: bool) -> Iterator[str]:
        while "$ref" in theirs:
            name = theirs["$ref"] if "." in theirs["$ref"] else f"{domain}.{theirs['$ref']}"
            domain, theirs = name.partition(".")[0], self._types[name]
        if isinstance(ours, inspect.ListType) and theirs["type"] == "array":
            yield from self._type(f"{where}[]", _unwrap(ours.item_type), theirs["items"], domain, sent=sent)
        elif isinstance(ours, inspect.StructType) and theirs.get("properties"):
            yield from self._struct(where, ours, theirs, domain, sent=sent)
        elif SCALARS.get(type(ours)) != theirs["type"].replace("binary", "string"):
            yield f"{where}: {theirs['type']} in the protocol, {type(ours).__name__} here"

    def _struct(self, where: str, ours: inspect.StructType, theirs: JSON, domain: str, *, sent: bool) -> Iterator[str]:
        """A nested struct, once for each type that it stands for: some hold themselves."""
        key = (ours.cls, f"{domain}.{theirs.get('id', where)}", sent)
        if key not in self._seen:
            self._seen.add(key)
            yield from self._members(f"{key[1]} (of {where})", ours, theirs["properties"], sent=sent)


def _presence(where: str, field: inspect.Field, member: JSON, *, sent: bool) -> Iterator[str]:
    """A required member has no default; an optional one that we receive has. We may always send an optional one."""
    if field.required and not _required(member) and not sent:
        yield f"{where}: optional in the protocol, required here"
    elif not field.required and _required(member):
        yield f"{where}: {LESS}"
    elif not field.required and sent:
        yield from _default(where, field, member.get("description", ""))


def _default(where: str, field: inspect.Field, description: str) -> Iterator[str]:
    """A default is never sent, so it must be what the browser takes an absent parameter for. (NODEFAULT is UNSET.)"""
    if field.default_factory is not NODEFAULT or not any(field.default is each for each in (None, False, NODEFAULT)):
        yield f"{where}: its default would never be sent"
    elif field.default is False and TRUE_WHEN_ABSENT.search(description):
        yield f"{where}: true when absent, and False here is never sent"


def _required(member: JSON) -> bool:
    return not member.get("optional", False)


def _struct(shape: type) -> inspect.StructType:
    found = inspect.type_info(shape)
    assert isinstance(found, inspect.StructType), f"{shape} is no struct"
    return found


def _unwrap(ours: inspect.Type) -> inspect.Type:
    """``X | None``, as optional members are written, stands for X."""
    if not isinstance(ours, inspect.UnionType):
        return ours
    (inner,) = (each for each in ours.types if not isinstance(each, inspect.NoneType))
    return inner
