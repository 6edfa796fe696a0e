"""What a mutation is: one guard taken away, as data.

A green test is no evidence; one that goes red when its guard is gone is. Each module ``seed*.py`` beside this one has
``MUTATIONS``, a tuple of them, for a seed's table, and each ``guards_*.py`` for what no such table names::

    MUTATIONS = (
        Mutation(
            id="seed001.activity-unknown",
            guard="what could not be told is no quiet",
            file="cdpwebai/flows/plan_activity.py",
            old='        return "unknown"\n',
            new='        return "none"\n',
            red=("tests/unit/flows/test_plan_poll.py::test_unknown_activity_lengthens_the_window_to_five_seconds",),
        ),
    )

``python -m tests.mutations [id ...]`` (``make mutations``) makes each in a copy of the tree and holds that

- ``old`` stands in ``file`` exactly once, and the file, when it is Python, still passes ``mypy --strict`` with ``new``;
- each test in ``red`` fails, and by an assertion of its own: an ``assert`` below ``tests/``, or a ``pytest.raises``
  that saw nothing raised. An ImportError, a TypeError, an ``assert`` of the product or a time-out is no proof;
- every other test in ``rest`` passes, but for those that ``noticed.json`` lists.

``red`` names the few tests that are there for the guard, and may name some outside of ``rest`` (real Chromium). A name
without brackets stands for all cases of the test, of which one must fail; one with brackets for that case alone.
``noticed.json`` holds which other tests notice, as ``python -m tests.mutations --note [id ...]`` found it: they may
fail, by an assertion of their own or by a typed error where an answer was due; a new name in it is to be looked at.
``unit/test_mutations.py`` holds, in milliseconds, that every mutation applies to today's source and its tests exist.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import tests.mutations

__all__ = ["FLOWS", "NOTICED", "ROOT", "Mutation", "mutations", "noticed", "write_noticed"]

ROOT = Path(__file__).parents[2]
"""The top of the tree."""

NOTICED = Path(__file__).with_name("noticed.json")
"""Which tests notice each mutation, beside those that it names."""

FLOWS = ("tests/unit/flows", "tests/unit/store")
"""The tests near the flows: pure, or in virtual time."""


@dataclass(frozen=True)
class Mutation:
    """One guard taken away. ``guard`` is what it keeps, in a clause; paths and test names count from the tree's top."""

    id: str
    guard: str
    file: str
    old: str
    new: str
    red: tuple[str, ...]
    rest: tuple[str, ...] = FLOWS

    def applied(self, source: str) -> str:
        """The source without the guard. Raises ValueError unless ``old`` stands there exactly once."""
        if (times := source.count(self.old)) != 1:
            raise ValueError(f"{self.id}: its text stands {times} times in {self.file}, not once")
        return source.replace(self.old, self.new)

    def is_red(self, test: str) -> bool:
        """Whether this test, a node id, is one that the mutation names."""
        return test in self.red or test.partition("[")[0] in self.red


def mutations(names: Iterable[str] = ()) -> list[Mutation]:
    """All mutations, or those whose id is or begins with one of ``names``."""
    modules = [module.name for module in pkgutil.iter_modules(tests.mutations.__path__)]
    found = [
        one
        for module in sorted(modules)
        if module.startswith(("seed", "guards"))
        for one in importlib.import_module(f"tests.mutations.{module}").MUTATIONS
    ]
    wanted = tuple(names)
    return [one for one in found if not wanted or one.id.startswith(wanted)]


def noticed() -> dict[str, list[str]]:
    """The names of ``noticed.json``, without brackets, by mutation."""
    found: dict[str, list[str]] = json.loads(NOTICED.read_text(encoding="utf-8"))
    return found


def write_noticed(found: dict[str, list[str]]) -> None:
    """Write ``noticed.json`` anew, in the order of the ids."""
    text = json.dumps({name: sorted(found[name]) for name in sorted(found) if found[name]}, indent=1)
    NOTICED.write_text(text + "\n", encoding="utf-8")
