"""Coming back to a chat whose page is on Work meanwhile: it is refused once that has lasted, in virtual time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
import trio
from trio.testing import MockClock

from cdpwebai.api.confirming import confirm, confirm_in_chat, refuse_work
from cdpwebai.api.visiting import see_sent
from cdpwebai.errors import ProviderError
from cdpwebai.flows.journal import Journal, status_after
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_send import Sent
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.records import Fence
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import NOT_SEEN, page, user
from tests.support.sending import PaperPage
from tests.support.waiting import KeptStore, PaperAnswer

LASTS = 3.0


def on(active: Any) -> ChatObservation:
    return replace(page(), surface=Known(Surface(active)))


def showing(seen: ChatObservation) -> PaperPage:
    paper = PaperPage()
    paper.seen = seen
    return paper


@pytest.mark.parametrize("active", ["work", "ambiguous"])
@proves("seed000.1.1-work", "seed000.1.1-ambiguous")
async def test_a_page_that_is_on_work_or_does_not_tell_is_refused_and_nothing_is_done_there(
    autojump_clock: MockClock, active: Any
) -> None:
    paper = showing(on(active))
    with pytest.raises(ProviderError) as caught:
        await refuse_work(paper)
    error = caught.value
    told = (error.error_code, error.stage, error.retry_hint)
    assert told == ("capability.unsupported", "provider-surface-preflight", "switch-to-chat")
    assert trio.current_time() == pytest.approx(LASTS, abs=0.1)
    assert paper.acts == []
    assert status_after(error, "sent", shown=True) is None, "of the answer nothing was seen"


@pytest.mark.parametrize("seen", [on("chat"), on("legacy"), replace(page(), surface=NOT_SEEN)])
@proves("seed000.1.1-chat", "seed000.1.1-legacy")
async def test_on_chat_and_on_an_older_page_and_where_it_was_not_seen_it_goes_on_at_once(
    autojump_clock: MockClock, seen: ChatObservation
) -> None:
    await refuse_work(showing(seen))
    assert trio.current_time() == 0


async def test_a_page_that_comes_back_to_chat_delays_it_only(autojump_clock: MockClock) -> None:
    paper = showing(on("work"))

    async def come_back() -> None:
        await trio.sleep(LASTS - 1)
        paper.seen = on("chat")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(come_back)
        await refuse_work(paper)
    assert trio.current_time() <= LASTS


@pytest.mark.parametrize(("active", "looks"), [("chat", 1), ("legacy", 1), ("work", None)])
async def test_the_look_that_shows_our_message_tells_as_well_whether_it_is_in_chat(
    autojump_clock: MockClock, active: Any, looks: int | None
) -> None:
    class Counted(PaperPage):
        """Counts its looks."""

        looks = 0

        async def observe(self) -> ChatObservation:
            self.looks += 1
            return self.seen

    paper = Counted()
    paper.seen = replace(page(user("u1", "Hello?")), surface=Known(Surface(active)))
    sent = Sent("u1", "m-u1", frozenset(), "1")
    if looks is None:
        with pytest.raises(ProviderError):
            await confirm_in_chat(paper, sent)
        assert await confirm(paper, sent) == sent, "which surface a task's page is on is asked elsewhere"
    else:
        assert await confirm_in_chat(paper, sent) == sent
        assert paper.looks == looks


@pytest.mark.parametrize("status", ["sent", "unknown-submission"])
@pytest.mark.parametrize("active", ["chat", "work"])
@proves("seed000.1.1-work", "seed000.1.1-chat")
async def test_a_chat_is_come_back_to_in_chat_alone_whether_or_not_its_prompt_was_known_to_be_sent(
    autojump_clock: MockClock, status: Any, active: Any
) -> None:
    store = KeptStore()
    store.session = msgspec.structs.replace(store.session, status=status, message_id="m-u1" if status == "sent" else "")
    paper = PaperAnswer((0, replace(page(user("u1", "Count.")), surface=Known(Surface(active)))))
    journal = Journal(store, Fence(), Ledger(), store.session)
    if active == "work":
        with pytest.raises(ProviderError, match="is on Work"):
            await see_sent(paper, store.session, journal)
    else:
        assert (await see_sent(paper, store.session, journal)).message_id == "m-u1"
    assert store.session.status == "sent"


async def test_a_task_is_come_back_to_on_work(autojump_clock: MockClock) -> None:
    store = KeptStore()
    store.session = msgspec.structs.replace(store.session, surface="work")
    paper = PaperAnswer((0, replace(page(user("u1", "Count.")), surface=Known(Surface("work")))))
    journal = Journal(store, Fence(), Ledger(), store.session)
    assert (await see_sent(paper, store.session, journal)).message_id == "m-u1"
    assert trio.current_time() == 0
