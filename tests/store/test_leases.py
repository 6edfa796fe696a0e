"""Who works on what, one at a time: within this process here, between processes in ``test_processes``."""

from __future__ import annotations

import math
import os
import subprocess
import sys

import msgspec
import pytest
import trio
from trio.testing import MockClock

from cdpwebai.browser.processes import identify
from cdpwebai.errors import LeaseHeld, LeaseLost, StoreDamaged, StoreTooLate
from cdpwebai.flows.session_store import fence_until
from cdpwebai.records import Lease, LeaseKind, Owner
from cdpwebai.store import Store
from cdpwebai.store.owners import HELD, this_process
from tests.manifest import proves
from tests.store.support import OPEN, Wall, raw

ELSEWHERE = msgspec.structs.replace(this_process(), place="another-host pid:[1]")
UNSEEN = msgspec.structs.replace(this_process(), pid=1, started="")
EARLIER = msgspec.structs.replace(this_process(), started="before this boot")


def ended() -> Owner:
    """A process of this machine that has ended."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    key = identify(process.pid)
    process.communicate(b"\n")
    assert key is not None
    return Owner(pid=key.pid, started=key.started, place=this_process().place)


def plant(store: Store, owner: Owner, *, key: str = "s1", token: str = "other", heartbeat_at: float = 0.0) -> Lease:
    """What a process with this owner's name left in the store."""
    lease = Lease(
        kind="session",
        key=key,
        token=token,
        owner=owner,
        purpose="poll",
        acquired_at=heartbeat_at,
        heartbeat_at=heartbeat_at,
    )
    with raw(store.path) as connection:
        record = msgspec.json.encode(lease).decode()
        connection.execute("INSERT INTO leases (kind, key, record) VALUES (?, ?, ?)", ("session", key, record))
    return lease


@pytest.mark.usefixtures("either_clock")
class TestEitherWay:
    @proves("ref.F6.STORE-12")
    async def test_a_hold_says_who_holds_what_and_since_when(self, store: Store, wall: Wall) -> None:
        key = identify(os.getpid())
        assert key is not None
        async with store.hold("session", "s1", purpose="poll", fence=OPEN) as lease:
            assert (lease.kind, lease.key, lease.purpose) == ("session", "s1", "poll")
            assert (lease.owner.pid, lease.owner.started) == (os.getpid(), key.started)
            assert (lease.acquired_at, lease.heartbeat_at) == (wall.now, wall.now)
            assert await store.holder("session", "s1") == lease
        assert await store.holder("session", "s1") is None

    @proves("ref.F6.ACT-2")
    @pytest.mark.parametrize(
        ("kind", "code", "what"),
        [
            ("session", "session.in-use", "session s1 is in use by"),
            ("target", "active-command.target-owned", "the tab s1 is in use by"),
            ("watch", "watcher.already-running", "session s1 is watched already by"),
            ("slot", "provider.active-capacity", "all 1 places are taken by"),
        ],
    )
    async def test_a_second_hold_is_refused_and_the_first_ones_owner_is_named(
        self, store: Store, wall: Wall, kind: LeaseKind, code: str, what: str
    ) -> None:
        async with store.hold(kind, "s1", purpose="watch", fence=OPEN):
            wall.now += 7
            with pytest.raises(LeaseHeld) as caught:
                async with store.hold(kind, "s1", purpose="poll", fence=OPEN):
                    raise AssertionError("the block was entered")
        told = caught.value
        assert told.message.startswith(f"{what} pid {os.getpid()} on ")
        assert told.message.endswith(" (watch), for 7 s, last heard of 7 s ago")
        assert (told.error_code, told.exit_code) == (code, 1)
        assert told.session_id == ("s1" if kind in ("session", "watch") else None)
        assert told.evidence["holders"][0]["owner"]["pid"] == os.getpid()

    @proves("ref.F6.ACT-6", "ref.F4.V2", "ref.F4.V6")
    async def test_what_is_given_back_can_be_held_again_also_after_an_error(self, store: Store) -> None:
        with pytest.raises(KeyError, match="mine"):
            async with store.hold("session", "s1", purpose="poll", fence=OPEN):
                raise KeyError("mine")
        async with store.hold("session", "s1", purpose="poll", fence=OPEN):
            assert len(HELD) == 1
        assert set() == HELD

    async def test_different_things_are_held_side_by_side(self, store: Store) -> None:
        async with (
            store.hold("session", "s1", purpose="poll", fence=OPEN),
            store.hold("session", "s2", purpose="poll", fence=OPEN),
            store.hold("watch", "s1", purpose="watch", fence=OPEN),
        ):
            assert await store.holder("session", "s2") is not None

    async def test_of_several_places_the_first_free_one_is_taken_until_none_is(self, store: Store) -> None:
        async with (
            store.hold("slot", "a", "b", purpose="one", fence=OPEN) as one,
            store.hold("slot", "a", "b", purpose="two", fence=OPEN) as two,
        ):
            assert (one.key, two.key) == ("a", "b")
            with pytest.raises(LeaseHeld, match=r"all 2 places are taken by pid .* \(one\).*; pid .* \(two\)"):
                async with store.hold("slot", "a", "b", purpose="three", fence=OPEN):
                    raise AssertionError("the block was entered")
        async with store.hold("slot", "a", "b", purpose="four", fence=OPEN) as four:
            assert four.key == "a"

    async def test_tasks_that_wait_get_it_one_after_the_other(self, store: Store) -> None:
        inside: list[int] = []

        async def work() -> None:
            async with store.hold("session", "s1", purpose="poll", fence=OPEN, wait=math.inf):
                inside.append(len(inside))
                assert len(inside) == 1
                await trio.lowlevel.checkpoint()
                inside.clear()

        async with trio.open_nursery() as nursery:
            for _ in range(4):
                nursery.start_soon(work)

    @proves("ref.F6.STORE-13")
    async def test_a_dead_owners_hold_is_taken_over(self, store: Store, wall: Wall) -> None:
        plant(store, ended(), heartbeat_at=wall.now)
        assert await store.holder("session", "s1") is None
        async with store.hold("session", "s1", purpose="poll", fence=OPEN) as lease:
            assert lease.owner == this_process()

    async def test_a_number_that_is_used_again_is_another_process(self, store: Store, wall: Wall) -> None:
        plant(store, EARLIER, heartbeat_at=wall.now)
        async with store.hold("session", "s1", purpose="poll", fence=OPEN) as lease:
            assert lease.owner == this_process()

    @proves("ref.F6.ACT-3")
    async def test_what_this_process_could_not_give_back_is_not_held_against_it(self, store: Store) -> None:
        plant(store, this_process(), token="given up")
        async with store.hold("session", "s1", purpose="poll", fence=OPEN) as lease:
            assert lease.token != "given up"

    @proves("lease.unknown-owner")
    @pytest.mark.parametrize("owner", [ELSEWHERE, UNSEEN])
    async def test_an_owner_that_cannot_be_seen_counts_as_alive_however_long_ago_it_was_heard_of(
        self, store: Store, wall: Wall, owner: Owner
    ) -> None:
        left = plant(store, owner, heartbeat_at=wall.now - 7 * 86400)
        where = owner.place.split()[0]
        with pytest.raises(LeaseHeld, match=f"pid {owner.pid} on {where} .* 604800 s ago, which cannot be seen from"):
            async with store.hold("session", "s1", purpose="poll", fence=OPEN):
                raise AssertionError("the block was entered")
        assert await store.holder("session", "s1") == left

    async def test_pruning_takes_away_dead_holds_and_those_that_were_not_heard_of_for_so_long(
        self, store: Store, wall: Wall
    ) -> None:
        plant(store, ended(), key="dead", heartbeat_at=wall.now)
        plant(store, ELSEWHERE, key="old", heartbeat_at=wall.now - 100)
        recent = plant(store, ELSEWHERE, key="recent", heartbeat_at=wall.now - 10)
        async with store.hold("target", "ours", purpose="poll", fence=OPEN) as ours:
            wall.now += 1000
            await store.prune(1050.0)
            assert await store.holder("target", "ours") == ours
        assert await store.holder("session", "old") is None
        assert await store.holder("session", "recent") == recent
        with raw(store.path) as connection:
            assert connection.execute("SELECT key FROM leases").fetchall() == [("recent",)]

    @proves("ref.F6.ACT-5", "oracle.I10")
    async def test_a_hold_whose_record_cannot_be_read_is_an_error_and_not_free(self, store: Store) -> None:
        plant(store, ELSEWHERE)
        with raw(store.path) as connection:
            connection.execute("UPDATE leases SET record = '{}'")
        with pytest.raises(StoreDamaged, match="the record of a lease cannot be read"):
            async with store.hold("session", "s1", purpose="poll", fence=OPEN):
                raise AssertionError("the block was entered")

    async def test_somebody_elses_hold_is_not_given_back_with_ours(self, store: Store) -> None:
        async with store.hold("session", "s1", purpose="poll", fence=OPEN):
            with raw(store.path) as connection:
                connection.execute("DELETE FROM leases")
            left = plant(store, ELSEWHERE)
        assert await store.holder("session", "s1") == left


@proves("ref.F4.V1")
async def test_a_hold_is_waited_for_only_so_long(store: Store, autojump_clock: MockClock) -> None:
    async with store.hold("session", "s1", purpose="poll", fence=OPEN):
        with pytest.raises(LeaseHeld):
            async with store.hold("session", "s1", purpose="poll", fence=OPEN, wait=30):
                raise AssertionError("the block was entered")
        assert 30 <= trio.current_time() < 31
        with trio.move_on_after(5) as scope:
            async with store.hold("session", "s1", purpose="poll", fence=OPEN, wait=math.inf):
                raise AssertionError("the block was entered")
        assert scope.cancelled_caught
    assert await store.holder("session", "s1") is None


async def test_a_hold_that_comes_free_after_the_deadline_is_not_taken(store: Store, autojump_clock: MockClock) -> None:
    async def hold_for(seconds: float) -> None:
        async with store.hold("session", "s1", purpose="poll", fence=OPEN):
            await trio.sleep(seconds)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(hold_for, 5)
        await trio.sleep(1)
        with pytest.raises(StoreTooLate):
            async with store.hold("session", "s1", purpose="poll", fence=fence_until(4.0), wait=math.inf):
                raise AssertionError("the block was entered")


@proves("ref.F6.ACT-1")
async def test_a_hold_gives_a_sign_of_life_now_and_then(store: Store, wall: Wall, autojump_clock: MockClock) -> None:
    began = wall.now
    async with store.hold("session", "s1", purpose="poll", fence=OPEN) as lease:
        wall.now += 60
        await trio.sleep(20)
        found = await store.holder("session", "s1")
    assert found == msgspec.structs.replace(lease, heartbeat_at=began + 60)


async def test_a_sign_of_life_that_cannot_be_stored_does_no_harm(
    store: Store, wall: Wall, autojump_clock: MockClock
) -> None:
    async with store.hold("session", "s1", purpose="poll", fence=OPEN) as lease:
        with raw(store.path) as connection:
            connection.execute("BEGIN IMMEDIATE")
            await trio.sleep(60)
        wall.now += 60
        await trio.sleep(60)
        found = await store.holder("session", "s1")
    assert found == msgspec.structs.replace(lease, heartbeat_at=wall.now)


@pytest.mark.parametrize("thief", [ELSEWHERE, None])
async def test_work_ends_when_its_hold_was_taken_away(
    store: Store, autojump_clock: MockClock, thief: Owner | None
) -> None:
    with pytest.raises(LeaseLost, match="the session s1 was taken from this process while it worked on it") as caught:
        async with store.hold("session", "s1", purpose="poll", fence=OPEN):
            with raw(store.path) as connection:
                connection.execute("DELETE FROM leases")
            if thief is not None:
                plant(store, thief)
            await trio.sleep_forever()
    assert caught.value.error_code == "session.lease-lost"
    assert trio.current_time() < 16


async def test_a_hold_that_was_cancelled_while_it_was_taken_is_not_left_behind(store: Store) -> None:
    for tries in range(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_hold_for_ever, store)
            for _ in range(tries * tries):
                await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()
        with raw(store.path) as connection:
            assert connection.execute("SELECT key FROM leases").fetchall() == []


async def _hold_for_ever(store: Store) -> None:
    async with store.hold("session", "s1", purpose="poll", fence=OPEN):
        await trio.sleep_forever()
