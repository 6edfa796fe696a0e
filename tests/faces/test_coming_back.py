"""Coming back after every kind of end, by real processes: what is known is stored, and the answer is brought later.

Each test sends one prompt; the site's own log counts.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.browser.browser import attach
from cdpwebai.records import Session
from cdpwebai.store import open_store
from tests.faces.conftest import Shell, program_environment
from tests.manifest import proves
from tests.support.served import ANSWER, PROGRAM, Served, served, slow_reply

LIMIT = 30.0

Json = dict[str, Any]


@contextmanager
def asking(folder: Path, site: Served, cdp: str, *more: str) -> Generator[subprocess.Popen[str], None, None]:
    """``query`` as a process, killed in the end if it still runs."""
    command = [*PROGRAM, "query", "--vendor", "demo", "--url", site.url, "--prompt", "Hi", "--cdp", cdp, *more]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=program_environment(folder)
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Any]:
    """``made(seconds)`` serves a site whose answer takes so long."""

    def serve(seconds: float, *, shown: float = 0.05, **site: Any) -> Any:
        return served(tmp_path, program_environment(tmp_path), [slow_reply(seconds, shown=shown)], **site)

    return serve


def only(shell: Shell) -> Json:
    """The one session that is stored."""
    (session,) = shell("sessions", "list", "--json").json["sessions"]
    found: Json = session
    return found


def wait_status(folder: Path, status: str) -> Session:
    """The one session, once it is stored as that. A command would take a second to say so, and the answer comes."""
    home = folder / "home"

    async def read() -> tuple[Session, ...]:
        async with open_store(home) as store:
            return await store.list()

    end = time.monotonic() + LIMIT
    while True:
        found = list(trio.run(read)) if (home / "sessions.db").exists() else []
        if [session.status for session in found] == [status]:
            return found[0]
        assert time.monotonic() < end, f"{status} was never stored: {found}"
        time.sleep(0.05)


def call(cdp: str, method: str, **params: Any) -> Any:
    """One command to the browser itself."""

    async def run() -> Any:
        async with attach(cdp) as browser:
            return await browser.connection.root.call(method, **params)

    return trio.run(run)


def close_tab(cdp: str, target_id: str) -> None:
    call(cdp, "Target.closeTarget", targetId=target_id)


def crash_tab(cdp: str, target_id: str) -> None:
    async def run() -> None:
        async with attach(cdp) as browser:
            tab = await browser.attach_tab(target_id)
            await tab.call("Page.crash", within=20)

    try:
        trio.run(run)
    except Exception as error:
        assert "crashed" in str(error)  # noqa: PT017 - whether the reply or the end comes first is the browser's


@proves("oracle.H1", "oracle.H15", "ref.F6.CMD-7")
def test_ctrl_c_leaves_the_answer_running_and_says_how_to_come_back(
    tmp_path: Path, shell: Shell, chromium: str, made: Callable[..., Any]
) -> None:
    with made(6) as site:
        with asking(tmp_path, site, chromium, "--json") as query:
            session = wait_status(tmp_path, "sent")
            query.send_signal(signal.SIGINT)
            out, said = query.communicate(timeout=20)
        assert query.returncode == 130
        assert said.endswith(
            "interrupted: the prompt was sent, and its answer goes on in the browser;"
            f" come back with: cdpwebai poll --session {session.id}\n"
        )
        told = json.loads(out)
        assert (told["ok"], told["status"], told["sessionId"]) == (False, "sent", session.id)
        assert only(shell)["status"] == "sent"
        back = shell("poll", "--session", session.id)
        assert (back.code, back.out.strip()) == (0, ANSWER)
        assert only(shell)["status"] == "complete"
        assert ANSWER not in shell("sessions", "show", session.id).out
        assert site.sends == ["Hi"]


@proves("report.B56", "oracle.H2", "oracle.H4", "oracle.H11")
def test_a_process_killed_while_it_waits_leaves_a_session_that_poll_finishes(
    tmp_path: Path, shell: Shell, chromium: str, made: Callable[..., Any]
) -> None:
    with made(4) as site:
        with asking(tmp_path, site, chromium) as query:
            wait_status(tmp_path, "sent")
            query.kill()
        back = shell("poll", "--vendor", "demo", "--json")
        assert (back.code, back.json["answer"]["markdown"]) == (0, ANSWER)
        assert f"session-auto-bound:{back.json['sessionId']}" in back.json["warnings"]
        assert site.sends == ["Hi"]


@proves("report.B56", "oracle.H3")
def test_a_process_killed_right_after_the_press_is_told_as_unknown_and_found_out_by_poll(
    tmp_path: Path, shell: Shell, chromium: str, made: Callable[..., Any]
) -> None:
    """The page shows the message two seconds after the site has it."""
    with made(3, shown=2.0) as site:
        with asking(tmp_path, site, chromium) as query:
            site.wait_sent()
            query.kill()
        session = only(shell)
        assert session["status"] == "unknown-submission"
        assert session["messageId"] == ""
        back = shell("sessions", "resume", session["sessionId"], "--json")
        assert (back.code, back.json["answer"]["markdown"]) == (0, ANSWER)
        assert site.sends == ["Hi"]


@proves("report.B56")
def test_a_process_killed_before_the_press_leaves_what_poll_tells_as_not_sent(
    tmp_path: Path, shell: Shell, chromium: str, made: Callable[..., Any]
) -> None:
    """Send stays disabled, so that the prompt stands in the composer when the process is killed."""
    with made(1, composer={"kind": "editor", "send": "disabled"}) as site:
        trace = tmp_path / "t.jsonl"
        with asking(tmp_path, site, chromium, "--trace", str(trace)) as query:
            _wait_written(trace, "Input.insertText")
            time.sleep(0.3)  # the page takes the text; nothing comes after it
            query.kill()
        session = only(shell)
        assert session["status"] == "unknown-submission"
        back = shell("poll", "--session", session["sessionId"], "--json")
        assert back.json["error"]["errorCode"] == "provider.commit-not-verified"
        assert "was not sent" in back.json["error"]["message"]
        assert only(shell)["status"] == "failed"
        again = shell("poll", "--session", session["sessionId"], "--cdp", "http://127.0.0.1:9", "--json")
        assert again.json["error"]["errorCode"] == "provider.commit-not-verified"
        assert site.sends == []


def _wait_written(file: Path, text: str) -> None:
    end = time.monotonic() + LIMIT
    while not (file.exists() and text in file.read_text()):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("end", "code", "status"),
    [(close_tab, "target.closed", "sent"), (crash_tab, "target.crashed", "crashed")],
    ids=["closed", "crashed"],
)
def test_a_tab_that_ends_while_the_answer_is_awaited_is_told_and_poll_opens_the_conversation_anew(
    tmp_path: Path,
    shell: Shell,
    chromium: str,
    made: Callable[..., Any],
    end: Callable[[str, str], None],
    code: str,
    status: str,
) -> None:
    with made(4) as site:
        with asking(tmp_path, site, chromium, "--json") as query:
            session = wait_status(tmp_path, "sent")
            end(chromium, session.target_id)
            out, _ = query.communicate(timeout=20)
        error = json.loads(out)["error"]
        assert (query.returncode, error["errorCode"], error["mutationAllowed"]) == (5, code, True)
        assert only(shell)["status"] == status
        before = _tabs(chromium)
        back = shell("poll", "--session", session.id)
        assert (back.code, back.out.strip()) == (0, ANSWER)
        _wait_no_new_tabs(chromium, before)
        assert site.sends == ["Hi"]


def _tabs(cdp: str) -> set[str]:
    found = call(cdp, "Target.getTargets")["targetInfos"]
    return {info["targetId"] for info in found if info["type"] == "page"}


def _wait_no_new_tabs(cdp: str, before: set[str]) -> None:
    """A tab that was closed is listed for a moment."""
    end = time.monotonic() + LIMIT
    while left := _tabs(cdp) - before:
        assert time.monotonic() < end, f"{left} were left open"
        time.sleep(0.1)


def test_a_tab_that_crashed_while_nobody_looked_is_replaced(
    tmp_path: Path, shell: Shell, chromium: str, made: Callable[..., Any]
) -> None:
    with made(3) as site:
        with asking(tmp_path, site, chromium) as query:
            session = wait_status(tmp_path, "sent")
            query.kill()
        crash_tab(chromium, session.target_id)
        back = shell("poll", "--session", session.id)
        assert (back.code, back.out.strip()) == (0, ANSWER)
        assert site.sends == ["Hi"]


@proves("oracle.H8")
def test_a_browser_that_was_started_again_is_found_and_the_conversation_opened_in_it(
    tmp_path: Path, shell: Shell, made: Callable[..., Any]
) -> None:
    with made(3) as site:
        try:
            assert shell("browser", "start", "--headless", "--json").code == 0
            first = shell("browser", "status", "--json").json
            with asking(tmp_path, site, first["address"]) as query:
                session = wait_status(tmp_path, "sent")
                os.killpg(first["pid"], signal.SIGKILL)
                query.communicate(timeout=30)
            assert query.returncode == 5
            assert only(shell)["status"] == "sent"
            assert shell("browser", "start", "--headless", "--json").code == 0
            back = shell("poll", "--session", session.id)
            assert (back.code, back.out.strip()) == (0, ANSWER)
            assert site.sends == ["Hi"]
        finally:
            shell("browser", "stop")


@proves("ref.F6.TGT-4", "ref.F6.TGT-5")
def test_stop_waits_for_nobody_and_who_waited_is_told(
    tmp_path: Path, shell: Shell, chromium: str, made: Callable[..., Any]
) -> None:
    with made(20) as site:
        with asking(tmp_path, site, chromium, "--json") as query:
            session = wait_status(tmp_path, "sent")
            held = shell("poll", "--session", session.id, "--json")
            assert (held.code, held.json["error"]["errorCode"]) == (1, "session.in-use")
            assert f"pid {query.pid}" in held.json["error"]["message"]
            stopped = shell("stop", "--session", session.id, "--json")
            assert (stopped.code, stopped.json["status"]) == (0, "stopped")
            out, _ = query.communicate(timeout=30)
        assert (query.returncode, json.loads(out)["status"]) == (1, "partial")
        assert "answer" not in json.loads(out)
        assert only(shell)["status"] == "stopped"
        assert only(shell)["lastError"] is None


@proves("ref.F6.U12", "ref.F6.U12b", "ref.F6.NEWTAB-2")
def test_a_session_is_taken_up_again_in_its_tab_or_in_a_new_one_only_when_that_is_wanted(
    tmp_path: Path, shell: Shell, chromium: str, made: Callable[..., Any]
) -> None:
    with made(1) as site:
        sent = shell("send", "--vendor", "demo", "--url", site.url, "--prompt", "Hi", "--cdp", chromium, "--json")
        session_id = sent.json["sessionId"]
        target = only(shell)["targetId"]
        here = shell("sessions", "reattach", session_id, "--json")
        assert (here.code, here.json["status"], here.json["strategy"]) == (0, "reattached", "target")
        assert (here.json["targetId"], here.json["recovered"]) == (target, False)
        told = shell("sessions", "doctor", session_id, "--json").json
        assert (told["status"], told["target"]["state"], told["lock"]) == ("session-doctor", "alive", None)
        assert not {"prompt", "answer", "partial"} & told["session"].keys()

        close_tab(chromium, target)
        assert shell("sessions", "doctor", session_id, "--json").json["target"]["state"] == "gone"
        before = _tabs(chromium)
        refused = shell("sessions", "reattach", session_id, "--json")
        assert (refused.code, refused.json["status"]) == (1, "reattach-mismatch")
        assert _tabs(chromium) <= before
        unseen = shell("sessions", "reattach", session_id, "--navigate", "--cdp", "http://127.0.0.1:9", "--json")
        assert (unseen.code, unseen.json["status"], unseen.json["retryHint"]) == (
            3, "reattach-unverified", "retry-reattach",
        )  # fmt: skip
        again = shell("sessions", "reattach", session_id, "--navigate", "--json")
        assert (again.code, again.json["status"], again.json["strategy"]) == (0, "reattached", "new-tab")
        assert again.json["targetId"] in _tabs(chromium) - before
        assert only(shell)["targetId"] == again.json["targetId"]
        close_tab(chromium, again.json["targetId"])
        assert site.sends == ["Hi"]


@proves("ref.F6.WATCH-1", "ref.F6.WATCH-2")
def test_watch_tells_in_json_lines_until_the_end_and_a_second_watcher_is_refused(
    tmp_path: Path, shell: Shell, chromium: str, made: Callable[..., Any]
) -> None:
    with made(8) as site:
        sent = shell("send", "--vendor", "demo", "--url", site.url, "--prompt", "Hi", "--cdp", chromium, "--json")
        session_id = sent.json["sessionId"]
        command = [*PROGRAM, "watch", "--session", session_id]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=program_environment(tmp_path)) as watch:
            assert watch.stdout is not None
            first = json.loads(watch.stdout.readline())
            second = shell("watch", "--session", session_id)
            assert (second.code, json.loads(second.out)["error"]["errorCode"]) == (1, "watcher.already-running")
            lines = [json.loads(line) for line in watch.communicate(timeout=30)[0].splitlines()]
        assert watch.returncode == 0
        assert set(first) == {"state", "seconds", "characters"}
        assert [line["status"] for line in lines if "status" in line] == ["complete"]
        assert lines[-1]["answer"]["markdown"] == ANSWER
        again = shell("watch", "--session", session_id)
        assert json.loads(again.out)["answer"]["markdown"] == ANSWER
        assert site.sends == ["Hi"]
