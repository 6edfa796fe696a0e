"""The WebSocket transport when things go wrong: half writes, dropped and frozen connections, peers that do not read."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Awaitable, Callable

import pytest
import trio
import trio.testing
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from cdpwebai.errors import Unreachable
from cdpwebai.transport.address import parse_address
from cdpwebai.transport.base import TransportClosed
from cdpwebai.transport.endpoint import fetch_version
from cdpwebai.transport.websocket import CLOSE_SECONDS, WebSocketTransport, connect_websocket
from tests.manifest import proves
from tests.transport.peers import HungUp, Peer, freezing_proxy, http_peer, websocket_peer
from tests.transport.test_endpoint import version_reply

LARGE = b"x" * 30_000_000
"""More than the kernel's buffers on both sides take, so that sending it waits for the peer to read."""


async def expect_end(transport: WebSocketTransport, reason: str, code: int = 1006) -> None:
    """The next receive ends with that, and so do all later calls."""
    for call in (transport.receive, transport.receive, lambda: transport.send([b"x"])):
        with pytest.raises(TransportClosed, match=reason) as raised:
            await call()
        assert raised.value.code == code


@proves("report.A04")
async def test_after_half_a_frame_nothing_more_is_ever_sent() -> None:
    begun, cut, heard = trio.Event(), trio.Event(), trio.Event()
    peers: list[Peer] = []

    async def slow(peer: Peer) -> None:
        peers.append(peer)
        peer.protocol.receive_data(await peer.stream.receive_some(1))
        begun.set()
        await cut.wait()
        try:
            await peer.receive_one()
        finally:
            peer.protocol.receive_eof()
            heard.set()

    async with websocket_peer(slow) as url:
        transport = await connect_websocket(url)
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(transport.send, [LARGE])
                await begun.wait()
                scope.cancel()
        cut.set()
        await expect_end(transport, "cancelled half way")
        await transport.aclose()
        await heard.wait()
    assert peers[0].seen == [], "no frame became whole"
    assert isinstance(peers[0].protocol.parser_exc, EOFError), (
        "the stream ended inside the frame, with no framing error"
    )


@proves("report.A04")
async def test_a_large_send_to_a_slow_reader_arrives_whole_when_it_is_not_cancelled() -> None:
    begun, may_read = trio.Event(), trio.Event()

    async def slow(peer: Peer) -> None:
        peer.protocol.receive_data(await peer.stream.receive_some(1))
        begun.set()
        await may_read.wait()
        assert await peer.receive_one() == LARGE
        await peer.send([await peer.receive_one()])
        await peer.next_frame()

    async with websocket_peer(slow) as url:
        transport = await connect_websocket(url)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(transport.send, [LARGE])
            await begun.wait()
            may_read.set()
        await transport.send([b"tiny"])
        assert await transport.receive() == [b"tiny"]
        await transport.aclose()


async def test_receiving_goes_on_and_a_pong_waits_its_turn_while_the_peer_does_not_read_a_large_send() -> None:
    may_read, ended = trio.Event(), trio.Event()
    peers: list[Peer] = []

    async def busy(peer: Peer) -> None:
        peers.append(peer)
        peer.protocol.receive_data(await peer.stream.receive_some(1))  # the large frame has begun
        peer.protocol.send_ping(b"still there?")
        await peer.send([b"y" * 1_000_000] * 30)
        await may_read.wait()
        while len(peer.seen) < 2:
            await peer.next_frame()
        ended.set()

    async with websocket_peer(busy) as url:
        transport = await connect_websocket(url)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(transport.send, [LARGE])
            received = 0
            while received < 30:
                received += len(await transport.receive())
            may_read.set()
        await ended.wait()
        await transport.aclose()
    large, pong = peers[0].seen[:2]
    assert (large.opcode, len(large.data)) == (Opcode.TEXT, len(LARGE))
    assert (pong.opcode, pong.data) == (Opcode.PONG, b"still there?")


@pytest.mark.parametrize("drop", [Peer.drop, Peer.reset])
@pytest.mark.parametrize("beginning", [b"", b"\x81", b"\x81\x7e\x10\x00half a frame"], ids=["", "head", "half"])
async def test_a_dropped_connection_ends_the_waiting_receive_and_every_later_call(
    drop: Callable[[Peer], None], beginning: bytes
) -> None:
    async def serve(peer: Peer) -> None:
        assert await peer.receive_one() == b"command"
        await peer.stream.send_all(beginning)
        drop(peer)

    async with websocket_peer(serve) as url:
        transport = await connect_websocket(url)
        await transport.send([b"command"])
        await expect_end(transport, "without a close frame")
        await transport.aclose()


async def test_what_came_before_the_drop_is_received_even_when_sending_has_failed() -> None:
    dropped = trio.Event()

    async def serve(peer: Peer) -> None:
        await peer.send([b"last words"])
        peer.drop()
        dropped.set()

    async with websocket_peer(serve) as url:
        transport = await connect_websocket(url)
        await dropped.wait()
        with pytest.raises(TransportClosed, match="broken") as raised:
            while True:
                await transport.send([b"into the void"])
        assert raised.value.code == 1006
        assert await transport.receive() == [b"last words"]
        await expect_end(transport, "without a close frame")
        await transport.aclose()


@pytest.mark.parametrize(
    "garbage",
    [b"\xff\xff\xff", b"\x83\x00", b"HTTP/1.1 200 OK\r\n\r\n" + bytes(99), b"\x80\x00"],
    ids=["opcode 15", "opcode 3", "http", "continues nothing"],
)
async def test_garbage_instead_of_frames_ends_the_connection_as_a_protocol_error(garbage: bytes) -> None:
    async def serve(peer: Peer) -> None:
        await peer.send([b"fine"])
        await peer.stream.send_all(garbage)
        await peer.next_frame()

    async with websocket_peer(serve) as url:
        transport = await connect_websocket(url)
        assert await transport.receive() == [b"fine"]
        await expect_end(transport, "cannot read what the browser sent", 1002)
        await transport.aclose()


@proves("report.A07")
async def test_a_frozen_connection_ends_what_waits_on_it_and_closes_without_the_peers_help() -> None:
    async def serve(peer: Peer) -> None:
        while True:
            await peer.next_frame()

    async with websocket_peer(serve) as url, freezing_proxy(parse_address(url).port) as proxy:
        transport = await connect_websocket(f"ws://127.0.0.1:{proxy.port}/", keepalive=0.1)
        proxy.freeze()
        ended: list[str] = []

        async def expect(call: Callable[[], Awaitable[object]]) -> None:
            with pytest.raises(TransportClosed, match=r"no sign of life for 0\.2 s"):
                await call()
            ended.append("")

        async with trio.open_nursery() as nursery:
            nursery.start_soon(expect, transport.receive)
            nursery.start_soon(expect, lambda: transport.send([LARGE]))
        assert len(ended) == 2
        await expect_end(transport, "no sign of life")
        await transport.aclose()


@proves("report.A07")
async def test_a_frozen_port_and_a_dead_connection_are_told_apart() -> None:
    async with http_peer(version_reply()) as (port, _), freezing_proxy(port) as proxy:
        assert (await fetch_version(str(proxy.port))).browser == "Chrome/156.0.8078.114"
        proxy.freeze()
        with pytest.raises(Unreachable, match=r"did not answer within 0\.2 s"):
            await fetch_version(str(proxy.port), timeout=0.2)
        assert (await fetch_version(str(port))).browser == "Chrome/156.0.8078.114"


@proves("report.A07")
async def test_a_quiet_healthy_peer_is_pinged_and_kept() -> None:
    pings = 0

    async def serve(peer: Peer) -> None:
        nonlocal pings
        while pings < 5:
            pings += (await peer.next_frame()).opcode is Opcode.PING
        await peer.send([b"still here"])
        await peer.next_frame()

    async with websocket_peer(serve) as url:
        transport = await connect_websocket(url, keepalive=0.1)
        assert await transport.receive() == [b"still here"]
        await transport.aclose()
    assert pings == 5


async def test_a_slow_upload_is_a_sign_of_life() -> None:
    async def slow(peer: Peer) -> None:
        read = 0
        while read < len(LARGE):
            read += len(await peer.stream.receive_some(256 * 1024))
            await trio.sleep(0.01)
        await peer.send([b"got it"])
        await peer.stream.receive_some()

    async with websocket_peer(slow) as url:
        transport = await connect_websocket(url, keepalive=0.1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(transport.send, [LARGE])
            assert await transport.receive() == [b"got it"]
        await transport.aclose()


async def test_silence_means_nothing_while_nobody_listens() -> None:
    async def mute(peer: Peer) -> None:
        await trio.sleep_forever()

    async with websocket_peer(mute) as url:
        unheard = await connect_websocket(url, keepalive=0.05)
        heard = await connect_websocket(url, keepalive=0.1)
        with pytest.raises(TransportClosed, match="no sign of life"):
            await heard.receive()
        await unheard.send([b"fine"])
        await unheard.aclose()
        await heard.aclose()


def answer_pings(listener: socket.socket, asked: threading.Event) -> None:
    """A peer in a thread, which answers each ping a little later, while our own event loop stands still."""
    connection, _ = listener.accept()
    protocol = ServerProtocol()
    with connection:
        while data := connection.recv(65536):
            protocol.receive_data(data)
            for event in protocol.events_received():
                if isinstance(event, Request):
                    protocol.send_response(protocol.accept(event))
                elif isinstance(event, Frame) and event.opcode is Opcode.PING:
                    asked.set()
                    time.sleep(0.01)
            connection.sendall(b"".join(protocol.data_to_send()))


async def test_that_our_own_process_stood_still_is_not_held_against_the_peer() -> None:
    asked = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=answer_pings, args=(listener, asked), daemon=True).start()
        transport = await connect_websocket(f"ws://127.0.0.1:{listener.getsockname()[1]}/", keepalive=0.15)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(transport.receive)
            for _ in range(6):  # when answer and limit are noticed together, who is first is a matter of luck
                asked.clear()
                assert await trio.to_thread.run_sync(asked.wait, 10), "no further ping"
                time.sleep(0.25)  # noqa: ASYNC251  the loop stands still until after the limit
            await trio.testing.wait_all_tasks_blocked()
            assert "open" in repr(transport)
            nursery.cancel_scope.cancel()
        await transport.aclose()


@pytest.mark.parametrize("sending", [False, True], ids=["idle", "in the middle of a send"])
async def test_aclose_does_not_wait_for_a_peer_that_is_frozen(sending: bool) -> None:
    async def mute(peer: Peer) -> None:
        await trio.sleep_forever()

    async with websocket_peer(mute) as url:
        transport = await connect_websocket(url)
        async with trio.open_nursery() as nursery:
            if sending:
                nursery.start_soon(expect_send_to_end, transport)
                await trio.testing.wait_all_tasks_blocked()
            with trio.fail_after(10 * CLOSE_SECONDS):
                await transport.aclose()


async def expect_send_to_end(transport: WebSocketTransport) -> None:
    with pytest.raises(TransportClosed, match="closed on this side"):
        await transport.send([LARGE])


async def test_a_peer_that_hangs_up_without_an_answer_does_not_hold_up_aclose() -> None:
    async def rude(peer: Peer) -> None:
        await peer.next_frame()
        peer.drop()
        raise HungUp

    async with websocket_peer(rude) as url:
        seconds: list[float] = []
        for _ in range(3):
            transport = await connect_websocket(url)
            begin = trio.current_time()
            await transport.aclose()
            seconds.append(trio.current_time() - begin)
        assert min(seconds) < CLOSE_SECONDS / 5, "far below what a missing answer takes"
