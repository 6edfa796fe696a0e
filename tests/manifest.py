"""What must be shown, and by which tests.

A requirement has an id (``report.A05``: row A05 of the public reports; ``seed002.Y3``: row Y3 of that seed) and an
``Entry``. Entries stand in ``manifest_parts/``, one module an area. A test says which ids it shows::

    @proves("report.A05")
    def test_a_call_in_flight_fails_when_the_socket_closes() -> None: ...

A scenario (``scenarios/*.json``, each played by ``browser/flows/test_scenarios.py``) says so by its ``report``: "B05"
is ``report.B05``, "oracle A7" is ``oracle.A7``, and several are parted by commas. One that was handed over names one
row at most; what else it shows stands in the entry's ``scenarios``.

``unit/test_manifest.py`` holds both directions: no id without a test, no test with an id that nobody asked for. What is
not shown is an entry with a ``gap``, which says why and what was tried.
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import tests.manifest_parts

__all__ = ["REQUIRED", "Entry", "by_test", "entries", "problems", "proves", "reports_in"]

Test = TypeVar("Test", bound=Callable[..., object])

GROUP_A = (
    "01 02 04 05 07 08 10 11 13 14 16 17 19 20 22 23 25 26 28 29 31 32 34 "
    "35 37 38 40 41 43 44 46 47 49 50 52 53 55 56 58 59 61 62"
)
GROUP_B = (
    "01 02 04 05 07 08 10 11 13 14 16 17 19 20 22 23 25 26 28 29 31 32 34 35 37 38 40 41 43 44 46 52 53 55 56 58 59 62"
)
GROUP_G = "1 2 3 4 5 7"
PEER_ROWS = {
    "A": (*range(1, 32), *range(33, 37), 38, 39, 40, 41, *range(43, 48)),
    "B": (*range(1, 16), 17, 19),
    "C": (*range(1, 25),),
    "F": (*range(1, 12),),
    "D": (*range(1, 26),),
    "G": (*range(1, 18),),
    "I": (*range(1, 23),),
}
ROWS_Y = (*range(1, 10), *range(13, 18))
ROWS_WORK = "Y12 Y12b Y12c Y18a Y18b Y19a Y19b"
ROWS_X = "X1 X2 X2b X2c X2d X3 X4 X4b X5 X5b X5c X6 X7 X8 X9 X10 X11 X11b X12 X13 partial"
ROWS_SURFACE = "1.1-chat 1.1-work 1.1-ambiguous 1.1-legacy 2.1-1 2.1-2 2.1-3 2.1-4 2.1-5"
ROWS_T = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12a T12b T12c T12d T12e T12f T12g T13 T14a T14b T15 T16 T17 T18 T19"
GROUP_F1 = (
    "POLL-1 POLL-2 POLL-3 POLL-4 POLL-5 POLL-6 POLL-7 POLL-8 POLL-9 POLL-10 POLL-11 POLL-12 POLL-13 Z1 Z2 Z5 "
    f"{ROWS_T} U1 U1b U2 U2b U3 U4 U10 U10b U10c U10d X2 X2b X2c X2d X7 X8 X10 X11 X11b X12 "
    "Y1 Y2c Y5 Y7 Y8 Y9 Y10 Y11 Y12 Y13 Y14 Y15"
)
GROUP_F2 = "STOP-1 STOP-2 STOP-3 STOP-4 STOP-5 STOP-6 STOP-7 STOP-8 STOP-10 STOP-11 Y18"
GROUP_F3 = {
    "FRAG": range(1, 22),
    "GRAM": ("completed", "weak"),
    "STRATA": range(1, 7),
    "WRAP": range(1, 12),
    "OBS": range(1, 8),
    "REC": range(1, 12),
    "TRANS": range(1, 11),
}
ROWS_F3 = "X4 X4b X4c X4d X5 X5b X5c"
GROUP_F4 = {
    "STALL": range(1, 5),
    "PROV": (1, 2, 3, 4, 6, 7, 8, 9, 10),
    "TIGHT": range(1, 4),
    "ASYNC": (1, 3),
    "WATCHD": (1, 2),
    "TIME": (*range(3, 8), *range(9, 15)),
}
ROWS_F4 = "L1 L2 L3 L4 L5 V1 V2 V5 V6"

REQUIRED = frozenset(
    {f"report.A{row}" for row in GROUP_A.split()}
    | {f"report.B{row}" for row in GROUP_B.split()}
    | {f"report.G{row}" for row in GROUP_G.split()}
    | {f"oracle.{group}{row}" for group, rows in PEER_ROWS.items() for row in rows}
    | {f"seed001.{row}" for row in ROWS_T.split()}
    | {f"seed002.Y{row}" for row in ROWS_Y}
    | {f"ref.F1.{row}" for row in GROUP_F1.split()}
    | {f"ref.F2.{row}" for row in GROUP_F2.split()}
    | {f"ref.F3.{area}-{row}" for area, rows in GROUP_F3.items() for row in rows}
    | {f"ref.F3.{row}" for row in ROWS_F3.split()}
    | {f"ref.F4.{area}-{row}" for area, rows in GROUP_F4.items() for row in rows}
    | {f"ref.F4.{row}" for row in ROWS_F4.split()}
    | {f"seed004.{row}" for row in ROWS_X.split()}
    | {f"seed000.{row}" for row in ROWS_SURFACE.split()}
    | {f"ref.F5.WORK-{row}" for row in range(1, 49)}
    | {f"ref.F5.SURF-{row}" for row in range(1, 11)}
    | {f"ref.F5.PROBE-{row}" for row in range(1, 24)}
    | {f"ref.F5.NORM-{row}" for row in range(1, 19)}
    | {f"seed002.{row}" for row in ROWS_WORK.split()}
    | {"ref.F5.WCLI"}
)
"""The ids that must be somewhere, with a test or as a gap."""

MOST_GAPS = 4
"""So many rows of group A may be gaps."""


@dataclass(frozen=True)
class Entry:
    """One requirement: the behaviour in a sentence, where it comes from, and why nothing shows it, if nothing does.

    ``scenarios``: those that show it, beside the ones whose own ``report`` says so.
    """

    behaviour: str
    source: str
    gap: str = ""
    scenarios: tuple[str, ...] = ()


def proves(*ids: str) -> Callable[[Test], Test]:
    """Say which requirements a test shows. It changes nothing; ``test_manifest.py`` reads it from the source."""
    return lambda test: test


def entries() -> dict[str, list[tuple[str, Entry]]]:
    """Each id with the areas that list it (rightly: one) and their entries."""
    found: dict[str, list[tuple[str, Entry]]] = {}
    for module in pkgutil.iter_modules(tests.manifest_parts.__path__):
        part: Mapping[str, Entry] = importlib.import_module(f"tests.manifest_parts.{module.name}").ENTRIES
        for identity, entry in part.items():
            found.setdefault(identity, []).append((module.name, entry))
    return found


def by_test(root: Path) -> dict[str, list[str]]:
    """Each id that a ``@proves`` or a scenario below ``root`` names, with the tests that carry it.

    A test is ``file::function``, a scenario its file.
    """
    found: dict[str, list[str]] = {}
    for path in sorted((root / "scenarios").glob("*.json")):
        for identity in reports_in(json.loads(path.read_text(encoding="utf-8")).get("report", "")):
            found.setdefault(identity, []).append(f"scenarios/{path.name}")
    for path in sorted(root.rglob("test_*.py")):
        for test, identity in _proofs(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(identity, []).append(f"{path.relative_to(root)}::{test}")
    return found


def reports_in(report: str) -> list[str]:
    """The ids that a scenario's ``report`` names: "B05, oracle A7" is ``report.B05`` and ``oracle.A7``."""
    named = filter(None, (part.strip() for part in report.split(",")))
    return [name.replace(" ", ".", 1) if name.startswith("oracle ") else f"report.{name}" for name in named]


def _proofs(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test_"):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).split(".")[-1] == "proves":
                yield from ((node.name, ast.literal_eval(argument)) for argument in decorator.args)


def problems(
    known: Mapping[str, list[tuple[str, Entry]]], shown: Mapping[str, list[str]], required: frozenset[str] = REQUIRED
) -> list[str]:
    """Everything that is wrong between the manifest and the tests, a sentence each."""
    shown = _with_scenarios(known, shown)
    return [*_missing(known, shown, required), *_untrue(known, shown), *_gaps(known, shown)]


def _with_scenarios(
    known: Mapping[str, list[tuple[str, Entry]]], shown: Mapping[str, list[str]]
) -> Mapping[str, list[str]]:
    """What is shown by tests, and by the scenarios that the entries name."""
    named = {key: [f"scenarios/{name}.json" for name in places[0][1].scenarios] for key, places in known.items()}
    return {key: found for key in {*shown, *named} if (found := [*shown.get(key, ()), *named.get(key, ())])}


def _missing(
    known: Mapping[str, list[tuple[str, Entry]]], shown: Mapping[str, list[str]], required: frozenset[str]
) -> Iterator[str]:
    yield from (
        f"{identity} is required and in no part of the manifest" for identity in sorted(required - known.keys())
    )
    for identity, places in known.items():
        if identity not in shown and not places[0][1].gap:
            yield f"{identity} has no test and no gap"


def _untrue(known: Mapping[str, list[tuple[str, Entry]]], shown: Mapping[str, list[str]]) -> Iterator[str]:
    for identity, carriers in shown.items():
        if identity not in known:
            yield f"{carriers[0]} proves {identity}, which is in no part of the manifest"
    for identity, places in known.items():
        if len(places) > 1:
            yield f"{identity} is in {' and '.join(area for area, _ in places)}"
        if not places[0][1].behaviour or not places[0][1].source:
            yield f"{identity} lacks its behaviour or its source"


def _gaps(known: Mapping[str, list[tuple[str, Entry]]], shown: Mapping[str, list[str]]) -> Iterator[str]:
    gaps = [identity for identity, places in known.items() if places[0][1].gap]
    yield from (
        f"{identity} is called a gap, and {shown[identity][0]} shows it" for identity in gaps if identity in shown
    )
    groups = Counter(identity[: len("report.A")] for identity in gaps)
    if groups["report.A"] > MOST_GAPS:
        yield f"{groups['report.A']} gaps in group A of the public reports, {MOST_GAPS} are allowed"
