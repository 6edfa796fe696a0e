"""Making the answer of what was proven: the driver. Long pages are converted off the event loop.

Row 6. A page that says finished is converted while its window passes, so that the answer is there when it is proven.
``answers`` makes the Markdown. Where the page's own offsets contradict what was rebuilt, or nothing tells the language
of a code block, the site's copy button is asked for better; a copy that does not say what the page shows is left alone.
"""

from __future__ import annotations

from functools import partial

import msgspec
import trio

from cdpwebai.cdp.blocking import run_blocking
from cdpwebai.flows.agreement import agrees
from cdpwebai.flows.answers import Made, answer_of
from cdpwebai.flows.poll import Finished
from cdpwebai.providers.chat import Message
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Known

__all__ = ["Converter", "capture"]

LONG = 20_000
"""Characters of HTML that are converted in a moment too short for a thread (20 ms, Chromium 156's page of the demo)."""


class Converter:
    """Makes answers, long ones ahead of their proof. Its tasks belong to the nursery."""

    def __init__(self, page: ChatPage, nursery: trio.Nursery) -> None:
        self._page = page
        self._nursery = nursery
        self._ahead: tuple[Message, ...] = ()
        self._ready = trio.Event()
        self._made: Made | None = None

    def ahead(self, messages: tuple[Message, ...]) -> None:
        """What the page shows as finished, and what may yet prove to be the answer."""
        if messages == self._ahead or not _is_long(messages):
            return
        self._ahead, self._ready = messages, trio.Event()
        self._nursery.start_soon(self._convert, messages, self._ready)

    async def _convert(self, messages: tuple[Message, ...], ready: trio.Event) -> None:
        made = await run_blocking(partial(answer_of, self._page.provider, Finished(messages)))
        if messages == self._ahead:
            self._made = made
        ready.set()

    async def made(self, finished: Finished) -> Made:
        """The answer of what was proven."""
        if finished == Finished(self._ahead):
            await self._ready.wait()
            if self._made is not None:
                return self._made
        job = partial(answer_of, self._page.provider, finished)
        return await run_blocking(job) if _is_long(finished.messages) else job()


async def capture(page: ChatPage, finished: Finished, converter: Converter) -> Made:
    """The answer, and the codes of what should be known of it. Raises ``Gone``."""
    made = await converter.made(finished)
    if not made.doubted:
        return made
    match await page.copy(made.answer.message_id):
        case Known(text) if agrees(text, made.answer.text):
            return Made(msgspec.structs.replace(made.answer, markdown=text, source="copy", exactness="exact"))
        case _:
            return made


def _is_long(messages: tuple[Message, ...]) -> bool:
    return sum(len(message.html) for message in messages) > LONG
