"""Asking in a conversation: send once, wait for the proof, return Markdown.

Row 7. It joins a page with the flows; no decision about the page is made here. ``opening`` makes what it needs.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Sequence

import trio

from cdpwebai.api.answering import Budget, Waiting
from cdpwebai.api.beside import beside_prompt
from cdpwebai.api.conversation import Conversation, not_untouched, too_late
from cdpwebai.api.pacing import LIMITED, cool_down_after, said_of
from cdpwebai.api.questions import check_question
from cdpwebai.api.streaming import Part, Parts
from cdpwebai.errors import ArtifactsMissing, CdpWebAIError, ProviderError
from cdpwebai.flows.archive import archive
from cdpwebai.flows.artifacts import NONE, Outputs
from cdpwebai.flows.deadline import until
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.offer import list_models
from cdpwebai.flows.picking import CODE, HINT, STAGE
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.plan_work import Wish
from cdpwebai.flows.poll import Progress
from cdpwebai.flows.preflight import wait_obstacle
from cdpwebai.flows.preparing import Preparation
from cdpwebai.flows.send import Sending
from cdpwebai.flows.work import Choosing
from cdpwebai.flows.work_sending import WorkSending
from cdpwebai.records import Answer, Models, QueryResult, Session, Submission

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
        wish: Wish | None = None,
    ) -> QueryResult:
        """As ``ask``, with everything that the command line tells.

        ``tell`` is called with each look at the answer, ``on_session`` when the session has been stored, and
        ``on_wait`` with what is waited for before it may be sent. ``witness``: whether the conversation's record may be
        asked. ``timeout``: a budget is one that has begun already. ``wish`` is for ``Work``, whose page this is then.
        """
        budget = timeout if isinstance(timeout, Budget) else Budget.of(timeout)
        check_question(prompt, budget.seconds)
        outputs.check()
        beside = [*beside_prompt(model, effort, family, strict=strict, files=files, tools=tools), *_in_work(wish)]

        def stored(session: Session) -> None:
            self._means.going_on.answer = True
            on_session(session)

        journal = Journal(self._means.store, budget.fence(), Ledger(), tell=stored, follows=self.session)
        sending: Sending | None = None
        waiting: Waiting | None = None
        try:
            async with (
                until(budget.deadline, budget.wall),
                self._turn(journal, "query", budget, on_wait) as preparations,
            ):
                self._check_place()
                submission = self._submission(prompt, budget, wish)
                sending = self._sending(submission, journal, [*preparations, *beside], wish, replace_draft)
                sent = await self._sent(sending, journal, budget)
                waiting = Waiting(
                    self.page, self._reopen, journal, self._means.store, budget, tell, witness=witness, outputs=outputs
                )
                result = await waiting.run(sent)
                self._means.going_on.answer = False
                return result
            where = self._means.where
            raise too_late(sending, waiting, budget, ends=not where.cdp, kept=where.replay is None)
        except ArtifactsMissing as error:
            self._means.going_on.answer = False
            await journal.failed(error)
            raise
        except CdpWebAIError as error:
            await self._failed(error, sending, journal)
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
        wish: Wish | None = None,
    ) -> Session:
        """Send the prompt once and return its session when the page shows it, within ``timeout`` seconds.

        ``answer_within``: the session's own deadline, in seconds from now. The rest, and errors, as in ``ask``, but
        for the answer's.
        """
        check_question(prompt, timeout)
        beside = [*beside_prompt(model, effort, family, strict=strict, files=files, tools=tools), *_in_work(wish)]
        budget = Budget.of(timeout)
        journal = Journal(self._means.store, budget.fence(), Ledger(), follows=self.session)
        answer_by = Budget.of(answer_within)
        sending: Sending | None = None
        try:
            async with (
                until(budget.deadline, budget.wall),
                self._turn(journal, "send", budget, on_wait) as preparations,
            ):
                self._check_place()
                submission = self._submission(prompt, answer_by, wish)
                sending = self._sending(submission, journal, [*preparations, *beside], wish, replace_draft)
                await self._sent(sending, journal, budget)
                assert journal.session is not None
                self._means.going_on.answer = True
                return journal.session
            raise too_late(sending, None, budget, ends=not self._means.where.cdp)
        except CdpWebAIError as error:
            await self._failed(error, sending, journal)
            raise

    def _sending(
        self,
        submission: Submission,
        journal: Journal,
        preparations: Sequence[Preparation],
        wish: Wish | None,
        replace_draft: bool,
    ) -> Sending:
        kind = Sending if wish is None else WorkSending
        place = self._place(journal)
        return kind(self.page, submission, journal, replace_draft=replace_draft, preparations=preparations, place=place)

    async def _failed(self, error: CdpWebAIError, sending: Sending | None, journal: Journal) -> None:
        """Store how it stands, and let everybody cool down after a rate limit."""
        await journal.failed(not_untouched(error, sending), unsent=sending is None or not sending.may_be_sent)
        await cool_down_after(error, self._means.store, self.page.provider.name, self._means.pace)

    async def obstacle(self, *, timeout: float = 20.0) -> Obstacle | None:
        """What stands in the way of a prompt, judged until it has lasted or gone; None when one can be sent."""
        self._check_place()
        cooling = await self._means.store.cooling(self.page.provider.name)
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

        self._means.nursery.start_soon(feed)
        try:
            part: Part | Answer | None = None
            while not isinstance(part, Answer):
                part = await parts.next()
                yield part
        finally:
            scope.cancel()


def _in_work(wish: Wish | None) -> list[Preparation]:
    return [] if wish is None else [Choosing(wish)]
