"""A flow's deadline, on both clocks, and what a session becomes by each error."""

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.errors import (
    CdpWebAIError,
    Disconnected,
    NotFinished,
    PartialAnswer,
    ProviderError,
    SessionMismatch,
    StoreFull,
    SubmissionUnknown,
    TargetCrashed,
)
from cdpwebai.flows.deadline import until
from cdpwebai.flows.journal import status_after
from cdpwebai.flows.plan_poll import reserve_of
from cdpwebai.records import Status
from tests.manifest import proves


@proves("ref.F1.Y10")
async def test_the_block_ends_at_the_deadline_of_the_loop_s_clock(autojump_clock: MockClock) -> None:
    began = trio.current_time()
    async with until(began + 10, 1e12, wall=lambda: 0.0) as scope:
        await trio.sleep_forever()
    assert scope.cancelled_caught
    assert trio.current_time() - began == 10


async def test_the_block_ends_when_the_wall_s_clock_jumps_past_its_own(autojump_clock: MockClock) -> None:
    began = trio.current_time()
    async with until(began + 1000, 500.0, wall=lambda: 600.0 if trio.current_time() >= began + 3 else 0.0) as scope:
        await trio.sleep_forever()
    assert scope.cancelled_caught
    assert 3 <= trio.current_time() - began <= 3.25


async def test_a_block_in_time_ends_by_itself_and_at_once(autojump_clock: MockClock) -> None:
    began = trio.current_time()
    async with until(began + 1000, 500.0, wall=lambda: 0.0) as scope:
        await trio.sleep(2)
    assert not scope.cancelled_caught
    assert trio.current_time() - began == 2


async def test_the_block_s_own_error_passes_bare(autojump_clock: MockClock) -> None:
    with pytest.raises(ZeroDivisionError):
        async with until(trio.current_time() + 10, 1e12, wall=lambda: 0.0):
            raise ZeroDivisionError


@proves("ref.F1.Y11")
@pytest.mark.parametrize(("budget", "reserve"), [(1, 0.25), (1.5, 0.375), (2, 0.5), (8, 2), (600, 2), (0.4, 0)])
def test_the_reserve_for_a_last_look_is_a_part_of_the_budget(budget: float, reserve: float) -> None:
    assert reserve_of(budget) == reserve


REFUSED = ProviderError("no", code="provider.modal", stage="preflight", hint="look")
NOT_KNOWN = ProviderError("?", code="provider.quota", stage="s", hint="poll-or-resume", page_may_have_changed=None)


@pytest.mark.parametrize(
    ("error", "before", "after"),
    [
        (REFUSED, "submitting", "failed"),
        (REFUSED, "sent", "error"),
        (SubmissionUnknown("?"), "submitting", "unknown-submission"),
        (NotFinished("late"), "submitting", "unknown-submission"),
        (NotFinished("late"), "sent", "timeout"),
        (PartialAnswer("cut"), "polling", "partial"),
        (TargetCrashed("crash"), "sent", "crashed"),
        (TargetCrashed("crash"), "submitting", "unknown-submission"),
        (Disconnected("gone"), "sent", None),
        (Disconnected("gone"), "submitting", "unknown-submission"),
        (StoreFull("full"), "sent", None),
        (SessionMismatch("else"), "sent", None),
        (SessionMismatch("else"), "submitting", "unknown-submission"),
        (NOT_KNOWN, "submitting", "unknown-submission"),
        (NOT_KNOWN, "sent", None),
    ],
)
def test_a_session_becomes_by_an_error_what_is_known_and_no_more(
    error: CdpWebAIError, before: Status, after: Status | None
) -> None:
    assert status_after(error, before) == after


@pytest.mark.parametrize(
    ("error", "before", "after"),
    [
        (NotFinished("late"), "submitting", "failed"),
        (Disconnected("gone"), "submitting", "failed"),
        (TargetCrashed("crash"), "submitting", "failed"),
        (StoreFull("full"), "submitting", None),
        (SessionMismatch("else"), "submitting", "failed"),
        (NotFinished("late"), "failed", "failed"),
        (NotFinished("late"), "sent", "timeout"),
    ],
)
def test_a_session_whose_prompt_was_surely_not_sent_is_failed_whatever_ended_it(
    error: CdpWebAIError, before: Status, after: Status | None
) -> None:
    assert status_after(error, before, unsent=True) == after


@pytest.mark.parametrize(
    ("error", "after"),
    [
        (REFUSED, "error"),
        (NotFinished("late"), "timeout"),
        (PartialAnswer("cut"), "partial"),
        (Disconnected("gone"), None),
        (NOT_KNOWN, None),
    ],
)
def test_a_prompt_that_the_page_has_shown_is_never_failed_although_its_conversation_has_no_address(
    error: CdpWebAIError, after: Status | None
) -> None:
    assert status_after(error, "unknown-submission", shown=True) == after
