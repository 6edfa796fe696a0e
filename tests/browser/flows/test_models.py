"""Every picker that the demo site draws, in every language, with every tier, in Chromium: chosen one after the other in
one page, read back, and at last in force at a send.

The pages are used at the same time, in tabs of one browser; each is then judged by itself.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.demosite import Site, serve
from cdpwebai.demosite.labels import labels
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_wanted import wanted
from cdpwebai.flows.select import Selecting
from cdpwebai.records import Selection
from tests.browser.providers.support import LANGUAGES, scenario
from tests.manifest import proves
from tests.support.clicks import made

AT_ONCE = 5
LIMIT = 60.0

KINDS = ("legacy", "flat", "power", "slider")
PAGES = [f"{kind}-{lang}" for kind, lang in product(KINDS, LANGUAGES)]

REQUESTS: Mapping[str, tuple[str, str]] = {
    "Instant": ("instant", ""),
    "Medium": ("thinking", "medium"),
    "High": ("thinking", "high"),
    "Extra High": ("thinking", "extra-high"),
    "Pro": ("pro", ""),
}
ANSWERED = (
    {"at": 0, "do": "user_turn"},
    {"at": 0, "do": "url", "to": "/c/6a0f0000-0000-4000-8000-000000000000"},
    {"at": 0, "do": "assistant_turn"},
    {"at": 0, "do": "text", "md": "Chosen."},
    {"at": 0, "do": "bar", "state": "on"},
    {"at": 0, "do": "record", "state": "finished"},
)


@dataclass
class Seen:
    """What came of one page: a selection for each tier, the clicks until then, and what was in force at the send."""

    chosen: dict[str, Selection]
    clicks: dict[str, int]
    repeated: Selection
    sent: tuple[str, str]


Pages = Mapping[str, Seen | BaseException]


@pytest.fixture(scope="module")
def pages(request: pytest.FixtureRequest, chromium: str) -> Pages:
    """What came of each page that was chosen."""
    chosen = {item.name for item in request.session.items if item.path == Path(__file__)}
    names = [
        name
        for name in PAGES
        if f"{test_every_tier_of_every_picker_is_chosen_and_read_back.__name__}[{name}]" in chosen
    ]
    log = logging.getLogger("cdpwebai")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        return trio.run(partial(_use_all, names, chromium))
    finally:
        log.setLevel(level)


async def _use_all(names: list[str], chromium: str) -> Pages:
    found: dict[str, Seen | BaseException] = {}
    slots = trio.CapacityLimiter(AT_ONCE)
    async with trio.open_nursery() as nursery:
        for name in names:
            nursery.start_soon(_use, name, Where(cdp=chromium), slots, found)
    return found


async def _use(name: str, where: Where, slots: trio.CapacityLimiter, found: dict[str, Seen | BaseException]) -> None:
    kind, lang = name.split("-")
    played = scenario({"picker": kind, "lang": lang}, *ANSWERED)
    async with slots:
        try:
            with trio.fail_after(LIMIT):
                async with serve(played) as site, open_chat("demo", url=site.url, where=where) as chat:
                    found[name] = await _all_tiers(chat, site, kind)
        except Exception as error:
            found[name] = error


async def _all_tiers(chat: Chat, site: Site, kind: str) -> Seen:
    chosen = {tier: await _choose(chat, *request) for tier, request in REQUESTS.items()}
    clicks = await made(chat.page.tab, site)
    repeated = await _choose(chat, *REQUESTS["Pro"])
    assert (await made(chat.page.tab, site)).get("tier:Pro", 0) == clicks.get("tier:Pro", 0)
    await chat.query(
        "Please answer.", timeout=30, effort="", model="pro", family="o3" if kind in ("flat", "power") else ""
    )
    send = site.log.sends[-1]
    return Seen(chosen, clicks, repeated, (send.tier, send.family))


async def _choose(chat: Chat, model: str, effort: str) -> Selection:
    asked = wanted(model, effort, strict=True)
    assert asked is not None
    done = await Selecting(asked).prepare(chat.page, Ledger())
    assert isinstance(done.selection, Selection)
    return done.selection


@proves("oracle.D8", "oracle.D9", "oracle.D10", "oracle.D11", "oracle.D20")
@pytest.mark.parametrize("name", PAGES)
def test_every_tier_of_every_picker_is_chosen_and_read_back(pages: Pages, name: str) -> None:
    seen = pages[name]
    if isinstance(seen, BaseException):
        raise seen
    kind, lang = name.split("-")
    names = dict(zip(REQUESTS, labels(lang)["tiers"], strict=True))
    assert {tier: one.tier_label for tier, one in seen.chosen.items()} == names
    assert {tier: one.resolved_label for tier, one in seen.chosen.items()} == names
    assert {(one.status, one.verified) for one in seen.chosen.values()} == {("switched", True)}
    assert (seen.repeated.status, seen.repeated.verified) == ("already-selected", True)
    assert seen.sent == ("Pro", "o3" if kind in ("flat", "power") else "GPT-5.6 Sol")
    rows = {tier: seen.clicks.get(f"tier:{tier}", 0) for tier in REQUESTS}
    assert rows == dict.fromkeys(REQUESTS, 0 if kind == "slider" else 1)
    assert seen.clicks.get("power-key", 0) == (6 if kind == "slider" else 0)
    assert seen.clicks["model-pill"] <= 10
