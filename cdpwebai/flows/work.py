"""Setting Work, its power and its speed beside a prompt: the driver of ``plan_work_surface`` and ``plan_work``.

Row 6, thin. The picker is asked again, and changed by nothing, right before Send is pressed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import trio

from cdpwebai.errors import ActRefused
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.menu_steps import Look
from cdpwebai.flows.plan_work import PickState, plan_pick
from cdpwebai.flows.plan_work_surface import OnWork, PressRadio, on_work, plan_surface, power_gate
from cdpwebai.flows.send_steps import Prepared
from cdpwebai.flows.work_acts import AGAIN, Hands
from cdpwebai.flows.work_steps import Chosen, PickAct, Refused, Step, Wish
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.providers.work import WorkPicker
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.records import WorkSelection
from cdpwebai.verdict import Reading

__all__ = ["Choosing"]


class Choosing:
    """One choice on its way, for one prompt: Work, its power, and its speed where one was asked for.

    ``wall`` gives the time of the evidence, in seconds since the epoch.
    """

    def __init__(self, wish: Wish, *, wall: Callable[[], float] = time.time) -> None:
        self.wish = wish
        self._wall = wall

    async def prepare(self, page: ChatPage, ledger: Ledger) -> Prepared:
        """Choose it, and see it chosen. Raises ProviderError when it cannot be proven, and ``Gone``."""
        assert isinstance(page, WorkPage)
        hands = Hands(page, ledger, "the prompt was not sent")
        switched = await self._ensure_work(hands)
        chosen = await self._pick(hands, reads=False)

        async def check() -> None:
            typed = Hands(page, ledger, "the prompt was not sent, it may stand in the composer", touched=True)
            await self._pick(typed, reads=True)

        selection = self._evidence(chosen, switched=switched)
        return Prepared(gates=(on_work, power_gate(self.wish)), checks=(check,), work_selection=selection)

    async def _ensure_work(self, hands: Hands) -> bool:
        """See Work and its composer, by a press on its radio where that is wanted; returns whether it was pressed."""
        state = Step(trio.current_time())
        async with hands.page.wakes() as wakes:
            while True:
                seen = await hands.page.observe()
                hands.ledger.note(seen)
                state, action = plan_surface(state, seen, trio.current_time())
                match action:
                    case OnWork(switched):
                        return switched
                    case PressRadio():
                        hands.touched = True
                        await self._choose_work(hands)
                        state = replace(state, since=trio.current_time())  # the press may have taken its time
                    case Look(until):
                        await wakes.wait(min(max(until - trio.current_time(), 0), AGAIN))
                    case Refused(why, hint):
                        raise hands.error(why, "provider-work-preflight", hint)

    async def _choose_work(self, hands: Hands) -> None:
        try:
            await hands.page.choose_work()
        except ActRefused as error:
            hands.refused = f" ({error.message})"

    async def _pick(self, hands: Hands, *, reads: bool) -> Chosen:
        state = PickState(trio.current_time(), reads=reads)

        def decide(seen: Reading[WorkPicker], now: float) -> Look | PickAct | Refused | Chosen:
            nonlocal state
            state, action = plan_pick(state, self.wish, seen, now)
            return action

        return await hands.follow(decide)

    def _evidence(self, chosen: Chosen, *, switched: bool) -> WorkSelection:
        return WorkSelection(
            power=self.wish.power,
            label=chosen.text,
            model=chosen.naming.model,
            effort=chosen.naming.effort,
            speed=None if chosen.fast is None else "fast" if chosen.fast else "standard",
            speed_label=chosen.fast_text,
            more_usage=chosen.fast,
            surface_switched=switched,
            captured_at=self._wall(),
        )
