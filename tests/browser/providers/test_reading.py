"""The provider's readers as scripts: each compiles, only reads, and cannot take the others with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import runtime
from cdpwebai.page.library import Library, Script
from cdpwebai.page.tab import Tab
from cdpwebai.providers import provider
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.providers.chatgpt import chatgpt
from cdpwebai.providers.contract import Element
from cdpwebai.verdict import Known, Reason, Unknown
from tests.browser.providers.support import Chat, demo_chat, known, scenario
from tests.manifest import proves

OURS = [script for script in chatgpt().library.scripts.values() if script.name.startswith("chat_")]

NOTICED = """() => {
  globalThis.noticed = [];
  const names = "click mousedown pointerdown mouseover focus blur focusin scroll input beforeinput change keydown copy";
  for (const name of [...names.split(" "), "selectionchange"]) {
    addEventListener(name, (event) => noticed.push(event.type), true);
  }
  new MutationObserver((records) => noticed.push(...records.map((record) => record.type)))
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""

STATE = """async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  return JSON.stringify([
    document.documentElement.outerHTML,
    [...document.querySelectorAll("*")].map((node) => [node.scrollTop, node.scrollLeft]),
    [document.activeElement?.id, String(getSelection()), history.length, location.href, document.title],
    [...document.querySelectorAll("input, textarea")].map((field) => [field.value, field.selectionStart]),
    noticed,
  ]);
}"""

RICH: dict[str, Any] = {
    "site": {
        "stop_decoys": ["dictation", "voice", "read-aloud", "sidebar", "hidden"],
        "decoys": ["search-form", "answer-now", "voice", "alert-close", "stray-send"],
        "draft": "a draft",
        "history": [{"id": "11111111-1111-4111-8111-111111111111", "title": "Old"}],
    },
    "turns": [{"role": "user", "text": "Hi"}, {"role": "assistant", "text": "# Hello\n\n" + "words " * 2000}],
    "ask": {"url": "https://chatgpt.com/c/22222222-2222-4222-8222-222222222222"},
}


@proves("ref.C.reading", "oracle.A21")
async def test_a_look_changes_nothing_that_the_page_could_notice(tab: Tab) -> None:
    async with demo_chat(tab, scenario(**RICH)) as (chat, site):
        await tab.call_function(NOTICED)
        before = await tab.call_function(STATE)
        for _ in range(3):
            assert known((await chat.see()).turns)
        assert await chat.page.account() == Known("in")
        assert await tab.call_function(STATE) == before
        assert dict(site.log.clicks) == {}


async def test_the_comparison_would_notice(chat: Chat) -> None:
    await chat.tab.call_function(NOTICED)
    for script in (
        "document.getElementById('dictate').click()",
        "document.getElementById('prompt-textarea').focus()",
        "document.querySelector('main').title = 'x'",
        "getSelection().selectAllChildren(document.body)",
    ):
        before = await chat.tab.call_function(STATE)
        await chat.change(script)
        assert await chat.tab.call_function(STATE) != before, script


ACTS = (
    r"\.(?:click|focus|blur|select|scroll\w*|dispatchEvent|setAttribute|removeAttribute|toggleAttribute|append\w*|remove"
    r"|prepend|insert\w+|replace(?:With|Children|State)|pushState|reload|assign|write\w*|\w*[sS]ubmit|execCommand)\("
)
WRITES = r"\.(?:innerHTML|outerHTML|innerText|textContent|value|href|title|className|hidden|scrollTop|data)\s*=[^=>]"


@proves("seed000.2.1-5")
@pytest.mark.parametrize("script", [one for one in OURS if one.kind == "asks"], ids=lambda script: script.name)
def test_a_reader_names_no_act(script: Script) -> None:
    assert re.findall(ACTS, script.source) == []
    assert re.findall(WRITES, script.source) == []


def test_an_act_in_a_reader_would_be_noticed() -> None:
    assert re.findall(ACTS, "node.click(); node.scrollIntoView(); form.requestSubmit(); form.submit()") != []
    assert re.findall(WRITES, "node.textContent = 'x'") != []


@proves("oracle.A30")
@pytest.mark.parametrize("script", OURS, ids=lambda script: script.name)
async def test_each_script_compiles(tab: Tab, script: Script) -> None:
    source = f"({script.source})"
    compiled = await tab.cdp.call(
        runtime.CompileScript(expression=source, source_url=f"cdpwebai/{script.name}.js", persist_script=False)
    )
    assert compiled.exception_details is None, compiled


@proves("ref.F3.X4", "ref.F3.X5b")
async def test_a_selector_that_is_none_makes_its_own_field_unknown_and_no_other(
    session: Session, page_url: Callable[..., str]
) -> None:
    """A user's contract may hold one. What one selector of a row cannot tell, the others do not make up for."""
    contract = chatgpt().contract
    bad = Element("stop", ("button[data-testid=stop-button]", "button["), "by hand")
    broken = structs.replace(contract, elements={**contract.elements, "stop": bad})
    data = {"chat_contract": broken.for_page()}
    library = Library.load("cdpwebai.page", "cdpwebai.providers.chatgpt", data=data)
    async with Tab.open(session, library=library) as tab:
        await tab.navigate(page_url("chat-page.html"))
        seen = await ChatPage(tab, provider("demo", demo_url=tab.url)).observe()
    assert isinstance(seen.slot, Unknown)
    assert seen.slot.reason is Reason.THREW
    assert isinstance(seen.stop, Unknown)
    others = (seen.place, seen.composer, seen.turns, seen.surface, seen.notices, seen.panel, seen.chips)
    assert all(isinstance(field, Known) for field in others)


@proves("ref.F3.X5", "ref.F3.X5c")
async def test_a_page_without_any_of_it_is_looked_at_completely(chat: Chat) -> None:
    seen = await chat.set_up("document.getElementById('turns').replaceChildren(); chat.parentElement.remove();")
    assert known(seen.turns) == ()
    assert known(seen.notices) == ()
    assert known(seen.chips) == ()
