"""Each reader in Chromium: it compiles, it only reads, and an error in it names its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cdpwebai.browser.browser import Browser
from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import runtime
from cdpwebai.page.library import Library, base_library, page_script
from cdpwebai.page.looks import PLACE, TEXTS
from cdpwebai.page.readers import ValueReader
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Absent, Known, Reason, Unknown, Visible
from cdpwebai.wire.look import LOOK, Question

PageUrl = Callable[..., str]

LIBRARY = Library.load("cdpwebai.page", "tests.browser.page")

AIM = {"selector": "#area"}
CALLS: dict[str, list[Any]] = {
    "checked": [],
    "chosen_files": [{"selector": "input"}],
    "composing": [],
    "find": [],
    "focused": [],
    "heard": [],
    "hit": [AIM],
    "lines": [],
    "list": [],
    "natively": [],
    "observe": [],
    "place": [],
    "probe": [["#area", "#editor", "#deep", "button", "#nothing"], None],
    "reachable": [AIM],
    "shown": [],
    "target": [],
    "text": [],
    "texts": ["button, #editor, #area"],
    "visible": [],
    "watch": [],
}
"""Each reader of the base library with arguments; those without any are asked through another: see USERS."""

USERS = {
    "find": "probe",
    "natively": "probe",
    "shown": "probe",
    "visible": "texts",
    "text": "texts",
    "lines": "texts",
    "target": "chosen_files",
}
"""Readers that take an element: they run as a part of this one."""

NOT_FREE_OF_ALARM = {"hit", "reachable", "list", "watch", "observe", "heard"}
"""Pure, yet V8 says otherwise (elementFromPoint, MutationObserver, an error made a string): shown by comparison."""

UNCHANGED = """() => [
  document.documentElement.outerHTML,
  document.getElementById("host").shadowRoot.innerHTML,
  document.activeElement.id,
  getSelection().toString(),
  [...document.querySelectorAll("*")].map(node => [node.scrollTop, node.scrollLeft]),
  [scrollX, scrollY, history.length, location.href, document.cookie, localStorage.length],
  [...document.querySelectorAll("input")].map(field => [field.value, field.checked, field.selectionStart]),
  [area.value, area.selectionStart, area.selectionEnd],
  events,
]"""

WATCHED = """() => {
  globalThis.events = [];
  const names = "click mousedown pointerdown focus blur focusin scroll input change keydown copy select";
  for (const name of names.split(" ")) addEventListener(name, (event) => events.push(event.type), true);
  document.body.insertAdjacentHTML("beforeend", '<div style="height: 4000px"></div>');
  document.getElementById("editor").innerHTML = "<p>one</p><p><br></p><p>two</p>";
  document.getElementById("area").focus();
  scrollTo(0, 700);
}"""


def test_every_reader_is_on_the_list_and_no_other() -> None:
    asks = {script.name for script in base_library().scripts.values() if script.kind == "asks"}
    assert set(CALLS) == asks


async def open_page(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("fields.html"))
    await tab.call_function(WATCHED)
    await tab.call_function(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
    )
    await tab.call_function("() => { events.length = 0; }")


async def ask_in(tab: Tab, question: Question, *, guarded: bool) -> runtime.EvaluateResult:
    assert tab.document is not None
    return await tab.cdp.call(
        runtime.CallFunctionOn(
            function_declaration=LOOK,
            unique_context_id=tab.document.worlds.ours,
            arguments=[runtime.CallArgument(value=question)],
            return_by_value=True,
            throw_on_side_effect=guarded,
        )
    )


@pytest.mark.parametrize("name", CALLS)
async def test_a_reader_changes_nothing_in_the_page(tab: Tab, page_url: PageUrl, name: str) -> None:
    """By V8's own guard against side effects where it gives no false alarm, and by comparison, for each reader."""
    async with Tab.open(tab.cdp, library=LIBRARY) as tab:
        await open_page(tab, page_url)
        question = Question(library=LIBRARY.hash, reader=USERS.get(name, name), args=CALLS[USERS.get(name, name)])
        if name == "observe":
            question = Question(library=LIBRARY.hash, fields={"place": ["place"], "turns": ["turns"]})
        if name == "checked":
            question = Question(library=LIBRARY.hash, reader="first_checked")
        if name == "list":
            question = Question(library=LIBRARY.hash, reader="turns")
        if name == "heard":
            assert tab.document is not None
            await tab.document.act("listen", ["keydown"], None)
        before = await tab.call_function(UNCHANGED)
        reply = await ask_in(tab, question, guarded=name not in NOT_FREE_OF_ALARM)
        assert reply.exception_details is None, reply
        assert "threw" not in reply.result.value or name == "watch", reply
        assert await tab.call_function(UNCHANGED) == before


async def test_the_guard_and_the_comparison_would_notice(tab: Tab, page_url: PageUrl) -> None:
    await open_page(tab, page_url)
    assert tab.document is not None
    for script in (
        "document.body.click()",
        "document.getElementById('line').focus()",
        "scrollTo(0, 300)",
        "document.title = 'x'",
    ):
        before = await tab.call_function(UNCHANGED)
        run = runtime.Evaluate(expression=script, unique_context_id=tab.document.worlds.ours, throw_on_side_effect=True)
        assert (await tab.cdp.call(run)).exception_details is not None
        await tab.cdp.call(runtime.Evaluate(expression=script, unique_context_id=tab.document.worlds.ours))
        await tab.call_function("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0, 1)))")
        assert await tab.call_function(UNCHANGED) != before, script


@pytest.mark.parametrize("name", ["_library", "_value", "_chosen", "_node", *base_library().scripts])
async def test_every_script_compiles(tab: Tab, name: str) -> None:
    script = base_library().scripts.get(name)
    source = page_script(name) if script is None else script.source
    compiled = await tab.cdp.call(
        runtime.CompileScript(expression=f"({source})", source_url=f"cdpwebai/{name}.js", persist_script=False)
    )
    assert compiled.exception_details is None, compiled


async def test_an_error_in_a_reader_names_the_library_as_its_place(tab: Tab) -> None:
    assert tab.document is not None
    run = runtime.Evaluate(
        expression="try { __cdpwebai.node({ selector: 'a[' }) } catch (error) { error.stack }",
        unique_context_id=tab.document.worlds.ours,
    )
    assert f"cdpwebai/library-{tab.library.hash}.js" in (await tab.cdp.call(run)).result.value


async def test_the_texts_of_visible_elements_are_read_as_a_person_reads_them(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("fields.html"))
    await tab.evaluate("document.getElementById('area').value = 'x\\ny'")
    assert await tab.texts("#area, #plain, #nothing, script") == Known(["x\ny", "plain"])
    assert await tab.look(TEXTS, "#nothing") == Known([])


LATER = ValueReader("later", str)


async def test_a_reader_may_wait_within_the_looks_limit(session: Session) -> None:
    async with Tab.open(session, library=LIBRARY) as tab:
        assert await tab.look(LATER, 20, False) == Known("late")
        failed, late = await tab.look(LATER, 0, True), await tab.look(LATER, 60_000, False, timeout=0.3)
        assert failed == Unknown(Reason.THREW, "Error: late and bad")
        assert isinstance(late, Unknown)
        assert late.reason is Reason.DEADLINE


async def test_looks_answer_also_while_another_client_has_paused_the_page(tab: Tab, browser: Browser) -> None:
    other = await browser.connection.attach(tab.cdp.target_id or "")
    async with other.subscribe("Debugger.paused") as pauses:
        await other.call("Debugger.enable")
        await tab.evaluate("setTimeout(() => { debugger; }, 0)")
        await anext(pauses)
        assert isinstance(await tab.probe("body", within="html"), Visible | Absent)
        assert isinstance(await tab.look(PLACE), Known)
        await other.call("Debugger.disable")
