"""Six short flows under every fault at every message and cancelled at every step, and a sample of all other flows.

``make sweep`` does all of them whole. The sample, and the order in which trio takes tasks, are drawn by a seed that is
made of the library's sources: the same tree always gets the same verdict, and every change to it is met with other
cases. A case that broke a rule is named as ``make sweep ARGS=...`` takes it.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import cdpwebai
from cdpwebai.testing.faults import Kind
from tests.faults.flows import flows
from tests.faults.running import Healthy
from tests.faults.sweep import CANCEL, Case, Report, Result, cases_of, ready, sample

ROOT = Path(__file__).parents[2]

WHOLE = ("refused", "send", "send/poll", "send-to-stop/stop", "eval-throws", "probe-visible")
"""A prompt that is not sent, one that is, the coming back to it, its stopping, code that throws, and a look."""

WORK = ("work", "work/poll", "work-asks", "work-asks/poll")
"""Tasks, and the coming back to them."""

FILES = ("attached", "image", "files", "files-gone")
"""Files that go along, and images and files that are saved."""

REST = tuple(name for name in flows() if name not in (*WHOLE, *WORK, *FILES, "ten-minutes"))
"""All others but the long one, of which a single case takes as much as a hundred of these."""

SAMPLES = {REST: 300, WORK: 120, FILES: 120}
"""How many cases of each are drawn."""


def seed_of_sources() -> int:
    """A number that every change to the library changes."""
    root = Path(cdpwebai.__file__).parent
    paths = sorted(path for path in root.rglob("*") if path.suffix in (".py", ".js", ".toml"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in paths))
    return int.from_bytes(digest.digest()[:4])


SEED = seed_of_sources()


@pytest.fixture(scope="module")
def healthy() -> Iterator[dict[str, Healthy]]:
    """Every flow as it goes when nothing goes wrong."""
    with ready((*WHOLE, *WORK, *FILES, *REST), SEED) as prepared:
        yield prepared


@pytest.fixture(scope="module")
def swept(healthy: dict[str, Healthy], tmp_path_factory: pytest.TempPathFactory) -> list[Result]:
    """The results of all cases, in one go over all cores: what ``make sweep`` does."""
    drawn = [
        case
        for names, most in SAMPLES.items()
        for case in sample([each for name in names for each in cases_of(healthy[name], SEED)], most, SEED)
    ]
    results = tmp_path_factory.mktemp("sweep") / "results.json"
    program = [sys.executable, "-m", "tests.faults.sweep", "--seed", str(SEED), "--results", str(results)]
    ended = subprocess.run(
        [*program, *WHOLE, *map(str, drawn)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert results.exists(), ended.stderr
    return msgspec.json.decode(results.read_bytes(), type=list[Result])


@pytest.mark.parametrize("name", WHOLE)
def test_no_fault_makes_a_short_flow_lie_or_send_twice_or_overstay(swept: list[Result], name: str) -> None:
    report = Report.of(result for result in swept if result.case.flow == name)
    assert set(report.ended) == {*(kind.value for kind in Kind), CANCEL}
    assert not report.bad, "\n".join(report.lines())


@pytest.mark.parametrize("names", SAMPLES, ids=["long", "work", "files"])
def test_no_fault_makes_any_flow_lie_or_send_twice_or_overstay(
    swept: list[Result], capsys: pytest.CaptureFixture[str], names: tuple[str, ...]
) -> None:
    """Of those with files also: none that is half or wrong is saved, and none is sent without all of them."""
    report = Report.of(result for result in swept if result.case.flow in names)
    with capsys.disabled():
        sys.stdout.write(f" [sweep: {report.cases} cases of {len(names)} flows, seed {SEED}] ")
    assert report.cases > SAMPLES[names] / 2
    assert not report.bad, "\n".join(report.lines())


def test_a_message_that_comes_twice_changes_nothing(swept: list[Result], healthy: dict[str, Healthy]) -> None:
    twice = [result for result in swept if result.case.kind == Kind.DUPLICATE]
    assert twice
    assert {result.ended for result in twice if healthy[result.case.flow].truth.values} == {"value"}
    assert not any(result.beyond for result in twice)


def test_most_faults_of_a_look_are_got_over(swept: list[Result]) -> None:
    """A sweep that broke everything would show nothing: what is lost once is looked at again, and the answer comes."""
    lost = [result for result in swept if (result.case.flow, result.case.kind) == ("send/poll", Kind.DROP)]
    assert sum(result.ended == "value" for result in lost) > len(lost) / 3


def test_a_case_is_run_again_by_its_name() -> None:
    case = Case("send/poll", "drop", 12, 7)
    assert str(case) == "send/poll:drop@12#7"
    assert Case.of(str(case)) == case
    assert Case.of("send/poll") is None


def test_a_seed_always_draws_the_same_sample() -> None:
    cases = [Case("hello", "drop", at) for at in range(1, 100)]
    assert sample(cases, 9, 1) == sample(cases, 9, 1) != sample(cases, 9, 2)
