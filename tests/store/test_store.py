"""The stored sessions, operation by operation: every test inline in virtual time, and with the worker thread."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import trio

from cdpwebai.errors import SessionMismatch, SessionNotFound, SessionRefused, SessionSuperseded, TargetAmbiguous
from cdpwebai.flows.session_store import SessionStore
from cdpwebai.records import Change, StoredError
from cdpwebai.store import Found, Pruned, Store, open_store
from tests.manifest import proves
from tests.store.support import OPEN, Wall, complete, created, raw, sent
from tests.unit.store.sessions import ANSWER, CHAT, OTHER_CHAT, submission

pytestmark = pytest.mark.usefixtures("either_clock")

DAY = 86400.0


@proves("ref.F6.STORE-3")
async def test_what_was_stored_is_read_back_the_same(store: Store) -> None:
    first, second = await created(store, prompt="one\r\n  two \u00a0"), await complete(store)
    assert (first.status, first.generation, second.status) == ("submitting", 1, "complete")
    assert await store.get(first.id) == first
    assert await store.get(second.id) == second
    assert await store.list() == (second, first)


async def test_it_is_there_after_the_store_was_closed_and_opened_again() -> None:
    async with open_store() as store:
        session = await complete(store)
    async with open_store() as store:
        assert await store.get(session.id) == session


@proves("ref.F6.STORE-11")
async def test_the_record_on_disk_is_the_json_that_is_shown(store: Store) -> None:
    session = await sent(store)
    with raw(store.path) as connection:
        (record,) = connection.execute("SELECT record FROM sessions").fetchone()
    told = json.loads(record)
    assert (told["sessionId"], told["status"], told["conversationUrl"]) == (session.id, "sent", CHAT)
    assert told["baseline"] == {"turnIds": [], "messageIds": ["old"]}


def modes(home: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in (home, *home.iterdir())}


async def test_the_home_and_all_that_lies_in_it_are_for_their_user_alone(store: Store, home: Path) -> None:
    await created(store)
    files = dict.fromkeys(("sessions.db", "sessions.db-wal", "sessions.db-shm"), 0o600)
    assert modes(home) == {home.name: 0o700} | files


@proves("ref.F6.BASE-5")
async def test_one_home_knows_nothing_of_another(store: Store, tmp_path: Path) -> None:
    session = await created(store)
    async with open_store(tmp_path / "other") as other:
        assert await other.list() == ()
        with pytest.raises(SessionNotFound):
            await other.get(session.id)


@proves("ref.F6.STORE-15")
async def test_writers_at_the_same_time_lose_nothing(store: Store) -> None:
    async with trio.open_nursery() as nursery:
        for _ in range(20):
            nursery.start_soon(complete, store)
    assert len(await store.list()) == 20
    assert {session.status for session in await store.list()} == {"complete"}


async def test_two_changes_at_the_same_time_are_both_there(store: Store) -> None:
    session = await sent(store)
    async with open_store() as other, trio.open_nursery() as nursery:
        for place in range(10):
            nursery.start_soon((store, other)[place % 2].update, session, Change(warnings=(f"w{place}",)), OPEN)
    assert set((await store.get(session.id)).warnings) == {f"w{place}" for place in range(10)}


async def test_a_change_is_decided_on_what_is_stored_not_on_what_the_flow_remembers(store: Store) -> None:
    remembered = await sent(store)
    await store.update(remembered, Change(status="complete", answer=ANSWER), OPEN)
    after = await store.update(remembered, Change(status="timeout"), OPEN)
    assert (after.status, after.answer, after.warnings) == (
        "complete",
        ANSWER,
        ("timeout-after-complete-ignored",),
    )
    assert await store.get(after.id) == after


async def test_a_step_that_is_refused_leaves_the_row_as_it_was(store: Store) -> None:
    session = await created(store)
    with pytest.raises(SessionRefused, match="submitting cannot become polling"):
        await store.update(session, Change(status="polling", message_id="m1", warnings=("w",)), OPEN)
    with pytest.raises(SessionMismatch):
        await store.update(await sent(store), Change(conversation_url=OTHER_CHAT), OPEN)
    assert await store.get(session.id) == session


async def test_an_id_that_nothing_is_stored_under_is_said_to_be_unknown(store: Store) -> None:
    gone = await created(store)
    with raw(store.path) as connection:
        connection.execute("DELETE FROM sessions")
    for ask in (store.get, store.history):
        with pytest.raises(SessionNotFound, match=f"there is no session '{gone.id}'") as caught:
            await ask(gone.id)
    assert (caught.value.error_code, caught.value.session_id) == ("input.session-not-found", gone.id)
    with pytest.raises(SessionNotFound):
        await store.update(gone, Change(warnings=("w",)), OPEN)
    with pytest.raises(SessionNotFound):
        await store.follow_up(gone, submission(), OPEN)


async def test_a_follow_up_is_the_next_generation_and_the_one_before_is_kept(store: Store) -> None:
    first = await complete(store)
    second = await store.follow_up(first, submission(prompt="And then?"), OPEN)
    assert (second.id, second.generation, second.status, second.answer) == (first.id, 2, "submitting", None)
    assert await store.get(first.id) == second
    assert await store.history(first.id) == (first,)
    failed = await store.update(second, Change(status="failed"), OPEN)
    await store.follow_up(failed, submission(prompt="Again"), OPEN)
    assert await store.history(first.id) == (first, failed)


@proves("store.generations")
async def test_what_was_learnt_of_an_earlier_generation_is_not_stored_in_a_later_one(store: Store) -> None:
    first = await complete(store)
    second = await store.follow_up(first, submission(prompt="And then?"), OPEN)
    with pytest.raises(SessionSuperseded, match="this concerns generation 1, and it is at 2") as caught:
        await store.update(first, Change(warnings=("late",)), OPEN)
    assert caught.value.evidence == {"generation": 1, "stored": 2}
    with pytest.raises(SessionSuperseded):
        await store.follow_up(first, submission(prompt="twice"), OPEN)
    assert await store.get(first.id) == second
    assert await store.history(first.id) == (first,)


@proves("ref.F6.STORE-5", "ref.F6.STORE-6")
async def test_active_is_what_goes_on_and_is_not_past_its_deadline(store: Store, wall: Wall) -> None:
    going = [await created(store), await sent(store), await sent(store, deadline_at=wall.now + 60)]
    waiting = await store.update(await sent(store), Change(status="needs-input"), OPEN)
    await complete(store)
    await store.update(await sent(store), Change(status="timeout"), OPEN)
    await sent(store, deadline_at=wall.now)
    await created(store, vendor="demo")
    assert await store.active("chatgpt") == (*going, waiting)
    wall.now += 60
    assert going[2] not in await store.active("chatgpt")


async def test_the_active_session_is_found_by_target_by_conversation_or_because_it_is_the_only_one(
    store: Store,
) -> None:
    session = await sent(store, target_id="T1")
    await complete(store, target_id="T2")
    assert await store.find("chatgpt", target_id="T1") == Found(session)
    assert await store.find("chatgpt", url=CHAT) == Found(session)
    assert await store.find("chatgpt") == Found(session, (f"session-auto-bound:{session.id}",))
    assert await store.find("chatgpt", target_id="T2") is None
    assert await store.find("demo") is None
    await created(store)
    with pytest.raises(TargetAmbiguous):
        await store.find("chatgpt")


async def test_sessions_are_listed_by_vendor_status_and_number_the_newest_first(store: Store) -> None:
    one, two = await created(store), await complete(store)
    three = await created(store, vendor="demo")
    assert await store.list() == (three, two, one)
    assert await store.list(vendor="chatgpt") == (two, one)
    assert await store.list(statuses=("complete", "submitting"), vendor="demo") == (three,)
    assert await store.list(statuses=("complete",)) == (two,)
    assert await store.list(limit=1) == (three,)


@proves("ref.F6.STORE-7")
async def test_pruning_removes_what_has_not_changed_for_so_long_with_its_history(store: Store, wall: Wall) -> None:
    old = await complete(store)
    await store.follow_up(old, submission(), OPEN)
    wall.now += 10 * DAY
    kept = await complete(store)
    assert await store.prune(10 * DAY) == Pruned(removed=0, remaining=2)
    wall.now += 1
    assert await store.prune(10 * DAY) == Pruned(removed=1, remaining=1)
    assert await store.list() == (kept,)
    with raw(store.path) as connection:
        assert connection.execute("SELECT count(*) FROM generations").fetchone() == (0,)


async def test_pruning_can_be_told_which_statuses(store: Store, wall: Wall) -> None:
    failed = await store.update(await created(store), Change(status="failed"), OPEN)
    done = await complete(store)
    wall.now += DAY
    assert await store.prune(60.0, statuses=("failed",)) == Pruned(removed=1, remaining=1)
    assert failed not in await store.list()
    assert await store.list() == (done,)


async def test_pruning_leaves_what_is_still_going_on_or_held(store: Store, wall: Wall) -> None:
    going = await sent(store, deadline_at=wall.now + 3 * DAY)
    held, watched, idle = await complete(store), await complete(store), await complete(store)
    wall.now += 2 * DAY
    async with (
        store.hold("session", held.id, purpose="show", fence=OPEN),
        store.hold("watch", watched.id, purpose="watch", fence=OPEN),
        store.hold("target", idle.id, purpose="poll", fence=OPEN),
    ):
        assert await store.prune(DAY) == Pruned(removed=1, remaining=3)
    assert await store.list() == (watched, held, going)


async def test_the_last_error_is_stored_in_the_words_that_it_was_told_in(store: Store) -> None:
    problem = StoredError(error_code="provider.quota", stage="poll", retry_hint="wait-and-retry", message="später")
    session = await store.update(await sent(store), Change(status="failed", last_error=problem), OPEN)
    assert (await store.get(session.id)).last_error == problem


async def test_the_store_is_what_flows_ask_for(store: Store) -> None:
    asked: SessionStore = store
    session = await asked.create(submission(), OPEN)
    session = await asked.update(session, Change(status="failed"), OPEN)
    assert (await asked.follow_up(session, submission(), OPEN)).generation == 2
