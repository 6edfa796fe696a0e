"""What asking and polling share: how long, what a finished answer makes, and what the deadline leaves.

Row 7, below ``chat`` and ``sessions``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import trio

from cdpwebai.errors import NotFinished
from cdpwebai.flows.capture import capture
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.plan_poll import PollState, reserve_of
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.poll import Polling
from cdpwebai.flows.session_store import fence_until
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Fence, QueryResult

__all__ = ["Budget", "finish", "not_finished", "poll_state"]


@dataclass(frozen=True)
class Budget:
    """A time limit: seconds, its end in trio's time, and its end on the wall clock (seconds since the epoch)."""

    seconds: float
    deadline: float
    wall: float

    @classmethod
    def of(cls, seconds: float) -> Budget:
        """The limit that begins now; only inside trio."""
        return cls(seconds, trio.current_time() + seconds, time.time() + seconds)

    @property
    def left(self) -> float:
        """Seconds that are left, a moment at least; only inside trio."""
        return max(self.deadline - trio.current_time(), 0.001)

    @property
    def last_look_at(self) -> float:
        """When there will be no time for another look, in trio's time."""
        return self.deadline - reserve_of(self.seconds)

    def fence(self) -> Fence:
        """Until when anything may be written."""
        return fence_until(self.deadline, wall_deadline=self.wall)


def poll_state(sent: Sent, witness: bool) -> PollState:
    """Whose answer is waited for."""
    return PollState(sent.turn_id, sent.message_id, sent.before, sent.conversation, witness=witness)


async def finish(page: ChatPage, polling: Polling, journal: Journal) -> QueryResult:
    """Wait for the answer, store it, and only then return it."""
    made = await capture(page, await polling.run())
    journal.ledger.warn(made.warnings)
    await journal.complete(made.answer, page.tab.url)
    return QueryResult(
        vendor=page.provider.name,
        session_id=journal.session_id,
        url=page.tab.url,
        answer=made.answer,
        observations=journal.ledger.summary(),
        warnings=journal.ledger.warnings(),
    )


def not_finished(polling: Polling, budget: Budget) -> NotFinished:
    """The deadline came while the answer was awaited."""
    partial = polling.state.partial
    said = f"{len(partial)} characters of it could be read" if partial else "nothing of it could be read"
    return NotFinished(
        f"the prompt was sent; its answer was not proven complete within {budget.seconds:g} s ({said}); it goes on in "
        "the browser",
        partial=partial or None,
        deadline=budget.wall,
        page_may_have_changed=True,
    )
