"""One conversation's tab, and what it takes to send in it: a turn among all runs, the line to its page, its session.

Row 7, below ``asking``. It decides nothing about the page.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Literal

import trio

from cdpwebai.api.answering import CUT, Budget, Waiting, not_finished
from cdpwebai.api.beside import Question
from cdpwebai.api.browsers import Where
from cdpwebai.api.following import Following, check_follow, sent_last
from cdpwebai.api.lines import Line, same_tab
from cdpwebai.api.pacing import wait_pace
from cdpwebai.api.session_page import way_to
from cdpwebai.api.settings import Pace
from cdpwebai.api.submissions import find_sent
from cdpwebai.errors import CdpWebAIError, Gone, NotFinished, ProviderError, SessionMismatch
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.plan_follow import shows
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.preparing import Preparation
from cdpwebai.flows.send import Sending
from cdpwebai.flows.session_store import SessionStore
from cdpwebai.flows.text import conversation_of, named_conversation
from cdpwebai.providers import check_address
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Baseline, Session, Submission
from cdpwebai.store import Store

__all__ = ["Conversation", "GoingOn", "Means", "not_untouched", "too_late"]


class GoingOn:
    """Whether an answer is still being made in the tab, or something of it is still to be had there.

    ``taken``: somebody has taken the tab that was opened first elsewhere, and it is theirs now. ``endpoint`` is "" for
    a browser that ends with us anyway.
    """

    def __init__(self, endpoint: str) -> None:
        self.answer = False
        self.taken = False
        self.endpoint = endpoint

    def keeps_tab(self) -> bool:
        """Whether the tab is left open, for who comes back."""
        return self.answer and bool(self.endpoint)

    def keeps_first(self) -> bool:
        """As ``keeps_tab``, of the tab that was opened first."""
        return self.keeps_tab() or (self.taken and bool(self.endpoint))


@dataclass(frozen=True)
class Means:
    """What a conversation works with: where its browser is, the line to its page, the store, tasks in the background,
    whether an answer goes on, and how many and how fast its vendor may be asked."""

    store: Store
    where: Where
    nursery: trio.Nursery
    line: Line
    going_on: GoingOn
    places: Sequence[str]
    pace: Pace


class Conversation:
    """``session`` is the conversation's, once a prompt was sent in it: each further prompt is its next generation.

    ``address``: where the first prompt is to go, whatever page the site shows in its place.
    """

    def __init__(self, page: ChatPage, means: Means, session: Session | None = None, address: str = "") -> None:
        self.page = page
        self.session = session
        self._address = address
        self._means = means

    @property
    def url(self) -> str:
        """Where the tab is now."""
        return self.page.tab.url

    @asynccontextmanager
    async def _turn(
        self, journal: Journal, purpose: str, budget: Budget, tell: Callable[[str], None]
    ) -> AsyncGenerator[Sequence[Preparation], None]:
        """A place among all runs, which is waited for, then the tab and the session: against every other process.

        Then its turn to go. ``tell`` is told what is waited for. Gives what a follow-up sees before it is typed. The
        chat's session is, afterwards, the prompt's that was sent.
        """
        follows = journal.follows
        opens = follows is None and not conversation_of(self.url)
        if follows is not None:
            check_follow(follows)
            await self._arrive(follows)
        try:
            async with self._held(journal, purpose, budget, tell) as journal.store:
                await wait_pace(
                    self._means.store, self.page.provider.name, self._means.pace,
                    opens=opens, last_at=budget.last_look_at, fence=journal.fence, tell=tell,
                )  # fmt: skip
                yield await self._before_typing(journal)
        finally:
            session = journal.session
            if session is not None and (follows is not None or session.message_id or session.status != "failed"):
                self.session = session

    def _held(
        self, journal: Journal, purpose: str, budget: Budget, tell: Callable[[str], None]
    ) -> AbstractAsyncContextManager[SessionStore]:
        return self._means.store.hold_turn(
            self._means.places,
            self.page.tab.cdp.target_id or "",
            purpose=purpose,
            fence=journal.fence,
            wait=budget.last_look_at - trio.current_time(),
            session_id=journal.follows.id if journal.follows else "",
            tell=tell,
        )

    async def _before_typing(self, journal: Journal) -> Sequence[Preparation]:
        """What a follow-up sees before it is typed, of the session as whoever held it before has left it."""
        if journal.follows is None:
            return ()
        journal.follows = await self._means.store.get(journal.follows.id)
        check_follow(journal.follows)
        return (Following(await sent_last(self._means.store, journal.follows)),)

    async def _arrive(self, session: Session) -> None:
        """Be in the session's conversation: in this tab while it shows it, else in one of ours at its address."""
        if shows(session, self.url):
            return
        if not self._means.where.cdp:
            raise ProviderError(
                f"the tab shows another page ({self.url}) than the conversation of session {session.id}",
                code="tab.target-lost",
                stage="target-resolution",
                hint="look-in-browser",
                session_id=session.id,
            )
        where = replace(self._means.where, record=None)
        self.page = (await self._means.line.open(where, way_to(session))).page

    async def _sent(self, sending: Sending, journal: Journal, budget: Budget) -> Sent:
        """Send it; where the line is cut after Send was pressed, reach the page anew and look whether it was sent.

        Where it is not pressed in time it is given up while there is time to store that.
        """
        sending.unpressed.deadline = sending.unproven_at = budget.give_up_at
        try:
            with sending.unpressed:
                return await sending.run()
            late = too_late(sending, None, budget, ends=not self._means.where.cdp)
            await journal.failed(late, unsent=True)
            raise late
        except CUT as cut:
            if not sending.may_be_sent or journal.session is None:
                raise
            await journal.unproven()
            page = await self._reopen(journal, cut)
        return await find_sent(page, journal.session, journal, witness=sending.state.witness)

    async def _reopen(self, journal: Journal, lost: Gone | SessionMismatch) -> ChatPage:
        """Reach the same tab anew; where somebody has taken it elsewhere, open its conversation in another one of ours.

        Raises what was lost where the browser is none that can be reached, or there is no way to the conversation.
        """
        where, target_id = self._means.where, self.page.tab.cdp.target_id or ""
        if not where.cdp:
            raise lost
        if isinstance(lost, SessionMismatch):
            self._means.going_on.taken = True
            self.page = await self._open_again(journal, target_id, lost)
        else:
            self.page = (await self._means.line.again(where, same_tab(target_id), lost, ours=True)).page
        return self.page

    async def _open_again(self, journal: Journal, taken: str, lost: SessionMismatch) -> ChatPage:
        session = journal.session
        if session is None or session.conversation_url is None or session.surface == "work":
            raise lost
        where = replace(self._means.where, record=None)
        return (await self._means.line.open(where, way_to(session, dead=(taken,)))).page

    def _submission(self, asked: Question, budget: Budget) -> Submission:
        wish = asked.wish
        surface: Literal["chat", "work"] = "work" if wish else "chat"
        return Submission(
            vendor=self.page.provider.name,
            prompt=asked.prompt,
            baseline=Baseline(),
            surface=surface,
            response_contract=surface,
            power=wish.power if wish else None,
            speed=wish.speed if wish else None,
            deadline_at=budget.wall,
            original_url=self.url,
            target_id=self.page.tab.cdp.target_id or "",
            endpoint=self._means.where.cdp,
            outputs=asked.outputs.stored,
        )

    def _place(self, journal: Journal) -> str | None:
        """The conversation that the prompt is for, "" for a new one. A session without an address is known by what was
        sent there last."""
        follows = journal.follows
        return named_conversation(self._address) if follows is None else follows.conversation_id

    def _check_place(self) -> None:
        check_address(self.page.provider, self.url)


def not_untouched(error: CdpWebAIError, sending: Sending | None) -> CdpWebAIError:
    """The same error: what knows nothing of the page, such as a full disk, does not say that nothing was sent."""
    if sending is not None and sending.may_be_sent and error.page_may_have_changed is False:
        error.page_may_have_changed = None
    return error


def too_late(
    sending: Sending | None, waiting: Waiting | None, budget: Budget, *, ends: bool, kept: bool = True
) -> CdpWebAIError:
    """The deadline came: what is known of the prompt, and of its answer. ``ends``, ``kept``: as ``not_finished``."""
    if waiting is not None:
        return not_finished(waiting.polling, budget, ends=ends, kept=kept)
    seconds = f"{budget.seconds:g} s"
    if sending is not None and sending.may_be_sent:
        why = f"Send was pressed, and {seconds} were over before the new message was seen"
        return sending.not_proven(why)
    typed = sending is not None and sending.state.phase != "ready"
    standing = "it may stand in the composer" if typed else "nothing was typed"
    underway = sending.journal.ledger.underway if sending is not None else ""
    text = "; ".join(filter(None, (f"the prompt was not sent within {seconds}", underway, standing)))
    touched = sending is not None and sending.has_touched
    return NotFinished(text, deadline=budget.wall, page_may_have_changed=touched)
