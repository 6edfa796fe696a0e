"""Stopping an answer: press Stop once, and see it gone.

Row 6, a driver without a plan of its own: what is looked for is one verdict.
"""

from __future__ import annotations

import trio

from cdpwebai.errors import ActRefused, ProviderError
from cdpwebai.page.wakes import Wakes
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Absent, Visible

__all__ = ["stop_answer"]

AGAIN = 0.5
"""Seconds between looks where no change wakes the flow."""

COMES_WITHIN = 2.0
"""Seconds for which Stop must be seen to be absent before there is nothing to stop."""


async def stop_answer(page: ChatPage) -> None:
    """Press Stop and return when it is positively gone; the caller's scope is the limit.

    Raises ProviderError when no Stop is shown (there is nothing to stop), or when it could not be pressed.
    """
    async with page.wakes() as wakes:
        if not await _shows_stop(page, wakes):
            raise _error("no answer is being made there", "nothing-to-stop")
        try:
            await page.press_stop()
        except ActRefused as error:
            raise _error(f"Stop could not be pressed: {error.message}", "look-in-browser") from error
        while not isinstance((await page.observe()).stop, Absent):
            await wakes.wait(AGAIN)


async def _shows_stop(page: ChatPage, wakes: Wakes) -> bool:
    """Whether Stop is shown. Right after a send it is not there yet, so its absence counts only when it lasts."""
    absent_since: float | None = None
    while not isinstance(shown := (await page.observe()).stop, Visible):
        now = trio.current_time()
        absent_since = (now if absent_since is None else absent_since) if isinstance(shown, Absent) else None
        if absent_since is not None and now >= absent_since + COMES_WITHIN:
            return False
        await wakes.wait(AGAIN)
    return True


def _error(why: str, hint: str) -> ProviderError:
    return ProviderError(why, code="provider.stop", stage="stop", hint=hint, page_may_have_changed=False)
