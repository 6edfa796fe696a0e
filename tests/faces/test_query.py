"""``query`` and ``demo``: a question asked in real Chromium, and its answer on stdout, exactly once."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.faces.conftest import ROOT, Shell, program_environment
from tests.manifest import proves

WORD = re.compile(r"[a-z]+-[a-z]+-\d{3}")


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[str]:
    """The address of ``demo serve``, which plays the built-in scenario."""
    command = [sys.executable, "-m", "cdpwebai_cli", "demo", "serve"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=program_environment(tmp_path))
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    process.stdout.close()


def test_demo_ask_prints_the_drawn_word_and_the_site_s_own_log(shell: Shell) -> None:
    done = shell("demo", "ask", "--prompt", "Hello there")
    assert done.code == 0
    (log,) = [line for line in done.err.splitlines() if line.startswith("the site's log: ")]
    assert "1 send, text equal: ['Hello there']" in log
    drawn = WORD.findall(log)[-1]
    assert drawn in done.out


def test_query_asks_a_site_that_runs_elsewhere_and_prints_json(shell: Shell, serving: str, chromium: str) -> None:
    done = shell("query", "--vendor", "demo", "--url", serving, "--prompt", "Hi", "--cdp", chromium, "--json")
    assert (done.code, done.err) == (0, "")
    document = done.json
    assert (document["ok"], document["status"], document["vendor"]) == (True, "complete", "demo")
    assert len(document["sessionId"]) == 26
    assert WORD.search(document["answer"]["markdown"])
    assert (document["answer"]["source"], document["answer"]["exactness"]) == ("record", "exact")
    assert document["observations"]["looks"] > 3


WATER = {"title": "Water", "url": "https://example.com/water"}
RAIN = {"title": "Rain", "url": "https://example.org/rain"}


@pytest.mark.parametrize(
    ("name", "cited", "source"),
    [("own-cited", [WATER, RAIN], "record"), ("own-cited-page", [WATER], "dom")],
    ids=["record", "page"],
)
def test_the_json_of_an_answer_has_what_it_cites_beside_its_markdown(
    shell: Shell, chromium: str, name: str, cited: list[dict[str, str]], source: str
) -> None:
    """The page's pill shows the first of its two sources only."""
    scenario = ROOT / "tests" / "scenarios" / f"{name}.json"
    done = shell("demo", "ask", "--scenario", str(scenario), "--cdp", chromium, "--json")
    assert done.code == 0
    answer = done.json["answer"]
    assert (answer["citations"], answer["source"]) == (cited, source)
    assert [answer["markdown"].count(f"]({one['url']})") for one in cited] == [1] * len(cited)
    of_text, of_proof = {"markdown", "text", "citations", "modelSlug"}, {"source", "exactness", "messageId"}
    assert answer.keys() == of_text | of_proof | {"files", "images", "artifactErrors"}


def test_the_prompt_may_come_from_standard_input(shell: Shell, chromium: str) -> None:
    done = shell("query", "--vendor", "demo", "--prompt", "-", "--cdp", chromium, given="Two\nlines\n")
    assert done.code == 0
    assert WORD.search(done.out)


def test_query_that_runs_out_of_time_exits_4_with_the_partial_text_and_never_as_an_answer(
    shell: Shell, chromium: str
) -> None:
    scenario = ROOT / "tests" / "scenarios" / "b05-stuck.json"
    done = shell("demo", "ask", "--scenario", str(scenario), "--timeout", "8", "--cdp", chromium, "--json")
    assert done.code == 4
    assert (done.json["ok"], done.json["status"]) == (False, "timeout")
    assert done.json["partial"]
    assert "answer" not in done.json
    assert "it goes on in the browser" in done.json["error"]["message"]


def test_an_interrupted_query_exits_130_says_how_to_come_back_and_leaves_no_browser(tmp_path: Path) -> None:
    scenario = ROOT / "tests" / "scenarios" / "b05-stuck.json"
    command = [sys.executable, "-m", "cdpwebai_cli", "demo", "serve", "--scenario", str(scenario)]
    environment = program_environment(tmp_path)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as site:
        assert site.stdout is not None
        url = site.stdout.readline().strip()
        asking = [sys.executable, "-m", "cdpwebai_cli", "query", "--vendor", "demo", "--url", url, "--prompt", "Hi"]
        trace = tmp_path / "t.jsonl"
        with subprocess.Popen(
            [*asking, "--trace", str(trace)], stderr=subprocess.PIPE, text=True, env=environment
        ) as query:
            _wait_until_pressed(trace)  # before that an interrupted query tells that nothing was sent
            query.send_signal(signal.SIGINT)
            _, said = query.communicate(timeout=20)
        site.send_signal(signal.SIGINT)
    assert query.returncode == 130
    assert "its browser has ended with the command" in said
    assert "goes on" not in said
    assert "poll --session" in said
    assert "Traceback" not in said
    assert not [line for line in _processes().values() if str(tmp_path) in line]


@proves("oracle.B17")
def test_a_browser_killed_while_the_answer_is_awaited_says_that_the_prompt_was_sent(
    shell: Shell, tmp_path: Path
) -> None:
    scenario = ROOT / "tests" / "scenarios" / "b05-stuck.json"
    command = [sys.executable, "-m", "cdpwebai_cli", "demo", "ask", "--scenario", str(scenario), "--json"]
    temp = Path(tempfile.mkdtemp(prefix="q-"))  # short: a unix socket's path below it may have 108 characters
    environment = program_environment(tmp_path) | {"TMPDIR": str(temp)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as asking:
        _wait_until_sent(shell)
        (browser,) = _browsers_below(temp)
        os.kill(browser, signal.SIGKILL)
        out, _ = asking.communicate(timeout=20)
    error = json.loads(out)["error"]
    assert asking.returncode == 5
    assert error["errorCode"] == "cdp.disconnected"
    assert error["mutationAllowed"] is True
    assert "the prompt was sent, and will not be sent again" in error["message"]


def _wait_until_sent(shell: Shell) -> None:
    """Until the session is stored as sent."""
    for _ in range(60):
        if [one["status"] for one in shell("sessions", "list", "--json").json["sessions"]] == ["sent"]:
            return
    raise AssertionError("the prompt was never sent")


def _browsers_below(folder: Path) -> list[int]:
    """The browsers, without their helpers, whose profile is in this folder."""
    return [pid for pid, line in _processes().items() if f"--user-data-dir={folder}" in line and "--type=" not in line]


def test_a_prompt_that_is_no_text_is_refused_before_a_browser_is_touched(shell: Shell) -> None:
    done = shell("query", "--vendor", "demo", "--prompt", "\udcff", CDPWEBAI_BROWSER="/no/such/browser")
    assert done.code == 2
    assert "no text" in done.err


def _wait_until_pressed(trace: Path) -> None:
    """Until the trace has a press after the prompt: that on Send."""
    import time

    end = time.monotonic() + 60
    while not (trace.exists() and b"mousePressed" in trace.read_bytes().partition(b"Input.insertText")[2]):
        assert time.monotonic() < end, "Send was never pressed"
        time.sleep(0.05)


def _processes() -> dict[int, str]:
    """Every process's command line."""
    found: dict[int, str] = {}
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            found[int(entry)] = Path(f"/proc/{entry}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def test_a_query_is_recorded_and_replayed_without_a_browser(shell: Shell, chromium: str, tmp_path: Path) -> None:
    recorded = shell(
        "trace", "record", "--trace", "q.jsonl", "--", "query", "--vendor", "demo", "--prompt", "Hi", "--json"
    )
    assert recorded.code == 0
    blind = {"CDPWEBAI_BROWSER": "/no/such/browser"}
    replayed = shell("trace", "replay", "q.jsonl", **blind)
    assert (replayed.code, replayed.json) == (0, recorded.json | {"sessionId": None})

    word = WORD.search(recorded.json["answer"]["markdown"])
    assert word is not None
    trace = (tmp_path / "q.jsonl").read_text()
    (tmp_path / "changed.jsonl").write_text(trace.replace(word[0], "x" * len(word[0])))
    changed = shell("trace", "replay", "changed.jsonl", **blind)
    assert changed.json["answer"]["markdown"] == recorded.json["answer"]["markdown"].replace(
        word[0], "x" * len(word[0])
    )

    typed = next(line for line in trace.splitlines() if '"Input.insertText"' in line)
    number = json.loads(typed)["m"]["id"]
    reply = next(line for line in trace.splitlines() if f'"m":{{"id":{number},' in line and '"d":"<"' in line)
    (tmp_path / "less.jsonl").write_text(trace.replace(reply + "\n", ""))
    diverged = shell("trace", "replay", "less.jsonl", **blind)
    assert diverged.code == 1
    assert diverged.json["error"]["errorCode"] == "trace.divergence"
    assert "Input.insertText" in diverged.json["error"]["message"]
