"""What the system says of processes, against real ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from cdpwebai.browser.command_line import CRASHES
from cdpwebai.browser.processes import (
    ProcessKey,
    end_crash_handlers,
    group_members,
    identify,
    is_running,
    kill_group,
    signal_group,
    users_of_profile,
    wait_ended,
    wait_group_gone,
)

PARENT = (
    "import subprocess, sys; c = subprocess.Popen([sys.executable, '-c', 'input()']); print(c.pid, flush=True); input()"
)


@contextmanager
def waiting(*args: str, script: str = "input()") -> Generator[subprocess.Popen[bytes], None, None]:
    command = [sys.executable, "-c", script, *args]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    try:
        yield process
    finally:
        signal_group(process.pid, signal.SIGKILL)
        process.communicate()


def test_a_process_is_itself_as_long_as_it_runs() -> None:
    with waiting() as process:
        key = identify(process.pid)
        assert key is not None
        assert is_running(key)
        assert identify(process.pid) == key
        assert not is_running(ProcessKey(process.pid, "another start"))


def test_a_process_that_ended_and_was_not_waited_for_does_not_run() -> None:
    with waiting() as process:
        key = identify(process.pid)
        assert key is not None
        process.kill()
        assert wait_ended(key, seconds=10)
        assert Path(f"/proc/{process.pid}").exists()  # a zombie: nobody has taken its exit status yet
        assert identify(process.pid) is None


def test_waiting_for_an_end_that_does_not_come_says_so() -> None:
    with waiting() as process:
        key = identify(process.pid)
        assert key is not None
        assert not wait_ended(key, seconds=0)


def test_a_number_that_nobody_has_is_no_process() -> None:
    assert identify(2**22 + 1) is None


def test_users_of_a_profile_are_told_by_the_whole_argument(tmp_path: Path) -> None:
    with waiting(f"--user-data-dir={tmp_path}") as one, waiting(f"--user-data-dir={tmp_path}-2"):
        assert users_of_profile(tmp_path) == [one.pid]
    assert users_of_profile(tmp_path) == []


def test_crash_handlers_that_stay_are_ended_and_the_browser_of_their_profile_is_not(tmp_path: Path) -> None:
    handler, browser = f"--database={tmp_path / CRASHES}", f"--user-data-dir={tmp_path}"
    with waiting(handler) as stays, waiting(browser) as other, waiting(f"{handler}-2") as anothers:
        end_crash_handlers(tmp_path, seconds=0)
        assert identify(stays.pid) is None
        assert identify(other.pid) is not None
        assert identify(anothers.pid) is not None


def test_a_crash_handler_that_goes_by_itself_is_let_go(tmp_path: Path) -> None:
    script = "import time; print(flush=True); time.sleep(0.1)"
    with waiting(f"--database={tmp_path / CRASHES}", script=script) as goes:
        assert goes.stdout is not None
        goes.stdout.readline()
        end_crash_handlers(tmp_path, seconds=10)
        assert goes.wait() == 0


KILLER = """
import os, subprocess, sys
from cdpwebai.browser.processes import kill_group
process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
shares = os.getpgid(process.pid) == os.getpgrp()
kill_group(process.pid)
process.communicate()
print(shares, process.returncode)
"""


def test_a_group_is_killed_with_its_children() -> None:
    with waiting(script=PARENT) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert sorted(group_members(parent.pid)) == sorted([parent.pid, child])
        kill_group(parent.pid)
        wait_group_gone(parent.pid)
        assert group_members(parent.pid) == []


def test_killing_a_group_that_is_gone_is_no_error() -> None:
    with waiting() as process:
        pass
    kill_group(process.pid)
    signal_group(process.pid, signal.SIGTERM)
    assert group_members(process.pid) == []


def test_our_own_group_is_never_killed_with_a_process_in_it() -> None:
    """In a process with a group of its own: the one that would be killed must not be this test run's."""
    done = subprocess.run(
        [sys.executable, "-c", KILLER],
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert (done.returncode, done.stdout) == (0, "True -9\n"), done.stderr
