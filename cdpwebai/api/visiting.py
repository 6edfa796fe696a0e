"""A visit to a stored session's page: our own message must be seen there before anything on it counts.

Row 7, below ``sessions``, which holds the session meanwhile and keeps the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import msgspec

from cdpwebai.api.answering import Budget, Waiting, is_past, look_again, not_finished, stored_result
from cdpwebai.api.bringing import Bringing, is_there
from cdpwebai.api.browsers import Where
from cdpwebai.api.confirming import confirm, confirm_in_chat, refuse_work
from cdpwebai.api.lines import Line, same_tab
from cdpwebai.api.session_page import open_page
from cdpwebai.api.submissions import UNSETTLED, find_sent
from cdpwebai.errors import (
    Gone,
    NotFinished,
    PartialAnswer,
    ProviderError,
    SessionMismatch,
    TargetClosed,
    TargetCrashed,
)
from cdpwebai.flows.artifacts import Answered
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.poll import Progress
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Answer, QueryResult, Session
from cdpwebai.store import Store

__all__ = ["Visit", "as_stored", "refuse_ended", "see_sent"]


@dataclass
class Visit:
    """One poll: to the session's page, and to another one when that dies or is taken elsewhere."""

    store: Store
    where: Where
    line: Line
    journal: Journal
    budget: Budget
    tell: Callable[[Progress], None]
    witness: bool = True
    outputs: Outputs = NONE
    waiting: Waiting | None = None
    dead: set[str] = field(default_factory=set[str])

    @property
    def session(self) -> Session:
        """As it is known by now."""
        assert self.journal.session is not None
        return self.journal.session

    async def run(self) -> QueryResult:
        """The answer. Raises as ``sessions.poll``."""
        self.journal.session = await self.store.get(self.session.id)  # as whoever held it before has left it
        if self.session.answer is not None:
            return await as_stored(self.session, self.outputs) or await self._bring(self.session.answer)
        refuse_ended(self.session)
        if is_past(self.session):
            await self.journal.given_time(self.budget.wall)
        if self.session.status == "submitting":
            await self.journal.unproven()
        if self.session.status == "crashed":
            self.dead.add(self.session.target_id)
        try:
            return await self._wait()
        except (TargetClosed, TargetCrashed, SessionMismatch):
            if self.session.target_id in self.dead or self.session.conversation_url is None:
                raise
            self.dead.add(self.session.target_id)
        self.where = replace(self.where, record=None)  # a trace is of one connection, the first
        return await self._wait()

    async def _wait(self) -> QueryResult:
        reached = await open_page(self.line, self.session, self.where, dead=self.dead)
        target_id = reached.page.tab.cdp.target_id or ""
        reopen = partial(self._reopen, replace(self.where, cdp=reached.endpoint), target_id)
        async with self.store.hold("target", target_id, purpose="poll", fence=self.journal.fence):
            sent = await see_sent(reached.page, self.session, self.journal, witness=self.witness)
            self.waiting = Waiting(
                reached.page,
                reopen,
                self.journal,
                self.store,
                self.budget,
                self.tell,
                witness=self.witness,
                outputs=self._wanted,
            )
            return await self.waiting.run(sent)

    @property
    def _wanted(self) -> Outputs:
        """What is asked for now and what was asked for with the prompt."""
        return self.outputs.or_else(self.session.outputs)

    async def _bring(self, answer: Answer) -> QueryResult:
        """What an answer that is stored already has beside its text, which is stored with it now."""
        session = self.session
        page = (await open_page(self.line, session, self.where, dead=self.dead)).page
        async with self.store.hold("target", page.tab.cdp.target_id or "", purpose="poll", fence=self.journal.fence):
            await see_sent(page, session, self.journal, witness=self.witness)
            asked = Answered(answer.message_id, session.message_id, session.conversation_id or "")
            bringing = Bringing(self._wanted, self.budget.save_by, witness=self.witness)
            brought = bringing.told(answer, await bringing.to(page, answer, asked, self.journal.ledger))
            if brought.images or brought.files:
                await self.journal.brought(brought)
            told = stored_result(session, url=page.tab.url)
            return msgspec.structs.replace(told, answer=brought, warnings=self.journal.ledger.warnings())

    async def _reopen(self, where: Where, target_id: str, lost: Gone | SessionMismatch) -> ChatPage:
        if not where.cdp or isinstance(lost, SessionMismatch):  # ``run`` opens another page for that
            raise lost
        return (await self.line.again(where, same_tab(target_id), lost)).page

    def too_late(self) -> NotFinished:
        """The deadline came."""
        if self.waiting is not None:
            return not_finished(self.waiting.polling, self.budget)
        return NotFinished(
            f"session {self.session.id}: its page was not there within {self.budget.seconds:g} s;"
            f" {look_again(self.session)}",
            deadline=self.budget.wall,
            page_may_have_changed=False,
        )


async def see_sent(page: ChatPage, session: Session, journal: Journal, *, witness: bool = False) -> Sent:
    """Our own message, as the page shows it, or as the site's record has it where that may be asked (``witness``); a
    chat's page must not be on Work."""
    in_chat = session.surface == "chat"
    if session.status in UNSETTLED:
        found = await find_sent(page, session, journal, witness=witness)
        if in_chat:
            await refuse_work(page)
        return found
    before = frozenset(session.baseline.turn_ids)
    sent = Sent(session.turn_id, session.message_id, before, session.conversation_id or "")
    return await (confirm_in_chat if in_chat else confirm)(page, sent, witness=witness)


def refuse_ended(session: Session) -> None:
    """Raise what is known of a session for which there is no answer to wait for."""
    if session.status == "stopped":
        text = f"the answer of session {session.id} was stopped"
        raise PartialAnswer(text, partial=session.partial or None, session_id=session.id)
    if session.status == "failed" and not session.message_id:
        known = session.last_error
        raise ProviderError(
            f"the prompt of session {session.id} was not sent" + (f": {known.message}" if known else ""),
            code=known.error_code if known else "provider.commit-not-verified",
            stage=known.stage if known else "commit-verify",
            hint=known.retry_hint if known else "re-snapshot",
            session_id=session.id,
        )


async def as_stored(session: Session, said: Outputs) -> QueryResult | None:
    """What is stored, where nothing more is to be had: the answer, with all that is asked for."""
    if session.answer is None or not await is_there(session.answer, said, said.or_else(session.outputs)):
        return None
    return stored_result(session)
