"""The MCP tools as a client of the official SDK sees them, in one process: what they take, and what they refuse."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError, types
from mcp.client import Client
from msgspec.structs import replace

from cdpwebai.api.browsers import Where
from cdpwebai.flows.work_steps import POWERS
from cdpwebai.mcp.arguments import SubmitPrompt, WorkSend, schema
from cdpwebai.mcp.server import make_server
from cdpwebai.mcp.tools import TOOLS
from cdpwebai.providers import VENDORS
from cdpwebai.records import Change, Fence
from cdpwebai.store import open_store
from tests.manifest import proves
from tests.unit.store.sessions import ANSWER, CHAT, submission

NOWHERE = Where(cdp="http://127.0.0.1:9")
"""Nothing listens there: what gets as far as a browser says so."""

MODES = ("legacy", "auto")
"""With the handshake of older clients, and without."""

NAMES = [
    "web_ai_submit_prompt",
    "web_ai_wait_response",
    "web_ai_session_resume",
    "web_ai_sessions",
    "web_ai_stop",
    "web_ai_work_send",
]


@asynccontextmanager
async def client(mode: str = "auto") -> AsyncGenerator[Client]:
    async with Client(make_server(NOWHERE), mode=mode, cache=None) as connected:
        yield connected


def told(result: types.CallToolResult) -> dict[str, Any]:
    """What a call came to; as text it is the same."""
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    assert json.loads(content.text) == result.structured_content
    document: dict[str, Any] = result.structured_content
    return document


async def refused(called: str, /, **arguments: Any) -> dict[str, Any]:
    """The error of a call that was refused, before a browser was touched."""
    async with client() as connected:
        result = await connected.call_tool(called, arguments)
    document = told(result)
    assert (result.is_error, document["ok"], document["status"]) == (True, False, "error")
    error: dict[str, Any] = document["error"]
    assert error["mutationAllowed"] is False
    assert error["errorCode"] != "cdp.unreachable"
    return error


@pytest.mark.parametrize("mode", MODES)
async def test_the_tools_are_listed_each_with_a_closed_schema(mode: str) -> None:
    async with client(mode) as connected:
        listed = (await connected.list_tools()).tools
        assert "never instructions" in (connected.instructions or "")
    assert [tool.name for tool in listed] == NAMES
    for tool in listed:
        assert tool.input_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        assert "$ref" not in json.dumps(tool.input_schema)
        assert all(known["description"] for known in tool.input_schema["properties"].values())
        assert len(tool.description or "") < 500, "clients cut long ones"
    required = {tool.name: tool.input_schema["required"] for tool in listed}
    assert required["web_ai_work_send"] == ["prompt", "power"]
    assert required["web_ai_wait_response"] == required["web_ai_session_resume"] == ["sessionId"]


@proves("seed000.mcp", "ref.F5.WCLI")
def test_a_task_takes_the_powers_and_speeds_of_works_own_door_and_nothing_else() -> None:
    closed = schema(WorkSend)
    known = {name: {key: one[key] for key in one if key != "description"} for name, one in closed["properties"].items()}
    assert (closed["required"], closed["additionalProperties"]) == (["prompt", "power"], False)
    assert known["prompt"] == {"type": "string", "minLength": 1}
    assert known["power"] == {"type": "integer", "minimum": min(POWERS), "maximum": max(POWERS)}
    assert known["speed"] == {"enum": ["fast", "standard"]}
    assert list(known) == ["prompt", "power", "speed", "timeout"]


def test_no_tool_takes_a_file_or_a_browser() -> None:
    taken = {name.lower() for tool in TOOLS for name in schema(tool.arguments)["properties"]}
    assert [
        name for name in taken for word in ("file", "path", "folder", "cdp", "trace", "output") if word in name
    ] == []
    assert set(schema(SubmitPrompt)["properties"]["vendor"]["enum"]) == set(VENDORS)


@pytest.mark.parametrize("power", [0, 7, 3.5, "high", "3", True, None])
@proves("seed000.mcp", "ref.F5.WCLI")
async def test_any_other_power_is_refused_before_a_browser_is_touched(power: Any) -> None:
    error = await refused("web_ai_work_send", prompt="x", power=power)
    assert (error["errorCode"], "from 1 to 6" in error["message"]) == ("input.usage", True)


@pytest.mark.parametrize(
    "name",
    ["model", "effort", "family", "surface", "project", "plugin", "tool", "file", "url", "vendor", "promt", "cdp"],
)
@proves("seed000.mcp", "oracle.J4")
async def test_what_a_task_does_not_take_is_refused_by_its_name(name: str) -> None:
    error = await refused("web_ai_work_send", prompt="x", power=3, **{name: "x"})
    assert error["message"] == f"web_ai_work_send takes no {name!r}; it takes prompt, power, speed, timeout"


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("web_ai_work_send", {"prompt": "x", "power": 3, "speed": "turbo"}, "standard or fast"),
        ("web_ai_work_send", {"prompt": "x"}, "`power`"),
        ("web_ai_work_send", {"power": 3}, "`prompt`"),
        ("web_ai_work_send", {"prompt": " ", "power": 3}, "the prompt is empty"),
        ("web_ai_work_send", {"prompt": "x", "power": 3, "timeout": 0}, "`$.timeout`"),
        ("web_ai_wait_response", {"sessionId": "x", "timeout": 0.5}, "`$.timeout`"),
        ("web_ai_submit_prompt", {"prompt": ""}, "the prompt is empty"),
        ("web_ai_submit_prompt", {"prompt": "x", "model": "gpt-0"}, "gpt-0"),
        ("web_ai_submit_prompt", {"prompt": "x", "tools": ["deep-research"]}, "deep research is no tool"),
        ("web_ai_submit_prompt", {"prompt": "x", "vendor": "other"}, "'other'"),
        ("web_ai_submit_prompt", {"prompt": "x", "surface": "work"}, "takes no 'surface'"),
        ("web_ai_wait_response", {}, "`sessionId`"),
        ("web_ai_wait_response", {"sessionId": "x", "witness": "none"}, "`$.witness`"),
        ("web_ai_wait_response", {"sessionId": "01J"}, "01J"),
        ("web_ai_session_resume", {"session_id": "x"}, "takes no 'session_id'; it takes sessionId"),
        ("web_ai_sessions", {"status": ["ended"]}, "'ended'"),
        ("web_ai_stop", {"sessionId": "01J"}, "01J"),
    ],
)
@proves("oracle.J4", "ref.F4.TIME-16")
async def test_what_is_wrong_or_missing_is_told_before_a_browser_is_touched(
    tool: str, arguments: dict[str, Any], said: str
) -> None:
    assert said in (await refused(tool, **arguments))["message"]


async def test_what_is_right_gets_as_far_as_the_browser_that_the_server_was_told_of() -> None:
    async with client() as connected:
        for tool, arguments in (
            ("web_ai_submit_prompt", {"prompt": "x", "model": "thinking", "webSearch": True}),
            ("web_ai_work_send", {"prompt": "x", "power": 6, "speed": "fast", "timeout": 60}),
        ):
            result = await connected.call_tool(tool, arguments)
            assert (result.is_error, told(result)["error"]["errorCode"]) == (True, "cdp.unreachable")


@pytest.mark.parametrize("mode", MODES)
async def test_a_tool_that_is_not_there_is_an_error_of_the_protocol_which_names_those_that_are(mode: str) -> None:
    async with client(mode) as connected:
        with pytest.raises(MCPError, match="web_ai_work_send"):
            await connected.call_tool("web_ai_query", {})
        assert (await connected.call_tool("web_ai_sessions", {})).is_error is False


@proves("oracle.A37")
async def test_a_stored_answer_comes_whole_and_is_marked_as_data() -> None:
    """The peer's callers got the last 4,000 characters."""
    text = "".join(f"{number} Ω line of the answer\n" for number in range(2000))
    async with open_store() as store:
        begun = await store.create(submission(), Fence())
        sent = Change(status="sent", turn_id="t1", message_id="m1", conversation_url=CHAT)
        session = await store.update(begun, sent, Fence())
        answer = replace(ANSWER, markdown=text, text=text)
        await store.update(session, Change(status="complete", answer=answer), Fence())
    async with client() as connected:
        for tool in ("web_ai_wait_response", "web_ai_session_resume"):
            document = told(await connected.call_tool(tool, {"sessionId": begun.id}))
            assert (document["ok"], document["status"], document["sessionId"]) == (True, "complete", begun.id)
            assert document["answer"]["markdown"] == text
            assert "answer" in document["untrusted"]
        (listed,) = told(await connected.call_tool("web_ai_sessions", {"status": ["complete"]}))["sessions"]
        assert (listed["sessionId"], listed["surface"]) == (begun.id, "chat")
        assert not {"answer", "prompt"} & listed.keys(), "a list is short"
        assert told(await connected.call_tool("web_ai_sessions", {"vendor": "demo"}))["sessions"] == []


@proves("ref.F4.PROV-5")
async def test_a_session_past_its_time_is_refused_before_its_page_is_looked_for() -> None:
    async with open_store() as store:
        begun = await store.create(submission(deadline_at=1.0), Fence())
        sent = Change(status="sent", turn_id="t1", message_id="m1", conversation_url=CHAT)
        await store.update(begun, sent, Fence())
    async with client() as connected:
        for tool in ("web_ai_wait_response", "web_ai_session_resume"):
            late = await connected.call_tool(tool, {"sessionId": begun.id})
            assert (late.is_error, told(late)["status"], told(late)["sessionId"]) == (True, "timeout", begun.id)
            assert "is over" in told(late)["error"]["message"]
        more = await connected.call_tool("web_ai_wait_response", {"sessionId": begun.id, "timeout": 5})
        assert told(more)["error"]["errorCode"] == "cdp.unreachable", "with a new time its page is looked for"
        assert told(more)["sessionId"] == begun.id


@pytest.fixture
def bad_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A home that is a file, with a name that is no UTF-8: Python gives us half of a surrogate pair for that."""
    home = os.fsdecode(os.fsencode(tmp_path) + b"/no\xff")
    Path(home).touch()
    monkeypatch.setenv("CDPWEBAI_HOME", home)


@pytest.mark.parametrize("mode", MODES)
@proves("report.A46")
async def test_half_of_a_surrogate_pair_is_replaced_in_what_is_told(mode: str, bad_home: None) -> None:
    async with client(mode) as connected:
        result = await connected.call_tool("web_ai_sessions", {})
    assert result.is_error
    assert "/no\N{REPLACEMENT CHARACTER}" in told(result)["error"]["message"]


@proves("report.A46")
async def test_half_of_a_surrogate_pair_is_no_argument() -> None:
    assert "surrogate" in (await refused("web_ai_work_send", prompt="x \ud83c", power=3))["message"]
    assert "surrogate" in (await refused("web_ai_wait_response", sessionId="\ud83c"))["message"]
