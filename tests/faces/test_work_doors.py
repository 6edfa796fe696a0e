"""What other commands do with a task of Work: they tell of it and wait for it, and none of them acts on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.errors import CdpWebAIError, InputError, SessionNotFound
from cdpwebai.records import Change, Fence, Observations, QueryResult
from cdpwebai.store import open_store
from cdpwebai_cli.interrupting import interrupted
from cdpwebai_cli.main import run_command
from cdpwebai_cli.reporting import StdoutLost, printing
from tests.faces.conftest import ROOT
from tests.manifest import proves
from tests.unit.store.sessions import ANSWER, CHAT, session, submission

NOWHERE = ("--cdp", "http://127.0.0.1:9")


@pytest.fixture
def task() -> str:
    """The id of a task that is about to be sent."""

    async def stored() -> str:
        async with open_store() as store:
            known = submission(surface="work", response_contract="work", power=4, speed="fast")
            return (await store.create(known, Fence())).id

    return trio.run(stored)


@pytest.mark.parametrize("command", [("stop",), ("query", "--prompt", "More.")])
@proves("seed000.two-doors")
def test_a_command_of_chats_does_not_act_on_a_task_and_touches_no_browser(task: str, command: tuple[str, ...]) -> None:
    with pytest.raises(CdpWebAIError) as caught:
        run_command((*command, "--session", task, *NOWHERE))
    assert caught.value.error_code == "capability.unsupported"
    assert caught.value.page_may_have_changed is False


@proves("seed000.two-doors")
def test_chats_poll_leads_to_that_of_work_and_waits_for_no_task(task: str) -> None:
    with pytest.raises(CdpWebAIError) as caught:
        run_command(("poll", "--session", task, *NOWHERE))
    assert isinstance(caught.value, InputError), caught.value
    assert caught.value.message.endswith(f"cdpwebai work poll --session {task}")


@pytest.mark.parametrize("command", ["poll", "watch", "stop"])
@proves("seed000.two-doors", "seed000.sessions")
def test_a_task_is_not_the_session_of_which_chats_commands_think_where_none_is_named(task: str, command: str) -> None:
    with pytest.raises(CdpWebAIError) as caught:
        run_command((command, *NOWHERE))
    assert isinstance(caught.value, SessionNotFound), caught.value


@proves("seed000.two-doors")
def test_works_own_command_does_not_wait_for_a_chat_and_names_the_one_that_does() -> None:
    async def stored() -> str:
        async with open_store() as store:
            return (await store.create(submission(), Fence())).id

    chat = trio.run(stored)
    with pytest.raises(InputError) as caught:
        run_command(("work", "poll", "--session", chat, *NOWHERE))
    assert caught.value.message.endswith(f"cdpwebai poll --session {chat}")
    with pytest.raises(SessionNotFound):
        run_command(("work", "poll", *NOWHERE))


def test_a_task_is_shown_as_one_with_what_was_asked_for(task: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_command(("sessions", "show", task))
    assert "task of Work: power 4, speed fast; not looked at yet" in capsys.readouterr().out
    run_command(("sessions", "list"))
    assert "chatgpt   work  2+2?" in capsys.readouterr().out


@pytest.fixture
def finished(task: str) -> str:
    """The id of a task whose answer is stored."""

    async def stored() -> None:
        async with open_store() as store:
            known = await store.update(
                await store.get(task), Change(status="sent", message_id="m", conversation_url=CHAT), Fence()
            )
            await store.update(known, Change(status="complete", answer=ANSWER), Fence())

    trio.run(stored)
    return task


@proves("seed000.two-doors")
def test_whatever_goes_by_the_record_tells_a_finished_task_as_works_own_command_does(
    finished: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    told: list[dict[str, Any]] = []
    for way in (("work", "poll", "--session"), ("sessions", "resume"), ("watch", "--session")):
        assert run_command((*way, finished, "--json", *NOWHERE)) == 0, way
        told.append(json.loads(capfdbinary.readouterr().out))
    assert told[1] == told[2] == told[0]
    known = {"status": "complete", "surface": "work", "responseContract": "work", "taskStatus": "complete", "power": 4}
    assert known.items() <= told[0].items()
    assert told[0]["taskUrl"] == CHAT


def test_where_a_task_stands_is_shown_with_it(finished: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_command(("sessions", "show", finished))
    assert "; complete\n" in capsys.readouterr().out


def test_where_its_answer_cannot_be_printed_the_command_that_prints_it_again_is_one_of_work(finished: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cdpwebai_cli", "sessions", "resume", finished],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
            env=os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'cli'}"},
        )
    assert done.returncode != 0
    assert f"cdpwebai work poll --session {finished}" in done.stderr
    assert "cdpwebai poll" not in done.stderr


@pytest.mark.parametrize(("status", "told"), [("sent", "is not joined again"), ("complete", "cdpwebai work poll")])
def test_the_doctor_names_the_ways_that_lead_back_to_a_task(
    task: str, status: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def goes_on() -> None:
        async with open_store() as store:
            known = await store.get(task)
            sent = Change(status="sent", message_id="m", conversation_url=CHAT, endpoint="ws://127.0.0.1:9/gone")
            known = await store.update(known, sent, Fence())
            if status == "complete":
                await store.update(known, Change(status="complete", answer=ANSWER), Fence())

    trio.run(goes_on)
    run_command(("sessions", "doctor", task))
    advised = [line for line in capsys.readouterr().out.splitlines() if line.startswith("next: ")]
    assert told in advised[0], advised
    assert not any("cdpwebai poll" in line for line in advised)


def test_whoever_interrupts_or_loses_the_output_is_told_the_commands_of_work() -> None:
    sent = session("sent", surface="work")
    assert interrupted(sent).endswith(f"cdpwebai work poll --session {sent.id}")
    result = QueryResult(vendor="chatgpt", session_id="S", url=CHAT, answer=ANSWER, observations=Observations())
    with pytest.raises(StdoutLost) as caught, printing(result, "work poll"):
        raise StdoutLost("full")
    assert caught.value.message.endswith("or cdpwebai work poll --session S")
