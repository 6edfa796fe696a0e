"""Archiving a conversation: the driver of ``plan_archive``.

Row 6. It looks, asks the plan, acts, and looks again; it is asked for when nothing else is left to do.
"""

from __future__ import annotations

import trio

from cdpwebai.errors import ProviderError
from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.picking import attempt, wait_look
from cdpwebai.flows.plan_archive import Archived, ArchiveState, Refused, plan_archive
from cdpwebai.providers.chat_page import ChatPage

__all__ = ["archive"]


async def archive(page: ChatPage, conversation: str) -> None:
    """Archive the conversation that the page shows, and see it left. Raises ProviderError when it was not, or when that
    could not be seen (``provider.archive-unverified``); and ``Gone``."""
    state, refused = ArchiveState(since=trio.current_time()), ""
    async with page.wakes() as wakes:
        while True:
            seen, options = await page.observe(), await page.options()
            state, action = plan_archive(state, conversation, page.words, options, seen.place, trio.current_time())
            match action:
                case Look(until):
                    await wait_look(wakes, until)
                case Archived():
                    return
                case Refused(why, clicked):
                    raise ProviderError(
                        f"{why}{refused}; the answer is complete and stored",
                        code="provider.archive-unverified",
                        stage="archive",
                        hint="look-in-browser",
                        page_may_have_changed=None if clicked else False,
                    )
                case _:
                    refused = await _act(page, action, conversation) or refused


async def _act(page: ChatPage, action: Open | Row | Close, conversation: str) -> str:
    match action:
        case Open():
            return await attempt(page.press_options())
        case Row(lines):
            return await attempt(page.press_archive(lines, conversation))
        case Close():
            return await attempt(page.press_escape())
