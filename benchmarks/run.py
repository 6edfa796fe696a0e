"""``make bench``: every client against the same browser, round by round, and the table that comes of it.

Each client runs as a process of its own (``benchmarks.clients``), in an environment of its own (``environments``),
on a tab of its own; the rounds are interleaved, so that whatever else the machine does hits all alike.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path

from benchmarks import browser, environments, report
from benchmarks.figures import Figures, Results
from benchmarks.measure import Job
from benchmarks.roster import IMPORT_TRIO, PIPE, ROSTER, Contestant

__all__ = ["main"]

_HERE = Path(__file__).parent
_LIMIT = 120  # seconds for one process
_IMPORTS = 5  # processes a round for the import figures
_IMPORT = """\
import time
began = time.perf_counter()
{}
took = time.perf_counter() - began
with open("/proc/self/status") as status:
    resident = next(line.split()[1] for line in status if line.startswith("VmRSS"))
print(took * 1e3, int(resident) / 1024)
"""


def main() -> None:
    """Parse the command line, measure, write the report."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="cdpwebai-bench-", ignore_cleanup_errors=True) as folder:
        os.environ["TMPDIR"] = tempfile.tempdir = folder  # whatever a client or the browser drops goes with it
        _write(_measured(options), options.out)


def _measured(options: argparse.Namespace) -> Results:
    chosen = [one for one in ROSTER if not options.only or one.name in options.only]
    pythons = {one.name: environments.prepare(one) for one in chosen}
    rounds: list[dict[str, Figures]] = []
    with browser.open_port() as port:
        for number in range(options.rounds):
            start = number % len(chosen)  # so that nobody is always first, or always behind the same one
            rounds.append({one.name: _figures(one, pythons[one.name], port) for one in chosen[start:] + chosen[:start]})
            rounds[-1][IMPORT_TRIO] = _import("import trio", sys.executable)
    return Results(report.circumstances(browser.version(), chosen), rounds)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python benchmarks/run.py")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="interleaved rounds (default: 3)")
    parser.add_argument("--only", type=_names, metavar="NAME,...", help="these clients alone; latest.md stays as it is")
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="every figure of every round, as JSON")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds needs at least 1")
    return options


def _names(text: str) -> list[str]:
    names = text.split(",")
    if unknown := set(names) - {one.name for one in ROSTER}:
        known = ", ".join(one.name for one in ROSTER)
        raise argparse.ArgumentTypeError(f"no client is called {', '.join(sorted(unknown))} (there are {known})")
    return names


def _figures(one: Contestant, python: str, port: browser.Port) -> Figures:
    """One round of one client; empty, with a word on stderr, when it failed."""
    print(one.name, file=sys.stderr)
    place: AbstractContextManager[Job] = browser.open_pipe() if one.over == PIPE else port.job()
    try:
        with place as job:
            return _import(one.imports, python) | _run(one, python, job)
    except subprocess.SubprocessError as failure:
        said = getattr(failure, "stderr", None) or ""
        print(f"{one.name} failed: {failure}\n{said[-2000:]}", file=sys.stderr)
        return {}


def _import(statement: str, python: str) -> Figures:
    """Medians over fresh processes; one more runs first, so that the compiled modules are there."""
    runs = [_process([python, "-c", _IMPORT.format(statement)]).split() for _ in range(_IMPORTS + 1)][1:]
    took, resident = zip(*runs, strict=True)
    return {"import_ms": statistics.median(map(float, took)), "import_mb": statistics.median(map(float, resident))}


def _run(one: Contestant, python: str, job: Job) -> Figures:
    command = [python, "-m", f"benchmarks.clients.{one.adapter}", json.dumps(job._asdict())]
    figures: Figures = json.loads(_process(command, job).splitlines()[-1])
    return figures


def _process(command: list[str], job: Job | None = None) -> str:
    """Its stdout. No proxies and no Python settings of the caller reach it; a pipe client inherits its pipe."""
    kept = {name: value for name, value in os.environ.items() if not name.upper().endswith("_PROXY")}
    ends = [fd for fd in (job.read_fd, job.write_fd) if fd >= 0] if job else []
    done = subprocess.run(
        command,
        check=True,
        capture_output=True,
        cwd=_HERE.parent,
        env={name: value for name, value in kept.items() if not name.startswith("PYTHON")},
        pass_fds=ends,
        text=True,
        timeout=_LIMIT,
    )
    return done.stdout


def _write(results: Results, out: Path | None) -> None:
    if out:
        out.write_text(json.dumps(results._asdict(), indent=1) + "\n")
    text = report.render(results)
    if all(one.name in results.rounds[0] for one in ROSTER):
        report.save("latest.md", text)
    print(text)


if __name__ == "__main__":
    main()
