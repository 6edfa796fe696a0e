"""Tools of the plus menu: chosen before the prompt is typed, proven again right before Send, else untouched."""

from collections.abc import Sequence
from typing import Any

import pytest

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.demosite import Scenario, Site, load_scenario, serve
from cdpwebai.errors import InputError, ProviderError
from tests.manifest import proves
from tests.support.clicks import expect_clicks

REPLY = [
    {"at": 0.05, "do": "user_turn"},
    {"at": 0.1, "do": "url", "to": "/c/3d2a1b84-9e9d-4f0e-8f55-3bb0a1c86f01"},
    {"at": 0.1, "do": "assistant_turn"},
    {"at": 0.15, "do": "text", "md": "Found."},
    {"at": 0.2, "do": "bar"},
    {"at": 0.2, "do": "record", "state": "finished"},
]


def scenario(**site: Any) -> Scenario:
    import json

    return load_scenario(json.dumps({"schema": 1, "name": "tools", "site": site, "replies": [REPLY]}))


async def ask(site: Site, chromium: str, tools: Sequence[str], **known: Any) -> None:
    async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        await chat.query("Look it up.", timeout=40, tools=tools, **known)


@proves("ref.F5.PROBE-23")
async def test_without_a_tool_nothing_of_the_menu_is_touched(chromium: str) -> None:
    async with serve(scenario()) as site:
        await ask(site, chromium, ())
        await expect_clicks(site, {"send": 1})
    assert site.log.sends[0].tool == ""


@pytest.mark.parametrize("lang", ["en", "ko", "ja", "zh", "de"])
async def test_a_tool_is_chosen_by_one_click_and_stands_at_the_send(chromium: str, lang: str) -> None:
    async with serve(scenario(lang=lang)) as site:
        await ask(site, chromium, ["web-search"])
        await expect_clicks(site, {"plus": 1, "tool:web-search": 1, "send": 1})
    assert site.log.sends[0].tool == "web-search"


async def test_a_connector_is_found_under_more(chromium: str) -> None:
    async with serve(scenario(test_ids=False)) as site:
        await ask(site, chromium, ["github"])
        await expect_clicks(site, {"plus": 1, "tool:more": 1, "tool:github": 1, "send": 1})
    assert site.log.sends[0].tool == "github"


async def test_a_tool_that_is_not_there_is_not_sent_without_and_the_ones_that_are_are_named(chromium: str) -> None:
    async with serve(scenario()) as site:
        with pytest.raises(ProviderError, match=r"'Web search'.*'GitHub'") as caught:
            await ask(site, chromium, ["Supabase"])
        await expect_clicks(site, {"plus": 1, "tool:more": 1})
    assert (caught.value.error_code, site.log.sends) == ("provider.tool-unavailable", [])


STRAY = """(() => {
  const menu = document.createElement("div");
  menu.setAttribute("role", "menu");
  menu.innerHTML = '<div role="menuitemradio">Web search</div>';
  menu.style = "position: fixed; top: 0; right: 0; z-index: 99";
  menu.addEventListener("click", () => document.documentElement.dataset.strayed = "yes");
  document.body.prepend(menu);
})()"""
"""A menu that stands there anyway, with a row of the same name."""


async def test_a_menu_that_the_plus_button_did_not_open_is_not_taken_for_its_own(chromium: str) -> None:
    async with serve(scenario()) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        await chat.page.tab.evaluate(STRAY)
        await chat.query("Look it up.", timeout=40, tools=["web-search"])
        assert await chat.page.tab.evaluate("document.documentElement.dataset.strayed ?? ''") == ""
        await expect_clicks(site, {"plus": 1, "tool:web-search": 1, "send": 1})


async def test_of_two_rows_with_the_name_none_is_clicked(chromium: str) -> None:
    async with serve(scenario(research_label="Web search")) as site:
        with pytest.raises(ProviderError, match="more than one row"):
            await ask(site, chromium, ["web-search"])
        await expect_clicks(site, {"plus": 1})
    assert site.log.sends == []


async def test_a_tool_that_cannot_be_chosen_is_told(chromium: str) -> None:
    async with serve(scenario(disabled=["Web search"])) as site:
        with pytest.raises(ProviderError, match="cannot be chosen"):
            await ask(site, chromium, ["web-search"])
        await expect_clicks(site, {"plus": 1})


async def test_a_tool_that_a_file_takes_away_is_seen_right_before_send_which_is_not_pressed(
    chromium: str, tmp_path: Any
) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Notes.")
    async with serve(scenario(tool_lost_on="attach")) as site:
        with pytest.raises(ProviderError, match="is not any more") as caught:
            await ask(site, chromium, ["web-search"], files=[file])
    assert (caught.value.error_code, caught.value.page_may_have_changed) == ("provider.tool-unavailable", True)
    assert site.log.sends == []
    assert site.log.clicks["send"] == 0


async def test_with_a_file_that_leaves_it_both_go(chromium: str, tmp_path: Any) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Notes.")
    async with serve(scenario()) as site:
        await ask(site, chromium, ["web-search"], files=[file])
    (send,) = site.log.sends
    assert (send.tool, [upload.name for upload in send.uploads]) == ("web-search", ["notes.txt"])


@pytest.mark.parametrize("name", ["", " ", "deep-research"])
async def test_what_is_no_tool_is_refused_before_anything_is_touched(chromium: str, name: str) -> None:
    async with serve(scenario()) as site:
        with pytest.raises(InputError):
            await ask(site, chromium, [name])
    assert not site.log.clicks
