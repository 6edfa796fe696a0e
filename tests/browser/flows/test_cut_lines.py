"""A line that is cut while a prompt is on its way: the same tab is reached anew, and nothing is sent again."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.browser.browser import attach
from cdpwebai.demosite import Scenario, Site, load_scenario, serve
from cdpwebai.errors import Disconnected, TargetClosed
from cdpwebai.records import Answer, Change, Fence, Session
from cdpwebai.store import Store, open_store
from tests.manifest import proves
from tests.support.cutting import Line, cuttable
from tests.support.judging import judge
from tests.support.scenarios import SCENARIOS, play
from tests.support.served import ANSWER, slow_reply

PROMPT = "Hi"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with open_store() as store:
        yield store


def scenario(seconds: float, *, shown: float = 0.05) -> Scenario:
    """One whose answer takes so long, and whose message is shown after ``shown`` seconds."""
    page = {"schema": 1, "name": "made", "site": {}, "ask": {"prompt": PROMPT}, "expect": {"status": "complete"}}
    return load_scenario(json.dumps({**page, "replies": [slow_reply(seconds, shown=shown)]}))


async def wait_status(store: Store, status: str) -> Session:
    with trio.fail_after(30):
        while True:
            found = await store.list()
            if found and found[0].status == status:
                return found[0]
            await trio.sleep(0.05)


async def tabs_of(cdp: str) -> set[str]:
    async with attach(cdp) as browser:
        return {tab.target_id for tab in await browser.tabs()}


@proves("report.B55", "oracle.H9", "oracle.H7")
async def test_a_cut_line_is_made_anew_and_the_whole_answer_comes_from_the_same_tab(chromium: str) -> None:
    before = await tabs_of(chromium)
    run = await play(load_scenario(SCENARIOS / "b55-connection-cut.json"), Where(cdp=chromium))
    assert judge(run) == []
    assert run.result is not None
    assert run.result.answer.markdown == "The first sixty percent, and the rest 5 s later."
    assert run.result.warnings == ("reconnected",)
    assert len(run.site.log.sends) == 1
    with trio.fail_after(30):
        while not await tabs_of(chromium) <= before:  # noqa: ASYNC110 - one that is closed is listed for a moment
            await trio.sleep(0.05)


@proves("oracle.H10")
async def test_a_session_that_is_detached_is_attached_again(chromium: str, store: Store) -> None:
    results: list[Any] = []
    async with serve(scenario(3)) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        async with trio.open_nursery() as nursery:

            async def ask() -> None:
                results.append(await chat.query(PROMPT, timeout=30))

            nursery.start_soon(ask)
            await wait_status(store, "sent")
            await chat.page.tab.cdp.detach()
        assert results[0].answer.markdown == ANSWER
        assert len(site.log.sends) == 1


@proves("oracle.H5")
async def test_a_line_that_is_cut_between_the_press_and_the_message_is_made_anew_and_the_message_found(
    chromium: str, store: Store
) -> None:
    async with cuttable(chromium) as line, serve(scenario(4, shown=2.0)) as site, trio.open_nursery() as nursery:
        nursery.start_soon(_cut_after_send, site, line)
        async with open_chat("demo", url=site.url, where=Where(cdp=line.url)) as chat:
            result = await chat.query(PROMPT, timeout=30)
        assert result.answer.markdown == ANSWER
        assert len(site.log.sends) == 1


async def _cut_after_send(site: Site, line: Line) -> None:
    await site.wait_logged(lambda log: len(log.sends) == 1)
    await line.cut()


async def test_a_chat_whose_line_was_made_anew_asks_on(chromium: str, store: Store) -> None:
    async with cuttable(chromium) as line, serve(scenario(2)) as site, trio.open_nursery() as nursery:
        nursery.start_soon(_cut_after_send, site, line)
        async with open_chat("demo", url=site.url, where=Where(cdp=line.url)) as chat:
            first = await chat.query(PROMPT, timeout=30)
            second = await chat.query("And then?", timeout=30)
        assert (first.answer.markdown, second.answer.markdown) == (ANSWER, ANSWER)
        assert [send.text for send in site.log.sends] == [PROMPT, "And then?"]


async def test_a_tab_that_was_closed_meanwhile_is_told_and_not_replaced_behind_the_caller_s_back(
    chromium: str, store: Store
) -> None:
    async with cuttable(chromium) as line, serve(scenario(20)) as site, trio.open_nursery() as nursery:

        async def close() -> None:
            session = await wait_status(store, "sent")
            async with attach(chromium) as browser:
                await line.cut()
                await browser.close_tab(session.target_id)

        nursery.start_soon(close)
        with pytest.raises((TargetClosed, Disconnected)) as caught:
            async with open_chat("demo", url=site.url, where=Where(cdp=line.url)) as chat:
                await chat.query(PROMPT, timeout=30)
        assert caught.value.session_id == (await wait_status(store, "sent")).id


async def test_who_comes_second_to_an_answer_returns_what_is_stored(chromium: str, store: Store) -> None:
    other = Answer(markdown="other", text="other", source="record", exactness="exact", message_id="m")
    results: list[Any] = []
    async with serve(scenario(2)) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        async with trio.open_nursery() as nursery:

            async def ask() -> None:
                results.append(await chat.query(PROMPT, timeout=30))

            nursery.start_soon(ask)
            session = await wait_status(store, "sent")
            await store.update(session, Change(status="complete", answer=other), Fence())
    assert results[0].answer == other == (await store.get(session.id)).answer
