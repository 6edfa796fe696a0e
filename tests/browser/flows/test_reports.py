"""What users of such software reported and no scenario can play: several tabs, other hands, a browser's state."""

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
import trio

from cdpwebai.api import sessions
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.api.login import wait_login
from cdpwebai.browser.browser import Browser
from cdpwebai.demosite import load_builtin, load_scenario, serve
from cdpwebai.errors import CdpWebAIError, NavigationFailed, NotFinished, ProtocolError, ProviderError, TargetClosed
from cdpwebai.page.tab import Tab
from cdpwebai.records import QueryResult
from cdpwebai.store import Store, open_store
from cdpwebai.verdict import Known
from tests.manifest import proves

PROMPT = "Please answer."


def reply(text: str, conversation: str, *, seconds: float) -> list[dict[str, Any]]:
    """An answer whose second half comes after so many seconds."""
    half = len(text) // 2
    return [
        {"at": 0.05, "do": "user_turn"},
        {"at": 0.1, "do": "url", "to": f"/c/{conversation}"},
        {"at": 0.2, "do": "stop", "state": "on"},
        {"at": 0.3, "do": "assistant_turn"},
        {"at": 0.4, "do": "text", "md": text[:half]},
        {"at": seconds, "do": "text", "md": text[half:]},
        {"at": seconds, "do": "stop", "state": "off"},
        {"at": seconds, "do": "bar"},
        {"at": seconds, "do": "record", "state": "finished"},
    ]


def scenario(*replies: list[dict[str, Any]], **site: Any) -> Any:
    return load_scenario(json.dumps({"schema": 1, "name": "made-up", "site": site, "replies": replies}))


A_STAYS = scenario(
    reply("This is the answer to A.", "11111111-1111-4111-8111-111111111111", seconds=60.0),
    reply("This is the answer to B.", "22222222-2222-4222-8222-222222222222", seconds=3.0),
)
TWO = scenario(
    reply("This is the answer to A.", "11111111-1111-4111-8111-111111111111", seconds=3.0),
    reply("This is the answer to B.", "22222222-2222-4222-8222-222222222222", seconds=3.0),
)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with open_store() as store:
        yield store


async def pages(browser: Browser) -> set[str]:
    return {tab.target_id for tab in await browser.tabs()}


async def wait_new_pages(browser: Browser, before: set[str], new: set[str]) -> None:
    """Until these and no others are new. A closed tab is listed for a moment, without an address."""
    with trio.fail_after(10):
        while await pages(browser) - before != new:  # noqa: ASYNC110 - the list of tabs has no event
            await trio.sleep(0.05)


async def ask(chat: Chat, prompt: str, said: dict[str, QueryResult | CdpWebAIError]) -> None:
    try:
        said[prompt] = await chat.query(prompt, timeout=30)
    except CdpWebAIError as error:
        said[prompt] = error


def markdown(result: QueryResult | CdpWebAIError) -> str:
    assert isinstance(result, QueryResult), result
    return result.answer.markdown


async def swap_in_front(browser: Browser, *targets: str | None) -> None:
    while True:
        for target_id in targets:
            await browser.connection.root.call("Target.activateTarget", targetId=target_id)
            await trio.sleep(0.15)


@proves("report.B11", "oracle.A25", "oracle.B2", "oracle.I1", "oracle.I9", "oracle.I21")
async def test_two_runs_in_one_profile_get_each_its_own_answer_whichever_tab_is_in_front(
    chromium: str, browser: Browser
) -> None:
    where = Where(cdp=chromium)
    said: dict[str, QueryResult | CdpWebAIError] = {}
    async with (
        serve(TWO) as site,
        open_chat("demo", url=site.url, where=where) as one,
        open_chat("demo", url=site.url, where=where) as other,
    ):
        targets = one.page.tab.cdp.target_id, other.page.tab.cdp.target_id
        assert targets[0] != targets[1]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(swap_in_front, browser, *targets)
            async with trio.open_nursery() as asking:
                asking.start_soon(ask, one, "A", said)
                await site.wait_logged(lambda log: len(log.sends) == 1)
                asking.start_soon(ask, other, "B", said)
            nursery.cancel_scope.cancel()
        assert [markdown(said[prompt]) for prompt in "AB"] == ["This is the answer to A.", "This is the answer to B."]
        assert one.url != other.url
        assert len(site.log.sends) == 2


@proves("report.B11", "oracle.I2")
async def test_a_run_whose_tab_is_closed_fails_and_borrows_no_other_tab(
    chromium: str, browser: Browser, store: Store
) -> None:
    where = Where(cdp=chromium)
    said: dict[str, QueryResult | CdpWebAIError] = {}
    async with (
        serve(A_STAYS) as site,
        open_chat("demo", url=site.url, where=where) as one,
        open_chat("demo", url=site.url, where=where) as other,
        trio.open_nursery() as asking,
    ):
        asking.start_soon(ask, one, "A", said)
        await site.wait_logged(lambda log: len(log.sends) == 1)
        asking.start_soon(ask, other, "B", said)
        await site.wait_logged(lambda log: len(log.sends) == 2)
        with trio.fail_after(30):
            while "sent" not in [run.status for run in await store.list() if run.prompt == "A"]:  # noqa: ASYNC110
                await trio.sleep(0.05)
        await browser.connection.root.call("Target.closeTarget", targetId=one.page.tab.cdp.target_id)
    assert isinstance(said["A"], TargetClosed)
    assert "will not be sent again" in str(said["A"])
    assert markdown(said["B"]) == "This is the answer to B."


@proves("report.B26")
async def test_an_empty_new_chat_is_in_order_though_it_has_no_send_yet(chromium: str) -> None:
    async with serve(load_builtin("hello")) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        assert await chat.page.tab.evaluate("document.querySelector('[data-testid=send-button]')") is None
        assert await chat.obstacle(timeout=10) is None
        assert not site.log.clicks


@proves("report.B43", "oracle.B1")
async def test_a_refusal_leaves_somebodys_draft_and_the_sites_dialog_as_they_are(chromium: str) -> None:
    async with (
        serve(scenario(gate="rate_limit", draft="My own words.")) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        with pytest.raises(ProviderError) as caught:
            await chat.query(PROMPT, timeout=10)
        assert caught.value.error_code == "provider.rate-limited"
        assert "Too many requests" in str(caught.value)
        seen = await chat.page.observe()
        assert isinstance(seen.composer, Known)
        assert seen.composer.value is not None
        assert seen.composer.value.text == "My own words."
        assert isinstance(seen.notices, Known)
        assert [notice.kind for notice in seen.notices.value] == ["rate-limit"]
        assert not site.log.clicks


@proves("report.B25")
async def test_a_page_from_right_to_left_in_a_language_that_nobody_knows_is_found_by_its_ids(chromium: str) -> None:
    arabic = """
        document.documentElement.dir = "rtl";
        document.documentElement.lang = "ar";
        const rename = () => {
          for (const one of document.querySelectorAll("form [aria-label], article [aria-label]")) {
            if (one.getAttribute("aria-label") !== "زر") one.setAttribute("aria-label", "زر");
          }
        };
        rename();
        new MutationObserver(rename).observe(document.body, { subtree: true, childList: true });
    """
    async with serve(load_builtin("hello")) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        await chat.page.tab.evaluate(f"(() => {{ {arabic} }})()")
        answer = await chat.ask("مرحبا", timeout=30)
        assert site.word in answer.markdown
        assert [send.text for send in site.log.sends] == ["مرحبا"]


@proves("report.B19")
async def test_a_prompt_that_somebody_sends_by_hand_is_taken_for_sent_and_never_sent_again(
    chromium: str, browser: Browser
) -> None:
    """Send is switched off on this page, so that the client waits; Enter sends."""
    quick = reply("Sent by hand.", "33333333-3333-4333-8333-333333333333", seconds=1.0)
    said: dict[str, QueryResult | CdpWebAIError] = {}
    async with (
        serve(scenario(quick, composer={"send": "disabled"})) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
        trio.open_nursery() as asking,
    ):
        asking.start_soon(ask, chat, PROMPT, said)
        theirs = await browser.attach_tab(chat.page.tab.cdp.target_id or "")
        async with Tab.open(theirs) as hands:
            while PROMPT not in await hands.evaluate("document.querySelector('#prompt-textarea').innerText"):  # noqa: ASYNC110
                await trio.sleep(0.05)
            await hands.press("Enter")
    assert markdown(said[PROMPT]) == "Sent by hand."
    assert [send.how for send in site.log.sends] == ["enter"]


@proves("oracle.B12")
async def test_a_page_that_hangs_before_anything_is_typed_ends_at_the_deadline(chromium: str) -> None:
    hang = "setTimeout(() => { const end = Date.now() + 8000; while (Date.now() < end); }, 0)"
    async with serve(load_builtin("hello")) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        await chat.page.tab.evaluate(hang)
        with trio.fail_after(5), pytest.raises(NotFinished) as caught:
            await chat.query(PROMPT, timeout=1.5)
        assert caught.value.page_may_have_changed is False
    assert not site.log.sends


@proves("oracle.B8", "oracle.B13")
async def test_a_prompt_of_sixty_thousand_characters_is_sent_once_and_whole(chromium: str) -> None:
    prompt = "".join(f"row {number}: some words of it.\n" for number in range(2200)) + "the end"
    async with serve(load_builtin("hello")) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        answer = await chat.ask(prompt, timeout=60)
        assert site.word in answer.markdown
        assert [send.text.rstrip("\n") for send in site.log.sends] == [prompt]


@proves("oracle.A33", "oracle.A39")
async def test_after_an_answer_nothing_goes_on_and_the_page_was_never_loaded_again(chromium: str) -> None:
    async with serve(load_builtin("hello")) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        await chat.page.tab.evaluate("window.mark = 7")
        await chat.ask(PROMPT, timeout=30)
        connection = chat.page.tab.cdp.connection
        calls = connection.statistics().calls
        await trio.sleep(1.2)
        after = connection.statistics()
        assert (after.calls, after.waiting) == (calls, 0)
        assert await chat.page.tab.evaluate("window.mark") == 7


@proves("oracle.A17", "oracle.A31")
async def test_a_stored_answer_is_the_one_that_was_returned_and_stays_so(chromium: str, store: Store) -> None:
    async with serve(load_builtin("hello")) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        result = await chat.query(PROMPT, timeout=30)
    session = await store.get(result.session_id or "")
    assert session.answer == result.answer
    again = await sessions.poll(store, session, Where(cdp="http://127.0.0.1:9"), timeout=5)
    assert again.answer == result.answer


@proves("report.B23", "oracle.G13")
async def test_after_a_limit_the_same_session_is_come_back_to_and_nothing_is_sent_again(
    chromium: str, browser: Browser, store: Store
) -> None:
    """Somebody at the browser takes the site's dialog away; the answer goes on behind it."""
    steps = reply("It was accepted.", "55555555-5555-4555-8555-555555555555", seconds=1.5)
    steps[2:2] = [{"at": 0.15, "do": "modal", "kind": "rate_limit", "hold": True}]
    where = Where(cdp=chromium)
    async with serve(scenario(steps)) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            with pytest.raises(ProviderError) as caught:
                await chat.query(PROMPT, timeout=20)
            target_id = chat.page.tab.cdp.target_id or ""
        assert (caught.value.error_code, caught.value.retry_hint) == ("provider.rate-limited", "poll-or-resume")
        assert "will not be sent again" in str(caught.value)
        async with Tab.open(await browser.attach_tab(target_id)) as hands:
            await hands.click("[role=dialog] button")
        session = await store.get(caught.value.session_id or "")
        result = await sessions.poll(store, session, where, timeout=20)
        assert markdown(result) == "It was accepted."
        assert len(site.log.sends) == 1


@proves("oracle.A29", "oracle.G11")
async def test_an_answer_is_found_by_its_conversation_in_a_page_that_comes_in_anew(
    chromium: str, browser: Browser, store: Store
) -> None:
    """Its own tab is gone; the answer ends while the new one is being opened, by the same login."""
    where = Where(cdp=chromium)
    async with serve(TWO) as site:
        async with open_chat("demo", url=site.url, where=where) as chat:
            sent = await chat.send("A")
            await browser.connection.root.call("Target.closeTarget", targetId=sent.target_id)
        result = await sessions.poll(store, sent, where, timeout=30)
        assert markdown(result) == "This is the answer to A."
        assert len(site.log.sends) == 1


@proves("report.G5")
async def test_a_temporary_chat_whose_tab_is_gone_cannot_be_come_back_to_and_says_why(
    chromium: str, browser: Browser, store: Store
) -> None:
    where = Where(cdp=chromium)
    steps = [step for step in reply("Nobody keeps this.", "none", seconds=30.0) if step["do"] != "url"]
    async with serve(scenario(steps)) as site:
        async with open_chat("demo", url=f"{site.url}?temporary-chat=true", where=where) as chat:
            sent = await chat.send(PROMPT)
            await browser.connection.root.call("Target.closeTarget", targetId=sent.target_id)
        assert sent.conversation_url is None
        with pytest.raises(ProviderError) as caught:
            await sessions.poll(store, sent, where, timeout=10)
        assert caught.value.error_code == "tab.target-lost"
        assert "never got an address" in str(caught.value)
        assert len(site.log.sends) == 1


@proves("oracle.I3", "oracle.I4")
async def test_our_own_tab_goes_after_the_answer_and_no_blank_one_is_left(chromium: str, browser: Browser) -> None:
    before = await pages(browser)
    async with serve(load_builtin("hello")) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        await chat.ask(PROMPT, timeout=30)
        assert len(await pages(browser) - before) == 1
    await wait_new_pages(browser, before, set())


@proves("oracle.I5", "report.B05")
async def test_our_own_tab_stays_while_an_answer_is_being_made_in_it(chromium: str, browser: Browser) -> None:
    before = await pages(browser)
    async with serve(scenario(reply("Late.", "44444444-4444-4444-8444-444444444444", seconds=60.0))) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            with pytest.raises(NotFinished) as caught:
                await chat.query(PROMPT, timeout=6)
            assert caught.value.partial == "La"
            target_id = chat.page.tab.cdp.target_id
    await wait_new_pages(browser, before, {target_id or ""})
    await browser.connection.root.call("Target.closeTarget", targetId=target_id)


@proves("oracle.I2", "oracle.I20")
async def test_a_page_that_cannot_be_opened_is_an_error_and_nobodys_tab_is_touched(
    chromium: str, browser: Browser
) -> None:
    theirs = await browser.new_session("data:text/html,<title>theirs</title><a href='/c/first'>Old chat</a>")
    before = {tab.target_id: tab.url for tab in await browser.tabs()}
    with pytest.raises(NavigationFailed):
        async with open_chat("demo", url="http://127.0.0.1:9/", where=Where(cdp=chromium)):
            raise AssertionError("there is nothing at that address")
    await wait_new_pages(browser, {*before}, set())
    after = {tab.target_id: tab.url for tab in await browser.tabs()}
    assert after[theirs.target_id or ""] == before[theirs.target_id or ""]
    await browser.connection.root.call("Target.closeTarget", targetId=theirs.target_id)


@proves("report.B59", "oracle.I7")
async def test_a_browser_whose_last_window_was_closed_gets_a_new_tab(chromium: str, browser: Browser) -> None:
    for target_id in await pages(browser):
        with suppress(ProtocolError):  # closed a moment ago, and still listed
            await browser.connection.root.call("Target.closeTarget", targetId=target_id)
    await wait_new_pages(browser, set(), set())
    async with serve(load_builtin("hello")) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        assert site.word in (await chat.ask(PROMPT, timeout=30)).markdown


@proves("oracle.G7", "report.B44")
async def test_at_a_human_check_the_browser_stays_and_the_user_is_told_to_solve_it(
    chromium: str, browser: Browser
) -> None:
    before = await pages(browser)
    async with (
        serve(scenario(gate="challenge")) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        with pytest.raises(ProviderError) as caught:
            await chat.query(PROMPT, timeout=10)
        assert (caught.value.error_code, caught.value.retry_hint) == ("provider.challenge", "solve-in-browser")
        assert len(await pages(browser) - before) == 1
        assert not site.log.clicks


@proves("oracle.G1", "oracle.G5")
async def test_a_login_is_waited_for_until_its_time_is_over_and_nothing_is_clicked(chromium: str) -> None:
    async with (
        serve(scenario(login="guest")) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        with pytest.raises(ProviderError) as caught:
            await wait_login(chat.page, timeout=2.5)
        assert caught.value.error_code == "provider.login-required"
        assert not site.log.clicks


@proves("oracle.G1")
async def test_somebody_who_is_logged_in_is_waited_for_no_longer(chromium: str) -> None:
    async with serve(load_builtin("hello")) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        with trio.fail_after(12):
            await wait_login(chat.page, timeout=60)
        assert not site.log.clicks
