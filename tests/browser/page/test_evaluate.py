"""JavaScript in the page's own world: values exact or an error, exceptions with their place, handles and time-outs."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import trio

import cdpwebai
from cdpwebai.browser.browser import Browser
from cdpwebai.cdp.domains import runtime
from cdpwebai.errors import CallTimeout, InputError, NotSerialisable, PageException, StaleHandle
from cdpwebai.page.tab import Tab
from cdpwebai.page.values import UNDEFINED, BigInt
from tests.manifest import proves

PageUrl = Callable[..., str]


@proves("report.A41")
@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("0", 0),
        ("false", False),
        ("''", ""),
        ("[]", []),
        ("null", None),
        ("({})", {}),
        ("1.5", 1.5),
        ("9007199254740991", 2**53 - 1),
        ("1e21", 1e21),
        ("undefined", UNDEFINED),
        ("Infinity", math.inf),
        ("-Infinity", -math.inf),
        ("123456789012345678901234567890n", BigInt(123456789012345678901234567890)),
        ("12n", BigInt(12)),
        ("12", 12),
        ("2**60", 2**60),
        ("[1, 'x', null, true, {a: {b: [1.5]}}]", [1, "x", None, True, {"a": {"b": [1.5]}}]),
        ("Promise.resolve([1])", [1]),
        ("new Promise(done => setTimeout(done, 20, 'late'))", "late"),
        ("Object.create(null)", {}),
        ("({['__proto__']: 1, b: 2})", {"__proto__": 1, "b": 2}),
        ("document.title", "blank"),
    ],
)
async def test_a_value_comes_back_as_it_is(tab: Tab, page_url: PageUrl, expression: str, value: Any) -> None:
    await tab.navigate(page_url("blank.html"))
    result = await tab.evaluate(expression)
    assert result == value
    assert type(result) is type(value)


async def test_nan_and_minus_zero_are_told_from_their_neighbours(tab: Tab) -> None:
    assert math.isnan(await tab.evaluate("NaN"))
    assert math.copysign(1, await tab.evaluate("-0")) == -1
    assert math.copysign(1, await tab.evaluate("0")) == 1


LOSSES = {
    "[NaN, -0, 1/0]": "[0] in the value is NaN",
    "[1, -0]": "[1] in the value is -0",
    "({a: undefined})": "a in the value is undefined",
    "({list: [{deep: 10n}]})": "list[0].deep in the value is a bigint",
    "new Date(0)": "Date",
    "[new Date(0)]": "[0] in the value is an object of class Date",
    "new Map([[1, 2]])": "Map",
    "new Set": "Set",
    "document.body": "HTMLBodyElement",
    "document.querySelectorAll('p')": "NodeList",
    "new Error('x')": "Error",
    "window": "Window",
    "document.body.getBoundingClientRect()": "DOMRect",
    "new (class Mine { a = 1 })": "Mine",
    "new Uint8Array(3)": "Uint8Array",
    "/x/g": "RegExp",
    "[,1]": "holes",
    "Object.assign([1], {extra: 1})": "members of its own",
    "({[Symbol('s')]: 1})": "under symbols",
    "(() => { const a = []; a.push(a); return a; })()": "part of",
    "(() => { let a = []; for (let n = 0; n < 300; n += 1) a = [a]; return a; })()": "levels",
    "() => 1": "function",
    "[() => 1]": "[0] in the value is a function",
    "Symbol('s')": "symbol",
    "Promise.resolve(new Map)": "Map",
}


@proves("report.A40")
@pytest.mark.parametrize("expression", LOSSES)
async def test_what_json_would_lose_raises_and_names_its_place(tab: Tab, page_url: PageUrl, expression: str) -> None:
    await tab.navigate(page_url("blank.html"))
    with pytest.raises(NotSerialisable) as lost:
        await tab.evaluate(expression)
    assert LOSSES[expression] in lost.value.message


async def test_a_value_just_within_the_limits_is_kept(tab: Tab) -> None:
    nested = await tab.evaluate("(() => { let a = []; for (let n = 0; n < 240; n += 1) a = [a]; return a; })()")
    for _ in range(240):
        (nested,) = nested
    assert nested == []


THROWN = {
    "throw 'boom'": ("string", "boom", 1, 1),
    "throw 0": ("number", "0", 1, 1),
    "throw undefined": ("undefined", "undefined", 1, 1),
    "throw null": ("null", "null", 1, 1),
    "throw NaN": ("number", "NaN", 1, 1),
    "throw Symbol('s')": ("symbol", "Symbol(s)", 1, 1),
    "throw {a: 1}": ("Object", "Object", 1, 1),
    "Promise.reject(new TypeError('x'))": ("TypeError", "x", 1, 16),
    "Promise.reject('why')": ("string", "why", 0, 0),
    "\n\n  foo.bar": ("ReferenceError", "foo is not defined", 3, 3),
    "(async () => { await 0; throw new RangeError('late'); })()": ("RangeError", "late", 1, 31),
    "throw new (class Mine extends Error {})('own')": ("Mine", "own", 1, 7),
    "1 +": ("SyntaxError", "Unexpected end of input", 1, 4),
    "({get a() { throw new Error('in the getter'); }})": ("Error", "in the getter", 1, 19),
}


@proves("report.A43")
@pytest.mark.parametrize("expression", THROWN)
async def test_an_exception_raises_with_its_type_its_text_and_its_place(tab: Tab, expression: str) -> None:
    with pytest.raises(PageException) as thrown:
        await tab.evaluate(expression)
    error = thrown.value
    assert (error.type_name, error.text, error.line, error.column) == THROWN[expression]
    assert error.type_name in error.message
    assert error.text in error.message


@proves("report.A44")
async def test_a_top_level_return_is_a_clear_syntax_error_and_a_function_has_a_call_of_its_own(tab: Tab) -> None:
    with pytest.raises(PageException, match=r"SyntaxError: Illegal return statement.*call_function"):
        await tab.evaluate("return 42;")
    assert await tab.call_function("function () { return 42; }") == 42
    assert await tab.call_function("(a, b) => a + b", 40, 2) == 42
    assert await tab.call_function("async (a) => { await 0; return this === globalThis ? a : null; }", "x") == "x"


@proves("report.A46")
async def test_half_a_surrogate_pair_is_replaced_and_the_call_answers(tab: Tab, tmp_path: Path) -> None:
    assert await tab.evaluate("'\\ud83c'") == "�"
    assert await tab.evaluate("'a🇩🇪b'.slice(0, 2)") == "a�"
    assert await tab.evaluate("({['k\\ud83c']: ['\\udde9']})") == {"k�": ["�"]}
    assert await tab.evaluate("'🇩🇪'") == "🇩🇪"
    path = tmp_path / "text"
    path.write_text(await tab.evaluate("'\\ud83c'"), encoding="utf-8")
    assert path.read_bytes() == "�".encode()


async def test_half_a_surrogate_pair_of_ours_is_refused_before_it_is_sent(tab: Tab) -> None:
    with pytest.raises(InputError, match="surrogate"):
        await tab.call_function("a => a", "\ud83c")


HARD = "🇩🇪 한국어 \0 \u2028\u2029 \\ \" ' ` ${x} </script> <!-- \r\n \t �"


@proves("report.A47")
@pytest.mark.parametrize(
    "value",
    [
        HARD,
        [HARD, {HARD: [HARD]}],
        "",
        None,
        True,
        0,
        1.5,
        2**53,
        BigInt(12),
        BigInt(10**30),
        BigInt(-(10**30)),
        UNDEFINED,
        math.inf,
        -math.inf,
        {},
        [],
    ],
    ids=lambda value: repr(value)[:20].encode("ascii", "replace").decode(),
)
async def test_an_argument_arrives_equal(tab: Tab, value: Any) -> None:
    result = await tab.call_function("value => value", value)
    assert result == value
    assert type(result) is type(value)


async def test_an_int_too_long_for_a_number_arrives_as_bigint(tab: Tab) -> None:
    assert await tab.call_function("value => [typeof value, String(value)]", 10**30) == ["bigint", str(10**30)]
    assert await tab.call_function("value => typeof value", 2**53) == "number"


async def test_an_argument_is_never_part_of_the_source(tab: Tab) -> None:
    seen = await tab.call_function(
        "function (text) { return [text.length, arguments.length, arguments.callee.toString()]; }", HARD
    )
    assert seen[:2] == [len(HARD.encode("utf-16-le")) // 2, 1]
    assert "script" not in seen[2]


async def test_an_argument_that_json_would_change_is_refused(tab: Tab) -> None:
    for value in ([math.nan], {"a": UNDEFINED}, [2**60], {1: "a"}, object()):
        with pytest.raises(InputError):
            await tab.call_function("value => value", value)


async def test_nothing_of_an_evaluated_object_is_kept_alive(tab: Tab) -> None:
    await tab.evaluate(
        "globalThis.seen = [], globalThis.registry = new FinalizationRegistry(name => seen.push(name)), 0"
    )
    await tab.evaluate("(() => { const made = [1]; registry.register(made, 'returned'); return made; })()")
    with pytest.raises(PageException):
        await tab.evaluate("(() => { const made = new Error('x'); registry.register(made, 'thrown'); throw made; })()")
    with pytest.raises(NotSerialisable):
        await tab.evaluate("(() => { const made = new Map; registry.register(made, 'refused'); return made; })()")
    seen: list[str] = []
    with trio.move_on_after(10):
        while len(seen) < 3:
            await tab.cdp.call("HeapProfiler.collectGarbage")
            seen = sorted(await tab.evaluate("seen"))
    assert seen == ["refused", "returned", "thrown"]


@proves("report.A37")
async def test_a_handle_that_outlived_its_document_is_refused_also_where_the_numbers_repeat(
    tab: Tab, page_url: PageUrl
) -> None:
    await tab.navigate(page_url("blank.html"))
    await tab.navigate(page_url("blank.html", host="localhost"))
    handle = tab.document
    assert handle is not None
    numbers = [await context_number(tab)]
    assert await handle.evaluate("location.hostname") == "localhost"
    await tab.navigate(page_url("blank.html", host="[::1]"))
    numbers.append(await context_number(tab))
    assert numbers[0] == numbers[1], "the numbers repeat, so only unique ids tell the two apart"
    with pytest.raises(StaleHandle, match="gone") as stale:
        await handle.evaluate("location.hostname")
    assert stale.value.page_may_have_changed is False
    with pytest.raises(StaleHandle):
        await handle.call_function("() => location.hostname")
    assert await tab.evaluate("location.hostname") == "[::1]"


async def context_number(tab: Tab) -> int:
    """The number of the page's own context, as a client sees it that goes by numbers."""
    async with tab.cdp.subscribe(runtime.ExecutionContextCreated) as contexts:
        await tab.cdp.call("Runtime.disable")
        await tab.cdp.call("Runtime.enable")
        async for event in contexts:
            if (event.context.aux_data or {}).get("isDefault"):
                return event.context.id
    raise AssertionError


async def test_an_expression_that_leaves_its_document_says_so(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("blank.html"))
    with pytest.raises(StaleHandle, match="replaced while") as stale:
        await tab.evaluate(f"location.href = '{page_url('stop.html')}', new Promise(() => {{}})")
    assert stale.value.page_may_have_changed


async def test_an_expression_that_leaves_its_document_and_gives_an_object_runs_once(
    tab: Tab, page_url: PageUrl
) -> None:
    await tab.navigate(page_url("blank.html"))
    leaving = f"(sessionStorage.runs = Number(sessionStorage.runs ?? 0) + 1, location.href = {page_url('stop.html')!r}"
    for made in ("{a: 1}", "new Promise(done => addEventListener('pagehide', () => done({a: 1})))"):
        await tab.evaluate("sessionStorage.runs = 0")
        with trio.move_on_after(10), suppress(StaleHandle):
            assert await tab.evaluate(f"{leaving} + '?' + sessionStorage.runs, {made})") == {"a": 1}
        await tab.evaluate("new Promise(done => setTimeout(done, 200, 0))")
        assert await tab.evaluate("sessionStorage.runs") == "1", made


async def test_an_expression_that_takes_its_own_frame_away_is_known_to_have_run(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("blank.html"))
    await tab.evaluate("document.body.append(document.createElement('iframe')), 0")
    tree = await tab.cdp.call("Page.getFrameTree")
    frame = tab.frame(tree["frameTree"]["childFrames"][0]["frame"]["id"])
    with pytest.raises(StaleHandle) as stale:
        await frame.evaluate("top.runs = 1, frameElement.remove(), 1", timeout=2)
    assert stale.value.page_may_have_changed is True
    assert await tab.evaluate("runs") == 1


@proves("report.A38")
async def test_a_promise_of_a_frame_that_is_gone_ends_at_the_limit_and_is_no_navigation(tab: Tab) -> None:
    lost = """(() => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const promise = new frame.contentWindow.Promise(() => {});
      setTimeout(() => frame.remove(), 10);
      return promise;
    })()"""
    for expression in (lost, "new Promise(() => {})"):
        with pytest.raises(CallTimeout, match="has not settled") as late:
            await tab.evaluate(expression, timeout=0.5)
        assert late.value.evidence == {"page": "waiting"}


async def test_a_busy_page_is_called_busy(tab: Tab) -> None:
    await tab.evaluate("setTimeout(() => { const end = Date.now() + 5000; while (Date.now() < end); }, 0)")
    with pytest.raises(CallTimeout, match="does not react") as late:
        await tab.evaluate("1", timeout=0.3)
    assert late.value.evidence == {"page": "busy"}
    assert await tab.evaluate("1", timeout=10) == 1


@proves("report.A56")
async def test_a_debugger_statement_stops_nothing_and_a_pause_by_another_client_is_named(
    tab: Tab, browser: Browser
) -> None:
    await tab.evaluate("setInterval(() => { debugger; globalThis.ran = (globalThis.ran ?? 0) + 1; }, 20)")
    await tab.call_function("() => new Promise(done => setInterval(() => globalThis.ran > 2 && done(1), 20))")
    other = await browser.connection.attach(tab.cdp.target_id or "")
    async with other.subscribe("Debugger.paused") as pauses:
        await other.call("Debugger.enable")
        await anext(pauses)
        with pytest.raises(CallTimeout, match="paused, by a debugger of another client") as late:
            await tab.evaluate("1", timeout=0.3)
        assert late.value.evidence == {"page": "paused"}
        await other.call("Debugger.disable")
    assert await tab.evaluate("1", timeout=10) == 1


def test_the_product_never_enables_the_debugger() -> None:
    package = Path(cdpwebai.__file__).parent
    assert [path for path in package.rglob("*.py") if "Debugger.enable" in path.read_text(encoding="utf-8")] == []
