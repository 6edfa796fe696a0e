"""The Runtime and Input domains in real Chromium."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import input as input_domain
from cdpwebai.cdp.domains import page, runtime
from cdpwebai.errors import ProtocolError
from tests.support.live import PAGE, top_frame, value_of, wait_for


async def test_runtime_tells_of_contexts_as_documents_come_and_go(
    session: Session, page_url: Callable[..., str]
) -> None:
    kinds = (runtime.ExecutionContextCreated, runtime.ExecutionContextsCleared, runtime.ExecutionContextDestroyed)
    async with session.subscribe(*kinds) as events:
        await session.call(runtime.Enable())
        first = (await wait_for(runtime.ExecutionContextCreated, events)).context
        assert first.aux_data is not None
        assert (first.aux_data["isDefault"], first.aux_data["type"]) == (True, "default")
        await session.call(page.Navigate(url=page_url(PAGE)))
        await wait_for(runtime.ExecutionContextsCleared, events)
        second = (await wait_for(runtime.ExecutionContextCreated, events)).context
        assert second.unique_id != first.unique_id
        inner = (await wait_for(runtime.ExecutionContextCreated, events)).context
        await value_of(session, "document.querySelector('iframe').remove(), 1")
        gone = await wait_for(runtime.ExecutionContextDestroyed, events)
        assert gone.execution_context_unique_id == inner.unique_id


async def test_runtime_gives_values_handles_and_exceptions(opened: Session) -> None:
    values = await opened.call(runtime.Evaluate(expression="({a: [1, null, 'x']})", return_by_value=True))
    assert values.result.value == {"a": [1, None, "x"]}
    number = await opened.call(runtime.Evaluate(expression="-0"))
    assert (number.result.type, number.result.unserializable_value) == ("number", "-0")
    thrown = await opened.call(runtime.Evaluate(expression="\nthrow new TypeError('no')"))
    assert thrown.exception_details is not None
    assert thrown.exception_details.exception is not None
    assert thrown.exception_details.exception.class_name == "TypeError"
    assert thrown.exception_details.line_number == 1


async def test_runtime_calls_with_arguments_looks_into_handles_and_lets_them_go(opened: Session) -> None:
    made = await opened.call(runtime.Evaluate(expression="({count: 3})", object_group="group"))
    assert made.result.object_id is not None
    found = await opened.call(runtime.GetProperties(object_id=made.result.object_id, own_properties=True))
    assert found.result[0].value is not None
    assert (found.result[0].name, found.result[0].value.value) == ("count", 3)
    arguments = [
        runtime.CallArgument(value=None),
        runtime.CallArgument(),
        runtime.CallArgument(unserializable_value="NaN"),
    ]
    told = "function (a, b, c) { return [this.count, a === null, b === undefined, Number.isNaN(c)] }"
    call = runtime.CallFunctionOn(
        function_declaration=told, object_id=made.result.object_id, arguments=arguments, return_by_value=True
    )
    assert (await opened.call(call)).result.value == [3, True, True, True]
    await opened.call(runtime.ReleaseObject(object_id=made.result.object_id))
    await opened.call(runtime.ReleaseObjectGroup(object_group="group"))
    with pytest.raises(ProtocolError):
        await opened.call(call)


async def test_runtime_compiles_without_running(opened: Session) -> None:
    def script(text: str) -> runtime.CompileScript:
        return runtime.CompileScript(expression=text, source_url="a.js", persist_script=False)

    assert (await opened.call(script("globalThis.ran = 1"))).exception_details is None
    assert await value_of(opened, "globalThis.ran") is None
    assert (await opened.call(script("globalThis.ran ="))).exception_details is not None


async def test_runtime_binds_in_the_named_world_alone(opened: Session) -> None:
    frame = await top_frame(opened)
    world = await opened.call(page.CreateIsolatedWorld(frame_id=frame.id, world_name="w"))
    await opened.call(runtime.AddBinding(name="wake", execution_context_name="w"))
    async with opened.subscribe(runtime.BindingCalled) as events:
        await opened.call(runtime.Evaluate(expression="wake('now')", context_id=world.execution_context_id))
        called = await anext(events)
    assert called == runtime.BindingCalled(name="wake", payload="now", execution_context_id=world.execution_context_id)
    assert await value_of(opened, "typeof wake") == "undefined"
    await opened.call(runtime.RemoveBinding(name="wake"))


async def test_runtime_tells_of_console_and_of_uncaught_exceptions(opened: Session) -> None:
    async with opened.subscribe(runtime.ConsoleAPICalled, runtime.ExceptionThrown) as events:
        await value_of(opened, "console.warn('said', 1), setTimeout(() => { throw 'away' }), 1")
        said = await wait_for(runtime.ConsoleAPICalled, events)
        assert (said.type, [each.value for each in said.args]) == ("warning", ["said", 1])
        thrown = await wait_for(runtime.ExceptionThrown, events)
        assert thrown.exception_details.exception is not None
        assert thrown.exception_details.exception.value == "away"


async def test_input_types_composes_and_presses(opened: Session) -> None:
    await value_of(opened, "document.querySelector('#text').focus(), 1")
    await opened.call(input_domain.InsertText(text="a\nb"))
    await opened.call(input_domain.ImeSetComposition(text="に", selection_start=1, selection_end=1))
    await opened.call(input_domain.InsertText(text="日"))
    assert await value_of(opened, "document.querySelector('#text').value") == "a\nb日"
    assert await value_of(opened, "globalThis.keys") == []
    for kind in ("keyDown", "keyUp"):
        await opened.call(input_domain.DispatchKeyEvent(type=kind, key="End", code="End", windows_virtual_key_code=35))
    assert await value_of(opened, "globalThis.keys") == ["End End true"]


async def test_input_clicks_where_it_is_told(opened: Session) -> None:
    await value_of(opened, "document.addEventListener('click', event => globalThis.clicked = event.target.id), 1")
    for kind in ("mousePressed", "mouseReleased"):
        await opened.call(input_domain.DispatchMouseEvent(type=kind, x=100, y=25, button="left", click_count=1))
    assert await value_of(opened, "globalThis.clicked") == "wide"
