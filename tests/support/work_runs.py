"""Scenarios of Work, several at once: one on each host of a browser that takes this machine for ChatGPT's."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import trio

from cdpwebai.api.browsers import Where
from cdpwebai.demosite import Scenario
from tests.support.chances import alone_where_short
from tests.support.judging import Run
from tests.support.own_host import HOSTS, Hosts, unpaced_home
from tests.support.scenarios import play

__all__ = ["play_all"]

LIMIT = 120.0
"""Seconds for one scenario."""


def play_all(at: Sequence[Hosts], home: Path, scenarios: Mapping[str, Scenario]) -> Mapping[str, Run | BaseException]:
    """What came of each, the longest first, on every host of each browser; sessions are stored in ``home``."""
    log = logging.getLogger("cdpwebai")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        with unpaced_home(home):
            return trio.run(partial(_play_all, at, scenarios))
    finally:
        log.setLevel(level)


async def _play_all(at: Sequence[Hosts], scenarios: Mapping[str, Scenario]) -> Mapping[str, Run | BaseException]:
    found: dict[str, Run | BaseException] = {}
    waiting = sorted(scenarios.items(), key=lambda item: _length(item[1]))

    async def play_one(one: Hosts, host: str, name: str) -> Run | BaseException:
        try:
            with trio.fail_after(LIMIT):
                return await play(scenarios[name], Where(cdp=one.chromium), one.place(host))
        except Exception as error:
            return error

    async def play_on(one: Hosts, host: str) -> None:
        while waiting:
            name, _ = waiting.pop()
            found[name] = await play_one(one, host, name)

    async with trio.open_nursery() as nursery:
        for one, host in itertools.product(at, HOSTS):
            nursery.start_soon(play_on, one, host)
    await alone_where_short(found, partial(play_one, at[0], HOSTS[0]))
    return found


def _length(scenario: Scenario) -> float:
    return max((step.at for reply in scenario.replies for step in reply), default=20.0)
