"""Where a task stands, and that no look tells it: what is stored while it is waited for, in virtual time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import msgspec
import pytest
import trio
from msgspec import UNSET
from trio.testing import MockClock

from cdpwebai.errors import StoreError
from cdpwebai.flows.plan_poll import TICK
from cdpwebai.flows.plan_task import NOT_KNOWN, STATE_UNKNOWN, UNKNOWN_LASTS, UNKNOWN_TOLD, TaskPollState
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.work import Task
from cdpwebai.records import Change, Fence, Session, Status, TaskStatus
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import assistant, page, user
from tests.support.waiting import BEFORE, KeptStore, PaperAnswer, Waiting

STATE = TaskPollState("u1", "m-u1", BEFORE, "1", witness=False)
OURS = user("u1", "Count.")


def task(*, finished: bool = False, slot: Literal["voice", "stop"] = "voice") -> ChatObservation:
    seen = page(OURS, assistant("a1", "one, two", finished=finished), slot=slot)
    return replace(seen, task=Known(Task(thinking=False, asks=False, named=True, invites=False)))


RUNS, UNCLEAR, DONE = task(slot="stop"), task(), task(finished=True)


class TaskStore(KeptStore):
    """One task. ``written`` counts what was stored of it."""

    def __init__(self) -> None:
        super().__init__()
        self.session = msgspec.structs.replace(self.session, surface="work", response_contract="work")
        self.written = 0

    async def update(self, session: Session, change: Change, fence: Fence) -> Session:
        self.written += 1
        return await super().update(session, change, fence)


def waited_for(*looks: tuple[float, ChatObservation], store: TaskStore | None = None) -> Waiting:
    waiting = Waiting(PaperAnswer(*looks), state=STATE)
    waiting.store = TaskStore() if store is None else store
    return waiting


@dataclass(frozen=True)
class Stored:
    """The session as somebody else finds it meanwhile."""

    status: Status
    task: TaskStatus | None
    warnings: tuple[str, ...] = ()


async def stored_after(waiting: Waiting, *seconds: float) -> list[Stored]:
    """What is stored so many seconds after the wait has begun."""
    found: list[Stored] = []
    async with trio.open_nursery() as nursery:
        began = trio.current_time()
        nursery.start_soon(waiting.run, 60)
        for each in seconds:
            await trio.sleep_until(began + each)
            session = waiting.store.session
            found.append(Stored(session.status, session.task_status, session.warnings))
    return found


@proves("seed000.unknown", "seed002.Y12")
async def test_a_task_in_doubt_is_stored_as_that_while_it_is_waited_for(autojump_clock: MockClock) -> None:
    waiting = waited_for((0, UNCLEAR))
    at_once, told, *_ = stored = await stored_after(waiting, TICK, UNKNOWN_TOLD + TICK, UNKNOWN_LASTS - TICK)
    assert at_once == Stored("sent", "unknown")
    assert told == Stored("sent", "unknown", (NOT_KNOWN,))
    assert "complete" not in {one.status for one in stored}
    assert waiting.error is not None
    assert (waiting.error.error_code, waiting.error.stage) == (STATE_UNKNOWN, "work-poll")
    assert waiting.error.retry_hint == "check-browser"
    assert (waiting.store.session.status, waiting.store.session.task_status) == ("error", "unknown")
    assert waiting.after == pytest.approx(UNKNOWN_LASTS, abs=2 * TICK)


@proves("seed000.unknown")
async def test_where_a_task_stands_is_stored_when_it_changes_and_complete_with_the_answer_alone(
    autojump_clock: MockClock,
) -> None:
    waiting = waited_for((0, RUNS), (3, UNCLEAR), (6, RUNS), (30, DONE))
    found = [one.task for one in await stored_after(waiting, 1, 4, 7, 29.9, 30.2)]
    assert found == ["running", "unknown", "running", "running", "running"]
    assert waiting.result is not None
    assert (waiting.store.session.status, waiting.store.session.task_status) == ("complete", "complete")
    assert isinstance(waiting.store, TaskStore)
    assert waiting.store.written == 4, "three changes, and the answer"


async def test_what_is_stored_already_is_not_stored_again(autojump_clock: MockClock) -> None:
    waiting = waited_for((0, RUNS), (9, DONE))
    waiting.store.session = msgspec.structs.replace(waiting.store.session, task_status="running")
    await waiting.run(60)
    assert isinstance(waiting.store, TaskStore)
    assert waiting.store.written == 1, "the answer"


async def test_a_gap_before_the_answer_is_no_doubt_and_holds_nothing_up(autojump_clock: MockClock) -> None:
    waiting = waited_for((0, UNCLEAR), (UNKNOWN_TOLD - TICK, DONE))
    await waiting.run(60)
    assert waiting.result is not None
    assert (waiting.result.status, waiting.warnings) == ("complete", ())
    assert waiting.after <= UNKNOWN_TOLD + 1 + TICK


async def test_a_store_that_cannot_take_the_doubt_costs_no_answer(autojump_clock: MockClock) -> None:
    class FullStore(TaskStore):
        """Full while the task is in doubt."""

        refused = 0

        async def update(self, session: Session, change: Change, fence: Fence) -> Session:
            if change.status is UNSET:
                self.refused += 1
                raise StoreError("the disk is full")
            return await super().update(session, change, fence)

    store = FullStore()
    waiting = waited_for((0, UNCLEAR), (UNKNOWN_TOLD + 1, DONE), store=store)
    await waiting.run(60)
    assert store.refused == 2, "the doubt, and that it lasts"
    assert waiting.result is not None
    assert (waiting.result.status, waiting.warnings) == ("complete", (NOT_KNOWN,))


async def test_where_a_task_stands_when_the_time_is_over_is_stored_with_that(autojump_clock: MockClock) -> None:
    waiting = waited_for((0, RUNS), (8, UNCLEAR))
    await waiting.run(12)
    assert (waiting.store.session.status, waiting.store.session.task_status) == ("timeout", "unknown")
