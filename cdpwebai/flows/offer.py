"""Listing what an account's picker of models offers: the driver of ``plan_offer``. Nothing is chosen.

Row 6.
"""

from __future__ import annotations

import trio

from cdpwebai.errors import ProviderError
from cdpwebai.flows.menu_steps import Look
from cdpwebai.flows.picking import CODE, HINT, STAGE, act, check_page, wait_look
from cdpwebai.flows.plan_offer import Listed, OfferState, plan_offer
from cdpwebai.flows.select_steps import Chosen, Refused, Unproven
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.providers.picker import Option
from cdpwebai.records import ModelMenu, ModelRow, Models

__all__ = ["list_models"]


async def list_models(page: ChatPage) -> Models:
    """Open the picker, read it, close it. Raises ProviderError when that cannot be done, and ``Gone``."""
    page.watch_picker()
    state, refused = OfferState(since=trio.current_time()), ""
    async with page.wakes() as wakes:
        while True:
            seen = await page.observe()
            check_page(seen, touched=False)
            state, action = plan_offer(state, seen.picker, trio.current_time())
            match action:
                case Look(until):
                    await wait_look(wakes, until)
                case Listed():
                    return _models(action)
                case Unproven(why) | Refused(why):
                    raise ProviderError(why + refused, code=CODE, stage=STAGE, hint=HINT, page_may_have_changed=False)
                case Chosen():
                    raise AssertionError("a listing chooses nothing")
                case _:
                    refused = await act(page, action) or refused


def _models(listed: Listed) -> Models:
    slider = listed.slider
    stops = 0 if slider is None else slider.most - slider.least + 1
    menus = [("", listed.rows)] if listed.rows else []
    return Models(
        selected=listed.pill,
        stops=stops,
        slider=slider.text if slider else "",
        menus=tuple(ModelMenu(name, tuple(map(_row, rows))) for name, rows in (*menus, *listed.menus)),
    )


def _row(option: Option) -> ModelRow:
    return ModelRow(option.label, option.checked is True, not option.disabled, option.why, option.lines[1:])
