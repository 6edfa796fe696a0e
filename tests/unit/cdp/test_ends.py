"""How calls end when who they speak to is gone: the connection, the tab, the session. In virtual time."""

from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from cdpwebai.errors import Disconnected, Gone, ProtocolError, SessionDetached, TargetClosed, TargetCrashed
from tests.manifest import proves
from tests.support.peer import connected, event
from tests.unit.cdp.support import attach, outcome_of


@proves("report.A05")
async def test_every_waiting_call_fails_when_the_connection_ends_and_later_ones_alike(
    autojump_clock: MockClock,
) -> None:
    async with connected() as (connection, peer):
        session = await attach(connection, peer, "S1")
        results: list[object] = []
        async with trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(outcome_of, session, results)
            await peer.next()
            await trio.sleep(2)
            await peer.hang_up()
        assert connection.statistics().waiting == 0
        for error in results:
            assert isinstance(error, Disconnected)
            assert (error.method, error.cdp_session, error.waited) == ("Runtime.evaluate", "S1", 2)
            assert error.page_may_have_changed
        with pytest.raises(Disconnected) as later:
            await session.call("Runtime.evaluate")
        assert later.value.page_may_have_changed is False
        assert len(peer.batches) == 1


@proves("report.A17")
async def test_a_crash_fails_the_calls_of_its_tab_at_once_and_no_others(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        crashing, healthy = await attach(connection, peer, "S1"), await attach(connection, peer, "S2")
        results: list[object] = []
        others: list[object] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outcome_of, crashing, results)
            await peer.next()
            nursery.start_soon(outcome_of, healthy, others)
            waiting = await peer.next()
            await peer.say(event("Inspector.targetCrashed", "S1"))
            await wait_all_tasks_blocked()
            assert [type(error) for error in results] == [TargetCrashed]
            with pytest.raises(TargetCrashed, match="the tab crashed"):
                await crashing.call("Runtime.evaluate")
            await peer.answer(waiting, value=1)
        assert others == [{"value": 1}]
        assert isinstance(crashing.gone, TargetCrashed)
        assert healthy.gone is None


async def test_a_session_that_crashed_and_is_then_detached_keeps_saying_that_the_tab_crashed(
    autojump_clock: MockClock,
) -> None:
    async with connected() as (connection, peer):
        session = await attach(connection, peer, "S1")
        await peer.say(event("Inspector.targetCrashed", "S1"))
        await peer.say(event("Target.detachedFromTarget", sessionId="S1", targetId="T-S1"))
        await wait_all_tasks_blocked()
        assert isinstance(session.gone, TargetCrashed)
        with pytest.raises(TargetCrashed, match="the tab crashed"):
            await session.call("Runtime.evaluate")


async def test_a_subscriber_to_a_tab_that_crashed_is_told_so_although_the_connection_ended_later(
    autojump_clock: MockClock,
) -> None:
    async with connected() as (connection, peer):
        crashed, healthy = await attach(connection, peer, "S1"), await attach(connection, peer, "S2")
        async with crashed.subscribe("Page.loadEventFired") as first, healthy.subscribe("Page.loadEventFired") as other:
            await peer.say(event("Inspector.targetCrashed", "S1"))
            await peer.hang_up()
            await wait_all_tasks_blocked()
            with pytest.raises(TargetCrashed, match="the tab crashed"):
                await anext(first)
            with pytest.raises(Disconnected):
                await anext(other)


@pytest.mark.parametrize(("farewell", "kind"), [(True, TargetClosed), (False, SessionDetached)])
async def test_a_session_that_ends_fails_its_calls_by_the_kind_of_its_end(
    autojump_clock: MockClock, farewell: bool, kind: type[Gone]
) -> None:
    async with connected() as (connection, peer):
        session = await attach(connection, peer, "S1")
        results: list[object] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outcome_of, session, results)
            await peer.next()
            if farewell:
                await peer.say(event("Inspector.detached", "S1", reason="Render process gone."))
            await peer.say(event("Target.detachedFromTarget", sessionId="S1", targetId="T-S1"))
        assert [type(error) for error in results] == [kind]
        with pytest.raises(SessionDetached, match="no session S1"):
            connection.session("S1")


async def test_a_session_that_the_browser_does_not_know_any_more_is_detached_and_nothing_was_done(
    autojump_clock: MockClock,
) -> None:
    async with connected() as (connection, peer):
        session = await attach(connection, peer, "S1")
        results: list[object] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outcome_of, session, results)
            command = await peer.next()
            error = {"code": -32001, "message": "Session with given id not found."}
            await peer.say({"id": command["id"], "error": error})
        assert [type(error) for error in results] == [SessionDetached]
        assert isinstance(results[0], SessionDetached)
        assert results[0].page_may_have_changed is False


async def test_an_error_never_says_that_a_command_was_sent_and_was_not(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        session = await attach(connection, peer, "S1")
        results: list[object] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outcome_of, session, results)
            await peer.next()
            await peer.say(event("Inspector.targetCrashed", "S1"))
    (error,) = results
    assert isinstance(error, TargetCrashed)
    assert "after 0.00 s" in error.message
    assert "before it was sent" not in error.message
    assert "the command had been sent" in error.message


async def test_a_reply_in_the_same_batch_as_the_end_of_its_session_is_not_lost(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        session = await attach(connection, peer, "S1")
        results: list[object] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outcome_of, session, results)
            command = await peer.next()
            reply = {"id": command["id"], "result": {"last": True}, "sessionId": "S1"}
            await peer.say(event("Inspector.targetCrashed", "S1"), reply)
        assert results == [{"last": True}]


async def test_leaving_the_block_fails_the_calls_of_other_tasks(autojump_clock: MockClock) -> None:
    results: list[object] = []
    async with trio.open_nursery() as nursery:
        async with connected() as (connection, peer):
            nursery.start_soon(outcome_of, connection.root, results)
            await peer.next()
    assert [type(error) for error in results] == [Disconnected]


async def test_the_block_s_own_exception_passes_bare(autojump_clock: MockClock) -> None:
    with pytest.raises(ZeroDivisionError):
        async with connected():
            raise ZeroDivisionError


async def test_a_session_that_was_attached_is_detached_through_its_parent(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        told: list[dict[str, Any]] = []

        async def play() -> None:
            told.append(await peer.next())
            await peer.attach("S")
            await peer.answer(told[0], sessionId="S")
            told.append(await peer.next())
            await peer.answer(told[1])

        nursery.start_soon(play)
        session = await connection.attach("T")
        await session.detach()
    assert [(one["method"], one["params"]) for one in told] == [
        ("Target.attachToTarget", {"targetId": "T", "flatten": True}),
        ("Target.detachFromTarget", {"sessionId": "S"}),
    ]


async def test_the_first_end_is_the_one_that_is_told(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        await peer.hang_up()
        await wait_all_tasks_blocked()
        gone = connection.root.gone
        assert gone is not None
    assert connection.root.gone is not None
    assert connection.root.gone.message == gone.message
    assert "closed by us" not in gone.message


async def test_the_browser_itself_is_no_session_that_it_could_forget(autojump_clock: MockClock) -> None:
    """The same code on a session means that the session has gone."""
    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        session = await attach(connection, peer, "S")

        async def play() -> None:
            for _ in range(2):
                command = await peer.next()
                await peer.say({"id": command["id"], "error": {"code": -32001, "message": "Session not found."}})

        nursery.start_soon(play)
        with pytest.raises(ProtocolError, match="Session not found"):
            await connection.root.call("Target.detachFromTarget")
        with pytest.raises(SessionDetached):
            await session.call("Page.enable")
