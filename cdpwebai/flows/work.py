"""Setting Work, its power and its speed beside a prompt: the driver of ``plan_work``.

Row 6, thin. Work is chosen by one press on its own radio, where the page tells that Chat is; the picker is asked again,
and changed by nothing, right before Send is pressed.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import trio

from cdpwebai.errors import ActRefused
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.menu_steps import Look
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.plan_task import STATE_UNKNOWN
from cdpwebai.flows.plan_work import PickState, plan_pick, still_chosen
from cdpwebai.flows.send_steps import Gate, Prepared
from cdpwebai.flows.work_acts import AGAIN, SELECT, Hands
from cdpwebai.flows.work_steps import Chosen, PickAct, Refused, Wish
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.providers.work import WorkPicker
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.records import WorkSelection
from cdpwebai.verdict import Known, Reading, Unknown

__all__ = ["Choosing"]

SURFACE_LIMIT = 5.0
"""Seconds until the page must show that Work is chosen, and its own composer."""

UNSEEN_FOR = 5.0
"""Seconds for which surface and picker may not be seen right before Send is pressed."""


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
            await self._pick(hands, reads=True)

        selection = self._evidence(chosen, switched=switched)
        return Prepared(gates=(_on_work, _gate(self.wish)), checks=(check,), work_selection=selection)

    async def _ensure_work(self, hands: Hands) -> bool:
        """Work is chosen already, or one press on its radio chooses it, which is told; and the composer is Work's by
        both signs."""
        pressed, end = False, trio.current_time() + SURFACE_LIMIT
        async with hands.page.wakes() as wakes:
            while True:
                seen = await hands.page.observe()
                hands.ledger.note(seen)
                match seen.surface, seen.task:
                    case Known(Surface(active="work")), Known(task) if task.named and task.invites:
                        return pressed
                    case Known(Surface(active="chat")), _ if not pressed:
                        pressed = hands.touched = True
                        await self._choose_work(hands)
                        end = trio.current_time() + SURFACE_LIMIT
                    case _ if trio.current_time() >= end:
                        why = "Work and its own composer were not seen"
                        raise hands.error(why, "provider-work-preflight", "reload-page")
                    case _:
                        await wakes.wait(AGAIN)

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
