"""Discovery: from a port or an address to the WebSocket, and one clear sentence for whatever else may be there."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

import pytest
import trio

from cdpwebai.errors import InputError, Unreachable
from cdpwebai.transport.endpoint import Version, fetch_version, resolve_endpoint
from cdpwebai.transport.websocket import connect_websocket
from tests.manifest import proves
from tests.transport.peers import Peer, http_peer, open_peer, read_request, tcp_peer

SECRET = "very-secret-token"
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length:0\r\nContent-Type:text/html\r\n\r\n"
HOST_REFUSED = (
    b"HTTP/1.1 500 Internal Server Error\r\nContent-Length:63\r\nContent-Type:text/html\r\n\r\n"
    b"Host header is specified and is not an IP address or localhost."
)


def version_reply(**changes: str) -> bytes:
    """What Chromium 156 answers to /json/version, with changes; "" takes a member away."""
    told = {
        "Browser": "Chrome/156.0.8078.114",
        "Protocol_Version": "1.3",
        "webSocketDebuggerUrl": "ws://127.0.0.1/devtools/browser/6f1c",
    } | changes
    return ok(json.dumps({name.replace("_", "-"): value for name, value in told.items() if value}).encode())


def ok(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length:%d\r\nContent-Type:application/json\r\n\r\n%s" % (len(body), body)


@pytest.mark.parametrize(
    "form", ["{}", "http://127.0.0.1:{}", "http://127.0.0.1:{}/", "http://localhost:{}/json/version"]
)
async def test_a_port_and_an_http_address_become_the_websocket_at_the_host_that_answered(form: str) -> None:
    async with http_peer(version_reply()) as (port, requests):
        url = await resolve_endpoint(form.format(port))
        assert url == f"ws://127.0.0.1:{port}/devtools/browser/6f1c"
        assert requests[0].startswith(b"GET /json/version HTTP/1.1\r\n")


async def test_the_version_names_browser_and_protocol() -> None:
    async with http_peer(version_reply()) as (port, _):
        version = await fetch_version(f"http://127.0.0.1:{port}")
    assert version == Version("Chrome/156.0.8078.114", "1.3", f"ws://127.0.0.1:{port}/devtools/browser/6f1c")


@pytest.mark.parametrize("url", ["ws://127.0.0.1:1/devtools/browser/1", "wss://grid.example/session?token=1"])
async def test_a_websocket_address_is_returned_without_asking_anybody(url: str) -> None:
    assert await resolve_endpoint(url) == url


async def test_prefix_query_headers_and_password_reach_the_server() -> None:
    async with http_peer(version_reply()) as (port, requests):
        await fetch_version(f"http://me:pw@127.0.0.1:{port}/grid/?token=1", headers={"X-Key": "k", "HOST": "localhost"})
    head = requests[0].decode()
    assert head.startswith("GET /grid/json/version?token=1 HTTP/1.1\r\n")
    assert "X-Key: k\r\n" in head
    assert "Authorization: Basic bWU6cHc=\r\n" in head
    assert [line for line in head.split("\r\n") if line.lower().startswith("host:")] == ["HOST: localhost"]


@proves("report.A10")
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
@pytest.mark.parametrize("form", ["{}", "http://localhost:{}"])
async def test_localhost_is_tried_in_both_families_and_the_one_that_answers_is_used(host: str, form: str) -> None:
    async with http_peer(version_reply(webSocketDebuggerUrl="ws://localhost/x"), host=host) as (port, _):
        shown = {"127.0.0.1": "127.0.0.1", "::1": "[::1]"}[host]
        assert await resolve_endpoint(form.format(port)) == f"ws://{shown}:{port}/x"


@proves("report.A10")
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_the_socket_too_finds_the_family_that_listens(host: str) -> None:
    async def serve(stream: trio.SocketStream) -> None:
        await (await open_peer(stream, stream.socket)).next_frame()

    async with tcp_peer(serve, host=host) as port:
        transport = await connect_websocket(f"ws://localhost:{port}/")
        assert repr(transport).endswith(": open>")
        await transport.aclose()


async def refused(endpoint: str, **known: float) -> str:
    with pytest.raises(Unreachable) as raised:
        await resolve_endpoint(endpoint, headers={"Authorization": SECRET}, **known)
    message = str(raised.value)
    assert SECRET not in message
    assert raised.value.exit_code == 5
    return message


async def test_a_closed_port_says_that_nothing_listens_and_how_to_start_a_browser() -> None:
    async with http_peer(b"") as (port, _):
        pass
    assert await refused(str(port)) == (
        f"Nothing listens at http://localhost:{port}. "
        f"Start the browser with --remote-debugging-port={port}, or check the port."
    )


@proves("report.A11")
async def test_a_refused_host_name_is_called_that_and_an_address_is_asked_for() -> None:
    async with http_peer(HOST_REFUSED) as (port, _):
        with pytest.raises(Unreachable, match=r"does not allow the host name foo\.example.*: use an address"):
            await fetch_version(f"http://127.0.0.1:{port}", headers={"Host": "foo.example"})


@proves("report.A11")
async def test_a_500_under_an_address_is_not_blamed_on_the_host_name() -> None:
    async with http_peer(HOST_REFUSED) as (port, _):
        assert "no browser's debugging port: it says HTTP 500" in await refused(f"http://127.0.0.1:{port}")


@proves("report.A13")
async def test_a_port_without_discovery_is_attached_to_by_its_path_with_one_handshake_that_may_take_long() -> None:
    handshakes: list[Peer] = []
    asked, allowed = trio.Event(), trio.Event()

    async def consent(stream: trio.SocketStream) -> None:
        request = await read_request(stream)
        if not request.startswith(b"GET /devtools/browser/secret-path "):
            await stream.send_all(NOT_FOUND)
            return
        asked.set()
        await allowed.wait()
        peer = await open_peer(stream, stream.socket, head=request)
        handshakes.append(peer)
        while True:
            await peer.send([await peer.receive_one()])

    async with tcp_peer(consent) as port:
        message = await refused(f"http://127.0.0.1:{port}")
        assert "chrome://inspect" in message
        assert "DevToolsActivePort" in message
        async with trio.open_nursery() as nursery:
            nursery.start_soon(allow_when_asked, asked, allowed)
            transport = await connect_websocket(f"ws://127.0.0.1:{port}/devtools/browser/secret-path")
        for number in range(20):
            await transport.send([b"%d" % number])
            assert await transport.receive() == [b"%d" % number]
        await transport.aclose()
    assert len(handshakes) == 1


@proves("report.A13")
async def test_a_handshake_that_nobody_allows_says_so_and_was_tried_once() -> None:
    tries: list[bytes] = []

    async def never(stream: trio.SocketStream) -> None:
        tries.append(await read_request(stream))
        await stream.receive_some()  # the client gives up and hangs up

    async with tcp_peer(never) as port:
        with pytest.raises(Unreachable, match=r"within 0.2 s\. If the browser asks .*, allow it and connect again"):
            await connect_websocket(f"ws://127.0.0.1:{port}/x", timeout=0.2)
    assert len(tries) == 1


async def allow_when_asked(asked: trio.Event, allowed: trio.Event) -> None:
    await asked.wait()
    allowed.set()


NOT_A_BROWSER = {
    "ssh": (b"SSH-2.0-OpenSSH_9.2p1\r\n", "does not speak HTTP"),
    "nothing": (b"", "closed the connection without a reply"),
    "half a head": (b"HTTP/1.1 200 OK\r\nContent", "ended its reply in the middle"),
    "half a body": (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{", "ended its reply in the middle"),
    "endless head": (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200_000, "longer than 1,048,576 bytes"),
    "announced too large": (b"HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n", "longer than 1,048,576 bytes"),
    "too large": (b"HTTP/1.1 200 OK\r\n\r\n" + b" " * 1_100_000, "longer than 1,048,576 bytes"),
    "http2": (b"HTTP/2 200\r\n\r\n", "does not speak HTTP"),
    "not found": (NOT_FOUND, "HTTP 404"),
    "forbidden": (b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", "Check the headers and the access token"),
    "elsewhere": (b"HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n", "it says HTTP 302"),
    "web page": (ok(b"<!doctype html>"), "something else than a version"),
    "other json": (ok(b"[1]"), "something else than a version"),
    "deep json": (ok(b'{"x":' + b"[" * 100_000), "something else than a version"),
    "node": (version_reply(Browser="node.js/v22.1.0", webSocketDebuggerUrl=""), "it is node.js/v22.1.0"),
}


@proves("oracle.I12")
@pytest.mark.parametrize("kind", NOT_A_BROWSER)
async def test_what_is_no_browser_is_told_in_a_sentence(kind: str) -> None:
    reply, expected = NOT_A_BROWSER[kind]
    async with http_peer(reply) as (port, _):
        assert expected in await refused(f"http://127.0.0.1:{port}")


async def test_a_port_that_accepts_and_says_nothing_is_given_up_in_time_and_hung_up_on() -> None:
    hung_up = trio.Event()

    async def mute(stream: trio.SocketStream) -> None:
        await read_request(stream)
        assert await stream.receive_some() == b""
        hung_up.set()

    async with tcp_peer(mute) as port:
        assert "did not answer within 0.1 s" in await refused(str(port), timeout=0.1)
        await hung_up.wait()


@pytest.mark.parametrize("pieces", [1, 7, 100_000], ids=["bytewise", "by sevens", "whole"])
async def test_a_reply_may_come_in_pieces_and_in_chunks(pieces: int) -> None:
    body = version_reply().partition(b"\r\n\r\n")[2]
    chunks = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n%x;ext=1\r\n%s\r\n0\r\n\r\n" % (
        *(9, body[:9]),
        *(len(body) - 9, body[9:]),
    )

    async def serve(stream: trio.SocketStream) -> None:
        await read_request(stream)
        for start in range(0, len(chunks), pieces):
            await stream.send_all(chunks[start : start + pieces])
        await stream.receive_some()

    async with tcp_peer(serve) as port:
        assert (await fetch_version(str(port))).protocol == "1.3"


async def test_a_reply_without_a_length_ends_with_the_connection() -> None:
    body = version_reply().partition(b"\r\n\r\n")[2]
    async with http_peer(b"HTTP/1.0 200 OK\r\n\r\n" + body) as (port, _):
        assert (await fetch_version(str(port))).browser == "Chrome/156.0.8078.114"


SWITCHING = b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"
WRONG_HANDSHAKES = {
    "ssh": (b"SSH-2.0-OpenSSH_9.2p1\r\n", "opens no WebSocket"),
    "nothing": (b"", "closed the connection during the opening handshake"),
    "half": (b"HTTP/1.1 101 Switching", "closed the connection during the opening handshake"),
    "not found": (NOT_FOUND, "nothing at that path"),
    "host refused": (HOST_REFUSED, "HTTP 500 instead of opening a WebSocket"),
    "forbidden": (b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", "Check the headers and the access token"),
    "web page": (ok(b"<!doctype html>"), "HTTP 200 instead of opening a WebSocket"),
    "other protocol": (SWITCHING + b"Upgrade: h2c\r\n\r\n", "opens no WebSocket"),
    "wrong accept": (SWITCHING + b"Upgrade: websocket\r\nSec-WebSocket-Accept: AAAA\r\n\r\n", "opens no WebSocket"),
}


@pytest.mark.parametrize("kind", WRONG_HANDSHAKES)
async def test_a_handshake_that_fails_is_told_in_a_sentence(kind: str) -> None:
    reply, expected = WRONG_HANDSHAKES[kind]
    async with http_peer(reply) as (port, _):
        with pytest.raises(Unreachable) as raised:
            await connect_websocket(f"ws://127.0.0.1:{port}/?token={SECRET}", headers={"X": SECRET})
        assert expected in str(raised.value)
        assert SECRET not in str(raised.value)


async def test_a_cancelled_connect_hangs_up() -> None:
    asked, hung_up = trio.Event(), trio.Event()

    async def mute(stream: trio.SocketStream) -> None:
        await read_request(stream)
        asked.set()
        assert await stream.receive_some() == b""
        hung_up.set()

    async with tcp_peer(mute) as port:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connect_websocket, f"ws://127.0.0.1:{port}/")
            await asked.wait()
            nursery.cancel_scope.cancel()
        await hung_up.wait()


@pytest.mark.parametrize("call", [fetch_version, resolve_endpoint, connect_websocket])
@pytest.mark.parametrize("text", ["ftp://127.0.0.1/", "127.0.0.1:9222", "http://", "http://127.0.0.1:99999"])
async def test_what_is_no_address_is_refused_before_anything_is_opened(
    call: Callable[[str], Awaitable[object]], text: str
) -> None:
    with pytest.raises(InputError):
        await call(text)


async def test_an_http_address_is_no_websocket() -> None:
    with pytest.raises(InputError, match="ws:// or wss://"):
        await connect_websocket("http://127.0.0.1:9222/")
