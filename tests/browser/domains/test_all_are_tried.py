"""No command or event is written without being tried in a browser."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.domains import COMMANDS, EVENTS, Written

ALIASES = {"browser": "browser_domain", "input": "input_domain"}


def name_in_tests(written: Written) -> str:
    module = written.__module__.rpartition(".")[2]
    return f"{ALIASES.get(module, module)}.{written.__name__}"


def test_each_command_and_event_is_tried_in_this_folder() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    tried = set(re.findall(r"\b\w+\.[A-Z]\w+", sources))
    assert {name_in_tests(command) for command in COMMANDS} - tried == set()
    assert {name_in_tests(event) for event in EVENTS} - tried == set()
