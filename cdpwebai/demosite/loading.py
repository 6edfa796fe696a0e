"""Scenario files: read, checked, refused by name.

Plays nothing (``timeline``) and serves nothing (``server``). A typo must not make a test pass, so an unknown key or
step is refused by its name, in one sentence; so is one that the format knows and this version does not play yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from cdpwebai.demosite.scenario import Place, Scenario
from cdpwebai.demosite.steps import LATER_STEPS, STEP_NAMES, AssistantTurn, Branch, TurnStep
from cdpwebai.errors import ScenarioError

__all__ = ["builtin_names", "load_builtin", "load_scenario"]


def load_scenario(source: str | Path) -> Scenario:
    """Read a scenario from a file, or from its JSON text (a string that begins with a brace).

    Raises ScenarioError, one sentence that names the file and what is wrong in it.
    """
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return _parse(source, "the scenario")
    try:
        text = Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise ScenarioError(f"{source}: the scenario cannot be read: {exc}.") from exc
    return _parse(text, str(source))


def builtin_names() -> list[str]:
    """The names of the scenarios that come with the library."""
    folder = resources.files("cdpwebai.demosite") / "scenarios"
    return sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))


def load_builtin(name: str) -> Scenario:
    """A scenario that comes with the library, such as "hello". Raises ScenarioError for any other name."""
    if name not in builtin_names():
        known = ", ".join(builtin_names())
        raise ScenarioError(f'There is no built-in scenario "{name}"; there are: {known}.')
    text = (resources.files("cdpwebai.demosite") / "scenarios" / f"{name}.json").read_text(encoding="utf-8")
    return _parse(text, name)


def _parse(text: str, where: str) -> Scenario:
    try:
        raw = msgspec.json.decode(text)
        for complaint in _complaints(raw):
            raise ScenarioError(f"{where}: {complaint}.")
        scenario = msgspec.convert(raw, Scenario)
    except msgspec.ValidationError as exc:
        raise ScenarioError(f"{where}: {_sentence(str(exc))}.") from exc
    except msgspec.DecodeError as exc:
        raise ScenarioError(f"{where}: this is no JSON: {exc}.") from exc
    for complaint in (*_disorder(scenario), *_misplaced(scenario)):
        raise ScenarioError(f"{where}: {complaint}.")
    return scenario


def _complaints(raw: Any) -> Iterator[str]:
    """What can be said by name before the types are looked at: later keys, later steps, unknown steps."""
    if not isinstance(raw, dict):
        yield "a scenario is a JSON object"
        return
    document = msgspec.convert(raw, dict[str, Any])
    for number, reply in enumerate(_items(document.get("replies"))):
        for place, step in enumerate(_items(reply)):
            yield from _unplayed(step, f"replies[{number}][{place}]")


def _unplayed(step: Any, where: str) -> Iterator[str]:
    name = msgspec.convert(step, dict[str, Any]).get("do") if isinstance(step, dict) else None
    if name in LATER_STEPS:
        yield f'"{name}" in {where} is a step of the format that this version does not play yet'
    elif isinstance(name, str) and name not in STEP_NAMES:
        yield f'unknown step "{name}" in {where}'


def _items(value: Any) -> list[Any]:
    return msgspec.convert(value, list[Any]) if isinstance(value, list) else []


def _sentence(complaint: str) -> str:
    """msgspec's complaint in the words of this format, with the place and no ``$``."""
    what, _, path = complaint.partition(" - at `$")
    path = "" if "[...]" in path else path
    where = path.rstrip("`").lstrip(".") or "the scenario"
    unknown = re.search(r"unknown field `(.+)`", what)
    if unknown:
        return f'unknown key "{unknown[1]}" in {where}'
    missing = re.search(r"missing required field `(.+)`", what)
    if missing:
        return f'the key "{missing[1]}" is missing in {where}'
    return f"{where}: {what[:1].lower()}{what[1:]}"


def _disorder(scenario: Scenario) -> Iterator[str]:
    """Steps that speak of an open turn where none is open."""
    for number, reply in enumerate(scenario.replies):
        is_open = False
        for step in sorted(reply, key=lambda step: step.at):
            is_open = is_open or isinstance(step, AssistantTurn)
            if isinstance(step, TurnStep) and not is_open:
                name = step.__struct_config__.tag
                yield f'"{name}" at {step.at:g} s in replies[{number}] comes before any assistant_turn'


def _misplaced(scenario: Scenario) -> Iterator[str]:
    """Branches that cannot be: one beyond the last, or more texts than are left for them."""
    for number, turn in enumerate(scenario.turns):
        yield from _unlike(turn.branch or Place(n=1, of=1), turn.others, f"turns[{number}]")
    for number, reply in enumerate(scenario.replies):
        for place, step in enumerate(reply):
            if isinstance(step, Branch):
                yield from _unlike(step, step.others, f"replies[{number}][{place}]")


def _unlike(branch: Place | Branch, others: Sequence[str], where: str) -> Iterator[str]:
    if branch.n > branch.of:
        yield f"{where} shows branch {branch.n} of {branch.of}"
    if len(others) not in (0, branch.of - 1):
        yield f"{where} has {branch.of} branches, so others holds {branch.of - 1} texts, not {len(others)}"
