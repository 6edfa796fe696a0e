"""Coming back: poll a stored session, watch it, stop it, and look after the sessions that are stored.

Row 7. A session is found by its id, else it is the only active one. Its tab is found by the exact target, then by the
exact conversation, and never guessed. Whoever works on a session holds it against every other process.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from urllib.parse import urlsplit

import trio

from cdpwebai.api.answering import Budget, finish, not_finished, poll_state
from cdpwebai.api.browsers import Where, open_browser
from cdpwebai.api.tabs import Browser
from cdpwebai.browser import browser as browsers
from cdpwebai.errors import CdpWebAIError, NotFinished, ProviderError, SessionNotFound, SubmissionUnknown
from cdpwebai.flows.deadline import until
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_resume import NotSent, StillUnknown, find_submission
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.poll import Polling, Progress
from cdpwebai.flows.stop import stop_answer
from cdpwebai.page.tab import Tab
from cdpwebai.providers import is_at_home, provider
from cdpwebai.providers.chat import Provider
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Lease, QueryResult, Session
from cdpwebai.store import Store

__all__ = ["find_session", "open_session_page", "poll", "stop", "watch"]

FIND_SECONDS = 15.0
"""How long a reopened page may take until our own message is seen there."""

UNSETTLED = ("submitting", "unknown-submission")


async def find_session(store: Store, session_id: str, vendor: str) -> tuple[Session, tuple[str, ...]]:
    """The session with this id, or the only active one, with a warning. Raises SessionNotFound, TargetAmbiguous."""
    if session_id:
        return await store.get(session_id), ()
    found = await store.find(vendor)
    if found is None:
        raise SessionNotFound(f"no session of {vendor} is going on; name one with --session (see sessions list)")
    return found.session, found.warnings


async def poll(
    store: Store,
    session: Session,
    where: Where,
    *,
    timeout: float | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
    witness: bool = True,
) -> QueryResult:
    """The answer of a session that was sent, within ``timeout`` seconds and never past the session's own deadline.

    A session that is complete is answered from the store, without a browser. One of which it is not known whether it
    was sent is looked for first; nothing is ever sent from here.

    Raises NotFinished, at once for a session past its deadline; SubmissionUnknown; ProviderError; LeaseHeld while
    another process works on it; and what ``open_browser`` raises.
    """
    if session.answer is not None:
        return _stored(session)
    budget = _budget(session, timeout)
    journal = Journal(store, budget.fence(), Ledger(), session)
    journal.ledger.warn(session.warnings)
    polling: Polling | None = None
    try:
        async with until(budget.deadline, budget.wall):
            async with store.hold("session", session.id, purpose="poll", fence=journal.fence):
                async with open_session_page(session, where) as page, _held(store, page, journal):
                    sent = await _find_sent(page, session, journal)
                    polling = Polling(page, poll_state(sent, witness), journal, tell, budget.last_look_at)
                    return await finish(page, polling, journal)
        raise not_finished(polling, budget) if polling else _nothing_seen(session, budget)
    except CdpWebAIError as error:
        await journal.failed(error)
        error.session_id = session.id
        raise


async def watch(
    store: Store,
    session: Session,
    where: Where,
    *,
    timeout: float | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
) -> QueryResult:
    """As ``poll``, one watcher a session. Raises LeaseHeld when there is one already."""
    fence = _budget(session, timeout).fence()
    async with store.hold("watch", session.id, purpose="watch", fence=fence):
        return await poll(store, session, where, timeout=timeout, tell=tell)


async def stop(store: Store, session: Session, where: Where, *, timeout: float = 30.0) -> Session:
    """Press Stop in the session's own page and see it gone; the session is ``stopped`` then, with what could be read.

    Raises ProviderError when there is nothing to stop, or when Stop was not seen to go within ``timeout`` seconds.
    """
    budget = Budget.of(timeout)
    journal = Journal(store, budget.fence(), Ledger(), session)
    async with until(budget.deadline, budget.wall), open_session_page(session, where) as page:
        await stop_answer(page)
        return await journal.stopped()
    raise ProviderError(
        f"Stop was not seen to go within {timeout:g} s",
        code="provider.stop-unverified", stage="stop", hint="look-in-browser", page_may_have_changed=True,
    )  # fmt: skip


@asynccontextmanager
async def open_session_page(session: Session, where: Where) -> AsyncGenerator[ChatPage, None]:
    """The session's page: its own tab while that shows the provider, else a tab of ours at its conversation's address.

    Raises ProviderError when neither is there.
    """
    place = where if where.cdp or not session.endpoint else replace(where, cdp=session.endpoint)
    site = provider(session.vendor, demo_url=_origin(session))
    async with open_browser(place) as inner:
        async with _session_tab(inner, session, site) as tab:
            yield ChatPage(tab, site)


def _held(store: Store, page: ChatPage, journal: Journal) -> AbstractAsyncContextManager[Lease]:
    """The tab, against whoever works in it."""
    return store.hold("target", page.tab.cdp.target_id or "", purpose="poll", fence=journal.fence)


@asynccontextmanager
async def _session_tab(inner: browsers.Browser, session: Session, site: Provider) -> AsyncGenerator[Tab, None]:
    browser = Browser(inner)
    addresses = {tab.target_id: tab.url for tab in await browser.tabs()}
    if is_at_home(site, addresses.get(session.target_id, "")):
        async with browser.tab(session.target_id, library=site.library) as tab:
            yield tab
    elif session.conversation_url:
        async with browser.new_tab(session.conversation_url, library=site.library) as tab:
            yield tab
    else:
        raise ProviderError(
            f"the tab of session {session.id} is gone or shows another site, and its conversation never got an address"
            " to come back to",
            code="tab.target-lost",
            stage="target-resolution",
            hint="look-in-browser",
            page_may_have_changed=None,
        )


async def _find_sent(page: ChatPage, session: Session, journal: Journal) -> Sent:
    """Our own message, as the page shows it. Raises SubmissionUnknown, and ProviderError when it was not sent."""
    before = frozenset(session.baseline.turn_ids)
    if session.status not in UNSETTLED:
        return Sent(session.turn_id, session.message_id, before, session.conversation_id or "")
    found = await _look_for(page, session.prompt, before)
    match found:
        case Sent():
            await journal.sent(found, page.tab.url)
            return found
        case NotSent():
            why = "the prompt was not sent: it still stands in the composer, and nothing new is there"
            raise ProviderError(
                why, code="provider.commit-not-verified", stage="commit-verify", hint="re-snapshot",
                page_may_have_changed=True,
            )  # fmt: skip
        case StillUnknown(why):
            raise SubmissionUnknown(f"it cannot be told whether the prompt was sent: {why}", page_may_have_changed=None)


async def _look_for(page: ChatPage, prompt: str, before: frozenset[str]) -> Sent | NotSent | StillUnknown:
    """Look until it is told or the page has had its time to come in."""
    found: Sent | NotSent | StillUnknown = StillUnknown("the page was not seen")
    with trio.move_on_after(FIND_SECONDS):
        async with page.wakes() as wakes:
            while not isinstance(found, Sent):
                found = find_submission(prompt, before, await page.observe())
                await wakes.wait(0.5)
    return found


def _budget(session: Session, timeout: float | None) -> Budget:
    """What was asked for, and never more than what is left of the session's own time."""
    left = float("inf") if session.deadline_at is None else session.deadline_at - time.time()
    if left <= 0:
        raise NotFinished(
            f"the time of session {session.id} is over; its conversation may be finished all the same: "
            f"{session.conversation_url or 'it has no address'}",
            session_id=session.id,
            deadline=session.deadline_at,
            partial=session.partial or None,
            page_may_have_changed=False,
        )
    return Budget.of(min(left, left if timeout is None else timeout))


def _nothing_seen(session: Session, budget: Budget) -> NotFinished:
    return NotFinished(
        f"session {session.id}: its page was not there within {budget.seconds:g} s",
        deadline=budget.wall,
        page_may_have_changed=False,
    )


def _stored(session: Session) -> QueryResult:
    assert session.answer is not None
    return QueryResult(
        vendor=session.vendor,
        session_id=session.id,
        url=session.conversation_url or session.original_url,
        answer=session.answer,
        observations=session.observations,
        warnings=session.warnings,
    )


def _origin(session: Session) -> str:
    parts = urlsplit(session.conversation_url or session.original_url)
    return f"{parts.scheme}://{parts.netloc}/"
