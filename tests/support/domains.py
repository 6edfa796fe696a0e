"""Everything that is written in ``cdpwebai.cdp.domains``, found by looking: no list to forget one in."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import Any

from msgspec import inspect

from cdpwebai.cdp import domains
from cdpwebai.cdp.command import Command, Event, Wire

__all__ = ["COMMANDS", "EVENTS", "MODULES", "STRUCTS", "Written", "structs_of"]

Written = type[Command[Any]] | type[Event]

MODULES: list[ModuleType] = [
    importlib.import_module(f"{domains.__name__}.{found.name}") for found in pkgutil.iter_modules(domains.__path__)
]
STRUCTS: list[type[Wire]] = [getattr(module, name) for module in MODULES for name in module.__all__]
COMMANDS: list[type[Command[Any]]] = [shape for shape in STRUCTS if issubclass(shape, Command)]
EVENTS: list[type[Event]] = [shape for shape in STRUCTS if issubclass(shape, Event)]


def structs_of(written: Written) -> list[inspect.StructType]:
    """The structs that a command, its result, or an event is made of, itself included."""
    roots = [written, written.result] if issubclass(written, Command) else [written]
    found: dict[type, inspect.StructType] = {}
    todo = list(inspect.multi_type_info(roots))
    while todo:
        match todo.pop():
            case inspect.StructType() as struct if struct.cls not in found:
                found[struct.cls] = struct
                todo += [field.type for field in struct.fields]
            case inspect.ListType() as array:
                todo.append(array.item_type)
            case inspect.UnionType() as union:
                todo += union.types
            case _:
                pass
    return list(found.values())
