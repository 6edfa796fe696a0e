"""Every scenario of Work, played by the demo site as the provider's own hosts and asked by our own client.

Those that were chosen are played eight at once, one on each host of two browsers that take this machine for them; each
is then judged by itself, also by what was in force at its send.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from cdpwebai.demosite import load_scenario
from tests.manifest import proves
from tests.support.judging import Run, judge
from tests.support.own_host import Hosts, hosts
from tests.support.scenarios import SCENARIOS
from tests.support.work_runs import play_all

FILES = {path.stem: load_scenario(path) for path in SCENARIOS.glob("*.json")}
NAMES = sorted(name for name, scenario in FILES.items() if scenario.ask.work is not None)


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hosts, Hosts]]:
    with hosts(tmp_path_factory.mktemp("hosts")) as one, hosts(tmp_path_factory.mktemp("hosts")) as other:
        yield one, other


def chosen_names(request: pytest.FixtureRequest) -> list[str]:
    items = [item for item in request.session.items if item.path == Path(__file__)]
    return [name for name in NAMES if any(f"[{name}]" in item.name for item in items)]


@pytest.fixture(scope="module")
def runs(
    at: tuple[Hosts, Hosts], request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, Run | BaseException]:
    """What came of each that was chosen."""
    return play_all(at, tmp_path_factory.mktemp("home"), {name: FILES[name] for name in chosen_names(request)})


def run_of(runs: Mapping[str, Run | BaseException], name: str) -> Run:
    run = runs[name]
    if isinstance(run, BaseException):
        raise run
    return run


@pytest.mark.parametrize("name", NAMES)
@proves("seed000.scope", "ref.F5.NORM-6", "ref.F5.NORM-7")
def test_the_client_does_what_the_scenario_expects(runs: Mapping[str, Run | BaseException], name: str) -> None:
    assert judge(run_of(runs, name)) == []


@pytest.mark.parametrize("name", ["w45-late-url", "w46-no-url", "w47-web-url"])
@proves("seed000.task-url")
def test_a_task_that_got_no_address_is_told_and_one_that_got_it_late_has_it(
    runs: Mapping[str, Run | BaseException], name: str
) -> None:
    run = run_of(runs, name)
    assert run.session is not None
    unresolved = "work-task-url-unresolved" in run.warnings
    assert unresolved is (name == "w46-no-url")
    assert (run.session.task_url is None, run.session.task_id is None) == (unresolved, unresolved)


@pytest.mark.parametrize("name", ["w35-send-dead", "w36-never-commits"])
@proves("ref.F5.WORK-35", "ref.F5.WORK-37")
def test_a_task_that_was_pressed_and_is_not_seen_is_told_with_works_own_code_and_what_was_seen_of_stop(
    runs: Mapping[str, Run | BaseException], name: str
) -> None:
    run = run_of(runs, name)
    assert run.error is not None
    assert (run.error.error_code, run.error.stage) == ("provider.work-submit-unverified", "work-submit")
    assert (run.error.page_may_have_changed, run.error.exit_code) == (None, 3)
    assert run.error.evidence["stopProbe"] == "absent"
    assert run.session is not None
    assert run.session.status == "unknown-submission"
