"""A recording of real Chromium: what it must not hold, and that it replays all the same."""

from __future__ import annotations

import base64
import hashlib
import secrets
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import trio

from cdpwebai.browser.browser import attach
from cdpwebai.cdp import Connection, open_connection
from cdpwebai.trace import recorded, replaying
from cdpwebai.transport.base import Transport
from tests.manifest import proves

PLACES = (
    *("cookie", "set-cookie", "http-only", "authorization", "password", "typed", "query", "fragment", "socket"),
    *("json", "stored", "html", "header"),
)

PAGE = """<!doctype html><title>private</title>
<form><input name=user value=me><input id=password name=password type=password value="{html}"></form>
<script>
document.cookie = "plain={cookie}; path=/";
localStorage.setItem("anything", "{stored}");
async function act() {{
  const headers = {{Authorization: "Bearer {authorization}", "X-Api-Key": "{header}"}};
  await fetch("/data?access_token={query}#id_token={fragment}", {{headers}});
  await fetch("/login", {{method: "POST", body: new URLSearchParams({{user: "me", password: "{password}"}})}});
  await fetch("/json", {{method: "POST", body: JSON.stringify({{apiKey: "{json}"}})}});
  const socket = new WebSocket(`ws://${{location.host}}/socket`);
  return await new Promise((done) => {{ socket.onmessage = (event) => done(event.data.length); }});
}}
</script>"""


class _Private(BaseHTTPRequestHandler):
    """A page behind a login, with a socket that sends one token."""

    protocol_version = "HTTP/1.1"
    marks: dict[str, str]

    def do_GET(self) -> None:
        if self.headers.get("Upgrade") == "websocket":
            self._socket()
            return
        self._answer(PAGE.format(**self.marks))

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer("{}")

    def _answer(self, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", f"sid={self.marks['set-cookie']}; Path=/")
        self.send_header("Set-Cookie", f"deep={self.marks['http-only']}; Path=/; HttpOnly")
        self.end_headers()
        self.wfile.write(body)

    def _socket(self) -> None:
        key = f"{self.headers['Sec-WebSocket-Key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key).digest()).decode())
        self.end_headers()
        text = f'{{"type":"auth","token":"{self.marks["socket"]}"}}'.encode()
        self.wfile.write(bytes([0x81, len(text)]) + text)
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class named it
        """Say nothing."""


class Witness:
    """Passes everything on, and keeps it."""

    def __init__(self, inner: Transport) -> None:
        self.seen: list[bytes] = []
        self._inner = inner

    async def send(self, messages: Sequence[bytes]) -> None:
        self.seen += messages
        await self._inner.send(messages)

    async def receive(self) -> Sequence[bytes]:
        messages = await self._inner.receive()
        self.seen += messages
        return messages

    async def aclose(self) -> None:
        await self._inner.aclose()


@pytest.fixture
def private() -> Iterator[tuple[str, dict[str, str]]]:
    """The address of the site, and the secret of each place."""
    marks = {place: secrets.token_hex(12) for place in PLACES}
    handler = type("_Marked", (_Private,), {"marks": marks})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/", marks
    server.shutdown()
    thread.join()
    server.server_close()


async def use(connection: Connection, url: str, typed: str) -> list[Any]:
    """Log in, look at everything that the protocol shows of it, and tell what was found."""
    root = connection.root
    context = (await root.call("Target.createBrowserContext"))["browserContextId"]
    made = await root.call("Target.createTarget", url="about:blank", browserContextId=context)
    session = await connection.attach(made["targetId"])
    for domain in ("Network", "Page", "Runtime"):
        await session.call(f"{domain}.enable")
    async with session.subscribe("Page.loadEventFired", "Network.webSocketFrameReceived") as events:
        await session.call("Page.navigate", url=url)
        await anext(events)
        reply = await session.call("Runtime.evaluate", expression="act()", awaitPromise=True)
        await anext(events)
    found: list[Any] = [reply["result"]["value"]]
    await session.call("Runtime.evaluate", expression="document.getElementById('password').focus()")
    await session.call("Input.insertText", text=typed)
    document = await session.call("DOM.getDocument", depth=-1)
    found.append(document["root"]["nodeName"])
    html = await session.call("DOM.getOuterHTML", nodeId=document["root"]["nodeId"])
    found.append(len(html["outerHTML"]))
    for expression in ("document.cookie", "JSON.stringify(localStorage)", "document.title"):
        reply = await session.call("Runtime.evaluate", expression=expression, returnByValue=True)
        found.append(len(reply["result"]["value"]))
    cookies = await session.call("Network.getCookies")
    found.append(sorted(cookie["name"] for cookie in cookies["cookies"]))
    await root.call("Target.disposeBrowserContext", browserContextId=context)
    return found


@proves("report.A62")
async def test_a_recorded_login_holds_no_secret_and_replays(
    chromium: str, private: tuple[str, dict[str, str]], tmp_path: Path
) -> None:
    url, marks = private
    trace = tmp_path / "login.jsonl"
    witnesses: list[Witness] = []

    def tap(transport: Transport) -> Transport:
        witnesses.append(Witness(transport))
        return recorded(witnesses[0], trace)

    with trio.fail_after(30):
        async with attach(chromium, tap=tap) as browser:
            found = await use(browser.connection, url, marks["typed"])
    crossed = b"".join(witnesses[0].seen).decode()
    assert [place for place, mark in marks.items() if mark not in crossed] == [], "each secret did cross"
    assert found[-1] == ["deep", "plain", "sid"]
    text = trace.read_text(encoding="utf-8")
    shown = [place for place, mark in marks.items() if any(form in text for form in _forms(mark))]
    assert shown == []
    assert trace.stat().st_mode & 0o777 == 0o600
    async with replaying(trace) as transport, open_connection(transport) as connection:
        assert await use(connection, url, marks["typed"]) == found


def _forms(mark: str) -> list[str]:
    """The secret as it is, and what of it would stand in Base64, wherever it begins there."""
    bare = mark.encode()
    packed = [base64.b64encode(b"x" * skip + bare).decode()[4 if skip else 0 : -4] for skip in range(3)]
    return [mark, quote(mark), *packed]
