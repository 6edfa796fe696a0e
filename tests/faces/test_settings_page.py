"""The page of settings names every variable and every number that the program reads, with what holds without it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from cdpwebai.api import settings
from cdpwebai_cli.main import cli

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
SOURCE = "\n".join(
    path.read_text(encoding="utf-8") for folder in ("cdpwebai", "cli") for path in (ROOT / folder).rglob("*.py")
)


def test_every_variable_that_the_program_reads_has_its_row_and_no_other_has() -> None:
    read = set(re.findall(r"\bCDPWEBAI_[A-Z]+\b", SOURCE))
    assert "CDPWEBAI_HOME" in read
    assert set(re.findall(r"^\| `(CDPWEBAI_[A-Z]+)` \|", PAGE, re.MULTILINE)) == read


def test_every_number_of_the_file_stands_there_with_its_default() -> None:
    shown = tomllib.loads(PAGE.partition("```toml\n")[2].partition("```")[0])
    defaults = {"at_once": settings.AT_ONCE, "per_minute": settings.PER_MINUTE, "cool_down": settings.COOL_DOWN}
    assert shown == defaults
    assert set(re.findall(r'_number\("(\w+)"', SOURCE)) == set(defaults)


def test_the_readme_points_there() -> None:
    assert "(docs/settings.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["query", "send"])
def test_the_help_says_that_a_place_is_waited_for(command: str) -> None:
    told = " ".join(CliRunner().invoke(cli, [command, "--help"]).output.split())
    assert "waits for a place" in told
