"""Waiting for the answer: the driver. It looks, asks ``plan_poll``, and waits to be woken.

Row 6. The deadline is the caller's cancel scope; ``state`` keeps what was read, to be shown when it fires.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import trio

from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_poll import Activity, Complete, PollState, Wait, plan_poll
from cdpwebai.flows.plan_send import Sent
from cdpwebai.providers.chat import Message
from cdpwebai.providers.chat_page import ChatPage

__all__ = ["Polling", "Progress"]


@dataclass(frozen=True)
class Progress:
    """Where the waiting stands: provisional text, never to be taken for the answer; ``seconds`` since the send."""

    activity: Activity
    seconds: float
    text: str


class Polling:
    """One answer on its way."""

    def __init__(self, page: ChatPage, sent: Sent, ledger: Ledger, tell: Callable[[Progress], None]) -> None:
        self.page = page
        self.ledger = ledger
        self.state = PollState(sent.turn_id, sent.before)
        self._tell = tell

    async def run(self) -> tuple[Message, ...]:
        """The messages of the finished answer. Raises ``Gone``."""
        began = trio.current_time()
        async with self.page.wakes() as wakes:
            while True:
                seen = await self.page.observe()
                self.ledger.note(seen)
                now = trio.current_time()
                self.state, action = plan_poll(self.state, seen, now)
                match action:
                    case Complete(messages):
                        return messages
                    case Wait(until, activity):
                        self._tell(Progress(activity, now - began, self.state.partial))
                        await wakes.wait(max(until - trio.current_time(), 0))
