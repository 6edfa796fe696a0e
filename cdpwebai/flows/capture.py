"""Making the answer of what was proven: the driver. Long pages are converted off the event loop.

Row 6. ``answers`` makes the Markdown. Where the page's own offsets contradict what was rebuilt, the site's copy button
is asked for better; a copy that does not say what the page shows is left alone.
"""

from __future__ import annotations

from functools import partial

import msgspec

from cdpwebai.cdp.blocking import run_blocking
from cdpwebai.flows.agreement import agrees
from cdpwebai.flows.answers import Made, answer_of
from cdpwebai.flows.poll import Finished
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Known

__all__ = ["capture"]

LONG = 20_000
"""Characters of HTML that are converted in a moment too short for a thread (20 ms, Chromium 156's page of the demo)."""


async def capture(page: ChatPage, finished: Finished) -> Made:
    """The answer, and the codes of what should be known of it. Raises ``Gone``."""
    made = await _made(page, finished)
    if not made.doubted:
        return made
    match await page.copy(made.answer.message_id):
        case Known(text) if agrees(text, made.answer.text):
            return Made(msgspec.structs.replace(made.answer, markdown=text, source="copy", exactness="exact"))
        case _:
            return made


async def _made(page: ChatPage, finished: Finished) -> Made:
    job = partial(answer_of, page.provider, finished)
    long = sum(len(message.html) for message in finished.messages) > LONG
    return await run_blocking(job) if long else job()
