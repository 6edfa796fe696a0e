"""The commands against the demo site as ChatGPT's own host: by their names, in a browser that is told where it is."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faces.conftest import Shell, program_environment
from tests.manifest import proves

HEADLESS = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[list[str]]:
    """The arguments for a browser that finds ``demo serve`` at chatgpt.com."""
    command = [sys.executable, "-m", "cdpwebai_cli", "demo", "serve", "--as", "chatgpt.com"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=program_environment(tmp_path)) as site:
        assert site.stdout is not None
        assert site.stdout.readline() == "https://chatgpt.com/\n"
        yield shlex.split(site.stdout.readline())
        site.send_signal(signal.SIGINT)
    assert site.returncode == 130


@pytest.fixture
def shared(shell: Shell, served: list[str]) -> Iterator[Shell]:
    """The shell, with the shared browser started for it."""
    started = shell("browser", "start", "--headless", "--json", "--", *served)
    assert started.code == 0, started
    yield shell
    assert shell("browser", "stop").code == 0


def logged(shell: Shell) -> Any:
    """What the site's own log holds."""
    text = shell("eval", "document.body.innerText", "--url", "https://chatgpt.com/__log", "--json").json["value"]
    return json.loads(text)


@proves("own-host.commands")
def test_status_login_query_send_and_poll_work_by_the_vendor_s_name_alone(shared: Shell) -> None:
    assert shared("status", "--json").json == {"ok": True, "status": "ready", "vendor": "chatgpt"}
    assert shared("browser", "login", "--json", "--quiet").json["status"] == "ready"
    word = logged(shared)["word"]

    asked = shared("query", "--vendor", "chatgpt", "--prompt", "What is the word?", "--json").json
    assert (asked["ok"], asked["status"], asked["vendor"]) == (True, "complete", "chatgpt")
    assert word in asked["answer"]["markdown"]
    assert (asked["answer"]["source"], asked["answer"]["exactness"]) == ("record", "exact")
    assert asked["url"].startswith("https://chatgpt.com/c/")
    assert [send["text"] for send in logged(shared)["sends"]] == ["What is the word?"]

    sent = shared("send", "--prompt", "And again?", "--json").json
    assert (sent["ok"], sent["status"]) == (True, "sent")
    polled = shared("poll", "--session", sent["sessionId"], "--json").json
    assert word in polled["answer"]["markdown"]
    shown = shared("sessions", "show", sent["sessionId"], "--json").json["session"]
    assert (shown["status"], shown["vendor"], shown["answer"]) == ("complete", "chatgpt", polled["answer"])
    assert shown["conversationUrl"].startswith("https://chatgpt.com/c/")
    log = logged(shared)
    assert [send["text"] for send in log["sends"]] == ["What is the word?", "And again?"]
    assert log["failures"] == []


@proves("own-host.no-display")
def test_without_a_display_the_ways_out_are_named_and_nothing_is_started(shell: Shell) -> None:
    done = shell("query", "--prompt", "Hi", "--json", **HEADLESS)
    assert (done.code, done.json["error"]["errorCode"]) == (5, "browser.no-display")
    for way in ("cdpwebai browser start --headless", "xvfb-run", "attach"):
        assert way in done.json["error"]["message"]
    assert shell("browser", "status", "--json").json["status"] == "none"


def test_a_host_that_is_not_the_vendor_s_is_refused_before_a_browser_is_touched(shell: Shell) -> None:
    blind = {"CDPWEBAI_BROWSER": "/no/such/browser"}
    for command in ("query", "send"):
        done = shell(command, "--url", "https://notchatgpt.com/", "--prompt", "Hi", "--json", **blind)
        assert (done.code, done.json["error"]["errorCode"]) == (1, "cdp.target-mismatch")
        assert done.json["error"]["mutationAllowed"] is False
    assert shell("status", "--url", "http://chatgpt.com/", **blind).code == 1


@pytest.mark.parametrize(
    "words",
    [
        ("demo", "serve", "--as", "localhost"),
        ("browser", "start", "--headless", "--", "https://example.com/"),
        ("browser", "start", "--headless", "--", "--remote-debugging-port=9222"),
        ("browser", "start", "--headless", "--lang=ko"),
    ],
)
def test_what_no_host_and_no_argument_of_a_browser_can_be_is_a_wrong_command_line(
    shell: Shell, words: tuple[str, ...]
) -> None:
    done = shell(*words, CDPWEBAI_BROWSER="/no/such/browser")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error input.usage: ")
