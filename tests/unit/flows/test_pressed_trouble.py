"""After Send was pressed: what the site says against the prompt is named, and nobody says that it was not sent."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio

from cdpwebai.api.chat import open_chat
from cdpwebai.errors import CdpWebAIError, ProviderError, SubmissionUnknown
from cdpwebai.flows.plan_send import TROUBLE_FOR, plan_send
from cdpwebai.flows.send_steps import GiveUp, Look, SendState, Sent
from cdpwebai.providers.chat import ChatObservation, Notice, NoticeKind
from cdpwebai.store import open_store
from cdpwebai.verdict import Known
from tests.support.chat import page, user
from tests.support.fake_chat import HOME, FakeChat, open_fake_chat

pytestmark = pytest.mark.usefixtures("autojump_clock")

PROMPT = "Count."
NAMED: list[tuple[NoticeKind, str]] = [
    ("rate-limit", "provider.rate-limited"),
    ("quota", "provider.quota"),
    ("network", "provider.network"),
    ("login", "provider.login-required"),
    ("challenge", "provider.challenge"),
    ("choose-surface", "provider.modal"),
]


def under(kind: NoticeKind, seen: ChatObservation) -> ChatObservation:
    return replace(seen, notices=Known((Notice(kind, "The page's own words."),)))


def pressed() -> SendState:
    return SendState(PROMPT, since=0.0, phase="pressed", inserts=1, presses=1)


async def asked(site: FakeChat, timeout: float = 60) -> tuple[CdpWebAIError, str, float]:
    """The error of a prompt, the stored status, and the seconds until it came."""
    began = trio.current_time()
    async with open_chat("demo", url=HOME, where=site.where) as chat:
        with pytest.raises((ProviderError, SubmissionUnknown)) as caught:
            await chat.ask(PROMPT, timeout=timeout)
    took = trio.current_time() - began
    async with open_store() as store:
        session = await store.get(caught.value.session_id or "")
    assert site.presses == 1
    return caught.value, session.status, took


@pytest.mark.parametrize("draft", ["", PROMPT], ids=["taken out", "still there"])
@pytest.mark.parametrize(("kind", "code"), NAMED)
async def test_bad_news_with_no_new_message_is_named_soon_and_whether_it_was_sent_stays_open(
    kind: NoticeKind, code: str, draft: str
) -> None:
    async with open_fake_chat() as site:

        def speak(_: str) -> None:
            site.shown = under(kind, page(draft=draft, path=""))

        site.on_send = speak
        error, stored, took = await asked(site)
    assert (error.error_code, error.stage, error.retry_hint) == (code, "commit-verify", "poll-or-resume")
    assert error.page_may_have_changed is None
    assert "The page's own words." in error.message or code == "provider.modal"
    assert "was not sent" not in error.message
    assert stored == "unknown-submission"
    assert took < TROUBLE_FOR + 2


def test_bad_news_that_goes_again_and_a_message_that_comes_meanwhile_are_no_trouble() -> None:
    state, action = plan_send(pressed(), under("network", page(path="")), 1.0)
    assert action == Look(1.0 + TROUBLE_FOR)
    state, action = plan_send(state, page(path=""), 2.0)
    assert action == Look(20.0)
    state, action = plan_send(state, under("network", page(path="")), 3.0)
    assert action == Look(3.0 + TROUBLE_FOR)
    _, action = plan_send(state, under("network", page(user("u1", PROMPT))), 9.0)
    assert action == Sent("u1", "m-u1", frozenset(), "1")
    _, action = plan_send(state, under("network", page(path="")), 3.0 + TROUBLE_FOR)
    assert isinstance(action, GiveUp)


@pytest.mark.parametrize("account", ["out", "guest"])
async def test_a_login_that_ends_at_the_press_is_named_where_the_composer_has_gone(account: str) -> None:
    async with open_fake_chat() as site:

        def log_out(_: str) -> None:
            site.account = account
            site.shown = replace(page(path=""), composer=Known(None))

        site.on_send = log_out
        error, stored, took = await asked(site)
    assert (error.error_code, error.page_may_have_changed) == ("provider.login-required", None)
    assert (stored, took < TROUBLE_FOR + 2) == ("unknown-submission", True)


async def test_a_composer_that_stays_full_is_stored_so_that_poll_looks_again() -> None:
    async with open_fake_chat() as site:
        site.on_send = lambda _: None
        error, stored, _ = await asked(site)
    assert (error.error_code, error.retry_hint) == ("provider.commit-not-verified", "poll-or-resume")
    assert (error.exit_code, error.page_may_have_changed) == (3, None)
    assert "not seen as sent" in error.message
    assert "was not sent" not in error.message
    assert stored == "unknown-submission"


@pytest.mark.parametrize("timeout", [0.5, 3, 20])
@pytest.mark.parametrize("silent", [False, True], ids=["nothing new", "no answer"])
async def test_a_time_that_is_over_before_the_message_is_seen_leaves_it_stored_as_not_known(
    timeout: float, silent: bool
) -> None:
    async with open_fake_chat() as site:

        def press(_: str) -> None:
            site.shown = None if silent else page(path="")

        site.on_send = press
        error, stored, took = await asked(site, timeout)
    assert (error.status, error.exit_code, stored) == ("unknown-submission", 3, "unknown-submission")
    assert took <= timeout + 1


async def test_a_press_that_hangs_is_stored_as_not_known_as_well() -> None:
    async with open_fake_chat() as site:
        site.unanswered = ("mouseReleased",)
        site.on_send = lambda _: None
        error, stored, _ = await asked(site, 5)
    assert (error.status, stored) == ("unknown-submission", "unknown-submission")
