"""Calls on one connection, in virtual time, against a peer that says what the test says: replies, limits, refusals."""

import json
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from cdpwebai.cdp import Session
from cdpwebai.cdp.frames import list_frames
from cdpwebai.errors import CallTimeout, CommandTooLarge, InputError, MalformedReply, ProtocolError
from tests.manifest import proves
from tests.support.peer import Peer, attached, connected, event
from tests.unit.cdp.support import attach, outcome_of


async def test_a_reply_reaches_its_caller_as_a_dict(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        results: list[object] = []
        nursery.start_soon(outcome_of, connection.root, results, "Browser.getVersion")
        command = await peer.next()
        assert command == {"id": 1, "method": "Browser.getVersion", "params": {}}
        await peer.answer(command, product="Chrome/156")
    assert results == [{"product": "Chrome/156"}]


async def test_a_refusal_carries_code_text_method_and_session(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        session = await attach(connection, peer, "S1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(refuse_next, peer)
            with pytest.raises(ProtocolError, match="No node 7") as caught:
                await session.call("DOM.describeNode", nodeId=7)
    error = caught.value
    assert (error.code, error.data, error.method, error.cdp_session) == (-32000, "7", "DOM.describeNode", "S1")


async def refuse_next(peer: Peer) -> None:
    command = await peer.next()
    await peer.say({"id": command["id"], "error": {"code": -32000, "message": "No node", "data": "7"}})


@pytest.mark.parametrize("body", [b'"result":[1]', b'"error":7', b'"result":{"a":"\xff"}'])
async def test_a_body_that_does_not_fit_fails_that_call_alone(autojump_clock: MockClock, body: bytes) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        good: list[object] = []
        nursery.start_soon(outcome_of, connection.root, good)
        first = await peer.next()
        nursery.start_soon(misfit, peer, body)
        with pytest.raises(MalformedReply, match=r"Page\.getFrameTree on the browser: the"):
            await connection.root.call("Page.getFrameTree")
        await peer.answer(first, ok=True)
    assert good == [{"ok": True}]


async def misfit(peer: Peer, body: bytes) -> None:
    command = await peer.next()
    await peer.say(b'{"id":%d,%s}' % (command["id"], body))


async def test_a_limit_of_its_own_names_method_session_and_seconds(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        session = await attach(connection, peer, "S1")
        started = trio.current_time()
        with pytest.raises(CallTimeout, match=r"Page\.navigate on CDP session S1: no reply within 3 s") as caught:
            await session.call("Page.navigate", within=3, url="about:blank")
        assert trio.current_time() - started == 3
        assert (caught.value.waited, caught.value.page_may_have_changed) == (3, True)
        assert connection.statistics().waiting == 0


@proves("report.A23", "ref.F1.Y2c")
async def test_the_late_reply_to_a_cancelled_call_is_dropped_and_the_next_call_gets_its_own(
    autojump_clock: MockClock,
) -> None:
    async with connected() as (connection, peer):
        with trio.move_on_after(0.1):
            await connection.root.call("Slow.one")
        slow = await peer.next()
        results: list[object] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outcome_of, connection.root, results, "Quick.one")
            quick = await peer.next()
            await peer.answer(slow, value="late")
            await peer.say({"id": 999, "result": {}})
            await peer.answer(quick, value="mine")
        assert results == [{"value": "mine"}]
        statistics = connection.statistics()
        assert (statistics.late, statistics.strange, statistics.waiting) == (1, 1, 0)


@proves("report.A23")
async def test_ten_thousand_cancelled_calls_leave_nothing_behind(autojump_clock: MockClock) -> None:
    async with connected() as (connection, _):
        async with trio.open_nursery() as nursery:
            for _ in range(10_000):
                nursery.start_soon(outcome_of, connection.root, list[object]())
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        statistics = connection.statistics()
        assert (statistics.calls, statistics.waiting, statistics.queued) == (10_000, 0, 0)


async def test_a_call_cancelled_before_it_is_written_is_withdrawn(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        with trio.CancelScope() as scope:
            scope.cancel()
            await connection.root.call("Page.navigate", url="about:blank")
        assert connection.statistics().queued == 0
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outcome_of, connection.root, list[object](), "Browser.getVersion")
            assert (await peer.next())["method"] == "Browser.getVersion"
            nursery.cancel_scope.cancel()


async def test_a_limit_that_fires_before_the_command_is_written_says_so(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        with pytest.raises(CallTimeout, match="withdrawn unsent") as caught:
            await connection.root.call("Page.navigate", within=0, url="about:blank")
        assert caught.value.page_may_have_changed is False
        assert await peer.heard_nothing()


async def test_a_cancelled_caller_meets_its_own_cancellation_and_no_error_of_ours(autojump_clock: MockClock) -> None:
    async with connected() as (connection, _):
        with trio.move_on_after(1) as scope:
            await connection.root.call("Page.navigate")
        assert scope.cancelled_caught


@proves("report.A61")
async def test_cancelling_one_of_five_calls_leaves_the_other_four(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        results: list[object] = []
        async with trio.open_nursery() as nursery:
            for _ in range(4):
                nursery.start_soon(outcome_of, connection.root, results)
            with trio.move_on_after(1):
                await connection.root.call("Slow.one")
            for _ in range(5):
                command = await peer.next()
                if command["method"] != "Slow.one":
                    await peer.answer(command, ok=command["id"])
        assert len(results) == 4
        assert connection.ending is None


async def test_sixty_four_callers_share_one_write(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        for _ in range(64):
            nursery.start_soon(outcome_of, connection.root, list[object]())
        await peer.next()
        assert [len(batch) for batch in peer.batches] == [64]
        nursery.cancel_scope.cancel()


@proves("report.A22")
async def test_five_thousand_calls_from_each_of_two_tasks_get_their_own_replies(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        sessions = [await attach(connection, peer, name) for name in ("S1", "S2")]

        async def ask(session: Session) -> None:
            for turn in range(5000):
                reply = await session.call("Echo.back", turn=turn)
                assert reply == {"turn": turn, "session": session.session_id}

        async def echo() -> None:
            while True:
                command = await peer.next()
                await peer.answer(command, turn=command["params"]["turn"], session=command["sessionId"])

        async with trio.open_nursery() as nursery:
            nursery.start_soon(echo)
            async with trio.open_nursery() as asking:
                for session in sessions:
                    asking.start_soon(ask, session)
            nursery.cancel_scope.cancel()
        ids = [command["id"] for batch in peer.batches for command in batch]
        assert ids == list(range(1, 10_001))


async def test_a_command_over_100_mib_is_refused_before_sending(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        with pytest.raises(CommandTooLarge, match=r"104,857,6\d\d bytes, and the browser takes at most 104,857,600"):
            await connection.root.call("Input.insertText", text="x" * (100 * 1024 * 1024))
        assert await peer.heard_nothing()
        assert connection.statistics().waiting == 0


async def test_what_json_cannot_hold_is_refused_and_leaves_no_call_waiting(autojump_clock: MockClock) -> None:
    async with connected() as (connection, _):
        with pytest.raises(InputError):
            await connection.root.call("Input.insertText", text="\ud83c")
        assert connection.statistics().waiting == 0


@pytest.mark.parametrize("garbage", [b"", b"nonsense", b"[]", b"{", b"\xff\xfe", b'{"id":"1"}', b"null"])
async def test_garbage_is_counted_and_the_reader_lives_on(autojump_clock: MockClock, garbage: bytes) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:
        results: list[object] = []
        nursery.start_soon(outcome_of, connection.root, results)
        command = await peer.next()
        await peer.say(garbage, {"id": command["id"], "result": {"ok": 1}})
        await wait_all_tasks_blocked()
        assert results == [{"ok": 1}]
        assert connection.statistics().garbled == 1


async def test_a_session_event_of_another_shape_is_garbage_too(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        await peer.say(event("Target.attachedToTarget", wrong=True))
        await peer.say(attached("S1"))
        await wait_all_tasks_blocked()
        assert connection.statistics().garbled == 1
        assert connection.session("S1").target_id == "T-S1"


async def test_an_error_without_an_id_is_counted_and_answers_nobody(autojump_clock: MockClock) -> None:
    async with connected() as (connection, peer):
        await peer.say({"error": {"code": -32700, "message": "JSON: invalid token"}})
        await wait_all_tasks_blocked()
        assert connection.statistics().refused == 1


async def test_a_connection_says_what_it_waits_for(autojump_clock: MockClock) -> None:
    async with connected("demo") as (connection, peer):
        session = await attach(connection, peer, "S1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outcome_of, session, list[object](), "Page.navigate")
            await peer.next()
            await trio.sleep(4)
            assert repr(connection) == "<Connection demo: 1 sessions, 1 waiting>"
            assert repr(session) == "<Session page S1: 1 waiting>"
            (call,) = connection.waiting()
            assert repr(call) == "<Call 1 Page.navigate on CDP session S1: written>"
            assert call.waited == 4
            nursery.cancel_scope.cancel()
        await peer.hang_up()
        await wait_all_tasks_blocked()
        assert repr(connection).startswith("<Connection demo: 1 sessions, gone, the connection ended (")
        assert json.dumps(session.statistics().gone)


@pytest.mark.parametrize("reply", [{}, {"sessionId": None}, {"sessionId": 7}])
async def test_an_attach_whose_reply_names_no_session_is_malformed(
    autojump_clock: MockClock, reply: dict[str, Any]
) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:

        async def play() -> None:
            await peer.answer(await peer.next(), **reply)

        nursery.start_soon(play)
        with pytest.raises(MalformedReply, match=r"Target\.attachToTarget"):
            await connection.attach("T")


@pytest.mark.parametrize("reply", [{}, {"frameTree": {}}, {"frameTree": {"frame": {"id": 1}}}])
async def test_a_frame_tree_of_another_shape_is_malformed(autojump_clock: MockClock, reply: dict[str, Any]) -> None:
    async with connected() as (connection, peer), trio.open_nursery() as nursery:

        async def play() -> None:
            await peer.answer(await peer.next(), **reply)

        session = await attach(connection, peer, "S")
        nursery.start_soon(play)
        with pytest.raises(MalformedReply, match=r"Page\.getFrameTree"):
            await list_frames(session)
