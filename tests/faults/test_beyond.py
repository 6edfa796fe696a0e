"""A recorded browser that goes on where a fault takes its client: each command that the recording does not expect."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import trio
from trio.testing import MockClock

from cdpwebai.testing.plugin import Recording
from cdpwebai.trace.format import Row
from tests.faults.beyond import GoingOn

Message = dict[str, Any]
Recordings = Callable[[str], Recording]

PATIENCE = 1.0
TAB = "Target.createTarget"


@asynccontextmanager
async def going_on(recording: Recording) -> AsyncGenerator[GoingOn]:
    transport = GoingOn(recording.trace)
    yield transport
    await transport.aclose()


async def ask(transport: GoingOn, method: str, number: int = 1, **params: Any) -> Message:
    """Send one command; its reply, which has to come within a minute."""
    await transport.send([json.dumps({"id": number, "method": method, "params": params}).encode()])
    with trio.fail_after(60):
        while True:
            for body in map(json.loads, await transport.receive()):
                if body.get("id") == number:
                    return dict(body)


def reply_to(recording: Recording, method: str) -> Any:
    """The recorded result of the first command of this method."""

    def bodies(direction: str) -> list[Message]:
        rows: tuple[Row, ...] = recording.trace.rows
        return [json.loads(row.message) for row in rows if row.d == direction]

    number = next(body["id"] for body in bodies(">") if body["method"] == method)
    return next(body["result"] for body in bodies("<") if body.get("id") == number)


async def test_what_the_recording_expects_is_answered_as_recorded(
    replay: Recordings, autojump_clock: MockClock
) -> None:
    recording = replay("probe-visible")
    async with going_on(recording) as transport:
        assert (await ask(transport, "Browser.getVersion"))["result"] == reply_to(recording, "Browser.getVersion")
        assert (await ask(transport, TAB, url="about:blank"))["result"] == reply_to(recording, TAB)
        assert transport.beyond == 0


async def test_an_act_that_is_done_again_gets_its_recorded_reply_again(
    replay: Recordings, autojump_clock: MockClock
) -> None:
    recording = replay("probe-visible")
    async with going_on(recording) as transport:
        first = await ask(transport, TAB, 1, url="about:blank")
        again = await ask(transport, TAB, 2, url="about:blank")
        assert first["result"] == again["result"]
        assert transport.beyond == 1


async def test_an_act_before_its_turn_waits_a_moment_and_is_then_answered(
    replay: Recordings, autojump_clock: MockClock
) -> None:
    recording = replay("probe-visible")
    tab = reply_to(recording, TAB)["targetId"]
    async with going_on(recording) as transport:
        begun = trio.current_time()
        assert (await ask(transport, "Target.closeTarget", targetId=tab))["result"] == {"success": True}
        assert trio.current_time() - begun == PATIENCE
        assert transport.beyond == 1
        assert transport.divergence is None


async def test_what_it_never_heard_of_is_refused_but_input_is_taken(
    replay: Recordings, autojump_clock: MockClock
) -> None:
    async with going_on(replay("probe-visible")) as transport:
        refused = await ask(transport, "Page.printToPDF", 1)
        assert refused["error"]["message"] == "the recording does not hold this"
        assert (await ask(transport, "Network.enable", 2))["error"]["code"] == -32000
        assert (await ask(transport, "Input.insertText", 3, text="Hello"))["result"] == {}
        assert (await ask(transport, "Target.closeTarget", 4, targetId="other"))["result"] == {"success": True}
        assert transport.beyond == 4
