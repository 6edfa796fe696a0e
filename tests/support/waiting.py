"""An answer that comes on paper: what the driver of waiting is tested with, in virtual time.

The looks are given by the second at which they become true; the store applies the rules of the real one. The same
driver runs against the demo site in real Chromium in ``browser/flows``.
"""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import trio

from cdpwebai.api.answering import Budget, finish, not_finished
from cdpwebai.errors import CdpWebAIError, StoreTooLate
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_poll import PollState
from cdpwebai.flows.poll import Polling
from cdpwebai.page.copied import COPY_LIMIT
from cdpwebai.page.wakes import Wakes
from cdpwebai.providers import provider
from cdpwebai.providers.chat import ChatObservation, RecordAnswer
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Baseline, Change, Fence, QueryResult, Session, Submission
from cdpwebai.store.states import apply, begin
from cdpwebai.verdict import Reading, Reason, Unknown

__all__ = ["BEFORE", "HERE", "STATE", "KeptStore", "PaperAnswer", "Waiting"]

HERE = "https://chat.example/c/1"
BEFORE = frozenset({"u0", "a0"})
STATE = PollState("u1", "m-u1", BEFORE, conversation="1", witness=False)
UNREADABLE = Unknown(Reason.NOT_SUPPORTED)

MOST_LOOKS = 20
"""So many looks at one moment are a busy loop."""

Look = ChatObservation | BaseException | None


class PaperWakes(Wakes):
    """Nothing rings: each wait lasts as long as it may."""

    def __init__(self) -> None:
        pass

    async def wait(self, at_most: float) -> bool:
        await trio.sleep(at_most)
        return False


class PaperAnswer(ChatPage):
    """A page that shows each look from its second on. None: the look never ends; an exception: it is raised.

    ``looked_at`` are the seconds of the looks that were begun. ``record`` is what the record says, ``copied`` what the
    site's copy gives, once its button can be pressed, ``copying`` seconds later.
    """

    def __init__(
        self,
        *looks: tuple[float, Look],
        record: Reading[RecordAnswer] = UNREADABLE,
        copied: Reading[str] = UNREADABLE,
        copying: float = 0.0,
    ) -> None:
        self.provider = provider("demo", demo_url="https://chat.example/")
        self.tab = cast("Any", SimpleNamespace(url=HERE))
        self.looked_at: list[float] = []
        self._looks: Sequence[tuple[float, Look]] = looks
        self._record = record
        self._copied = copied
        self._copying = copying
        self._began = trio.current_time()

    async def observe(self) -> ChatObservation:
        now = trio.current_time() - self._began
        assert self.looked_at[-MOST_LOOKS:] != [now] * MOST_LOOKS, "the page is looked at in a busy loop"
        self.looked_at.append(now)
        await trio.lowlevel.checkpoint()
        look = [look for since, look in self._looks if since <= now][-1]
        if isinstance(look, BaseException):
            raise look
        if look is None:
            await trio.sleep_forever()
        return look

    async def record(self, conversation: str, message_id: str) -> Reading[RecordAnswer]:
        return self._record

    async def copy(self, message_id: str, *, patience: float = 0.0) -> Reading[str]:
        longest = patience + COPY_LIMIT
        await trio.sleep(min(self._copying, longest))
        return self._copied if self._copying < longest else Unknown(Reason.NO_ANCHOR, "it was covered")

    @asynccontextmanager
    async def wakes(self) -> AsyncGenerator[Wakes]:
        yield PaperWakes()


class KeptStore:
    """One session, kept by the real store's rules. ``late`` counts the writes that came after the fence."""

    def __init__(self) -> None:
        sent = Submission(vendor="demo", prompt="Count.", baseline=Baseline(turn_ids=tuple(BEFORE)), original_url=HERE)
        begun = begin(sent, "S1", 0.0)
        self.session = apply(begun, Change(status="sent", turn_id="u1", message_id="m-u1", conversation_url=HERE), 1.0)
        self.late = 0

    async def create(self, submission: Submission, fence: Fence) -> Session:
        raise NotImplementedError

    async def follow_up(self, session: Session, submission: Submission, fence: Fence) -> Session:
        raise NotImplementedError

    async def update(self, session: Session, change: Change, fence: Fence) -> Session:
        await trio.lowlevel.checkpoint()
        if fence.passed:
            self.late += 1
            raise StoreTooLate("too late")
        self.session = apply(self.session, change, 2.0)
        return self.session


class Waiting:
    """The wait for a sent prompt's answer, as a poll makes it: how it ended, and after how many seconds."""

    def __init__(self, paper: PaperAnswer, *, state: PollState = STATE) -> None:
        self.paper = paper
        self.state = state
        self.store = KeptStore()
        self.result: QueryResult | None = None
        self.error: CdpWebAIError | None = None
        self.after = math.nan

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the caller gets to know."""
        told = self.result or self.error
        assert told is not None
        return told.warnings

    async def run(self, seconds: float) -> Waiting:
        """Wait for so many seconds."""
        began = trio.current_time()
        budget = Budget.of(seconds)
        journal = Journal(self.store, budget.fence(), Ledger(), self.store.session)
        polling = Polling(self.paper, self.state, journal, lambda _: None, budget.last_look_at)
        try:
            async with budget.running() as scope:
                self.result = await finish(self.paper, polling, journal)
            if scope.cancelled_caught:
                raise not_finished(polling, budget)
        except CdpWebAIError as error:
            await journal.failed(error)
            self.error = error
        self.after = trio.current_time() - began
        return self
