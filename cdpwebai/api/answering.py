"""What asking and polling share: how long, how an answer is waited for, and what the deadline leaves.

Row 7, below ``chat`` and ``sessions``. An answer is waited for also when the line to its page is cut: the page is
reached anew, and our own message must be seen there before anything on it counts.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace

import msgspec
import trio

from cdpwebai.api.bringing import Bringing
from cdpwebai.api.confirming import confirm
from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import (
    CdpWebAIError,
    Disconnected,
    Gone,
    NotFinished,
    PartialAnswer,
    ProviderError,
    SessionDetached,
    SessionError,
    SessionMismatch,
    StoreError,
)
from cdpwebai.flows.artifacts import Answered
from cdpwebai.flows.capture import Converter, capture
from cdpwebai.flows.deadline import until
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.flows.plan_poll import PollState, reserve_of
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.plan_task import TaskPollState
from cdpwebai.flows.poll import Polling, Progress
from cdpwebai.flows.session_store import fence_until
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Fence, QueryResult, Session
from cdpwebai.store import Store

__all__ = [
    "CUT",
    "Budget",
    "Waiting",
    "finish",
    "is_past",
    "look_again",
    "not_finished",
    "poll_command",
    "stored_result",
]

CUT = (Disconnected, SessionDetached)
"""What ends a line while the tab at its other end may live on."""

STORING = 0.25
"""Seconds that are kept for storing what is known at the end, where there are so many."""

STOPPING_AGAIN = 0.1
"""Seconds between two looks whether somebody is still stopping the answer."""


@dataclass(frozen=True)
class Budget:
    """A time limit: seconds, its end in trio's time, and its end on the wall clock (seconds since the epoch).

    ``clock`` tells the latter's time. Whichever end comes first is the end.
    """

    seconds: float
    deadline: float
    wall: float
    clock: Callable[[], float] = time.time

    @classmethod
    def of(cls, seconds: float, clock: Callable[[], float] = time.time) -> Budget:
        """The limit that begins now; only inside trio."""
        return cls(seconds, trio.current_time() + seconds, clock() + seconds, clock)

    def running(self) -> AbstractAsyncContextManager[trio.CancelScope]:
        """A scope that is cancelled at its end; see ``flows.deadline``."""
        return until(self.deadline, self.wall, wall=self.clock)

    @property
    def left(self) -> float:
        """Seconds that are left, a moment at least; only inside trio."""
        return max(self.deadline - trio.current_time(), 0.001)

    @property
    def last_look_at(self) -> float:
        """When there will be no time for another look, in trio's time."""
        return self.deadline - reserve_of(self.seconds)

    @property
    def give_up_at(self) -> float:
        """When a prompt that was not pressed is given up, in trio's time, and one that was is stored as not known."""
        return min(self.last_look_at, self.deadline - min(STORING, self.seconds / 2))

    @property
    def save_by(self) -> float:
        """Until when images and files may be fetched, in trio's time: what was proven must be stored in time, too."""
        return self.deadline - reserve_of(self.seconds) / 4

    def fence(self) -> Fence:
        """Until when anything may be written."""
        return fence_until(self.deadline, wall_deadline=self.wall, wall=self.clock)


class Waiting:
    """One answer that is waited for. ``reopen`` reaches the page anew, or raises what it is given: a line that was cut,
    or, once, a tab that was taken elsewhere.

    ``polling`` tells, also after a cancellation, how far it got.
    """

    def __init__(
        self,
        page: ChatPage,
        reopen: Callable[[Gone | SessionMismatch], Awaitable[ChatPage]],
        journal: Journal,
        store: Store,
        budget: Budget,
        tell: Callable[[Progress], None],
        *,
        witness: bool = True,
        outputs: Outputs = NONE,
    ) -> None:
        self.page = page
        self.polling: Polling | None = None
        self._reopen = reopen
        self._journal = journal
        self._store = store
        self._budget = budget
        self._tell = tell
        self._witness = witness
        self._outputs = outputs
        self._is_astray = False

    async def run(self, sent: Sent) -> QueryResult:
        """The answer, stored before it is returned. Raises as ``Polling.run``, and PartialAnswer for a stopped one."""
        state = self._state(sent)
        lost: Gone | SessionMismatch | None = None
        while True:
            try:
                if lost is not None:
                    state = await self._take_up(sent, state)
                self.polling = Polling(self.page, state, self._journal, self._tell, self._budget.last_look_at)
                bringing = Bringing(self._outputs, self._budget.save_by, witness=self._witness)
                return await finish(self.page, self.polling, self._journal, self._until_nobody_stops, bringing)
            except (PartialAnswer, ProviderError) as ended:
                await self._unless_stopped(ended)
                raise
            except (*CUT, SessionMismatch) as cut:
                if isinstance(cut, SessionMismatch) and self._is_astray:
                    raise
                self._is_astray |= isinstance(cut, SessionMismatch)
                state = self.polling.state if self.polling else state
                lost = cut
            self.page = await self._reopen(lost)

    async def _take_up(self, sent: Sent, state: PollState) -> PollState:
        """Where the waiting stands on a page that was reached anew: what was read is kept, and proves nothing."""
        found = await confirm(self.page, replace(sent, conversation=state.conversation), witness=self._witness)
        self._journal.ledger.warn(("reconnected",))
        fresh = self._state(found)
        return replace(fresh, answer=state.answer, warnings=state.warnings)

    def _state(self, sent: Sent) -> PollState:
        known = (sent.turn_id, sent.message_id, sent.before, sent.conversation)
        session = self._journal.session
        kind = TaskPollState if session is not None and session.surface == "work" else PollState
        return kind(*known, witness=self._witness, image=self._outputs.wanted.image)

    async def _unless_stopped(self, ended: CdpWebAIError) -> None:
        """Raise that another command has stopped it, where that is why the answer ended without being whole."""
        with suppress(SessionError, StoreError):
            await self._until_nobody_stops()
            session = await self._store.get(self._journal.session_id or "")
            if session.status == "stopped":
                raise _stopped(session, ended.partial) from ended

    async def _until_nobody_stops(self) -> None:
        """An answer that is being stopped looks finished a moment before it is stored as stopped."""
        while await self._store.holder("stop", self._journal.session_id or ""):  # noqa: ASYNC110 - a store has no event
            await trio.sleep(STOPPING_AGAIN)


async def _at_once() -> None:
    await trio.lowlevel.checkpoint()


async def finish(
    page: ChatPage,
    polling: Polling,
    journal: Journal,
    settled: Callable[[], Awaitable[None]] = _at_once,
    bringing: Bringing = Bringing(NONE, 0.0),  # noqa: B008 - frozen
) -> QueryResult:
    """Wait for the answer, store it, and only then return it: as it is stored, should another run have been first.

    ``settled`` is awaited in between; what is asked for beside the text is saved before that. Raises PartialAnswer when
    another run has stopped it, ArtifactsMissing when something that was asked for by name is not there.
    """
    async with background_tasks() as nursery:
        converter = Converter(page, nursery)
        polling.ahead = converter.ahead
        finished = await polling.run()
        made = await capture(page, finished, converter)
    journal.ledger.warn(made.warnings)
    state = polling.state
    asked = Answered(made.answer.message_id, state.message_id, state.conversation, finished.record)
    answer = await bringing.to(page, made.answer, asked, journal.ledger)
    try:
        await settled()
        stored = await journal.complete(answer, polling.url or page.tab.url)
    except StoreError as error:
        error.partial = made.answer.text  # it stands in the conversation; who reads this need not go there
        raise
    assert stored is not None
    if stored.answer is None:
        raise _stopped(stored, made.answer.text)
    answer = bringing.told(stored.answer, answer)
    return msgspec.structs.replace(stored_result(stored, url=polling.url or page.tab.url), answer=answer)


def _stopped(session: Session, partial: str | None) -> PartialAnswer:
    """Another command has pressed Stop while the answer was awaited."""
    text = f"the answer was stopped by another command, and session {session.id} is {session.status}"
    return PartialAnswer(text, partial=partial, page_may_have_changed=True)


def stored_result(session: Session, *, url: str = "") -> QueryResult:
    """A session that is complete, as it is returned. ``url``: where its page is, else where it can be found again."""
    assert session.answer is not None
    return QueryResult(
        vendor=session.vendor,
        session_id=session.id,
        url=url or session.conversation_url or session.original_url,
        answer=session.answer,
        observations=session.observations,
        warnings=session.warnings,
        selection=session.selection,
    )


def is_past(session: Session) -> bool:
    """Whether the session's own time is over."""
    return session.deadline_at is not None and session.deadline_at <= time.time()


def poll_command(session: Session) -> str:
    """The command that waits for a session's answer, and prints one that is stored."""
    return f"cdpwebai {'work poll' if session.surface == 'work' else 'poll'} --session {session.id}"


def look_again(session: Session) -> str:
    """How a person gives a session more time, in a clause."""
    return f"look again with: {poll_command(session)} --timeout 60"


def not_finished(polling: Polling | None, budget: Budget, *, ends: bool = False, kept: bool = True) -> NotFinished:
    """The deadline came while the answer was awaited.

    ``ends``: its browser is a private one, and ends with us. ``kept``: its session is there to be come back to.
    """
    partial = polling.state.partial if polling else ""
    said = f"{len(partial)} characters of it could be read" if partial else "nothing of it could be read"
    session = polling.journal.session if polling and kept else None
    goes_on = "it goes on in the browser" + (f"; {look_again(session)}" if session else "")
    after = "its browser ends with the command" if ends else goes_on
    return NotFinished(
        f"the prompt was sent; its answer was not proven complete within {budget.seconds:g} s ({said}); {after}",
        partial=partial or None,
        deadline=budget.wall,
        page_may_have_changed=True,
    )
