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
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

from tests.mutations.format import ROOT, Mutation, mutations

__all__ = ["complaints", "main"]

WORKERS = 2
LONGEST = 600
"""Seconds for one run of tests; none may come near it."""

Outcomes = dict[str, str]


def main(names: Sequence[str]) -> int:
    """Make the mutations whose ids begin with one of ``names``, all for none; the process's exit status."""
    chosen = mutations(names)
    if not chosen:
        print(f"no mutation is called {' or '.join(names)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="cdpwebai-mutations-") as folder:
        copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(WORKERS):
            copies.put(_copy(Path(folder) / str(number)))
        if wrong := _healthy(Path(folder) / "0", chosen):
            print("without any mutation:", *wrong, sep="\n  ")
            return 1
        with ThreadPoolExecutor(WORKERS) as workers:
            judged = list(workers.map(_report, chosen, repeat(copies)))
    print(f"{sum(judged)} of {len(judged)} guards: gone, their tests went red, and the rest stayed green")
    return 0 if all(judged) else 1


def complaints(mutation: Mutation, outcomes: Outcomes) -> Iterator[str]:
    """What is wrong with the outcomes of the tests without the guard, a sentence each; nothing, rightly."""
    for name in mutation.red:
        ended = [how for test, how in outcomes.items() if name in (test, test.partition("[")[0])]
        if "assertion" not in ended:
            yield f"{name} did not fail by its assertion: {', '.join(sorted(set(ended))) or 'it did not run'}"
    for test, how in outcomes.items():
        if how not in ("passed", "assertion") or (how == "assertion" and not mutation.is_red(test)):
            yield f"{test} should be green: {how}"


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


def _report(mutation: Mutation, copies: queue.SimpleQueue[Path]) -> bool:
    began = time.monotonic()
    copy = copies.get()
    try:
        wrong = list(_judge(mutation, copy))
    finally:
        copies.put(copy)
    word = "wrong" if wrong else "red"
    print(
        f"{word:5} {mutation.id:44} {time.monotonic() - began:4.0f} s  {mutation.guard}",
        *wrong,
        sep="\n      ",
        flush=True,
    )
    return not wrong


def _judge(mutation: Mutation, copy: Path) -> Iterator[str]:
    """Take the guard away, check the file's types, run the tests, put the guard back."""
    file = copy / mutation.file
    whole = file.read_text(encoding="utf-8")
    try:
        changed = mutation.applied(whole)
    except ValueError as error:
        yield str(error)
        return
    try:
        file.write_text(changed, encoding="utf-8")
        if file.suffix == ".py":
            yield from _type_errors(copy, mutation.file)
        yield from complaints(mutation, _run(copy, _tests(mutation)))
    finally:
        file.write_text(whole, encoding="utf-8")


def _tests(mutation: Mutation) -> list[str]:
    """What is to be run: the rest, and what is to be red outside of it."""
    outside = [name for name in mutation.red if not name.startswith(mutation.rest)]
    return [*mutation.rest, *outside]


def _type_errors(copy: Path, file: str) -> list[str]:
    ran = _python(copy, "mypy", file)
    return [] if ran.returncode == 0 else [f"mypy: {line}" for line in ran.stdout.splitlines()]


def _run(copy: Path, tests: Sequence[str]) -> Outcomes:
    """Each test that ran, and how it ended."""
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
