"""What comes into the composer beside the prompt, in Chromium: a draft, one that returns, an editor that is replaced,
a caret that moves. The site's log says what was sent."""

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.demosite import Site, serve
from cdpwebai.errors import CdpWebAIError, ProviderError
from tests.browser.providers.support import scenario
from tests.manifest import proves

PROMPT = "Two\nlines."
ANSWERED = (
    {"at": 0, "do": "user_turn"},
    {"at": 0, "do": "url", "to": "/c/6a0f0000-0000-4000-8000-000000000000"},
    {"at": 0, "do": "assistant_turn"},
    {"at": 0, "do": "text", "md": "Both."},
    {"at": 0, "do": "bar", "state": "on"},
    {"at": 0, "do": "record", "state": "finished"},
)

RETURNS = """(prompt, draft) => {
  const box = document.getElementById("prompt-textarea");
  let isDone = false;
  new MutationObserver(() => {
    if (isDone || !box.textContent.includes(prompt)) return;
    isDone = true;
    box.firstChild.textContent = draft + box.firstChild.textContent;
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }).observe(box, { childList: true, subtree: true, characterData: true });
}"""
"""The page brings a draft back right after the prompt was typed, before anybody can look."""


async def typed(chat: Chat) -> str:
    return str(await chat.page.tab.evaluate("document.getElementById('prompt-textarea').innerText"))


def sent(site: Site) -> list[str]:
    return [send.text for send in site.log.sends]


@pytest.mark.parametrize("kind", ["editor", "textarea"])
async def test_a_draft_is_kept_and_replaced_when_it_was_given_up(chromium: str, kind: str) -> None:
    played = scenario({"composer": kind, "draft": "half\na thought"}, *ANSWERED)
    async with serve(played) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        with pytest.raises(ProviderError) as caught:
            await chat.ask(PROMPT, timeout=30)
        assert (caught.value.error_code, caught.value.page_may_have_changed) == ("composer.occupied", False)
        if kind == "editor":
            assert "a thought" in await typed(chat)
        assert (await chat.ask(PROMPT, timeout=30, replace_draft=True)).markdown == "Both."
        assert sent(site) == [PROMPT]


async def _refused(chat: Chat, prompt: str, timeout: float) -> CdpWebAIError:
    with pytest.raises(CdpWebAIError) as caught:
        await chat.ask(prompt, timeout=timeout)
    return caught.value


@proves("sending.draft-returns")
async def test_a_draft_that_returns_beside_the_prompt_is_noticed_and_nothing_is_sent(chromium: str) -> None:
    played = scenario({}, *ANSWERED)
    async with serve(played) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        await chat.page.tab.call_function(RETURNS, "One line.", "An old draft. ")
        error = await _refused(chat, "One line.", 10)
        assert "it may stand in the composer" in str(error)
        assert await typed(chat) == "An old draft. One line."
        assert sent(site) == []


AT_THE_PRESS = """(draft, goesAfter) => {
  const box = document.getElementById("prompt-textarea");
  const done = new AbortController();
  const hold = (text) => {
    box.firstChild.textContent = text;
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  const type = (event) => {
    if (!event.target.closest("[data-testid=send-button]")) return;
    done.abort();
    const before = box.firstChild.textContent;
    hold(before + draft);
    if (goesAfter !== null) setTimeout(() => hold(before), goesAfter);
  };
  addEventListener("mousemove", type, { capture: true, signal: done.signal });
}"""
"""Somebody types while the mouse is on its way to Send: after our last look, before the press. It goes again after so
many milliseconds, or stays."""


@proves("sending.typist")
async def test_what_somebody_types_between_the_last_look_and_the_press_is_not_sent(chromium: str) -> None:
    played = scenario({}, *ANSWERED)
    async with serve(played) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        await chat.page.tab.call_function(AT_THE_PRESS, " And mine", None)
        error = await _refused(chat, "One line.", 10)
        assert "was not sent" in str(error)
        assert "it may stand in the composer" in str(error)
        assert await typed(chat) == "One line. And mine"
        assert sent(site) == []


async def test_a_press_that_was_refused_over_what_somebody_typed_is_made_when_that_is_gone_again(chromium: str) -> None:
    played = scenario({}, *ANSWERED)
    async with serve(played) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        await chat.page.tab.call_function(AT_THE_PRESS, " And mine", 1000)
        assert (await chat.ask("One line.", timeout=60)).markdown == "Both."
        assert sent(site) == ["One line."]


@proves("sending.hydration")
async def test_an_editor_that_hydration_replaces_is_typed_into_again_and_the_prompt_is_sent_once(
    chromium: str,
) -> None:
    played = scenario({"composer": {"kind": "editor", "hydrate_after": 0.0, "hydrate_on": "focus"}}, *ANSWERED)
    async with serve(played) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        assert (await chat.ask(PROMPT, timeout=30)).markdown == "Both."
        assert sent(site) == [PROMPT]


@proves("sending.caret")
async def test_a_caret_that_moves_between_the_pieces_of_a_prompt_is_noticed_and_nothing_is_sent(chromium: str) -> None:
    """The page loses the paste as a whole, and puts the caret at the beginning after each piece."""
    prompt = "\n".join(f"row {number}" for number in range(1000))
    played = scenario({"composer": {"kind": "textarea", "paste_drop": 5000, "caret": "start"}}, *ANSWERED)
    async with serve(played) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        with trio.fail_after(60):
            error = await _refused(chat, prompt, 20)
        assert "it may stand in the composer" in str(error)
        assert "row 999" in str(await chat.page.tab.evaluate("document.getElementById('prompt-textarea').value"))
        assert sent(site) == []
