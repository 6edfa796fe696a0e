"""Nothing new is written after a flow's deadline: the fence is asked inside the transaction, right before COMMIT."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.errors import StoreBusy, StoreTooLate
from cdpwebai.flows.session_store import fence_until
from cdpwebai.records import Change, Fence
from cdpwebai.store import Store, open_store
from tests.manifest import proves
from tests.store.support import OPEN, Wall, created, raw, sent
from tests.unit.store.sessions import ANSWER, submission


@pytest.mark.usefixtures("either_clock")
class TestEitherWay:
    @proves("ref.F4.ASYNC-1")
    async def test_a_write_at_the_wall_deadline_is_rolled_back_and_one_just_before_is_kept(
        self, store: Store, wall: Wall
    ) -> None:
        session = await sent(store)
        fence = fence_until(float("inf"), wall_deadline=wall.now + 10, wall=wall)
        wall.now += 9.999
        session = await store.update(session, Change(warnings=("before",)), fence)
        wall.now += 0.001
        with pytest.raises(StoreTooLate, match="the deadline passed before this was stored, so it was not") as caught:
            await store.update(session, Change(status="complete", answer=ANSWER), fence)
        assert (caught.value.status, caught.value.exit_code) == ("timeout", 4)
        assert await store.get(session.id) == session

    @proves("ref.F1.Y5")
    async def test_nothing_of_any_write_is_left_behind_a_closed_fence(self, store: Store) -> None:
        session = await sent(store)
        done = await store.update(session, Change(status="complete", answer=ANSWER), OPEN)
        closed = Fence()
        closed.close()
        with pytest.raises(StoreTooLate):
            await store.create(submission(), closed)
        with pytest.raises(StoreTooLate):
            await store.follow_up(done, submission(), closed)
        with pytest.raises(StoreTooLate):
            await store.update(done, Change(warnings=("w",)), closed)
        with pytest.raises(StoreTooLate):
            async with store.hold("session", done.id, purpose="poll", fence=closed):
                raise AssertionError("the block was entered")
        assert await store.list() == (done,)
        assert await store.history(done.id) == ()
        assert await store.holder("session", done.id) is None

    async def test_the_fence_is_asked_when_all_but_the_commit_is_done(self, store: Store) -> None:
        """While it is asked the write lock is held, so no time passes between its answer and the commit."""
        session = await sent(store)
        seen: list[str] = []

        def over() -> bool:
            with raw(store.path) as connection:
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    connection.execute("BEGIN IMMEDIATE")
                seen.extend(record for (record,) in connection.execute("SELECT record FROM sessions"))
            return False

        await store.update(session, Change(warnings=("kept",)), Fence(over))
        assert len(seen) == 1
        assert "kept" not in seen[0]
        assert (await store.get(session.id)).warnings == ("kept",)

    async def test_a_read_needs_no_time(self, store: Store) -> None:
        session = await created(store)
        with trio.move_on_after(0):
            await trio.lowlevel.checkpoint()
        assert await store.get(session.id) == session


async def test_a_write_at_the_deadline_of_the_scope_is_rolled_back_and_one_just_before_is_kept(
    store: Store, autojump_clock: MockClock
) -> None:
    session = await sent(store)
    fence = fence_until(trio.current_time() + 10)
    await trio.sleep(9.999)
    session = await store.update(session, Change(warnings=("before",)), fence)
    await trio.sleep(0.001)
    with pytest.raises(StoreTooLate):
        await store.update(session, Change(status="complete", answer=ANSWER), fence)
    assert await store.get(session.id) == session


@proves("ref.F4.WATCHD-1", "ref.F4.WATCHD-2")
@pytest.mark.parametrize(("freed_at", "kept"), [(4.9, True), (5.0, False), (7.0, False)])
async def test_a_deadline_that_passes_behind_the_lock_counts(
    store: Store, autojump_clock: MockClock, freed_at: float, kept: bool
) -> None:
    session = await sent(store)
    outcome: list[str] = []

    async def write() -> None:
        try:
            await store.update(session, Change(status="polling"), fence_until(5.0))
            outcome.append("kept")
        except StoreTooLate:
            outcome.append("too late")

    with raw(store.path) as other:
        other.execute("BEGIN IMMEDIATE")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(write)
            await trio.sleep(freed_at)
            other.execute("COMMIT")
    assert outcome == ["kept" if kept else "too late"]
    assert (await store.get(session.id)).status == ("polling" if kept else "sent")


@proves("ref.F4.L1", "ref.F4.L4", "ref.F4.V5", "ref.H3.C4")
async def test_timers_run_while_a_lock_is_waited_for_and_the_waiting_is_bounded(
    store: Store, autojump_clock: MockClock
) -> None:
    session = await sent(store)
    fired: list[float] = []

    async def tick() -> None:
        while True:
            await trio.sleep(1)
            fired.append(trio.current_time())

    with raw(store.path) as other:
        other.execute("BEGIN IMMEDIATE")
        began = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(tick)
            with pytest.raises(StoreBusy, match=r"could not be used within 10 s: another process has it locked"):
                await store.update(session, Change(status="polling"), OPEN)
            nursery.cancel_scope.cancel()
        assert trio.current_time() - began == 10
        assert len(fired) >= 9
        assert await store.get(session.id) == session  # a reader waits for no writer
    assert (await store.update(session, Change(status="polling"), OPEN)).status == "polling"


@proves("ref.F4.L2", "ref.F4.L5")
@pytest.mark.parametrize("wait", ["BEGIN IMMEDIATE", "SELECT * FROM sessions"])
async def test_waiting_for_a_lock_on_the_event_loop_would_stop_the_timers(tmp_path: Path, wait: str) -> None:
    """What the store must not do, done by hand: that the timers run elsewhere shows that it does not."""
    ticks: list[float] = []

    async def tick() -> None:
        while True:
            await trio.sleep(0.01)
            ticks.append(trio.current_time())

    def blocked() -> None:
        with closing(sqlite3.connect(tmp_path / "by hand", timeout=0.2)) as connection:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                connection.execute(wait).fetchall()

    with closing(sqlite3.connect(tmp_path / "by hand", isolation_level=None)) as other:
        other.execute("CREATE TABLE sessions (id)")
        other.execute("BEGIN EXCLUSIVE")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(tick)
            await trio.sleep(0.03)
            before = len(ticks)
            blocked()
            assert len(ticks) == before, "no timer has fired"
            await trio.to_thread.run_sync(blocked)
            assert len(ticks) > before, "and off the loop they do"
            nursery.cancel_scope.cancel()


async def test_waiting_for_a_lock_ends_with_the_callers_scope(store: Store, autojump_clock: MockClock) -> None:
    session = await sent(store)
    with raw(store.path) as other:
        other.execute("BEGIN IMMEDIATE")
        with trio.move_on_after(3) as scope:
            await store.update(session, Change(status="polling"), OPEN)
        assert scope.cancelled_caught
        assert trio.current_time() == 3
    assert await store.get(session.id) == session


class Gate:
    """A fence's condition that stops the worker thread at the commit until the test lets it go on."""

    def __init__(self) -> None:
        self.reached = trio.Event()
        self._open = threading.Event()

    def __call__(self) -> bool:
        trio.from_thread.run_sync(self.reached.set)
        assert self._open.wait(30)
        return False

    def open(self) -> None:
        self._open.set()


@proves("ref.H3.C2", "ref.F1.Y8")
async def test_a_write_that_nobody_waits_for_any_more_is_rolled_back(store: Store) -> None:
    session = await sent(store)
    gate = Gate()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(store.update, session, Change(status="complete", answer=ANSWER), Fence(gate))
        await gate.reached.wait()
        nursery.cancel_scope.cancel()
    gate.open()  # only now: the caller had its cancellation while the thread still stood at the commit
    assert await store.get(session.id) == session


async def test_a_write_that_is_waited_for_is_kept(store: Store) -> None:
    session = await sent(store)
    gate = Gate()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(store.update, session, Change(status="complete", answer=ANSWER), Fence(gate))
        await gate.reached.wait()
        gate.open()
    assert (await store.get(session.id)).status == "complete"


@proves("ref.H3.C3")
async def test_what_was_left_behind_does_not_pile_up(store: Store) -> None:
    """The next operation waits for the one that was left, and begins no second thread beside it."""
    session = await sent(store)
    gate = Gate()
    order: list[str] = []

    async def read() -> None:
        await store.get(session.id)
        order.append("read")

    async with trio.open_nursery() as nursery:
        async with trio.open_nursery() as doomed:
            doomed.start_soon(store.update, session, Change(status="polling"), Fence(gate))
            await gate.reached.wait()
            doomed.cancel_scope.cancel()
        for _ in range(5):
            nursery.start_soon(read)
        for _ in range(50):
            await trio.lowlevel.checkpoint()
        assert store.statistics().waiting == 5
        order.append("opened")
        gate.open()
    assert order == ["opened", *["read"] * 5]


async def test_the_end_of_the_block_waits_only_so_long_for_what_was_left_behind() -> None:
    gate = Gate()
    async with open_store() as store:
        session = await created(store)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(store.update, session, Change(status="failed"), Fence(gate))
            await gate.reached.wait()
            nursery.cancel_scope.cancel()
    gate.open()
    async with open_store() as store:
        assert await store.get(session.id) == session
