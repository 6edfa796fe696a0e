"""From what a caller asks for to a running browser with an open transport.

Row 3. It decides nothing of the protocol: ``browser.launch`` opens a connection on the transport and asks the browser
to close in the end; here the process and the profile are had and, whatever happens, given back.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import trio

from cdpwebai.browser.command_line import Machine, command_line, environment, needs_no_sandbox, refuse_our_own
from cdpwebai.browser.display import refuse_without_display
from cdpwebai.browser.find import find_browser
from cdpwebai.browser.last_resort import last_resort
from cdpwebai.browser.ownership import claim_free, note_browser, reap_leftovers, release, remove_folder
from cdpwebai.browser.process import BrowserProcess, onto_3_and_4, running
from cdpwebai.browser.processes import end_crash_handlers
from cdpwebai.browser.profile import Profile, fresh_profile, remove_singletons, resolve_profile
from cdpwebai.errors import BrowserError, BrowserInUse, BrowserLaunchFailed, InputError, Unreachable
from cdpwebai.transport.base import Transport, TransportClosed
from cdpwebai.transport.pipe import PipeTransport
from cdpwebai.transport.websocket import connect_websocket

__all__ = ["ExitTelling", "Plan", "launch_failure", "launched", "plan_launch", "this_machine", "warn_of_no_sandbox"]

log = logging.getLogger("cdpwebai.browser")

PROFILE_IN_USE = 21
"""Chromium's exit status when another one has the profile (chrome::RESULT_CODE_PROFILE_IN_USE)."""

LAST_WORDS_SECONDS = 1.0
"""How long the end of a connection and the end of its process may lie apart; they come together in a few ms."""

SMALL_SHARED_MEMORY = 256 * 1024 * 1024
"""Containers have 64 MiB of /dev/shm, and a page that needs more crashes."""


@dataclass(frozen=True)
class Plan:
    """A launch that was found possible: nothing has been started or made yet."""

    executable: Path
    profile: Profile | None
    headless: bool
    pipe: bool
    args: tuple[str, ...]
    machine: Machine

    def command(self, profile: Profile) -> list[str]:
        """The argument vector on this profile."""
        return command_line(
            self.executable,
            profile.path,
            fresh=profile.fresh,
            own=profile.own,
            headless=self.headless,
            pipe=self.pipe,
            machine=self.machine,
            args=self.args,
        )


def plan_launch(
    executable: Path | None, profile: str | Path | None, headless: bool, pipe: bool, args: Sequence[str]
) -> Plan:
    """Refuse what cannot be before anything is touched. Raises InputError, BrowserNotFound and DisplayMissing."""
    refuse_our_own(args)
    if pipe and sys.platform == "win32":
        raise InputError("A browser is launched over a pipe on Linux and macOS only; on Windows give pipe=False.")
    if not headless:
        refuse_without_display(sys.platform, os.environ)
    return Plan(
        executable=executable or find_browser(),
        profile=resolve_profile(profile),
        headless=headless,
        pipe=pipe,
        args=tuple(args),
        machine=this_machine(),
    )


def this_machine() -> Machine:
    """What the flags depend on, as it is here."""
    if not sys.platform.startswith("linux"):
        return Machine()
    return Machine(root=os.geteuid() == 0, small_shared_memory=_shared_memory() < SMALL_SHARED_MEMORY)


def _shared_memory() -> int:
    try:
        room = os.statvfs("/dev/shm")
    except OSError:
        return 0
    return room.f_bavail * room.f_frsize


def warn_of_no_sandbox(plan: Plan) -> None:
    """Say so when the plan's browser goes without its sandbox: what a page breaks out of is then nothing."""
    if needs_no_sandbox(plan.machine):
        log.warning("running as root, so the browser is started without its sandbox (--no-sandbox)")


@asynccontextmanager
async def launched(plan: Plan, timeout: float) -> AsyncGenerator[tuple[BrowserProcess, Transport], None]:
    """A started browser and the way to it while the block runs; whether it is ready, the first call will tell.

    Raises BrowserInUse and BrowserLaunchFailed.
    """
    warn_of_no_sandbox(plan)
    async with _held(plan.profile) as profile, AsyncExitStack() as stack:
        command, stdin, stdout = plan.command(profile), subprocess.DEVNULL, subprocess.DEVNULL
        transport: Transport | None = None
        if plan.pipe:
            transport, stdin, stdout = _make_pipe()
            stack.push_async_callback(_close, transport)
            command = onto_3_and_4(command)
        process = await stack.enter_async_context(
            running(command, stdin=stdin, stdout=stdout, environment=environment(os.environ, profile.path))
        )
        note_browser(profile.path, process.pid)
        if transport is None:
            transport = await _dial(process, timeout)
            stack.push_async_callback(_close, transport)
        yield process, ExitTelling(transport, process)


@asynccontextmanager
async def _held(wanted: Profile | None) -> AsyncGenerator[Profile, None]:
    """The profile, free and claimed while the block runs; a fresh one is removed with it."""
    await trio.to_thread.run_sync(reap_leftovers)
    profile = await trio.to_thread.run_sync(_take, wanted)
    with last_resort(partial(_give_back, profile)):
        try:
            yield profile
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(_give_back, profile)


def _take(wanted: Profile | None) -> Profile:
    profile = wanted or fresh_profile()
    claim_free(profile)
    return profile


def _give_back(profile: Profile) -> None:
    end_crash_handlers(profile.path)
    release(profile.path)
    if profile.fresh:
        remove_singletons(profile.path)
        remove_folder(profile.path)


def _make_pipe() -> tuple[Transport, int, int]:
    """Our end, and the two descriptors that the browser gets."""
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    return PipeTransport(ours_in, ours_out), theirs_in, theirs_out


async def _dial(process: BrowserProcess, timeout: float) -> Transport:
    with trio.move_on_after(timeout), contextlib.suppress(Unreachable):  # it went away again: told below
        address = await process.wait_listening()
        if address is not None:
            return await connect_websocket(address, timeout=timeout)
    raise await launch_failure(process, timeout)


async def _close(transport: Transport) -> None:
    with trio.CancelScope(shield=True):
        await transport.aclose()


async def launch_failure(process: BrowserProcess, timeout: float) -> BrowserError:
    """The error for a browser that went away or did not become ready in ``timeout`` seconds, with what it said."""
    with trio.move_on_after(LAST_WORDS_SECONDS):
        await process.wait_silent()
        await process.wait()  # a process falls silent a moment before it has ended
    how = process.describe_exit()
    said = f" It said:\n{process.said}" if process.said else " It said nothing on stderr."
    evidence = {"exitStatus": process.returncode, "stderr": process.said}
    if process.returncode == PROFILE_IN_USE:
        return BrowserInUse(f"The profile is in use by another browser: {process.name} {how}.{said}", evidence=evidence)
    what = f"{how} before it was ready" if how else f"was not ready within {timeout:g} s"
    return BrowserLaunchFailed(f"{process.name} {what}.{said}", evidence=evidence)


class ExitTelling:
    """The same transport, which tells at its end how the process ended: that is the reason that a caller can use."""

    def __init__(self, transport: Transport, process: BrowserProcess) -> None:
        self._transport = transport
        self._process = process

    def __repr__(self) -> str:
        return f"<{self._transport!r} of {self._process!r}>"

    async def send(self, messages: Sequence[bytes]) -> None:
        """Write all of them. Raises TransportClosed."""
        try:
            await self._transport.send(messages)
        except TransportClosed as closed:
            raise await self._told(closed) from closed

    async def receive(self) -> Sequence[bytes]:
        """Wait for at least one message. Raises TransportClosed."""
        try:
            return await self._transport.receive()
        except TransportClosed as closed:
            raise await self._told(closed) from closed

    async def aclose(self) -> None:
        """Close the transport; the process is not touched."""
        await self._transport.aclose()

    async def _told(self, closed: TransportClosed) -> TransportClosed:
        with trio.move_on_after(LAST_WORDS_SECONDS):
            await self._process.wait()
        how = self._process.describe_exit()
        return TransportClosed(f"the browser {how}", closed.code) if how else closed
