"""The connection against real Chromium: what it never answers, we end; what it answers, reaches its caller."""

import json
from collections.abc import Callable
from contextlib import suppress

import pytest
import trio

from cdpwebai.browser.browser import Browser, attach
from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import page, runtime
from cdpwebai.errors import Gone, SessionDetached, TargetClosed, TargetCrashed
from tests.manifest import proves

FOREVER = runtime.Evaluate(expression="new Promise(() => 0)", await_promise=True)


async def outcome_of(session: Session, outcomes: list[object]) -> None:
    try:
        outcomes.append(await session.call(FOREVER))
    except Gone as error:
        outcomes.append(error)


async def end_by(session: Session, method: str) -> None:
    """End the session's tab, or the session; Chromium answers some of these and some never."""
    with trio.move_on_after(0.3):
        match method:
            case "crash":
                await session.call("Page.crash")
            case "close":
                await session.connection.root.call("Target.closeTarget", targetId=session.target_id)
            case _:
                await session.detach()


@proves("report.A17")
@pytest.mark.parametrize(
    ("method", "kind"), [("crash", TargetCrashed), ("close", TargetClosed), ("detach", SessionDetached)]
)
async def test_calls_that_chromium_never_answers_fail_at_once_by_the_kind_of_the_end(
    browser: Browser, session: Session, context_id: str, method: str, kind: type[Gone]
) -> None:
    other = await browser.new_session(context_id=context_id)
    outcomes: list[object] = []
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outcome_of, session, outcomes)
            nursery.start_soon(outcome_of, session, outcomes)
            await session.call(runtime.Evaluate(expression="1"))
            with suppress(Gone):
                await end_by(session, method)
        with pytest.raises(kind):
            await session.call(runtime.Evaluate(expression="1"))
    assert [type(outcome) for outcome in outcomes] == [kind, kind]
    assert (await other.call(runtime.Evaluate(expression="1 + 1"))).result.value == 2
    assert session.target_id is not None
    if method != "close":
        await browser.close_tab(session.target_id)


@proves("report.A20")
async def test_a_waiter_on_one_tab_is_not_satisfied_by_another(
    browser: Browser, session: Session, context_id: str, page_url: Callable[..., str]
) -> None:
    other = await browser.new_session(context_id=context_id)
    for one in (session, other):
        await one.call(page.Enable())
    async with session.subscribe(page.FrameNavigated) as on_one, other.subscribe(page.FrameNavigated) as on_other:
        await other.call(page.Navigate(url=page_url("inner.html")))
        with trio.fail_after(30):
            assert (await anext(on_other)).frame.url == page_url("inner.html")
        await session.call(runtime.Evaluate(expression="1"))
        with trio.move_on_after(0):
            raise AssertionError(f"heard of another tab: {await anext(on_one)}")


@proves("report.A01")
async def test_a_reply_of_three_megabytes_comes_whole_and_the_connection_goes_on(session: Session) -> None:
    reply = await session.call(runtime.Evaluate(expression="'x'.repeat(3_000_000)"))
    assert len(reply.result.value) == 3_000_000
    assert (await session.call(runtime.Evaluate(expression="7"))).result.value == 7


@proves("report.A28")
async def test_a_flood_of_events_reaches_a_slow_listener_with_its_loss_told(session: Session) -> None:
    await session.call(runtime.Enable())
    await session.call(runtime.AddBinding(name="tell"))
    flood = runtime.Evaluate(expression="for (let n = 0; n < 20_000; n++) tell(String(n))")
    async with (
        session.subscribe(runtime.BindingCalled, buffer=100) as slow,
        session.subscribe(runtime.BindingCalled, buffer=20_000) as quick,
    ):
        with trio.fail_after(20):
            await session.call(flood)
            assert (await session.call(runtime.Evaluate(expression="1"))).result.value == 1
            got = [int((await anext(quick)).payload) for _ in range(20_000)]
    assert got == list(range(20_000))
    assert slow.lost == 20_000 - 100


async def test_garbage_of_ours_is_refused_without_an_id_and_counted(session: Session) -> None:
    connection = session.connection
    await connection._transport.send([b"garbage"])  # pyright: ignore[reportPrivateUsage]
    assert (await session.call(runtime.Evaluate(expression="1"))).result.value == 1
    assert connection.statistics().refused == 1


@proves("report.A05")
async def test_calls_in_flight_fail_when_our_end_is_closed(chromium: str) -> None:
    outcomes: list[object] = []
    async with trio.open_nursery() as nursery:
        async with attach(chromium) as browser:
            session = await browser.new_session()
            nursery.start_soon(outcome_of, session, outcomes)
            await session.call(runtime.Evaluate(expression="1"))
            assert session.target_id is not None
            closing = session.target_id
        assert browser.connection.statistics().waiting == 0
    assert isinstance(outcomes[0], Gone)
    assert json.dumps(outcomes[0].message)
    async with attach(chromium) as browser:
        await browser.close_tab(closing)
