"""Tabs, and a server whose answers are not files: nothing, downloads, redirects, silence."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from cdpwebai.cdp import Session
from cdpwebai.page.tab import Tab


@pytest.fixture
async def tab(session: Session) -> AsyncIterator[Tab]:
    """A fresh tab at about:blank."""
    async with Tab.open(session) as tab:
        yield tab


class _Site(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    asked: list[str]
    over: threading.Event

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class named it
        """Say nothing: the run's output is for failures."""

    def do_GET(self) -> None:
        self.asked.append(self.path)
        match self.path.removeprefix("/").split("?")[0]:
            case "nothing":
                self._send(204, kind="")
            case "file":
                self._send(200, b"four", disposition='attachment; filename="four.bin"')
            case "moved":
                self._send(302, location="/page?moved")
            case "silence":
                self.over.wait(30)
                self.close_connection = True
            case "replaces":
                self._page('<script>location.replace("/page?replaced")</script>')
            case "replaces-late":
                self._page('<script>location.replace("/nothing")</script><p>stays</p>')
            case "endless":
                self._page('<img src="/silence">')
            case _:
                self._page('<p id="part">words</p>')

    def _page(self, body: str) -> None:
        self._send(200, f"<!doctype html><title>{self.path}</title>{body}".encode(), kind="text/html")

    def _send(
        self,
        status: int,
        body: bytes = b"",
        *,
        kind: str = "application/octet-stream",
        disposition: str = "",
        location: str = "",
    ) -> None:
        self.send_response(status)
        headers = {"Content-Type": kind, "Content-Disposition": disposition, "Location": location}
        for name, value in headers.items():
            if value:
                self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes a connection early is no error of the site's."""


@pytest.fixture
def site() -> Iterator[Callable[[str], str]]:
    """``site("nothing")``: 204; file, moved, silence, replaces, replaces-late, endless; any other name is a page."""
    handler = type("Site", (_Site,), {"asked": [], "over": threading.Event()})
    server = _Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield lambda name: f"http://127.0.0.1:{server.server_port}/{name}"
    handler.over.set()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    server.shutdown()
    thread.join()
    server.server_close()
