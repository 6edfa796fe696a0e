"""``probe``, ``eval``, ``call``, ``screenshot``: what they print, and how they exit."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faces.conftest import Shell, program_environment

Url = Callable[..., str]
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def inner(page_url: Url) -> str:
    return page_url("inner.html")


def test_probe_exits_0_for_a_node_that_is_there(shell: Shell, chromium: str, inner: str) -> None:
    done = shell("probe", "#who", "--url", inner, "--cdp", chromium)
    assert (done.code, done.out, done.err) == (0, "visible: 1 by #who\n", "")


def test_probe_exits_1_for_a_node_that_is_not(shell: Shell, chromium: str, inner: str) -> None:
    done = shell("probe", "#nobody", "--url", inner, "--cdp", chromium)
    assert (done.code, done.out) == (1, "absent: looked for #nobody\n")


def test_probe_exits_3_for_a_page_that_hangs(shell: Shell, chromium: str, page_url: Url) -> None:
    done = shell("probe", "h1", "--url", page_url("never.html"), "--cdp", chromium, "--timeout", "3", "--json")
    assert (done.code, done.json["status"], done.json["reason"]) == (3, "unknown", "deadline")


def test_probe_exits_3_for_a_page_that_cannot_be_reached(shell: Shell, chromium: str) -> None:
    done = shell("probe", "h1", "--url", "http://127.0.0.1:1/", "--cdp", chromium, "--json")
    assert (done.code, done.json["status"], done.json["reason"]) == (3, "unknown", "no-anchor")
    assert "net::ERR_" in done.json["detail"]


def test_probe_exits_2_for_a_selector_that_does_not_parse(shell: Shell, chromium: str, inner: str) -> None:
    done = shell("probe", "div[", "--url", inner, "--cdp", chromium)
    assert done.code == 2
    assert "div[" in done.err
    assert "Traceback" not in done.err


def test_probe_looks_at_several_selectors_as_one_question(shell: Shell, chromium: str, inner: str) -> None:
    done = shell("probe", "#nobody", "p", "--url", inner, "--cdp", chromium, "--json")
    assert done.json == {"ok": True, "status": "visible", "selector": "p", "count": 1}


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("document.title", '"Inner"'),
        ("[1, null, 'é']", '[1, null, "é"]'),
        ("0/0", "NaN"),
        ("1/-0", "-Infinity"),
        ("0 * -1", "-0"),
        ("0", "0"),
        ("void 0", "undefined"),
        ("2n ** 64n", "18446744073709551616n"),
        ("12n", "12n"),
        ("2**60", "1152921504606846976"),
        ("false", "false"),
    ],
)
def test_eval_prints_a_value_and_tells_apart_what_json_cannot(
    shell: Shell, chromium: str, inner: str, expression: str, printed: str
) -> None:
    done = shell("eval", expression, "--url", inner, "--cdp", chromium)
    assert (done.code, done.out) == (0, f"{printed}\n")


def test_eval_exits_1_for_an_exception_with_its_type_and_text(shell: Shell, chromium: str, inner: str) -> None:
    done = shell("eval", "null.x", "--url", inner, "--cdp", chromium)
    assert (done.code, done.out) == (1, "")
    assert "error page.exception: " in done.err
    assert "TypeError" in done.err
    assert "Traceback" not in done.err


def test_eval_exits_3_for_a_value_that_never_comes(shell: Shell, chromium: str, inner: str) -> None:
    done = shell("eval", "new Promise(() => 0)", "--url", inner, "--cdp", chromium, "--timeout", "2", "--json")
    assert (done.code, done.json["error"]["errorCode"]) == (3, "cdp.timeout")
    assert done.err == ""


def test_call_sends_any_command_with_its_parameters_as_json(shell: Shell, chromium: str, inner: str) -> None:
    done = shell("call", "Runtime.evaluate", "expression=6*7", "returnByValue=true", "--url", inner, "--cdp", chromium)
    assert done.json["result"]["value"] == 42


def test_call_of_the_browser_s_own_domains_needs_no_page(shell: Shell, chromium: str) -> None:
    assert "product" in shell("call", "Browser.getVersion", "--cdp", chromium).json


def test_call_exits_1_for_a_method_that_the_browser_does_not_know(shell: Shell, chromium: str) -> None:
    done = shell("call", "Browser.noSuchThing", "--cdp", chromium)
    assert done.code == 1
    assert "Browser.noSuchThing" in done.err


@pytest.mark.parametrize("words", [("getVersion",), ("Browser.getVersion", "novalue"), ("Browser.getVersion", "=1")])
def test_call_refuses_what_is_no_method_or_parameter(shell: Shell, words: tuple[str, ...]) -> None:
    done = shell("call", *words)
    assert done.code == 2
    assert done.err.startswith("error input.usage: ")


def test_screenshot_writes_a_picture(shell: Shell, chromium: str, inner: str, tmp_path: Path) -> None:
    done = shell("screenshot", "--output", "page.png", "--url", inner, "--cdp", chromium)
    assert (done.code, done.out) == (0, "")
    assert (tmp_path / "page.png").read_bytes().startswith(PNG)


def test_a_replayed_screenshot_overwrites_nothing(shell: Shell, tmp_path: Path) -> None:
    taken = shell("screenshot", "--output", "page.png", "--url", "about:blank", "--trace", "t.jsonl")
    assert taken.code == 0
    (tmp_path / "page.png").write_bytes(b"keep")
    assert shell("trace", "replay", "t.jsonl").code == 0
    assert (tmp_path / "page.png").read_bytes() == b"keep"


def test_a_trace_that_is_there_already_is_left_and_not_said_to_be_recorded(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text("keep")
    done = shell("trace", "record", "--trace", "old.jsonl", "--", "eval", "1")
    assert done.code == 2
    assert "recorded to" not in done.err
    assert (tmp_path / "old.jsonl").read_text() == "keep"


def test_the_list_of_tabs_is_replayed(shell: Shell, chromium: str) -> None:
    done = shell("trace", "record", "--trace", "tabs.jsonl", "--", "browser", "tabs", "--cdp", chromium)
    assert "recorded to tabs.jsonl" in done.err
    replayed = shell("trace", "replay", "tabs.jsonl")
    assert (replayed.code, replayed.out) == (0, done.out)


def test_nothing_is_said_to_be_recorded_that_was_not(shell: Shell) -> None:
    done = shell("trace", "record", "--", "nonsense")
    assert done.code == 2
    assert "recorded" not in done.err


def test_screenshot_into_no_folder_is_refused_before_a_browser_is_touched(shell: Shell) -> None:
    done = shell("screenshot", "--output", "nowhere/page.png", CDPWEBAI_BROWSER="/no/browser")
    assert done.code == 2
    assert "nowhere" in done.err


@pytest.mark.parametrize(("flags", "said"), [((), "interrupted"), (("--quiet",), "")])
def test_an_interrupted_command_says_so_unless_it_is_quiet(
    tmp_path: Path, chromium: str, flags: tuple[str, ...], said: str
) -> None:
    trace = tmp_path / "t.jsonl"
    words = ("eval", "new Promise(() => 0)", "--url", "about:blank", "--cdp", chromium, "--trace", str(trace), *flags)
    command = [sys.executable, "-m", "cdpwebai_cli", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=program_environment(tmp_path)) as running:
        end = time.monotonic() + 30
        while not (trace.exists() and b"Runtime.evaluate" in trace.read_bytes()):
            assert time.monotonic() < end, "it never came to the evaluation"
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert err.strip() == said
