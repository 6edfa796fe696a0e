"""The provider ``chatgpt`` on its own hosts: the demo site is served as them, and nothing is asked of any other.

The scenarios are judged as those of the vendor ``demo`` are. They are played one after another on each host, and on all
four hosts at once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

import pytest
import trio
from msgspec import structs

from cdpwebai.api import sessions
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.api.login import wait_login
from cdpwebai.demosite import Scenario, Site, load_builtin, load_scenario, make_own_host, serve
from cdpwebai.demosite.site import SendRequest
from cdpwebai.errors import NavigationFailed, ProviderError
from cdpwebai.records import Baseline, Change, Fence, Submission
from cdpwebai.store import open_store
from cdpwebai.verdict import Unknown
from tests.manifest import proves
from tests.support.chances import alone_where_short
from tests.support.judging import Run, judge
from tests.support.own_host import STRANGERS, Hosts, hosts, unpaced_home
from tests.support.scenarios import SCENARIOS, play

LIMIT = 60.0

PLAYED: Mapping[str, Sequence[str]] = {
    "chatgpt.com": ("h01-plain", "h37-record-denied", "b46c-login-page", "h31-csp"),
    "chat.openai.com": ("b25-ko", "b43a-limit-at-load", "b44b-challenge"),
    "www.chatgpt.com": ("w29-chat-on-work", "b20a-paste-file", "b46a-guest"),
    "www.chat.openai.com": ("o03-reload", "b46b-logout", "b55-connection-cut"),
}
"""Which scenarios on which host."""

NAMES = [name for names in PLAYED.values() for name in names]


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    with hosts(tmp_path_factory.mktemp("hosts")) as running:
        yield running


@pytest.fixture(scope="module")
def runs(at: Hosts, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Run | BaseException]:
    log = logging.getLogger("cdpwebai")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        with unpaced_home(tmp_path_factory.mktemp("home")):
            return trio.run(partial(play_all, at))
    finally:
        log.setLevel(level)


async def play_all(at: Hosts) -> Mapping[str, Run | BaseException]:
    found: dict[str, Run | BaseException] = {}
    hosts_of = {name: host for host, names in PLAYED.items() for name in names}

    async def play_one(name: str) -> Run | BaseException:
        scenario = load_scenario(SCENARIOS / f"{name}.json")
        try:
            with trio.fail_after(LIMIT):
                return await play(scenario, Where(cdp=at.chromium), at.place(hosts_of[name]))
        except Exception as error:
            return error

    async def play_on(host: str) -> None:
        for name in PLAYED[host]:
            found[name] = await play_one(name)

    async with trio.open_nursery() as nursery:
        for host in PLAYED:
            nursery.start_soon(play_on, host)
    await alone_where_short(found, play_one)
    return found


@proves("own-host.scenarios")
@pytest.mark.parametrize("name", NAMES)
def test_the_client_does_on_the_own_hosts_what_the_scenario_expects(
    runs: Mapping[str, Run | BaseException], name: str
) -> None:
    run = runs[name]
    if isinstance(run, BaseException):
        raise run
    assert judge(run) == []
    assert run.site.log.failures == []


def hello(**keys: Any) -> Scenario:
    """The built-in scenario, its site with these keys."""
    scenario = load_builtin("hello")
    return structs.replace(scenario, site=structs.replace(scenario.site, **keys))


@asynccontextmanager
async def served(at: Hosts, name: str, scenario: Scenario, *, word: str = "") -> AsyncGenerator[Site]:
    """The site as this host."""
    place = at.place(name)
    async with serve(scenario, own=place.own, port=place.port, word=word) as site:
        yield site


def is_untouched(site: Site) -> bool:
    """Whether nothing was sent to it, uploaded or clicked."""
    return not (site.log.sends or site.log.uploads or site.log.clicks)


REFUSED = [
    "https://notchatgpt.com/",
    "https://chatgpt.com.example/",
    "https://chatgpt.com:8443/",
    "http://chatgpt.com/",
]


@proves("own-host.look-alike", "own-host.scheme", "own-host.port")
@pytest.mark.parametrize("url", REFUSED)
async def test_an_address_that_is_not_the_vendor_s_is_refused_before_a_browser_is_touched(url: str) -> None:
    with pytest.raises(ProviderError) as caught:
        async with open_chat("chatgpt", url=url, where=Where(cdp="http://127.0.0.1:9")):
            raise AssertionError
    assert caught.value.error_code == "cdp.target-mismatch"
    assert url in caught.value.message


@proves("own-host.look-alike", "own-host.port")
async def test_in_a_tab_that_has_gone_to_another_host_nothing_is_typed(at: Hosts) -> None:
    async with AsyncExitStack() as stack:
        strangers = [await stack.enter_async_context(served(at, name, hello())) for name in STRANGERS]
        site = await stack.enter_async_context(served(at, "chatgpt.com", hello()))
        chat = await stack.enter_async_context(open_chat("chatgpt", where=Where(cdp=at.chromium)))
        for name in STRANGERS:
            await chat.page.tab.navigate(f"https://{name}/")
            with pytest.raises(ProviderError, match=name) as caught:
                await chat.query("Are you there?", timeout=20)
            assert (caught.value.error_code, caught.value.page_may_have_changed) == ("cdp.target-mismatch", False)
            with pytest.raises(ProviderError, match=name):
                await chat.obstacle()
        await chat.page.tab.navigate("https://chatgpt.com/")
        assert site.word in (await chat.query("Are you there?", timeout=20)).answer.markdown
        assert all(is_untouched(stranger) for stranger in strangers)
        assert len(site.log.sends) == 1


@proves("own-host.look-alike")
async def test_a_page_of_another_host_is_not_read_even_where_it_shows_the_very_conversation(at: Hosts) -> None:
    """The stranger holds a twin of the conversation: the same address and the same ids, and another word."""
    async with served(at, "chatgpt.com", hello()) as site, served(at, "notchatgpt.com", hello()) as stranger:
        async with open_chat("chatgpt", where=Where(cdp=at.chromium)) as chat, open_store() as store:
            sent = await chat.send("What is the word?", answer_within=40)
            assert sent.conversation_url
            stranger.send(SendRequest(chat="twin", text="What is the word?", path="/", how="click"))
            twin = sent.conversation_url.replace("https://chatgpt.com", "https://notchatgpt.com")
            await chat.page.tab.navigate(twin)
            seen = await chat.page.observe()
            for field in (seen.turns, seen.composer, seen.notices):
                assert isinstance(field, Unknown)
                assert "notchatgpt.com" in field.detail
            result = await sessions.poll(store, sent, Where(cdp=at.chromium), timeout=30)
        assert site.word in result.answer.markdown
        assert result.url.startswith("https://chatgpt.com/c/")


@proves("own-host.look-alike")
async def test_a_tab_that_shows_another_host_is_not_the_session_s_own(at: Hosts) -> None:
    """Its conversation has no address yet, so that only the tab could tell; the tab is at the stranger's now."""
    async with served(at, "chatgpt.com", hello()), served(at, "notchatgpt.com", hello()) as stranger:
        async with open_chat("chatgpt", where=Where(cdp=at.chromium)) as chat, open_store() as store:
            submission = Submission(
                vendor="chatgpt",
                prompt="Are you there?",
                baseline=Baseline(),
                deadline_at=time.time() + 60,
                original_url=chat.url,
                target_id=chat.page.tab.cdp.target_id or "",
                endpoint=at.chromium,
            )
            begun = await store.create(submission, Fence())
            lost = await store.update(begun, Change(status="unknown-submission"), Fence())
            await chat.page.tab.navigate("https://notchatgpt.com/")
            with pytest.raises(ProviderError) as caught:
                await sessions.poll(store, lost, Where(cdp=at.chromium), timeout=20)
        assert caught.value.error_code == "tab.target-lost"
        assert is_untouched(stranger)


@proves("own-host.key")
async def test_the_same_host_with_another_key_is_an_error_of_the_certificate(at: Hosts) -> None:
    async with serve(hello(), own=make_own_host(["chatgpt.com"]), port=at.ports["chatgpt.com"]) as impostor:
        with pytest.raises(NavigationFailed, match="net::ERR_CERT_"):
            async with open_chat("chatgpt", where=Where(cdp=at.chromium)):
                raise AssertionError
        assert is_untouched(impostor)


@proves("own-host.login")
async def test_a_login_is_waited_for_at_home_alone_and_what_stands_in_its_way_is_told(at: Hosts) -> None:
    """Somebody is logged in at the host that the login leads over; that is not the account that is waited for."""
    told, tell = trio.open_memory_channel[str](10)
    async with served(at, "auth.openai.com", hello()) as elsewhere, trio.open_nursery() as nursery:
        async with served(at, "chatgpt.com", hello(login="out")) as site:
            chat = await nursery.start(opened, at)

            async def wait() -> None:
                await wait_login(chat.page, timeout=40, tell=told.send_nowait)
                await told.send("in")

            nursery.start_soon(wait)
            assert "nobody is logged in" in await tell.receive()
            await chat.page.tab.navigate("https://auth.openai.com/")
            assert "at another host" in await tell.receive()
            assert is_untouched(site)
        async with served(at, "chatgpt.com", hello()) as site:
            await chat.page.tab.navigate("https://chatgpt.com/")
            assert await tell.receive() == "in"
            assert is_untouched(site)
        assert is_untouched(elsewhere)
        nursery.cancel_scope.cancel()


async def opened(at: Hosts, *, task_status: trio.TaskStatus[Chat]) -> None:
    """Hold a chat open."""
    async with open_chat("chatgpt", where=Where(cdp=at.chromium)) as chat:
        task_status.started(chat)
        await trio.sleep_forever()


@proves("own-host.login")
@pytest.mark.parametrize(
    ("keys", "code", "why"),
    [
        ({"gate": "challenge"}, "provider.challenge", "human check"),
        ({"login": "guest"}, "provider.login-required", "nobody is logged in"),
    ],
)
async def test_a_login_that_does_not_come_ends_in_time_with_what_was_in_its_way(
    at: Hosts, keys: dict[str, str], code: str, why: str
) -> None:
    told: list[str] = []
    async with served(at, "chatgpt.com", hello(**keys)) as site:
        async with open_chat("chatgpt", where=Where(cdp=at.chromium)) as chat:
            with trio.fail_after(20), pytest.raises(ProviderError) as caught:
                await wait_login(chat.page, timeout=3, tell=told.append)
        assert (caught.value.error_code, caught.value.page_may_have_changed) == (code, False)
        assert why in caught.value.message
        assert any(why in one for one in told)
        assert is_untouched(site)
