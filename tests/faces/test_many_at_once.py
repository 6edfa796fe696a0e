"""Many prompts at once: two processes in one browser, and places that runs wait for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.faces.conftest import ROOT, Shell, program_environment
from tests.faces.many import HOW_MANY
from tests.manifest import proves
from tests.support.served import PROGRAM, served, slow_reply

LIMIT = 110.0


@proves("oracle.H6", "oracle.H18")
def test_two_processes_ask_ten_prompts_each_at_once_and_get_twenty_right_answers_in_conversations_of_their_own(
    tmp_path: Path, shell: Shell, chromium: str
) -> None:
    """The site's n-th send gets the n-th reply, so that its log says which answer is whose."""
    replies = [slow_reply(1, answer=f"Reply, {n}.", address=n) for n in range(1, 2 * HOW_MANY + 1)]
    environment = program_environment(tmp_path)
    with served(tmp_path, environment, replies) as site:
        asking = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.faces.many", site.url, chromium, name],
                stdout=subprocess.PIPE,
                text=True,
                env=environment,
                cwd=ROOT,
            )
            for name in ("one", "two")
        ]
        try:
            lines = [line for process in asking for line in process.communicate(timeout=LIMIT)[0].splitlines()]
        finally:
            for process in asking:
                process.kill()
        sends = site.sends
    told = [json.loads(line) for line in lines]
    assert [process.returncode for process in asking] == [0, 0]
    assert len(sends) == len(set(sends)) == len(told) == 2 * HOW_MANY
    for one in told:
        number = sends.index(one["prompt"]) + 1
        assert one["answer"] == f"Reply, {number}."
        assert one["url"].endswith(f"{number:012}")
    assert len({one["session"] for one in told}) == 2 * HOW_MANY
    sessions = shell("sessions", "list", "--status", "complete", "--json").json["sessions"]
    assert {one["sessionId"] for one in sessions} == {one["session"] for one in told}


@proves("oracle.H20")
def test_beyond_the_places_that_there_are_a_run_waits_its_turn_and_says_why_when_its_time_is_over(
    tmp_path: Path, shell: Shell, chromium: str
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text("at_once = 1\n")
    environment = program_environment(tmp_path)
    replies = [slow_reply(15, answer="Long, one.", address=1), slow_reply(1, answer="Short, one.", address=2)]
    with served(tmp_path, environment, replies) as site:
        asking = [*PROGRAM, "query", "--vendor", "demo", "--url", site.url, "--cdp", chromium, "--prompt"]
        with subprocess.Popen([*asking, "First"], stdout=subprocess.PIPE, text=True, env=environment) as first:
            site.wait_sent()
            refused = shell(*asking[3:], "Impatient", "--timeout", "4", "--json")
            assert (refused.code, refused.json["error"]["errorCode"]) == (1, "provider.active-capacity")
            assert f"pid {first.pid}" in refused.json["error"]["message"]
            assert refused.json["error"]["mutationAllowed"] is False
            with subprocess.Popen([*asking, "Second"], stdout=subprocess.PIPE, text=True, env=environment) as second:
                out, _ = second.communicate(timeout=60)
            assert out.strip() == "Short, one."
            assert first.communicate(timeout=60)[0].strip() == "Long, one."
        assert site.sends == ["First", "Second"]


def test_settings_that_say_no_number_are_refused_before_a_browser_is_touched(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "home").mkdir()
    for text in ("at_once = 0", "at_once = true", "at_once = 'many'", "at_once ="):
        (tmp_path / "home" / "config.toml").write_text(text)
        done = shell("query", "--vendor", "demo", "--prompt", "Hi", "--cdp", "http://127.0.0.1:9", "--json")
        assert (done.code, done.json["error"]["errorCode"]) == (2, "input.usage")
        assert "config.toml" in done.json["error"]["message"]
