"""The command ``work``: what it refuses before a browser is touched, and a task from its sending to its answer."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cdpwebai.errors import InputError
from cdpwebai_cli.commands.work import tell_sent
from cdpwebai_cli.main import run_command
from tests.faces.conftest import ROOT, Shell, program_environment
from tests.faces.test_own_host import logged, served, shared
from tests.manifest import proves
from tests.unit.store.sessions import session

__all__ = ["served", "shared"]

TIMES = re.compile(r"(?<![\w.])(?:\d+(?:[.,]\d+)?\s?(?:x|×)|x\s?\d)(?!\w)|\d\s?(?:배|倍)|\d-?fach")
"""A number of times: 1.5x, x2, 1,5-fach."""

SEND = ("work", "send", "--prompt", "x", "--power", "3", "--cdp", "http://127.0.0.1:9")


def refused(*arguments: str) -> str:
    with pytest.raises(InputError) as caught:
        run_command(arguments)
    assert caught.value.exit_code == 2
    return caught.value.message


@pytest.mark.parametrize("power", ["0", "7", "3.5", "high", "-1", "+3", " 3", "３", "²", ""])
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


@pytest.mark.parametrize("option", ["prompt", "power", "speed", "url", "vendor", "file", "output-dir"])
@proves("seed000.v1-options")
def test_nothing_is_sent_or_chosen_by_the_command_that_waits(option: str) -> None:
    assert f"--{option}" in refused("work", "poll", "--cdp", "http://127.0.0.1:9", f"--{option}", "x")


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
    refused_poll = shared("poll", "--session", sent["sessionId"])
    assert (refused_poll.code, f"cdpwebai work poll --session {sent['sessionId']}" in refused_poll.err) == (2, True)

    polled = json.loads(told("work", "poll", "--json", "--witness", "dom"))
    log = logged(shared)
    assert (polled["status"], polled["surface"], polled["taskId"]) == ("complete", "work", sent["taskId"])
    assert log["word"] in polled["answer"]["markdown"]
    assert polled["answer"]["source"] == "dom"
    assert [(send["surface"], send["power"], send["speed"]) for send in log["sends"]] == [("work", 4, "fast")]
    assert json.loads(told("sessions", "resume", sent["sessionId"], "--json")) == polled
    assert json.loads(told("watch", "--session", sent["sessionId"], "--json")) == polled
    stored = json.loads(told("sessions", "show", sent["sessionId"], "--json"))["session"]
    assert (stored["surface"], stored["responseContract"], stored["taskId"]) == ("work", "work", sent["taskId"])
    assert stored["targetId"]

    seen = {"power": 4, "label": "5.6 Sol High, 4 of 6.", "model": "GPT-5.6 Sol", "effort": "high", "verified": True}
    usage = {"speed": "fast", "moreUsage": True, "speedLabel": "Faster Consumes usage limits faster"}
    assert (seen | usage).items() <= sent["evidence"].items()
    assert sent["evidence"] == polled["evidence"] == stored["workSelection"]
    for arguments in (
        ("sessions", "show", sent["sessionId"]),
        ("sessions", "list"),
        ("work", "poll", "--session", sent["sessionId"]),
        ("work", "send", "--help"),
    ):
        told(*arguments)
    assert [text for text in texts if TIMES.search(text)] == []

    assert shared("call", "Target.closeTarget", f"targetId={stored['targetId']}").code == 0
    anew = json.loads(told("sessions", "reattach", sent["sessionId"], "--navigate", "--json"))
    assert (anew["status"], anew["url"]) == ("reattached", sent["taskUrl"]), "the address of a finished task"


RUNNING_ID = "6a2f6f5e-0c1d-4a3b-9f00-1d2e3f405162"
RUNNING = [
    {"at": 0.05, "do": "user_turn"},
    {"at": 0.1, "do": "url", "to": f"/c/{RUNNING_ID}"},
    {"at": 0.2, "do": "stop", "state": "on"},
    {"at": 0.3, "do": "assistant_turn", "id": "a1"},
    {"at": 0.4, "do": "work", "state": "thinking"},
    {"at": 600, "do": "text", "md": "Much later."},
]


@pytest.fixture
def running(shell: Shell, tmp_path: Path) -> Iterator[Shell]:
    """The shell, with a browser that finds at chatgpt.com a site whose tasks run on and on."""
    scenario = tmp_path / "running.json"
    scenario.write_text(json.dumps({"schema": 1, "name": "running", "replies": [RUNNING]}))
    command = [
        sys.executable,
        "-m",
        "cdpwebai_cli",
        "demo",
        "serve",
        "--as",
        "chatgpt.com",
        "--scenario",
        str(scenario),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=program_environment(tmp_path)) as site:
        assert site.stdout is not None
        site.stdout.readline()
        assert shell("browser", "start", "--headless", "--", *shlex.split(site.stdout.readline())).code == 0
        yield shell
        assert shell("browser", "stop").code == 0
        site.send_signal(signal.SIGINT)


@proves("seed000.reattach", "ref.F5.WORK-45")
def test_a_running_task_is_polled_by_its_record_and_not_joined_again_once_its_tab_is_gone(running: Shell) -> None:
    task = running("work", "send", "--prompt", "Prepare the notes.", "--power", "2", "--json").json["sessionId"]
    ways = (("work", "poll", "--session", task), ("sessions", "resume", task), ("watch", "--session", task))
    for way in ways:
        late = running(*way, "--timeout", "1", "--json")
        assert (late.code, "provider.poll-timeout" in late.out) == (4, True), way
        assert f"cdpwebai work poll --session {task}" in late.out
    target = running("sessions", "show", task, "--json").json["session"]["targetId"]
    assert running("call", "Target.closeTarget", f"targetId={target}").code == 0
    for way in (ways[0], ways[2], ("sessions", "reattach", task, "--navigate")):
        lost = running(*way, "--json")
        told = lost.json
        assert (lost.code, told["ok"], told["sessionId"]) == (3, False, task), way
        assert told["error"]["errorCode"] == "provider.work-reattach-unverified", way
        assert told["error"]["message"].endswith("look in the browser (https://chatgpt.com/c/" + RUNNING_ID + ")"), way
    shown = running("call", "Target.getTargets", "--json").out
    assert RUNNING_ID not in shown, "nothing was opened"


@proves("seed000.task-url")
def test_what_could_not_be_seen_beside_a_task_is_told_beside_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    warned = session("unknown-submission", surface="work", power=2, warnings=("work-task-url-unresolved",))
    tell_sent(warned, as_json=False)
    told = capsys.readouterr()
    assert (told.out, told.err) == (f"sent: {warned.id}\n", "warning: work-task-url-unresolved\n")
    tell_sent(warned, as_json=True)
    known = json.loads(capsys.readouterr().out)
    assert (known["status"], known["taskUrl"], known["warnings"]) == ("work-sent", None, ["work-task-url-unresolved"])


@proves("seed000.no-multiplier")
def test_no_page_of_ours_says_how_much_more_fast_takes() -> None:
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
    lines = [line for page in pages for line in Path(page).read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if re.search("fast", line, re.IGNORECASE) and TIMES.search(line)] == []
    assert all(TIMES.search(said) for said in ("1.5x speed", "is x2 as fast", "1,5-fach", "1.5배", "2 x"))
    assert not TIMES.search('"sessionId":"01KB5X9","at":1764551.5,"hex":"0x15"')
