"""Every recording of the project gives its recorded outcome, without a browser and without what was noted beside it.

The program runs as a user runs it, in a process of its own that could not find a browser if it looked for one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cdpwebai.testing.plugin import Recording

ROOT = Path(__file__).parents[2]
RECORDINGS = ROOT / "recordings"
NAMES = sorted(path.name.partition(".")[0] for path in RECORDINGS.glob("*.jsonl*"))

OWN = ("observations", "sessionId")

Replay = Callable[[str], Recording]


def run_replay(trace: Path) -> dict[str, Any]:
    """Exit code and output of ``trace replay``, with no browser in reach, without what each run has of its own."""
    program = [sys.executable, "-c", "from cdpwebai_cli.main import main; main()"]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "cli")]),
        "PATH": "",
        "CDPWEBAI_BROWSER": "/nowhere/chromium",
    }
    command = [*program, "trace", "replay", os.fspath(trace), "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    try:
        output = json.loads(ended.stdout)
    except ValueError:
        raise AssertionError(f"no JSON: {ended.stdout}{ended.stderr}") from None
    output.get("error", {}).get("evidence", {}).pop("observations", None)
    evidence: dict[str, Any] = output.get("evidence") or {}
    evidence.pop("capturedAt", None)
    for saved in (*output.get("answer", {}).get("images", ()), *output.get("answer", {}).get("files", ())):
        del saved["path"]
    return {"exit": ended.returncode, "output": {name: output[name] for name in output if name not in OWN}}


def alone(recording: Recording, folder: Path) -> Path:
    """The trace where nothing else is."""
    return Path(shutil.copy(recording.path, folder))


def rewritten(recording: Recording, folder: Path, change: Callable[[list[str]], list[str]]) -> Path:
    path = alone(recording, folder)
    path.write_text("".join(change(path.read_text(encoding="utf-8").splitlines(keepends=True))), encoding="utf-8")
    return path


def test_there_are_recordings_of_answers_and_of_looks() -> None:
    assert {"hello", "ten-minutes", "probe-visible", "probe-absent", "eval-value"} <= set(NAMES)


def test_all_of_them_together_are_small() -> None:
    assert sum(path.stat().st_size for path in RECORDINGS.glob("*.jsonl*")) <= 20_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_says_where_it_comes_from(name: str, replay: Replay) -> None:
    header = replay(name).trace.header
    assert header.chromium.startswith("Chrome/")
    assert header.scenario
    assert header.readers
    assert header.command


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_gives_its_recorded_outcome_without_a_browser(name: str, replay: Replay, tmp_path: Path) -> None:
    recording = replay(name)
    assert run_replay(alone(recording, tmp_path)) == recording.expected


def test_a_changed_character_in_the_recorded_answer_changes_the_output(replay: Replay, tmp_path: Path) -> None:
    recording = replay("hello")
    path = rewritten(recording, tmp_path, lambda lines: [line.replace("Goodbye!", "Goodbye?") for line in lines])
    outcome = run_replay(path)
    before, after = recording.expected["output"]["answer"]["markdown"], outcome["output"]["answer"]["markdown"]
    assert after == before.replace("Goodbye!", "Goodbye?") != before


def test_a_replay_writes_nothing_where_what_was_saved_went(replay: Replay, tmp_path: Path) -> None:
    recording = replay("files")
    command = recording.trace.header.command
    recorded, here = command[command.index("--output-dir") + 1], tmp_path / "saved"
    here.mkdir()
    (here / "first.zip").write_bytes(b"mine")
    path = rewritten(recording, tmp_path, lambda lines: [lines[0].replace(recorded, str(here)), *lines[1:]])
    outcome = run_replay(path)
    assert outcome == recording.expected
    assert {one.name: one.read_bytes() for one in here.iterdir()} == {"first.zip": b"mine"}


def test_files_that_were_attached_need_not_be_there_for_a_replay(replay: Replay, tmp_path: Path) -> None:
    recording = replay("attached")
    assert [file.name for file in recording.trace.header.files] == ["notes.txt", "figures.csv"]
    path = rewritten(
        recording, tmp_path, lambda lines: [lines[0].replace('"notes.txt","--', '"/gone/notes.txt","--'), *lines[1:]]
    )
    assert run_replay(path) == recording.expected


def test_a_replay_with_another_file_than_the_recorded_one_diverges(replay: Replay, tmp_path: Path) -> None:
    recording = replay("attached")
    path = rewritten(
        recording, tmp_path, lambda lines: [lines[0].replace('"name":"figures.csv"', '"name":"others.csv"'), *lines[1:]]
    )
    assert run_replay(path)["output"]["error"]["errorCode"] == "trace.divergence"


def test_a_removed_reply_to_an_act_names_the_act(replay: Replay, tmp_path: Path) -> None:
    def without_the_reply_to_insert_text(lines: list[str]) -> list[str]:
        (sent,) = [json.loads(line)["m"]["id"] for line in lines if '"Input.insertText"' in line]
        return [line for line in lines if f'"m":{{"id":{sent},"result"' not in line]

    outcome = run_replay(rewritten(replay("hello"), tmp_path, without_the_reply_to_insert_text))
    assert outcome["exit"] == 1
    error = outcome["output"]["error"]
    assert error["errorCode"] == "trace.divergence"
    assert "the reply to Input.insertText" in error["message"]


def test_a_recorded_wait_of_ten_minutes_takes_no_time(replay: Replay, tmp_path: Path) -> None:
    recording = replay("ten-minutes")
    assert recording.trace.closing is not None
    assert recording.trace.closing.t > 600
    begun = time.monotonic()
    outcome = run_replay(alone(recording, tmp_path))
    assert time.monotonic() - begun < 60
    assert outcome == recording.expected
