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
"""Seconds to find the button and press it, and again for the page to write."""


class _Catch:
    """Waits in the page for what is copied; ``done`` when it came, or never will. ``gone``: because nobody is there."""

    def __init__(self) -> None:
        self.done = trio.Event()
        self.gone: Gone | None = None
        self.answer: Known[str] | Unknown = Unknown(Reason.DEADLINE, "the copy button wrote nothing")

    async def run(self, view: View, before: float, after: float) -> None:
        """For ``before`` seconds, and once there was a click for ``after`` seconds from then."""
        script, longest = page_script("_copied"), before + after + 1
        try:
            text = await view.call_function(script, round(before * 1000), round(after * 1000), timeout=longest)
            if isinstance(text, str):
                self.answer = Known(text)
        except Gone as gone:
            self.gone = gone
        except (CallError, PageError) as error:
            self.answer = Unknown(Reason.THREW, error.message)
        self.done.set()


async def copied(view: View, aim: Aim, *, limit: float = COPY_LIMIT, patience: float = 0.0) -> Known[str] | Unknown:
    """Press a copy button and return what it copies. Unknown when nothing was caught.

    ``limit``: seconds to find and press it, and as many for the page to write then. One that could not be pressed is
    tried again for ``patience`` seconds; one that was pressed is not. Raises ``Gone``.
    """
    catch = _Catch()
    until = trio.current_time() + patience
    async with background_tasks() as nursery:
        nursery.start_soon(catch.run, view, patience + limit, limit)
        while (refused := await _press(view, aim, limit)) is not None:
            if trio.current_time() >= until or refused.reason is Reason.THREW:
                return refused
        with trio.move_on_after(limit):
            await catch.done.wait()
    if catch.gone is not None:
        raise catch.gone
    return catch.answer


async def _press(view: View, aim: Aim, limit: float) -> Unknown | None:
    """Press it; why not, where it could not be. An error of the press itself is one that no other press follows."""
    try:
        await hover(view, aim, timeout=limit)  # some show themselves only under the mouse
        await click(view, aim, timeout=limit)
    except ActRefused as error:
        return Unknown(Reason.NO_ANCHOR, error.message)
    except Gone:
        raise
    except CallError as error:  # a time-out is the mouse's, on its way there: the press has no limit of ours
        return Unknown(Reason.DEADLINE if isinstance(error, CallTimeout) else Reason.THREW, error.message)
    return None
