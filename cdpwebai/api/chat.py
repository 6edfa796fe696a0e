"""Asking a chat site: open its page, send once, wait for the proof, return Markdown.

Row 7. It joins a tab with a provider and runs the flows; no decision about the page is made here.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from cdpwebai.api.answering import CUT, Budget, Waiting, not_finished
from cdpwebai.api.beside import beside_prompt
from cdpwebai.api.browsers import Where, open_browser
from cdpwebai.api.following import Following, check_follow, sent_last
from cdpwebai.api.lines import Line, Reached, open_line, same_tab
from cdpwebai.api.pacing import LIMITED, cool_down_after, said_of, wait_pace
from cdpwebai.api.questions import check_lasting, check_question
from cdpwebai.api.session_page import open_page, site_of, way_to
from cdpwebai.api.settings import Pace, pace_of, places_of
from cdpwebai.api.streaming import Part, Parts
from cdpwebai.api.submissions import find_sent
from cdpwebai.api.tabs import Browser
from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import ArtifactsMissing, CdpWebAIError, Gone, NotFinished, ProviderError, SubmissionUnknown
from cdpwebai.flows.archive import archive
from cdpwebai.flows.artifacts import NONE, Outputs
from cdpwebai.flows.deadline import until
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.offer import list_models
from cdpwebai.flows.picking import CODE, HINT, STAGE
from cdpwebai.flows.plan_follow import shows
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.poll import Progress
from cdpwebai.flows.preflight import wait_obstacle
from cdpwebai.flows.preparing import Preparation
from cdpwebai.flows.send import Sending
from cdpwebai.flows.text import conversation_of
from cdpwebai.providers import check_address, provider
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Answer, Baseline, Models, QueryResult, Session, Submission
from cdpwebai.store import Store, open_store

__all__ = [
    "ASK_SECONDS",
    "Chat",
    "GoingOn",
    "Part",
    "check_question",
    "open_again",
    "open_chat",
    "open_sessions",
    "open_site",
]

ASK_SECONDS = 600.0
"""How long to wait for an answer, where the caller says nothing else."""


class GoingOn:
    """Whether an answer is still being made in the tab. ``endpoint`` is "" for a browser that ends with us anyway."""

    def __init__(self, endpoint: str) -> None:
        self.answer = False
        self.endpoint = endpoint

    def keeps_tab(self) -> bool:
        """Whether the tab is left open, for who comes back."""
        return self.answer and bool(self.endpoint)


class Chat:
    """One conversation's tab. Made by ``open_chat`` and ``open_again``.

    ``session`` is the conversation's, once a prompt was sent in it: each further prompt is its next generation.
    """

    def __init__(
        self,
        page: ChatPage,
        store: Store,
        where: Where,
        nursery: trio.Nursery,
        line: Line,
        going_on: GoingOn,
        places: Sequence[str],
        pace: Pace,
        session: Session | None = None,
    ) -> None:
        self.page = page
        self.session = session
        self._places = places
        self._pace = pace
        self._going_on = going_on
        self._store = store
        self._where = where
        self._nursery = nursery
        self._line = line

    @property
    def url(self) -> str:
        """Where the tab is now."""
        return self.page.tab.url

    async def ask(
        self,
        prompt: str,
        *,
        timeout: float = ASK_SECONDS,
        replace_draft: bool = False,
        model: str = "",
        effort: str = "",
        family: str = "",
        strict: bool = False,
        files: Sequence[str | os.PathLike[str]] = (),
        tools: Sequence[str] = (),
        outputs: Outputs = NONE,
    ) -> Answer:
        """Send the prompt once and return its answer when it is proven complete, within ``timeout`` seconds.

        ``replace_draft``: somebody's draft in the composer is given up; it is kept, and the prompt refused, otherwise.
        ``model`` ("instant", "thinking", "pro"), ``effort`` ("medium", "high", "xhigh") and ``family`` ("gpt-5.6-sol",
        "gpt-5.5", "o3") are chosen in the site's own picker, and read back; without them it is not touched. Where it
        cannot be proven the result says so, or with ``strict`` the prompt is refused. ``files``: what is attached, in
        this order; the prompt is sent with all of them or not at all. Files that somebody left in the composer are
        kept, and the prompt refused, in any case. ``tools``: what is chosen in the composer's plus menu ("web-search",
        "image", "agent-mode", "tasks", else a label as it stands there); not sent where it is not seen. ``outputs``:
        which images and files of the answer are saved, and where; without it none is looked for.

        Raises:
            InputError: the prompt is empty, the time is none, a file cannot go along, or model, effort and family are
                not known or contradict each other; nothing was touched.
            ProviderError: the site does not let it (``error_code``); ``page_may_have_changed`` says how far it came.
            SubmissionUnknown: it cannot be told whether it was sent; it is never sent again from here.
            NotFinished: its answer was not complete in time; ``partial`` is what could be read.
            PartialAnswer: the answer was cut.
            ArtifactsMissing: the answer is complete (``answer``), without an image or file that was asked for by name.
            StoreError: the session could not be stored, so nothing was sent.
            Gone: the tab, the browser or the connection is no longer there.
        """
        result = await self.query(
            prompt,
            timeout=timeout,
            replace_draft=replace_draft,
            model=model,
            effort=effort,
            family=family,
            strict=strict,
            files=files,
            tools=tools,
            outputs=outputs,
        )
        return result.answer

    async def query(
        self,
        prompt: str,
        *,
        timeout: float | Budget = ASK_SECONDS,
        tell: Callable[[Progress], None] = lambda _: None,
        on_session: Callable[[Session], None] = lambda _: None,
        on_wait: Callable[[str], None] = lambda _: None,
        witness: bool = True,
        replace_draft: bool = False,
        model: str = "",
        effort: str = "",
        family: str = "",
        strict: bool = False,
        files: Sequence[str | os.PathLike[str]] = (),
        tools: Sequence[str] = (),
        outputs: Outputs = NONE,
    ) -> QueryResult:
        """As ``ask``, with everything that the command line tells.

        ``tell`` is called with each look at the answer, ``on_session`` when the session has been stored, and
        ``on_wait`` with what is waited for before it may be sent. ``witness``: whether the conversation's record may be
        asked. ``timeout``: a budget is one that has begun already.
        """
        budget = timeout if isinstance(timeout, Budget) else Budget.of(timeout)
        check_question(prompt, budget.seconds)
        outputs.check()
        beside = beside_prompt(model, effort, family, strict=strict, files=files, tools=tools)

        def stored(session: Session) -> None:
            self._going_on.answer = True
            on_session(session)

        journal = Journal(self._store, budget.fence(), Ledger(), tell=stored, follows=self.session)
        sending: Sending | None = None
        waiting: Waiting | None = None
        try:
            async with (
                until(budget.deadline, budget.wall),
                self._turn(journal, "query", budget, on_wait) as preparations,
            ):
                self._check_place()
                submission = self._submission(prompt, budget)
                sending = Sending(
                    self.page, submission, journal, replace_draft=replace_draft, preparations=[*preparations, *beside]
                )
                sent = await self._sent(sending, journal, budget)
                waiting = Waiting(
                    self.page, self._reopen, journal, self._store, budget, tell, witness=witness, outputs=outputs
                )
                result = await waiting.run(sent)
                self._going_on.answer = False
                return result
            raise _too_late(sending, waiting, budget, ends=not self._where.cdp)
        except ArtifactsMissing as error:
            self._going_on.answer = False
            await journal.failed(error)
            raise
        except CdpWebAIError as error:
            await journal.failed(_not_untouched(error, sending), unsent=sending is None or not sending.may_be_sent)
            await cool_down_after(error, self._store, self.page.provider.name, self._pace)
            raise

    async def send(
        self,
        prompt: str,
        *,
        timeout: float = 60.0,
        answer_within: float = ASK_SECONDS,
        on_wait: Callable[[str], None] = lambda _: None,
        replace_draft: bool = False,
        model: str = "",
        effort: str = "",
        family: str = "",
        strict: bool = False,
        files: Sequence[str | os.PathLike[str]] = (),
        tools: Sequence[str] = (),
    ) -> Session:
        """Send the prompt once and return its session when the page shows it, within ``timeout`` seconds.

        ``answer_within``: the session's own deadline, in seconds from now. The rest, and errors, as in ``ask``, but
        for the answer's.
        """
        check_question(prompt, timeout)
        beside = beside_prompt(model, effort, family, strict=strict, files=files, tools=tools)
        budget = Budget.of(timeout)
        journal = Journal(self._store, budget.fence(), Ledger(), follows=self.session)
        answer_by = Budget.of(answer_within)
        sending: Sending | None = None
        try:
            async with (
                until(budget.deadline, budget.wall),
                self._turn(journal, "send", budget, on_wait) as preparations,
            ):
                self._check_place()
                submission = self._submission(prompt, answer_by)
                sending = Sending(
                    self.page, submission, journal, replace_draft=replace_draft, preparations=[*preparations, *beside]
                )
                await self._sent(sending, journal, budget)
                assert journal.session is not None
                self._going_on.answer = True
                return journal.session
            raise _too_late(sending, None, budget, ends=not self._where.cdp)
        except CdpWebAIError as error:
            await journal.failed(_not_untouched(error, sending), unsent=sending is None or not sending.may_be_sent)
            await cool_down_after(error, self._store, self.page.provider.name, self._pace)
            raise

    async def obstacle(self, *, timeout: float = 20.0) -> Obstacle | None:
        """What stands in the way of a prompt, judged until it has lasted or gone; None when one can be sent."""
        self._check_place()
        cooling = await self._store.cooling(self.page.provider.name)
        if cooling is not None:
            return Obstacle(LIMITED, "preflight", "wait-and-retry", said_of(cooling[0]))
        return await wait_obstacle(self.page, trio.current_time() + timeout)

    async def models(self, *, timeout: float = 20.0) -> Models:
        """What the account's picker of models offers, as it is labelled. It is opened and closed; nothing is chosen.

        Raises ProviderError when there is none, or it cannot be read, within ``timeout`` seconds.
        """
        self._check_place()
        with trio.move_on_after(timeout):
            return await list_models(self.page)
        raise ProviderError(
            f"the picker of models was not read within {timeout:g} s",
            code=CODE,
            stage=STAGE,
            hint=HINT,
            page_may_have_changed=False,
        )

    async def archive(self, *, timeout: float = 20.0) -> None:
        """Archive the conversation of the prompt that was asked last, by its own options, and see the page leave it.

        Raises ProviderError when it has no address, when its answer is not complete, or when it was not seen archived
        within ``timeout`` seconds.
        """
        session = self.session
        if session is None or session.status != "complete" or session.conversation_id is None:
            raise ProviderError(
                "there is no conversation here with a complete answer and an address, so none was archived",
                code="provider.archive-unverified",
                stage="archive",
                hint="look-in-browser",
            )
        with trio.move_on_after(timeout):
            return await archive(self.page, session.conversation_id)
        raise ProviderError(
            f"the conversation was not seen archived within {timeout:g} s",
            code="provider.archive-unverified",
            stage="archive",
            hint="look-in-browser",
            page_may_have_changed=None,
        )

    @asynccontextmanager
    async def _turn(
        self, journal: Journal, purpose: str, budget: Budget, tell: Callable[[str], None]
    ) -> AsyncGenerator[Sequence[Preparation], None]:
        """A place among all runs, which is waited for, then the tab and the session: against every other process.

        Then its turn to go: ``tell`` is told what is waited for.

        Gives what a follow-up sees before it is typed. The chat's session is, afterwards, the prompt's that was sent.
        """
        follows = journal.follows
        opens = follows is None and not conversation_of(self.url)
        if follows is not None:
            check_follow(follows)
            await self._arrive(follows)
        wait = budget.last_look_at - trio.current_time()
        target_id = self.page.tab.cdp.target_id or ""
        known = follows.id if follows else ""
        try:
            async with self._store.hold_turn(
                self._places, target_id, purpose=purpose, fence=journal.fence, wait=wait, session_id=known, tell=tell
            ) as journal.store:
                await wait_pace(
                    self._store, self.page.provider.name, self._pace,
                    opens=opens, last_at=budget.last_look_at, fence=journal.fence, tell=tell,
                )  # fmt: skip
                if follows is None:
                    yield ()
                else:
                    journal.follows = await self._store.get(known)  # as whoever held it before has left it
                    check_follow(journal.follows)
                    yield (Following(await sent_last(self._store, journal.follows)),)
        finally:
            session = journal.session
            if session is not None and (follows is not None or session.message_id or session.status != "failed"):
                self.session = session

    async def _arrive(self, session: Session) -> None:
        """Be in the session's conversation: in this tab while it shows it, else in one of ours at its address."""
        if shows(session, self.url):
            return
        if not self._where.cdp:
            raise ProviderError(
                f"the tab shows another page ({self.url}) than the conversation of session {session.id}",
                code="tab.target-lost",
                stage="target-resolution",
                hint="look-in-browser",
                session_id=session.id,
            )
        where = replace(self._where, record=None)
        self.page = (await self._line.open(where, way_to(session))).page

    async def _sent(self, sending: Sending, journal: Journal, budget: Budget) -> Sent:
        """Send it; where the line is cut after Send was pressed, reach the page anew and look whether it was sent.

        Where it is not pressed in time it is given up while there is time to store that.
        """
        sending.unpressed.deadline = budget.last_look_at
        try:
            with sending.unpressed:
                return await sending.run()
            raise _too_late(sending, None, budget, ends=not self._where.cdp)
        except CUT as cut:
            if not sending.may_be_sent or journal.session is None:
                raise
            page = await self._reopen(cut)
        return await find_sent(page, journal.session, journal)

    async def _reopen(self, lost: Gone) -> ChatPage:
        """Reach the same tab anew, in a browser that can be reached; else raise what was lost."""
        if not self._where.cdp:
            raise lost
        way = same_tab(self.page.tab.cdp.target_id or "")
        self.page = (await self._line.again(self._where, way, lost, ours=True)).page
        return self.page

    def _submission(self, prompt: str, budget: Budget) -> Submission:
        return Submission(
            vendor=self.page.provider.name,
            prompt=prompt,
            baseline=Baseline(),
            deadline_at=budget.wall,
            original_url=self.url,
            target_id=self.page.tab.cdp.target_id or "",
            endpoint=self._where.cdp,
        )

    async def stream(
        self,
        prompt: str,
        *,
        timeout: float = ASK_SECONDS,
        witness: bool = True,
        replace_draft: bool = False,
        files: Sequence[str | os.PathLike[str]] = (),
        tools: Sequence[str] = (),
        outputs: Outputs = NONE,
    ) -> AsyncIterator[Part | Answer]:
        """As ``ask``: yields provisional text when it has grown, the newest only, and the Answer last.

        Leaving the loop early stops the waiting, and not the answer. Raises as ``ask`` does.
        """
        parts, scope = Parts(), trio.CancelScope()

        async def feed() -> None:
            with scope:
                try:
                    result = await self.query(
                        prompt,
                        timeout=timeout,
                        tell=parts.tell,
                        witness=witness,
                        replace_draft=replace_draft,
                        files=files,
                        tools=tools,
                        outputs=outputs,
                    )
                    parts.end(result.answer)
                except CdpWebAIError as error:
                    parts.end(error)

        self._nursery.start_soon(feed)
        try:
            part: Part | Answer | None = None
            while not isinstance(part, Answer):
                part = await parts.next()
                yield part
        finally:
            scope.cancel()

    def _check_place(self) -> None:
        check_address(self.page.provider, self.url)


@asynccontextmanager
async def open_chat(
    vendor: str = "chatgpt", *, url: str = "", where: Where | None = None, timeout: float = 60.0
) -> AsyncGenerator[Chat, None]:
    """Open a chat of a vendor in a tab of our own for the block. The tab is closed with it, the conversation stays.

    It stays open, too, in a browser that is not ours, while an answer is still being made in it.

    ``url``: a conversation's address, or "" for a new one; for "demo" it is the address of a running demo site, and
    without it one is started for the block. ``where``: which browser; for a vendor that needs a login it is by default
    the shared one, with a window, started when it is not there. ``timeout`` in seconds, until the page is there.

    Raises InputError, ProviderError for an address that is not the vendor's, StoreError, and what ``open_browser`` and
    ``Tab.navigate`` raise.
    """
    place = replace(where or Where(), shared=vendor != "demo")
    budget = Budget.of(timeout)
    async with open_site(vendor, url) as home:
        # before a browser is touched: the user's own contract and settings may be malformed
        site, places, pace = provider(vendor, demo_url=home), places_of(vendor), pace_of(vendor)
        address = url or site.home
        check_address(site, address)
        check_lasting(site.name, address)
        async with (
            open_sessions(place) as store,
            open_browser(place, timeout=budget.left) as browser,
            background_tasks() as nursery,
        ):
            going_on = GoingOn(browser.endpoint)
            keep = going_on.keeps_tab
            tabs = Browser(browser)
            async with (
                tabs.new_tab(address, library=site.library, timeout=budget.left, keep=keep) as tab,
                open_line(site, keep) as line,
            ):
                reached = replace(place, cdp=browser.endpoint)
                yield Chat(ChatPage(tab, site), store, reached, nursery, line, going_on, places, pace)


@asynccontextmanager
async def open_again(
    session_id: str, *, where: Where | None = None, timeout: float = 60.0
) -> AsyncGenerator[Chat, None]:
    """Open a stored session's conversation for the block, to ask on in it: in its own tab, else in one of ours.

    Where it is opened is as for ``poll``; ``timeout`` in seconds, until the page is there.

    Raises SessionNotFound; SessionRefused while its last prompt is not settled, and when none was sent; ProviderError
    for a session of Work's and for a conversation that cannot be found again; NotFinished; and what ``open_browser``
    raises.
    """
    place = where or Where()
    budget = Budget.of(timeout)
    async with open_sessions(place) as store:
        session = await store.get(session_id)
        check_follow(session)
        await sent_last(store, session)
        site, places, going_on = site_of(session), places_of(session.vendor), GoingOn("")
        async with background_tasks() as nursery, open_line(site, going_on.keeps_tab) as line:
            reached = await _reach(line, session, place, budget)
            going_on.endpoint = reached.endpoint
            again = replace(place, shared=session.vendor != "demo", cdp=reached.endpoint)
            yield Chat(reached.page, store, again, nursery, line, going_on, places, pace_of(session.vendor), session)


async def _reach(line: Line, session: Session, place: Where, budget: Budget) -> Reached:
    """Open the session's page. Raises NotFinished, and as ``open_page``."""
    async with until(budget.deadline, budget.wall):
        dead = (session.target_id,) if session.status == "crashed" else ()
        return await open_page(line, session, place, way_to(session, dead=dead))
    text = f"session {session.id}: its page was not there within {budget.seconds:g} s; nothing was typed"
    raise NotFinished(text, session_id=session.id, deadline=budget.wall, page_may_have_changed=False)


@asynccontextmanager
async def open_sessions(where: Where) -> AsyncGenerator[Store, None]:
    """The stored sessions; in replay a store of its own that goes with the block."""
    if where.replay is None:
        async with open_store() as store:
            yield store
    else:
        with TemporaryDirectory(prefix="cdpwebai-replay-") as folder:
            async with open_store(Path(folder)) as store:
                yield store


@asynccontextmanager
async def open_site(vendor: str, url: str) -> AsyncGenerator[str, None]:
    """The address to open: the one that was given; for "demo" without one, that of a site started for the block."""
    if vendor != "demo" or url:
        yield url
        return
    from cdpwebai.demosite import load_builtin, serve

    async with serve(load_builtin("hello")) as site:
        yield site.url


def _not_untouched(error: CdpWebAIError, sending: Sending | None) -> CdpWebAIError:
    """The same error: what knows nothing of the page, such as a full disk, does not say that nothing was sent."""
    if sending is not None and sending.may_be_sent and error.page_may_have_changed is False:
        error.page_may_have_changed = None
    return error


def _too_late(sending: Sending | None, waiting: Waiting | None, budget: Budget, *, ends: bool) -> CdpWebAIError:
    """The deadline came: what is known of the prompt, and of its answer."""
    if waiting is not None:
        return not_finished(waiting.polling, budget, ends=ends)
    seconds = f"{budget.seconds:g} s"
    if sending is not None and sending.may_be_sent:
        why = f"Send was pressed, and {seconds} were over before the new message was seen"
        return SubmissionUnknown(f"{why}; look at the tab before you send the prompt again", page_may_have_changed=None)
    typed = sending is not None and sending.state.phase != "ready"
    standing = "it may stand in the composer" if typed else "nothing was typed"
    text = f"the prompt was not sent within {seconds}; {standing}"
    touched = sending is not None and sending.has_touched
    return NotFinished(text, deadline=budget.wall, page_may_have_changed=touched)
