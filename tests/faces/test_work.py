"""The command ``work``: what it refuses before a browser is touched, and a task from its sending to its answer."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cdpwebai.errors import InputError
from cdpwebai_cli.main import run_command
from tests.faces.conftest import ROOT, Shell
from tests.faces.test_own_host import logged, served, shared
from tests.manifest import proves

__all__ = ["served", "shared"]

TIMES = re.compile(r"(?<![\w.])(?:\d+(?:[.,]\d+)?\s?(?:x|×)|x\s?\d)(?!\w)|\d\s?(?:배|倍)|\d-?fach")
"""A number of times: 1.5x, x2, 1,5-fach."""

SEND = ("work", "send", "--prompt", "x", "--power", "3", "--cdp", "http://127.0.0.1:9")


def refused(*arguments: str) -> str:
    with pytest.raises(InputError) as caught:
        run_command(arguments)
    assert caught.value.exit_code == 2
    return caught.value.message


@pytest.mark.parametrize("power", ["0", "7", "3.5", "high", "-1", ""])
@proves("ref.F5.WCLI", "seed000.cli")
def test_any_other_power_is_refused_before_a_browser_is_touched(power: str) -> None:
    assert "from 1 to 6" in refused("work", "send", "--prompt", "x", f"--power={power}")


@proves("ref.F5.WCLI")
def test_an_unknown_speed_and_what_is_missing_are_refused() -> None:
    assert "standard or fast" in refused(*SEND, "--speed", "turbo")
    assert "--power" in refused("work", "send", "--prompt", "x")
    assert "--prompt" in refused("work", "send", "--power", "3")
    assert "empty" in refused("work", "send", "--prompt", " ", "--power", "3")
    assert "nonsense" in refused("work", "nonsense")


@pytest.mark.parametrize(
    "option", ["model", "effort", "family", "surface", "project", "plugin", "tool", "file", "url", "vendor"]
)
@proves("ref.F5.WCLI", "seed000.v1-options")
def test_what_changes_what_is_sent_or_where_is_refused(option: str) -> None:
    assert f"--{option}" in refused(*SEND, f"--{option}", "x")


@proves("seed000.two-doors", "seed000.sessions", "seed000.no-multiplier")
def test_a_task_is_sent_and_polled_by_its_own_commands_and_chats_commands_do_not_find_it(shared: Shell) -> None:
    texts: list[str] = []

    def told(*arguments: str) -> str:
        done = shared(*arguments)
        texts.extend((done.out, done.err))
        assert done.code == 0, done
        return done.out

    sent = json.loads(
        told("work", "send", "--prompt", "What is the word?", "--power", "4", "--speed", "fast", "--json")
    )
    assert sent["warnings"] == []
    known = {"ok": True, "status": "work-sent", "surface": "work", "power": 4, "speed": "fast"}
    assert known.items() <= sent.items()
    assert (sent["taskUrl"], sent["responseContract"]) == (f"https://chatgpt.com/c/{sent['taskId']}", "work")
    assert (sent["model"], sent["effort"], sent["moreUsage"]) == ("GPT-5.6 Sol", "high", True)
    assert shared("poll", "--json").code != 0

    polled = json.loads(told("work", "poll", "--json", "--witness", "dom"))
    log = logged(shared)
    assert (polled["status"], polled["surface"], polled["taskId"]) == ("complete", "work", sent["taskId"])
    assert log["word"] in polled["answer"]["markdown"]
    assert polled["answer"]["source"] == "dom"
    assert [(send["surface"], send["power"], send["speed"]) for send in log["sends"]] == [("work", 4, "fast")]
    again = json.loads(told("sessions", "resume", sent["sessionId"], "--json"))
    assert again["answer"] == polled["answer"]
    watched = json.loads(told("watch", "--session", sent["sessionId"], "--json"))
    assert watched["answer"] == polled["answer"]
    stored = json.loads(told("sessions", "show", sent["sessionId"], "--json"))["session"]
    assert (stored["surface"], stored["responseContract"], stored["taskId"]) == ("work", "work", sent["taskId"])
    assert stored["targetId"]

    seen = {"power": 4, "label": "5.6 Sol High, 4 of 6.", "model": "GPT-5.6 Sol", "effort": "high", "verified": True}
    usage = {"speed": "fast", "moreUsage": True, "speedLabel": "Faster Consumes usage limits faster"}
    assert (seen | usage).items() <= sent["evidence"].items()
    assert sent["evidence"] == polled["evidence"] == stored["workSelection"]
    for arguments in (
        ("sessions", "show", sent["sessionId"]),
        ("sessions", "resume", sent["sessionId"]),
        ("sessions", "list"),
        ("sessions", "list", "--json"),
        ("work", "poll", "--session", sent["sessionId"]),
        ("work", "send", "--prompt", "Again?", "--power", "1", "--speed", "standard"),
        *((*command, "--help") for command in (("work",), ("work", "send"), ("work", "poll"))),
    ):
        told(*arguments)
    assert [text for text in texts if TIMES.search(text)] == []


@proves("seed000.no-multiplier")
def test_no_page_of_ours_says_how_much_more_fast_takes() -> None:
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
    lines = [line for page in pages for line in Path(page).read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if re.search("fast", line, re.IGNORECASE) and TIMES.search(line)] == []
    assert all(TIMES.search(said) for said in ("1.5x speed", "is x2 as fast", "1,5-fach", "1.5배", "2 x"))
    assert not TIMES.search('"sessionId":"01KB5X9","at":1764551.5,"hex":"0x15"')
