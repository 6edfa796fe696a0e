"""Waiting for the answer: the driver. It looks, asks ``plan_poll``, and waits to be woken.

Row 6. The deadline is the caller's cancel scope; ``state`` keeps what was read, to be shown when it fires.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

import trio

from cdpwebai.errors import ActRefused, CdpWebAIError, Gone, PartialAnswer, ProviderError, SessionMismatch, StoreError
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.plan_activity import Activity
from cdpwebai.flows.plan_poll import (
    AskRecord,
    Complete,
    Copy,
    Fail,
    GoOn,
    PollAction,
    PollState,
    Wait,
    note_record,
    plan_poll,
)
from cdpwebai.flows.plan_task import NOT_KNOWN, TaskPollState, plan_task
from cdpwebai.flows.plan_trouble import MISMATCH, Trouble
from cdpwebai.flows.retold import gone_while
from cdpwebai.page.wakes import CALM_PACE, PACE, Wakes
from cdpwebai.providers.chat import ChatObservation, Message, RecordAnswer
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import TaskStatus
from cdpwebai.verdict import Known, Unknown

__all__ = ["COPY_PATIENCE", "Finished", "Polling", "Progress"]

COPY_PATIENCE = 15.0
"""Seconds in which the site's copy is tried for where it alone can tell the answer: a page that is slow, or covered,
for a moment must not cost it."""


@dataclass(frozen=True)
class Progress:
    """Where the waiting stands: provisional text, never to be taken for the answer; ``seconds`` since the send."""

    activity: Activity
    seconds: float
    text: str


@dataclass(frozen=True)
class Finished:
    """A finished answer as it was proven: the page's messages, and the record or the site's copy where they spoke."""

    messages: tuple[Message, ...]
    record: RecordAnswer | None = None
    copied: str | None = None


class Polling:
    """One answer on its way.

    ``last_look_at`` is when there will be no time for another look; ``url`` where the last look found the page, ""
    before the first.
    """

    def __init__(
        self,
        page: ChatPage,
        state: PollState,
        journal: Journal,
        tell: Callable[[Progress], None],
        last_look_at: float = float("inf"),
    ) -> None:
        self.page = page
        self.state = state
        self.journal = journal
        self._tell = tell
        self._last_look_at = last_look_at
        self._stored_late: tuple[str, tuple[str, ...]] | None = None
        self._stored_task: tuple[TaskStatus | None, bool] = (journal.task_status, False)
        self.ahead: Callable[[tuple[Message, ...]], None] = lambda _: None
        self.url = ""

    async def run(self) -> Finished:
        """The finished answer.

        Raises ProviderError, PartialAnswer and SessionMismatch for bad news that lasted, and ``Gone``.
        """
        try:
            return await self._run()
        except Gone as gone:
            standing = "the prompt was sent, and will not be sent again"
            raise gone_while(gone, standing, changed=True, partial=self.state.partial or None) from gone

    async def _run(self) -> Finished:
        began = trio.current_time()
        before: ChatObservation | None = None
        async with self.page.wakes() as wakes:
            while True:
                seen = await self._look()
                wakes.pace, before = CALM_PACE if seen == before else PACE, seen
                if seen is None:
                    await self.journal.running_out(self.state.partial)
                    continue
                self.journal.ledger.note(seen)
                if isinstance(seen.place, Known):
                    self.url = seen.place.value.url
                now = trio.current_time()
                action = self._plan(seen, now)
                self.journal.ledger.warn(sorted(self.state.warnings))
                match action:
                    case Complete(messages, record):
                        return Finished(messages, record)
                    case AskRecord():
                        said = await self.page.record(self.state.conversation, self.state.message_id)
                        self.state = note_record(self.state, said, trio.current_time())
                    case Copy(message_id):
                        return await self._copy(message_id)
                    case GoOn(message_id):
                        with suppress(ActRefused):  # then nothing more comes, and the plan gives up
                            await self.page.press_continue(message_id)
                    case Fail(trouble):
                        self._fail(trouble)
                    case Wait(until, activity):
                        if self.state.finished and self.state.since is not None:
                            self.ahead(self.state.answer)
                        self._tell(Progress(activity, now - began, self.state.partial))
                        await self._wait(wakes, until, now)

    def _plan(self, seen: ChatObservation, now: float) -> PollAction:
        last = now >= self._last_look_at
        if isinstance(self.state, TaskPollState):
            self.state, action = plan_task(self.state, seen, now, last=last)
            self.journal.note_task(self.state.status)
        else:
            self.state, action = plan_poll(self.state, seen, now, last=last)
        return action

    async def _wait(self, wakes: Wakes, until: float, now: float) -> None:
        """Until the next look; from the last one before the deadline on, what was read is stored while it may be."""
        known = (self.state.partial, self.journal.ledger.warnings())
        if now >= self._last_look_at and known != self._stored_late:
            self._stored_late = known
            await self.journal.running_out(self.state.partial)
        else:
            await self._store_task()
        target = until if now >= self._last_look_at else min(until, self._last_look_at)
        await wakes.wait(max(target - trio.current_time(), 0))

    async def _store_task(self) -> None:
        """Where a task stands, whenever that changes: who finds its session meanwhile knows as much as we do."""
        told = (self.journal.task_status, NOT_KNOWN in self.state.warnings)
        if isinstance(self.state, TaskPollState) and told != self._stored_task:
            self._stored_task = told
            with suppress(StoreError):  # the answer may come all the same, and is stored by itself
                await self.journal.warned()

    async def _look(self) -> ChatObservation | None:
        """One look; None for one that had not answered when the time for the last look came, which is made then."""
        if trio.current_time() >= self._last_look_at:
            return await self.page.observe()
        with trio.move_on_at(self._last_look_at):
            return await self.page.observe()
        return None

    async def _copy(self, message_id: str) -> Finished:
        """The turn has ended and reads empty: the site's own copy is the answer, or there is none."""
        patience = min(COPY_PATIENCE, self._last_look_at - trio.current_time())
        match await self.page.copy(message_id, patience=patience):
            case Known(text) if text.strip():
                return Finished(self.state.answer, copied=text)
            case found:
                nothing = found.detail if isinstance(found, Unknown) else "it is empty, too"
                why = f"the answer has ended, its text reads empty, and the site's copy gives nothing ({nothing})"
                raise self._error(
                    ProviderError, why, code="provider.answer-error", stage="poll", hint="retry-in-browser"
                )

    def _fail(self, trouble: Trouble) -> NoReturn:
        if trouble.cut:
            raise self._error(PartialAnswer, trouble.why)
        if trouble.code == MISMATCH:
            mismatch = self._error(SessionMismatch, trouble.why, evidence=dict(trouble.evidence))
            mismatch.stage = "poll"
            raise mismatch
        stage = "work-poll" if isinstance(self.state, TaskPollState) else "poll"
        known = {"code": trouble.code, "stage": stage, "hint": trouble.hint}
        raise self._error(ProviderError, trouble.why, evidence=dict(trouble.evidence), **known)

    def _error(self, kind: Callable[..., CdpWebAIError], why: str, **known: Any) -> CdpWebAIError:
        told = f"the prompt was sent, and will not be sent again: {why}"
        return kind(told, partial=self.state.partial or None, page_may_have_changed=True, **known)
