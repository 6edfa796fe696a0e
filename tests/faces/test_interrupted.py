"""Ctrl-C and SIGTERM, by real processes: what is under way goes on in the browser, and how to come back is told."""

from __future__ import annotations

import json
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faces.conftest import Shell, program_environment
from tests.faces.test_coming_back import made, only
from tests.leaks import wait_leaked_processes
from tests.support.served import ANSWER, PROGRAM, Served

__all__ = ["made"]

LIMIT = 60.0

GOES_ON = (
    "interrupted: the prompt was sent, and its answer goes on in the browser; come back with: cdpwebai poll --session "
)
IGNORING = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""As a shell starts what runs in the background: Ctrl-C is not for it."""

Make = Callable[..., Any]


def started(folder: Path, *command: str, **environment: str) -> subprocess.Popen[str]:
    """The program as a process."""
    env = program_environment(folder) | environment
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)


def ended_by(process: subprocess.Popen[str], number: signal.Signals) -> tuple[str, str]:
    """What it said on both, once it has ended after this signal; with the code of an interrupted command."""
    process.send_signal(number)
    try:
        out, said = process.communicate(timeout=LIMIT)
    finally:
        process.kill()
    assert process.returncode == 130, said
    assert "Traceback" not in said
    return out, said


def sent(shell: Shell, site: Served, chromium: str) -> str:
    """The session of a prompt that was sent."""
    done = shell("send", "--vendor", "demo", "--url", site.url, "--prompt", "Hi", "--cdp", chromium, "--json")
    assert done.code == 0, done
    return str(done.json["sessionId"])


@pytest.mark.parametrize("wrap", [(), IGNORING], ids=["alone", "where Ctrl-C is ignored"])
def test_a_query_that_is_told_to_end_says_how_to_come_back_and_leaves_no_browser(
    tmp_path: Path, shell: Shell, made: Make, wrap: tuple[str, ...]
) -> None:
    temp = Path(tempfile.mkdtemp(prefix="i-"))  # short: a unix socket's path below it may have 108 characters
    with made(60) as site:
        query = started(
            tmp_path, *wrap, *PROGRAM, "query", "--vendor", "demo", "--url", site.url, "--prompt", "Hi",
            TMPDIR=str(temp),
        )  # fmt: skip
        site.wait_sent()
        _, said = ended_by(query, signal.SIGTERM)
        session = only(shell)
        assert site.sends == ["Hi"]
    assert (
        f"its browser has ended with the command; come back with: cdpwebai poll --session {session['sessionId']}"
        in said
    )
    assert wait_leaked_processes(str(temp)) == {}
    assert list(temp.iterdir()) == []
    temp.rmdir()


def test_whoever_comes_back_and_is_interrupted_is_told_the_same_and_the_session_stays(
    tmp_path: Path, shell: Shell, chromium: str, made: Make
) -> None:
    with made(300) as site:
        session_id = sent(shell, site, chromium)
        for number, command in (
            (signal.SIGTERM, ["poll", "--session", session_id, "--json"]),
            (signal.SIGINT, ["sessions", "resume", session_id, "--json"]),
            (signal.SIGTERM, ["watch", "--session", session_id]),
        ):
            waiting = started(tmp_path, *PROGRAM, *command)
            _wait_held(shell, session_id)
            out, said = ended_by(waiting, number)
            assert said.endswith(f"{GOES_ON}{session_id}\n"), command
            told = json.loads(out if "--json" in command else out.splitlines()[-1])
            assert (told["ok"], told["status"], told["sessionId"]) == (False, "sent", session_id)
            assert shell("sessions", "doctor", session_id, "--json").json["lock"] is None
        assert only(shell)["status"] == "sent"
        assert site.sends == ["Hi"]


def _wait_held(shell: Shell, session_id: str) -> None:
    """Until somebody works on the session in its tab."""
    end = time.monotonic() + LIMIT
    while not shell("sessions", "doctor", session_id, "--json").json["activeCommands"]:
        assert time.monotonic() < end, "nobody ever took the tab"


def test_a_send_that_is_told_to_end_before_the_page_shows_the_prompt_says_that_it_may_have_been_sent(
    tmp_path: Path, shell: Shell, chromium: str, made: Make
) -> None:
    with made(60, shown=60) as site:
        sending = started(
            tmp_path, *PROGRAM, "send", "--vendor", "demo", "--url", site.url, "--prompt", "Hi", "--cdp", chromium
        )
        site.wait_sent()
        _, said = ended_by(sending, signal.SIGTERM)
        session = only(shell)
        assert site.sends == ["Hi"]
    assert session["status"] == "unknown-submission"
    assert "interrupted: the prompt may have been sent, and its answer goes on in the browser" in said
    assert f"cdpwebai poll --session {session['sessionId']}" in said


@pytest.mark.parametrize(
    "command", [["poll", "--json", "--session"], ["sessions", "resume", "--json"], ["watch", "--session"]]
)
def test_whoever_comes_back_asks_the_record_or_the_page_alone_as_is_wanted(
    shell: Shell, chromium: str, made: Make, command: list[str]
) -> None:
    with made(1) as site:
        back = shell(*command, sent(shell, site, chromium), "--witness", "dom")
    told = json.loads(back.out if "--json" in command else back.out.splitlines()[-1])
    assert (back.code, told["answer"]["markdown"], told["answer"]["source"]) == (0, ANSWER, "dom")
