"""What a page copies when one of its buttons is pressed, without the system's clipboard.

Row 4. The one act outside our isolated world: for as long as it takes, ``js/_copied.js`` stands in for the page's own
clipboard functions and puts them back itself. The press is a trusted one, as ``click`` makes it.
"""

from __future__ import annotations

import trio

from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import ActRefused, CallTimeout, PageError
from cdpwebai.page.acting import Aim
from cdpwebai.page.click import click
from cdpwebai.page.hover import hover
from cdpwebai.page.library import page_script
from cdpwebai.page.view import View
from cdpwebai.verdict import Known, Reason, Unknown

__all__ = ["COPY_LIMIT", "copied"]

COPY_LIMIT = 3.0
"""Seconds for finding the button, pressing it, and the page's writing."""


class _Catch:
    """Waits in the page for what is copied; ``done`` when it came, or never will."""

    def __init__(self) -> None:
        self.done = trio.Event()
        self.answer: Known[str] | Unknown = Unknown(Reason.DEADLINE, "the copy button wrote nothing")

    async def run(self, view: View, limit: float) -> None:
        try:
            text = await view.call_function(page_script("_copied"), round(limit * 1000), timeout=limit + 1)
            if isinstance(text, str):
                self.answer = Known(text)
        except (CallTimeout, PageError) as error:
            self.answer = Unknown(Reason.THREW, error.message)
        self.done.set()


async def copied(view: View, aim: Aim, *, limit: float = COPY_LIMIT) -> Known[str] | Unknown:
    """Press a copy button and return what it copies, within ``limit`` seconds. Unknown when nothing was caught.

    Raises ``Gone``.
    """
    catch = _Catch()
    async with background_tasks() as nursery:
        nursery.start_soon(catch.run, view, limit)
        try:
            await hover(
                view, aim, timeout=limit
            )  # some show themselves only while the mouse is over what they stand in
            await click(view, aim, timeout=limit)
        except ActRefused as error:
            return Unknown(Reason.NO_ANCHOR, error.message)
        except CallTimeout as error:
            return Unknown(Reason.DEADLINE, error.message)
        with trio.move_on_after(limit):
            await catch.done.wait()
    return catch.answer
