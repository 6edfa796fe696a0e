"""Deadlines from the user's face down to the wire and the disk, in virtual time: whatever stalls, the caller returns.

The page is the fake browser's; the store is the real one, in the test's own home.
"""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from cdpwebai.api import session_looks, sessions
from cdpwebai.api.answering import Budget
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import ASK_SECONDS, Chat, open_chat
from cdpwebai.errors import CdpWebAIError, NotFinished, StoreDamaged, StoreTooLate, SubmissionUnknown
from cdpwebai.flows.plan_poll import reserve_of
from cdpwebai.records import Change, Fence, Session
from cdpwebai.store import Store
from cdpwebai.transport.base import Transport
from cdpwebai_cli.commands.poll import poll, watch
from cdpwebai_cli.commands.sessions import resume
from tests.manifest import proves
from tests.store.support import OPEN, raw
from tests.support.chat import assistant, page, user
from tests.support.fake_chat import HOME, FakeChat, open_fake_chat

pytestmark = pytest.mark.usefixtures("autojump_clock")

PROMPT = "Count."
GRACE = 2.5
"""Seconds that giving back what was held may take where the store is locked; elsewhere nothing takes any."""

BUSY = 5.0
"""Seconds of real time that may pass on a busy machine between storing a deadline and coming back to it."""


@asynccontextmanager
async def asking() -> AsyncGenerator[tuple[Chat, FakeChat]]:
    """A chat on a page that answers."""
    async with open_fake_chat() as site, open_chat("demo", url=HOME, where=site.where) as chat:
        yield chat, site


async def ended(call: Awaitable[Any]) -> tuple[float, CdpWebAIError]:
    """After how many seconds a call failed, and how."""
    began = trio.current_time()
    with pytest.raises(CdpWebAIError) as caught:
        await call
    return round(trio.current_time() - began, 6), caught.value


def stop_reacting(site: FakeChat, *, partial: str = "") -> None:
    """From the send on the page shows so much of the answer once, and then nothing is answered any more."""

    def send(text: str) -> None:
        site.shown = page(user("u1", text), assistant("a1", partial, finished=False), slot="stop")
        site.falls_silent_after = site.looks + 2

    site.on_send = send


def untouchable() -> Transport:
    raise AssertionError("the browser was touched")


NOWHERE = Where(transport=untouchable)


async def stored(store: Store, **change: Any) -> Session:
    """A session that was sent from the fake page, changed."""
    async with asking() as (chat, site):
        site.on_send = lambda text: setattr(site, "shown", page(user("u1", text), slot="stop"))
        sent = await chat.send(PROMPT)
    return await store.update(sent, Change(**change), OPEN) if change else sent


@proves("ref.F4.STALL-1")
@pytest.mark.parametrize("seconds", [4.0, 7.5, 17.0])
async def test_a_page_that_stops_reacting_after_the_send_ends_the_waiting_at_its_deadline(
    store: Store, seconds: float
) -> None:
    async with asking() as (chat, site):
        stop_reacting(site, partial="one, tw")
        after, error = await ended(chat.query(PROMPT, timeout=seconds))
    assert isinstance(error, NotFinished)
    assert after == pytest.approx(seconds)
    assert (site.presses, error.page_may_have_changed) == (1, True)
    (session,) = await store.list()
    assert (session.status, session.id) == ("timeout", error.session_id)


@proves("ref.F4.STALL-1")
@pytest.mark.parametrize("seconds", [4.0, 12.0])
async def test_a_page_that_never_reacts_is_not_typed_into_and_not_waited_for_past_the_deadline(
    store: Store, seconds: float
) -> None:
    async with asking() as (chat, site):
        site.shown = None
        after, error = await ended(chat.query(PROMPT, timeout=seconds))
    assert isinstance(error, NotFinished)
    assert after == pytest.approx(seconds - reserve_of(seconds)), "given up while that could be stored"
    assert (site.typed, site.presses, error.page_may_have_changed) == ([], 0, False)
    assert await store.list() == ()


async def test_the_same_page_that_reacts_answers_within_the_same_time(store: Store) -> None:
    async with asking() as (chat, site):
        began = trio.current_time()
        result = await chat.query(PROMPT, timeout=5.0)
        assert trio.current_time() - began < 5.0
    assert result.answer.markdown == "OK"
    assert (site.typed, site.presses) == ([PROMPT], 1)
    (session,) = await store.list()
    assert (session.status, session.answer) == ("complete", result.answer)


@proves("ref.F4.STALL-2", "ref.F4.PROV-6")
async def test_a_store_that_somebody_has_locked_ends_nothing_later_than_the_deadline(store: Store) -> None:
    """Before the send: nothing is typed. After it: that it was sent is not said, as it could not be stored."""
    async with asking() as (chat, site):
        with raw(store.path) as other:
            other.execute("BEGIN IMMEDIATE")
            after, error = await ended(chat.query(PROMPT, timeout=5.0))
            assert isinstance(error, NotFinished)
            assert 5.0 <= after <= 5.0 + GRACE
            assert (site.typed, site.presses) == ([], 0)
        with raw(store.path) as other:

            def send(text: str) -> None:
                site.send(text)
                other.execute("BEGIN IMMEDIATE")

            site.on_send = send
            after, error = await ended(chat.query(PROMPT, timeout=5.0))
    assert isinstance(error, SubmissionUnknown)
    assert 5.0 <= after <= 5.0 + GRACE
    assert site.presses == 1
    (session,) = await store.list()
    assert (session.status, session.answer) == ("submitting", None)


@proves("ref.F4.STALL-2", "ref.F4.PROV-6")
async def test_a_session_whose_time_runs_out_behind_a_lock_is_refused_without_a_browser(store: Store) -> None:
    sent = await stored(store, deadline_at=time.time() + 8)
    with raw(store.path) as other:
        other.execute("BEGIN IMMEDIATE")
        after, error = await ended(sessions.poll(store, sent, NOWHERE))
    assert isinstance(error, NotFinished)
    assert 8 - BUSY <= after <= 8 + GRACE
    assert error.session_id == sent.id


async def test_who_is_late_waits_for_no_lock(store: Store) -> None:
    sent = await stored(store)
    late = Fence(lambda: True)
    with raw(store.path) as other:
        other.execute("BEGIN IMMEDIATE")
        after, error = await ended(store.update(sent, Change(warnings=("w",)), late))
    assert isinstance(error, StoreTooLate)
    assert after == 0


@proves("ref.F4.STALL-3", "ref.F4.ASYNC-3")
async def test_what_a_waiting_that_has_lost_would_have_stored_is_not_stored(store: Store) -> None:
    """The answer comes a moment after the deadline; nobody looks any more, and the record says so."""
    async with asking() as (chat, site):
        stop_reacting(site, partial="one, tw")
        await ended(chat.query(PROMPT, timeout=4.0))
        site.falls_silent_after = None
        site.send(PROMPT)
        await trio.sleep(60)
    (session,) = await store.list()
    assert (session.status, session.answer, session.partial) == ("timeout", None, "one, tw")


@proves("ref.F4.STALL-4", "ref.F4.TIGHT-1", "ref.F4.TIGHT-2", "ref.F4.TIGHT-3", "ref.F4.TIME-11")
@pytest.mark.parametrize("timeout", [None, 600.0, math.inf])
async def test_a_sessions_own_deadline_bounds_whoever_polls_it_and_is_never_extended(
    store: Store, timeout: float | None
) -> None:
    sent = await stored(store, deadline_at=time.time() + 12)
    async with open_fake_chat() as site:
        site.shown = None
        after, error = await ended(sessions.poll(store, await moved_to(store, sent, site), site.where, timeout=timeout))
    assert isinstance(error, NotFinished)
    assert 12 - BUSY <= after <= 12
    assert (await store.get(sent.id)).deadline_at == sent.deadline_at


async def moved_to(store: Store, session: Session, site: FakeChat) -> Session:
    """The session, whose tab is one of this browser's."""
    target = site.browser.open_tab(HOME)
    return await store.update(session, Change(target_id=target), OPEN)


@proves("ref.F4.PROV-1", "ref.F4.TIME-10", "ref.F4.TIME-12", "ref.F4.TIME-5")
@pytest.mark.parametrize("seconds", [0.4, 4.7, 9.5])
async def test_a_time_that_was_asked_for_is_neither_rounded_nor_lengthened(store: Store, seconds: float) -> None:
    sent = await stored(store, deadline_at=time.time() + 100)
    async with open_fake_chat() as site:
        site.shown = page(user("u1", PROMPT), slot="stop")
        after, error = await ended(sessions.poll(store, await moved_to(store, sent, site), site.where, timeout=seconds))
    assert isinstance(error, NotFinished)
    assert math.floor(seconds) < after <= seconds, "on a busy machine the wall's clock may be the earlier one"


@proves("ref.F4.PROV-2")
@pytest.mark.parametrize(("seconds", "least"), [(0.8, 0.0), (4.0, 3.5)])
async def test_a_status_label_is_awaited_through_a_short_time_and_not_past_it(
    store: Store, seconds: float, least: float
) -> None:
    sent = await stored(store)
    async with open_fake_chat() as site:
        site.shown = page(user("u1", PROMPT), assistant("a1", "Thinking"))
        after, error = await ended(sessions.poll(store, await moved_to(store, sent, site), site.where, timeout=seconds))
    assert isinstance(error, NotFinished)
    assert least < after <= seconds


@proves("ref.F4.PROV-3", "ref.F4.PROV-4", "ref.F4.PROV-9", "ref.F4.PROV-10", "ref.F4.TIME-7")
@pytest.mark.parametrize("ago", [0.0, 0.4, 100_000.0])
async def test_a_session_past_its_time_is_refused_before_a_browser_is_looked_for(store: Store, ago: float) -> None:
    """Also one whose time ends at this very moment: it was found in time, and is judged now."""
    sent = await stored(store, partial="one, tw")
    over = await store.update(sent, Change(deadline_at=time.time() - ago), OPEN)
    for call in (sessions.poll, sessions.watch):
        after, error = await ended(call(store, over, NOWHERE))
        assert isinstance(error, NotFinished)
        assert after == 0
        assert f"cdpwebai poll --session {sent.id} --timeout 60" in error.message
        assert (error.error_code, error.status, error.stage, error.retry_hint) == (
            "provider.poll-timeout", "timeout", "poll", "poll-or-resume",
        )  # fmt: skip
        assert (error.session_id, error.deadline, error.partial) == (sent.id, over.deadline_at, "one, tw")
        assert error.page_may_have_changed is False


async def test_a_time_that_the_caller_says_is_new_time_for_a_session_whose_own_is_over(store: Store) -> None:
    sent = await stored(store, deadline_at=1.0)
    for call in (sessions.poll, sessions.watch):
        async with open_fake_chat() as site:
            site.shown = page(user("u1", PROMPT), slot="stop")
            over = await store.update(await moved_to(store, sent, site), Change(deadline_at=1.0), OPEN)
            after, error = await ended(call(store, over, site.where, timeout=7.0))
        assert isinstance(error, NotFinished)
        assert 7 - BUSY <= after <= 7
        assert f"cdpwebai poll --session {sent.id} --timeout 60" in error.message
        kept = await store.get(sent.id)
        assert kept.deadline_at == error.deadline
        assert kept.status == "timeout"
    async with open_fake_chat() as site:
        site.shown = page(user("u1", PROMPT), assistant("a1", "OK"))
        over = await store.update(await moved_to(store, kept, site), Change(deadline_at=1.0), OPEN)
        result = await sessions.poll(store, over, site.where, timeout=30.0)
    assert result.answer.markdown == "OK"


async def test_no_bound_is_no_new_time(store: Store) -> None:
    over = await stored(store, deadline_at=1.0)
    after, error = await ended(sessions.poll(store, over, NOWHERE, timeout=math.inf))
    assert (type(error), after) == (NotFinished, 0)


async def test_an_answer_that_is_finished_after_the_time_is_had_as_it_is_advised(store: Store) -> None:
    async with asking() as (chat, site):
        site.on_send = lambda text: setattr(site, "shown", page(user("u1", text), slot="stop"))
        _, error = await ended(chat.query(PROMPT, timeout=4.0))
    asked = await store.get(error.session_id or "")
    for deadline, said in ((1.0, " --timeout 60 opens"), (time.time() + 900, " opens")):
        asked = await store.update(asked, Change(deadline_at=deadline), OPEN)
        report = await session_looks.examine(store, asked.id, Where())
        assert any(f"poll --session {asked.id}{said}" in advice for advice in report.recommendations)
    over = await store.update(asked, Change(deadline_at=1.0), OPEN)
    async with open_fake_chat() as site:
        site.shown = page(user("u1", PROMPT), assistant("a1", "OK"))
        result = await sessions.poll(store, await moved_to(store, over, site), site.where, timeout=60.0)
    assert (result.answer.markdown, (await store.get(over.id)).status) == ("OK", "complete")


@proves("ref.F4.PROV-7", "ref.F4.PROV-8")
@pytest.mark.parametrize("deadline", [None, time.time() + 100_000])
async def test_a_session_with_time_left_or_without_a_deadline_is_polled(store: Store, deadline: float | None) -> None:
    sent = await stored(store, deadline_at=deadline)
    async with open_fake_chat() as site:
        site.shown = page(user("u1", PROMPT), assistant("a1", "OK"))
        result = await sessions.poll(store, await moved_to(store, sent, site), site.where, timeout=30.0)
    assert result.answer.markdown == "OK"


@proves("ref.F4.TIME-3", "ref.F4.TIME-4")
@pytest.mark.parametrize(("given", "seconds"), [(None, ASK_SECONDS), (30.5, 30.5)])
async def test_the_deadline_of_a_session_is_what_was_asked_for_and_else_the_same_for_all(
    store: Store, given: float | None, seconds: float
) -> None:
    async with asking() as (chat, _):
        await (chat.query(PROMPT) if given is None else chat.query(PROMPT, timeout=given))
    (session,) = await store.list()
    assert session.deadline_at is not None
    assert session.deadline_at - session.created_at == pytest.approx(seconds, abs=5)


@proves("ref.F4.TIME-6")
async def test_what_is_left_of_a_stored_time_is_less_each_time(store: Store) -> None:
    sent = await stored(store)
    spent: list[float] = []
    for left in (40.0, 25.0, 7.0):
        due = await store.update(sent, Change(deadline_at=time.time() + left), OPEN)
        async with open_fake_chat() as site:
            site.shown = page(user("u1", PROMPT), slot="stop")
            after, _ = await ended(sessions.poll(store, await moved_to(store, due, site), site.where))
        spent.append(after)
        assert left - BUSY <= after <= left
    assert spent == sorted(spent, reverse=True)


@proves("ref.F4.TIME-9")
async def test_a_stored_deadline_that_is_none_is_damage_and_no_time_at_all(store: Store) -> None:
    sent = await stored(store)
    with raw(store.path) as other:
        other.execute("UPDATE sessions SET record = json_set(record, '$.deadlineAt', 'soon')")
    with pytest.raises(StoreDamaged):
        await store.get(sent.id)


@proves("ref.F4.TIME-13")
async def test_a_limit_that_is_over_is_still_a_limit() -> None:
    budget = Budget.of(1.0)
    await trio.sleep(2.0)
    assert 0 < budget.left <= 0.001


@proves("ref.F4.TIME-14")
@pytest.mark.parametrize("command", [poll, watch, resume], ids=lambda one: str(one.name))
def test_without_a_time_the_commands_leave_it_to_the_session(command: Any) -> None:
    (option,) = (one for one in command.params if one.name == "timeout")
    assert option.default is None
