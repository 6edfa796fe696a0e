"""Work's advanced view in a real page: read, chosen in, and what the site has in force then."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.work import Work, open_work
from cdpwebai.demosite import Site, load_scenario, serve
from cdpwebai.errors import InputError, ProviderError
from cdpwebai.flows.work_advanced import Advanced, Pick, choose_advanced, read_advanced
from cdpwebai.verdict import Known
from tests.browser.providers.support import LANGUAGES
from tests.manifest import proves

LIMIT = 60.0

LATE = 10.0
"""Seconds in which a click that was made reaches the site's log."""


async def clicks(site: Site, name: str, wanted: int) -> int:
    """How many are counted, once there are so many."""
    with trio.move_on_after(LATE):
        await site.wait_logged(lambda log: log.clicks[name] >= wanted)
    return site.log.clicks[name]


@asynccontextmanager
async def opened(chromium: str, **site: Any) -> AsyncGenerator[tuple[Work, Site]]:
    keys = {"surface": "work", **site}
    text = json.dumps({"schema": 1, "name": "advanced", "site": keys})
    with trio.fail_after(LIMIT):
        async with (
            serve(load_scenario(text)) as served,
            open_work("demo", url=served.url, where=Where(cdp=chromium)) as work,
        ):
            yield work, served


@pytest.mark.parametrize(
    ("lang", "layout"), [*((lang, "both") for lang in LANGUAGES), ("en", "simple"), ("ko", "advanced")]
)
@proves("seed000.advanced")
async def test_max_and_ultra_are_told_apart_in_every_language(chromium: str, lang: str, layout: str) -> None:
    async with opened(chromium, lang=lang, work_power=6, work={"layout": layout}) as (work, site):
        page = work.chat.page
        assert await read_advanced(page) == Advanced("GPT-5.6 Sol", "ultra", "standard")
        assert (site.log.clicks["work-effort"], site.log.clicks["power-key"], site.log.clicks["fast"]) == (0, 0, 0)
        assert await choose_advanced(page, Pick("effort", "max")) == Advanced("GPT-5.6 Sol", "max", "standard")
        assert await read_advanced(page) == Advanced("GPT-5.6 Sol", "max", "standard")
        seen = (await page.observe()).work_picker
        assert isinstance(seen, Known)
        assert (seen.value.open, seen.value.label and seen.value.label.effort) == (False, "max")
        assert await clicks(site, "work-effort", 1) == 1
        assert not [name for name in site.log.clicks if name.startswith("untrusted:")]


async def test_model_and_speed_are_chosen_likewise_and_what_is_chosen_already_is_left(chromium: str) -> None:
    async with opened(chromium, work_power=3) as (work, site):
        page = work.chat.page
        assert await choose_advanced(page, Pick("model", "GPT-5.6 Luna")) == Advanced(
            "GPT-5.6 Luna", "medium", "standard"
        )
        assert await choose_advanced(page, Pick("speed", "fast")) == Advanced("GPT-5.6 Luna", "medium", "fast")
        assert await choose_advanced(page, Pick("effort", "medium")) == Advanced("GPT-5.6 Luna", "medium", "fast")
        assert (await clicks(site, "work-model", 1), await clicks(site, "work-speed", 1)) == (1, 1)
        assert (site.log.clicks["work-effort"], site.log.clicks["fast"]) == (0, 0)


@proves("seed000.advanced-unproven")
async def test_a_choice_that_a_label_contradicts_is_refused_and_the_picker_closed(chromium: str) -> None:
    async with opened(chromium, work_power=3, work={"label_off": 1}) as (work, _):
        page = work.chat.page
        with pytest.raises(ProviderError, match="the row of the effort says high") as caught:
            await choose_advanced(page, Pick("effort", "max"))
        error = caught.value
        assert (error.error_code, error.stage) == ("provider.work-state-unknown", "provider-work-select")
        assert (error.retry_hint, error.page_may_have_changed) == ("retry-advanced", True)
        seen = (await page.observe()).work_picker
        assert isinstance(seen, Known)
        assert not seen.value.open


async def test_what_there_is_not_is_refused(chromium: str) -> None:
    async with opened(chromium) as (work, site):
        page = work.chat.page
        with pytest.raises(InputError, match="no effort 'maximum'"):
            await choose_advanced(page, Pick("effort", "maximum"))
        assert site.log.clicks["model-pill"] == 0
        with pytest.raises(ProviderError, match="does not offer GPT-9"):
            await choose_advanced(page, Pick("model", "GPT-9"))
        assert site.log.clicks["work-model"] == 0
