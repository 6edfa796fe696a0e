"""The typed commands and events by themselves: how they are written, what they send, and what they survive."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import msgspec
import pytest
import trio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect
from trio.testing import MockClock

from cdpwebai.cdp.command import Command, Empty, Wire
from cdpwebai.cdp.domains import dom, network, page, runtime, target
from cdpwebai.cdp.domains import input as input_domain
from cdpwebai.wire.message import decode_body
from tests.manifest import proves
from tests.support.domains import COMMANDS, EVENTS, MODULES, STRUCTS, Written, structs_of
from tests.support.peer import Peer, connected, event

WRITTEN: list[Written] = [*COMMANDS, *EVENTS]
RECEIVED: list[type[Wire]] = [*EVENTS, *dict.fromkeys(command.result for command in COMMANDS)]
SHARED_TYPES = {"dom": {"runtime"}}
"""Which domain loads which other one."""


# How they are written


@pytest.mark.parametrize("written", WRITTEN, ids=lambda shape: shape.method)
def test_a_class_has_the_name_of_its_method_and_stands_in_the_module_of_its_domain(written: Written) -> None:
    domain, _, name = written.method.partition(".")
    assert written.__name__ == name[0].upper() + name[1:]
    assert written.__module__ == f"cdpwebai.cdp.domains.{domain.lower()}"


def test_every_struct_belongs_to_a_command_or_an_event() -> None:
    reached: set[type] = {struct.cls for written in WRITTEN for struct in structs_of(written)}
    assert set(STRUCTS) - reached == set()


def test_a_result_is_the_type_that_the_command_is_generic_in() -> None:
    assert page.Navigate.result is page.NavigateResult
    assert page.Close.result is Empty


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_importing_a_domain_loads_no_other(module: Any) -> None:
    name = module.__name__.rpartition(".")[2]
    program = f"import {module.__name__}, sys; print(*(m for m in sys.modules if '.domains.' in m))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert {each.rpartition(".")[2] for each in loaded} == {name} | SHARED_TYPES.get(name, set())


# What they send


@pytest.mark.parametrize(
    ("command", "sent"),
    [
        (page.Navigate(url="about:blank"), {"url": "about:blank"}),
        (page.GetFrameTree(), {}),
        (page.HandleJavaScriptDialog(accept=False), {"accept": False}),
        (page.SetInterceptFileChooserDialog(enabled=False), {"enabled": False}),
        (target.AttachToTarget(target_id="T", flatten=True), {"targetId": "T", "flatten": True}),
        (
            target.GetTargets(filter=[target.FilterEntry(type="page"), target.FilterEntry(exclude=True)]),
            {"filter": [{"type": "page"}, {"exclude": True}]},
        ),
        (dom.SetFileInputFiles(files=["/a"], backend_node_id=7), {"files": ["/a"], "backendNodeId": 7}),
        (dom.GetNodeForLocation(x=0, y=0), {"x": 0, "y": 0}),
        (
            input_domain.ImeSetComposition(text="", selection_start=0, selection_end=0),
            {"text": "", "selectionStart": 0, "selectionEnd": 0},
        ),
        (
            runtime.Evaluate(expression="1", unique_context_id="u", allow_unsafe_eval_blocked_by_csp=False),
            {"expression": "1", "uniqueContextId": "u", "allowUnsafeEvalBlockedByCSP": False},
        ),
        (
            runtime.CompileScript(expression="1", source_url="a.js", persist_script=False),
            {"expression": "1", "sourceURL": "a.js", "persistScript": False},
        ),
    ],
    ids=lambda each: each.method if isinstance(each, Command) else "",
)
def test_what_is_required_is_sent_and_what_is_left_out_is_not(command: Command[Any], sent: dict[str, Any]) -> None:
    assert json.loads(msgspec.json.encode(command)) == sent


def test_null_undefined_and_falsy_arguments_stay_apart() -> None:
    values: list[Any] = [None, 0, False, "", []]
    arguments = [runtime.CallArgument(value=value) for value in values]
    arguments += [runtime.CallArgument(), runtime.CallArgument(unserializable_value="-0")]
    call = runtime.CallFunctionOn(function_declaration="f", arguments=arguments)
    sent = json.loads(msgspec.json.encode(call))["arguments"]
    assert sent == [*({"value": value} for value in values), {}, {"unserializableValue": "-0"}]


# What they survive


def bodies(shape: inspect.Type, depth: int = 3) -> st.SearchStrategy[Any]:
    """What a newer browser might send for a type: any text, numbers of any size and in either form, more members.

    Optional members come and go; below ``depth`` they are left out, so that types that hold themselves come to an end.
    """
    match shape:
        case inspect.StrType():
            return st.text()
        case inspect.IntType():
            return st.integers() | st.integers(-(2**53), 2**53).map(float)
        case inspect.FloatType():
            return st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**53), 2**53)
        case inspect.BoolType():
            return st.booleans()
        case inspect.ListType():
            return st.lists(bodies(shape.item_type, depth - 1), max_size=2)
        case inspect.UnionType():
            return st.one_of([bodies(each, depth) for each in shape.types if not isinstance(each, inspect.NoneType)])
        case inspect.StructType():
            return struct_bodies(shape, depth)
        case _:
            return st.dictionaries(st.text(max_size=3), st.none() | st.integers() | st.text(), max_size=2)


def struct_bodies(shape: inspect.StructType, depth: int) -> st.SearchStrategy[Any]:
    members = {field.encode_name: (field.required, field.type) for field in shape.fields}
    required = {name: bodies(kind, depth - 1) for name, (must, kind) in members.items() if must}
    optional = {name: bodies(kind, depth - 1) for name, (must, kind) in members.items() if not must and depth > 0}
    newer = {"memberOfANewerBrowser": st.sampled_from([None, 1, "x", {"deep": [1]}])}
    return st.fixed_dictionaries(required, optional=optional | newer)


def agrees(member: Any, sent: Any) -> bool:
    """Whether what was decoded says what was sent, without the members that we do not name."""
    sent_items: Any = sent
    if isinstance(member, Wire):
        return all(
            agrees(getattr(member, name), sent[encoded]) if encoded in sent else not getattr(member, name)
            for name, encoded in zip(member.__struct_fields__, member.__struct_encode_fields__, strict=True)
        )
    if isinstance(sent, list):
        return len(member) == len(sent_items) and all(map(agrees, member, sent_items))
    return bool(member == sent)


@proves("report.A25", "report.A26")
@pytest.mark.parametrize("shape", RECEIVED, ids=lambda shape: f"{shape.__module__.rpartition('.')[2]}.{shape.__name__}")
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_new_enum_values_other_number_forms_and_more_members_lose_nothing(
    shape: type[Wire], data: st.DataObject
) -> None:
    body = data.draw(bodies(inspect.type_info(shape)))
    assert agrees(decode_body(json.dumps(body).encode(), shape, strict=False), body)


@proves("report.A26")
async def test_a_subscriber_and_a_caller_get_values_that_no_one_has_seen_yet(autojump_clock: MockClock) -> None:
    """An unseen enumeration value, a number given as float, and an id given as big integer."""
    async with connected() as (connection, peer):
        async with connection.root.subscribe(page.FileChooserOpened, runtime.BindingCalled) as events:
            await peer.say(event("Page.fileChooserOpened", frameId="F", mode="selectTheFuture", backendNodeId=2**70))
            await peer.say(event("Runtime.bindingCalled", name="wake", payload="", executionContextId=3.0))
            assert await anext(events) == page.FileChooserOpened(
                frame_id="F", mode="selectTheFuture", backend_node_id=2**70
            )
            assert await anext(events) == runtime.BindingCalled(name="wake", payload="", execution_context_id=3)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(answer_next, peer, {"executionContextId": 5.0})
            made = await connection.root.call(page.CreateIsolatedWorld(frame_id="F"))
        assert made == page.CreateIsolatedWorldResult(execution_context_id=5)


async def answer_next(peer: Peer, result: dict[str, Any]) -> None:
    await peer.answer(await peer.next(), **result)


@proves("report.A26")
def test_a_header_that_is_no_string_does_not_lose_its_response() -> None:
    response = {"url": "u", "status": 200, "statusText": "", "mimeType": "text/html", "encodedDataLength": 1}
    headers = {"headers": {"age": 7, "list": ["a", "b"]}}
    body = {"requestId": "1", "loaderId": "L", "timestamp": 1, "type": "Fetch", "response": response | headers}
    received = decode_body(json.dumps(body).encode(), network.ResponseReceived, strict=False)
    assert received.response.headers == {"age": 7, "list": ["a", "b"]}


@pytest.mark.parametrize(
    ("shape", "body", "path"),
    [
        (runtime.EvaluateResult, {}, "result"),
        (
            runtime.EvaluateResult,
            {"result": {"type": "object"}, "exceptionDetails": {"text": "Uncaught"}},
            "exceptionDetails",
        ),
        (page.NavigateResult, {"frameId": None}, "frameId"),
        (page.GetFrameTreeResult, {"frameTree": {"frame": {"id": "F", "url": 3}}}, "frameTree.frame.url"),
        (dom.GetContentQuadsResult, {"quads": [[1, "x"]]}, "quads"),
        (dom.QuerySelectorResult, {"nodeId": 1.5}, "nodeId"),
    ],
)
def test_a_reply_that_lacks_what_we_need_is_malformed_and_not_empty(
    shape: type[Wire], body: dict[str, Any], path: str
) -> None:
    with pytest.raises(msgspec.ValidationError, match=path):
        decode_body(json.dumps(body).encode(), shape, strict=False)
