"""Every scenario of Work, played by the demo site as the provider's own hosts and asked by our own client.

Those that were chosen are played several at once, one on each host of a browser that takes this machine for them; each
is then judged by itself, also by what was in force at its send.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.demosite import Scenario, load_scenario
from tests.manifest import proves
from tests.support.own_host import HOSTS, Hosts, hosts, unpaced_home
from tests.support.scenarios import SCENARIOS, Run, judge, play

LIMIT = 120.0
FILES = {path.stem: load_scenario(path) for path in SCENARIOS.glob("*.json")}
NAMES = sorted(name for name, scenario in FILES.items() if scenario.ask.work is not None)


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    with hosts(tmp_path_factory.mktemp("hosts")) as running:
        yield running


def chosen_names(request: pytest.FixtureRequest) -> list[str]:
    items = [item for item in request.session.items if item.path == Path(__file__)]
    return [name for name in NAMES if any(f"[{name}]" in item.name for item in items)]


@pytest.fixture(scope="module")
def runs(
    at: Hosts, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, Run | BaseException]:
    """What came of each that was chosen."""
    log = logging.getLogger("cdpwebai")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        with unpaced_home(tmp_path_factory.mktemp("home")):
            return trio.run(partial(play_all, at, {name: FILES[name] for name in chosen_names(request)}))
    finally:
        log.setLevel(level)


async def play_all(at: Hosts, scenarios: Mapping[str, Scenario]) -> Mapping[str, Run | BaseException]:
    found: dict[str, Run | BaseException] = {}
    waiting = sorted(scenarios.items(), key=lambda item: length(item[1]))

    async def play_on(host: str) -> None:
        while waiting:
            name, scenario = waiting.pop()
            try:
                with trio.fail_after(LIMIT):
                    found[name] = await play(scenario, Where(cdp=at.chromium), at.place(host))
            except Exception as error:
                found[name] = error

    async with trio.open_nursery() as nursery:
        for host in HOSTS:
            nursery.start_soon(play_on, host)
    return found


def length(scenario: Scenario) -> float:
    return max((step.at for reply in scenario.replies for step in reply), default=20.0)


@pytest.mark.parametrize("name", NAMES)
@proves("seed000.scope")
def test_the_client_does_what_the_scenario_expects(runs: Mapping[str, Run | BaseException], name: str) -> None:
    run = runs[name]
    if isinstance(run, BaseException):
        raise run
    assert judge(run) == []
