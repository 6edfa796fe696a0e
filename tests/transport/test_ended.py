"""A browser is said to have ended only where that was seen; what cannot be seen may still be there."""

import json
import socket

import pytest
import trio

from cdpwebai.browser.ended import has_ended
from tests.transport.peers import tcp_peer


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


async def test_where_nobody_listens_any_more_it_has_ended() -> None:
    assert await has_ended(f"ws://127.0.0.1:{unused_port()}/devtools/browser/x")


@pytest.mark.parametrize("endpoint", ["ws://192.0.2.1:9/devtools/browser/x", "wss://grid.example/x", "no address", ""])
async def test_what_is_elsewhere_or_no_address_may_still_be_there(endpoint: str) -> None:
    assert not await has_ended(endpoint)


async def test_what_listens_and_tells_nothing_may_still_be_there() -> None:
    async def hang_up(stream: trio.SocketStream) -> None:
        await stream.receive_some()
        await stream.aclose()

    async with tcp_peer(hang_up) as port:
        assert not await has_ended(f"ws://127.0.0.1:{port}/devtools/browser/x")


async def test_another_browser_at_its_port_shows_that_it_has_ended_and_itself_that_it_has_not() -> None:
    async def tell(stream: trio.SocketStream) -> None:
        await stream.receive_some()
        told = {"Browser": "Chrome/1", "Protocol-Version": "1.3", "webSocketDebuggerUrl": f"{at}/devtools/browser/new"}
        body = json.dumps(told).encode()
        await stream.send_all(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await stream.aclose()

    async with tcp_peer(tell) as port:
        at = f"ws://127.0.0.1:{port}"
        assert await has_ended(f"{at}/devtools/browser/old")
        assert not await has_ended(f"{at}/devtools/browser/new")
        assert not await has_ended(f"http://127.0.0.1:{port}")
