"""The hands on Work's picker: the acts that its plans give out, and what ends them; choosing and reading share it.

Row 6, thin: no decision about the picker is made here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import trio

from cdpwebai.errors import ActRefused, ProviderError
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.menu_steps import Close, Look, Open
from cdpwebai.flows.plan_task import STATE_UNKNOWN
from cdpwebai.flows.work_steps import SELECT, Arrow, Choose, Fast, PickAct, Refused, RowMenu, View
from cdpwebai.providers.work import WorkPicker
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.verdict import Known, Reading

__all__ = ["AGAIN", "Hands"]

AGAIN = 0.25
"""Seconds between looks where no change wakes the flow."""

T = TypeVar("T")


class Hands:
    """What was done in Work's page for one purpose. ``unless``: what did not become of it, in the end of each error.

    ``touched``: something in force may have been changed; ``refused``: why the last act that was not made was not.
    """

    def __init__(self, page: WorkPage, ledger: Ledger, unless: str, *, touched: bool = False) -> None:
        self.page = page
        self.ledger = ledger
        self.touched = touched
        self.refused = ""
        self._unless = unless

    async def follow(self, decide: Callable[[Reading[WorkPicker], float], Look | PickAct | Refused | T]) -> T:
        """Look, ask the plan, act, and look again, until it has ended. Raises ProviderError where it refuses."""
        async with self.page.wakes() as wakes:
            while True:
                seen = await self.page.observe()
                self.ledger.note(seen)
                action = decide(seen.work_picker, trio.current_time())
                match action:
                    case Look(until):
                        await wakes.wait(min(max(until - trio.current_time(), 0), AGAIN))
                    case Refused(why, hint):
                        await self._leave(seen.work_picker)
                        raise self.error(why, SELECT, hint)
                    case Open() | Close() | View() | Arrow() | Fast() | RowMenu() | Choose():
                        await self.act(action)
                    case _:
                        return action

    async def act(self, action: PickAct) -> None:
        """One act. A refusal means that nothing was pressed: the next looks tell the rest. Raises ``Gone``."""
        self.touched = self.touched or isinstance(action, Arrow | Fast | Choose)
        try:
            await self._press(action)
        except ActRefused as error:
            self.refused = f" ({error.message})"

    async def _press(self, action: PickAct) -> None:
        match action:
            case Open():
                await self.page.press_trigger()
            case Close():
                await self.page.press_escape()
            case View():
                await self.page.press_view()
            case Fast():
                await self.page.press_fast()
            case Arrow(key):
                await self.page.press_arrow(key)
            case RowMenu(part):
                await self.page.press_row(part)
            case Choose(part, name):
                await self.page.press_choice(part, name)

    async def _leave(self, picker: Reading[WorkPicker]) -> None:
        """Leave no menu behind."""
        if isinstance(picker, Known) and picker.value.open:
            await self.act(Close())

    def error(self, why: str, stage: str, hint: str) -> ProviderError:
        """What is raised for a choice that could not be made and proven."""
        text = f"{why}{self.refused}; {self._unless}"
        return ProviderError(text, code=STATE_UNKNOWN, stage=stage, hint=hint, page_may_have_changed=self.touched)
