"""A browser: launched by us and ended with the block, or joined where it runs and left running.

Row 3. Below it a connection; above it ``page.Tab``. It lists tabs and opens sessions on them. There is no current tab:
every session is bound to its target, whatever a person or another program brings to the front.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import trio

from cdpwebai.browser.attach import connect_endpoint
from cdpwebai.browser.launch import launch_failure, launched, plan_launch
from cdpwebai.browser.process import BrowserProcess
from cdpwebai.cdp import Connection, ConnectionStatistics, Session, open_connection
from cdpwebai.cdp.domains import browser as browser_domain
from cdpwebai.cdp.domains import emulation, inspector, target
from cdpwebai.errors import CallTimeout, CdpError, Gone
from cdpwebai.transport.base import Transport

__all__ = [
    "ASK_LIMIT",
    "CLOSE_SECONDS",
    "Browser",
    "BrowserStatistics",
    "TabInfo",
    "Tap",
    "ask_to_close",
    "attach",
    "launch",
]

CLOSE_SECONDS = 3.0
"""How long a browser may take to end after ``Browser.close``, before it is told by signal; Chromium 156 takes 0.1 s."""

UNDO_SECONDS = 1.0

ASK_LIMIT = 10.0
"""Seconds for a question to the browser itself, where the caller says nothing else."""

Tap = Callable[[Transport], Transport]
"""Puts something between us and the browser: a recorder, a fault."""


@dataclass(frozen=True)
class TabInfo:
    """One tab, as the browser lists it. ``type`` is the protocol's word, "page"."""

    target_id: str
    url: str
    title: str
    type: str


@dataclass(frozen=True)
class BrowserStatistics:
    """A moment of a browser: its connection, and its process when we launched it (``exit``: "" while it runs)."""

    connection: ConnectionStatistics
    pid: int | None
    exit: str


class Browser:
    """Made by ``launch`` and ``attach``. ``process`` is None for a browser that was joined: it is not ours to end.

    ``endpoint`` is where a joined one was found, "" for one that ends with us.
    """

    def __init__(self, connection: Connection, process: BrowserProcess | None = None, endpoint: str = "") -> None:
        self.connection = connection
        self.process = process
        self.endpoint = endpoint

    def __repr__(self) -> str:
        return f"<Browser {self.process or 'attached'} {self.connection!r}>"

    def statistics(self) -> BrowserStatistics:
        """What its connection has done, and whether its process still runs."""
        process = self.process
        return BrowserStatistics(
            connection=self.connection.statistics(),
            pid=process.pid if process else None,
            exit=process.describe_exit() if process else "",
        )

    async def version(self, *, timeout: float = ASK_LIMIT) -> browser_domain.GetVersionResult:
        """Product, revision, protocol, user agent. Raises what ``Session.call`` raises, CallTimeout after ``timeout``
        seconds."""
        return await self.connection.root.call(browser_domain.GetVersion(), within=timeout)

    async def tabs(self, *, timeout: float = ASK_LIMIT) -> list[TabInfo]:
        """Its tabs, whoever opened them; frames, workers and extensions are none. Raises as ``version``."""
        found = await self.connection.root.call(target.GetTargets(), within=timeout)
        return [
            TabInfo(info.target_id, info.url, info.title, info.type)
            for info in found.target_infos
            if info.type == "page"
        ]

    async def new_session(
        self, url: str = "about:blank", *, background: bool = False, context_id: str | None = None
    ) -> Session:
        """Open a tab and attach to it. ``url`` starts to load and is not waited for.

        ``background``: the tab in front stays there. ``context_id``: a browser context with cookies of its own. When
        attaching fails or is cancelled, the tab is closed again.
        """
        command = target.CreateTarget(url=url, background=background, browser_context_id=context_id)
        made = await self.connection.root.call(command)
        try:
            return await self.attach_tab(made.target_id)
        except BaseException:
            with trio.CancelScope(shield=True), contextlib.suppress(CdpError):
                await self.connection.root.call(target.CloseTarget(target_id=made.target_id), within=UNDO_SECONDS)
            raise

    async def attach_tab(self, target_id: str) -> Session:
        """Attach to a tab that is there. Each session makes its tab believe that it has the focus.

        Without that, Chromium slows a hidden tab's timers down to one a second and stops its frames. The belief ends
        with the session, so a re-attach sets it anew. Raises ProtocolError when there is no such tab.
        """
        session = await self.connection.attach(target_id)
        await session.call(emulation.SetFocusEmulationEnabled(enabled=True))
        return session

    async def join_tab(self, target_id: str) -> Session:
        """As ``attach_tab``, to a tab that may have crashed before: such a one answers nothing but that question.

        Raises TargetCrashed then.
        """
        session = await self.connection.attach(target_id)
        await session.call(inspector.Enable())
        await session.call(emulation.SetFocusEmulationEnabled(enabled=True))
        return session

    async def close_tab(self, target_id: str) -> None:
        """Close a tab without asking it; it may be listed for a moment yet. Raises ProtocolError when there is none."""
        await self.connection.root.call(target.CloseTarget(target_id=target_id))


@asynccontextmanager
async def launch(
    *,
    executable: Path | None = None,
    profile: str | Path | None = None,
    headless: bool = True,
    pipe: bool = True,
    args: Sequence[str] = (),
    timeout: float = 30.0,
    tap: Tap | None = None,
) -> AsyncGenerator[Browser, None]:
    """Start a browser of our own for the block; it is ready when the block begins and gone when it has ended.

    ``executable``: else the one that ``find_browser`` finds. ``profile``: None for a fresh one that is removed in the
    end, a name for one that is kept in the home folder, or a folder. ``pipe``: no port is opened; else a port of the
    system's choice on loopback. ``timeout`` in seconds, until it is ready. It ends, its children included, however the
    block is left: first it is asked, then SIGTERM, then SIGKILL. ``tap`` goes between us and it, to record or to break.

    Raises InputError, BrowserNotFound, DisplayMissing and BrowserInUse before anything is started, and
    BrowserLaunchFailed, with the browser's own words, when it goes away or is not ready in time.
    """
    plan = plan_launch(executable, profile, headless, pipe, args)
    deadline = trio.current_time() + timeout
    async with launched(plan, timeout) as (process, transport):
        async with open_connection(tap(transport) if tap else transport, name=process.name) as connection:
            try:
                await connection.root.call(browser_domain.GetVersion(), within=deadline - trio.current_time())
            except (Gone, CallTimeout) as error:
                raise await launch_failure(process, timeout) from error
            process.ready = True
            try:
                yield Browser(connection, process)
            finally:
                await _ask_to_close(connection, process)


async def _ask_to_close(connection: Connection, process: BrowserProcess) -> None:
    if trio.current_effective_deadline() == -math.inf:
        return  # we are cancelled, and so is the task that would write it; the end of the pipe and SIGTERM ask as well
    with trio.CancelScope(shield=True), trio.move_on_after(CLOSE_SECONDS):
        await ask_to_close(connection)
        await process.wait()


async def ask_to_close(connection: Connection) -> None:
    """Ask a browser to end; one that is gone has ended. It may take a moment after its answer."""
    with contextlib.suppress(CdpError):
        await connection.root.call(browser_domain.Close(), within=CLOSE_SECONDS)


@asynccontextmanager
async def attach(
    endpoint: str, *, headers: Mapping[str, str] | None = None, timeout: float = 30.0, tap: Tap | None = None
) -> AsyncGenerator[Browser, None]:
    """Join a browser that runs elsewhere for the block. It goes on running after it, with the tabs that were opened.

    ``endpoint``: ``http://``, ``https://``, ``ws://``, ``wss://``, a bare port, or the folder of the profile that the
    browser runs on. ``headers`` go with the hand-shake. ``timeout`` in seconds, until it has answered. ``tap`` as
    in ``launch``. Raises InputError for an endpoint that is none of these, Unreachable when no browser answers there.
    """
    transport = await connect_endpoint(endpoint, headers=headers, timeout=timeout)
    async with open_connection(tap(transport) if tap else transport, name=endpoint) as connection:
        yield Browser(connection, endpoint=endpoint)
