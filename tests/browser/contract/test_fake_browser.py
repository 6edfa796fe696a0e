"""What the fake browser does by itself, Chromium does too: the same test runs on both, on the raw protocol.

Each test says something and looks at what comes back, in its order. What only Chromium says (more members, more events)
is nobody's contract, so tests look at the messages that they name and leave the others out.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from cdpwebai.testing.fake_browser import open_fake_browser
from cdpwebai.transport.base import Transport
from cdpwebai.transport.websocket import connect_websocket

Message = dict[str, Any]

ANSWER_SECONDS = 10.0
SILENCE_SECONDS = 0.3


class Client:
    """Says one command at a time and keeps everything that comes."""

    def __init__(self, transport: Transport) -> None:
        self.heard: list[Message] = []
        self._transport = transport
        self._number = 0

    async def say(self, method: str, session: str = "", **params: Any) -> int:
        self._number += 1
        body = {"id": self._number, "method": method, "params": params}
        await self.shout(json.dumps(body | ({"sessionId": session} if session else {})).encode())
        return self._number

    async def shout(self, message: bytes) -> None:
        await self._transport.send([message])

    async def ask(self, method: str, session: str = "", **params: Any) -> Message:
        """The reply to a command, which must come."""
        number = await self.say(method, session, **params)
        await self.hear_until(lambda message: message.get("id") == number)
        return next(message for message in self.heard if message.get("id") == number)

    async def hear_until(self, wanted: Callable[[Message], bool]) -> None:
        with trio.fail_after(ANSWER_SECONDS):
            while not any(map(wanted, self.heard)):
                self.heard += map(json.loads, await self._transport.receive())

    async def hear_event(self, method: str) -> Message:
        await self.hear_until(lambda message: message.get("method") == method)
        return next(message for message in self.heard if message.get("method") == method)

    async def is_answered(self, number: int) -> bool:
        """Whether a command gets an answer within the time in which a browser would long have given one."""
        with trio.move_on_after(SILENCE_SECONDS):
            while not any(message.get("id") == number for message in self.heard):
                self.heard += map(json.loads, await self._transport.receive())
        return any(message.get("id") == number for message in self.heard)

    async def open_tab(self) -> tuple[str, str]:
        """A new tab, attached: its target id and its session id."""
        target = (await self.ask("Target.createTarget", url="about:blank"))["result"]["targetId"]
        session = (await self.ask("Target.attachToTarget", targetId=target, flatten=True))["result"]["sessionId"]
        return target, session

    def order(self, *wanted: str) -> list[str]:
        """The messages of these kinds in the order in which they came: methods, and "reply 3"."""
        names = [message.get("method") or f"reply {message['id']}" for message in self.heard]
        return [name for name in names if name in wanted]


@asynccontextmanager
async def _connected(kind: str, address: str) -> AsyncGenerator[Transport]:
    if kind == "fake":
        async with open_fake_browser() as fake:
            yield fake.transport
        return
    transport = await connect_websocket(address)
    try:
        yield transport
    finally:
        await transport.aclose()


@pytest.fixture(params=["fake", "chromium"])
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
async def client(kind: str, chromium: str) -> AsyncIterator[Client]:
    async with _connected(kind, chromium) as transport:
        client = Client(transport)
        yield client
        await _close_tabs(client)


async def _close_tabs(client: Client) -> None:
    """What a test opened, it closes: the run's Chromium is everybody's."""
    opened = [message["result"]["targetId"] for message in client.heard if "targetId" in message.get("result", {})]
    for target in opened:
        await client.ask("Target.closeTarget", targetId=target)


async def test_a_command_that_does_not_exist_is_refused_by_name(client: Client) -> None:
    reply = await client.ask("Foo.bar")
    assert reply["error"] == {"code": -32601, "message": "'Foo.bar' wasn't found"}


async def test_a_target_that_does_not_exist_is_refused(client: Client) -> None:
    for method in ("Target.attachToTarget", "Target.getTargetInfo", "Target.closeTarget"):
        reply = await client.ask(method, targetId="nope")
        assert (reply["error"]["code"], reply["error"]["message"]) == (-32602, "No target with given id found")


async def test_a_session_that_does_not_exist_is_refused_without_its_id(client: Client) -> None:
    reply = await client.ask("Page.enable", "0" * 32)
    assert reply["error"] == {"code": -32001, "message": "Session with given id not found."}
    assert "sessionId" not in reply


async def test_what_is_no_json_is_answered_without_an_id(client: Client) -> None:
    await client.shout(b"garbage")
    await client.hear_until(lambda message: "error" in message)
    (message,) = client.heard
    assert message == {"error": {"code": -32700, "message": "JSON: invalid token at position 0"}}


async def test_a_session_is_announced_before_the_reply_that_names_it(client: Client) -> None:
    target, session = await client.open_tab()
    assert client.order("Target.attachedToTarget", "reply 2") == ["Target.attachedToTarget", "reply 2"]
    announced = (await client.hear_event("Target.attachedToTarget"))["params"]
    assert (announced["sessionId"], announced["waitingForDebugger"]) == (session, False)
    info = announced["targetInfo"]
    assert (info["targetId"], info["type"], info["url"], info["attached"]) == (target, "page", "about:blank", True)


async def test_ids_are_32_hexadecimal_digits(client: Client) -> None:
    for made in await client.open_tab():
        assert len(made) == 32
        assert set(made) <= set("0123456789ABCDEF")


async def test_a_reply_names_its_session(client: Client) -> None:
    _, session = await client.open_tab()
    assert await client.ask("Page.enable", session) == {"id": 3, "result": {}, "sessionId": session}


async def test_tabs_are_listed(client: Client) -> None:
    target, _ = await client.open_tab()
    listed = (await client.ask("Target.getTargets"))["result"]["targetInfos"]
    (info,) = [info for info in listed if info["targetId"] == target]
    assert (info["type"], info["attached"]) == ("page", True)


async def test_the_context_is_announced_before_the_reply_to_enable(client: Client) -> None:
    target, session = await client.open_tab()
    await client.ask("Runtime.enable", session)
    assert client.order("Runtime.executionContextCreated", "reply 3")[-1] == "reply 3"
    context = (await client.hear_event("Runtime.executionContextCreated"))["params"]["context"]
    assert (context["auxData"]["frameId"], context["auxData"]["isDefault"]) == (target, True)


async def test_the_top_frame_has_its_target_s_id(client: Client) -> None:
    target, session = await client.open_tab()
    frame = (await client.ask("Page.getFrameTree", session))["result"]["frameTree"]["frame"]
    assert (frame["id"], frame["url"]) == (target, "about:blank")


async def test_a_navigation_is_answered_then_told(client: Client) -> None:
    target, session = await client.open_tab()
    for domain in ("Page", "Runtime"):
        await client.ask(f"{domain}.enable", session)
    before = await client.hear_event("Runtime.executionContextCreated")
    client.heard.clear()
    reply = await client.ask("Page.navigate", session, url="data:text/html,hi")
    await client.hear_event("Page.loadEventFired")
    told = ["Page.frameNavigated", "Page.domContentEventFired", "Page.loadEventFired"]
    assert client.order("reply 5", *told) == ["reply 5", *told]
    cleared = client.order("Runtime.executionContextsCleared", "Page.frameNavigated", "Runtime.executionContextCreated")
    assert list(dict.fromkeys(cleared)) == cleared[-3:]
    frame = (await client.hear_event("Page.frameNavigated"))["params"]["frame"]
    assert (frame["id"], frame["url"], frame["loaderId"]) == (target, "data:text/html,hi", reply["result"]["loaderId"])
    after = await client.hear_event("Runtime.executionContextCreated")
    assert after["params"]["context"]["uniqueId"] != before["params"]["context"]["uniqueId"]


async def test_a_detached_session_is_told_before_the_reply_and_refused_after_it(client: Client) -> None:
    target, session = await client.open_tab()
    await client.ask("Target.detachFromTarget", sessionId=session)
    assert client.order("Target.detachedFromTarget", "reply 3") == ["Target.detachedFromTarget", "reply 3"]
    told = await client.hear_event("Target.detachedFromTarget")
    assert (told["params"]["sessionId"], told["params"]["targetId"]) == (session, target)
    assert (await client.ask("Page.enable", session))["error"]["code"] == -32001


async def test_a_session_that_does_not_exist_cannot_be_detached(client: Client) -> None:
    assert (await client.ask("Target.detachFromTarget", sessionId="0" * 32))["error"]["code"] == -32602


async def test_a_closed_tab_says_that_it_goes_before_it_is_gone(client: Client) -> None:
    target, session = await client.open_tab()
    assert (await client.ask("Target.closeTarget", targetId=target))["result"] == {"success": True}
    await client.hear_event("Target.detachedFromTarget")
    events = ["Inspector.detached", "Target.detachedFromTarget"]
    assert client.order(*events) == events
    assert (await client.hear_event("Inspector.detached"))["sessionId"] == session
    client.heard.clear()  # nothing is left to be closed


async def test_a_crashed_tab_answers_nothing_and_can_be_closed(client: Client) -> None:
    target, session = await client.open_tab()
    crash = await client.say("Page.crash", session)
    assert (await client.hear_event("Inspector.targetCrashed"))["sessionId"] == session
    assert not await client.is_answered(await client.say("Page.enable", session))
    assert not await client.is_answered(crash)
    assert (await client.ask("Target.closeTarget", targetId=target))["result"] == {"success": True}
    assert client.order("Target.detachedFromTarget", "reply 5") == ["Target.detachedFromTarget", "reply 5"]
    assert client.order("Inspector.detached") == []
    client.heard.clear()
