"""``--output-image``, ``--output-dir``, ``--require-file-artifacts``: told as JSON and to a person, refused in time."""

import hashlib
from pathlib import Path

from tests.faces.conftest import ROOT, Shell
from tests.faces.test_chat_options import BLIND, serving

SCENARIOS = ROOT / "tests" / "scenarios"


def test_files_are_saved_and_told_with_their_places(shell: Shell, chromium: str, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    with serving(tmp_path, SCENARIOS / "b52-files.json") as url:
        asked = ("query", "--vendor", "demo", "--url", url, "--prompt", "Make two.", "--cdp", chromium)
        done = shell(*asked, "--output-dir", str(folder), "--json")
        answer = done.json["answer"]
        assert (done.code, [one["name"] for one in answer["files"]]) == (0, ["first.zip", "second.zip"])
        for one in answer["files"]:
            assert hashlib.sha256(Path(one["path"]).read_bytes()).hexdigest() == one["sha256"]


def test_what_was_asked_for_and_is_not_there_is_an_error_and_the_text_is_printed(
    shell: Shell, chromium: str, tmp_path: Path
) -> None:
    folder = tmp_path / "saved"
    with serving(tmp_path, SCENARIOS / "b53a-404.json") as url:
        asked = ("query", "--vendor", "demo", "--url", url, "--prompt", "Make it.", "--cdp", chromium)
        done = shell(*asked, "--output-dir", str(folder), "--require-file-artifacts")
        assert (done.code, done.out.split("\n")[0]) == (1, "The archive is ready.")
        assert "error provider.file-artifact: " in done.err
        session = shell("sessions", "list", "--vendor", "demo", "--json").json["sessions"][0]
        again = shell(
            "poll", "--vendor", "demo", "--session", session["sessionId"], "--cdp", chromium, "--json",
            "--output-dir", str(folder), "--require-file-artifacts",
        )  # fmt: skip
    assert (again.code, again.json["status"]) == (1, "file-artifact-unsatisfied")
    assert again.json["answer"]["artifactErrors"][0]["code"] == "artifact.not-found"


def test_what_cannot_be_saved_is_refused_before_a_browser_is_touched(shell: Shell, tmp_path: Path) -> None:
    there = tmp_path / "out.png"
    there.write_bytes(b"mine")
    for options, word in (
        (("--output-image", str(there)), "overwritten"),
        (("--output-dir", str(there)), "folder"),
        (("--require-file-artifacts",), "folder"),
        (("--output-image", str(tmp_path / "new.png"), "--follow-up", "And?"), "--follow-up"),
    ):
        done = shell("query", "--vendor", "demo", "--prompt", "Hi", *options, **BLIND)
        assert (done.code, word in done.err) == (2, True), done.err
    done = shell("poll", "--require-file-artifacts", "--output-dir", str(tmp_path), **BLIND)
    assert (done.code, "--session" in done.err) == (2, True)
    assert there.read_bytes() == b"mine"
