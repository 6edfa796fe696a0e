"""Sessions of Work: told by the record alone, never by the address."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cdpwebai.api.work import sent_result
from cdpwebai.flows.plan_resume import Lost, OpenNew, UseTab, plan_return
from cdpwebai.records import Change, Session, WorkSelection
from cdpwebai.store.states import apply
from tests.manifest import proves
from tests.unit.store.sessions import ANSWER, CHAT, session

ID = "11111111-aaaa"


@proves("ref.F5.WORK-36", "ref.F5.WORK-39", "seed000.sessions")
def test_a_task_has_the_conversations_id_and_address_once_there_is_one() -> None:
    begun = session("submitting", surface="work", response_contract="work", power=3)
    assert (begun.task_id, begun.task_url) == (None, None)
    sent = apply(begun, Change(status="sent", message_id="m", conversation_url=CHAT), 1.0)
    assert (sent.task_id, sent.task_url) == (ID, CHAT)


@proves("seed000.unknown", "seed000.sessions")
def test_a_task_is_complete_with_its_session_alone_and_stays_so() -> None:
    sent = apply(
        session("submitting", surface="work"), Change(status="sent", message_id="m", conversation_url=CHAT), 1.0
    )
    assert sent.task_status is None, "no look at it was stored"
    for status in ("running", "unknown", "running"):
        sent = apply(sent, Change(task_status=status), 2.0)
        assert (sent.status, sent.task_status) == ("sent", status)
    done = apply(sent, Change(status="complete", answer=ANSWER, task_status="unknown"), 3.0)
    assert done.task_status == "complete"
    assert apply(done, Change(task_status="running"), 4.0).task_status == "complete"
    chat = apply(session("sent"), Change(status="complete", answer=ANSWER), 3.0)
    assert chat.task_status is None


@proves("ref.F5.WORK-42", "ref.F5.WORK-43", "ref.F5.WORK-46", "ref.F5.WORK-47")
@pytest.mark.parametrize("url", ["https://chatgpt.com", "https://chatgpt.com/", "https://chatgpt.com/c/WEB:1"])
def test_an_address_that_does_not_last_is_no_tasks(url: str) -> None:
    begun = session("submitting", surface="work")
    known = apply(begun, Change(status="unknown-submission", message_id="m", conversation_url=url), 1.0)
    assert (known.task_id, known.task_url) == (None, None)


@proves("ref.F5.WORK-21", "ref.F5.WORK-22", "ref.F5.WORK-23", "ref.F5.WORK-24", "ref.F5.WORK-25")
def test_a_chats_address_makes_no_task_of_it() -> None:
    sent = apply(session("submitting"), Change(status="sent", message_id="m", conversation_url=CHAT), 1.0)
    assert (sent.surface, sent.task_id, sent.response_contract) == ("chat", None, "chat")


@proves("ref.F5.WORK-26", "seed000.old-records")
def test_an_old_record_reads_as_one_of_chat() -> None:
    old = msgspec.to_builtins(session("sent"))
    for name in ("surface", "responseContract", "power", "speed", "taskId", "taskUrl", "taskStatus"):
        del old[name]
    read = msgspec.convert(old, Session)
    assert (read.surface, read.response_contract, read.task_id, read.power) == ("chat", "chat", None, None)
    assert read.task_status is None


@pytest.mark.parametrize("status", ["sent", "polling", "timeout", "error", "unknown-submission"])
@proves("ref.F5.WORK-45", "seed000.reattach")
def test_a_task_that_may_run_is_not_joined_again_by_its_address(status: str) -> None:
    task = session(status, surface="work", target_id="T1", conversation_url=CHAT)
    lost = plan_return(task, [])
    assert isinstance(lost, Lost)
    assert (lost.code, lost.stage) == ("provider.work-reattach-unverified", "work-poll")
    assert plan_return(task, [("T1", CHAT)]) == UseTab("T1")


@proves("ref.F5.WORK-44", "seed000.reattach")
def test_a_finished_task_and_a_chat_may_be_opened_again() -> None:
    assert plan_return(session("complete", surface="work", target_id="T1"), []) == OpenNew(CHAT)
    assert plan_return(session("sent", target_id="T1"), []) == OpenNew(CHAT)


@proves("ref.F5.WORK-48")
def test_a_task_without_an_address_whose_tab_is_gone_is_not_joined_either() -> None:
    lost = plan_return(session("unknown-submission", surface="work", message_id="m", target_id="T1"), [])
    assert isinstance(lost, Lost)
    assert lost.code == "provider.work-reattach-unverified"


@pytest.mark.parametrize("more", [True, False, None])
@pytest.mark.parametrize("speed", [None, "fast", "standard"])
def test_what_was_seen_of_the_usage_goes_before_what_was_asked_for(speed: Any, more: bool | None) -> None:
    seen = WorkSelection(power=6, model="GPT-5.6 Sol", effort="ultra", more_usage=more, captured_at=1.0)
    told = sent_result(session("sent", surface="work", power=6, speed=speed, work_selection=seen))
    asked = {None: None, "fast": True, "standard": False}[speed]
    assert told["moreUsage"] is (asked if more is None else more)


@pytest.mark.parametrize(("speed", "more"), [("fast", True), ("standard", False), (None, None)])
def test_of_the_usage_is_told_whether_it_is_more_and_no_number(speed: Any, more: bool | None) -> None:
    told = sent_result(session("sent", surface="work", response_contract="work", power=6, speed=speed))
    assert told["moreUsage"] is more
    assert (told["power"], told["model"], told["effort"]) == (6, "GPT-5.6 Sol", "ultra")
    assert "1.5" not in str(told)
