"""The generated reference is what the code says now, and its check can tell when it is not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import cdpwebai.errors
from cdpwebai.errors import CdpWebAIError
from tests.manifest import proves

ROOT = Path(__file__).parents[2]


def check(docs: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(docs / "generate.py"), "--check"],
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'cli'}"},
        capture_output=True,
        text=True,
        check=False,
    )


@proves("oracle.H19")
def test_the_reference_is_what_the_code_says() -> None:
    ended = check(ROOT / "docs")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_every_code_of_the_source_stands_there_and_no_file_s_name_does() -> None:
    page = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
    for code in (
        "provider.rate-limited",
        "tab.target-lost",
        "watcher.vendor-mismatch",
        "session.conversation-mismatch",
    ):
        assert f"`{code}`" in page
    assert "browser.json" not in page
    assert "context.md" not in page


def test_a_page_that_differs_or_is_missing_is_named(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    with (tmp_path / "docs/reference/errors.md").open("a", encoding="utf-8") as page:
        page.write("one line more\n")
    (tmp_path / "docs/reference/commands.md").unlink()
    ended = check(tmp_path / "docs")
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == [
        "commands.md is not what the code says: run `make docs`",
        "errors.md is not what the code says: run `make docs`",
    ]


def test_every_error_has_its_line() -> None:
    page = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
    public = [getattr(cdpwebai.errors, name) for name in cdpwebai.errors.__all__]
    assert CdpWebAIError in public
    for error in public:
        assert f"`{error.__name__}` | `{error.error_code}` |" in page
