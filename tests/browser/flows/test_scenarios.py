"""Every chat scenario, played by the demo site in real Chromium and asked by our own client.

Those that were chosen are played several at once, in tabs of one browser; each is then judged by itself. A scenario's
``report`` says which rows of the public reports it stands for, and ``tests/manifest.py`` takes it for their proof.
"""

import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.demosite import Scenario, load_scenario
from tests.support.chances import alone_where_short
from tests.support.judging import Run, judge
from tests.support.scenarios import SCENARIOS, play

AT_ONCE = 6
LIMIT = 150.0
NAMES = sorted(path.stem for path in SCENARIOS.glob("*.json") if load_scenario(path).ask.work is None)
"""All but those of Work, which ``test_work.py`` plays on the provider's own hosts."""

Runs = Mapping[str, Run | BaseException]


@pytest.fixture(scope="module")
def runs(request: pytest.FixtureRequest, chromium: str) -> Runs:
    """What came of each that was chosen."""
    chosen = {item.name for item in request.session.items if item.path == Path(__file__)}
    names = [name for name in NAMES if f"{test_the_client_does_what_the_scenario_expects.__name__}[{name}]" in chosen]
    log = logging.getLogger("cdpwebai")
    level = log.level
    log.setLevel(logging.ERROR)
    scenarios = {name: load_scenario(SCENARIOS / f"{name}.json") for name in names}
    try:
        return trio.run(partial(_play_all, scenarios, chromium))
    finally:
        log.setLevel(level)


async def _play_all(scenarios: Mapping[str, Scenario], chromium: str) -> Runs:
    found: dict[str, Run | BaseException] = {}
    slots = trio.CapacityLimiter(AT_ONCE)
    longest_first = sorted(scenarios.items(), key=lambda item: -_length(item[1]))

    async def play_one(name: str) -> Run | BaseException:
        try:
            with trio.fail_after(LIMIT):
                return await play(scenarios[name], Where(cdp=chromium))
        except Exception as error:
            return error

    async def play_beside_others(name: str) -> None:
        async with slots:
            found[name] = await play_one(name)

    async with trio.open_nursery() as nursery:
        for name, _ in longest_first:
            nursery.start_soon(play_beside_others, name)
    await alone_where_short(found, play_one)
    return found


def _length(scenario: Scenario) -> float:
    return max((step.at for reply in scenario.replies for step in reply), default=0.0)


@pytest.mark.parametrize("name", NAMES)
def test_the_client_does_what_the_scenario_expects(runs: Runs, name: str) -> None:
    run = runs[name]
    if isinstance(run, BaseException):
        raise run
    assert judge(run) == []
