"""Setting Work, its power and its speed beside a prompt: the driver of ``plan_work``.

Row 6, thin. Work is chosen by one press on its own radio, where the page tells that Chat is; the picker is asked again,
and changed by nothing, right before Send is pressed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import trio

from cdpwebai.errors import ActRefused, ProviderError
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.plan_task import STATE_UNKNOWN
from cdpwebai.flows.plan_work import (
    Arrow,
    Chosen,
    Escape,
    Fast,
    Look,
    PickState,
    Refused,
    Trigger,
    View,
    Wish,
    plan_pick,
    still_chosen,
)
from cdpwebai.flows.send_steps import Gate, Prepared
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.verdict import Known, Unknown

__all__ = ["Choosing"]

AGAIN = 0.25
"""Seconds between looks where no change wakes the flow."""

SURFACE_LIMIT = 5.0
"""Seconds until the page must show that Work is chosen, and its own composer."""

UNSEEN_FOR = 5.0
"""Seconds for which surface and picker may not be seen right before Send is pressed."""

SELECT = "provider-work-select"


class Choosing:
    """One choice on its way, for one prompt: Work, its power, and its speed where one was asked for."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self._touched = False
        self._refused = ""

    async def prepare(self, page: ChatPage, ledger: Ledger) -> Prepared:
        """Choose it, and see it chosen. Raises ProviderError when it cannot be proven, and ``Gone``."""
        assert isinstance(page, WorkPage)
        await self._ensure_work(page, ledger)
        await self._pick(page, ledger, reads=False)

        async def check() -> None:
            await self._pick(page, ledger, reads=True)

        return Prepared(gates=(_on_work, _gate(self.wish)), checks=(check,))

    async def _ensure_work(self, page: WorkPage, ledger: Ledger) -> None:
        """Work is chosen already, or one press on its radio chooses it; and the composer is Work's by both signs."""
        pressed, end = False, trio.current_time() + SURFACE_LIMIT
        async with page.wakes() as wakes:
            while True:
                seen = await page.observe()
                ledger.note(seen)
                match seen.surface, seen.task:
                    case Known(Surface(active="work")), Known(task) if task.named and task.invites:
                        return
                    case Known(Surface(active="chat")), _ if not pressed:
                        pressed = self._touched = True
                        await self._act(page.choose_work)
                        end = trio.current_time() + SURFACE_LIMIT
                    case _ if trio.current_time() >= end:
                        raise self._error("Work and its own composer were not seen", "provider-work-preflight")
                    case _:
                        await wakes.wait(AGAIN)

    async def _pick(self, page: WorkPage, ledger: Ledger, *, reads: bool) -> None:
        state = PickState(trio.current_time(), reads=reads)
        async with page.wakes() as wakes:
            while True:
                seen = await page.observe()
                ledger.note(seen)
                state, action = plan_pick(state, self.wish, seen.work_picker, trio.current_time())
                match action:
                    case Chosen():
                        return
                    case Refused(why, hint):
                        await self._close(page, seen)
                        raise self._error(why, SELECT, hint)
                    case Look(until):
                        await wakes.wait(min(max(until - trio.current_time(), 0), AGAIN))
                    case Trigger():
                        await self._act(page.press_trigger)
                    case View():
                        await self._act(page.press_view)
                    case Fast():
                        self._touched = True
                        await self._act(page.press_fast)
                    case Arrow(key):
                        self._touched = True
                        await self._act(page.press_arrow, key)
                    case Escape():
                        await self._act(page.press_escape)

    async def _act(self, act: Callable[..., Awaitable[object]], *arguments: Any) -> None:
        """One act. A refusal means that nothing was pressed: the next looks tell the rest."""
        try:
            await act(*arguments)
        except ActRefused as error:
            self._refused = f" ({error.message})"

    async def _close(self, page: WorkPage, seen: ChatObservation) -> None:
        """Leave no menu behind."""
        if isinstance(seen.work_picker, Known) and seen.work_picker.value.open:
            await self._act(page.press_escape)

    def _error(self, why: str, stage: str, hint: str = "reload-page") -> ProviderError:
        text = f"{why}{self._refused}; the prompt was not sent"
        return ProviderError(text, code=STATE_UNKNOWN, stage=stage, hint=hint, page_may_have_changed=self._touched)


def _on_work(seen: ChatObservation) -> Obstacle | None:
    """The page is still on Work, and the composer is still Work's."""
    match seen.surface, seen.task:
        case Known(Surface(active="work")), Known(task) if task.named:
            return None
        case (Unknown(), _) | (_, Unknown()):
            return Obstacle(
                STATE_UNKNOWN, SELECT, "retry-work-send", "whether Work is on could not be seen", UNSEEN_FOR
            )
        case _:
            return Obstacle(STATE_UNKNOWN, SELECT, "retry-work-send", "the page is not on Work any more")


def _gate(wish: Wish) -> Gate:
    def gate(seen: ChatObservation) -> Obstacle | None:
        match still_chosen(wish, seen.work_picker):
            case True:
                return None
            case None:
                why = "whether the power is still chosen could not be seen"
                return Obstacle(STATE_UNKNOWN, SELECT, "retry-work-send", why, UNSEEN_FOR)
            case _:
                why = f"power {wish.power} was chosen, and is not any more"
                return Obstacle(STATE_UNKNOWN, SELECT, "retry-work-send", why)

    return gate
