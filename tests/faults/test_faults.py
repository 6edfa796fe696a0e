"""Each kind of fault does what it says, to the message that was chosen and to no other."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.errors import Disconnected
from cdpwebai.testing import Fault, FaultyTransport, Kind, Tap, count_messages, run_with, sweep
from cdpwebai.transport.base import Transport, TransportClosed
from cdpwebai.transport.memory import MemoryTransport, memory_pair

Message = dict[str, Any]

TAB = "A" * 32
EVENT: Message = {"method": "Page.loadEventFired", "params": {}, "sessionId": TAB}
REPLY: Message = {"id": 7, "result": {"x": 1}, "sessionId": TAB}
OTHER: Message = {"method": "Target.targetCreated", "params": {}}


@asynccontextmanager
async def broken(
    kind: Kind, at: int = 1, seconds: float = 60.0
) -> AsyncGenerator[tuple[FaultyTransport, MemoryTransport]]:
    """A transport with a fault, and the far end of its line."""
    ours, theirs = memory_pair()
    faulty = FaultyTransport(ours, Fault(kind, at, seconds))
    yield faulty, theirs
    await faulty.aclose()


async def put(line: MemoryTransport, *messages: Message) -> None:
    await line.send([json.dumps(message).encode() for message in messages])


def read(messages: Sequence[bytes]) -> list[Message]:
    return [json.loads(message) for message in messages]


async def nothing_comes(transport: Transport) -> bool:
    with trio.move_on_after(1000) as waiting:
        await transport.receive()
    return waiting.cancelled_caught


async def test_without_a_fault_everything_passes_and_is_counted(autojump_clock: MockClock) -> None:
    ours, theirs = memory_pair()
    transport = FaultyTransport(ours)
    await put(theirs, EVENT, REPLY)
    assert read(await transport.receive()) == [EVENT, REPLY]
    await transport.send([b'{"id":8,"method":"Page.enable"}'])
    assert await theirs.receive() == [b'{"id":8,"method":"Page.enable"}']
    assert (transport.received, transport.fired) == (2, False)
    await transport.aclose()


async def test_close_ends_the_connection_before_the_message(autojump_clock: MockClock) -> None:
    async with broken(Kind.CLOSE, at=2) as (transport, line):
        await put(line, EVENT, REPLY, OTHER)
        assert read(await transport.receive()) == [EVENT]
        for _ in range(2):
            with pytest.raises(TransportClosed) as caught:
                await transport.receive()
            assert caught.value.code == 1006
        with pytest.raises(TransportClosed):
            await transport.send([b"{}"])


async def test_error_makes_the_reply_one(autojump_clock: MockClock) -> None:
    async with broken(Kind.ERROR) as (transport, line):
        await put(line, REPLY, EVENT)
        error = {"code": -32000, "message": "Internal error"}
        assert read(await transport.receive()) == [{"id": 7, "sessionId": TAB, "error": error}, EVENT]


async def test_garbage_is_no_json(autojump_clock: MockClock) -> None:
    async with broken(Kind.GARBAGE) as (transport, line):
        await put(line, REPLY)
        (message,) = await transport.receive()
        with pytest.raises(ValueError):
            json.loads(message)


async def test_truncate_keeps_the_first_half(autojump_clock: MockClock) -> None:
    async with broken(Kind.TRUNCATE) as (transport, line):
        await put(line, REPLY)
        whole = json.dumps(REPLY).encode()
        assert await transport.receive() == [whole[: len(whole) // 2]]


async def test_delay_holds_one_message_and_lets_the_others_pass(autojump_clock: MockClock) -> None:
    async with broken(Kind.DELAY, seconds=60) as (transport, line):
        await put(line, REPLY, EVENT)
        assert read(await transport.receive()) == [EVENT]
        assert trio.current_time() == 0
        assert read(await transport.receive()) == [REPLY]
        assert trio.current_time() == 60


async def test_stall_lets_nothing_through_any_more_and_does_not_close(autojump_clock: MockClock) -> None:
    async with broken(Kind.STALL, at=2) as (transport, line):
        await put(line, EVENT, REPLY)
        assert read(await transport.receive()) == [EVENT]
        await put(line, OTHER)
        assert await nothing_comes(transport)


async def test_drop_loses_one_message(autojump_clock: MockClock) -> None:
    async with broken(Kind.DROP) as (transport, line):
        await put(line, REPLY, EVENT)
        assert read(await transport.receive()) == [EVENT]
        assert await nothing_comes(transport)


async def test_duplicate_gives_it_twice(autojump_clock: MockClock) -> None:
    async with broken(Kind.DUPLICATE) as (transport, line):
        await put(line, REPLY, EVENT)
        assert read(await transport.receive()) == [REPLY, REPLY, EVENT]


async def test_overtake_gives_the_event_after_the_next_reply_in_a_batch_of_its_own(autojump_clock: MockClock) -> None:
    async with broken(Kind.OVERTAKE) as (transport, line):
        await put(line, EVENT, OTHER, REPLY)
        assert read(await transport.receive()) == [OTHER, REPLY]
        assert read(await transport.receive()) == [EVENT]


async def test_detach_ends_the_session_and_refuses_commands_to_it(autojump_clock: MockClock) -> None:
    async with broken(Kind.DETACH) as (transport, line):
        await put(line, REPLY, EVENT, OTHER)
        gone = {"method": "Target.detachedFromTarget", "params": {"sessionId": TAB}}
        assert read(await transport.receive()) == [gone, OTHER]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(transport.send, [b'{"id":9,"method":"Page.enable","sessionId":"%s"}' % TAB.encode()])
            refusal = {"id": 9, "error": {"code": -32001, "message": "Session with given id not found."}}
            assert read(await transport.receive()) == [refusal]
        await transport.send([b'{"id":10,"method":"Target.getTargets"}'])
        assert await line.receive() == [b'{"id":10,"method":"Target.getTargets"}']


async def test_detach_tells_the_session_that_the_lost_one_was_attached_through(autojump_clock: MockClock) -> None:
    attached: Message = {"method": "Target.attachedToTarget", "params": {"sessionId": "B" * 32}, "sessionId": TAB}
    async with broken(Kind.DETACH, at=2) as (transport, line):
        await put(line, attached, EVENT | {"sessionId": "B" * 32})
        assert read(await transport.receive())[1]["sessionId"] == TAB


async def test_crash_ends_the_tab_and_answers_nothing(autojump_clock: MockClock) -> None:
    async with broken(Kind.CRASH) as (transport, line):
        await put(line, REPLY, EVENT, OTHER)
        crash: Message = {"method": "Inspector.targetCrashed", "params": {}, "sessionId": TAB}
        assert read(await transport.receive()) == [crash, OTHER]
        await transport.send([b'{"id":9,"method":"Page.enable","sessionId":"%s"}' % TAB.encode()])
        assert await nothing_comes(transport)


@pytest.mark.parametrize(
    ("kind", "message"),
    [(Kind.ERROR, EVENT), (Kind.OVERTAKE, REPLY), (Kind.DETACH, OTHER), (Kind.CRASH, OTHER)],
)
async def test_a_fault_that_does_not_fit_its_message_does_not_happen(
    kind: Kind, message: Message, autojump_clock: MockClock
) -> None:
    async with broken(kind) as (transport, line):
        await put(line, message)
        assert read(await transport.receive()) == [message]
        assert not transport.fired


async def test_a_fault_happens_once(autojump_clock: MockClock) -> None:
    async with broken(Kind.DROP) as (transport, line):
        await put(line, REPLY)
        await put(line, REPLY)
        assert read(await transport.receive()) == [REPLY]


# --- the sweep ---


async def three_replies(tap: Tap) -> list[int]:
    """Receives three messages and gives their ids."""
    ours, theirs = memory_pair()
    transport = tap(ours)
    await put(theirs, {"id": 1}, {"id": 2}, {"id": 3})
    found: list[int] = []
    with trio.move_on_after(10):
        try:
            while len(found) < 3:
                found += [message["id"] for message in read(await transport.receive())]
        except TransportClosed as closed:
            raise Disconnected(closed.reason) from closed
    return found


def test_a_sweep_breaks_each_message_once_with_each_kind() -> None:
    assert count_messages(three_replies) == 3
    outcomes = list(sweep(three_replies, [Kind.DROP, Kind.CLOSE, Kind.CRASH]))
    assert [(outcome.fault.kind, outcome.fault.at) for outcome in outcomes if outcome.fault] == [
        *((Kind.DROP, at) for at in (1, 2, 3)),
        *((Kind.CLOSE, at) for at in (1, 2, 3)),
    ]
    assert [outcome.value for outcome in outcomes[:3]] == [[2, 3], [1, 3], [1, 2]]
    assert [outcome.elapsed for outcome in outcomes[:3]] == [10, 10, 10]
    assert all(isinstance(outcome.error, Disconnected) for outcome in outcomes[3:])


def test_a_run_without_a_fault_has_its_value_and_no_error() -> None:
    outcome = run_with(three_replies, None)
    assert (outcome.value, outcome.error, outcome.elapsed, outcome.fired) == ([1, 2, 3], None, 0, False)


def test_what_is_no_error_of_ours_leaves_the_sweep_and_names_the_fault() -> None:
    async def careless(tap: Tap) -> int:
        return len(await three_replies(tap)) and (await three_replies(tap))[5]

    with pytest.raises(IndexError) as caught:
        run_with(careless, Fault(Kind.DROP, 2))
    assert caught.value.__notes__ == ["under Fault(kind=<Kind.DROP: 'drop'>, at=2, seconds=3600.0)"]


def test_a_scenario_that_hangs_is_told() -> None:
    async def hanging(tap: Tap) -> None:
        await trio.sleep_forever()

    with pytest.raises(AssertionError, match="still ran after a day of virtual time"):
        run_with(hanging, Fault(Kind.DROP, 1))
