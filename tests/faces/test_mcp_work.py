"""``cdpwebai mcp`` and a task, over stdio, in a real browser, on the vendor's own host: sent, waited for, answered."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from tests.faces.conftest import ROOT, Shell
from tests.faces.mcp_program import hosting, talking
from tests.faces.test_own_host import logged, served, shared
from tests.manifest import proves

__all__ = ["served", "shared"]


@proves("seed000.mcp", "seed000.no-multiplier", "oracle.J1")
async def test_a_task_is_sent_waited_for_and_answered(shared: Shell, tmp_path: Path) -> None:
    async with talking(tmp_path, "--trace", "crossed.jsonl") as call:
        sent = await call("web_ai_work_send", prompt="What is the word?", power=4, speed="fast")
        known = {"ok": True, "status": "work-sent", "surface": "work", "power": 4, "speed": "fast", "moreUsage": True}
        assert known.items() <= sent.items()
        assert (sent["evidence"]["model"], sent["evidence"]["effort"]) == ("GPT-5.6 Sol", "high")
        assert any(sent["sessionId"] in said for said in call.said), "the session is told before it is sent"

        answered = await call("web_ai_wait_response", sessionId=sent["sessionId"])
        again = await call("web_ai_session_resume", sessionId=sent["sessionId"])
        assert again["answer"] == answered["answer"]
        stopped = await call("web_ai_stop", sessionId=sent["sessionId"])
        listed = await call("web_ai_sessions")

    log = await trio.to_thread.run_sync(logged, shared)
    assert (answered["status"], answered.get("surface"), answered.get("taskId")) == ("complete", "work", sent["taskId"])
    assert log["word"] in answered["answer"]["markdown"]
    assert {"answer", "evidence"} <= set(answered["untrusted"])
    assert [(send["surface"], send["power"], send["speed"]) for send in log["sends"]] == [("work", 4, "fast")]
    assert stopped["error"]["errorCode"] == "capability.unsupported"
    assert [(one["sessionId"], one["surface"]) for one in listed["sessions"]] == [(sent["sessionId"], "work")]
    assert (tmp_path / "mcp.err").read_text() == ""
    assert sorted(name for name in os.listdir(tmp_path) if name.endswith(".jsonl")) == [
        "crossed-2.jsonl",
        "crossed.jsonl",
    ]

    polled = (
        await trio.to_thread.run_sync(lambda: shared("work", "poll", "--session", sent["sessionId"], "--json"))
    ).json
    assert json.loads(json.dumps(answered)) == polled | {"untrusted": answered["untrusted"]}


@pytest.fixture
def on_work(shell: Shell, tmp_path: Path) -> Iterator[Shell]:
    """The shell, with a browser in which the vendor's site is on Work."""
    with hosting(shell, tmp_path, ROOT / "tests" / "scenarios" / "w29-chat-on-work.json"):
        yield shell


@proves("seed000.two-doors")
async def test_chats_submit_is_refused_on_work_as_the_command_is(on_work: Shell, tmp_path: Path) -> None:
    async with talking(tmp_path) as call:
        refused = await call("web_ai_submit_prompt", prompt="Please answer.")
    command = await trio.to_thread.run_sync(lambda: on_work("send", "--prompt", "Please answer.", "--json"))
    said = command.json["error"]
    assert (refused["error"]["errorCode"], refused["error"]["retryHint"]) == (
        "capability.unsupported",
        "switch-to-chat",
    )
    assert refused["error"] == said
    assert (await trio.to_thread.run_sync(logged, on_work))["sends"] == []
