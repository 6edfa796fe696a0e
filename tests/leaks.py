"""What a test run must not leave behind: processes, and the library's temp folders.

The run gets a folder of its own as TMPDIR and HOME. Every child inherits them, so on Linux each process that the run
started, a browser's helpers included, can be told from all others on the machine by its environment; and what the
library puts into temp folders lies there alone. Used by ``conftest.py``; where there is no /proc, only folders count.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

__all__ = ["end_processes", "leaked_folders", "leaked_processes", "wait_leaked_processes"]


def leaked_processes(marker: str, *, proc: Path = Path("/proc")) -> dict[int, str]:
    """Pid to command line, for each live process whose environment or command line names ``marker``."""
    return {
        pid: command for pid, command, environment in _processes(proc) if marker in environment or marker in command
    }


def _processes(proc: Path) -> Iterator[tuple[int, str, str]]:
    for folder in proc.glob("[0-9]*"):
        pid = int(folder.name)
        if pid == os.getpid():
            continue
        try:
            command = _text(folder / "cmdline")
            environment = _text(folder / "environ")
        except OSError:
            continue  # it ended while we looked, or is another user's
        if command:  # a zombie and a kernel thread have none
            yield pid, command, environment


def _text(path: Path) -> str:
    return path.read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()


def wait_leaked_processes(marker: str, *, seconds: float = 20.0) -> dict[int, str]:
    """Those that are still there after a moment of grace: a browser's helpers end a little after the browser."""
    end = time.monotonic() + seconds
    while (left := leaked_processes(marker)) and time.monotonic() < end:
        time.sleep(0.05)
    return left


def end_processes(pids: list[int]) -> None:
    """Kill what leaked, so that one bad run does not burden the machine for good."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def leaked_folders(root: Path) -> list[Path]:
    """The library's own temp entries that are left in ``root``."""
    return sorted(root.glob("cdpwebai-*"))
