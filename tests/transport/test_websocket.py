"""The WebSocket transport with a decent peer: sizes, fragments, pings, headers, the closing handshake."""

from __future__ import annotations

import logging
import os
import struct
import time

import pytest
import trio
import trio.testing
from websockets.frames import Opcode

from cdpwebai.errors import InputError
from cdpwebai.transport.address import parse_address
from cdpwebai.transport.base import TransportClosed
from cdpwebai.transport.dial import open_line
from cdpwebai.transport.handshake import MAX_MESSAGE
from cdpwebai.transport.websocket import WebSocketTransport, connect_websocket
from tests.manifest import proves
from tests.transport.peers import Peer, open_peer, tcp_peer, websocket_peer

SECRET = "very-secret-token"


async def echo(peer: Peer) -> None:
    while True:
        await peer.send([await peer.receive_one()])


async def until_the_end(peer: Peer) -> None:
    while True:
        await peer.next_frame()


@proves("report.A01")
async def test_three_megabytes_arrive_whole_and_the_connection_lives_on() -> None:
    async with websocket_peer(echo) as url:
        transport = await connect_websocket(url)
        message = os.urandom(1_500_000).hex().encode()
        await transport.send([message])
        assert await transport.receive() == [message]
        await transport.send([b"small"])
        assert await transport.receive() == [b"small"]
        await transport.aclose()


@proves("report.A02")
async def test_a_message_over_the_cap_ends_the_connection_with_its_size_and_the_cap() -> None:
    async def boast(peer: Peer) -> None:
        await peer.stream.send_all(struct.pack("!BBQ", 0x81, 127, MAX_MESSAGE + 1))
        await until_the_end(peer)

    async with websocket_peer(boast) as url:
        transport = await connect_websocket(url)
        with pytest.raises(TransportClosed, match=rf"{MAX_MESSAGE + 1}.*{MAX_MESSAGE}") as raised:
            await transport.receive()
        assert raised.value.code == 1009
        await transport.aclose()


@proves("report.A02")
async def test_a_message_of_the_cap_is_taken() -> None:
    async def begin(peer: Peer) -> None:
        await peer.stream.send_all(struct.pack("!BBQ", 0x81, 127, MAX_MESSAGE) + b"x" * 1000)
        peer.drop()

    async with websocket_peer(begin) as url:
        transport = await connect_websocket(url)
        with pytest.raises(TransportClosed) as raised:
            await transport.receive()
        assert raised.value.code == 1006, "the end came by the drop, not by the cap"
        await transport.aclose()


@proves("report.A02")
def test_the_cap_is_256_mib() -> None:
    assert MAX_MESSAGE == 268_435_456


@proves("report.A02")
async def test_fragments_are_joined_once_so_time_grows_with_the_size_and_not_with_its_square() -> None:
    async def serve(peer: Peer) -> None:
        await peer.send_fragmented(b"x" * 12_000_000, 4096)
        await peer.receive_one()
        await peer.send_fragmented(b"y" * 120_000_000, 4096)
        await until_the_end(peer)

    async with websocket_peer(serve) as url:
        transport = await connect_websocket(url)
        costs: list[float] = []
        for expected in (12_000_000, 120_000_000):
            begin = time.process_time()
            [message] = await transport.receive()
            costs.append(time.process_time() - begin)
            assert len(message) == expected
            await transport.send([b"next"])
        assert costs[1] < 50 * costs[0], "ten times is linear, a hundred times is quadratic"
        await transport.aclose()


async def test_a_ping_inside_a_fragmented_message_disturbs_nothing() -> None:
    async def serve(peer: Peer) -> None:
        peer.protocol.send_text(b"one ", fin=False)
        peer.protocol.send_ping(b"?")
        peer.protocol.send_continuation(b"two ", fin=False)
        peer.protocol.send_continuation(b"three", fin=True)
        peer.protocol.send_text(b"after")
        await peer.flush()
        await until_the_end(peer)

    async with websocket_peer(serve) as url:
        transport = await connect_websocket(url)
        assert await transport.receive() == [b"one two three", b"after"]
        await transport.aclose()


async def test_a_ping_is_answered_while_we_only_receive() -> None:
    pong = trio.Event()

    async def serve(peer: Peer) -> None:
        peer.protocol.send_ping(b"are you there")
        await peer.flush()
        frame = await peer.next_frame()
        assert (frame.opcode, frame.data) == (Opcode.PONG, b"are you there")
        pong.set()
        await until_the_end(peer)

    async with websocket_peer(serve) as url, trio.open_nursery() as nursery:
        transport = await connect_websocket(url)
        nursery.start_soon(transport.receive)
        await pong.wait()
        nursery.cancel_scope.cancel()
        await transport.aclose()


async def test_neither_compression_nor_origin_is_offered_and_the_given_headers_are_sent() -> None:
    seen: list[tuple[str, str]] = []

    async def serve(peer: Peer) -> None:
        seen.extend((name.lower(), value) for name, value in peer.request.headers.raw_items())
        await until_the_end(peer)

    async with websocket_peer(serve) as url:
        headers = {"Authorization": f"Bearer {SECRET}", "host": "localhost:1"}
        transport = await connect_websocket(url, headers=headers)
        await transport.aclose()
    assert dict(seen)["authorization"] == f"Bearer {SECRET}"
    assert [value for name, value in seen if name == "host"] == ["localhost:1"], "the user's replaces ours"
    assert not {"sec-websocket-extensions", "origin"} & dict(seen).keys()


async def test_the_path_query_and_password_of_the_address_are_used() -> None:
    requests: list[tuple[str, str]] = []

    async def serve(peer: Peer) -> None:
        requests.append((peer.request.path, peer.request.headers["Authorization"]))
        await until_the_end(peer)

    async with websocket_peer(serve) as url:
        port = parse_address(url).port
        transport = await connect_websocket(f"ws://me:p%40ss@127.0.0.1:{port}/a/b?token=1")
        await transport.aclose()
    assert requests == [("/a/b?token=1", "Basic bWU6cEBzcw==")]


@pytest.mark.parametrize("headers", [{"X-Key": f"{SECRET}\r\nX-More: 1"}, {"X-Key": f"{SECRET}\N{GRINNING FACE}"}])
async def test_a_header_that_would_break_the_request_is_refused_and_not_shown(headers: dict[str, str]) -> None:
    with pytest.raises(InputError, match="X-Key") as raised:
        await connect_websocket("ws://127.0.0.1:9/", headers=headers)
    assert SECRET not in str(raised.value)


async def test_a_header_name_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="'X Key' is no name"):
        await connect_websocket("ws://127.0.0.1:9/", headers={"X Key": "1"})


async def test_no_log_shows_headers_or_messages_even_when_everything_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with websocket_peer(echo) as url:
        transport = await connect_websocket(url, headers={"Authorization": SECRET})
        await transport.send([SECRET.encode()])
        await transport.receive()
        await transport.aclose()
    ours = [record.getMessage() for record in caplog.records if record.name != "websockets.server"]
    assert not [line for line in ours if SECRET in line]


async def test_messages_that_come_with_the_handshake_are_not_lost() -> None:
    async def serve(tcp: trio.SocketStream) -> None:
        peer = await open_peer(tcp, tcp.socket, answer=False)
        peer.protocol.send_text(b"early")
        peer.protocol.send_text(b"bird")
        peer.protocol.send_close(1001, "that was all")
        await peer.flush()
        await tcp.receive_some()

    async with tcp_peer(serve) as port:
        transport = await connect_websocket(f"ws://127.0.0.1:{port}/")
        assert await transport.receive() == [b"early", b"bird"]
        with pytest.raises(TransportClosed, match="1001: that was all"):
            await transport.receive()
        await transport.aclose()


async def test_a_message_that_came_with_the_handshake_is_not_kept_until_another_comes() -> None:
    async def serve(tcp: trio.SocketStream) -> None:
        peer = await open_peer(tcp, tcp.socket, answer=False)
        peer.protocol.send_text(b"early")
        await peer.flush()
        await tcp.receive_some()

    async with tcp_peer(serve) as port:
        transport = await connect_websocket(f"ws://127.0.0.1:{port}/")
        with trio.fail_after(30):
            assert await transport.receive() == [b"early"]
        await transport.aclose()


async def test_aclose_is_a_closing_handshake() -> None:
    closes: list[tuple[int, str]] = []

    async def serve(peer: Peer) -> None:
        try:
            await until_the_end(peer)
        finally:
            assert peer.protocol.close_rcvd is not None
            closes.append((peer.protocol.close_rcvd.code, peer.protocol.close_rcvd.reason))

    async with websocket_peer(serve) as url:
        transport = await connect_websocket(url)
        await transport.aclose()
        await wait_until(closes)
    assert closes == [(1000, "")]


async def wait_until(something: list[tuple[int, str]]) -> None:
    while not something:
        await trio.lowlevel.checkpoint()


@pytest.mark.parametrize("waiting", [False, True], ids=["nobody receives", "a task receives"])
async def test_the_peers_close_is_told_with_code_and_reason_and_answered(waiting: bool) -> None:
    answers: list[tuple[int, str]] = []
    may_close = trio.Event()

    async def serve(peer: Peer) -> None:
        await may_close.wait()
        peer.protocol.send_close(1001, "browser is going away")
        await peer.flush()
        while peer.protocol.close_rcvd is None:
            await peer.next_frame()
        answers.append((peer.protocol.close_rcvd.code, peer.protocol.close_rcvd.reason))

    async with websocket_peer(serve) as url:
        transport = await connect_websocket(url)
        async with trio.open_nursery() as nursery:
            if waiting:
                nursery.start_soon(expect_going_away, transport)
                await trio.testing.wait_all_tasks_blocked()
            may_close.set()
        await expect_going_away(transport)
        await wait_until(answers)
        with pytest.raises(TransportClosed, match="going away"):
            await transport.send([b"x"])
        await transport.aclose()
    assert answers == [(1001, "browser is going away")]


async def expect_going_away(transport: WebSocketTransport) -> None:
    with pytest.raises(TransportClosed, match=r"1001: browser is going away") as raised:
        await transport.receive()
    assert raised.value.code == 1001


async def test_small_writes_leave_at_once() -> None:
    async with websocket_peer(until_the_end) as url:
        line = await open_line(parse_address(url))
        assert line.socket.getsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY)
        line.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_an_address_of_either_family_is_connected_to(host: str) -> None:
    async with websocket_peer(echo, host=host) as url:
        transport = await connect_websocket(url)
        await transport.send([b"hello"])
        assert await transport.receive() == [b"hello"]
        assert f"{parse_address(url).authority}: open" in repr(transport)
        await transport.aclose()


async def test_nothing_of_a_connection_is_left_once_it_is_closed() -> None:
    before = trio.lowlevel.current_statistics().tasks_living
    async with websocket_peer(echo) as url:
        transport = await connect_websocket(url)
        await transport.aclose()
    await trio.testing.wait_all_tasks_blocked()
    assert trio.lowlevel.current_statistics().tasks_living == before


async def test_an_empty_batch_that_is_cancelled_cuts_nothing() -> None:
    async with websocket_peer(echo) as url:
        transport = await connect_websocket(url)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(transport.send, ())
            await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()
        await transport.send([b"still whole"])
        assert await transport.receive() == [b"still whole"]
        await transport.aclose()
