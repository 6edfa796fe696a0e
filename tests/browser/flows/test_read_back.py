"""What the closed picker does not tell is read once more in the open one right before Send, in Chromium."""

from typing import Any

import pytest

from cdpwebai.api.chat import Chat
from cdpwebai.errors import ProviderError
from tests.browser.flows.picking import COUNTS_ESCAPES, GEARED, clicked, opened, refused, selected
from tests.manifest import proves

ONCE_TYPED = """async (what, name) => {
  const { picker } = await import("/assets/picker.js");
  const box = document.getElementById("prompt-textarea");
  const change = () => {
    if (!box.textContent.includes("Please")) return;
    if (what === "effort") picker.efforts["GPT-5.5 Thinking"] = name;
    else picker.choose(what, name);
  };
  new MutationObserver(change).observe(box, { subtree: true, childList: true, characterData: true });
}"""
"""The page sets something else by itself, as soon as the prompt stands in the composer; its pill says the same."""

CANNOT_BE_OPENED = """() => {
  const box = document.getElementById("prompt-textarea");
  const stop = (event) => {
    if (box.textContent.includes("Please") && event.target.closest("[aria-haspopup=menu]")) event.stopPropagation();
  };
  addEventListener("click", stop, true);
}"""
"""With a prompt in the composer the picker does not open."""

EFFORT: tuple[dict[str, Any], dict[str, Any]] = (
    {"picker": "legacy", "models": GEARED, "tier": "GPT-5.5 Thinking"},
    {"model": "thinking", "effort": "high"},
)
FAMILY: tuple[dict[str, Any], dict[str, Any]] = ({"picker": "power"}, {"family": "o3"})


async def sets(chat: Chat, what: str, name: str) -> None:
    await chat.page.tab.call_function(ONCE_TYPED, what, name)


@proves("selecting.read-again", "selecting.gear")
@pytest.mark.parametrize("strict", [True, False])
async def test_an_effort_that_is_set_back_while_the_prompt_is_typed_is_not_sent(chromium: str, strict: bool) -> None:
    keys, request = EFFORT
    async with opened(chromium, **keys) as (chat, site):
        await sets(chat, "effort", "Light")
        error = await refused(chat, strict=strict, **request)
        assert "'Extended' was chosen, and is not shown as chosen" in error.message
        assert (error.page_may_have_changed, site.log.sends) == (True, [])
        assert (await clicked(chat, site))["effort:Extended"] == 1


@proves("selecting.read-again")
async def test_a_family_that_is_set_back_while_the_prompt_is_typed_is_not_sent(chromium: str) -> None:
    keys, request = FAMILY
    async with opened(chromium, **keys) as (chat, site):
        await sets(chat, "family", "GPT-5.5")
        error = await refused(chat, **request)
        assert "'o3' was chosen, and is not shown as chosen" in error.message
        assert (site.log.sends, (await clicked(chat, site))["family:o3"]) == ([], 1)


@proves("selecting.read-again")
@pytest.mark.parametrize("case", [EFFORT, FAMILY])
async def test_what_cannot_be_read_back_is_not_sent(chromium: str, case: tuple[dict[str, Any], dict[str, Any]]) -> None:
    keys, request = case
    async with opened(chromium, **keys) as (chat, site):
        await chat.page.tab.call_function(CANNOT_BE_OPENED)
        error = await refused(chat, **request)
        assert "could not be read back right before Send" in error.message
        assert site.log.sends == []


@proves("selecting.read-again", "selecting.one-escape")
async def test_a_family_is_read_back_with_one_opening_and_one_escape_and_the_prompt_is_sent(chromium: str) -> None:
    keys, request = FAMILY
    async with opened(chromium, **keys) as (chat, site):
        await chat.page.tab.call_function(COUNTS_ESCAPES)
        result = await chat.query("Please answer.", timeout=40, strict=True, **request)
        assert (selected(result).family_label, selected(result).verified) == ("o3", True)
        assert [(send.text, send.family) for send in site.log.sends] == [("Please answer.", "o3")]
        assert await clicked(chat, site) == {"model-pill": 3, "picker:model": 3, "family:o3": 1}
        assert await chat.page.tab.evaluate("globalThis.escapes") == 2


@proves("selecting.read-again", "tools.one-escape")
@pytest.mark.parametrize("case", [EFFORT, FAMILY])
async def test_a_tool_that_was_chosen_beside_it_stays_where_an_escape_would_take_it_away(
    chromium: str, case: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    keys, request = case
    async with opened(chromium, **keys) as (chat, site):
        result = await chat.query("Please answer.", timeout=40, strict=True, tools=["web-search"], **request)
        (send,) = site.log.sends
        assert (selected(result).verified, send.tool != "") == (True, True)
        assert (send.effort, send.family) == (("Extended", send.family) if case is EFFORT else (send.effort, "o3"))


COVERED = """() => {
  const box = document.getElementById("prompt-textarea");
  const cover = () => {
    const isOpen = document.querySelector("[role=menu].picker-menu") !== null;
    document.body.style.pointerEvents = isOpen && box.textContent.includes("Please") ? "none" : "";
    document.querySelectorAll(".picker-menu").forEach((menu) => { menu.style.pointerEvents = "auto"; });
  };
  new MutationObserver(cover).observe(document.body, { subtree: true, childList: true });
}"""
"""While a menu is open nothing else can be clicked, as in the live page's menus."""


@proves("selecting.read-again", "tools.one-escape")
async def test_an_opener_that_cannot_be_clicked_is_left_and_a_tool_that_the_escape_takes_keeps_it_from_being_sent(
    chromium: str,
) -> None:
    keys, request = FAMILY
    async with opened(chromium, **keys) as (chat, site):
        await chat.page.tab.call_function(COVERED)
        with pytest.raises(ProviderError) as caught:
            await chat.query("Please answer.", timeout=60, strict=True, tools=["web-search"], **request)
        assert (caught.value.error_code, site.log.sends) == ("provider.tool-unavailable", [])


@proves("selecting.read-again", "selecting.last-look")
async def test_a_tier_that_the_pill_names_is_told_by_it_and_opens_nothing_more(chromium: str) -> None:
    async with opened(chromium, picker="power") as (chat, site):
        await chat.query("Please answer.", timeout=40, model="pro", strict=True)
        assert await clicked(chat, site) == {"model-pill": 2, "picker:effort": 2, "tier:Pro": 1}
