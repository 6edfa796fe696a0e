"""Bad input: one sentence, the right exit code, no traceback, nothing left running."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from cdpwebai_cli.main import run_command
from tests.faces.conftest import Ended, Shell, program_environment


def refusal(done: Ended, code: int, error_code: str) -> str:
    """The sentence of an error that is told in two lines on stderr and in no other way."""
    assert (done.code, done.out) == (code, "")
    first, second = done.err.splitlines()
    assert second.startswith("hint: ")
    assert first.startswith(f"error {error_code}: ")
    return first


def test_an_endpoint_where_nobody_listens(shell: Shell) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    sentence = refusal(shell("probe", "h1", "--cdp", f"http://127.0.0.1:{port}"), 5, "cdp.unreachable")
    assert str(port) in sentence


class _NoBrowser(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b"<h1>Hello</h1>"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class named it
        """Say nothing."""


@pytest.fixture
def no_browser() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _NoBrowser)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_endpoint_that_is_no_browser(shell: Shell, no_browser: str) -> None:
    refusal(shell("probe", "h1", "--cdp", no_browser), 5, "cdp.unreachable")


@pytest.mark.parametrize("endpoint", ["ftp://127.0.0.1:1", "not an endpoint", "http://"])
def test_an_endpoint_that_is_none(shell: Shell, endpoint: str) -> None:
    refusal(shell("probe", "h1", "--cdp", endpoint), 2, "input.usage")


def test_no_browser_found(shell: Shell) -> None:
    done = shell("probe", "h1", "--url", "about:blank", CDPWEBAI_BROWSER="/no/such/browser")
    assert "/no/such/browser" in refusal(done, 5, "browser.not-found")


def test_an_address_that_is_none(shell: Shell, chromium: str) -> None:
    assert "'h t'" in refusal(shell("probe", "h1", "--url", "h t", "--cdp", chromium), 2, "input.usage")


def test_a_page_that_refuses_the_connection_was_not_seen(shell: Shell, chromium: str) -> None:
    done = shell("probe", "h1", "--url", "http://127.0.0.1:9/", "--cdp", chromium)
    assert (done.code, done.out.partition(":")[0]) == (3, "unknown (no-anchor)")
    assert "net::ERR_" in done.out


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("probe",),
        ("probe", "h1", "--no-such-option"),
        ("probe", "h1", "--timeout", "0"),
        ("probe", "h1", "--timeout", "-1"),
        ("probe", "h1", "--timeout", "soon"),
        ("probe", "h1", "--timeout", "nan"),
        ("query", "--vendor", "nobody", "--prompt", "Hi"),
        ("browser", "fly"),
        ("trace", "record"),
    ],
)
def test_a_wrong_command_line_is_refused_before_a_browser_is_touched(shell: Shell, words: tuple[str, ...]) -> None:
    refusal(shell(*words, CDPWEBAI_BROWSER="/no/such/browser"), 2, "input.usage")


@pytest.mark.parametrize("words", [(), ("sessions",), ("browser",), ("work",)], ids=" ".join)
def test_a_command_line_that_ends_too_early_is_answered_with_what_there_is(
    capfd: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code = run_command(words)
    out, said = capfd.readouterr()
    assert (code, out) == (2, "")
    assert said.startswith(f"Usage: {' '.join(('cdpwebai', *words))} ")
    assert "\nCommands:\n" in said


def test_a_wrong_command_line_is_json_too(shell: Shell) -> None:
    done = shell("probe", "h1", "--no-such-option", "--json")
    assert (done.code, done.err) == (2, "")
    assert (done.json["ok"], done.json["status"], done.json["error"]["errorCode"]) == (False, "error", "input.usage")


def test_a_contract_of_the_user_s_that_is_malformed(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('schema = "one"')
    blind = {"CDPWEBAI_CONTRACT": "c.toml", "CDPWEBAI_BROWSER": "/no/such/browser"}
    done = shell("query", "--vendor", "demo", "--prompt", "Hi", **blind)
    assert "c.toml" in refusal(done, 2, "input.usage")


@pytest.mark.parametrize("command", [("query",), ("send",), ("render",), ("work", "send", "--power", "1")])
def test_a_command_without_a_prompt_says_how_to_give_one(shell: Shell, command: tuple[str, ...]) -> None:
    done = shell(*command, CDPWEBAI_BROWSER="/no/such/browser")
    assert "--prompt TEXT" in refusal(done, 2, "input.prompt-missing")


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_standard_input_that_is_no_utf_8_is_refused_whatever_the_terminal_says(encoding: str, tmp_path: Path) -> None:
    environment = program_environment(tmp_path) | {"PYTHONIOENCODING": encoding}
    for given, ended in ((b"caf\xe9", 2), ("caf\u00e9\r\n".encode(), 0)):
        done = subprocess.run(
            [sys.executable, "-m", "cdpwebai_cli", "render", "--vendor", "demo", "--prompt", "-"],
            input=given, capture_output=True, timeout=60, check=False, env=environment,
        )  # fmt: skip
        assert done.returncode == ended
        assert (b"standard input is no text in UTF-8 (at byte 3)" in done.stderr) == (ended == 2)
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("flags", [(), ("--json",)])
@pytest.mark.parametrize("command", [("render", "--vendor", "demo", "--prompt", "Hi"), ("sessions", "show", "X")])
def test_a_standard_output_that_is_full_is_one_sentence_on_stderr(
    command: tuple[str, ...], flags: tuple[str, ...], tmp_path: Path
) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cdpwebai_cli", *command, *flags],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False, env=program_environment(tmp_path),
        )  # fmt: skip
    first, hint = done.stderr.splitlines()
    if command[0] == "render":
        assert first == "error output.not-written: standard output could not be written: No space left on device"
    elif flags:
        assert first.startswith("error input.session-not-found: there is no session 'X'")
    assert (done.returncode, hint.startswith("hint: ")) == (1, True)


@pytest.mark.parametrize(
    "command",
    [
        ("sessions", "list"),
        ("sessions", "show", "X"),
        ("sessions", "prune"),
        ("browser", "stop"),
        ("browser", "status"),
    ],
)
@pytest.mark.parametrize("option", ["--cdp", "--trace"])
def test_what_talks_to_no_page_takes_no_browser_and_records_nothing(
    shell: Shell, command: tuple[str, ...], option: str
) -> None:
    assert option in refusal(shell(*command, option, "9"), 2, "input.usage")


@pytest.mark.parametrize("command", ["query", "send", "render"])
def test_an_empty_prompt_and_a_standard_input_that_is_empty_or_closed_are_none(shell: Shell, command: str) -> None:
    blind = {"CDPWEBAI_BROWSER": "/no/such/browser"}
    for words, given in ((" \n ", None), ("-", ""), ("-", "\n")):
        done = shell(command, "--vendor", "demo", "--prompt", words, given=given, **blind)
        assert "prompt is empty" in refusal(done, 2, "input.prompt-missing")
    closed = [sys.executable, "-c", CLOSED, command, "--vendor", "demo", "--prompt", "-"]
    ended = subprocess.run(closed, capture_output=True, text=True, timeout=60, check=False, env=os.environ | blind)
    sentence = refusal(Ended(ended.returncode, ended.stdout, ended.stderr), 2, "input.prompt-missing")
    assert "standard input is closed" in sentence


@pytest.mark.parametrize("command", ["query", "send", "status"])
@pytest.mark.parametrize("url", ["https://example.com/c/1", "https://chatgpt.com/c/WEB:1", "http://chatgpt.com/c/1"])
def test_an_address_of_another_site_or_of_a_passing_conversation(shell: Shell, command: str, url: str) -> None:
    words = () if command == "status" else ("--prompt", "Hi")
    sentence = refusal(
        shell(command, "--url", url, *words, CDPWEBAI_BROWSER="/no/such/browser"), 1, "cdp.target-mismatch"
    )
    assert url in sentence


CLOSED = "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, '-m', 'cdpwebai_cli', *sys.argv[1:]])"
"""Runs the program with its standard input closed."""

HEADER = {"format": 1, "command": ["probe", "h1"]}


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        ([HEADER], "cut"),
        ([HEADER, {"t": 0, "d": ">"}], "damaged"),
        ([{"format": 99}], "99"),
        (["nonsense"], "header"),
        ([], "header"),
    ],
)
def test_a_trace_that_is_cut_damaged_or_of_a_newer_format(
    shell: Shell, tmp_path: Path, lines: list[object], word: str
) -> None:
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    sentence = refusal(shell("trace", "replay", "t.jsonl"), 2, "input.usage")
    assert word in sentence
    assert "t.jsonl" in sentence


END = {"t": 1, "d": "end"}


@pytest.mark.parametrize(
    "command",
    [
        ["browser", "stop"],
        ["browser", "start", "--headless"],
        ["sessions", "prune", "--older-than", "0s"],
        ["poll"],
        ["demo", "serve"],
        ["trace", "replay", "t.jsonl"],
        ["trace", "record", "--", "eval", "1"],
        ["browser"],
        ["nonsense"],
    ],
    ids=" ".join,
)
def test_a_trace_whose_command_is_more_than_a_question_to_a_browser(
    shell: Shell, tmp_path: Path, command: list[str]
) -> None:
    lines = [HEADER | {"command": command}, END]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    sentence = refusal(shell("trace", "replay", "t.jsonl"), 2, "input.usage")
    assert " ".join(command) in sentence
    assert "not run again" in sentence
    assert [path.name for path in tmp_path.iterdir()] == ["t.jsonl"]


def test_a_trace_that_is_not_there(shell: Shell) -> None:
    assert "nowhere.jsonl" in refusal(shell("trace", "show", "nowhere.jsonl"), 2, "input.usage")


def test_a_scenario_with_an_unknown_key(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text('{"schema": 1, "name": "s", "site": {"colour": "blue"}}')
    assert '"colour"' in refusal(shell("demo", "serve", "--scenario", "s.json"), 2, "input.usage")


def test_a_scenario_that_is_not_there(shell: Shell) -> None:
    assert "nowhere.json" in refusal(shell("demo", "ask", "--scenario", "nowhere.json"), 2, "input.usage")
