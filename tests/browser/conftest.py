"""One Chromium for the whole run, a tab of its own for each test, and pages from a loopback server.

Async fixtures end with their test, so what they share is a process: ``chromium`` is started once, listens on a loopback
port, and each test joins it over a WebSocket, in a browser context of its own (cookies, storage, cache) that goes with
its connection. Launches over a pipe are ``launch/``'s subject. The pages are ``tests/pages/*.html``, served under
127.0.0.1, localhost and [::1], which are three sites to the browser.
"""

from __future__ import annotations

import os
import socket
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from cdpwebai.browser.browser import Browser, attach
from cdpwebai.browser.command_line import command_line, environment
from cdpwebai.browser.find import find_browser
from cdpwebai.browser.launch import this_machine
from cdpwebai.browser.processes import kill_group, wait_group_gone
from cdpwebai.browser.stderr import Stderr
from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import target

PAGES = Path(__file__).parent.parent / "pages"
START_SECONDS = 30.0


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The WebSocket address of the run's Chromium."""
    with running_chromium(tmp_path_factory.mktemp("chromium")) as address:
        yield address


@contextmanager
def running_chromium(folder: Path, args: Sequence[str] = ()) -> Generator[str]:
    """A Chromium with its profile in ``folder``, and with these arguments, for the block; its WebSocket address."""
    command = command_line(
        find_browser(),
        folder / "profile",
        fresh=True,
        own=True,
        headless=True,
        pipe=False,
        machine=this_machine(),
        args=args,
    )
    with (folder / "stderr").open("wb") as stderr:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=stderr,
            stderr=stderr,
            start_new_session=True,
            env=environment(os.environ, folder / "profile"),
        )
        try:
            yield _wait_listening(process, folder / "stderr")
        finally:
            kill_group(process.pid)
            process.wait()
            wait_group_gone(process.pid)


def _wait_listening(process: subprocess.Popen[bytes], output: Path) -> str:
    end = time.monotonic() + START_SECONDS
    said = Stderr()
    while process.poll() is None and time.monotonic() < end:
        said = Stderr()
        said.feed(output.read_bytes())
        if said.address is not None:
            return said.address
        time.sleep(0.02)
    raise AssertionError(f"Chromium did not start ({process.poll()}): {said.tail}")


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """The run's Chromium, joined for this test alone."""
    async with attach(chromium) as browser:
        yield browser


@pytest.fixture
async def context_id(browser: Browser) -> str:
    """A browser context for this test: nothing of it reaches another test. The connection's end disposes of it."""
    made = await browser.connection.root.call(target.CreateBrowserContext(dispose_on_detach=True))
    return made.browser_context_id


@pytest.fixture
async def session(browser: Browser, context_id: str) -> Session:
    """A fresh tab at about:blank, gone with its context. For a second one: ``browser.new_session(context_id=...)``."""
    return await browser.new_session(context_id=context_id)


class _Pages(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class named it
        """Say nothing: the run's output is for failures."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, host: str, port: int, folder: Path) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), partial(_Pages, directory=os.fspath(folder)))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes a connection early is no error of the page's."""


@pytest.fixture(scope="session")
def pages() -> Iterator[int]:
    """The port at which 127.0.0.1, localhost and [::1] serve ``tests/pages``."""
    first = _Server("127.0.0.1", 0, PAGES)
    servers = [first, _Server("::1", first.server_port, PAGES)]
    threads = [threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}) for server in servers]
    for thread in threads:
        thread.start()
    yield first.server_port
    for server, thread in zip(servers, threads, strict=True):
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def page_url(pages: int) -> Callable[..., str]:
    """``page_url("form.html")``, and ``page_url("form.html", host="localhost")`` for the same on another site."""

    def url(name: str, *, host: str = "127.0.0.1") -> str:
        assert (PAGES / name).is_file(), f"there is no tests/pages/{name}"
        return f"http://{host}:{pages}/{name}"

    return url
