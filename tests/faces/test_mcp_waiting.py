"""``cdpwebai mcp`` and a client that gives up waiting, by a limit or by cancelling: it comes back to the one send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trio

from tests.faces.conftest import Shell
from tests.faces.mcp_program import hosting, talking
from tests.faces.test_own_host import logged, served, shared
from tests.manifest import proves

__all__ = ["served", "shared"]

SLOW = [
    {"at": 0.05, "do": "user_turn"},
    {"at": 0.1, "do": "url", "to": "/c/6a2f6f5e-0c1d-4a3b-9f00-1d2e3f405162"},
    {"at": 0.2, "do": "stop", "state": "on"},
    {"at": 0.3, "do": "assistant_turn", "id": "a1"},
    {"at": 0.4, "do": "text", "md": "It"},
    {"at": 20, "do": "text", "md": " came."},
    {"at": 20.1, "do": "stop", "state": "off"},
    {"at": 20.2, "do": "bar", "state": "on"},
    {"at": 20.2, "do": "record", "state": "finished"},
]


@pytest.fixture
def slow(shell: Shell, tmp_path: Path) -> Iterator[Shell]:
    """The shell, with a browser in which the vendor takes some time for an answer."""
    scenario = tmp_path / "slow.json"
    scenario.write_text(json.dumps({"schema": 1, "name": "slow", "replies": [SLOW]}))
    with hosting(shell, tmp_path, scenario):
        yield shell


@proves("report.B61", "oracle.J5")
async def test_who_gives_up_waiting_stops_nothing_and_comes_back_to_one_send(slow: Shell, tmp_path: Path) -> None:
    async with talking(tmp_path) as call:
        sent = await call("web_ai_submit_prompt", prompt="Will it come?")
        assert (sent["ok"], sent["status"], sent["vendor"]) == (True, "sent", "chatgpt")
        session: str = sent["sessionId"]
        assert any(session in said for said in call.said), "the session is told before its prompt is sent"

        limited = await call("web_ai_wait_response", sessionId=session, timeout=1)
        assert (limited["status"], limited["sessionId"]) == ("timeout", session)
        assert limited["error"]["errorCode"] == "provider.poll-timeout"

        call.said.clear()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: call("web_ai_wait_response", sessionId=session))
            while not any("characters" in said for said in call.said):  # noqa: ASYNC110 - told by another process
                await trio.sleep(0.05)
            nursery.cancel_scope.cancel()

        answered: dict[str, Any] = {}
        while "answer" not in answered:  # whoever was cancelled lets go of the session in a moment
            answered = await call("web_ai_wait_response", sessionId=session)
            assert answered["ok"] or answered["error"]["errorCode"] == "session.in-use", answered
    assert answered["answer"]["markdown"] == "It came."
    sends = (await trio.to_thread.run_sync(logged, slow))["sends"]
    assert [send["text"] for send in sends] == ["Will it come?"]


@pytest.mark.parametrize(
    ("tool", "power"), [("web_ai_submit_prompt", {}), ("web_ai_work_send", {"power": 2})], ids=["chat", "work"]
)
@proves("report.B61")
async def test_a_send_that_is_cancelled_is_known_by_its_session_and_was_made_or_was_not(
    shared: Shell, tmp_path: Path, tool: str, power: dict[str, int]
) -> None:
    async with talking(tmp_path) as call:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: call(tool, prompt="What is the word?", **power))
            while not any("submitting" in said for said in call.said):  # noqa: ASYNC110 - told by another process
                await trio.sleep(0.01)
            nursery.cancel_scope.cancel()
        (session,) = (await call("web_ai_sessions"))["sessions"]
        assert any(session["sessionId"] in said for said in call.said)
        came: dict[str, Any] = await call("web_ai_wait_response", sessionId=session["sessionId"])
    sends = (await trio.to_thread.run_sync(logged, shared))["sends"]
    assert len(sends) == (1 if came["ok"] else 0)
    assert came["ok"] or came["error"]["errorCode"] == "provider.commit-not-verified", came
