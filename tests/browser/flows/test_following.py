"""Asking on in a conversation: by ``chat.ask`` again, by a stored session, and where neither can be done."""

import time
from collections.abc import AsyncIterator

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_again, open_chat
from cdpwebai.api.following import ask_all
from cdpwebai.api.settings import FILE
from cdpwebai.browser.home import home_path
from cdpwebai.demosite import Scenario, Site, load_scenario, serve
from cdpwebai.errors import InputError, LeaseHeld, NotFinished, ProviderError, SessionRefused
from cdpwebai.records import Baseline, Change, Fence, Session, Submission
from cdpwebai.store import Store, open_store
from tests.manifest import proves
from tests.support.scenarios import SCENARIOS

TWO = "m02-three-languages.json"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with open_store() as store:
        yield store


def scenario(name: str) -> Scenario:
    return load_scenario(SCENARIOS / name)


async def only(store: Store) -> Session:
    (session,) = await store.list()
    return session


@proves("following.generation")
async def test_a_second_question_is_the_next_generation_of_the_same_session(chromium: str, store: Store) -> None:
    async with serve(scenario(TWO)) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        first = await chat.query("Say hello in English.", timeout=30)
        second = await chat.query("한국어로 인사해 줘.", timeout=30)
    session = await only(store)
    assert first.session_id == second.session_id == session.id
    assert (session.generation, session.prompt, session.status) == (2, "한국어로 인사해 줘.", "complete")
    (before,) = await store.history(session.id)
    assert before.answer is not None
    assert (before.answer.markdown, second.answer.markdown) == ("Hello.", "안녕하세요.")
    assert before.message_id != session.message_id
    assert before.turn_id in session.baseline.turn_ids


@proves("following.rows")
async def test_several_prompts_give_a_row_each_and_the_last_one_s_answer(chromium: str, store: Store) -> None:
    prompts = ("One?", "Two?")
    async with serve(scenario(TWO)) as site, open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
        result = await ask_all(prompts, lambda prompt: chat.query(prompt, timeout=30), lambda: chat.session)
    rows = list(result.turns) if isinstance(result.turns, tuple) else []
    assert [(row.index, row.prompt, row.status) for row in rows] == [(0, "One?", "complete"), (1, "Two?", "complete")]
    assert [row.answer.markdown for row in rows if row.answer] == ["Hello.", "안녕하세요."]
    assert (result.answer.markdown, result.follow_up_count, result.final_status) == ("안녕하세요.", 1, "complete")
    assert all(row.sent_at and row.completed_at for row in rows)


@proves("following.failure")
async def test_a_later_failure_keeps_the_answers_before_it_and_sends_nothing_more(chromium: str, store: Store) -> None:
    prompts = ("One?", "Two?", "Three?")
    async with (
        serve(scenario("m03-second-errors.json")) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        with pytest.raises(ProviderError) as caught:
            await ask_all(prompts, lambda prompt: chat.query(prompt, timeout=30), lambda: chat.session)
    first, failed = caught.value.turns
    assert (first.status, first.answer.markdown) == ("complete", "One.")
    assert (failed.prompt, failed.status, failed.answer) == ("Two?", "error", None)
    assert [send.text for send in site.log.sends] == ["One?", "Two?"]
    session = await only(store)
    assert (session.generation, session.status) == (2, "error")
    assert (await store.history(session.id))[0].status == "complete"


@proves("following.one-limit")
async def test_one_time_limit_bounds_all_of_them(chromium: str, store: Store) -> None:
    """The second answer never ends; the third prompt has no time left."""
    from cdpwebai.api.answering import Budget

    async with (
        serve(scenario("b05-stuck.json")) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        budget = Budget.of(5)
        began = trio.current_time()
        with pytest.raises(NotFinished):
            await ask_all(("One?", "Two?"), lambda one: chat.query(one, timeout=budget), lambda: chat.session)
        assert trio.current_time() - began < 10
    assert len(site.log.sends) == 1


async def ask_once(site: Site, chromium: str, path: str = "") -> str:
    """Ask one question, in a tab that is closed afterwards; the session's id."""
    async with open_chat("demo", url=site.url + path, where=Where(cdp=chromium)) as chat:
        found = (await chat.query("One?", timeout=30)).session_id
    assert found is not None
    return found


@proves("following.reopened")
async def test_a_stored_session_is_asked_on_in_its_own_conversation_in_a_new_tab(chromium: str, store: Store) -> None:
    async with serve(scenario(TWO)) as site:
        session_id = await ask_once(site, chromium)
        async with open_again(session_id, where=Where(cdp=chromium)) as chat:
            answer = await chat.ask("And in Korean?", timeout=30)
        assert answer.markdown == "안녕하세요."
        assert [send.path for send in site.log.sends] == ["/", "/c/e3e3362f-2ea6-51b3-9205-552aac5636af"]
    session = await only(store)
    assert (session.id, session.generation, session.status) == (session_id, 2, "complete")


@proves("following.temporary")
async def test_a_temporary_chat_that_is_gone_is_not_asked_on_and_the_reason_is_told(
    chromium: str, store: Store
) -> None:
    async with serve(scenario("own-temporary.json")) as site:
        session_id = await ask_once(site, chromium, "?temporary-chat=true")
        with pytest.raises(ProviderError, match="temporary, and never got an address") as caught:
            async with open_again(session_id, where=Where(cdp=chromium)):
                pass
        error = caught.value
        assert (error.error_code, error.session_id, error.page_may_have_changed) == (
            "tab.target-lost",
            session_id,
            False,
        )
        assert len(site.log.sends) == 1


async def test_a_temporary_chat_is_asked_on_while_its_tab_is_there(chromium: str, store: Store) -> None:
    async with (
        serve(scenario("own-temporary.json")) as site,
        open_chat("demo", url=site.url + "?temporary-chat=true", where=Where(cdp=chromium)) as chat,
    ):
        await chat.ask("One?", timeout=30)
        await chat.ask("Two?", timeout=30)
        assert [send.text for send in site.log.sends] == ["One?", "Two?"]


async def stored(store: Store, *changes: Change, **known: object) -> Session:
    """A session as some other command left it."""
    told: dict[str, object] = {"vendor": "demo", "prompt": "One?", "baseline": Baseline(), "original_url": "http://x/"}
    session = await store.create(Submission(**{**told, **known}), Fence())  # type: ignore[arg-type]
    for change in changes:
        session = await store.update(session, change, Fence())
    return session


NO_BROWSER = Where(cdp="http://127.0.0.1:9")


@proves("following.refused")
async def test_what_cannot_be_asked_on_is_refused_before_a_browser_is_touched(store: Store) -> None:
    work = await stored(store, surface="work")
    open_still = await stored(store, Change(status="sent", turn_id="t", message_id="m"))
    unsent = await stored(store, Change(status="failed"))
    for session, error, said in (
        (work, ProviderError, "one of Work's"),
        (open_still, SessionRefused, "is sent: poll it"),
        (unsent, SessionRefused, "nothing to follow"),
    ):
        with pytest.raises(error, match=said):
            async with open_again(session.id, where=NO_BROWSER):
                pass


@proves("following.held")
async def test_a_session_that_another_command_works_on_is_not_asked_on(chromium: str, store: Store) -> None:
    async with serve(scenario(TWO)) as site:
        session_id = await ask_once(site, chromium)
        async with (
            store.hold("session", session_id, purpose="poll", fence=Fence()),
            open_again(session_id, where=Where(cdp=chromium)) as chat,
        ):
            with pytest.raises(LeaseHeld):
                await chat.ask("Two?", timeout=30)
        assert len(site.log.sends) == 1


@proves("pacing.status", "report.B23")
async def test_after_a_rate_limit_status_tells_of_it_and_nothing_is_sent_until_it_has_cooled_down(
    chromium: str, store: Store
) -> None:
    home_path().mkdir(parents=True, exist_ok=True)
    (home_path() / FILE).write_text("cool_down = 60\n")
    async with serve(scenario("own-limit-waiting.json")) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            with pytest.raises(ProviderError) as caught:
                await chat.query("One?", timeout=30)
        assert caught.value.error_code == "provider.rate-limited"
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as other:
            found = await other.obstacle()
            assert found is not None
            assert (found.code, "until 2" in found.why) == ("provider.rate-limited", True)
            known = dict(found.evidence)
            assert known["reason"].startswith("Too many requests You're making requests too quickly.")
            assert f"there was a rate limit: {known['reason']!r}" in found.why
            assert 0 < float(known["until"]) - time.time() <= 61
            with pytest.raises(ProviderError, match="longer than there is time") as refused:
                await other.query("Two?", timeout=20)
            assert refused.value.error_code == "provider.rate-limited"
        assert len(site.log.sends) == 1


@proves("pacing.status")
async def test_a_rate_limit_that_status_sees_is_everybody_s(chromium: str, store: Store) -> None:
    home_path().mkdir(parents=True, exist_ok=True)
    (home_path() / FILE).write_text("cool_down = 60\n")
    async with (
        serve(scenario("own-limit-at-load.json")) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        seen = await chat.obstacle()
        assert seen is not None
        assert (seen.code, await store.cooling("demo") is not None) == ("provider.rate-limited", True)
        with pytest.raises(ProviderError, match="longer than there is time"):
            await chat.query("One?", timeout=20)
        assert site.log.sends == []


@proves("pacing.settings")
async def test_a_pace_that_is_no_number_is_refused_before_a_browser_is_touched() -> None:
    home_path().mkdir(parents=True, exist_ok=True)
    (home_path() / FILE).write_text('per_minute = "many"\n')
    with pytest.raises(InputError, match="per_minute"):
        async with open_chat("demo", url="http://127.0.0.1:9/", where=NO_BROWSER):
            pass
