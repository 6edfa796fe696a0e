"""A tab that shows a chat site: one observation of all that a flow wants to know, and the two acts of sending.

Row 5. It joins a provider's contract and readers with a tab, and decides nothing.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any, cast

from cdpwebai.page.copied import copied
from cdpwebai.page.looks import PLACE
from cdpwebai.page.observe import Field, ListField, Observer
from cdpwebai.page.readers import ListReader, ValueReader
from cdpwebai.page.tab import Tab
from cdpwebai.page.wakes import Wakes
from cdpwebai.providers.chat import (
    Account,
    ChatObservation,
    Composer,
    Panel,
    Provider,
    RecordAnswer,
    Slot,
    Surface,
    Turn,
)
from cdpwebai.providers.chatgpt.record import Told, answer_in
from cdpwebai.providers.contract import Contract
from cdpwebai.verdict import Known, Reading, Unknown

__all__ = ["ChatPage"]

RECORD_LIMIT = 2.0
"""Seconds for one reading of the record. A slower one is not waited for: the page's own window decides then."""

RECORD = ValueReader("chat_record", Told)
ACCOUNT = ValueReader[Account]("chat_account", cast("Any", Account))
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
            surface=Known(Surface("legacy")),
            notices=Known(()),
            panel=Known(Panel("none")),
            chips=Known(()),
        )

    async def insert(self, selector: str, text: str) -> None:
        """Put the caret into the composer by a click, and type the text there. Raises ActRefused, and ``Gone``."""
        await self.tab.click(selector)
        await self.tab.insert_text(text)

    async def press_send(self) -> None:
        """Press the composer's own Send, once. Raises ActRefused when it was not pressed, and ``Gone``."""
        await self.tab.click(self.provider.contract.union("send"))

    async def account(self) -> Reading[Account]:
        """Whose page it is, by the site's own session and not by what the page shows."""
        return await self.tab.look(ACCOUNT)

    async def record(self, conversation: str, message_id: str) -> Reading[RecordAnswer]:
        """What the conversation's record says of the answer to our message; read in the page, where its token stays."""
        limit = round(RECORD_LIMIT * 900)
        told = await self.tab.look(RECORD, conversation, message_id, limit, timeout=RECORD_LIMIT)
        return told if isinstance(told, Unknown) else Known(answer_in(told.value))

    async def copy(self, message_id: str) -> Reading[str]:
        """What the site's own copy button writes for the turn that holds this message; never the system's clipboard."""
        turns, buttons = self.provider.contract.selectors("turn"), self.provider.contract.selectors("copy")
        held = f'[data-message-id="{message_id}"]'
        return await copied(self.tab, ", ".join(f"{turn}:has({held}) {one}" for turn in turns for one in buttons))

    def wakes(self) -> AbstractAsyncContextManager[Wakes]:
        """As ``Tab.wakes``."""
        return self.tab.wakes()


def _slot_arguments(contract: Contract) -> list[Any]:
    return [*(contract.selectors(name) for name in ("send", "stop", "voice")), contract.union("main")]


def _turn_arguments(contract: Contract) -> list[Any]:
    return [contract.union(name) for name in ("turn", "message", "body", "finished", "streaming", "main")]
