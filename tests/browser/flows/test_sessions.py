"""Sessions as a flow writes them: ahead of acts, and found again by who comes back."""

import math
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.api import sessions
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.browser.browser import Browser
from cdpwebai.demosite import Site, load_builtin, load_scenario, serve
from cdpwebai.errors import LeaseHeld, NotFinished, ProviderError, SubmissionUnknown
from cdpwebai.flows.text import conversation_of
from cdpwebai.records import Change, Fence, Session, Submission
from cdpwebai.store import Store, open_store
from tests.support.clicks import clicks_on
from tests.support.scenarios import SCENARIOS

PROMPT = "Please answer."


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with open_store() as store:
        yield store


async def only(store: Store) -> Session:
    (session,) = await store.list()
    return session


async def ask(site: Site, where: Where, results: list[object]) -> None:
    try:
        async with open_chat("demo", url=site.url, where=where) as chat:
            results.append(await chat.query(PROMPT, timeout=40))
    except Exception as error:
        results.append(error)


async def test_a_prompt_is_submitting_on_disk_before_the_page_shows_it_then_sent_then_complete(
    chromium: str, store: Store
) -> None:
    """The scenario shows the message three seconds after the site has it."""
    async with serve(load_scenario(SCENARIOS / "b22-no-effect.json")) as site, trio.open_nursery() as nursery:
        results: list[object] = []
        nursery.start_soon(ask, site, Where(cdp=chromium), results)
        with trio.fail_after(30):
            await site.wait_logged(lambda log: len(log.sends) == 1)
        session = await only(store)
        assert (session.status, session.prompt, session.message_id) == ("submitting", PROMPT, "")
        with trio.fail_after(30):
            while (session := await only(store)).status == "submitting":  # noqa: ASYNC110 - a store has no event
                await trio.sleep(0.1)
        assert session.status == "sent"
        assert session.message_id
    session = await only(store)
    assert session.status == "complete"
    assert session.answer is not None
    assert session.answer.markdown == "Sent once."


async def test_a_session_that_was_sent_is_polled_in_its_own_tab_and_then_answered_from_the_store(
    chromium: str, store: Store
) -> None:
    where = Where(cdp=chromium)
    async with serve(load_builtin("hello")) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send(PROMPT)
            target = chat.page.tab.cdp.target_id
        assert (sent.status, sent.target_id) == ("sent", target)
        result = await sessions.poll(store, sent, where, timeout=30)
        assert site.word in result.answer.markdown
        assert len(site.log.sends) == 1
    again = await sessions.poll(store, await store.get(sent.id), Where(cdp="http://127.0.0.1:9"), timeout=5)
    assert again.answer == result.answer


async def test_a_session_whose_tab_is_gone_is_polled_at_its_conversation_s_address(chromium: str, store: Store) -> None:
    where = Where(cdp=chromium)
    async with serve(load_builtin("hello")) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send(PROMPT)
            await chat.page.tab.cdp.connection.root.call("Target.closeTarget", targetId=sent.target_id)
        result = await sessions.poll(store, sent, where, timeout=30)
        assert site.word in result.answer.markdown
        assert len(site.log.sends) == 1


async def test_a_session_whose_tab_went_to_another_conversation_is_polled_in_a_tab_of_its_own(
    chromium: str, store: Store
) -> None:
    """The scenario's tab shows another conversation, with an answer of its own, 1.4 seconds after the send."""
    where = Where(cdp=chromium)
    async with serve(load_scenario(SCENARIOS / "b11-other-chat.json")) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send(PROMPT)
            own = conversation_of(sent.conversation_url or "")
            with trio.fail_after(30):
                while conversation_of(chat.url) == own:  # noqa: ASYNC110 - an address has no event
                    await trio.sleep(0.05)
            result = await sessions.poll(store, sent, where, timeout=30)
            assert result.answer.markdown == "The right answer is A."
            assert conversation_of(chat.url) != own
        assert len(site.log.sends) == 1


async def test_a_session_whose_tab_is_taken_elsewhere_while_it_is_polled_is_polled_on_in_a_tab_of_its_own(
    chromium: str, store: Store, tmp_path: Path
) -> None:
    """Also where the poll is recorded: its trace is of the first connection."""
    where = Where(cdp=chromium)
    async with serve(load_scenario(SCENARIOS / "b11-other-chat.json")) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send(PROMPT)
            own = conversation_of(sent.conversation_url or "")
            recorded = Where(cdp=chromium, record=tmp_path / "t.jsonl")
            result = await sessions.poll(store, sent, recorded, timeout=60)
            assert result.answer.markdown == "The right answer is A."
            assert conversation_of(chat.url) != own
        assert len(site.log.sends) == 1


async def test_an_answer_whose_tab_is_taken_elsewhere_is_waited_for_in_another_one_and_the_first_is_left_there(
    chromium: str, browser: Browser, store: Store
) -> None:
    async with serve(load_scenario(SCENARIOS / "b11-other-chat.json")) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            first = chat.page.tab.cdp.target_id
            result = await chat.query(PROMPT, timeout=60)
        assert result.answer.markdown == "The right answer is A."
        assert "reconnected" in result.warnings
        (left,) = [tab for tab in await browser.tabs() if tab.url.startswith(site.url)]
        assert left.target_id == first
        assert conversation_of(left.url) not in ("", conversation_of(result.url))
        assert len(site.log.sends) == 1
        await browser.connection.root.call("Target.closeTarget", targetId=left.target_id)
    assert (await only(store)).status == "complete"


async def test_a_prompt_of_unknown_sending_is_found_by_its_text_and_never_sent_again(
    chromium: str, store: Store
) -> None:
    where = Where(cdp=chromium)
    async with serve(load_builtin("hello")) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send(PROMPT)
        lost = await _as_unknown(store, sent)
        assert lost.status == "unknown-submission"
        result = await sessions.poll(store, lost, where, timeout=30)
        assert site.word in result.answer.markdown
        assert len(site.log.sends) == 1


async def test_a_prompt_of_unknown_sending_that_is_nowhere_stays_unknown(chromium: str, store: Store) -> None:
    where = Where(cdp=chromium)
    async with serve(load_builtin("hello")) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send(PROMPT)
        lost = await _as_unknown(store, sent, prompt="Another prompt.")
        with pytest.raises(SubmissionUnknown) as caught:
            await sessions.poll(store, lost, where, timeout=30)
        assert caught.value.session_id == lost.id
        assert (await store.get(lost.id)).status == "unknown-submission"
        assert len(site.log.sends) == 1


async def _as_unknown(store: Store, sent: Session, prompt: str = PROMPT) -> Session:
    """A session as a crash between the press and its proof leaves it."""
    known: dict[str, Any] = {name: getattr(sent, name) for name in Submission.__struct_fields__}
    known["prompt"] = prompt
    begun = await store.create(Submission(**known), Fence())
    return await store.update(begun, Change(status="unknown-submission"), Fence())


async def test_a_session_past_its_time_is_told_at_once_without_a_browser(store: Store, chromium: str) -> None:
    async with serve(load_builtin("hello")) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            sent = await chat.send(PROMPT)
    over = await store.update(sent, Change(deadline_at=1.0), Fence())
    with pytest.raises(NotFinished, match="is over"):
        await sessions.poll(store, over, Where(cdp="http://127.0.0.1:9"), timeout=math.inf)


async def test_two_polls_of_one_session_exclude_each_other(chromium: str, store: Store) -> None:
    where = Where(cdp=chromium)
    async with serve(load_scenario(SCENARIOS / "b05-stuck.json")) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send(PROMPT)
        async with store.hold("session", sent.id, purpose="poll", fence=Fence()):
            with pytest.raises(LeaseHeld):
                await sessions.poll(store, sent, where, timeout=5)


async def test_stop_presses_stop_and_sees_it_gone(chromium: str, store: Store) -> None:
    where = Where(cdp=chromium)
    async with serve(load_scenario(SCENARIOS / "b62-stall.json")) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send(PROMPT)
        stopped = await sessions.stop(store, sent, where)
        assert stopped.status == "stopped"
        assert await clicks_on(site, "stop", 1) == 1


async def test_where_no_answer_is_being_made_there_is_nothing_to_stop(chromium: str, store: Store) -> None:
    where = Where(cdp=chromium)
    async with serve(load_scenario(SCENARIOS / "b04-instant.json")) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send(PROMPT)
        with pytest.raises(ProviderError) as caught:
            await sessions.stop(store, sent, where)
        assert (caught.value.retry_hint, caught.value.page_may_have_changed) == ("nothing-to-stop", False)
        assert site.log.clicks["stop"] == 0
