"""The probe in Chromium: pages that carry their expected verdicts, decoys, and looks that go wrong inside the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cdpwebai.cdp.domains import runtime
from cdpwebai.errors import SelectorError
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Absent, Reason, Unknown, Verdict, Visible
from tests.manifest import proves
from tests.reasons import produces

PAGES = Path(__file__).parents[2] / "pages"
STOP = '[data-testid="stop-button"]'

PageUrl = Callable[..., str]


def word(verdict: Verdict) -> str:
    match verdict:
        case Visible():
            return "visible"
        case Absent():
            return "absent"
        case Unknown(reason):
            return reason


@proves("seed002.Y1", "seed002.Y2", "seed002.Y7")
@pytest.mark.parametrize("name", sorted(path.name for path in (PAGES / "probe").iterdir()))
async def test_each_page_looks_as_it_says_itself(tab: Tab, page_url: PageUrl, name: str) -> None:
    await tab.navigate(page_url(f"probe/{name}"))
    expected: list[dict[str, Any]] = json.loads(await tab.evaluate("document.getElementById('expect').textContent"))
    assert expected
    seen: list[dict[str, Any]] = []
    for case in expected:
        verdict = await tab.probe(case["probe"], within=case.get("within"))
        count = {"count": verdict.sight.count} if isinstance(verdict, Visible) and "count" in case else {}
        seen.append({**case, "is": word(verdict), **count})
    assert seen == expected


DECOYS = {
    "nothing": ("() => {}", "visible"),
    "a hidden twin before it": (
        "b => { const c = b.cloneNode(true); c.style.display = 'none'; b.before(c); }",
        "visible",
    ),
    "a hidden twin after it": ("b => { const c = b.cloneNode(true); c.hidden = true; b.after(c); }", "visible"),
    "another language": ("b => { b.textContent = '중지'; b.ariaLabel = '중지'; }", "visible"),
    "moved into a shadow root": (
        "b => { const h = document.createElement('div'); slot.append(h); h.attachShadow({mode: 'open'}).append(b); }",
        "visible",
    ),
    "moved off the screen": ("b => { b.style.position = 'fixed'; b.style.left = '-9999px'; }", "visible"),
    "covered by a modal": (
        "() => document.body.insertAdjacentHTML('beforeend', '<div style=\"position:fixed;inset:0;background:red\">')",
        "visible",
    ),
    "disabled": ("b => { b.disabled = true; }", "visible"),
    "opacity 0 on the ancestor": ("() => { document.querySelector('main').style.opacity = '0'; }", "absent"),
    "a zero box": (
        "b => { b.style.cssText = 'all: unset; display: block; width: 0; height: 0; overflow: hidden'; }",
        "absent",
    ),
    "hidden": ("b => { b.style.visibility = 'hidden'; }", "absent"),
    "removed, and the answer's text says Stop": ("b => b.remove()", "absent"),
    "removed, and a hidden twin left": ("b => { b.hidden = true; }", "absent"),
    "removed with the place to look in": ("() => document.querySelector('main').remove()", "no-anchor"),
}


@pytest.mark.parametrize("decoy", DECOYS)
async def test_decoys_do_not_change_what_is_seen(tab: Tab, page_url: PageUrl, decoy: str) -> None:
    change, expected = DECOYS[decoy]
    await tab.navigate(page_url("stop.html"))
    await tab.call_function(f"() => {{ ({change})(document.querySelector('{STOP}')); return null; }}")
    assert word(await tab.probe(STOP, within="main")) == expected


async def test_a_document_without_content_has_no_place_to_look_in(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("stop.html"))
    await tab.evaluate("document.documentElement.remove()")
    assert word(await tab.probe(STOP)) == "no-anchor"


@pytest.mark.parametrize("selector", ["button[", "::", "", "button:visible", "a,,b", "//button"])
async def test_a_selector_that_does_not_parse_is_bad_input(tab: Tab, page_url: PageUrl, selector: str) -> None:
    await tab.navigate(page_url("stop.html"))
    for ask in (tab.probe(selector), tab.probe([STOP, selector]), tab.probe(STOP, within=selector)):
        with pytest.raises(SelectorError, match="is not a CSS selector"):
            await ask


async def in_our_world(tab: Tab, script: str) -> None:
    """Run a script where the readers live, which no page can do."""
    assert tab.document is not None
    ours = tab.document.worlds.ours
    reply = await tab.cdp.call(runtime.Evaluate(expression=script, unique_context_id=ours))
    assert reply.exception_details is None, reply


FAIL_WHEN = """
  const real = %(owner)s.%(name)s;
  %(owner)s.%(name)s = function (...args) {
    if (%(when)s) throw new Error("cannot");
    return real.apply(this, args);
  };
"""
NO_BOX = FAIL_WHEN % {"owner": "Element.prototype", "name": "getBoundingClientRect", "when": "this.id === 'bad'"}
NO_LIST = FAIL_WHEN % {"owner": "Document.prototype", "name": "querySelectorAll", "when": "args[0] === '.bad'"}

BAD_NODES = """() => {
  document.querySelector("main").insertAdjacentHTML("beforeend", '<button id="bad" class="some">x</button>');
  return null;
}"""


@proves("seed002.Y4", "seed002.Y17")
@produces(Reason.PARTIAL)
async def test_a_node_whose_box_cannot_be_read_in_the_page_is_unknown(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("stop.html"))
    await tab.call_function(BAD_NODES)
    assert word(await tab.probe(".some")) == "visible"
    await in_our_world(tab, NO_BOX)
    assert word(await tab.probe(".some")) == "partial"
    assert word(await tab.probe(["#nothing", ".some"])) == "partial"
    assert word(await tab.probe([".some", STOP])) == "visible"


@proves("seed002.Y5", "seed002.Y6")
async def test_a_selector_that_throws_in_the_page_is_unknown_unless_another_shows_something(
    tab: Tab, page_url: PageUrl
) -> None:
    await tab.navigate(page_url("stop.html"))
    assert word(await tab.probe([".bad", "#nothing"])) == "absent"
    await in_our_world(tab, NO_LIST)
    assert word(await tab.probe([".bad", "#nothing"])) == "threw"
    assert word(await tab.probe(["#nothing", ".bad"])) == "threw"
    assert word(await tab.probe([".bad", STOP])) == "visible"
    assert word(await tab.probe([STOP, ".bad"])) == "visible"


@proves("seed002.Y3", "seed002.Y14")
async def test_an_evaluation_that_fails_as_a_whole_is_unknown(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("stop.html"))
    assert word(await tab.probe(STOP)) == "visible"
    await in_our_world(tab, "Object.defineProperty(document, 'documentElement', { get() { throw new Error('no'); } })")
    assert word(await tab.probe(STOP)) == "threw"


@proves("seed002.Y15")
@produces(Reason.MALFORMED)
async def test_an_enumeration_that_is_no_array_is_malformed(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("stop.html"))
    await in_our_world(tab, "Array.prototype.map = function () { return { length: this.length }; }")
    assert word(await tab.probe(STOP)) == "malformed"


@proves("seed002.Y16")
@produces(Reason.THREW)
async def test_a_reader_that_is_not_installed_is_unknown_and_there_at_the_next_look(
    tab: Tab, page_url: PageUrl
) -> None:
    await tab.navigate(page_url("stop.html"))
    await in_our_world(tab, "delete globalThis.__cdpwebai")
    assert word(await tab.probe(STOP)) == "threw"
    assert word(await tab.probe(STOP)) == "visible"


async def test_a_library_of_another_hash_is_not_ours(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("stop.html"))
    await in_our_world(tab, "globalThis.__cdpwebai = { hash: 'other', look: () => ({ value: { v: 'absent' } }) }")
    assert word(await tab.probe(STOP)) == "threw"
    assert word(await tab.probe(STOP)) == "visible"


@produces(Reason.DEADLINE)
async def test_a_page_that_hangs_is_unknown_and_seen_again_when_it_reacts(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("stop.html"))
    await tab.evaluate("setTimeout(() => { const end = Date.now() + 1500; while (Date.now() < end); }, 0)")
    assert word(await tab.probe("#nothing", timeout=0.3)) == "deadline"
    assert word(await tab.probe(STOP, timeout=10)) == "visible"


async def test_the_page_can_neither_see_nor_change_our_readers(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("stop.html"))
    await tab.evaluate("Document.prototype.querySelectorAll = Element.prototype.getBoundingClientRect = () => [], 0")
    await tab.evaluate("globalThis.__cdpwebai = { hash: 'x' }, 0")
    assert word(await tab.probe(STOP)) == "visible"
    assert await tab.evaluate("Object.keys(globalThis).filter(name => /cdpwebai/i.test(name))") == ["__cdpwebai"]


async def test_the_readers_are_there_before_the_page_runs(tab: Tab, page_url: PageUrl) -> None:
    for name in ("stop.html", "probe/within.html", "stop.html"):
        await tab.navigate(page_url(name), until="commit")
        verdict = await tab.probe("html")
        assert word(verdict) in ("visible", "absent", "navigated", "no-anchor")
        assert "not installed" not in getattr(verdict, "detail", "")
