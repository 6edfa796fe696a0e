"""Each sign that a task runs, by itself, and each that a turn has no answer yet, beside the actions of an ended one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cdpwebai.errors import ProviderError
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_send import Refuse
from cdpwebai.flows.plan_task import task_status
from cdpwebai.flows.work_sending import WorkSending
from cdpwebai.providers.chat import ChatObservation, Message, Turn
from cdpwebai.providers.work import Task
from cdpwebai.records import Baseline, Fence, Submission
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import assistant, page, user
from tests.support.sending import MemoryStore, PaperPage

OURS = user("u1", "Do it.")
DONE = assistant("a1", "It is done.")[1]
QUIET = replace(page(OURS, ("a1", DONE)), task=Known(Task(False, False, named=True, invites=True)))


def message(**fields: Any) -> tuple[Message]:
    return (msgspec.structs.replace(DONE.messages[0], **fields),)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({}, "complete"),
        ({"streaming": True}, "running"),
        ({"progress": True}, "running"),
        ({"messages": message(reasoning=True)}, "unknown"),
        ({"messages": message(role="tool")}, "unknown"),
        ({"messages": message(text=" \n ")}, "unknown"),
        ({"messages": ()}, "unknown"),
        ({"messages": (*message(reasoning=True), *message())}, "complete"),
        ({"finished": False}, "unknown"),
    ],
)
@proves("seed000.5-states")
def test_a_turn_that_is_written_to_runs_and_one_without_an_answer_is_not_complete(
    change: dict[str, Any], status: str
) -> None:
    turn: Turn = msgspec.structs.replace(DONE, **change)
    assert task_status(QUIET, turn) == status


def test_without_a_turn_after_our_message_nothing_is_complete() -> None:
    assert task_status(QUIET, None) == "unknown"


REFUSED: tuple[tuple[str, str, tuple[str, str, str]], ...] = (
    ("provider.commit-not-verified", "insert", ("provider.work-submit-unverified", "work-submit", "check-composer")),
    (
        "provider.commit-not-verified",
        "send-click",
        ("provider.work-submit-unverified", "work-submit", "check-composer"),
    ),
    ("provider.commit-not-verified", "verify", ("provider.work-submit-unverified", "work-submit", "retry-work-send")),
    ("composer.occupied", "composer", ("composer.occupied", "composer", "replace-draft")),
)


def sending(phase: Any, seen: ChatObservation) -> WorkSending:
    paper = PaperPage()
    paper.seen = seen
    submission = Submission(vendor="demo", prompt="Do it.", baseline=Baseline(), surface="work")
    made = WorkSending(paper, submission, Journal(MemoryStore(), Fence(), Ledger()))
    made.state = replace(made.state, phase=phase)
    return made


@pytest.mark.parametrize(("code", "stage", "told"), REFUSED)
@pytest.mark.parametrize(("phase", "touched"), [("ready", False), ("written", True)])
async def test_a_task_that_was_not_sent_says_what_is_to_be_done_and_whether_the_page_was_changed(
    code: str, stage: str, told: tuple[str, str, str], phase: str, touched: bool
) -> None:
    with pytest.raises(ProviderError) as caught:
        sending(phase, QUIET).refuse(Refuse(code, stage, "replace-draft", "why"), QUIET)
    error = caught.value
    assert (error.error_code, error.stage, error.retry_hint) == told
    assert error.page_may_have_changed is touched
