"""Runs that meet at one answer, and pages that are not the prompt's: in virtual time, down to the wire and the disk."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import trio

from cdpwebai.api.chat import open_chat
from cdpwebai.api.confirming import FIND_SECONDS, MISSING_SECONDS, confirm
from cdpwebai.errors import PartialAnswer, ProviderError, SessionMismatch, StoreTooNew
from cdpwebai.flows.plan_send import Sent
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.chatgpt.record import Told, ToldMessage
from cdpwebai.records import Change, Session
from cdpwebai.store import Store
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.store.support import OPEN, raw
from tests.support.chat import assistant, blinded, page, user
from tests.support.fake_chat import HOME, open_fake_chat
from tests.support.sending import PaperPage

pytestmark = pytest.mark.usefixtures("autojump_clock")

CUT = ToldMessage(
    id="m-a1", role="assistant", recipient="all", channel="final", kind="text", parts=("one, two",),
    status="finished_partial_completion", end_turn=None, hidden=False, model="", references=(),
)  # fmt: skip

SENT = Sent("u1", "m-u1", frozenset(), "1")


async def _sent(store: Store) -> Session:
    while True:
        found = await store.list()
        if found and found[0].status == "sent":
            return found[0]
        await trio.sleep(0.05)


async def test_an_answer_that_is_being_stopped_is_not_told_as_complete(store: Store) -> None:
    """It looks finished at once; who stops it needs two seconds until that is stored."""

    async def stop() -> None:
        session = await _sent(store)
        async with store.hold("stop", session.id, purpose="stop", fence=OPEN):
            site.shown = page(user("u1", "Count."), assistant("a1", "one, two"), path="c/1")
            await trio.sleep(2)
            await store.update(session, Change(status="stopped"), OPEN)

    async with open_fake_chat() as site, open_chat("demo", url=HOME, where=site.where) as chat:
        running = page(user("u1", "Count."), assistant("a1", "one", finished=False), slot="stop", path="c/1")
        site.on_send = lambda _: setattr(site, "shown", running)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stop)
            with pytest.raises(PartialAnswer) as caught:
                await chat.query("Count.", timeout=30)
    assert caught.value.partial == "one, two"
    (session,) = await store.list()
    assert (session.status, session.answer) == ("stopped", None)


async def test_an_answer_that_ends_unfinished_because_it_was_stopped_is_told_as_stopped(store: Store) -> None:
    """The site's record says that it was cut before who stops it has stored that."""

    async def stop() -> None:
        session = await _sent(store)
        async with store.hold("stop", session.id, purpose="stop", fence=OPEN):
            site.says["chat_record"] = lambda *_: msgspec.to_builtins(Told(found=True, messages=(CUT,)))
            site.shown = page(user("u1", "Count."), assistant("a1", "one, two"), path="c/1")
            await trio.sleep(4)
            await store.update(session, Change(status="stopped"), OPEN)

    async with open_fake_chat() as site, open_chat("demo", url=HOME, where=site.where) as chat:
        running = page(user("u1", "Count."), assistant("a1", "one", finished=False), slot="stop", path="c/1")
        site.on_send = lambda _: setattr(site, "shown", running)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stop)
            with pytest.raises(PartialAnswer, match="stopped by another command") as caught:
                await chat.query("Count.", timeout=30)
    assert caught.value.partial == "one, two"
    (session,) = await store.list()
    assert (session.status, session.answer) == ("stopped", None)


async def test_an_answer_that_nobody_stopped_and_that_ends_unfinished_is_not_told_as_stopped(store: Store) -> None:
    async with open_fake_chat() as site, open_chat("demo", url=HOME, where=site.where) as chat:
        site.says["chat_record"] = lambda *_: msgspec.to_builtins(Told(found=True, messages=(CUT,)))
        with pytest.raises(PartialAnswer, match="ended unfinished"):
            await chat.query("Count.", timeout=30)


async def test_a_store_that_fails_after_the_press_does_not_say_that_nothing_was_sent(store: Store) -> None:
    """At the press a newer version takes the store over."""

    def send(text: str) -> None:
        site.send(text)
        with raw(store.path) as other:
            other.execute("PRAGMA user_version = 99")

    async with open_fake_chat() as site, open_chat("demo", url=HOME, where=site.where) as chat:
        site.on_send = send
        with pytest.raises(StoreTooNew) as caught:
            await chat.query("Count.", timeout=30)
    assert caught.value.page_may_have_changed is None
    assert site.presses == 1


async def test_an_answer_that_cannot_be_stored_comes_with_the_error_and_never_as_an_answer(store: Store) -> None:
    async with open_fake_chat() as site, open_chat("demo", url=HOME, where=site.where) as chat:
        running = page(user("u1", "Count."), assistant("a1", "one", finished=False), slot="stop", path="c/1")
        site.on_send = lambda _: setattr(site, "shown", running)

        async def spoil() -> None:
            await _sent(store)
            with raw(store.path) as other:
                other.execute("PRAGMA user_version = 99")
            site.shown = page(user("u1", "Count."), assistant("a1", "one, two"), path="c/1")

        async with trio.open_nursery() as nursery:
            nursery.start_soon(spoil)
            with pytest.raises(StoreTooNew) as caught:
                await chat.query("Count.", timeout=30)
    assert caught.value.partial == "one, two"


class Recorded(PaperPage):
    """A page whose record has these messages of ours."""

    def __init__(self, *ids: str) -> None:
        super().__init__()
        self.ids = ids
        self.asked: list[float] = []

    async def said(self, conversation: str, message_id: str) -> Reading[str]:
        assert conversation == "1"
        self.asked.append(trio.current_time())
        return Known("Hi") if message_id in self.ids else Unknown(Reason.PARTIAL)


ONLY_ITS_LAST = page(assistant("a1", "one, two"), path="c/1")


async def test_a_message_that_is_out_of_the_document_is_confirmed_by_the_record_after_a_while() -> None:
    paper, began = Recorded(SENT.message_id), trio.current_time()
    paper.seen = ONLY_ITS_LAST
    assert await confirm(paper, SENT, witness=True) == SENT
    assert trio.current_time() - began == pytest.approx(MISSING_SECONDS)


@pytest.mark.parametrize(
    ("seen", "ids", "witness"),
    [
        (ONLY_ITS_LAST, ("another",), True),
        (ONLY_ITS_LAST, ("m-u1",), False),
        (page(path="c/1"), ("m-u1",), True),
        (page(assistant("a1", "one, two"), path="c/2"), ("m-u1",), True),
        (blinded(ONLY_ITS_LAST, "place"), ("m-u1",), True),
        (blinded(ONLY_ITS_LAST, "turns"), ("m-u1",), True),
    ],
    ids=["not in it", "not asked", "no turns", "another conversation", "where", "not read"],
)
async def test_by_anything_less_it_is_not(seen: ChatObservation, ids: tuple[str, ...], witness: bool) -> None:
    paper = Recorded(*ids)
    paper.seen = seen
    with pytest.raises((ProviderError, SessionMismatch)):
        await confirm(paper, SENT, witness=witness)
    assert len(paper.asked) == (4 if ids == ("another",) else 0)


async def test_nothing_on_a_page_counts_until_our_own_message_is_seen_there() -> None:
    paper = PaperPage()
    ours = page(user("moved", "Hi"), path="c/1")
    paper.seen = page(user("u1", "Hi"), path="c/1")
    assert await confirm(paper, SENT) == SENT
    wrong: dict[type[Exception], Any] = {
        SessionMismatch: page(user("u1", "Hi"), path="c/2"),
        ProviderError: ours,
    }
    for kind, seen in wrong.items():
        paper.seen = seen
        began = trio.current_time()
        with pytest.raises(kind) as caught:
            await confirm(paper, SENT)
        assert trio.current_time() - began == pytest.approx(FIND_SECONDS)
        assert isinstance(caught.value, SessionMismatch | ProviderError)
        assert caught.value.page_may_have_changed is None
    paper.seen = blinded(ours, "turns")
    with pytest.raises(ProviderError, match="could not be read"):
        await confirm(paper, SENT)
