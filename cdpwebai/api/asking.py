"""Asking in a conversation: send once, wait for the proof, return Markdown.

Row 7. It joins a page with the flows; no decision about the page is made here. ``opening`` makes what it needs.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Unpack

import trio

from cdpwebai.api.answering import Budget, Waiting
from cdpwebai.api.beside import Beside, Question, question
from cdpwebai.api.conversation import Conversation, not_untouched, too_late
from cdpwebai.api.pacing import LIMITED, cool_down, cool_down_after, cooling_down
from cdpwebai.api.questions import check_question
from cdpwebai.api.streaming import Part, Parts
from cdpwebai.api.submissions import store_unsent
from cdpwebai.errors import ArtifactsMissing, CdpWebAIError, ProviderError
from cdpwebai.flows.archive import archive
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.offer import list_models
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.flows.picking import CODE, HINT, STAGE
from cdpwebai.flows.plan_archive import ArchivePolicy, why_kept
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.poll import Progress
from cdpwebai.flows.preflight import wait_obstacle
from cdpwebai.flows.preparing import Preparation
from cdpwebai.flows.send import Sending
from cdpwebai.flows.work_sending import WorkSending
from cdpwebai.flows.work_steps import Wish
from cdpwebai.records import Answer, Models, QueryResult, Session

__all__ = ["ASK_SECONDS", "Chat"]

ASK_SECONDS = 600.0
"""How long to wait for an answer, where the caller says nothing else."""


class Chat(Conversation):
    """One conversation's tab. Made by ``open_chat`` and ``open_again``.

    ``session`` is the conversation's, once a prompt was sent in it: each further prompt is its next generation.
    """

    async def ask(
        self,
        prompt: str,
        *,
        timeout: float = ASK_SECONDS,
        witness: bool = True,
        outputs: Outputs = NONE,
        **beside: Unpack[Beside],
    ) -> Answer:
        """Send the prompt once and return its answer when it is proven complete, within ``timeout`` seconds.

        ``beside``: what is set beside it (``Beside``): model, effort, family, tools, files, context.
        ``outputs``: which images and files of the answer are saved, and where; without it none is looked for.
        ``witness``: whether the site's own record of the conversation may be asked besides its page.

        Raises:
            InputError: the prompt is empty, the time is none, a file cannot go along, or model, effort and family are
                not known or contradict each other; nothing was touched.
            ContextError: a file of the context may not go along, or all of it is too much; nothing was touched.
            ProviderError: the site does not let it (``error_code``); ``page_may_have_changed`` says how far it came.
            SubmissionUnknown: it cannot be told whether it was sent; it is never sent again from here.
            NotFinished: its answer was not complete in time; ``partial`` is what could be read.
            PartialAnswer: the answer was cut.
            ArtifactsMissing: the answer is complete (``answer``), without an image or file that was asked for by name.
            StoreError: the session could not be stored, so nothing was sent.
            Gone: the tab, the browser or the connection is no longer there.
        """
        return (await self.query(prompt, timeout=timeout, witness=witness, outputs=outputs, **beside)).answer

    async def query(
        self,
        prompt: str,
        *,
        timeout: float | Budget = ASK_SECONDS,
        tell: Callable[[Progress], None] = lambda _: None,
        on_session: Callable[[Session], None] = lambda _: None,
        on_wait: Callable[[str], None] = lambda _: None,
        witness: bool = True,
        outputs: Outputs = NONE,
        wish: Wish | None = None,
        **beside: Unpack[Beside],
    ) -> QueryResult:
        """As ``ask``, with everything that the command line tells.

        ``tell`` is called with each look at the answer, ``on_session`` when the session has been stored, and
        ``on_wait`` with what is waited for before it may be sent. ``timeout``: a budget is one that has begun already.
        ``wish`` is for ``Work``, whose page this is then.
        """
        budget = timeout if isinstance(timeout, Budget) else Budget.of(timeout)
        check_question(prompt, budget.seconds)
        async with question(prompt, wish=wish, outputs=outputs, witness=witness, **beside) as asked:

            def stored(session: Session) -> None:
                self._means.going_on.answer = True
                on_session(session)

            journal = Journal(self._means.store, budget.fence(), Ledger(), tell=stored, follows=self.session)

            def waiting() -> Waiting:
                store, reopen = self._means.store, partial(self._reopen, journal)
                return Waiting(self.page, reopen, journal, store, budget, tell, witness=witness, outputs=outputs)

            return await self._answered(asked, journal, budget, on_wait, waiting)

    async def _answered(
        self,
        asked: Question,
        journal: Journal,
        budget: Budget,
        on_wait: Callable[[str], None],
        made: Callable[[], Waiting],
    ) -> QueryResult:
        """Send it and wait for its answer; ``made`` gives what waits, once it was sent."""
        sending: Sending | None = None
        waiting: Waiting | None = None
        try:
            async with (
                budget.running(),
                self._turn(journal, "query", budget, on_wait) as preparations,
            ):
                sending = self._sending(asked, budget, journal, preparations)
                sent = await self._sent(sending, journal, budget)
                waiting = made()
                result = await waiting.run(sent)
                self._means.going_on.answer = bool(result.answer.artifact_errors)
                return result
            where = self._means.where
            raise too_late(sending, waiting, budget, ends=not where.cdp, kept=where.replay is None)
        except ArtifactsMissing as error:
            await journal.failed(error)
            raise
        except CdpWebAIError as error:
            await self._failed(error, sending, journal)
            raise
        finally:
            if sending is not None and not sending.may_be_sent:
                await store_unsent(journal)

    async def send(
        self,
        prompt: str,
        *,
        timeout: float = 60.0,
        answer_within: float = ASK_SECONDS,
        on_session: Callable[[Session], None] = lambda _: None,
        on_wait: Callable[[str], None] = lambda _: None,
        outputs: Outputs = NONE,
        wish: Wish | None = None,
        **beside: Unpack[Beside],
    ) -> Session:
        """Send the prompt once and return its session when the page shows it, within ``timeout`` seconds.

        ``answer_within``: the session's own deadline, in seconds from now. ``outputs`` are stored with it: who polls it
        saves them, and holds to what is required. The rest, and errors, as in ``query``, but for the answer's.
        """
        check_question(prompt, timeout)
        async with question(prompt, wish=wish, outputs=outputs, **beside) as asked:
            budget = Budget.of(timeout)
            journal = Journal(self._means.store, budget.fence(), Ledger(), tell=on_session, follows=self.session)
            return await self._shown(asked, journal, budget, on_wait, Budget.of(answer_within))

    async def _shown(
        self,
        asked: Question,
        journal: Journal,
        budget: Budget,
        on_wait: Callable[[str], None],
        answer_by: Budget,
    ) -> Session:
        """Send it and see it shown; ``answer_by``: the session's own time."""
        sending: Sending | None = None
        try:
            async with (
                budget.running(),
                self._turn(journal, "send", budget, on_wait) as preparations,
            ):
                sending = self._sending(asked, answer_by, journal, preparations)
                await self._sent(sending, journal, budget)
                assert journal.session is not None
                self._means.going_on.answer = True
                return journal.session
            raise too_late(sending, None, budget, ends=not self._means.where.cdp)
        except CdpWebAIError as error:
            await self._failed(error, sending, journal)
            raise
        finally:
            if sending is not None and not sending.may_be_sent:
                await store_unsent(journal)

    def _sending(
        self, asked: Question, answer_by: Budget, journal: Journal, preparations: Sequence[Preparation]
    ) -> Sending:
        """How it is sent; ``preparations``: what is done before all that was asked for."""
        self._check_place()
        kind = Sending if asked.wish is None else WorkSending
        return kind(
            self.page,
            self._submission(asked, answer_by),
            journal,
            replace_draft=asked.replace_draft,
            witness=asked.witness,
            preparations=[*preparations, *asked.preparations],
            place=self._place(journal),
        )

    async def _failed(self, error: CdpWebAIError, sending: Sending | None, journal: Journal) -> None:
        """Store how it stands, and let everybody cool down after a rate limit."""
        await journal.failed(not_untouched(error, sending), unsent=sending is None or not sending.may_be_sent)
        await cool_down_after(error, self._means.store, self.page.provider.name, self._means.pace)

    async def obstacle(self, *, timeout: float = 20.0) -> Obstacle | None:
        """What stands in the way of a prompt, judged until it has lasted or gone; None when one can be sent.

        A cool-down does, with its reason and its end; a rate limit that is seen starts one.
        """
        self._check_place()
        store, vendor = self._means.store, self.page.provider.name
        cooling = await cooling_down(store, vendor)
        if cooling is not None:
            return cooling
        found = await wait_obstacle(self.page, trio.current_time() + timeout)
        if found is not None and found.code == LIMITED:
            await cool_down(dict(found.evidence).get("notice", found.why), store, vendor, self._means.pace)
        return found

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

    async def archive(self, *, policy: ArchivePolicy = "always", timeout: float = 20.0) -> None:
        """Archive the conversation of the prompt that was asked last, by its own options, and see the page leave it.

        By ``auto`` only one that holds no prompt but that, and is no project's; by no policy one whose answers lack an
        image or file that was asked for. Raises ProviderError when it is not to be, when it has no address, when its
        answer is not complete, or when it was not seen archived within ``timeout`` seconds.
        """
        session = self.session
        if session is None or session.status != "complete" or session.conversation_id is None:
            raise _not_archived(
                "there is no conversation here with a complete answer and an address, so none was archived"
            )
        before = await self._means.store.history(session.id)
        why = why_kept(policy, (*before, session))
        if why:
            raise _not_archived(why)
        with trio.move_on_after(timeout):
            return await archive(self.page, session.conversation_id)
        raise _not_archived(f"the conversation was not seen archived within {timeout:g} s", touched=None)

    async def stream(
        self,
        prompt: str,
        *,
        timeout: float = ASK_SECONDS,
        on_session: Callable[[Session], None] = lambda _: None,
        on_wait: Callable[[str], None] = lambda _: None,
        witness: bool = True,
        outputs: Outputs = NONE,
        **beside: Unpack[Beside],
    ) -> AsyncIterator[Part | Answer]:
        """As ``query``: yields provisional text when it has grown, the newest only, and the Answer last.

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
                        on_session=on_session,
                        on_wait=on_wait,
                        witness=witness,
                        outputs=outputs,
                        **beside,
                    )
                    parts.end(result.answer)
                except Exception as error:  # the reader's: here it would end the whole chat
                    parts.end(error)

        self._means.nursery.start_soon(feed)
        try:
            part: Part | Answer | None = None
            while not isinstance(part, Answer):
                part = await parts.next()
                yield part
        finally:
            scope.cancel()


def _not_archived(why: str, *, touched: bool | None = False) -> ProviderError:
    return ProviderError(
        why,
        code="provider.archive-unverified",
        stage="archive",
        hint="look-in-browser",
        page_may_have_changed=touched,
    )
