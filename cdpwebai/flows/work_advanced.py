"""Reading the advanced view of Work's picker, and choosing in it: the driver of ``plan_advanced``.

Row 6, thin. It is for programs that use this library: no command and no tool leads here, and nothing is sent from here.
The page must be on Work already::

    async with open_work() as work:
        before = await read_advanced(work.chat.page)
        await choose_advanced(work.chat.page, Pick("effort", "max"))
"""

from __future__ import annotations

import trio

from cdpwebai.errors import InputError
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.menu_steps import Look
from cdpwebai.flows.plan_advanced import Advanced, AdvancedState, Pick, plan_advanced
from cdpwebai.flows.work_acts import Hands
from cdpwebai.flows.work_steps import PickAct, Refused
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.providers.work import WorkPicker
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.verdict import Reading

__all__ = ["Advanced", "Pick", "choose_advanced", "read_advanced"]


async def read_advanced(page: ChatPage) -> Advanced:
    """What is in force, by model, effort and speed: also what no power has, as the effort "max".

    The picker is opened, read and closed; nothing in it is changed. Raises ProviderError when it cannot be read, and
    ``Gone``.
    """
    return await _follow(page, None)


async def choose_advanced(page: ChatPage, pick: Pick) -> Advanced:
    """Choose a model, an effort or a speed, and see it chosen; returns what is in force then.

    Raises InputError for an effort or a speed that there is not, before the page is touched; ProviderError when it was
    not offered or could not be proven; and ``Gone``.
    """
    if not pick.is_known:
        raise InputError(f"Work has no {pick.part} {pick.name!r}")
    return await _follow(page, pick)


async def _follow(page: ChatPage, pick: Pick | None) -> Advanced:
    assert isinstance(page, WorkPage)
    state = AdvancedState(trio.current_time())

    def decide(seen: Reading[WorkPicker], now: float) -> Look | PickAct | Refused | Advanced:
        nonlocal state
        state, action = plan_advanced(state, pick, seen, now)
        return action

    return await Hands(page, Ledger(), "nothing was sent").follow(decide)
