"""Files and contexts on the command line: sent whole, told before, and refused before a browser is touched."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.faces.conftest import ROOT, Shell
from tests.faces.test_chat_options import BLIND, serving

ASK = ("--vendor", "demo", "--prompt", "Read it.")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The folder of the run, with a program and some bytes in it."""
    (tmp_path / "a.py").write_text("print('a')\n")
    (tmp_path / "data.bin").write_bytes(b"\0\1\2")
    return tmp_path


def test_a_query_attaches_its_context_and_its_files_and_tells_them(
    shell: Shell, tree: Path, tmp_path: Path, chromium: str
) -> None:
    with serving(tmp_path, ROOT / "tests" / "scenarios" / "b34b-chips.json") as address:
        context = ("--context-from-files", "*.py", "--files-report")
        done = shell("query", *ASK, "--url", address, "--file", "data.bin", *context, "--cdp", chromium)
        with urlopen(address + "__log") as answer:
            log = json.load(answer)
    assert (done.code, done.out) == (0, "Both read.\n")
    (sent,) = log["sends"]
    assert [one["name"] for one in sent["uploads"]] == ["context(1).md", "data(1).bin"]
    assert sent["uploads"][1]["sha256"] == hashlib.sha256(b"\0\1\2").hexdigest()
    assert log["clicks"] == {"send": 1}
    assert "a.py: 11 bytes" in done.err
    assert "attached: data.bin (3 bytes)" in done.err


def test_render_tells_what_would_be_attached_and_what_the_context_holds(shell: Shell, tree: Path) -> None:
    done = shell("render", *ASK, "--file", "data.bin", "--context-from-files", "*.py", "--json", **BLIND)
    told = done.json
    assert [name for name, _ in told["attachments"]] == ["context.md", "data.bin"]
    assert [row["path"] for row in told["contextPack"]["files"]] == ["a.py"]
    assert told["rendered"]["composerText"] == "Read it."
    inline = shell("render", *ASK, "--context-from-files", "*.py", "--context-transport", "inline", "--json", **BLIND)
    assert "print('a')" in inline.json["rendered"]["composerText"]
    assert "attachments" not in inline.json


@pytest.mark.parametrize(
    ("options", "code", "exit_code"),
    [
        (("--file", "nothing.txt"), "provider.attachment-preflight", 2),
        (("--file", "a.py", "--file", "./a.py"), "provider.attachment-preflight", 2),
        (("--file", "."), "provider.attachment-preflight", 2),
        (("--context-exclude", "*.py"), "input.context-source-missing", 2),
        (("--max-input", "9"), "input.context-source-missing", 2),
        (("--context-from-files", "*.rs"), "input.usage", 2),
        (("--context-from-files", "*.py", "--max-input", "9"), "context.over-budget", 1),
    ],
)
@pytest.mark.parametrize("command", ["query", "send", "render"])
def test_what_cannot_go_along_is_refused_before_a_browser_is_touched(
    shell: Shell, tree: Path, command: str, options: tuple[str, ...], code: str, exit_code: int
) -> None:
    done = shell(command, *ASK, *options, "--json", **BLIND)
    assert (done.code, done.json["error"]["errorCode"]) == (exit_code, code)
