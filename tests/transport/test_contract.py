"""What every transport does, whatever carries its bytes: one suite, run over all of them.

``near`` is the transport under test; ``far`` is its peer with the same three methods: for the WebSocket a server on a
real socket, for the pipe a second PipeTransport on the other ends of two real pipes, for memory the other half.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

import pytest
import trio
import trio.testing

from cdpwebai.transport.base import Transport, TransportClosed
from cdpwebai.transport.memory import memory_pair
from cdpwebai.transport.pipe import PipeTransport
from cdpwebai.transport.websocket import connect_websocket
from tests.transport.peers import HungUp, Peer, websocket_peer

Pair = tuple[Transport, Transport]
Link = Callable[[], AbstractAsyncContextManager[Pair]]


@asynccontextmanager
async def memory_link() -> AsyncGenerator[Pair]:
    yield memory_pair()


@asynccontextmanager
async def pipe_link() -> AsyncGenerator[Pair]:
    (there, send), (receive, back) = os.pipe(), os.pipe()
    near, far = PipeTransport(receive, send), PipeTransport(there, back)
    try:
        yield near, far
    finally:
        await near.aclose()
        await far.aclose()


@asynccontextmanager
async def websocket_link() -> AsyncGenerator[Pair]:
    opened, ended = trio.open_memory_channel[Peer](1), trio.Event()

    async def hold(peer: Peer) -> None:
        opened[0].send_nowait(peer)
        await ended.wait()

    async with websocket_peer(hold) as url:
        near = await connect_websocket(url)
        try:
            yield near, await opened[1].receive()
        finally:
            ended.set()
            await near.aclose()


LINKS: dict[str, Link] = {"memory": memory_link, "pipe": pipe_link, "websocket": websocket_link}


@pytest.fixture(params=LINKS)
async def pair(request: pytest.FixtureRequest) -> AsyncGenerator[Pair]:
    async with LINKS[request.param]() as both:
        yield both


async def receive_until(transport: Transport, count: int) -> list[bytes]:
    """At least ``count`` messages, in as many calls as it takes."""
    messages: list[bytes] = []
    while len(messages) < count:
        some = await transport.receive()
        assert some, "receive() returned nothing"
        messages += some
    return messages


async def carry(sender: Transport, receiver: Transport, messages: list[bytes]) -> list[bytes]:
    """What arrives when ``messages`` are sent while the other side reads."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(sender.send, messages)
        return await receive_until(receiver, len(messages))
    raise AssertionError("unreachable")


def numbered(count: int) -> list[bytes]:
    return [b'{"id":%d}' % number for number in range(count)]


async def test_messages_arrive_in_order_and_unchanged_in_batches_of_any_size(pair: Pair) -> None:
    near, far = pair
    messages = numbered(300)
    for start, end in ((0, 1), (1, 3), (3, 67), (67, 300)):
        await near.send(messages[start:end])
    assert await receive_until(far, 300) == messages


async def test_what_the_peer_sends_arrives_in_order(pair: Pair) -> None:
    near, far = pair
    await far.send(numbered(300))
    assert await receive_until(near, 300) == numbered(300)


async def test_all_messages_that_have_come_are_returned_by_one_receive(pair: Pair) -> None:
    near, far = pair
    await far.send(numbered(64))
    assert list(await near.receive()) == numbered(64)


@pytest.mark.parametrize(
    "message",
    [b"", b"{}", '{"text":"\N{GRINNING FACE} \uac00 \u2028"}'.encode(), bytes(range(1, 256)), b"x" * 65_536],
    ids=["empty", "small", "astral", "not utf-8", "64 KiB"],
)
async def test_a_message_is_carried_byte_for_byte(pair: Pair, message: bytes) -> None:
    near, far = pair
    assert await carry(near, far, [message, b"next"]) == [message, b"next"]
    assert await carry(far, near, [message, b"next"]) == [message, b"next"]


async def test_ten_megabytes_pass_in_both_directions(pair: Pair) -> None:
    near, far = pair
    message = os.urandom(5_000_000).hex().encode()
    assert await carry(near, far, [message]) == [message]
    assert await carry(far, near, [message]) == [message]


async def test_a_received_message_is_bytes(pair: Pair) -> None:
    near, far = pair
    await far.send([b"one"])
    assert [type(message) for message in await near.receive()] == [bytes]


async def test_an_empty_batch_sends_nothing(pair: Pair) -> None:
    near, far = pair
    await near.send([])
    await near.send([b"first"])
    assert await receive_until(far, 1) == [b"first"]


async def test_both_directions_at_once_do_not_wait_for_each_other(pair: Pair) -> None:
    near, far = pair
    messages = [b"m" * 100_000] * 100

    async def exchange(transport: Transport) -> None:
        assert await carry(transport, transport, messages) == messages

    async with trio.open_nursery() as nursery:
        nursery.start_soon(exchange, near)
        nursery.start_soon(exchange, far)


async def test_cancelling_a_receive_loses_nothing(pair: Pair) -> None:
    near, far = pair
    messages = [b"%d" % number * (number % 97 * 1000 + 1) for number in range(400)]

    async def impatient() -> list[bytes]:
        received: list[bytes] = []
        while len(received) < len(messages):
            with trio.CancelScope() as scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(cancel_soon, scope)
                    received += await near.receive()
                    nursery.cancel_scope.cancel()
        return received

    async def cancel_soon(scope: trio.CancelScope) -> None:
        await trio.lowlevel.checkpoint()
        scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(far.send, messages)
        assert await impatient() == messages


async def test_a_send_that_is_cancelled_before_it_begins_sends_nothing_and_does_no_harm(pair: Pair) -> None:
    near, far = pair
    with trio.CancelScope() as scope:
        scope.cancel()
        await near.send([b"never"])
    assert scope.cancelled_caught
    await near.send([b"later"])
    assert await receive_until(far, 1) == [b"later"]


async def test_what_was_on_its_way_is_received_before_the_end(pair: Pair) -> None:
    near, far = pair
    await far.send(numbered(3))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(far.aclose)
        assert await receive_until(near, 3) == numbered(3)
        for _ in range(2):
            with pytest.raises(TransportClosed) as raised:
                await near.receive()
            assert raised.value.reason
        await near.aclose()


async def test_a_waiting_receive_ends_when_the_peer_closes(pair: Pair) -> None:
    near, far = pair
    async with trio.open_nursery() as nursery:
        nursery.start_soon(far.aclose)
        with pytest.raises(TransportClosed):
            await near.receive()
        with pytest.raises(TransportClosed):
            await near.send([b"too late"])
        await near.aclose()


async def test_closing_ends_a_receive_that_waits_in_another_task(pair: Pair) -> None:
    near, far = pair
    ended: list[str] = []

    async def wait_for_a_message() -> None:
        with pytest.raises(TransportClosed) as raised:
            await near.receive()
        ended.append(raised.value.reason)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait_for_a_message)
        nursery.start_soon(drain, far)
        await trio.testing.wait_all_tasks_blocked()
        await near.aclose()
    assert ended == ["closed on this side"]


async def drain(transport: Transport) -> None:
    """A peer that reads until the end, as every peer does."""
    with suppress(TransportClosed, HungUp):
        while True:
            await transport.receive()


async def test_after_aclose_every_call_says_so_and_a_second_aclose_does_nothing(pair: Pair) -> None:
    near, far = pair
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drain, far)
        await near.aclose()
        await near.aclose()
    for call in (near.receive, lambda: near.send([b"x"]), near.receive):
        with pytest.raises(TransportClosed, match="closed on this side"):
            await call()
    await near.aclose()


async def test_aclose_in_a_cancelled_scope_closes_and_does_not_raise(pair: Pair) -> None:
    near, far = pair
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drain, far)
        with trio.CancelScope() as scope:
            scope.cancel()
            await near.aclose()
        assert not scope.cancelled_caught
    with pytest.raises(TransportClosed):
        await near.receive()


async def test_the_repr_tells_whether_it_is_open(pair: Pair) -> None:
    near, far = pair
    assert "open" in repr(near)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drain, far)
        await near.aclose()
    assert "closed" in repr(near)


async def test_every_call_looks_for_cancellation_first_and_yields_when_it_has_to_wait(pair: Pair) -> None:
    near, far = pair
    await far.send([b"one"])
    for call in (near.receive, lambda: near.send([b"never"])):
        with trio.CancelScope() as scope:
            scope.cancel()
            await call()
        assert scope.cancelled_caught
    assert await near.receive() == [b"one"]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(far.send, [b"two"])
        with trio.testing.assert_checkpoints():
            assert await near.receive() == [b"two"]
    await near.send([b"later"])
    assert await receive_until(far, 1) == [b"later"]
