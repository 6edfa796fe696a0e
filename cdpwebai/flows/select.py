"""Choosing model, effort and family beside a prompt: the driver of ``plan_select``.

Row 6. It is one of the preparations of a prompt: it looks, asks the plan, acts, and looks again; what it has proven is
a gate that is asked again right before Send is pressed; where the closed picker does not tell all of it, it is opened
once more then, and only read, and is closed by its opener where an Escape could take a tool away that stands chosen by
then. A dialog over the page is told as what it is, and not clicked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import trio

from cdpwebai.errors import ProviderError
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.menu_steps import Close, Look, Row
from cdpwebai.flows.picking import CODE, HINT, SELECT, STAGE, act, attempt, check_page, wait_look
from cdpwebai.flows.plan_preflight import NOTICES, Obstacle
from cdpwebai.flows.plan_select import (
    Chosen,
    Key,
    Refused,
    SelectState,
    Unproven,
    pill_tells,
    plan_select,
    same_choice,
    still_chosen,
)
from cdpwebai.flows.plan_wanted import Wanted
from cdpwebai.flows.select_steps import Limit
from cdpwebai.flows.send_steps import Gate, Prepared
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.providers.picker import EFFORTS, Words
from cdpwebai.records import Selection
from cdpwebai.verdict import Known

__all__ = ["Selecting"]

UNSEEN_FOR = 5.0
"""Seconds for which the picker may not be seen right before Send is pressed."""


class Selecting:
    """One choice on its way, for one prompt. ``wall`` gives the time of the evidence, in seconds since the epoch."""

    def __init__(self, wanted: Wanted, *, wall: Callable[[], float] = time.time) -> None:
        self.wanted = wanted
        self._wall = wall
        self._touched = False
        self._refused = ""

    async def prepare(self, page: ChatPage, ledger: Ledger) -> Prepared:
        """Choose it, and see it chosen. Raises ProviderError when it surely is not, when it could not be proven and
        ``strict`` was asked for, when something lies over the page; and ``Gone``."""
        page.watch_picker()
        match await self._ended(page, ledger):
            case Chosen() as chosen if not self.wanted.is_effort or chosen.tier != "think" or chosen.effort_label:
                return self._proven(chosen, page, ledger)
            case Chosen(pill=pill, tier_label=label):
                why = f"{label!r} is chosen, and the page has no proof of its effort {self.wanted.effort}"
                return self._unproven(why, "switched-best-effort", ledger, pill, label)
            case Unproven(why, found):
                return self._unproven(why, "unverified" if found else "unavailable", ledger)
            case Refused(why, limit):
                raise self._error(why + self._refused, limit)

    async def _check(self, chosen: Chosen, page: ChatPage, ledger: Ledger) -> None:
        """Read it back once more. Raises ProviderError where it is not proven to be as it was, and ``Gone``."""
        self._touched, self._refused = True, ""
        match await self._ended(page, ledger, reads=True):
            case Chosen() as again if same_choice(chosen, again):
                pass
            case Chosen(tier_label=tier, family_label=family, effort_label=effort):
                now = ", ".join(filter(None, (tier, effort, family)))
                raise self._error(f"what was chosen is not chosen any more, but {now}")
            case Unproven(why):
                raise self._error(f"what was chosen could not be read back right before Send: {why}{self._refused}")
            case Refused(why, limit):
                raise self._error(why + self._refused, limit)

    async def _ended(self, page: ChatPage, ledger: Ledger, *, reads: bool = False) -> Chosen | Unproven | Refused:
        state = SelectState(since=trio.current_time(), reads=reads)
        async with page.wakes() as wakes:
            while True:
                seen = await page.observe()
                ledger.note(seen)
                check_page(seen, touched=self._touched)
                state, action = plan_select(state, self.wanted, page.words, seen.picker, trio.current_time())
                match action:
                    case Look(until):
                        await wait_look(wakes, until)
                    case Chosen() | Unproven() | Refused():
                        return action
                    case Close() if _tool_stands(seen) and reads:
                        self._refused = await _close_by_opener(page) or self._refused
                    case _:
                        self._touched = self._touched or isinstance(action, Row | Key)
                        self._refused = await act(page, action) or self._refused

    def _proven(self, chosen: Chosen, page: ChatPage, ledger: Ledger) -> Prepared:
        if self.wanted.unenforced:
            ledger.warn(["reasoning-effort-unenforced"])
        effort = chosen.tier if chosen.tier in EFFORTS else self.wanted.tiers[0] if chosen.effort_label else ""
        selection = self._selection(
            status="switched" if chosen.switched else "already-selected",
            verified=True,
            resolved_label=chosen.pill,
            tier_label=chosen.tier_label,
            family_label=chosen.family_label,
            effort_label=chosen.effort_label,
            normalized_model="thinking" if effort or chosen.tier == "think" else chosen.tier or "",
            normalized_effort=effort or "",
        )
        checks = () if pill_tells(chosen, page.words) else (partial(self._check, chosen, page, ledger),)
        return Prepared(gates=(_gate(chosen, page.words),), checks=checks, selection=selection)

    def _unproven(self, why: str, status: str, ledger: Ledger, pill: str = "", label: str = "") -> Prepared:
        if self.wanted.strict:
            raise self._error(f"{why}{self._refused}, and --strict was asked for")
        ledger.warn(["model-selection-unverified"])
        return Prepared(selection=self._selection(status=status, verified=False, resolved_label=pill, tier_label=label))

    def _selection(self, **known: Any) -> Selection:
        return Selection(
            requested_model=self.wanted.model,
            requested_effort=self.wanted.effort,
            requested_family=self.wanted.family_name,
            captured_at=self._wall(),
            **known,
        )

    def _error(self, why: str, limit: Limit | None = None) -> ProviderError:
        code, hint, _ = NOTICES[limit] if limit else (CODE, HINT, "")
        stage = SELECT if limit else STAGE
        text = f"{why}; the prompt was not sent"
        return ProviderError(text, code=code, stage=stage, hint=hint, page_may_have_changed=self._touched)


def _tool_stands(seen: ChatObservation) -> bool:
    """Whether a tool is seen chosen in the composer, which an Escape may take away again."""
    return isinstance(seen.tools, Known) and seen.tools.value is not None and bool(seen.tools.value.pills)


async def _close_by_opener(page: ChatPage) -> str:
    """One click on what opened the picker, or one Escape where that cannot be clicked; as ``attempt``."""
    refused = await attempt(page.press_picker())
    return await attempt(page.press_escape()) if refused else ""


def _gate(chosen: Chosen, words: Words) -> Gate:
    """Right before Send: the closed picker still says what it said when the choice was proven."""

    def gate(seen: ChatObservation) -> Obstacle | None:
        match still_chosen(chosen, words, seen.picker):
            case True:
                return None
            case None:
                why = f"whether {chosen.pill!r} is still chosen could not be seen"
                return Obstacle(CODE, STAGE, HINT, why, UNSEEN_FOR)
            case _:
                why = f"{chosen.pill!r} was chosen, and is not any more"
                return Obstacle(CODE, STAGE, HINT, why)

    return gate
