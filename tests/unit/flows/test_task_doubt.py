"""A task of which no look tells where it stands: what is stored while it is waited for, in virtual time."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio
from msgspec import UNSET
from trio.testing import MockClock

from cdpwebai.errors import StoreError
from cdpwebai.flows.plan_poll import TICK
from cdpwebai.flows.plan_task import NOT_KNOWN, STATE_UNKNOWN, UNKNOWN_LASTS, UNKNOWN_TOLD, TaskPollState
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.work import Task
from cdpwebai.records import Change, Fence, Session, Status
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import assistant, page, user
from tests.support.waiting import BEFORE, KeptStore, PaperAnswer, Waiting

STATE = TaskPollState("u1", "m-u1", BEFORE, "1", witness=False)
OURS = user("u1", "Count.")


def task(*, finished: bool) -> ChatObservation:
    seen = page(OURS, assistant("a1", "one, two", finished=finished))
    return replace(seen, task=Known(Task(thinking=False, asks=False, named=True, invites=False)))


UNCLEAR, DONE = task(finished=False), task(finished=True)


async def stored_after(waiting: Waiting, *seconds: float) -> list[tuple[Status, tuple[str, ...]]]:
    """The stored session's status and warnings, so many seconds after the wait has begun."""
    found: list[tuple[Status, tuple[str, ...]]] = []
    async with trio.open_nursery() as nursery:
        began = trio.current_time()
        nursery.start_soon(waiting.run, 60)
        for each in seconds:
            await trio.sleep_until(began + each)
            found.append((waiting.store.session.status, waiting.store.session.warnings))
    return found


@proves("seed000.unknown")
async def test_a_task_in_doubt_is_stored_as_that_while_it_is_waited_for(autojump_clock: MockClock) -> None:
    waiting = Waiting(PaperAnswer((0, UNCLEAR)), state=STATE)
    before, after = await stored_after(waiting, UNKNOWN_TOLD - TICK, UNKNOWN_TOLD + TICK)
    assert before == ("sent", ())
    assert after == ("sent", (NOT_KNOWN,))
    assert waiting.error is not None
    assert waiting.error.error_code == STATE_UNKNOWN
    assert waiting.store.session.status == "error"
    assert waiting.after == pytest.approx(UNKNOWN_LASTS, abs=2 * TICK)


async def test_a_gap_before_the_answer_is_no_doubt_and_holds_nothing_up(autojump_clock: MockClock) -> None:
    waiting = Waiting(PaperAnswer((0, UNCLEAR), (UNKNOWN_TOLD - TICK, DONE)), state=STATE)
    await waiting.run(60)
    assert waiting.result is not None
    assert (waiting.result.status, waiting.warnings) == ("complete", ())
    assert waiting.after <= UNKNOWN_TOLD + 1 + TICK


async def test_a_store_that_cannot_take_the_doubt_costs_no_answer(autojump_clock: MockClock) -> None:
    class FullStore(KeptStore):
        """Full while the task is in doubt."""

        refused = 0

        async def update(self, session: Session, change: Change, fence: Fence) -> Session:
            if change.status is UNSET:
                self.refused += 1
                raise StoreError("the disk is full")
            return await super().update(session, change, fence)

    waiting = Waiting(PaperAnswer((0, UNCLEAR), (UNKNOWN_TOLD + 1, DONE)), state=STATE)
    waiting.store = store = FullStore()
    await waiting.run(60)
    assert store.refused == 1
    assert waiting.result is not None
    assert (waiting.result.status, waiting.warnings) == ("complete", (NOT_KNOWN,))
