"""Coming back: poll a stored session, watch it, stop it.

Row 7. A session is found by its id, else it is the only active one. Where its page is was decided by
``flows.plan_resume``, and ``visiting`` goes there. Whoever works on a session holds it against every other process, and
the tab besides; only ``stop`` waits for nobody. ``reattach`` takes a page up again, ``session_looks`` only looks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Literal

from cdpwebai.api.answering import Budget, look_again
from cdpwebai.api.browsers import Where
from cdpwebai.api.lines import open_line
from cdpwebai.api.pacing import cool_down_after
from cdpwebai.api.session_page import open_page, site_of
from cdpwebai.api.settings import pace_of
from cdpwebai.api.visiting import Visit, as_stored, refuse_ended, see_sent
from cdpwebai.errors import (
    CdpWebAIError,
    NotFinished,
    ProviderError,
    SessionNotFound,
)
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.flows.poll import Progress
from cdpwebai.flows.stop import stop_answer
from cdpwebai.providers.work_page import page_kind
from cdpwebai.records import QueryResult, Session
from cdpwebai.store import Store

__all__ = ["find_session", "poll", "stop", "watch"]


BRING_SECONDS = 120.0
"""How long what a complete answer has beside its text may take, where nothing else is said."""


async def find_session(
    store: Store, session_id: str, vendor: str, surface: Literal["chat", "work"] = "chat"
) -> tuple[Session, tuple[str, ...]]:
    """The session with this id, or the only active one of the surface, with a warning.

    Raises SessionNotFound, TargetAmbiguous.
    """
    if session_id:
        return await store.get(session_id), ()
    found = await store.find(vendor, surface=surface)
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
    warnings: Sequence[str] = (),
    outputs: Outputs = NONE,
) -> QueryResult:
    """The answer of a session that was sent, within ``timeout`` seconds and never past the session's own deadline.

    A session past its deadline is refused, unless ``timeout`` says a time: then that is the session's new time.
    A session that is complete is answered from the store, without a browser. One of which it is not known whether it
    was sent is looked for first; nothing is ever sent from here. A tab that has gone, has crashed or is taken elsewhere
    is replaced once, by one of ours at the conversation's durable address, which is closed again.

    ``witness``: whether the site's own record of the conversation may be asked besides its page. ``warnings`` are told
    beside what is found out. Raises NotFinished, at once for a session past its deadline that
    gets no new time; SubmissionUnknown; PartialAnswer; ProviderError, also for a session that was not sent;
    for a chat whose page is on Work now; SessionMismatch; LeaseHeld while another process works on it; and what
    ``open_browser`` raises.

    ``outputs``: which images and files of the answer are saved, and where, beside what was asked for with the prompt:
    that holds here, too. For it a complete session's page is gone to, unless all of it was saved before. Raises
    ArtifactsMissing when what was asked for by name is not there.
    """
    outputs.check()
    if (known := await as_stored(session, outputs)) is not None:
        return known
    refuse_ended(session)
    budget = _time(session, timeout)
    journal = Journal(store, budget.fence(), Ledger(), session)
    journal.ledger.warn((*session.warnings, *warnings))
    try:
        page = page_kind(session.surface)
        async with open_line(site_of(session), page=page) as line:  # outlives the deadline, to close a tab of ours
            visit = Visit(store, where, line, journal, budget, tell, witness=witness, outputs=outputs)
            async with budget.running():
                async with store.hold("session", session.id, purpose="poll", fence=journal.fence):
                    return await visit.run()
            raise visit.too_late()
    except CdpWebAIError as error:
        await journal.failed(error)
        await cool_down_after(error, store, session.vendor, pace_of(session.vendor))
        raise


async def watch(
    store: Store,
    session: Session,
    where: Where,
    *,
    timeout: float | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
    witness: bool = True,
    warnings: Sequence[str] = (),
    outputs: Outputs = NONE,
) -> QueryResult:
    """As ``poll``, one watcher a session. Raises LeaseHeld when there is one already."""
    outputs.check()
    if (known := await as_stored(session, outputs)) is not None:
        return known
    fence = _time(session, timeout).fence()
    async with store.hold("watch", session.id, purpose="watch", fence=fence):
        return await poll(
            store, session, where, timeout=timeout, tell=tell, witness=witness, warnings=warnings, outputs=outputs
        )


async def stop(store: Store, session: Session, where: Where, *, timeout: float = 30.0) -> Session:
    """Press Stop in the session's own page and see it gone; the session is ``stopped`` then.

    Whoever waits for the answer meanwhile is not waited for, and is told. Raises ProviderError when there is nothing to
    stop, or when Stop was not seen to go within ``timeout`` seconds; as ``poll`` where our own message is not seen; and
    for a task of Work, which this is no door to.
    """
    if session.surface == "work":
        raise ProviderError(
            f"session {session.id} is one of Work's, and a task is not stopped from here; stop it in the browser",
            code="capability.unsupported",
            stage="stop",
            hint="look-in-browser",
            page_may_have_changed=False,
        )
    if session.answer is not None:
        raise ProviderError(
            f"the answer of session {session.id} is complete",
            code="provider.stop",
            stage="stop",
            hint="nothing-to-stop",
        )
    refuse_ended(session)
    budget = Budget.of(timeout)
    journal = Journal(store, budget.fence(), Ledger(), session)
    async with open_line(site_of(session)) as line:
        async with (
            budget.running(),
            store.hold("stop", session.id, purpose="stop", fence=journal.fence),
        ):
            page = (await open_page(line, session, where)).page
            await see_sent(page, session, journal)
            await stop_answer(page)
            return await journal.stopped()
    raise ProviderError(
        f"Stop was not seen to go within {timeout:g} s",
        code="provider.stop-unverified", stage="stop", hint="look-in-browser", page_may_have_changed=True,
    )  # fmt: skip


def _time(session: Session, timeout: float | None) -> Budget:
    """As ``_budget``; what a complete answer has beside its text has a time of its own."""
    return _budget(session, timeout) if session.answer is None else Budget.of(timeout or BRING_SECONDS)


def _budget(session: Session, timeout: float | None) -> Budget:
    """What was asked for, and never more than what is left of the session's own time; all of it, where none is left.

    By a clock that has been set back since the session was made no more is left than there was.
    """
    left = math.inf if session.deadline_at is None else session.deadline_at - max(time.time(), session.created_at)
    if left <= 0 and timeout is not None and math.isfinite(timeout):
        return Budget.of(timeout)
    if left <= 0:
        raise NotFinished(
            f"the time of session {session.id} is over; its answer may be finished all the same"
            f" ({session.conversation_url or 'its conversation has no address'}): {look_again(session)}",
            session_id=session.id,
            deadline=session.deadline_at,
            partial=session.partial or None,
            page_may_have_changed=False,
        )
    return Budget.of(min(left, left if timeout is None else timeout))
