"""Chromium for the benchmarks: started and stopped by the harness, so that no client pays for it or owns it.

Deliberately not ``cdpwebai.browser``: every client, ours included, meets the same browser.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.clients.floor_pipe import PipeClient
from benchmarks.measure import Job

__all__ = ["Port", "open_pipe", "open_port", "version"]

T = TypeVar("T")

_READY = 30.0  # seconds for a start
_SETTLE = 1.0  # seconds in which a new browser does its housekeeping
_FLAGS = (
    "--headless=new",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
)
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # loopback never goes through a proxy


def _executable() -> str:
    found = os.environ.get("CDPWEBAI_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        raise SystemExit("No Chromium found: put one on PATH or name it in CDPWEBAI_BROWSER.")
    return found


def version() -> str:
    """What the browser calls itself, for example "Chromium 156.0.8078.114"."""
    command = [_executable(), "--version"]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return " ".join(said.split()[:2])


@contextmanager
def _chromium(profile: Path, *flags: str, fds: Sequence[int] = ()) -> Generator[None]:
    """A running Chromium; with ``fds`` = (read, write) they become its file descriptors 3 and 4."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    process = subprocess.Popen(
        [_executable(), *_FLAGS, *sandbox, f"--user-data-dir={profile}", *flags, "about:blank"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        close_fds=not fds,
        preexec_fn=(lambda: _take(fds)) if fds else None,
    )
    try:
        yield
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ask first: a browser that ends by itself also collects its own children."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=5)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _take(fds: Sequence[int]) -> None:
    """In the child: put the two ends where Chromium looks for them, whatever lies there."""
    high = [os.dup2(fd, 100 + place) for place, fd in enumerate(fds)]
    for place, fd in enumerate(high):
        os.dup2(fd, 3 + place)
        os.close(fd)


def _until(look: Callable[[], T | None], what: str) -> T:
    deadline = time.monotonic() + _READY
    while time.monotonic() < deadline:
        if (found := look()) is not None:
            return found
        time.sleep(0.05)
    raise SystemExit(f"Chromium did not {what} within {_READY:.0f} s.")


@contextmanager
def _profile() -> Generator[Path]:
    with tempfile.TemporaryDirectory(prefix="cdpwebai-bench-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


class Port:
    """A browser with a loopback port, shared by every WebSocket client: each gets a new tab."""

    def __init__(self, http: str) -> None:
        self._http = http
        self._browser_ws: str = self._get("/json/version")["webSocketDebuggerUrl"]

    @property
    def address(self) -> str:
        """Where it listens, "http://127.0.0.1:…"."""
        return self._http

    def _get(self, path: str, method: str = "GET") -> Any:
        with _direct.open(urllib.request.Request(self._http + path, method=method)) as reply:
            body = reply.read()
        return json.loads(body) if body.startswith(b"{") else None

    @contextmanager
    def job(self) -> Generator[Job]:
        tab = self._get("/json/new?about:blank", "PUT")
        try:
            yield Job(self._http, self._browser_ws, tab["webSocketDebuggerUrl"], tab["id"], -1, -1)
        finally:
            self._get(f"/json/close/{tab['id']}")


@contextmanager
def open_port() -> Generator[Port]:
    """A browser that listens on a random loopback port."""
    with _profile() as profile, _chromium(profile, "--remote-debugging-port=0"):
        active = profile / "DevToolsActivePort"
        port = _until(lambda: (active.read_text().split() or None) if active.exists() else None, "open its port")[0]
        time.sleep(_SETTLE)
        yield Port(f"http://127.0.0.1:{port}")


@contextmanager
def open_pipe() -> Generator[Job]:
    """A browser of its own for one pipe client; the job's file descriptors are to be inherited by its process."""
    theirs_read, ours_write = os.pipe()
    ours_read, theirs_write = os.pipe()
    try:
        with _profile() as profile, _chromium(profile, "--remote-debugging-pipe", fds=(theirs_read, theirs_write)):
            target_id = _until(lambda: _first_page(PipeClient(ours_read, ours_write)), "open a page")
            time.sleep(_SETTLE)
            yield Job("", "", "", target_id, ours_read, ours_write)
    finally:
        for fd in (theirs_read, ours_write, ours_read, theirs_write):
            os.close(fd)


def _first_page(client: PipeClient) -> str | None:
    targets = client.call("Target.getTargets", {})["targetInfos"]
    return next((target["targetId"] for target in targets if target["type"] == "page"), None)
