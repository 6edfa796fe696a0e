"""``query`` with ``--follow-up``, ``--session``, ``--tool`` and ``--archive``, in real Chromium."""

import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faces.conftest import ROOT, Shell, program_environment


@contextmanager
def serving(name: str, home: Path) -> Generator[str, None, None]:
    """The address of ``demo serve``, which plays this scenario."""
    scenario = ROOT / "tests" / "scenarios" / f"{name}.json"
    command = [sys.executable, "-m", "cdpwebai_cli", "demo", "serve", "--scenario", str(scenario)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=program_environment(home))
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.send_signal(signal.SIGINT)
    process.wait(10)
    process.stdout.close()


def test_follow_ups_are_told_in_rows_and_the_session_is_asked_on_and_archived(
    shell: Shell, chromium: str, tmp_path: Path
) -> None:
    with serving("m02-three-languages", tmp_path) as url:
        common = ("--vendor", "demo", "--cdp", chromium, "--json")
        done = shell("query", *common, "--url", url, "--prompt", "One?", "--follow-up", "Two?")
        assert done.code == 0, done.err
        document = done.json
        assert [row["answer"]["markdown"] for row in document["turns"]] == ["Hello.", "안녕하세요."]
        assert (document["followUpCount"], document["finalStatus"]) == (1, "complete")
        assert document["answer"]["markdown"] == "안녕하세요."
        assert "archived" not in document
        asked = ("--session", document["sessionId"], "--prompt", "Three?")
        kept = shell("query", *common, *asked, "--archive", "auto")
        assert (kept.code, kept.json["archived"], kept.json["warnings"]) == (0, False, ["not-archived"])
        assert "more than one prompt" in kept.err
        assert kept.json["answer"]["markdown"] == "こんにちは。"


def test_a_later_failure_is_told_with_the_answers_before_it(shell: Shell, chromium: str, tmp_path: Path) -> None:
    with serving("m03-second-errors", tmp_path) as url:
        asked = ("--prompt", "One?", "--follow-up", "Two?", "--follow-up", "Three?")
        done = shell("query", "--vendor", "demo", "--cdp", chromium, "--json", "--url", url, *asked)
    assert done.code == 1
    assert (done.json["ok"], done.json["error"]["errorCode"]) == (False, "provider.answer-error")
    assert [(row["status"], row["prompt"]) for row in done.json["turns"]] == [("complete", "One?"), ("error", "Two?")]
    assert done.json["turns"][0]["answer"]["markdown"] == "One."


@pytest.mark.parametrize(
    "given",
    [
        ("--follow-up", ""),
        ("--session", "S", "--url", "http://127.0.0.1:9/"),
        ("--tool", ""),
        ("--tool", "deep-research"),
        ("--archive", "perhaps"),
    ],
)
def test_what_cannot_be_asked_is_a_usage_error_before_a_browser_is_touched(
    shell: Shell, given: tuple[str, ...]
) -> None:
    done = shell("query", "--vendor", "demo", "--prompt", "Hi", "--cdp", "http://127.0.0.1:9", "--json", *given)
    assert (done.code, done.json["error"]["errorCode"].startswith("input.")) == (2, True)
