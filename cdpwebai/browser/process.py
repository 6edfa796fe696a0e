"""One browser process of ours: started in a group of its own, listened to, and ended together with its children.

Row 3. It knows nothing of the protocol; ``launch`` joins it to a connection. Every way out of ``running`` ends the
whole group: leaving the block, an exception, a cancellation. ``last_resort`` covers the ways that skip it, a signal
that ends the interpreter; and after a SIGKILL of ours the browser sees its pipe end and closes by itself (Chromium 156:
in 0.1 s).
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager

import trio

from cdpwebai.browser.last_resort import last_resort
from cdpwebai.browser.processes import KILL, signal_group, wait_group_gone
from cdpwebai.browser.stderr import Stderr
from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import BrowserLaunchFailed

__all__ = ["TERM_SECONDS", "BrowserProcess", "onto_3_and_4", "running"]

TERM_SECONDS = 2.0
"""How long a browser may take to end after SIGTERM; Chromium 156 takes 0.1 s."""

STARTING_TERM_SECONDS = 0.2
"""The same for one that never became ready: it has nothing to save, and whoever gave it up is waiting."""

MOVE = 'exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>&2'
"""Chromium reads commands from descriptor 3 and writes to 4, but the numbers that a pipe gets here are anybody's guess.
So the pipes are given as stdin and stdout, and a shell, which then becomes the browser, moves them. Neither a hook
between fork and exec (unsafe beside threads) nor the parent's own 3 and 4 (others' property) is touched, and it works
in the smallest shell, which takes one digit only."""


class BrowserProcess:
    """A running browser. ``pid`` leads its process group; ``ready`` is set by who has heard it answer."""

    def __init__(self, process: trio.Process, command: Sequence[str]) -> None:
        self.command = tuple(command)
        self.pid = process.pid
        self.ready = False
        self._process = process
        self._stderr = Stderr()
        self._listening = trio.Event()
        self._silent = trio.Event()
        self._killed = False

    def __repr__(self) -> str:
        return f"<BrowserProcess {self.pid} {self.name}: {self.describe_exit() or 'running'}>"

    @property
    def name(self) -> str:
        """The executable's path."""
        return self.command[self.command.index(MOVE) + 1] if MOVE in self.command else self.command[0]

    @property
    def returncode(self) -> int | None:
        """The exit status, negative the signal that ended it, None while it runs."""
        return self._process.returncode

    @property
    def said(self) -> str:
        """The last of what it wrote to stderr."""
        return self._stderr.tail

    def describe_exit(self) -> str:
        """ "exited with status 21" or "was ended by SIGKILL"; "" while it runs."""
        code = self._process.poll()
        if code is None:
            return ""
        return f"exited with status {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"

    async def wait(self) -> int:
        """Wait for its end; returns the exit status. The children may outlive it by a moment."""
        return await self._process.wait()

    async def wait_listening(self) -> str | None:
        """Wait until it names the address that it listens at; None when it stops talking without having done so."""
        await self._listening.wait()
        return self._stderr.address

    async def wait_silent(self) -> None:
        """Wait until nobody holds its stderr any more, so that ``said`` is all there will be."""
        await self._silent.wait()

    async def listen(self) -> None:
        """The task that reads its stderr; without it the browser would stop at a full pipe."""
        assert self._process.stderr is not None
        try:
            async for piece in self._process.stderr:
                self._stderr.feed(piece)
                if self._stderr.address is not None:
                    self._listening.set()
        finally:
            self._listening.set()
            self._silent.set()

    async def watch(self) -> None:
        """The task that ends the children as soon as the browser itself has ended, however it did."""
        await self.wait()
        self.kill()

    @property
    def term_seconds(self) -> float:
        """How long it gets between SIGTERM and SIGKILL."""
        return TERM_SECONDS if self.ready else STARTING_TERM_SECONDS

    async def end(self) -> None:
        """SIGTERM, and a little later SIGKILL, to the whole group; returns when none of it runs."""
        try:
            if self.returncode is None:
                signal_group(self.pid, signal.SIGTERM)
            with trio.move_on_after(self.term_seconds):
                await self.wait()
        finally:
            self.kill()
        await self.wait()
        await trio.to_thread.run_sync(wait_group_gone, self.pid)

    def end_now(self) -> None:
        """The same without a scheduler, for an interpreter that is going away."""
        if self._process.poll() is None:
            signal_group(self.pid, signal.SIGTERM)
            end = time.monotonic() + self.term_seconds
            while self._process.poll() is None and time.monotonic() < end:
                time.sleep(0.01)
        self.kill()
        wait_group_gone(self.pid)

    def kill(self) -> None:
        """SIGKILL to the whole group, at once and without waiting. Only once: later the number may be another's."""
        if not self._killed:
            self._killed = True
            signal_group(self.pid, KILL)


@asynccontextmanager
async def running(
    command: Sequence[str], *, stdin: int, stdout: int, environment: Mapping[str, str] | None = None
) -> AsyncGenerator[BrowserProcess, None]:
    """Start a browser and end it, children included, with the block.

    ``stdin`` and ``stdout`` are descriptors, given away to it and closed on this side, or ``subprocess.DEVNULL``.
    ``environment``: None for our own.
    Raises BrowserLaunchFailed when the executable cannot be run at all.
    """
    async with background_tasks() as nursery:
        process = await _start(command, stdin, stdout, environment)
        with last_resort(process.end_now):
            nursery.start_soon(process.listen)
            nursery.start_soon(process.watch)
            try:
                yield process
            finally:
                with trio.CancelScope(shield=True):
                    await process.end()


@trio.lowlevel.enable_ki_protection  # a Ctrl-C between the start and the handle would leave nobody to end it
async def _start(
    command: Sequence[str], stdin: int, stdout: int, environment: Mapping[str, str] | None
) -> BrowserProcess:
    try:
        process = await trio.lowlevel.open_process(
            command, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, start_new_session=True, env=environment
        )
    except OSError as error:
        raise BrowserLaunchFailed(f"{command[0]} cannot be started: {error.strerror or error}.") from error
    finally:
        for descriptor in {stdin, stdout} - {subprocess.DEVNULL}:
            os.close(descriptor)
    return BrowserProcess(process, command)


def onto_3_and_4(command: Sequence[str]) -> list[str]:
    """The command with its stdin and stdout moved to the descriptors where Chromium wants its pipe."""
    return ["/bin/sh", "-c", MOVE, *command]
