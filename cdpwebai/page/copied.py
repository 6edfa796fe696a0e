"""What a page copies when one of its buttons is pressed, without the system's clipboard.

Row 4. The one act outside our isolated world: for as long as it takes, ``js/_copied.js`` stands in for the page's own
clipboard functions and puts them back itself. The press is a trusted one, as ``click`` makes it.
"""

from __future__ import annotations

import trio

from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import ActRefused, CallError, CallTimeout, Gone, PageError
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
    """Waits in the page for what is copied; ``done`` when it came, or never will. ``gone``: because nobody is there."""

    def __init__(self) -> None:
        self.done = trio.Event()
        self.gone: Gone | None = None
        self.answer: Known[str] | Unknown = Unknown(Reason.DEADLINE, "the copy button wrote nothing")

    async def run(self, view: View, limit: float) -> None:
        try:
            text = await view.call_function(page_script("_copied"), round(limit * 1000), timeout=limit + 1)
            if isinstance(text, str):
                self.answer = Known(text)
        except Gone as gone:
            self.gone = gone
        except (CallError, PageError) as error:
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
            await hover(view, aim, timeout=limit)  # some show themselves only under the mouse
            await click(view, aim, timeout=limit)
        except ActRefused as error:
            return Unknown(Reason.NO_ANCHOR, error.message)
        except Gone:
            raise
        except CallError as error:
            reason = Reason.DEADLINE if isinstance(error, CallTimeout) else Reason.THREW
            return Unknown(reason, error.message)
        with trio.move_on_after(limit):
            await catch.done.wait()
    if catch.gone is not None:
        raise catch.gone
    return catch.answer
