"""A run as Markdown: the aims first, then absolute figures and ratios to ours. Pure but for ``circumstances``."""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks import aims
from benchmarks.figures import MEASURES, Measure, Range, Results
from benchmarks.roster import OURS, PIPE, ROSTER, WEBSOCKET, Contestant

__all__ = ["bullets", "circumstances", "render", "save", "table"]

_HOW_TO_READ = """\
Medians over the rounds, with their range. Every client runs in a process and an environment of its own, on its own tab
of one headless browser over loopback (over the pipe: a browser of its own). CPU and memory count a client's helper
processes (playwright's driver), not the browser. Wall time is mostly Chromium's, and only ratios within one run carry
over to another machine. `socket` and `pipe` are blocking loops that can do nothing else: floors, not clients."""

_RATIOS = "How many times better ours is (below 1: worse; `=`: the ranges overlap, so the difference does not count):"


def circumstances(browser: str, chosen: Iterable[Contestant] = ()) -> dict[str, str]:
    """Where and when, with which browser and packages."""
    ours = [f"{name} {importlib.metadata.version(name)}" for name in ("trio", "websockets", "msgspec")]
    return {
        "Date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "Machine": f"{os.cpu_count()} x {_processor()}, {platform.system()} {platform.release()}",
        "Load when done": f"{os.getloadavg()[0]:.1f} over a minute",
        "Browser": browser,
        "Ours": ", ".join([f"Python {platform.python_version()}", *ours]),
        "Peers": ", ".join(one.requirement.replace("==", " ") for one in chosen if one.requirement),
    }


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def render(results: Results) -> str:
    """The whole report."""
    facts = [f"{name}: {value}" for name, value in results.circumstances.items() if value]
    parts = ["# Benchmark results", bullets([*facts, f"Rounds: {len(results.rounds)}"]), _HOW_TO_READ]
    parts += ["## Aims", bullets(aims.verdicts(results))]
    for over in (WEBSOCKET, PIPE):
        names = [one.name for one in ROSTER if one.over == over and one.name in results.rounds[0]]
        if names:
            parts += [f"## Over {over}", _absolute(results, names)]
        if len(names) > 1 and names[0] == OURS[over]:
            parts += [_RATIOS, _ratios(results, names[0], names[1:])]
    return "\n\n".join(parts) + "\n"


def save(name: str, text: str) -> None:
    """Keep a report in ``benchmarks/results``."""
    folder = Path(__file__).parent / "results"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)


def bullets(lines: Iterable[str]) -> str:
    """A Markdown list."""
    return "\n".join(f"- {line}" for line in lines)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; the first column has no head."""
    lines = [["", *head], ["---", *("---:" for _ in head)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _absolute(results: Results, names: Sequence[str]) -> str:
    return table(names, [[one.title, *(_range(results.of(name, one)) for name in names)] for one in MEASURES])


def _ratios(results: Results, ours: str, others: Sequence[str]) -> str:
    return table(others, [[one.title, *(_ratio(results, one, ours, name) for name in others)] for one in MEASURES])


def _range(figure: Range | None) -> str:
    return f"{_short(figure.median)} ({_short(figure.low)}–{_short(figure.high)})" if figure else "failed"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _ratio(results: Results, measure: Measure, ours: str, theirs: str) -> str:
    lead = results.lead(measure, ours, theirs)
    if lead is None:
        return "-"
    times, counts = lead
    return f"{times:.2f}" if counts else f"= {times:.2f}"
