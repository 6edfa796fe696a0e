"""The browser that our commands share: started once, left running, found again by a note in the home folder.

Row 3. It listens on a random port on loopback, so any process of the same user could join it; ``launch`` opens none.
The note, readable by its user alone, holds the address, the process number and its start time. It is a claim like any
other: it counts only while that very process runs and the browser at the address says that it is the one.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import trio

from cdpwebai.browser.command_line import environment
from cdpwebai.browser.home import home_folder, home_path, told_as_input, write_private
from cdpwebai.browser.last_resort import last_resort
from cdpwebai.browser.launch import Plan, plan_launch, warn_of_no_sandbox
from cdpwebai.browser.ownership import claim_free, note_browser, reap, release
from cdpwebai.browser.process import TERM_SECONDS
from cdpwebai.browser.processes import (
    KILL,
    ProcessKey,
    group_members,
    identify,
    is_running,
    kill_group,
    signal_group,
    users_of_profile,
    wait_ended,
    wait_group_gone,
)
from cdpwebai.browser.profile import Profile
from cdpwebai.browser.stderr import TAIL_BYTES, Stderr
from cdpwebai.cdp import open_connection
from cdpwebai.cdp.domains import browser as browser_domain
from cdpwebai.errors import BrowserInUse, BrowserLaunchFailed, CdpError, InputError, Unreachable
from cdpwebai.transport.endpoint import fetch_version
from cdpwebai.transport.websocket import connect_websocket

__all__ = [
    "NOTE",
    "PROFILE",
    "SharedBrowser",
    "SharedState",
    "have_shared",
    "running_shared",
    "shared_state",
    "start_shared",
    "stop_shared",
]

NOTE = "browser.json"
LOG = "cdpwebai-browser.log"
PROFILE = "default"
"""The named profile that it runs on unless told otherwise."""

AGAIN = 0.1
"""Seconds between two looks for a browser that another run starts."""

CLOSE_SECONDS = 5.0
ANSWER_SECONDS = 3.0


@dataclass(frozen=True)
class SharedBrowser:
    """``address`` is its WebSocket, ``pid`` and ``started`` tell its process from any later one."""

    address: str
    pid: int
    started: str
    profile: str
    headless: bool

    @property
    def key(self) -> ProcessKey:
        """The process, for good."""
        return ProcessKey(self.pid, self.started)


@dataclass(frozen=True)
class SharedState:
    """Whether there is one. ``state``: "running", "unresponsive" (the process runs and does not answer) or "none"."""

    state: str
    browser: SharedBrowser | None = None
    reason: str = ""


async def shared_state() -> SharedState:
    """Look for the shared browser, and believe the note only where process and browser agree with it."""
    browser = _read(home_path() / NOTE)
    if browser is None:
        return SharedState("none", reason="it was not started, or was stopped")
    if not is_running(browser.key):
        return SharedState("none", reason=f"its process, pid {browser.pid}, has ended")
    try:
        version = await fetch_version(_http(browser.address), timeout=ANSWER_SECONDS)
    except Unreachable as error:
        return SharedState("unresponsive", browser, error.message)
    if version.websocket_url != browser.address:
        return SharedState("unresponsive", browser, f"another browser, {version.browser}, answers at its port")
    return SharedState("running", browser)


async def start_shared(
    *,
    executable: Path | None = None,
    profile: str | Path = PROFILE,
    headless: bool = False,
    args: Sequence[str] = (),
    timeout: float = 30.0,
) -> SharedBrowser:
    """Start the shared browser and leave it running. Parameters and errors are those of ``launch``.

    Raises BrowserInUse as well when there is one already, or when another run is about to start it.
    """
    plan = plan_launch(executable, profile, headless, False, args)
    assert plan.profile is not None
    found = await shared_state()
    if found.browser is not None:
        raise BrowserInUse(
            f"The shared browser runs already, pid {found.browser.pid}. Use it, or stop it first.",
            evidence={"pid": found.browser.pid},
        )
    await trio.to_thread.run_sync(partial(claim_free, plan.profile, shared=True))
    with last_resort(partial(_abandon, plan.profile.path)):
        try:
            return await _start(plan, plan.profile, timeout)
        finally:
            release(plan.profile.path)  # from here on it belongs to no run, and outlives this one


async def running_shared() -> SharedBrowser | None:
    """The shared browser, None when there is none. Raises Unreachable for one that does not answer."""
    found = await shared_state()
    if found.state == "unresponsive":
        raise Unreachable(
            f"the shared browser does not answer ({found.reason}); stop it with browser stop, or name another"
        )
    return found.browser


async def have_shared(*, headless: bool = False, timeout: float = 30.0) -> SharedBrowser:
    """The shared browser, started when there is none; of many runs that ask at once, one starts it.

    ``headless`` is for one that has to be started. ``timeout`` in seconds, until it is there. Raises what
    ``running_shared`` and ``start_shared`` raise.
    """
    deadline = trio.current_time() + timeout
    while True:
        browser = await running_shared()
        if browser is not None:
            return browser
        try:
            return await start_shared(headless=headless, timeout=max(deadline - trio.current_time(), AGAIN))
        except BrowserInUse as error:
            if trio.current_time() >= deadline or not await _is_coming(error):
                raise
        await trio.sleep(AGAIN)


async def _is_coming(refusal: BrowserInUse) -> bool:
    """Whether it was refused for another run's start: one that is on its way, or was done just now."""
    return bool(refusal.evidence.get("startsShared")) or (await shared_state()).browser is not None


async def _start(plan: Plan, profile: Profile, timeout: float) -> SharedBrowser:
    """Start it, and note where it is as soon as it listens: one that nobody could find again is ended."""
    log = profile.path / LOG
    warn_of_no_sandbox(plan)
    process = _spawn(plan.command(profile), environment(os.environ, profile.path), log)
    try:
        note_browser(profile.path, process.pid)  # for the next run, should this one be killed
        address = await _wait_listening(process, log, timeout)
        browser = SharedBrowser(address, process.pid, process.started, str(profile.path), plan.headless)
        with told_as_input(f"{home_path() / NOTE} cannot be written"):
            write_private(home_folder() / NOTE, json.dumps(asdict(browser)))
    except BaseException:
        kill_group(process.pid)
        wait_group_gone(process.pid)
        _reap(process.pid)
        raise
    return browser


def _abandon(profile: Path) -> None:
    """End what runs on a profile that we have claimed and give it back; no signal comes before it can be found."""
    reap(profile, users_of_profile(profile))
    release(profile)


async def stop_shared() -> SharedBrowser | None:
    """Stop the shared browser: asked, then SIGTERM, then SIGKILL. Returns it, or None when there was none."""
    found = await shared_state()
    browser = found.browser
    if browser is not None:
        if found.state == "running":
            await _ask_to_close(browser)
        await trio.to_thread.run_sync(_end, browser.key)
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        (home_path() / NOTE).unlink()
    return browser


def _read(file: Path) -> SharedBrowser | None:
    """The note; None without one, and for one that cannot be read: what cannot be believed is as good as none."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        return SharedBrowser(
            str(told["address"]), int(told["pid"]), str(told["started"]), str(told["profile"]), bool(told["headless"])
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _http(address: str) -> str:
    return "http://" + address.removeprefix("ws://").partition("/")[0]


def _spawn(command: list[str], environ: dict[str, str], log: Path) -> ProcessKey:
    """Start it in a session of its own, with its output in a file: no pipe of ours that would break when we end."""
    if sys.platform == "win32":
        raise InputError(
            "A shared browser is started on Linux and macOS only; on Windows start one by hand and attach."
        )
    write_private(log, "")
    files = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(log), os.O_WRONLY | os.O_APPEND, 0),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    try:
        pid = os.posix_spawn(command[0], command, environ, file_actions=files, setsid=True)
    except OSError as error:
        raise BrowserLaunchFailed(f"{command[0]} cannot be started: {error.strerror or error}.") from error
    return identify(pid) or ProcessKey(pid, "")


async def _wait_listening(process: ProcessKey, log: Path, timeout: float) -> str:
    with trio.move_on_after(timeout):
        while is_running(process):
            said = _said(log)
            if said.address is not None:
                return said.address
            await trio.sleep(0.02)
    how = f"was not ready within {timeout:g} s" if is_running(process) else "ended before it was ready"
    tail = _said(log).tail
    raise BrowserLaunchFailed(f"The shared browser {how}. " + (f"It said:\n{tail}" if tail else "It said nothing."))


def _said(log: Path) -> Stderr:
    said = Stderr()
    said.feed(log.read_bytes()[: TAIL_BYTES * 16])
    return said


async def _ask_to_close(browser: SharedBrowser) -> None:
    with trio.move_on_after(ANSWER_SECONDS), contextlib.suppress(CdpError):
        transport = await connect_websocket(browser.address, timeout=ANSWER_SECONDS)
        async with open_connection(transport, name="shared") as connection:
            await connection.root.call(browser_domain.Close())
        await trio.to_thread.run_sync(wait_ended, browser.key, CLOSE_SECONDS)


def _end(key: ProcessKey) -> None:
    """End it and its helpers; it leads their group."""
    if is_running(key):
        signal_group(key.pid, signal.SIGTERM)
        wait_ended(key, TERM_SECONDS)
    if group_members(key.pid):  # helpers end a little after the browser, unless they hang
        signal_group(key.pid, KILL)
        wait_group_gone(key.pid)
    _reap(key.pid)


def _reap(pid: int) -> None:
    """Take the exit status, should it be our own child; else it stays in the process table until we end."""
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
