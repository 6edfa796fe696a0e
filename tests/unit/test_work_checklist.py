"""The checklist of Work: what it names is there, and what is to be there once is there once."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import cdpwebai

ROOT = Path(__file__).parents[2]
HOUSE = Path(cdpwebai.__file__).parent
READERS = HOUSE / "providers" / "chatgpt" / "js"
CHECKLIST = (ROOT / "docs" / "work.md").read_text(encoding="utf-8").partition("## Checklist")[2]
ROWS = re.findall(r"^\| (?!What |---)(.+?) \| (.+) \|$", CHECKLIST, re.MULTILINE)
"""What, and what shows it: ``path``: ``test``, ``test``; ``path``: ``test``."""

LINES = 13
"""Of the contract; what was asked for besides stands below them."""


@cache
def defined_in(path: str) -> dict[str, str]:
    """The tests of a file, each with its source and that of the decorators above it."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return {
        node.name: ast.get_source_segment(text, node) or ""
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


def named(shown: str) -> list[tuple[str, str]]:
    """The tests that a row names."""
    found: list[tuple[str, str]] = []
    for part in shown.split("; "):
        path, *names = re.findall(r"`([^`]+)`", part)
        found += [(path, name) for name in names if name.startswith("test_")]
    return found


def test_every_line_of_the_contract_stands_in_the_checklist() -> None:
    assert len(ROWS) >= LINES
    assert len({what for what, _ in ROWS}) == len(ROWS)


@pytest.mark.parametrize(("what", "shown"), ROWS, ids=[what for what, _ in ROWS])
def test_every_line_is_shown_by_tests_that_exist_and_by_scenarios_that_are_played(what: str, shown: str) -> None:
    tests = named(shown)
    assert tests, what
    for path, name in tests:
        assert name in defined_in(path), f"{path} has no {name}"
    for scenario in re.findall(r"`((?:w\d|work-)[\w-]+)`", shown):
        assert (ROOT / "tests" / "scenarios" / f"{scenario}.json").is_file(), scenario


def test_the_radios_of_chat_and_work_are_told_apart_in_one_reader() -> None:
    """Whoever presses one asks that reader first, which of them is chosen."""
    readers = {path.stem: path.read_text(encoding="utf-8") for path in READERS.glob("*.js")}
    assert {name for name, text in readers.items() if "selectors.radio" in text} == {"chat_surface", "work_radio"}
    assert 'if (chat_surface().active !== "chat") return null;' in readers["work_radio"]
    assert {name for name, text in readers.items() if "data-state" in text and "selectors.radio" in text} == {
        "chat_surface"
    }


def test_chats_refusal_of_work_is_said_in_one_place() -> None:
    said = [path for path in HOUSE.rglob("*.py") for _ in re.findall("switch-to-chat", path.read_text("utf-8"))]
    assert said == [HOUSE / "flows" / "plan_preflight.py"]


def test_works_picker_uses_nothing_of_chats_picker() -> None:
    for path in READERS.glob("work_*.js"):
        used = re.search(r"^// uses:(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert used is not None
        assert "chat_picker" not in used[1], path.name
    for name in ("plan_work", "plan_advanced", "work", "work_acts", "work_advanced", "work_steps"):
        text = (HOUSE / "flows" / f"{name}.py").read_text(encoding="utf-8")
        chats = re.findall(r"flows\.(\w*(?:select|picking|tier|wanted|offer)\w*)", text)
        assert chats == [], name
