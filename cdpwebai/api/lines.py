"""The line to a conversation's page: its browser and its tab, held in the background and reached anew when it is cut.

Row 7. Below it ``browsers`` and ``tabs``; above it ``chat`` and ``sessions``, which say what they come back to. Which
tab that is was decided by ``flows.plan_resume``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

import trio

from cdpwebai.api.browsers import Where, open_browser
from cdpwebai.api.tabs import Browser
from cdpwebai.browser.ended import has_ended
from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import CallError, CdpWebAIError, Gone, ProviderError, TargetClosed, TargetCrashed, Unreachable
from cdpwebai.flows.plan_resume import Lost, OpenNew, UseTab
from cdpwebai.flows.retold import gone_while
from cdpwebai.page.tab import Tab
from cdpwebai.providers.chat import Provider
from cdpwebai.providers.chat_page import ChatPage

__all__ = ["AGAIN_SECONDS", "Line", "Reached", "Way", "open_line", "same_tab"]

AGAIN_SECONDS = 10.0
"""For so long a browser is tried again to which the line was cut."""

PAUSE = 0.5
"""Seconds between two tries."""

CLOSE_SECONDS = 3.0
"""How long the end of a block waits for its page to be given up."""

Way = Callable[[Sequence[tuple[str, str]]], UseTab | OpenNew | Lost]
"""From the browser's tabs (target id, address) to what is to be opened."""


@dataclass(frozen=True)
class Reached:
    """The page, and where its browser was found ("" for one that ends with us)."""

    page: ChatPage
    endpoint: str


@asynccontextmanager
async def open_line(
    site: Provider, keep: Callable[[], bool] = lambda: False, page: type[ChatPage] = ChatPage
) -> AsyncGenerator[Line, None]:
    """A line for the block, to no page yet.

    ``keep``: whether a tab that is given up is left open in the browser; one that is not ours always is. ``page``: what
    it is held as.
    """
    async with background_tasks() as nursery:
        line = Line(nursery, site, keep, page)
        try:
            yield line
        finally:
            await line.close()


class Line:
    """One page at a time. Made by ``open_line``."""

    def __init__(self, nursery: trio.Nursery, site: Provider, keep: Callable[[], bool], page: type[ChatPage]) -> None:
        self._page = page
        self._nursery = nursery
        self._site = site
        self._keep = keep
        self._given_up = trio.Event()
        self._ended = trio.Event()
        self._ended.set()

    async def open(self, where: Where, way: Way, *, ours: bool = False) -> Reached:
        """Give up the page that there was, and hold the one that ``way`` chooses. ``ours``: also one that is there.

        Raises ProviderError for one that is lost, and what ``open_browser``, ``Browser.tab`` and ``new_tab`` raise.
        """
        self._given_up.set()
        self._given_up, self._ended = trio.Event(), trio.Event()
        hold = partial(self._hold, self._given_up, self._ended, where, way, ours=ours)
        reached: Reached = await self._nursery.start(hold)
        return reached

    async def close(self) -> None:
        """Give the page up, and its tab where that is to be closed."""
        self._given_up.set()
        with trio.move_on_after(CLOSE_SECONDS):
            await self._ended.wait()

    async def again(self, where: Where, way: Way, lost: Gone, *, ours: bool = False) -> Reached:
        """As ``open`` after the line was cut, tried for AGAIN_SECONDS, or until the browser is seen to have ended.

        Raises ``lost`` then, whatever the new line failed by: that is told with it, and in its evidence as "again".
        """
        end = trio.current_time() + AGAIN_SECONDS
        while True:
            try:
                return await self.open(replace(where, record=None), way, ours=ours)
            except (TargetClosed, TargetCrashed):
                raise
            except (Unreachable, CallError) as error:
                if trio.current_time() >= end or await has_ended(where.cdp):
                    raise _no_way_back(lost, error) from error
            await trio.sleep(PAUSE)

    async def _hold(
        self,
        given_up: trio.Event,
        ended: trio.Event,
        where: Where,
        way: Way,
        *,
        ours: bool,
        task_status: trio.TaskStatus[Reached],
    ) -> None:
        try:
            async with open_browser(where) as inner:
                browser = Browser(inner)
                chosen = way([(tab.target_id, tab.url) for tab in await browser.tabs()])
                async with self._tab(browser, chosen, ours=ours) as tab:
                    task_status.started(Reached(self._page(tab, self._site), inner.endpoint))
                    await given_up.wait()
        finally:
            ended.set()

    def _tab(
        self, browser: Browser, chosen: UseTab | OpenNew | Lost, *, ours: bool
    ) -> AbstractAsyncContextManager[Tab]:
        library = self._site.library
        match chosen:
            case UseTab(target_id):
                return browser.tab(target_id, library=library, keep=self._keep if ours else lambda: True)
            case OpenNew(url):
                return browser.new_tab(url, library=library, keep=self._keep)
            case Lost(why, code, stage, hint):
                raise ProviderError(
                    why,
                    code=code,
                    stage=stage,
                    hint=hint,
                    page_may_have_changed=None,
                )


def same_tab(target_id: str) -> Way:
    """The way back to this tab and to no other; TargetClosed when the browser does not list it any more."""

    def way(tabs: Sequence[tuple[str, str]]) -> UseTab:
        if target_id not in (one for one, _ in tabs):
            raise TargetClosed("the tab was closed while its browser could not be reached", page_may_have_changed=None)
        return UseTab(target_id)

    return way


def _no_way_back(lost: Gone, error: CdpWebAIError) -> Gone:
    standing = f"the browser could not be reached again ({error.message})"
    told = gone_while(lost, standing, changed=lost.page_may_have_changed, partial=lost.partial)
    told.evidence["again"] = {"errorCode": error.error_code, "message": error.message}
    return told
