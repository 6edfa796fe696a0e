"""What ``query``, ``send`` and ``render`` can be told: each option does what it says, in a process of its own."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.faces.conftest import ROOT, Shell, program_environment
from tests.manifest import proves
from tests.support.served import slow_reply

BLIND = {"CDPWEBAI_BROWSER": "/no/such/browser"}
STUCK = ROOT / "tests" / "scenarios" / "b05-stuck.json"


@contextmanager
def serving(home: Path, scenario: Path) -> Generator[str]:
    """The address of ``demo serve``, which plays a scenario."""
    command = [sys.executable, "-m", "cdpwebai_cli", "demo", "serve", "--scenario", str(scenario)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=program_environment(home)) as site:
        assert site.stdout is not None
        yield site.stdout.readline().strip()
        site.send_signal(signal.SIGINT)


@pytest.fixture
def drafted(tmp_path: Path) -> Path:
    """A scenario with somebody's draft in the composer."""
    played = json.loads((ROOT / "tests" / "scenarios" / "h03-word-ok.json").read_text())
    file = tmp_path / "drafted.json"
    file.write_text(json.dumps({**played, "name": "drafted", "site": {"draft": "half a thought"}}))
    return file


def test_render_tells_what_would_be_sent_without_a_browser(shell: Shell) -> None:
    done = shell("render", "--prompt", "-", given="Two\r\nlines", **BLIND)
    assert (done.code, done.out, done.err) == (0, "Two\nlines\n", "")
    rendered: dict[str, Any] = {"markdown": "Hi", "composerText": "Hi", "estimatedChars": 2, "warnings": []}
    expected: dict[str, Any] = {
        "ok": True,
        "status": "rendered",
        "vendor": "chatgpt",
        "rendered": rendered,
        "warnings": [],
    }
    assert shell("render", "--prompt", "Hi", "--json", **BLIND).json == expected
    done = shell("render", "--prompt", "x" * 5000, **BLIND)
    assert done.err == "warning: prompt-may-become-file\n"


@proves("context.render", "context.sizes")
def test_render_tells_on_stderr_what_would_be_attached_and_how_large_it_is(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("A = 1\n")
    (tmp_path / "b.bin").write_bytes(b"\0")
    (tmp_path / "notes.txt").write_text("Notes.")
    context = ("--context-from-files", "*.py", "--context-from-files", "*.bin", "--file", "notes.txt")
    done = shell("render", "--prompt", "Why?", *context, **BLIND)
    assert (done.code, done.out) == (0, "Why?\n")
    assert done.err.splitlines()[:2] == ["a.py: 6 bytes", "b.bin: left out, is no text"]
    assert re.search(
        r"^context: \d+ characters, about \d+ tokens\nattached: context.md \(\d+ bytes\)", done.err, re.MULTILINE
    )
    assert done.err.endswith("attached: notes.txt (6 bytes)\n")
    assert shell("render", "--prompt", "Why?", *context, "--quiet", **BLIND).err == ""


def test_stream_with_json_makes_lines_of_which_the_last_is_the_result(shell: Shell, chromium: str) -> None:
    done = shell("query", "--vendor", "demo", "--prompt", "Hi", "--stream", "--json", "--cdp", chromium)
    *parts, last = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, last["ok"], last["status"]) == (0, True, "complete")
    assert parts
    assert {*map(tuple, parts)} == {("partial",)}
    assert [part["partial"] for part in parts] == sorted({part["partial"] for part in parts}, key=len)


def test_a_stream_that_ends_without_an_answer_ends_with_its_error_in_a_line_and_names_the_seconds_asked_for(
    shell: Shell, chromium: str, tmp_path: Path
) -> None:
    file = tmp_path / "answer.md"
    with serving(tmp_path, STUCK) as url:
        words = ("query", "--vendor", "demo", "--url", url, "--prompt", "Hi", "--cdp", chromium, "--timeout", "6")
        done = shell(*words, "--stream", "--json", "--output", str(file))
    last = json.loads(done.out.splitlines()[-1])
    assert (done.code, last["ok"], last["status"]) == (4, False, "timeout")
    assert "within 6 s" in last["error"]["message"]
    assert last["partial"]
    assert not file.exists()


def test_stream_shows_the_growing_text_on_a_terminal_and_the_file_gets_the_answer_which_stdout_has_once(
    chromium: str, tmp_path: Path
) -> None:
    file = tmp_path / "answer.md"
    file.write_text("before")
    master, terminal = pty.openpty()
    words = ["query", "--vendor", "demo", "--prompt", "Hi", "--stream", "--output", str(file), "--cdp", chromium]
    done = subprocess.run(
        [sys.executable, "-m", "cdpwebai_cli", *words],
        stdout=subprocess.PIPE,
        stderr=terminal,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
        env=program_environment(tmp_path),
    )
    os.close(terminal)
    shown = _all_of(master).replace("\r\n", "\n")
    assert done.returncode == 0
    assert done.stdout.decode() == file.read_text()
    assert done.stdout.decode().count("That is all.") == 1
    assert "Hello! This answer comes from a chat site" in shown
    assert shown.endswith("answer.md: replaced what was there\n")


def _all_of(terminal: int) -> str:
    """What was written to a terminal that nobody writes to any more."""
    read = b""
    with suppress(OSError), open(terminal, "rb", buffering=0) as shown:
        while more := shown.read(4096):
            read += more
    return read.decode()


def test_who_comes_back_sees_the_answer_grow_and_has_it_in_a_file_too(
    shell: Shell, chromium: str, tmp_path: Path
) -> None:
    slow = tmp_path / "slow.json"
    slow.write_text(json.dumps({"schema": 1, "name": "slow", "replies": [slow_reply(6)]}))
    with serving(tmp_path, slow) as url:
        sent = shell("send", "--vendor", "demo", "--url", url, "--prompt", "Hi", "--json", "--cdp", chromium)
        words = ("--stream", "--json", "--cdp", chromium)
        done = shell("poll", "--session", sent.json["sessionId"], *words, "--output", str(tmp_path / "a.md"))
        again = shell("sessions", "resume", sent.json["sessionId"], *words, "--output", str(tmp_path / "b.md"))
    *parts, last = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, last["status"]) == (0, "complete")
    assert {*map(tuple, parts)} == {("partial",)}
    assert json.loads(again.out.splitlines()[-1])["answer"] == last["answer"]
    for name in ("a.md", "b.md"):
        assert (tmp_path / name).read_text() == last["answer"]["markdown"] + "\n"


def test_a_wait_that_is_streamed_ends_with_its_error_in_a_line(shell: Shell) -> None:
    words = ("poll", "--session", "01AAAAAAAAAAAAAAAAAAAAAAAA")
    done, plain = shell(*words, "--stream", "--json", **BLIND), shell(*words, "--json", **BLIND)
    (line,) = done.out.splitlines()
    assert (done.code, json.loads(line)) == (plain.code, plain.json)
    assert not plain.json["ok"]


def test_a_draft_is_kept_unless_it_was_given_up(shell: Shell, chromium: str, tmp_path: Path, drafted: Path) -> None:
    with serving(tmp_path, drafted) as url:
        words = ("--vendor", "demo", "--url", url, "--prompt", "Say OK.", "--cdp", chromium)
        kept = shell("send", *words, "--json")
        assert (kept.code, kept.json["error"]["errorCode"]) == (1, "composer.occupied")
        done = shell("query", *words, "--replace-draft", "--witness", "dom", "--json")
    assert (done.code, done.json["answer"]["source"]) == (0, "dom")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("query", "--prompt", "Hi", "--stream", "--quiet"), "--stream"),
        (("query", "--prompt", "Hi", "--witness", "record"), "'auto', 'dom'"),
        (("query", "--prompt", "Hi", "--output", "nowhere/a.md"), "there is no folder"),
        (("query", "--prompt", "Hi", "--output", "."), "it is a folder"),
        (("poll", "--session", "X", "--stream", "--quiet"), "--stream"),
        (("sessions", "resume", "X", "--output", "nowhere/a.md"), "there is no folder"),
        (("send", "--prompt", "Hi", "--stream"), "--stream"),
        (("send", "--prompt", "Hi", "--output", "a.md"), "--output"),
        (("render", "--prompt", "Hi", "--cdp", "9222"), "--cdp"),
    ],
)
def test_options_that_contradict_or_are_unknown_are_refused_before_a_browser(
    shell: Shell, words: tuple[str, ...], sentence: str
) -> None:
    done = shell(*words, "--json", **BLIND) if "--quiet" not in words else shell(*words, **BLIND)
    assert done.code == 2
    assert sentence in done.out + done.err
