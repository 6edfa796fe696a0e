"""The plus menu on pages that draw it otherwise: menus that say nothing of their opener, hidden rows, a tool that is
chosen; and that its menu is closed by exactly one Escape. In Chromium."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.demosite import Site, load_scenario, serve
from cdpwebai.errors import ProviderError
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.tools import Equipping
from tests.manifest import proves
from tests.support.clicks import made

REPLY = [
    {"at": 0.05, "do": "user_turn"},
    {"at": 0.1, "do": "url", "to": "/c/3d2a1b84-9e9d-4f0e-8f55-3bb0a1c86f01"},
    {"at": 0.1, "do": "assistant_turn"},
    {"at": 0.15, "do": "text", "md": "Found."},
    {"at": 0.2, "do": "bar"},
    {"at": 0.2, "do": "record", "state": "finished"},
]

COUNTS_ESCAPES = """() => {
  globalThis.escapes = 0;
  const count = (event) => { if (event.isTrusted && event.key === "Escape") globalThis.escapes += 1; };
  addEventListener("keydown", count, true);
}"""

DISOWNS = """() => {
  const strip = () => document.querySelectorAll("[aria-haspopup=menu], [role=menu]").forEach((node) => {
    node.removeAttribute("aria-controls");
    node.removeAttribute("aria-labelledby");
  });
  new MutationObserver(strip).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""No menu says whose it is."""

HIDES_A_TWIN = """() => {
  const add = () => document.querySelectorAll("[role=menu]:not([data-twin])").forEach((menu) => {
    menu.dataset.twin = "yes";
    for (const style of ["display:none", "visibility:hidden"]) {
      const twin = document.createElement("div");
      twin.setAttribute("role", "menuitemradio");
      twin.style.cssText = style;
      twin.textContent = "Web search";
      menu.prepend(twin);
    }
  });
  new MutationObserver(add).observe(document, { subtree: true, childList: true });
}"""
"""Rows of the same name that nobody sees stand in every menu, as one that is drawn before it is shown."""

HIDDEN_MENU = """() => {
  const menu = document.createElement("div");
  menu.setAttribute("role", "menu");
  menu.style.display = "none";
  menu.innerHTML = '<div role="menuitemradio">Web search</div>';
  document.body.prepend(menu);
}"""
"""A menu that is drawn before it is shown."""

LOSES_ITS_PILL = """() => {
  const lose = () => document.querySelectorAll("[aria-label*='click to remove']").forEach((pill) => pill.remove());
  new MutationObserver(lose).observe(document, { subtree: true, childList: true });
}"""
"""The page takes a click on a tool, and shows no pill for it."""


@asynccontextmanager
async def opened(chromium: str, script: str = "", **site: Any) -> AsyncGenerator[tuple[Chat, Site]]:
    """A page that a script has changed, and that counts its Escapes."""
    played = load_scenario(json.dumps({"schema": 1, "name": "tools", "site": site, "replies": [REPLY]}))
    async with serve(played) as served, open_chat("demo", url=served.url, where=Where(cdp=chromium)) as chat:
        with trio.fail_after(60):
            await chat.page.tab.call_function(COUNTS_ESCAPES)
            if script:
                await chat.page.tab.call_function(script)
            yield chat, served


async def escapes(chat: Chat) -> object:
    return await chat.page.tab.evaluate("globalThis.escapes")


@proves("tools.owned", "tools.one-escape")
@pytest.mark.parametrize("script", ["", DISOWNS, HIDDEN_MENU], ids=["owned", "disowned", "hidden-menu"])
@pytest.mark.parametrize("tool", ["web-search", "github"])
async def test_a_tool_is_found_in_the_menus_that_came_by_its_own_clicks_which_one_escape_closes(
    chromium: str, script: str, tool: str
) -> None:
    async with opened(chromium, script) as (chat, site):
        await chat.ask("Look it up.", timeout=40, tools=[tool])
        assert site.log.sends[0].tool == tool
        under_more = {"tool:more": 1} if tool == "github" else {}
        assert await made(chat.page.tab, site) == {"plus": 1, **under_more, f"tool:{tool}": 1, "send": 1}
        assert await escapes(chat) == 1


@proves("tools.hidden")
async def test_rows_that_nobody_sees_are_no_rows(chromium: str) -> None:
    async with opened(chromium, HIDES_A_TWIN) as (chat, site):
        await chat.ask("Look it up.", timeout=40, tools=["web-search"])
        assert site.log.sends[0].tool == "web-search"


@proves("tools.chosen-already")
async def test_a_tool_that_stands_chosen_is_not_clicked_again_and_stays(chromium: str) -> None:
    async with opened(chromium) as (chat, site):
        await Equipping("web-search").prepare(chat.page, Ledger())
        await chat.ask("Look it up.", timeout=40, tools=["web-search"])
        assert site.log.sends[0].tool == "web-search"
        assert (await made(chat.page.tab, site))["tool:web-search"] == 1
        assert await escapes(chat) == 2


@proves("tools.proven")
async def test_a_click_for_which_the_composer_shows_nothing_is_no_choice_and_nothing_is_sent(chromium: str) -> None:
    async with opened(chromium, LOSES_ITS_PILL) as (chat, site):
        with pytest.raises(ProviderError, match="the composer does not show it") as caught:
            await chat.ask("Look it up.", timeout=40, tools=["web-search"])
        assert (caught.value.error_code, site.log.sends) == ("provider.tool-unavailable", [])
        assert caught.value.page_may_have_changed is True
