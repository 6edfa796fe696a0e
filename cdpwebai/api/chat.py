"""Asking a chat site: open its page, send once, wait for the proof, return Markdown.

Row 7. It joins a tab with a provider and runs the flows; no decision about the page is made here.
"""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import trio

from cdpwebai.api.browsers import Where, open_browser
from cdpwebai.api.tabs import Browser
from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import CdpWebAIError, InputError, NotFinished, ProviderError, SubmissionUnknown
from cdpwebai.flows.answers import answer_of
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_poll import PollState, reserve_of
from cdpwebai.flows.poll import Polling, Progress
from cdpwebai.flows.send import Sending
from cdpwebai.flows.text import is_blank
from cdpwebai.providers import is_at_home, provider
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Answer, QueryResult

__all__ = ["ASK_SECONDS", "Chat", "Part", "check_question", "open_chat", "open_site"]

ASK_SECONDS = 600.0
"""How long to wait for an answer, where the caller says nothing else."""


class Part(msgspec.Struct, frozen=True):
    """Provisional text of an answer that is still growing; never to be taken for the answer."""

    text: str
    seconds: float


class Chat:
    """One conversation's tab. Made by ``open_chat``."""

    def __init__(self, page: ChatPage, nursery: trio.Nursery) -> None:
        self.page = page
        self._nursery = nursery

    @property
    def url(self) -> str:
        """Where the tab is now."""
        return self.page.tab.url

    async def ask(self, prompt: str, *, timeout: float = ASK_SECONDS) -> Answer:
        """Send the prompt once and return its answer when it is proven complete, within ``timeout`` seconds.

        Raises:
            InputError: the prompt is empty, or the time is none; nothing was touched.
            ProviderError: nothing was sent, and why (``error_code``).
            SubmissionUnknown: it cannot be told whether it was sent; it is never sent again from here.
            NotFinished: it was sent, and its answer was not complete in time; ``partial`` is what could be read.
            Gone: the tab, the browser or the connection is no longer there.
        """
        return (await self.query(prompt, timeout=timeout)).answer

    async def query(
        self, prompt: str, *, timeout: float = ASK_SECONDS, tell: Callable[[Progress], None] = lambda _: None
    ) -> QueryResult:
        """As ``ask``, with everything that the command line tells. ``tell`` is called with each look at the answer."""
        check_question(prompt, timeout)
        ledger = Ledger()
        sending, polling = Sending(self.page, prompt, ledger, conversation=_is_old(self.url)), None
        with trio.move_on_after(timeout) as limit:
            self._check_place()
            sent = await sending.run()
            state = PollState(sent.turn_id, sent.message_id, sent.before, sent.conversation)
            polling = Polling(self.page, state, ledger, tell, limit.deadline - reserve_of(timeout))
            finished = await polling.run()
            return QueryResult(
                vendor=self.page.provider.name,
                url=self.url,
                answer=answer_of(self.page.provider, finished),
                observations=ledger.summary(),
                warnings=ledger.warnings(),
            )
        raise _too_late(sending, polling, timeout)

    async def stream(self, prompt: str, *, timeout: float = ASK_SECONDS) -> AsyncIterator[Part | Answer]:
        """As ``ask``: yields provisional text whenever it has grown, and the Answer last. Raises as ``ask`` does."""
        parts, received = trio.open_memory_channel[Part | Answer | CdpWebAIError](math.inf)
        scope = trio.CancelScope()
        self._nursery.start_soon(self._feed, parts, scope, prompt, timeout)
        try:
            async for part in received:
                if isinstance(part, CdpWebAIError):
                    raise part
                yield part
        finally:
            scope.cancel()

    async def _feed(
        self,
        parts: trio.MemorySendChannel[Part | Answer | CdpWebAIError],
        scope: trio.CancelScope,
        prompt: str,
        timeout: float,
    ) -> None:
        told = ""

        def tell(progress: Progress) -> None:
            nonlocal told
            if progress.text != told:
                told = progress.text
                parts.send_nowait(Part(told, progress.seconds))

        with scope, parts:
            try:
                result = await self.query(prompt, timeout=timeout, tell=tell)
                parts.send_nowait(result.answer)
            except CdpWebAIError as error:
                parts.send_nowait(error)

    def _check_place(self) -> None:
        site = self.page.provider
        if not is_at_home(site, self.url):
            why = f"the tab is at {self.url}, which is none of {', '.join(site.hosts)}"
            raise ProviderError(why, code="cdp.target-mismatch", stage="preflight", hint="open-provider")


@asynccontextmanager
async def open_chat(
    vendor: str = "chatgpt", *, url: str = "", where: Where | None = None, timeout: float = 60.0
) -> AsyncGenerator[Chat, None]:
    """Open a chat of a vendor in a tab of our own for the block. The tab is closed with it, the conversation stays.

    ``url``: a conversation's address, or "" for a new one; for "demo" it is the address of a running demo site, and
    without it one is started for the block. ``where``: which browser. ``timeout`` in seconds, until the page is there.

    Raises InputError, and what ``open_browser`` and ``Tab.navigate`` raise.
    """
    place = where or Where()
    async with open_site(vendor, url) as home, open_browser(place) as browser:
        site = provider(vendor, demo_url=home)
        tabs = Browser(browser)
        async with background_tasks() as nursery, tabs.new_tab(url or site.home, library=site.library) as tab:
            yield Chat(ChatPage(tab, site), nursery)


@asynccontextmanager
async def open_site(vendor: str, url: str) -> AsyncGenerator[str, None]:
    """The address to open: the one that was given; for "demo" without one, that of a site started for the block."""
    if vendor != "demo" or url:
        yield url
        return
    from cdpwebai.demosite import load_builtin, serve

    async with serve(load_builtin("hello")) as site:
        yield site.url


def check_question(prompt: str, timeout: float) -> None:
    """Raise InputError for a question that cannot be asked; nothing was touched."""
    if is_blank(prompt):
        raise InputError("the prompt is empty; give one with --prompt, or on standard input with --prompt -")
    if not timeout > 0:
        raise InputError(f"the time limit must be more than 0 seconds, not {timeout:g}")


def _is_old(url: str) -> bool:
    return "/c/" in url


def _too_late(sending: Sending, polling: Polling | None, timeout: float) -> CdpWebAIError:
    """The deadline came: what is known of the prompt, and of its answer."""
    if polling is not None:
        partial = polling.state.partial
        said = f"{len(partial)} characters of it could be read" if partial else "nothing of it could be read"
        return NotFinished(
            f"the prompt was sent; its answer was not proven complete within {timeout:g} s ({said}); it goes on in the "
            "browser",
            partial=partial or None,
            page_may_have_changed=True,
        )
    if sending.may_be_sent:
        why = f"Send was pressed, and {timeout:g} s were over before the new message was seen"
        return SubmissionUnknown(f"{why}; look at the tab before you send the prompt again", page_may_have_changed=None)
    typed = sending.state.phase != "ready"
    standing = "it may stand in the composer" if typed else "nothing was typed"
    return NotFinished(f"the prompt was not sent within {timeout:g} s; {standing}", page_may_have_changed=typed)
