"""Events: in order, per session, bounded, and nobody waits for a slow subscriber."""

from collections.abc import AsyncIterator
from typing import ClassVar

import msgspec
import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from cdpwebai.cdp import Event, RawEvent, Subscription
from cdpwebai.errors import Disconnected, Lagged, MalformedReply, TargetCrashed
from tests.manifest import proves
from tests.support.peer import Peer, connected, event


class Ticked(Event):
    method: ClassVar[str] = "Test.ticked"
    number: int


class Tocked(Event):
    method: ClassVar[str] = "Test.tocked"
    number: int


def tick(number: int, session_id: str = "", **more: object) -> dict[str, object]:
    return event("Test.ticked", session_id, number=number, **more)


async def numbers(events: AsyncIterator[Ticked]) -> list[int]:
    """The numbers that come within a second of virtual time."""
    found: list[int] = []
    with trio.move_on_after(1):
        async for one in events:
            found.append(one.number)
    return found


async def test_events_come_in_the_order_they_were_sent_across_types(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), connection.root.subscribe(Ticked, Tocked) as events:
        await peer.say(tick(1), event("Test.tocked", number=2), tick(3))
        got = [await anext(events) for _ in range(3)]
    assert got == [Ticked(number=1), Tocked(number=2), Ticked(number=3)]


async def test_each_of_many_subscribers_gets_every_event(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        async with connection.root.subscribe(Ticked) as one, connection.root.subscribe(Ticked) as other:
            await peer.say(tick(1), tick(2))
            assert await numbers(one) == [1, 2]
            assert await numbers(other) == [1, 2]
            assert connection.statistics().subscribers == 2
        assert connection.statistics().subscribers == 0


@proves("report.A20")
async def test_an_event_of_another_session_is_not_heard(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        await peer.attach("A")
        await peer.attach("B")
        await wait_all_tasks_blocked()
        first, second = connection.session("A"), connection.session("B")
        async with first.subscribe(Ticked) as on_a, second.subscribe(Ticked) as on_b:
            await peer.say(tick(7, "B"))
            assert await numbers(on_a) == []
            assert await numbers(on_b) == [7]


@proves("report.A25")
async def test_an_unknown_event_is_ignored_by_typed_listeners_and_heard_by_a_raw_one(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        async with connection.root.subscribe("Foo.barHappened") as raw, connection.root.subscribe(Ticked) as typed:
            await peer.say(event("Foo.barHappened", what="new"), tick(1, strange="member"))
            assert await anext(raw) == RawEvent("Foo.barHappened", msgspec.Raw(b'{"what": "new"}'))
            assert await numbers(typed) == [1]
        assert connection.statistics().garbled == 0


async def test_an_event_that_does_not_fit_fails_its_reader_once_and_the_next_one_comes(
    autojump_clock: MockClock,
) -> None:
    async with connected() as (connection, peer), connection.root.subscribe(Ticked) as events:
        await peer.say(event("Test.ticked", number="seven"), tick(8))
        with pytest.raises(MalformedReply, match=r"event Test\.ticked does not fit its type"):
            await anext(events)
        assert (await anext(events)).number == 8


@proves("report.A28")
async def test_a_slow_subscriber_is_told_how_many_it_lost_where_it_lost_them(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        async with connection.root.subscribe(Ticked, buffer=3) as slow, connection.root.subscribe(Ticked) as quick:
            await peer.say(*(tick(number) for number in range(10)))
            await wait_all_tasks_blocked()
            assert [(await anext(slow)).number for _ in range(3)] == [0, 1, 2]
            with pytest.raises(Lagged, match="7 events were dropped here") as caught:
                await anext(slow)
            assert caught.value.lost == slow.lost == 7
            await peer.say(tick(10))
            assert (await anext(slow)).number == 10
            assert await numbers(quick) == list(range(11))


@proves("report.A28")
async def test_replies_come_while_a_subscriber_takes_nothing(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), connection.root.subscribe(Ticked, buffer=10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_flood_then_answer, peer)
            with trio.fail_after(1):
                assert await connection.root.call("Test.ask") == {"answer": 42}
        assert connection.statistics().events == 20_000


async def _flood_then_answer(peer: Peer) -> None:
    command = await peer.next()
    await peer.say(*(tick(number) for number in range(20_000)))
    await peer.answer(command, answer=42)


@proves("report.A29")
async def test_what_waits_for_a_subscriber_is_bounded_in_bytes_too(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), connection.root.subscribe(Ticked) as events:
        megabyte = "x" * 1_000_000
        for number in range(40):
            await peer.say(tick(number, padding=megabyte))
        await wait_all_tasks_blocked()
        assert events.lost == 40 - 16
        assert [(await anext(events)).number for _ in range(16)] == list(range(16))
        with pytest.raises(Lagged):
            await anext(events)
        await peer.say(tick(41, padding=megabyte), tick(42, padding=megabyte))
        assert [(await anext(events)).number for _ in range(2)] == [41, 42]


async def test_an_event_larger_than_the_bound_passes_when_nothing_else_waits(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), connection.root.subscribe(Ticked) as events:
        await peer.say(tick(1, padding="x" * 17_000_000))
        assert (await anext(events)).number == 1


async def test_a_handler_may_send_commands(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), connection.root.subscribe(Ticked) as events:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_answer_everything, peer)
            await peer.say(tick(1), tick(2))
            for expected in (1, 2):
                assert (await anext(events)).number == expected
                assert await connection.root.call("Test.ask") == {}
            nursery.cancel_scope.cancel()


async def _answer_everything(peer: Peer) -> None:
    while True:
        await peer.answer(await peer.next())


async def test_a_subscription_exists_before_the_command_that_triggers_it_is_written(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        nursery.start_soon(_tick_and_answer, peer)
        async with connection.root.subscribe(Ticked) as events:
            await connection.root.call("Test.go")
            assert (await anext(events)).number == 1


async def _tick_and_answer(peer: Peer) -> None:
    command = await peer.next()
    await peer.say(tick(1), {"id": command["id"], "result": {}})


async def test_what_came_before_the_end_is_still_delivered(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), connection.root.subscribe(Ticked) as events:
        await peer.say(tick(1))
        await peer.hang_up()
        await wait_all_tasks_blocked()
        assert (await anext(events)).number == 1
        with trio.fail_after(1), pytest.raises(Disconnected, match=r"no more Test\.ticked can come from the browser"):
            await anext(events)


async def test_a_waiting_subscriber_fails_at_once_when_its_session_ends(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        await peer.attach("A")
        await wait_all_tasks_blocked()
        async with connection.session("A").subscribe(Ticked) as events, trio.open_nursery() as nursery:
            nursery.start_soon(_expect_crash, events)
            await wait_all_tasks_blocked()
            await peer.say(event("Inspector.targetCrashed", "A"))


async def _expect_crash(events: Subscription[Ticked]) -> None:
    with trio.fail_after(1), pytest.raises(TargetCrashed):
        await anext(events)


async def test_subscribing_to_what_is_gone_fails_on_the_first_wait(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        await peer.hang_up()
        await wait_all_tasks_blocked()
        async with connection.root.subscribe(Ticked) as events:
            with trio.fail_after(1), pytest.raises(Disconnected):
                await anext(events)
