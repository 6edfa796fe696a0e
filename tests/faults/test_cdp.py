"""The protocol client under every fault at every message: the right answer or a typed error, by its deadline.

Never a wrong answer, never a hang. The browser is the fake one, the time is virtual.
"""

from __future__ import annotations

import functools

import pytest
import trio

from cdpwebai.cdp import open_connection
from cdpwebai.errors import (
    CallTimeout,
    CdpWebAIError,
    Disconnected,
    Gone,
    ProtocolError,
    SessionDetached,
    TargetCrashed,
)
from cdpwebai.testing import FakeBrowser, Fault, Kind, Outcome, Tap, count_messages, open_fake_browser, run_with, sweep
from cdpwebai.testing.fake_browser import FakeCall

CALL_SECONDS = 5.0
EVENT_SECONDS = 7.0
CALLS = 5
MOST_SECONDS = CALLS * CALL_SECONDS + EVENT_SECONDS

URL = "http://127.0.0.1/right"


def script(fake: FakeBrowser) -> None:
    async def evaluate(call: FakeCall) -> dict[str, object]:
        await trio.sleep(0.1)
        return {"result": {"type": "string", "value": fake_url(fake, call)}}

    fake.on("Runtime.evaluate", evaluate)


def fake_url(fake: FakeBrowser, call: FakeCall) -> str:
    navigated = [each.params["url"] for each in fake.calls if each.method == "Page.navigate"]
    return navigated[-1] if navigated else "about:blank"


async def navigate_and_read(tap: Tap) -> str:
    """Five calls and an event: open a tab, listen, navigate, wait for the load, read where it is."""
    async with open_fake_browser() as fake, open_connection(tap(fake.transport)) as connection:
        script(fake)
        made = await connection.root.call("Target.createTarget", url="about:blank", within=CALL_SECONDS)
        with trio.fail_after(CALL_SECONDS):
            session = await connection.attach(made["targetId"])
        await session.call("Page.enable", within=CALL_SECONDS)
        async with session.subscribe("Page.loadEventFired") as loads:
            await session.call("Page.navigate", url=URL, within=CALL_SECONDS)
            with trio.fail_after(EVENT_SECONDS):
                await anext(loads)
        reply = await session.call("Runtime.evaluate", expression="location.href", within=CALL_SECONDS)
        return reply["result"]["value"]


async def typed(tap: Tap) -> str:
    """As a flow does it: its own deadline becomes an error of ours."""
    try:
        return await navigate_and_read(tap)
    except trio.TooSlowError as error:
        raise CallTimeout("the page did not load in time") from error


@functools.cache
def outcomes() -> list[Outcome[str]]:
    return list(sweep(typed))


def test_the_healthy_run_has_its_answer_at_once() -> None:
    outcome = run_with(typed, None)
    assert outcome.error is None
    assert outcome.value == URL
    assert outcome.elapsed == pytest.approx(0.1)


@pytest.mark.parametrize("kind", Kind)
def test_every_fault_at_every_message_ends_in_the_right_answer_or_a_typed_error_in_time(kind: Kind) -> None:
    seen = [outcome for outcome in outcomes() if outcome.fault and outcome.fault.kind is kind]
    assert seen, "this kind of fault never happened"
    for outcome in seen:
        assert (outcome.value == URL) is (outcome.error is None), outcome
        assert outcome.elapsed <= MOST_SECONDS, outcome
        assert outcome.error is None or isinstance(outcome.error, CdpWebAIError)


@pytest.mark.parametrize(
    ("kind", "errors"),
    [
        (Kind.CLOSE, {Disconnected}),
        (Kind.CRASH, {TargetCrashed}),
        (Kind.DETACH, {SessionDetached}),
        (Kind.ERROR, {ProtocolError}),
    ],
)
def test_an_end_is_told_at_once_and_by_its_own_name(kind: Kind, errors: set[type[CdpWebAIError]]) -> None:
    seen = [outcome for outcome in outcomes() if outcome.fault and outcome.fault.kind is kind and outcome.error]
    assert {type(outcome.error) for outcome in seen} == errors
    for outcome in seen:
        assert outcome.elapsed < CALL_SECONDS, "it did not wait for a deadline"


@pytest.mark.parametrize("kind", [Kind.DROP, Kind.DELAY, Kind.GARBAGE, Kind.TRUNCATE, Kind.STALL])
def test_a_reply_that_does_not_come_is_a_timeout_at_the_call_s_own_limit(kind: Kind) -> None:
    for at in range(1, count_messages(typed) + 1):
        outcome = run_with(typed, Fault(kind, at))
        if isinstance(outcome.error, Gone):
            continue
        assert outcome.error is None or isinstance(outcome.error, CallTimeout), outcome
        if isinstance(outcome.error, CallTimeout):
            assert outcome.elapsed >= CALL_SECONDS


def test_a_message_that_comes_twice_changes_nothing() -> None:
    seen = [outcome for outcome in outcomes() if outcome.fault and outcome.fault.kind is Kind.DUPLICATE]
    assert {outcome.value for outcome in seen} == {URL}
    assert {round(outcome.elapsed, 6) for outcome in seen} == {0.1}


def test_an_event_that_comes_after_the_reply_is_still_heard() -> None:
    """Where no reply follows, it never comes, and the one who waits for it says so at its deadline."""
    seen = [outcome for outcome in outcomes() if outcome.fault and outcome.fault.kind is Kind.OVERTAKE]
    lost = [outcome for outcome in seen if outcome.value != URL]
    assert [(type(outcome.error), round(outcome.elapsed, 6)) for outcome in lost] == [(CallTimeout, EVENT_SECONDS)]
    assert len(seen) > len(lost)
