"""What every picker that the demo site draws offers, in every language, listed as it is labelled; nothing is chosen.

In Chromium: the pages are read at the same time, in tabs of one browser, and each is then judged by itself.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.demosite import serve
from cdpwebai.demosite.labels import labels
from cdpwebai.records import Models
from tests.browser.providers.support import LANGUAGES, scenario
from tests.manifest import proves
from tests.support.clicks import made

AT_ONCE = 4
LIMIT = 90.0

FAMILIES = ("GPT-5.6 Sol", "GPT-5.5", "o3")
GEARED = ("GPT-5.5", "GPT-5.5 Thinking", "GPT-5.5 Pro", "GPT-5.5 Instant")
SITES: Mapping[str, dict[str, Any]] = {
    "legacy": {"picker": "legacy"},
    "geared": {
        "picker": "legacy",
        "models": [{"label": name, "gear": name in GEARED[1:3]} for name in GEARED],
        "tier": "GPT-5.5 Thinking",
    },
    "flat": {"picker": "flat"},
    "power": {"picker": "power"},
    "slider": {"picker": "slider"},
}
"""The site's keys, by the generation of its picker; one tier is used up in each."""

PAGES = [f"{kind}-{lang}" for kind, lang in product(SITES, LANGUAGES)]
OPENERS = {"model-pill", "picker:model", "picker:effort", "gear:GPT-5.5 Thinking", "gear:GPT-5.5 Pro"}

Seen = tuple[Models, dict[str, int], str]
"""What was listed, what was clicked for it, and what is chosen afterwards."""


@pytest.fixture(scope="module")
def pages(request: pytest.FixtureRequest, chromium: str) -> Mapping[str, Seen | BaseException]:
    """What came of each page that was chosen."""
    chosen = {item.name for item in request.session.items if item.path == Path(__file__)}
    test = test_what_a_picker_offers_is_listed_as_it_is_labelled_and_nothing_is_chosen.__name__
    log = logging.getLogger("cdpwebai")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        return trio.run(partial(_read_all, [name for name in PAGES if f"{test}[{name}]" in chosen], chromium))
    finally:
        log.setLevel(level)


async def _read_all(names: Sequence[str], chromium: str) -> dict[str, Seen | BaseException]:
    found: dict[str, Seen | BaseException] = {}
    slots = trio.CapacityLimiter(AT_ONCE)
    async with trio.open_nursery() as nursery:
        for name in names:
            nursery.start_soon(_read, name, Where(cdp=chromium), slots, found)
    return found


async def _read(name: str, where: Where, slots: trio.CapacityLimiter, found: dict[str, Seen | BaseException]) -> None:
    kind, lang = name.split("-")
    async with slots:
        try:
            with trio.fail_after(LIMIT):
                keys = SITES[kind] | {"lang": lang, "disabled": ["Pro"]}
                async with serve(scenario(keys)) as site, open_chat("demo", url=site.url, where=where) as chat:
                    offered = await chat.models(timeout=LIMIT)
                    menus = await chat.page.tab.evaluate("String(document.querySelectorAll('.picker-menu').length)")
                    found[name] = (offered, await made(chat.page.tab, site), menus)
        except Exception as error:
            found[name] = error


def expected(kind: str, lang: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each menu with its rows, in the page's own words."""
    words = labels(lang)
    tiers, efforts = tuple(words["tiers"]), tuple(words["gearEfforts"])
    match kind:
        case "legacy":
            yield "", tiers
        case "geared":
            yield "", GEARED
            yield from ((name, efforts) for name in GEARED[1:3])
        case "flat":
            yield "", tiers
            yield FAMILIES[0], FAMILIES
        case "power":
            yield str(words["model"]), FAMILIES
            yield str(words["effort"]), tiers
        case _:
            pass


@proves("oracle.D14", "selecting.listed")
@pytest.mark.parametrize("name", PAGES)
def test_what_a_picker_offers_is_listed_as_it_is_labelled_and_nothing_is_chosen(
    pages: Mapping[str, Seen | BaseException], name: str
) -> None:
    seen = pages[name]
    if isinstance(seen, BaseException):
        raise seen
    offered, clicks, left_open = seen
    kind, lang = name.split("-")
    high = labels(lang)["tiers"][2]
    rows = [row for menu in offered.menus for row in menu.rows]
    assert [(menu.name, tuple(row.label for row in menu.rows)) for menu in offered.menus] == list(expected(kind, lang))
    assert offered.selected == ("GPT-5.5 Thinking" if kind == "geared" else high)
    assert (offered.stops, offered.slider.startswith(high)) == {"power": (5, True), "slider": (4, True)}.get(
        kind, (0, False)
    )
    off = {row.label: row.why for row in rows if not row.available}
    assert off.keys() == ({"Pro"} if kind in ("legacy", "flat", "power") else set())
    assert all("2026-12-07" in why for why in off.values())
    assert {row.label for row in rows if row.selected} <= {
        high,
        "GPT-5.6 Sol",
        "GPT-5.5 Thinking",
        labels(lang)["gearEfforts"][1],
    }
    assert sum(row.selected for row in rows) == {"legacy": 1, "geared": 3, "flat": 2, "power": 2, "slider": 0}[kind]
    assert clicks.keys() <= OPENERS
    assert (clicks["model-pill"], left_open) == (1, "0")
