"""Choosing a tool beside a prompt: the driver of ``plan_tools``.

Row 6. One of the preparations of a prompt: it looks, asks the plan, acts, and looks again; the pill that it has proven
is a gate that is asked again right before Send is pressed. A dialog over the page is told as what it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import trio

from cdpwebai.errors import ProviderError
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.picking import attempt, check_page, wait_look
from cdpwebai.flows.plan_tools import CODE, HINT, STAGE, Refused, Stands, ToolState, plan_tool, still_stands
from cdpwebai.flows.send_steps import Prepared
from cdpwebai.providers.chat_page import ChatPage

__all__ = ["Equipping"]


@dataclass(frozen=True)
class Equipping:
    """One tool, for one prompt."""

    name: str

    async def prepare(self, page: ChatPage, ledger: Ledger) -> Prepared:
        """Choose it, and see it chosen. Raises ProviderError when it is not, or when something lies over the page; and
        ``Gone``."""
        page.watch_tools()
        state, touched, refused = ToolState(since=trio.current_time()), False, ""
        async with page.wakes() as wakes:
            while True:
                seen = await page.observe()
                ledger.note(seen)
                check_page(seen, touched=touched)
                state, action = plan_tool(state, self.name, page.words, seen.tools, trio.current_time())
                match action:
                    case Look(until):
                        await wait_look(wakes, until)
                    case Stands(pill):
                        return Prepared(gates=(still_stands(pill),))
                    case Refused(why):
                        text = f"{why}{refused}; the prompt was not sent"
                        raise ProviderError(text, code=CODE, stage=STAGE, hint=HINT, page_may_have_changed=touched)
                    case _:
                        touched = touched or isinstance(action, Row)
                        refused = await _act(page, action) or refused


async def _act(page: ChatPage, action: Open | Row | Close) -> str:
    match action:
        case Open():
            return await attempt(page.press_plus())
        case Row(lines, inside):
            return await attempt(page.press_tool(lines, inside=inside))
        case Close():
            return await attempt(page.press_escape())
