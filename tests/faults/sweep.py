"""The sweep: each recorded flow, every message with every kind of fault, and a cancellation at every task step.

``make sweep`` runs all of it over all cores, ``make sweep ARGS="hello send/poll"`` these flows alone, and
``make sweep ARGS="hello:drop@57#0"`` one case, as the report names it: flow, kind, which message or step, and the seed
of the order in which trio takes tasks. ``running`` runs a case, ``judging`` holds the rules.

A fault can lead a flow where its recording did not go. The recorded browser then answers as well as it can
(``beyond``), and the rules hold there as well; how many cases left their recording so, and in how many it could not go
on at all and broke the connection off, is part of the report.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import msgspec

from cdpwebai.testing.faults import Kind, fits
from tests.faults.flows import find_flow, flows
from tests.faults.judging import broken_rules
from tests.faults.running import Healthy, prepared, try_case

__all__ = ["CANCEL", "Case", "Report", "Result", "cases_of", "main", "ready", "run_cases", "sample"]

CANCEL = "cancel"
KINDS = (*(kind.value for kind in Kind), CANCEL)

CHUNK = 40
"""Cases that a process takes at a time."""

_CASE = re.compile(r"(?P<flow>[\w/-]+):(?P<kind>\w+)@(?P<at>\d+)#(?P<seed>\d+)")


@dataclass(frozen=True)
class Case:
    """One flow, and what goes wrong in it: the kind, and the message or step that it strikes, counted from 1."""

    flow: str
    kind: str
    at: int
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.flow}:{self.kind}@{self.at}#{self.seed}"

    @classmethod
    def of(cls, text: str) -> Case | None:
        """The case that was named, as ``str`` names it; None for what names no case."""
        found = _CASE.fullmatch(text)
        return found and cls(found["flow"], found["kind"], int(found["at"]), int(found["seed"]))


@dataclass(frozen=True)
class Result:
    """What came of a case: how it ended in a word, the rules that it broke, and whether it struck at all.

    ``beyond``: the flow left its recording; ``diverged``: there it could not go on.
    """

    case: Case
    ended: str
    broken: tuple[str, ...]
    fired: bool
    beyond: bool
    diverged: bool


@dataclass
class Report:
    """Results, counted. ``bad`` are those that broke a rule."""

    ended: dict[str, Counter[str]] = field(default_factory=dict[str, "Counter[str]"])
    bad: list[Result] = field(default_factory=list[Result])
    beyond: int = 0
    diverged: int = 0

    @classmethod
    def of(cls, results: Iterable[Result]) -> Report:
        """All of these."""
        report = cls()
        for result in results:
            report.add(result)
        return report

    def add(self, result: Result) -> None:
        """Count one; one that did not strike, as a cancellation at a step that this run had not, counts for nothing."""
        if not result.fired:
            return
        self.ended.setdefault(result.case.kind, Counter())[result.ended] += 1
        self.beyond += result.beyond
        self.diverged += result.diverged
        if result.broken:
            self.bad.append(result)

    @property
    def cases(self) -> int:
        """How many happened."""
        return sum(counted.total() for counted in self.ended.values())

    def lines(self) -> Iterator[str]:
        """A table of kinds and endings, and every case that broke a rule."""
        columns = sorted({ended for counted in self.ended.values() for ended in counted})
        for kind in [kind for kind in KINDS if kind in self.ended]:
            counted = self.ended[kind]
            ends = ", ".join(f"{counted[ended]} {ended}" for ended in columns if counted[ended])
            yield f"{kind:10} {counted.total():6}  {ends}"
        yield f"{'all':10} {self.cases:6}  {self.beyond} went beyond their recording, {self.diverged} could not go on"
        for result in sorted(self.bad, key=lambda each: str(each.case)):
            yield f"{result.case}"
            yield from (f"    {rule}" for rule in result.broken)
        yield f"{len(self.bad)} broke a rule"


@contextmanager
def ready(names: Iterable[str], seed: int = 0) -> Generator[dict[str, Healthy]]:
    """These flows, each run without a fault once. Raises AssertionError when one does not come to what was recorded."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(prepared(find_flow(name), seed)) for name in dict.fromkeys(names)}


def cases_of(healthy: Healthy, seed: int = 0) -> Iterator[Case]:
    """Every case of one flow: each kind of fault at each message that it fits, and a cancellation at each step."""
    for at, message in enumerate(healthy.received, start=1):
        body = json.loads(message)
        yield from (Case(healthy.flow, kind.value, at, seed) for kind in Kind if fits(kind, body))
    yield from (Case(healthy.flow, CANCEL, at, seed) for at in range(1, healthy.steps + 1))


def sample(cases: Sequence[Case], count: int, seed: int) -> list[Case]:
    """So many of the cases, the same ones for the same seed."""
    return random.Random(seed).sample(list(cases), min(count, len(cases)))


def run_cases(
    cases: Sequence[Case], flows: Mapping[str, Healthy], *, processes: int | None = None
) -> Iterator[Sequence[Result]]:
    """Run cases of these flows over so many processes (None: one a core); results as they come."""
    with ProcessPoolExecutor(processes or os.cpu_count(), get_context("spawn"), _settle) as pool:
        waiting = [pool.submit(_run_chunk, chunk, flows) for chunk in _batched(cases)]
        yield from (future.result() for future in as_completed(waiting))


def _batched(cases: Sequence[Case]) -> list[Sequence[Case]]:
    return [cases[start : start + CHUNK] for start in range(0, len(cases), CHUNK)]


def _settle() -> None:
    """A process that runs cases: what is loaded by now is no concern of the garbage collector, which each case asks."""
    logging.disable(logging.CRITICAL)
    gc.freeze()


def _run_chunk(cases: Sequence[Case], flows: Mapping[str, Healthy]) -> list[Result]:
    return [_run_case(case, flows[case.flow]) for case in cases]


def _run_case(case: Case, healthy: Healthy) -> Result:
    tried = try_case(healthy, case.kind, case.at, case.seed)
    broken = tuple(broken_rules(tried.run, healthy.truth))
    return Result(case, tried.run.ended, broken, tried.fired, tried.beyond > 0, tried.diverged)


def main(arguments: Sequence[str]) -> int:
    """Run the flows and cases that are named, or all flows. Returns the exit code."""
    options = _parser().parse_args(arguments)
    named = [(one, Case.of(one)) for one in options.names or flows()]
    with ready([case.flow if case else one for one, case in named], options.seed) as healthy:
        cases = [each for one, case in named for each in ([case] if case else cases_of(healthy[one], options.seed))]
        results = list(_told(cases, healthy))
    report = Report.of(results)
    if options.results:
        options.results.write_bytes(msgspec.json.encode(results))
    print("\n".join(report.lines()))
    return 1 if report.bad else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make sweep ARGS=...", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="FLOW[:KIND@AT#SEED]", help="By default all flows.")
    parser.add_argument("--seed", type=int, default=0, help="The order in which trio takes tasks, for whole flows.")
    parser.add_argument("--results", type=Path, help="Write every result there, as JSON.")
    return parser


def _told(cases: Sequence[Case], flows: Mapping[str, Healthy]) -> Iterator[Result]:
    """The results as they come, and on stderr how far it is."""
    done, bad, begun = 0, 0, time.monotonic()
    for results in run_cases(cases, flows):
        done, bad = done + len(results), bad + sum(bool(result.broken) for result in results)
        line = f"\r{done} of {len(cases)} cases, {bad} broke a rule, {time.monotonic() - begun:.0f} s "
        print(line, end="", file=sys.stderr, flush=True)
        yield from results
    print(file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
