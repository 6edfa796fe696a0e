"""The command ``work``: what it refuses before a browser is touched, and a task from its sending to its answer."""

from __future__ import annotations

import pytest

from cdpwebai.errors import InputError
from cdpwebai_cli.main import run_command
from tests.faces.conftest import Shell
from tests.faces.test_own_host import logged, served, shared
from tests.manifest import proves

__all__ = ["served", "shared"]

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


@proves("seed000.two-doors", "seed000.sessions")
def test_a_task_is_sent_and_polled_by_its_own_commands_and_chats_commands_do_not_find_it(shared: Shell) -> None:
    sent = shared("work", "send", "--prompt", "What is the word?", "--power", "4", "--speed", "fast", "--json").json
    known = {"ok": True, "status": "sent", "surface": "work", "power": 4, "speed": "fast", "responseContract": "work"}
    assert known.items() <= sent.items()
    assert sent["taskUrl"] == f"https://chatgpt.com/c/{sent['taskId']}"
    assert (sent["model"], sent["effort"], sent["moreUsage"]) == ("GPT-5.6 Sol", "high", True)
    assert shared("poll", "--json").code != 0

    told = shared("work", "poll", "--json", "--quiet").json
    log = logged(shared)
    assert (told["status"], told["surface"], told["taskId"]) == ("complete", "work", sent["taskId"])
    assert log["word"] in told["answer"]["markdown"]
    assert [(send["surface"], send["power"], send["speed"]) for send in log["sends"]] == [("work", 4, "fast")]
    again = shared("sessions", "resume", sent["sessionId"], "--json").json
    assert again["answer"] == told["answer"]
    stored = shared("sessions", "show", sent["sessionId"], "--json").json["session"]
    assert (stored["surface"], stored["responseContract"], stored["taskId"]) == ("work", "work", sent["taskId"])
    assert stored["targetId"]
