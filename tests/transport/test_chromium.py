"""The same facts that the scripted peers play, asked of real Chromium: discovery, host names, sizes, the end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from cdpwebai.errors import Unreachable
from cdpwebai.transport.base import Transport, TransportClosed
from cdpwebai.transport.endpoint import fetch_version, resolve_endpoint
from cdpwebai.transport.websocket import CLOSE_SECONDS, connect_websocket
from tests.manifest import proves


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The debugging port of a Chromium that lives as long as this module's tests."""
    profile = tmp_path_factory.mktemp("profile")
    executable = os.environ.get("CDPWEBAI_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    assert executable, "no Chromium on the PATH; name one in CDPWEBAI_BROWSER"
    command = [executable, "--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"]
    with subprocess.Popen(
        [*command, *(["--no-sandbox"] if os.geteuid() == 0 else [])], stderr=subprocess.DEVNULL
    ) as browser:
        yield wait_port(profile / "DevToolsActivePort")
        browser.terminate()


def wait_port(file: Path) -> int:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if file.exists() and (lines := file.read_text().splitlines()):
            return int(lines[0])
        time.sleep(0.02)
    raise AssertionError("Chromium did not open its port within 30 s")


async def call(transport: Transport, number: int, method: str, session: str = "", **params: object) -> bytes:
    """One command and its reply, events passed over."""
    command = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
    await transport.send([json.dumps(command).encode()])
    while True:
        for message in await transport.receive():
            if message.startswith(b'{"id":%d,' % number):
                return message


async def new_tab(transport: Transport) -> str:
    created = json.loads(await call(transport, 1, "Target.createTarget", url="about:blank"))
    target = created["result"]["targetId"]
    attached = json.loads(await call(transport, 2, "Target.attachToTarget", targetId=target, flatten=True))
    session: str = attached["result"]["sessionId"]
    return session


@proves("report.A01", "report.A10", "oracle.I17")
async def test_a_bare_port_leads_to_a_connection_that_carries_three_megabytes_and_goes_on(port: int) -> None:
    transport = await connect_websocket(await resolve_endpoint(str(port)))
    session = await new_tab(transport)
    expression = "'x'.repeat(3e6)"
    large = json.loads(await call(transport, 3, "Runtime.evaluate", session, expression=expression))
    assert len(large["result"]["result"]["value"]) == 3_000_000
    small = json.loads(await call(transport, 4, "Runtime.evaluate", session, expression="6 * 7"))
    assert small["result"]["result"]["value"] == 42
    await transport.aclose()


async def test_a_command_of_ten_megabytes_is_taken(port: int) -> None:
    transport = await connect_websocket(await resolve_endpoint(str(port)))
    session = await new_tab(transport)
    expression = f"'{'y' * 10_000_000}'.length"
    reply = json.loads(await call(transport, 3, "Runtime.evaluate", session, expression=expression))
    assert reply["result"]["result"]["value"] == 10_000_000
    await transport.aclose()


@proves("report.A11")
@pytest.mark.parametrize("host", ["foo.example", "foo.localhost", "localhost", "127.0.0.1"])
async def test_chromium_answers_to_addresses_and_localhost_alone_and_the_error_says_so(port: int, host: str) -> None:
    endpoint, headers = f"http://127.0.0.1:{port}", {"Host": host}
    if host == "foo.example":
        with pytest.raises(Unreachable, match=r"does not allow the host name foo\.example"):
            await fetch_version(endpoint, headers=headers)
        url = (await fetch_version(endpoint)).websocket_url
        with pytest.raises(Unreachable, match=r"does not allow the host name foo\.example"):
            await connect_websocket(url, headers=headers)
        return
    version = await fetch_version(endpoint, headers=headers)
    assert version.browser.startswith("Chrome/")
    assert version.websocket_url.startswith(f"ws://127.0.0.1:{port}/devtools/browser/")


async def test_an_unknown_path_and_a_foreign_origin_are_told(port: int) -> None:
    with pytest.raises(Unreachable, match="HTTP 404"):
        await connect_websocket(f"ws://127.0.0.1:{port}/devtools/browser/no-such-id")
    url = await resolve_endpoint(str(port))
    with pytest.raises(Unreachable, match="HTTP 403"):
        await connect_websocket(url, headers={"Origin": "http://evil.example"})


async def test_chromium_answers_our_pings(port: int) -> None:
    transport = await connect_websocket(await resolve_endpoint(str(port)), keepalive=0.75)
    with trio.move_on_after(4) as quiet:
        await transport.receive()
    assert quiet.cancelled_caught, "five silent keepalive times, and the connection is up"
    await transport.aclose()


async def test_chromium_takes_part_in_the_closing_handshake(port: int) -> None:
    url = await resolve_endpoint(str(port))
    seconds: list[float] = []
    for _ in range(3):
        transport = await connect_websocket(url)
        begin = trio.current_time()
        await transport.aclose()
        seconds.append(trio.current_time() - begin)
    assert min(seconds) < CLOSE_SECONDS / 5, "far below what a missing answer takes"


async def test_a_browser_that_closes_says_its_last_before_the_end(port: int) -> None:
    transport = await connect_websocket(await resolve_endpoint(str(port)))
    assert await call(transport, 1, "Browser.close") == b'{"id":1,"result":{}}'
    with pytest.raises(TransportClosed) as raised:
        while True:
            await transport.receive()
    assert raised.value.code == 1006
    await transport.aclose()
