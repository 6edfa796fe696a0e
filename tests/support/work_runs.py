"""Scenarios of Work, several at once: one on each host of a browser that takes this machine for ChatGPT's."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import trio

from cdpwebai.api.browsers import Where
from cdpwebai.demosite import Scenario
from tests.support.own_host import HOSTS, Hosts, unpaced_home
from tests.support.scenarios import Run, play

__all__ = ["play_all"]

LIMIT = 120.0
"""Seconds for one scenario."""


def play_all(at: Hosts, home: Path, scenarios: Mapping[str, Scenario]) -> Mapping[str, Run | BaseException]:
    """What came of each, the longest first; sessions are stored in ``home``."""
    log = logging.getLogger("cdpwebai")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        with unpaced_home(home):
            return trio.run(partial(_play_all, at, scenarios))
    finally:
        log.setLevel(level)


async def _play_all(at: Hosts, scenarios: Mapping[str, Scenario]) -> Mapping[str, Run | BaseException]:
    found: dict[str, Run | BaseException] = {}
    waiting = sorted(scenarios.items(), key=lambda item: _length(item[1]))

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


def _length(scenario: Scenario) -> float:
    return max((step.at for reply in scenario.replies for step in reply), default=20.0)
