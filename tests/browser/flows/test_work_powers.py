"""Every power of Work, set from every start in a real page: what the site has in force is what was wished."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.work import open_work
from cdpwebai.demosite import load_scenario, serve
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.work import Choosing
from cdpwebai.flows.work_steps import POWERS, Wish
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.clicks import clicks_on


def walk() -> Iterator[int]:
    """Powers in an order in which every one follows every one, itself included, exactly once."""
    left = {start: sorted(POWERS, reverse=True) for start in POWERS}
    path, walked = [1], list[int]()
    while path:
        ways = left[path[-1]]
        if ways:
            path.append(ways.pop(0))
        else:
            walked.append(path.pop())
    return reversed(walked)


def site_with(layout: str, picker: str) -> str:
    keys = f'"surface": "work", "work_power": 1, "picker": "{picker}", "work": {{"layout": "{layout}"}}'
    return f'{{"schema": 1, "name": "powers", "site": {{{keys}}}}}'


@pytest.mark.parametrize(("layout", "picker"), [("both", "power"), ("both", "slider")])
@proves("seed000.from-each")
async def test_each_power_is_set_from_each_start(chromium: str, layout: str, picker: str) -> None:
    order = list(walk())
    assert len(set(itertools.pairwise(order))) == len(POWERS) ** 2
    async with (
        serve(load_scenario(site_with(layout, picker))) as site,
        open_work("demo", url=site.url, where=Where(cdp=chromium)) as work,
    ):
        page = work.chat.page
        assert isinstance(page, WorkPage)
        keys = 0
        for before, power in itertools.pairwise(order):
            with trio.fail_after(20):
                await Choosing(Wish(power)).prepare(page, Ledger())
            seen = (await page.observe()).work_picker
            assert isinstance(seen, Known)
            assert seen.value.label == POWERS[power]
            assert not seen.value.open
            keys += abs(power - before)
            assert await clicks_on(site, "power-key", keys) == keys
        assert site.log.clicks["fast"] == 0


@pytest.mark.parametrize("layout", ["simple", "advanced"])
@pytest.mark.parametrize("power", [1, 6])
async def test_where_one_view_is_mounted_at_a_time_both_are_read(chromium: str, layout: str, power: int) -> None:
    async with (
        serve(load_scenario(site_with(layout, "power"))) as site,
        open_work("demo", url=site.url, where=Where(cdp=chromium)) as work,
    ):
        with trio.fail_after(20):
            done = await Choosing(Wish(power, "fast")).prepare(work.chat.page, Ledger())
            for check in done.checks:
                await check()
        assert await clicks_on(site, "power-key", power - 1) == power - 1
        assert await clicks_on(site, "fast", 1) == 1
