"""Archiving: last of all, by the conversation's own options, and the exact row only."""

import json
from typing import Any

import pytest

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.demosite import Scenario, load_scenario, serve
from cdpwebai.errors import ActRefused, ProviderError
from tests.support.clicks import expect_clicks

ADDRESS = "/c/3d2a1b84-9e9d-4f0e-8f55-3bb0a1c86f01"
REPLY: list[dict[str, Any]] = [
    {"at": 0.05, "do": "user_turn"},
    {"at": 0.1, "do": "url", "to": ADDRESS},
    {"at": 0.1, "do": "assistant_turn"},
    {"at": 0.15, "do": "text", "md": "The archive is ready. Archive it?"},
    {"at": 0.2, "do": "bar"},
    {"at": 0.2, "do": "record", "state": "finished"},
]


def scenario(reply: list[dict[str, Any]], **site: Any) -> Scenario:
    return load_scenario(json.dumps({"schema": 1, "name": "archive", "site": site, "replies": [reply]}))


@pytest.mark.parametrize("test_ids", [True, False])
async def test_a_conversation_is_archived_by_the_exact_row_of_its_own_options(chromium: str, test_ids: bool) -> None:
    history = [{"id": "9ea3303a-7b84-5f43-b997-f42b66728f22", "title": "Archive"}]
    async with (
        serve(scenario(REPLY, history=history, test_ids=test_ids)) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        await chat.ask("Archive this.", timeout=30)
        await expect_clicks(site, {"send": 1})
        await chat.archive()
        assert "/c/" not in chat.url
        await expect_clicks(site, {"send": 1, "options": 1, "archive": 1})


DECOY = """(() => {
  const other = document.createElement("button");
  other.setAttribute("aria-label", "Open conversation options");
  other.dataset.testid = "conversation-menu-trigger";
  other.textContent = "…";
  document.querySelector("nav").append(other);
})()"""
"""The options of another conversation, in the sidebar."""


async def test_the_options_of_the_conversations_in_the_sidebar_are_not_meant(chromium: str) -> None:
    async with (
        serve(scenario(REPLY)) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        await chat.ask("Archive this.", timeout=30)
        await chat.page.tab.evaluate(DECOY)
        await chat.archive()
        await expect_clicks(site, {"send": 1, "options": 1, "archive": 1})


async def test_where_the_page_shows_another_conversation_by_now_nothing_is_clicked(chromium: str) -> None:
    other = "9ea3303a-7b84-5f43-b997-f42b66728f22"
    history = [{"id": other, "title": "Other"}]
    async with (
        serve(scenario(REPLY, history=history)) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        await chat.ask("Archive this.", timeout=30)
        await chat.page.tab.navigate(f"{site.url}c/{other}")
        with pytest.raises(ProviderError, match="another conversation") as caught:
            await chat.archive()
        await expect_clicks(site, {"send": 1})
    assert caught.value.page_may_have_changed is False


async def test_the_row_is_not_clicked_where_the_address_is_another_conversation_s(chromium: str) -> None:
    async with (
        serve(scenario(REPLY)) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        await chat.ask("Archive this.", timeout=30)
        await chat.page.press_options()
        with pytest.raises(ActRefused):
            await chat.page.press_archive(("Archive",), "9ea3303a-7b84-5f43-b997-f42b66728f22")
        await expect_clicks(site, {"send": 1, "options": 1})


async def test_without_a_complete_answer_or_an_address_nothing_is_archived(chromium: str) -> None:
    reply = [step for step in REPLY if step["do"] != "url"]
    async with (
        serve(scenario(reply)) as site,
        open_chat("demo", url=f"{site.url}?temporary-chat=true", where=Where(cdp=chromium)) as chat,
    ):
        with pytest.raises(ProviderError, match="none was archived"):
            await chat.archive()
        await chat.ask("Archive this.", timeout=30)
        with pytest.raises(ProviderError, match="none was archived"):
            await chat.archive()
        await expect_clicks(site, {"send": 1})
