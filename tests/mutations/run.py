"""Take each guard away in a copy of the tree, and hold what ``format`` says of its tests.

Two at a time, each worker with a copy of its own. First the tests are run as they are: what is red already shows
nothing. Exit status 0: every guard's tests noticed, and nothing else did.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

from tests.mutations.format import ROOT, Mutation, mutations, noticed, write_noticed

__all__ = ["complaints", "main"]

WORKERS = 2
LONGEST = 600
"""Seconds for one run of tests; none may come near it."""

NOTICING = ("assertion", "typed error")
"""How a test that may notice may end: by what it holds, or by the flow's error where an answer was due."""

Outcomes = dict[str, str]
"""Each test that ran, and how it ended."""

Run = tuple[list[str], Outcomes]
"""What the type checker said, and how the tests ended."""


def main(arguments: Sequence[str]) -> int:
    """Make the mutations whose ids begin with one of ``arguments``, all for none; the process's exit status.

    With ``--note`` among them, what else went red in that way is written down as noticed.
    """
    names = [name for name in arguments if name != "--note"]
    chosen = mutations(names)
    if not chosen:
        print(f"no mutation is called {' or '.join(names)}", file=sys.stderr)
        return 2
    runs = _run_all(chosen)
    if runs is None:
        return 1
    known = noticed()
    if "--note" in arguments:
        known |= {
            mutation.id: _others(mutation, outcomes) for mutation, (_, outcomes) in zip(chosen, runs, strict=True)
        }
        write_noticed({name: known[name] for name in known if name in {one.id for one in mutations()}})
    judged = [_judge(mutation, run, known.get(mutation.id, ())) for mutation, run in zip(chosen, runs, strict=True)]
    print(f"{sum(judged)} of {len(judged)} guards: gone, their tests went red, and the rest stayed green")
    return 0 if all(judged) else 1


def complaints(mutation: Mutation, outcomes: Outcomes, also: Collection[str] = ()) -> Iterator[str]:
    """What is wrong with the outcomes of the tests without the guard, a sentence each; nothing, rightly.

    ``also`` are the names of the tests that may notice, too.
    """
    for name in mutation.red:
        ended = [how for test, how in outcomes.items() if name in (test, test.partition("[")[0])]
        if "assertion" not in ended:
            yield f"{name} did not fail by its assertion: {', '.join(sorted(set(ended))) or 'it did not run'}"
    for test, how in outcomes.items():
        may_fail = mutation.is_red(test) or test.partition("[")[0] in also
        if how != "passed" and not (how in NOTICING and may_fail):
            yield f"{test} should be green: {how}"


def _others(mutation: Mutation, outcomes: Outcomes) -> list[str]:
    red = (test for test, how in outcomes.items() if how in NOTICING and not mutation.is_red(test))
    return sorted({test.partition("[")[0] for test in red})


def _judge(mutation: Mutation, run: Run, also: Collection[str]) -> bool:
    types, outcomes = run
    wrong = [*types, *complaints(mutation, outcomes, also)]
    print(f"{'wrong' if wrong else 'red':5} {mutation.id:36} {mutation.guard}", *wrong, sep="\n      ")
    return not wrong


def _run_all(chosen: Sequence[Mutation]) -> list[Run] | None:
    """Run the tests without each guard; None, after saying why, where they are not green with it."""
    with tempfile.TemporaryDirectory(prefix="cdpwebai-mutations-") as folder:
        copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(WORKERS):
            copies.put(_copy(Path(folder) / str(number)))
        if wrong := _healthy(Path(folder) / "0", chosen):
            print("without any mutation:", *wrong, sep="\n  ")
            return None
        with ThreadPoolExecutor(WORKERS) as workers:
            return list(workers.map(_run_without, chosen, repeat(copies)))


def _copy(folder: Path) -> Path:
    """The tree as it is now, without what git ignores."""
    listing = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def _healthy(copy: Path, chosen: Sequence[Mutation]) -> list[str]:
    """What is not green although nothing was taken away."""
    tests = {name for mutation in chosen for name in _tests(mutation)}
    named = {name.partition("[")[0] for mutation in chosen for name in mutation.red}
    outcomes = _run(copy, sorted(name for name in tests if name.partition("[")[0] not in named) + sorted(named))
    missing = [f"{name} did not run" for name in named if name not in {test.partition("[")[0] for test in outcomes}]
    return missing + [f"{test}: {how}" for test, how in outcomes.items() if how != "passed"]


def _run_without(mutation: Mutation, copies: queue.SimpleQueue[Path]) -> Run:
    """Take the guard away, check the file's types, run the tests, put the guard back."""
    copy = copies.get()
    file = copy / mutation.file
    whole = file.read_text(encoding="utf-8")
    began = time.monotonic()
    try:
        file.write_text(mutation.applied(whole), encoding="utf-8")
        types = _type_errors(copy, mutation.file) if file.suffix == ".py" else []
        return types, _run(copy, _tests(mutation))
    except ValueError as error:
        return [str(error)], {}
    finally:
        file.write_text(whole, encoding="utf-8")
        copies.put(copy)
        print(f"{mutation.id}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)


def _tests(mutation: Mutation) -> list[str]:
    """What is to be run: the rest, and what is to be red outside of it."""
    outside = [name for name in mutation.red if not name.startswith(mutation.rest)]
    return [*mutation.rest, *outside]


def _type_errors(copy: Path, file: str) -> list[str]:
    ran = _python(copy, "mypy", file)
    return [] if ran.returncode == 0 else [f"mypy: {line}" for line in ran.stdout.splitlines()]


def _run(copy: Path, tests: Sequence[str]) -> Outcomes:
    """Run these tests in the copy."""
    told = copy / "outcomes.jsonl"
    told.unlink(missing_ok=True)
    options = ("-p", "tests.mutations.outcomes", "--outcomes", str(told), "-p", "no:cacheprovider", "-q")
    ran = _python(copy, "pytest", *options, *tests)
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    outcomes: Outcomes = dict(json.loads(line) for line in lines)
    if ran.returncode not in (0, 1) or not outcomes:
        outcomes["the run"] = f"ended with status {ran.returncode}: {ran.stdout[-500:]}{ran.stderr[-500:]}"
    return outcomes


def _python(copy: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    # a changed file of the same size and second must not be taken for its own bytecode
    environment = os.environ | {"PYTHONPATH": f"{copy}:{copy / 'cli'}", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(arguments, 3, "", f"not over after {LONGEST} s")
