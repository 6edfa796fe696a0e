"""Stopping an answer: press Stop once, and see it gone.

Row 6, a driver without a plan of its own: what is looked for is one verdict.
"""

from __future__ import annotations

from cdpwebai.errors import ActRefused, ProviderError
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Absent, Unknown, Visible

__all__ = ["stop_answer"]

AGAIN = 0.5
"""Seconds between looks where no change wakes the flow."""


async def stop_answer(page: ChatPage) -> None:
    """Press Stop and return when it is positively gone; the caller's scope is the limit.

    Raises ProviderError when no Stop is shown (there is nothing to stop), or when it could not be pressed.
    """
    async with page.wakes() as wakes:
        while isinstance((shown := (await page.observe()).stop), Unknown):
            await wakes.wait(AGAIN)
        if isinstance(shown, Absent):
            raise _error("no answer is being made there", "nothing-to-stop", changed=False)
        try:
            await page.press_stop()
        except ActRefused as error:
            raise _error(f"Stop could not be pressed: {error.message}", "look-in-browser", changed=False) from error
        while isinstance((await page.observe()).stop, Visible | Unknown):
            await wakes.wait(AGAIN)


def _error(why: str, hint: str, *, changed: bool) -> ProviderError:
    return ProviderError(why, code="provider.stop", stage="stop", hint=hint, page_may_have_changed=changed)
