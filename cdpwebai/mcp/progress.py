"""What a client is told while a call runs: how it stands, so that it goes on waiting, and which session it is.

Row 9. Figures and our own words, no text of a page: that comes with the result, marked as what it is.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import trio

from cdpwebai.cdp.background import background_tasks
from cdpwebai.flows.plan_activity import Activity
from cdpwebai.flows.poll import Progress
from cdpwebai.records import Session

__all__ = ["EVERY", "Report", "Telling"]

EVERY = 5.0
"""Seconds between two reports at most: clients that give up a silent call do so after 30 s or more."""

WORDS: dict[Activity, str] = {"strong": "answering", "weak": "thinking", "none": "settling", "unknown": "cannot tell"}

Report = Callable[[float, str], Awaitable[None]]
"""Seconds since the call began, and what is done."""


class Telling:
    """What is told of one call: its newest word, at once when it is another one, and else every EVERY seconds."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._word = "begun"
        self._figures = ""
        self._news = trio.Event()

    def waiting(self, word: str) -> None:
        """What is waited for before a prompt may be sent."""
        self._say(word)

    def session(self, session: Session) -> None:
        """Which session it is: told before the prompt is sent, so that a client which gives up can come back."""
        self._say(f"session {session.id}: {session.status}")

    def progress(self, progress: Progress) -> None:
        """How the answer stands."""
        self._figures = f", {len(progress.text)} characters"
        self._say(WORDS[progress.activity])

    def _say(self, word: str) -> None:
        if word != self._word:
            self._word = word
            self._news.set()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None, None]:
        """Report for the block."""
        async with background_tasks() as nursery:
            nursery.start_soon(self._run)
            yield

    async def _run(self) -> None:
        began = trio.current_time()
        while True:
            with trio.move_on_after(EVERY):
                await self._news.wait()
            self._news = trio.Event()
            await self._report(trio.current_time() - began, self._word + self._figures)
