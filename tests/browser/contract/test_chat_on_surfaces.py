"""A Chat command on every surface: it runs on Chat and on older pages, and touches nothing anywhere else.

What a person would have noticed is counted twice: by the site, and by a listener in the page.
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

import pytest
import trio

from cdpwebai.api import sessions
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.demosite import serve
from cdpwebai.errors import CdpWebAIError, ProviderError
from cdpwebai.records import QueryResult
from cdpwebai.store import open_store
from tests.browser.providers.support import scenario
from tests.manifest import proves

LISTEN = """() => {
  globalThis.touched = [];
  for (const name of ["pointerdown", "keydown", "beforeinput", "input", "focusin", "paste"]) {
    addEventListener(name, (event) => touched.push(event.type), true);
  }
}"""

Pages = dict[str, tuple[dict[str, Any], str]]

CHAT, WORK = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
TURNS = [{"role": "user", "text": "Hi"}, {"role": "assistant", "text": "Hello."}]
HISTORY = [
    {"id": CHAT, "title": "Notes", "turns": TURNS},
    {"id": WORK, "title": "Report", "work": True, "turns": TURNS},
]
REPLY = [
    {"at": 0.05, "do": "user_turn"},
    {"at": 0.1, "do": "url", "to": f"/c/{CHAT}"},
    {"at": 0.3, "do": "assistant_turn"},
    {"at": 0.4, "do": "text", "md": "OK"},
    {"at": 0.5, "do": "bar", "state": "on"},
    {"at": 0.5, "do": "record", "state": "finished"},
]


@dataclass(frozen=True)
class Outcome:
    """What the command returned or raised, what the page noticed, and what the site counted."""

    result: QueryResult | None
    error: CdpWebAIError | None
    touched: list[str]
    clicks: dict[str, int]
    sends: int


async def asked(chromium: str, site_keys: dict[str, Any], path: str) -> Outcome:
    """One question on a page with these keys."""
    result, error = None, None
    async with serve(scenario(site_keys, *REPLY)) as site:
        async with open_chat("demo", url=site.url.rstrip("/") + path, where=Where(cdp=chromium)) as chat:
            await chat.page.tab.call_function(LISTEN)
            try:
                result = await chat.query("Please answer.", timeout=30)
            except CdpWebAIError as raised:
                error = raised
            touched = await chat.page.tab.evaluate("touched")
        return Outcome(result, error, touched, dict(site.log.clicks), len(site.log.sends))


async def all_asked(chromium: str, pages: Pages) -> dict[str, Outcome]:
    """Each page's outcome; all of them at the same time."""
    outcomes: dict[str, Outcome] = {}

    async def ask(name: str, site_keys: dict[str, Any], path: str) -> None:
        outcomes[name] = await asked(chromium, site_keys, path)

    async with trio.open_nursery() as nursery:
        for name, (site_keys, path) in pages.items():
            nursery.start_soon(ask, name, site_keys, path)
    return outcomes


@proves("seed000.1.1-work", "seed000.1.1-ambiguous")
async def test_where_chat_is_not_surely_chosen_nothing_is_clicked_typed_or_stored(chromium: str) -> None:
    refused: Pages = {
        "work": ({"surface": "work"}, "/"),
        "ambiguous": ({"surface": "ambiguous"}, "/"),
        "half": ({"surface": "half"}, "/"),
        "torn": ({"surface": "torn"}, "/"),
        "work in German": ({"surface": "work", "lang": "de", "test_ids": False}, "/"),
        "a conversation of Work's on an older page": ({"surface": "none", "history": HISTORY}, f"/c/{WORK}"),
        "a conversation of Work's behind Chat's radio": ({"history": HISTORY}, f"/c/{WORK}"),
    }
    for name, outcome in (await all_asked(chromium, refused)).items():
        assert isinstance(outcome.error, ProviderError), (name, outcome.result)
        told = (outcome.error.error_code, outcome.error.stage, outcome.error.retry_hint)
        assert told == ("capability.unsupported", "provider-surface-preflight", "switch-to-chat"), name
        assert outcome.error.page_may_have_changed is False, name
        assert (outcome.touched, outcome.clicks, outcome.sends) == ([], {}, 0), name
    async with open_store() as store:
        assert await store.list() == ()


@proves("seed000.1.1-chat", "seed000.1.1-legacy")
async def test_on_chat_and_on_an_older_page_the_answer_comes(chromium: str) -> None:
    answered: Pages = {
        "chat": ({}, "/"),
        "chat in Korean": ({"lang": "ko", "test_ids": False}, "/"),
        "a conversation of Chat's": ({"history": HISTORY}, f"/c/{CHAT}"),
        "an older page": ({"surface": "none"}, "/"),
        "a conversation of Chat's on an older page": ({"surface": "none", "history": HISTORY}, f"/c/{CHAT}"),
    }
    for name, outcome in (await all_asked(chromium, answered)).items():
        assert outcome.result is not None, (name, outcome.error)
        assert outcome.result.answer.markdown == "OK", name
        assert ("surface-legacy" in outcome.result.warnings) == ("older page" in name), name
        assert outcome.sends == 1, name


async def refusal(coming_back: Awaitable[object]) -> tuple[str, str]:
    """By which stage and with which hint a command that comes back was refused."""
    with pytest.raises(ProviderError) as caught:
        await coming_back
    assert caught.value.error_code == "capability.unsupported"
    return caught.value.stage, caught.value.retry_hint


@proves("seed000.1.1-work", "seed000.1.1-chat")
async def test_who_comes_back_to_a_chat_does_nothing_on_work_and_has_its_answer_once_it_is_back_on_chat(
    chromium: str,
) -> None:
    where = Where(cdp=chromium)
    async with serve(scenario({}, *REPLY)) as site, open_store() as store:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send("Please answer.")
            await chat.page.tab.click(".radios button:last-child")
            await chat.page.tab.call_function(LISTEN)
            for come_back in (sessions.poll, sessions.watch, sessions.stop):
                refused = await refusal(come_back(store, sent, where, timeout=30))
                assert refused == ("provider-surface-preflight", "switch-to-chat"), come_back
            assert await chat.page.tab.evaluate("touched") == []
            known = await store.get(sent.id)
            assert (known.status, known.answer) == ("sent", None)
            await chat.page.tab.click(".radios button:first-child")
            result = await sessions.poll(store, known, where, timeout=30)
        assert result.answer.markdown == "OK"
        assert len(site.log.sends) == 1
