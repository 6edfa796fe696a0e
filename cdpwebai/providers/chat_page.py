"""A tab that shows a chat site: one observation of all that a flow wants to know, and the two acts of sending.

Row 5. It joins a provider's contract and readers with a tab, and decides nothing.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any, cast

from cdpwebai.page.looks import PLACE
from cdpwebai.page.observe import Field, ListField, Observer
from cdpwebai.page.readers import ListReader, ValueReader
from cdpwebai.page.tab import Tab
from cdpwebai.page.wakes import Wakes
from cdpwebai.providers.chat import ChatObservation, Composer, Provider, Slot, Turn
from cdpwebai.providers.contract import Contract
from cdpwebai.verdict import Known, Unknown

__all__ = ["ChatPage"]

COMPOSER = ValueReader[Composer | None]("chat_composer", cast("Any", Composer | None))
SLOT = ValueReader("chat_slot", Slot)
TURNS = ListReader("chat_turns", Turn)


class ChatPage:
    """What flows see of a chat site's page, and the acts that they may ask for. ``tab`` has the provider's library."""

    def __init__(self, tab: Tab, provider: Provider) -> None:
        self.tab = tab
        self.provider = provider
        contract = provider.contract
        self._place = Field("place", PLACE)
        self._composer = Field("composer", COMPOSER, contract.selectors("composer"), contract.union("main"))
        self._slot = Field("slot", SLOT, *_slot_arguments(contract))
        self._turns = ListField("turns", TURNS, *_turn_arguments(contract))
        self._observer = Observer(tab, self._place, self._composer, self._slot, self._turns)

    async def observe(self) -> ChatObservation:
        """One look, one round trip; raises only ``Gone``, when there is nobody left to look at."""
        seen = await self._observer.look()
        gone = self.tab.cdp.gone
        if gone is not None:
            raise gone
        turns = seen.items(self._turns)
        return ChatObservation(
            place=seen[self._place],
            composer=seen[self._composer],
            slot=seen[self._slot],
            turns=turns if isinstance(turns, Unknown) else Known(tuple((item.key, item.body) for item in turns.value)),
        )

    async def insert(self, selector: str, text: str) -> None:
        """Put the caret into the composer by a click, and type the text there. Raises ActRefused, and ``Gone``."""
        await self.tab.click(selector)
        await self.tab.insert_text(text)

    async def press_send(self) -> None:
        """Press the composer's own Send, once. Raises ActRefused when it was not pressed, and ``Gone``."""
        await self.tab.click(self.provider.contract.union("send"))

    def wakes(self) -> AbstractAsyncContextManager[Wakes]:
        """As ``Tab.wakes``."""
        return self.tab.wakes()


def _slot_arguments(contract: Contract) -> list[Any]:
    return [*(contract.selectors(name) for name in ("send", "stop", "voice")), contract.union("main")]


def _turn_arguments(contract: Contract) -> list[Any]:
    return [contract.union(name) for name in ("turn", "message", "body", "finished", "streaming", "main")]
