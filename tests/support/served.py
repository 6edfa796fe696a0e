"""The demo site as a process of its own, with a scenario that a test makes, and what reached it by its own log."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["ANSWER", "PROGRAM", "Served", "served", "slow_reply"]

PROGRAM = (sys.executable, "-m", "cdpwebai_cli")
ANSWER = "The first half, and the second."
WAIT_SECONDS = 30.0


@dataclass(frozen=True)
class Served:
    """A running site."""

    url: str

    @property
    def sends(self) -> list[str]:
        """The prompts that reached it, in order."""
        with urllib.request.urlopen(f"{self.url}__log", timeout=10) as answer:
            return [send["text"] for send in json.load(answer)["sends"]]

    def wait_sent(self, number: int = 1) -> None:
        """Until so many prompts have reached it."""
        end = time.monotonic() + WAIT_SECONDS
        while len(self.sends) < number:
            assert time.monotonic() < end, "the prompt was never sent"
            time.sleep(0.05)


def slow_reply(seconds: float, *, answer: str = ANSWER, address: int = 1, shown: float = 0.05) -> list[dict[str, Any]]:
    """A reply whose second half comes after so many seconds; our message is shown after ``shown``."""
    first, _, second = answer.partition(", ")
    end = max(seconds, shown + 0.3)
    return [
        {"at": shown, "do": "user_turn"},
        {"at": shown + 0.05, "do": "url", "to": f"/c/00000000-0000-4000-8000-{address:012}"},
        {"at": shown + 0.1, "do": "stop", "state": "on"},
        {"at": shown + 0.15, "do": "assistant_turn"},
        {"at": shown + 0.2, "do": "text", "md": f"{first}, "},
        {"at": end, "do": "text", "md": second},
        {"at": end + 0.05, "do": "stop", "state": "off"},
        {"at": end + 0.1, "do": "bar", "state": "on"},
        {"at": end + 0.1, "do": "record", "state": "finished"},
    ]


@contextmanager
def served(
    folder: Path, environment: Mapping[str, str], replies: Sequence[Sequence[Mapping[str, Any]]], **site: Any
) -> Generator[Served, None, None]:
    """``demo serve``, until the block ends; ``site``: how its page is at load."""
    scenario = folder / "scenario.json"
    page = {"schema": 1, "name": "made", "site": site, "ask": {"prompt": "Hi"}, "replies": replies}
    scenario.write_text(json.dumps({**page, "expect": {"status": "complete"}}))
    command = [*PROGRAM, "demo", "serve", "--scenario", str(scenario)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(environment)) as process:
        assert process.stdout is not None
        try:
            yield Served(process.stdout.readline().strip())
        finally:
            process.send_signal(signal.SIGINT)
