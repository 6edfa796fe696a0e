"""Asking from the user's face down to the wire, in virtual time: what must not be done is not done."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from cdpwebai.api.answering import Budget
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.errors import NotFinished, ProviderError, SubmissionUnknown
from cdpwebai.flows.plan_resume import as_known
from cdpwebai.records import Session
from cdpwebai.store import open_store
from cdpwebai.testing.fake_browser import FakeCall
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user
from tests.support.fake_chat import HOME, FakeChat, open_fake_chat

pytestmark = pytest.mark.usefixtures("autojump_clock")


@asynccontextmanager
async def asking() -> AsyncGenerator[tuple[Chat, FakeChat]]:
    async with open_fake_chat() as site, open_chat("demo", url=HOME, where=site.where) as chat:
        yield chat, site


def ring(site: FakeChat, chat: Chat) -> None:
    """The page says that something has changed."""
    session = site.browser.sessions_of(chat.page.tab.cdp.target_id or "")[0]
    rung = {"name": "__cdpwebaiWake", "payload": "finished", "executionContextId": 9}
    site.browser.emit("Runtime.bindingCalled", session, **rung)


@proves("seed004.X9")
async def test_a_healthy_page_answers_and_what_stood_before_is_stored_by_its_ids() -> None:
    async with asking() as (chat, site):
        site.shown = page(user("u0", "Hi"), assistant("a0", "Hello."), path="")
        answer = await chat.ask("Count.")
    assert answer.markdown == "OK"
    assert (site.typed, site.presses) == (["Count."], 1)
    async with open_store() as store:
        (session,) = await store.list()
    assert session.status == "complete"
    assert (session.baseline.turn_ids, session.baseline.message_ids) == (("a0", "u0"), ("m-u0", "m-a0"))


@proves("seed004.X8")
async def test_where_the_conversation_cannot_be_counted_nothing_is_typed_or_stored_and_nothing_stays_held() -> None:
    told: list[Session] = []
    async with asking() as (chat, site):
        site.shown = blinded(page(path=""), "turns")
        with pytest.raises(ProviderError) as caught:
            await chat.query("Count.", timeout=60, on_session=told.append)
        async with open_store() as store:
            assert await store.list() == ()
            assert await store.holder("target", chat.page.tab.cdp.target_id or "") is None
    error = caught.value
    assert (error.error_code, error.stage, error.retry_hint) == (
        "snapshot.unavailable", "baseline-snapshot", "re-snapshot",
    )  # fmt: skip
    assert (error.page_may_have_changed, error.session_id) == (False, None)
    assert (site.typed, site.presses, told) == ([], 0, [])


@proves("ref.F3.OBS-1")
async def test_a_page_that_rings_all_the_time_is_not_finished_by_it() -> None:
    """A wake tells nothing of the answer: what stands there at the look counts, and that is an answer under way."""
    async with asking() as (chat, site):

        async def ring_on() -> None:
            while True:
                ring(site, chat)
                await trio.sleep(0.05)

        def send(text: str) -> None:
            site.shown = page(user("u1", text), assistant("a1", "one", finished=False), slot="stop", path="c/1")

        site.on_send = send
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ring_on)
            with pytest.raises(NotFinished):
                await chat.ask("Count.", timeout=10)
            nursery.cancel_scope.cancel()
        assert 20 < site.looks < 200, "no more often than the pace allows"


@pytest.mark.parametrize("lost", [("mousePressed",), ("mouseReleased",), ("mousePressed", "mouseReleased")])
async def test_a_press_whose_reply_is_lost_counts_as_made_and_the_page_tells_the_rest(lost: tuple[str, ...]) -> None:
    async with asking() as (chat, site):
        site.unanswered = lost
        since = trio.current_time()
        answer = await chat.ask("Count.", timeout=600)
        assert trio.current_time() - since < 30
    assert answer.markdown == "OK"
    assert (site.typed, site.presses) == (["Count."], 1)


class Wall:
    """The wall clock, which somebody sets: ``jump`` seconds off after ``at`` seconds, in trio's time from now on."""

    def __init__(self, at: float, jump: float) -> None:
        self.since = trio.current_time()
        self.at = at
        self.jump = jump

    def __call__(self) -> float:
        passed = trio.current_time() - self.since
        return 1_800_000_000.0 + passed + (self.jump if passed >= self.at else 0.0)


@pytest.mark.parametrize(
    ("jump", "ends_after"), [(3600, 20), (-3600, 60)], ids=["past the end, as after a night's sleep", "back"]
)
async def test_a_clock_that_jumps_while_an_answer_is_awaited_ends_it_at_the_end_that_comes_first(
    jump: float, ends_after: float
) -> None:
    async with asking() as (chat, site):
        site.on_send = lambda text: setattr(
            site, "shown", page(user("u1", text), assistant("a1", "one", finished=False), slot="stop", path="c/1")
        )
        budget = Budget.of(60, Wall(20, jump))
        since = trio.current_time()
        with pytest.raises(NotFinished, match="was sent; its answer was not proven complete") as caught:
            await chat.query("Count.", timeout=budget)
        assert ends_after <= trio.current_time() - since <= ends_after + 1
    assert (caught.value.partial, caught.value.exit_code, site.presses) == ("one", 4, 1)
    assert caught.value.deadline == budget.wall
    async with open_store() as store:
        assert (await store.get(caught.value.session_id or "")).status in ("sent", "timeout")


async def test_a_clock_that_is_set_a_little_while_an_answer_is_awaited_costs_nothing() -> None:
    for jump in (30, -30):
        async with asking() as (chat, site):
            result = await chat.query("Count.", timeout=Budget.of(60, Wall(0.1, jump)))
            assert (result.answer.markdown, site.presses) == ("OK", 1)


async def test_a_clock_that_jumps_past_the_end_before_send_is_pressed_leaves_nothing_sent() -> None:
    async with asking() as (chat, site):

        def type_and_offer_no_send(call: FakeCall) -> dict[str, Any]:
            site.typed.append(call.params["text"])
            site.shown = page(draft=call.params["text"], slot="disabled", path="")
            return {}

        site.browser.on("Input.insertText", type_and_offer_no_send)
        with pytest.raises(NotFinished, match="was not sent within 60 s; it may stand in the composer"):
            await chat.query("Count.", timeout=Budget.of(60, Wall(2, 3600)))
    assert site.presses == 0


@pytest.mark.parametrize("way", ["query", "send"])
@pytest.mark.parametrize(
    ("slot", "status"), [("disabled", "failed"), ("send", "submitting")], ids=["before Send", "after Send"]
)
async def test_who_is_cancelled_before_send_was_pressed_stores_that_nothing_was_sent(
    way: str, slot: Any, status: str
) -> None:
    async with asking() as (chat, site):

        def type_it(call: FakeCall) -> dict[str, Any]:
            site.typed.append(call.params["text"])
            site.shown = page(draft=call.params["text"], slot=slot, path="")
            return {}

        site.browser.on("Input.insertText", type_it)
        site.on_send = lambda _: None
        with trio.move_on_after(5) as scope:
            await (chat.query("Count.") if way == "query" else chat.send("Count."))
        assert scope.cancelled_caught
        async with open_store() as store:
            (session,) = await store.list()
        assert session.status == status
        assert site.presses == (0 if status == "failed" else 1)


async def test_a_clock_that_jumps_past_the_end_after_send_was_pressed_leaves_it_unknown() -> None:
    async with asking() as (chat, site):
        site.on_send = lambda _: None
        with pytest.raises(SubmissionUnknown):
            await chat.query("Count.", timeout=Budget.of(60, Wall(2, 3600)))
    assert site.presses == 1


async def stored_status(session_id: str | None) -> tuple[str, str]:
    """The status that is kept of a session, and the code of its last error."""
    async with open_store() as store:
        session = await store.get(session_id or "")
    return session.status, session.last_error.error_code if session.last_error else ""


async def test_a_prompt_for_whose_press_there_was_no_time_is_stored_as_not_sent() -> None:
    async with asking() as (chat, site):

        def type_and_offer_no_send(call: FakeCall) -> dict[str, Any]:
            site.typed.append(call.params["text"])
            site.shown = page(draft=call.params["text"], slot="disabled", path="")
            return {}

        site.browser.on("Input.insertText", type_and_offer_no_send)
        since = trio.current_time()
        with pytest.raises(NotFinished, match="was not sent within 5 s; it may stand in the composer") as caught:
            await chat.ask("Count.", timeout=5)
        assert trio.current_time() - since <= 5
    assert (site.typed, site.presses) == (["Count."], 0)
    assert caught.value.page_may_have_changed
    assert await stored_status(caught.value.session_id) == ("failed", "provider.poll-timeout")


async def test_a_prompt_that_was_pressed_and_not_seen_in_time_is_stored_as_not_known() -> None:
    async with asking() as (chat, site):
        site.on_send = lambda _: None
        with pytest.raises(SubmissionUnknown) as caught:
            await chat.ask("Count.", timeout=5)
    assert site.presses == 1
    async with open_store() as store:
        session = await store.get(caught.value.session_id or "")
        assert as_known(session, ()).status == "unknown-submission"


async def test_a_press_that_is_made_in_time_may_be_seen_until_the_very_end() -> None:
    async with asking() as (chat, site):
        began = trio.current_time()

        async def show(text: str) -> None:
            await trio.sleep_until(began + 4.5)
            site.send(text)
            ring(site, chat)

        async with trio.open_nursery() as nursery:
            site.on_send = lambda text: nursery.start_soon(show, text)
            session = await chat.send("Count.", timeout=5)
    assert (session.status, site.presses) == ("sent", 1)
