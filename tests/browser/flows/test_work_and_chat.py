"""Chat and Work in one page: each keeps its own picker, and each is read and set by its own readers."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.work import open_work
from cdpwebai.browser.home import home_path
from cdpwebai.demosite import load_scenario, serve
from cdpwebai.errors import LeaseHeld
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.work import Choosing
from cdpwebai.flows.work_steps import POWERS, Wish
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.records import Selection
from cdpwebai.verdict import Known
from tests.manifest import proves

LIMIT = 60.0

LATE = 10.0
"""Seconds in which a click that was made reaches the site's log."""

REPLY: list[dict[str, Any]] = [
    {"at": 0.05, "do": "user_turn"},
    {"at": 0.1, "do": "url", "to": "/c/6a2f6f5e-0c1d-4a3b-9f00-1d2e3f405162"},
    {"at": 0.2, "do": "assistant_turn", "id": "a1"},
    {"at": 0.3, "do": "text", "md": "Hello."},
    {"at": 0.4, "do": "bar"},
    {"at": 0.4, "do": "record", "state": "finished"},
]
SITE = json.dumps({"schema": 1, "name": "both", "site": {"tier": "High", "work_power": 2}, "replies": [REPLY]})


async def back_to_chat(page: WorkPage) -> ChatObservation:
    """A person at the browser goes back to Chat; the first look that shows it, with Chat's picker."""
    await page.tab.click(".radios button:first-child")
    async with page.wakes() as wakes:
        while True:
            seen = await page.observe()
            match seen.surface, seen.picker:
                case Known(Surface(active="chat")), Known(picker) if picker is not None and picker.pill:
                    return seen
                case _:
                    await wakes.wait(0.5)


@proves("seed000.own-pickers")
async def test_from_chat_to_work_and_back_each_keeps_what_was_chosen_in_it(chromium: str) -> None:
    with trio.fail_after(LIMIT):
        async with (
            serve(load_scenario(SITE)) as site,
            open_work("demo", url=site.url, where=Where(cdp=chromium)) as work,
        ):
            page = work.chat.page
            assert isinstance(page, WorkPage)
            page.watch_picker()
            first = await Choosing(Wish(5, "fast")).prepare(page, Ledger())
            in_chat = await back_to_chat(page)
            assert isinstance(in_chat.picker, Known)
            assert in_chat.picker.value is not None
            assert (in_chat.picker.value.pill, in_chat.picker.value.open) == ("High", False)
            assert isinstance(in_chat.work_picker, Known)
            assert in_chat.work_picker.value.label is None, "Chat's picker is not taken for Work's"

            again = await Choosing(Wish(5, "fast")).prepare(page, Ledger())
            assert again.work_selection is not None
            assert first.work_selection is not None
            assert (again.work_selection.label, again.work_selection.speed) == (first.work_selection.label, "fast")
            assert again.work_selection.surface_switched
            in_work = (await page.observe()).work_picker
            assert isinstance(in_work, Known)
            assert in_work.value.label == POWERS[5]

            await back_to_chat(page)
            result = await work.chat.query("Hello?", effort="high", timeout=40)
            assert isinstance(result.selection, Selection)
            assert (result.selection.status, result.selection.verified) == ("already-selected", True)
            assert result.answer.markdown == "Hello."
            with trio.move_on_after(LATE):
                await site.wait_logged(lambda log: log.clicks["power-key"] >= 3 and log.clicks["fast"] >= 1)
    [sent] = site.log.sends
    assert (sent.surface, sent.tier) == ("chat", "High")
    assert (site.log.clicks["power-key"], site.log.clicks["fast"]) == (3, 1), "all of it the first time"


async def test_a_task_that_finds_no_place_tells_what_it_waits_for_and_touches_nothing(chromium: str) -> None:
    home_path().mkdir(parents=True, exist_ok=True)
    (home_path() / "config.toml").write_text("at_once = 1\n")
    runs = [*REPLY[:3], {"at": 0.2, "do": "stop", "state": "on"}, {"at": 600, "do": "noise", "seconds": 1}]
    waits: list[str] = []
    where = Where(cdp=chromium)
    with trio.fail_after(LIMIT):
        async with (
            serve(load_scenario(json.dumps({"schema": 1, "name": "long", "replies": [runs]}))) as site,
            open_work("demo", url=site.url, where=where) as one,
            open_work("demo", url=site.url, where=where) as other,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(partial(one.query, "Take your time.", power=2))
            await site.wait_logged(lambda log: len(log.sends) == 1)
            with pytest.raises(LeaseHeld) as caught:
                await other.send("Hurry.", power=2, timeout=4, on_wait=waits.append)
            nursery.cancel_scope.cancel()
    assert (caught.value.error_code, caught.value.page_may_have_changed) == ("provider.active-capacity", False)
    assert len(waits) == 1
    assert len(site.log.sends) == 1
