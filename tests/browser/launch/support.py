"""Programs to start in a browser's place, and counting what runs for a profile or a run."""

from __future__ import annotations

from pathlib import Path

from cdpwebai.browser.process import BrowserProcess
from cdpwebai.browser.processes import group_members, users_of_profile

__all__ = ["processes_of", "profile_of", "program"]


def program(folder: Path, script: str) -> Path:
    """An executable shell script in a browser's place."""
    path = folder / "browser"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def profile_of(process: BrowserProcess) -> Path:
    """The profile that it was started on."""
    flag = "--user-data-dir="
    return Path(next(word for word in process.command if word.startswith(flag)).removeprefix(flag))


def processes_of(process: BrowserProcess) -> set[int]:
    """All that runs for it: its group, and whoever names its profile."""
    return {*group_members(process.pid), *users_of_profile(profile_of(process))}
