"""The browser as users of the library hold it: tabs that open, load and close with a block.

Row 7. A face over ``browser.Browser`` (sessions) and ``page.Tab`` (what a person sees), which do not know each other.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import trio

from cdpwebai.browser import browser as browsers
from cdpwebai.cdp import Connection, Session
from cdpwebai.cdp.domains.browser import GetVersionResult
from cdpwebai.errors import CallTimeout, CdpError, NavigationFailed, ProtocolError, TargetClosed
from cdpwebai.page.library import Library
from cdpwebai.page.navigate import Navigation
from cdpwebai.page.tab import Tab

__all__ = ["Browser", "attach", "launch", "require_page"]

CLOSE_SECONDS = 2.0

NO_TARGET = "No target with given id"
"""What Chromium 156 answers who attaches to a tab that is gone."""


class Browser:
    """Made by ``launch`` and ``attach``."""

    def __init__(self, inner: browsers.Browser) -> None:
        self._inner = inner

    def __repr__(self) -> str:
        return repr(self._inner)

    @property
    def connection(self) -> Connection:
        """The protocol, beneath every tab: ``connection.root.call(...)`` talks to the browser itself."""
        return self._inner.connection

    def statistics(self) -> browsers.BrowserStatistics:
        """What its connection has done, and whether its process still runs."""
        return self._inner.statistics()

    async def version(self, *, timeout: float = browsers.ASK_LIMIT) -> GetVersionResult:
        """Product, revision, protocol, user agent. Raises CallTimeout after ``timeout`` seconds, and ``Gone``."""
        return await self._inner.version(timeout=timeout)

    async def tabs(self, *, timeout: float = browsers.ASK_LIMIT) -> list[browsers.TabInfo]:
        """Its tabs, whoever opened them. Raises as ``version``."""
        return await self._inner.tabs(timeout=timeout)

    @asynccontextmanager
    async def new_tab(
        self,
        url: str = "about:blank",
        *,
        library: Library | None = None,
        timeout: float = 30.0,
        keep: Callable[[], bool] = lambda: False,
    ) -> AsyncGenerator[Tab, None]:
        """A tab of our own for the block, loaded when the block begins and closed with it, unless ``keep()`` says no.

        ``library``: the readers to install beside those that every page has. ``timeout`` in seconds, for the tab and
        its address together; a page that still loads then is left to load. Raises what
        ``Tab.navigate`` raises, NavigationFailed too when the address gives a download or nothing.
        """
        deadline = trio.current_time() + timeout
        session = await self._new_session(timeout)
        try:
            async with Tab.open(session, library=library, timeout=_left(deadline)) as tab:
                if url != "about:blank":
                    require_page(await tab.navigate(url, timeout=_left(deadline)), url)
                yield tab
        finally:
            if not keep():
                await self._close(session)

    @asynccontextmanager
    async def tab(
        self,
        target_id: str,
        *,
        library: Library | None = None,
        timeout: float = 10.0,
        keep: Callable[[], bool] = lambda: True,
    ) -> AsyncGenerator[Tab, None]:
        """Hold a tab that is there, by the id that ``tabs`` tells. It is closed afterwards only if ``keep()`` says no.

        Raises TargetClosed when there is no such tab, TargetCrashed for one that has crashed, CallTimeout when it does
        not react within ``timeout`` seconds.
        """
        deadline = trio.current_time() + timeout
        session = await self._join(target_id, timeout)
        try:
            async with Tab.open(session, library=library, timeout=_left(deadline)) as tab:
                yield tab
        finally:
            if not keep():
                await self._close(session)

    async def _new_session(self, timeout: float) -> Session:
        with trio.move_on_after(timeout):
            return await self._inner.new_session()
        raise CallTimeout(f"the browser opened no tab within {timeout:g} s", method="Target.createTarget")

    async def _join(self, target_id: str, timeout: float) -> Session:
        since = trio.current_time()
        with trio.move_on_after(timeout):
            try:
                return await self._inner.join_tab(target_id)
            except ProtocolError as error:
                if NO_TARGET not in error.message:
                    raise
                raise TargetClosed(
                    f"there is no tab {target_id} any more; a closed one is listed for a moment",
                    method="Target.attachToTarget",
                    waited=trio.current_time() - since,
                ) from error
        raise CallTimeout(
            f"the tab {target_id} did not react within {timeout:.3g} s (a busy script, or a dialog that was open "
            "before)",
            method="Target.attachToTarget",
            waited=trio.current_time() - since,
        )

    async def _close(self, session: Session) -> None:
        """Close it whatever happened in it; a browser that is gone has closed it already."""
        assert session.target_id is not None
        with trio.CancelScope(shield=True), trio.move_on_after(CLOSE_SECONDS), suppress(CdpError):
            await self._inner.close_tab(session.target_id)


def _left(deadline: float) -> float:
    return max(deadline - trio.current_time(), 0.001)


def require_page(arrived: Navigation, url: str) -> None:
    """Raise NavigationFailed for an address that gave no page to show."""
    if arrived.outcome in ("download", "no-content"):
        text = f"{url} gave no page to show ({arrived.outcome}); the tab is at {arrived.url}"
        raise NavigationFailed(text, evidence={"outcome": arrived.outcome})


@asynccontextmanager
async def launch(
    *,
    executable: Path | None = None,
    profile: str | Path | None = None,
    headless: bool = True,
    pipe: bool = True,
    args: Sequence[str] = (),
    timeout: float = 30.0,
) -> AsyncGenerator[Browser, None]:
    """Start a browser of our own for the block, over a pipe unless told otherwise; it is gone when the block has ended.

    ``profile``: None for a fresh one that is removed in the end, a name for one that is kept, or a folder. ``timeout``
    in seconds, until it is ready. Raises InputError, BrowserNotFound, DisplayMissing and BrowserInUse before anything
    is started, and BrowserLaunchFailed, with the browser's own words, when it is not ready in time.
    """
    async with browsers.launch(
        executable=executable, profile=profile, headless=headless, pipe=pipe, args=args, timeout=timeout
    ) as inner:
        yield Browser(inner)


@asynccontextmanager
async def attach(
    endpoint: str, *, headers: Mapping[str, str] | None = None, timeout: float = 30.0
) -> AsyncGenerator[Browser, None]:
    """Join a browser that runs elsewhere for the block; it goes on running after it.

    ``endpoint``: ``http://``, ``ws://``, ``wss://``, a bare port, or the folder of the profile that it runs on.
    Raises InputError for an endpoint that is none of these, and Unreachable when no browser answers there.
    """
    async with browsers.attach(endpoint, headers=headers, timeout=timeout) as inner:
        yield Browser(inner)
