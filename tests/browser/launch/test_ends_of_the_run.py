"""Our own process ends, in every way: no browser outlives it, or the next run ends it.

Each program runs with a TMPDIR of its own, which all its children inherit, so that every process of its browser can be
told, whatever became of its parents.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from cdpwebai.browser.browser import launch
from cdpwebai.browser.processes import identify, is_running
from cdpwebai.errors import BrowserLaunchFailed
from tests.browser.launch.support import program
from tests.leaks import end_processes, leaked_processes, wait_leaked_processes
from tests.manifest import proves

ROOT = Path(__file__).parents[3]


@dataclass
class Run:
    """A program that has launched its browser."""

    process: subprocess.Popen[str]
    temp: Path
    profile: Path
    browser: int

    def end(self, number: signal.Signals) -> int:
        """Send it a signal, and return its exit status as a shell tells it."""
        self.process.send_signal(number)
        return self.status()

    def status(self) -> int:
        """Its exit status as a shell tells it."""
        code = self.process.wait(timeout=30)
        return 128 - code if code < 0 else code

    def left(self) -> dict[int, str]:
        """The processes that are left of it, after a moment of grace."""
        return wait_leaked_processes(str(self.temp))


@pytest.fixture
def temp() -> Iterator[Path]:
    """A temp folder with a short name: a unix socket's path below it may have 108 characters."""
    folder = Path(tempfile.mkdtemp(prefix="run-"))
    yield folder
    end_processes(list(leaked_processes(str(folder))))


@contextmanager
def run(temp: Path, *arguments: str) -> Generator[Run, None, None]:
    command = [sys.executable, "-m", "tests.browser.launch.child", *arguments]
    environment = os.environ | {"TMPDIR": str(temp), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        told = json.loads(line)
        started = Run(process, temp, Path(told["profile"]), told["pid"])
        assert len(leaked_processes(str(temp))) > 2  # it, the browser and the browser's helpers
        try:
            yield started
        finally:
            process.kill()


@proves("report.A16")
@pytest.mark.parametrize(
    ("number", "way", "status"),
    [
        (signal.SIGINT, "pipe", 130),
        (signal.SIGINT, "port", 130),
        (signal.SIGTERM, "port", 143),
        (signal.SIGHUP, "pipe", 129),
    ],
)
def test_a_signal_that_can_be_heard_ends_the_browser_first(
    temp: Path, number: signal.Signals, way: str, status: int
) -> None:
    with run(temp, "wait", way) as started:
        assert started.end(number) == status
        assert started.left() == {}
    assert left_at_last(temp) == []


@proves("report.A16")
def test_an_exception_in_a_task_beside_it_ends_the_browser(temp: Path) -> None:
    with run(temp, "raise", "pipe") as started:
        assert started.status() == 1
        assert started.left() == {}
    assert left_at_last(temp) == []


@proves("report.A16")
async def test_over_a_pipe_the_browser_of_a_killed_run_ends_by_itself_and_the_next_run_clears_up(
    temp: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with run(temp, "wait", "pipe") as started:
        assert started.end(signal.SIGKILL) == 137
        assert started.left() == {}
    assert started.profile in left_in(temp)
    await next_run(temp, tmp_path, monkeypatch)
    assert left_at_last(temp) == []


@proves("report.A16")
async def test_on_a_port_the_browser_of_a_killed_run_is_ended_by_the_next_run(
    temp: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with run(temp, "wait", "port") as started:
        assert started.end(signal.SIGKILL) == 137
        assert identify(started.browser) is not None
        await next_run(temp, tmp_path, monkeypatch)
        assert started.left() == {}
    assert left_at_last(temp) == []


@proves("report.A16", "oracle.I6")
async def test_the_browser_of_a_killed_run_does_not_block_its_named_profile(temp: Path) -> None:
    with run(temp, "wait", "port", "work") as started:
        browser = identify(started.browser)
        assert browser is not None
        assert started.end(signal.SIGKILL) == 137
        async with launch(profile="work") as next_browser:
            assert not is_running(browser)
            assert (await next_browser.version()).product
        assert started.left() == {}
    assert started.profile.is_dir()


async def next_run(temp: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Launch something in the same temp folder, as the next run would; what it launches does not matter."""
    with monkeypatch.context() as patched:
        patched.setattr(tempfile, "tempdir", str(temp))
        with pytest.raises(BrowserLaunchFailed):
            async with launch(executable=program(tmp_path, "exit 1")):
                raise AssertionError


def left_at_last(temp: Path) -> list[Path]:
    """What is left when a helper that died late has written its last."""
    end = time.monotonic() + 20
    while (left := left_in(temp)) and time.monotonic() < end:
        time.sleep(0.05)
    return left


def left_in(temp: Path) -> list[Path]:
    return [path for path in temp.iterdir() if path.name.startswith(("cdpwebai-", "org.chromium."))]
