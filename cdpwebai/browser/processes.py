"""What the system says of processes: is this one still running, who uses this profile, who is in this group.

Row 3. Reads /proc on Linux and asks ``ps`` elsewhere on POSIX (by the book, not tested there). Where neither is, as on
Windows, nothing is known of others' processes, and so none is ever ended on what is known of it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cdpwebai.browser.command_line import CRASHES

__all__ = [
    "KILL",
    "ProcessKey",
    "end_crash_handlers",
    "group_members",
    "identify",
    "is_running",
    "kill_group",
    "signal_group",
    "users_of_profile",
    "wait_ended",
    "wait_group_gone",
]

PROC = Path("/proc")

KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL
"""The signal that nothing can refuse; Windows has one kind of end only."""


@dataclass(frozen=True)
class ProcessKey:
    """One process for good: numbers are used again, a number together with its start time is not.

    ``started`` is the system's own notation and only ever compared: boot id and clock ticks on Linux, a date elsewhere.
    """

    pid: int
    started: str


@dataclass(frozen=True)
class _Row:
    pid: int
    state: str
    group: int
    started: str


def identify(pid: int) -> ProcessKey | None:
    """The process that has this number now; None when there is none, when it has ended, or when it cannot be told."""
    row = _row(pid)
    return None if row is None or row.state.startswith("Z") else ProcessKey(pid, row.started)


def is_running(key: ProcessKey) -> bool:
    """Whether that very process still runs. One that ended and was not waited for does not."""
    return identify(key.pid) == key


def wait_ended(key: ProcessKey, seconds: float) -> bool:
    """Wait until that process has ended; False when it still runs after so many seconds."""
    end = time.monotonic() + seconds
    while (running := is_running(key)) and time.monotonic() < end:
        time.sleep(0.01)
    return not running


def users_of_profile(profile: Path) -> list[int]:
    """The processes that were started on this very profile folder, by their command line; its crash handlers too."""
    return _users(f"--user-data-dir={profile}", _crash_flag(profile))


def end_crash_handlers(profile: Path, *, seconds: float = 1.0) -> None:
    """Wait for the crash handlers of a browser of ours that has ended, each in a group of its own, and end the rest.

    They go by themselves a moment after it; on a busy machine, later than what comes next.
    """
    end = time.monotonic() + seconds
    while (handlers := _users(_crash_flag(profile))) and time.monotonic() < end:
        time.sleep(0.01)
    for pid in handlers:
        kill_group(pid)
        wait_group_gone(pid)


def _crash_flag(profile: Path) -> str:
    return f"--database={profile / CRASHES}"


def _users(*flags: str) -> list[int]:
    return [pid for pid in _pids() if pid != os.getpid() and any(_has_argument(pid, flag) for flag in flags)]


def group_members(group: int) -> list[int]:
    """The processes of a group that still run."""
    rows = (_row(pid) for pid in _pids())
    return [row.pid for row in rows if row is not None and row.group == group and not row.state.startswith("Z")]


def wait_group_gone(group: int, *, seconds: float = 2.0) -> None:
    """Wait until none of a killed group runs, so that none of it writes a file any more: a few ms."""
    end = time.monotonic() + seconds
    while group_members(group) and time.monotonic() < end:
        time.sleep(0.005)


def signal_group(group: int, number: int) -> None:
    """Send a signal to every process of a group. A group that is gone is what was wanted, so that is no error."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/PID", str(group), "/T", "/F"], capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, number)


def kill_group(pid: int) -> None:
    """SIGKILL the group that a process leads or is in, and the process itself."""
    if sys.platform == "win32":
        signal_group(pid, KILL)
        return
    with contextlib.suppress(ProcessLookupError):
        group = os.getpgid(pid)
        if group != os.getpgrp():  # our own group would be us
            signal_group(group, KILL)
        os.kill(pid, KILL)


def _pids() -> Iterator[int]:
    if PROC.is_dir():
        return (int(folder.name) for folder in PROC.iterdir() if folder.name.isdecimal())
    return (int(word) for word in _ps("-axo", "pid=").split())


def _row(pid: int) -> _Row | None:
    return _row_of_proc(pid) if PROC.is_dir() else _row_of_ps(pid)


def _row_of_proc(pid: int) -> _Row | None:
    try:
        # the name, in brackets, may hold anything; what follows the last bracket starts with field 3
        fields = (PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return _Row(pid, state=fields[0], group=int(fields[2]), started=f"{_boot()}/{fields[19]}")


@cache
def _boot() -> str:
    """Which start of the machine this is: the kernel counts a process's start time from there."""
    try:
        return (PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:  # hidden in some sandboxes
        return ""


def _row_of_ps(pid: int) -> _Row | None:
    words = _ps("-o", "stat=,pgid=,lstart=", "-p", str(pid)).split(maxsplit=2)
    return _Row(pid, words[0], int(words[1]), words[2].strip()) if len(words) == 3 else None


def _has_argument(pid: int, argument: str) -> bool:
    if not PROC.is_dir():  # ps shows one line, and an argument may have spaces in it
        return f" {argument} " in f"{_ps('-o', 'args=', '-p', str(pid)).strip()} "
    try:
        return os.fsencode(argument) in (PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


def _ps(*options: str) -> str:
    try:
        run = subprocess.run(["ps", *options], capture_output=True, text=True, check=False, env={"LC_ALL": "C"})
    except FileNotFoundError:
        return ""
    return run.stdout
