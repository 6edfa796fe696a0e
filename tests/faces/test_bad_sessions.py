"""Stores that cannot be used and sessions that are not meant: refused by their codes, before a page is touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cdpwebai.errors import InputError
from cdpwebai.records import Answer, Baseline, Change, Fence, Session, Submission
from cdpwebai.store import open_store
from cdpwebai_cli.main import run_command
from tests.faces.conftest import Shell, program_environment
from tests.manifest import proves
from tests.store.support import OPEN
from tests.store.test_processes import OBEY_MODES
from tests.support.served import PROGRAM, served, slow_reply

CHAT = "http://127.0.0.1:9/c/00000000-0000-4000-8000-000000000001"


async def planted(tmp_path: Path, number: int = 1, *, deadline_at: float | None = None) -> list[Session]:
    """Sessions in the program's own home, as sent from a tab that is long gone."""
    found: list[Session] = []
    async with open_store(tmp_path / "home") as store:
        for place in range(number):
            submission = Submission(
                vendor="demo",
                prompt=f"Prompt {place}",
                baseline=Baseline(),
                original_url="http://127.0.0.1:9/?q=secret",
                deadline_at=deadline_at,
            )
            begun = await store.create(submission, Fence())
            sent = Change(status="sent", message_id="m", conversation_url=CHAT)
            found.append(await store.update(begun, sent, OPEN))
    return found


def newer(home: Path) -> None:
    with sqlite3.connect(home / "sessions.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()


def cut(home: Path) -> None:
    os.truncate(home / "sessions.db", 6000)


def locked_away(home: Path) -> None:
    (home / "sessions.db").chmod(0o400)
    home.chmod(0o500)


def untouched(_: Path) -> None:
    """The store is whole; what is wrong is elsewhere."""


FULL = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh"]


@pytest.mark.parametrize(
    ("spoil", "wrap", "codes"),
    [
        (newer, [], {"session.store-too-new"}),
        (cut, [], {"session.store-damaged"}),
        (locked_away, OBEY_MODES, {"session.store-read-only"}),
        (untouched, FULL, {"session.store-full", "session.store-unavailable"}),
    ],
    ids=["newer", "cut", "read-only", "full"],
)
async def test_a_store_that_cannot_be_used_is_told_by_its_code_and_nothing_is_sent_or_lost(
    tmp_path: Path, chromium: str, spoil: Callable[[Path], None], wrap: list[str], codes: set[str]
) -> None:
    home = tmp_path / "home"
    (session,) = await planted(tmp_path)
    spoil(home)
    before = (home / "sessions.db").read_bytes()
    environment = program_environment(tmp_path) | {"PYTHONDONTWRITEBYTECODE": "1"}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*wrap, *PROGRAM, *command, "--cdp", chromium, "--json"],
            capture_output=True, text=True, env=environment, check=False, timeout=60,
        )  # fmt: skip

    try:
        with served(tmp_path, program_environment(tmp_path), [slow_reply(1)]) as site:
            asked = run("query", "--vendor", "demo", "--url", site.url, "--prompt", "Hi", "--timeout", "20")
            assert asked.returncode == 1
            assert any(code in asked.stdout for code in codes), asked.stdout
            assert '"mutationAllowed": false' in asked.stdout
            assert site.sends == []
        polled = run("poll", "--session", session.id)
        assert (polled.returncode, any(code in polled.stdout for code in codes)) == (1, True), polled.stdout
    finally:
        home.chmod(0o700)
        (home / "sessions.db").chmod(0o600)
    assert (home / "sessions.db").read_bytes() == before


def test_a_home_below_a_file_is_refused(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "file").write_text("")
    done = shell("sessions", "list", "--json", CDPWEBAI_HOME=str(tmp_path / "file" / "home"))
    assert done.code in (1, 2)
    assert str(tmp_path / "file") in done.json["error"]["message"]


@proves("ref.F6.TGT-3")
async def test_of_two_active_sessions_none_is_taken(tmp_path: Path, shell: Shell) -> None:
    one, two = await planted(tmp_path, 2)
    for command in ("poll", "stop"):
        done = shell(command, "--vendor", "demo", "--json")
        assert (done.code, done.json["error"]["errorCode"]) == (1, "session.target-ambiguous")
        candidates = done.json["error"]["evidence"]["candidates"]
        assert {each["sessionId"] for each in candidates} == {one.id, two.id}


async def test_a_session_of_another_vendor_is_not_watched_polled_or_stopped_and_is_so_where_no_vendor_is_said(
    tmp_path: Path, shell: Shell
) -> None:
    (session,) = await planted(tmp_path)
    watched = shell("watch", "--session", session.id, "--vendor", "chatgpt")
    assert (watched.code, watched.json["error"]["errorCode"]) == (1, "watcher.vendor-mismatch")
    for command in ("poll", "stop"):
        words = (command, "--session", session.id, "--cdp", "http://127.0.0.1:9", "--json")
        refused = shell(*words, "--vendor", "chatgpt")
        assert (refused.code, refused.json["error"]["errorCode"]) == (2, "input.usage")
        assert f"session {session.id} is one of demo, not of chatgpt" in refused.json["error"]["message"]
        for vendor in ((), ("--vendor", "demo")):
            taken = shell(*words, *vendor).json
            assert (taken["error"]["errorCode"], taken["sessionId"]) == ("cdp.unreachable", session.id)


async def test_a_prompt_does_not_go_into_a_session_of_another_vendor(tmp_path: Path, shell: Shell) -> None:
    (session,) = await planted(tmp_path)
    words = ("query", "--session", session.id, "--prompt", "And?", "--cdp", "http://127.0.0.1:9", "--json")
    refused = shell(*words, "--vendor", "chatgpt")
    assert (refused.code, refused.json["error"]["errorCode"]) == (2, "input.usage")
    assert f"session {session.id} is one of demo, not of chatgpt" in refused.json["error"]["message"]
    for vendor in ((), ("--vendor", "demo")):
        assert shell(*words, *vendor).json["error"]["errorCode"] == "session.step-refused"


@pytest.mark.parametrize(
    "words",
    [
        ("poll", "--session="), ("watch", "--session="), ("stop", "--session="), ("work", "poll", "--session="),
        ("query", "--prompt", "Hi", "--session="), ("query", "--prompt", "Hi", "--url="),
        ("send", "--prompt", "Hi", "--url="), ("status", "--url="),
    ],
    ids=" ".join,
)  # fmt: skip
def test_an_option_that_names_nothing_is_none_that_is_left_out(words: tuple[str, ...]) -> None:
    """As from a script's empty variable: it would mean another session, or a new chat."""
    with pytest.raises(InputError, match="it is empty; leave it out, or name one"):
        run_command([*words, "--cdp", "http://127.0.0.1:9"])


def to_full(tmp_path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """The program with a standard output that is full."""
    environment = program_environment(tmp_path)
    with open("/dev/full", "w") as full:
        return subprocess.run(
            [*PROGRAM, *command], stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment
        )


async def test_an_answer_that_cannot_be_printed_is_had_as_the_error_says(tmp_path: Path, shell: Shell) -> None:
    (session,) = await planted(tmp_path)
    answer = Answer(text="OK", markdown="OK", source="record", exactness="exact", message_id="a")
    async with open_store(tmp_path / "home") as store:
        await store.update(session, Change(status="complete", answer=answer), OPEN)
    for flags in ((), ("--json",)):
        done = to_full(tmp_path, "poll", "--session", session.id, *flags)
        assert done.returncode == 1
        assert done.stderr.startswith("error output.not-written: standard output could not be written")
        assert f"stored: cdpwebai sessions show {session.id} --json" in done.stderr
        assert "Traceback" not in done.stderr
    assert shell("sessions", "show", session.id, "--json").json["session"]["answer"]["markdown"] == "OK"


@proves("ref.F6.SDOC-1")
def test_a_session_that_is_not_stored_is_not_found_by_any_command(shell: Shell) -> None:
    for command in (
        ["poll", "--session", "X"], ["watch", "--session", "X"], ["stop", "--session", "X"], ["sessions", "show", "X"],
        ["sessions", "resume", "X"], ["sessions", "reattach", "X"], ["sessions", "doctor", "X"],
    ):  # fmt: skip
        done = shell(*command, "--json")
        assert (done.code, "input.session-not-found" in done.out) == (1, True), (command, done)


@proves("oracle.H12")
async def test_a_session_past_its_time_is_told_with_the_address_at_which_its_answer_may_stand(
    tmp_path: Path, shell: Shell
) -> None:
    (session,) = await planted(tmp_path, deadline_at=1.0)
    done = shell("sessions", "resume", session.id, "--cdp", "http://127.0.0.1:9", "--json")
    assert (done.code, done.json["status"]) == (4, "timeout")
    assert CHAT in done.json["error"]["message"]


@proves("ref.F6.SDOC-2", "ref.F6.SDOC-3", "ref.F6.SDOC-5")
async def test_doctor_shows_no_prompt_and_no_query_and_says_what_to_do(tmp_path: Path, shell: Shell) -> None:
    (session,) = await planted(tmp_path)
    done = shell(
        "sessions", "doctor", session.id, "--cdp", "ws://127.0.0.1:9/devtools/browser/x?token=secret", "--json"
    )
    assert done.code == 0
    assert done.json["target"]["state"] == "unknown"
    assert "nothing is opened" in done.json["recommendations"][0]
    assert "Prompt 0" not in done.out
    assert "secret" not in done.out


@proves("oracle.H16")
async def test_what_is_stored_is_readable_by_its_user_alone(tmp_path: Path) -> None:
    await planted(tmp_path)
    home = tmp_path / "home"
    assert home.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in home.iterdir()} == {0o600}
