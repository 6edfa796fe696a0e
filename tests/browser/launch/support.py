"""Programs to start in a browser's place, and counting what runs for a profile or a run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import trio

from cdpwebai.browser.process import BrowserProcess
from cdpwebai.browser.processes import group_members, users_of_profile

__all__ = ["fresh_profiles", "processes_of", "profile_of", "program", "wait_until", "written"]


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


def fresh_profiles() -> list[Path]:
    """The fresh profiles that lie in the temp folder."""
    return list(Path(tempfile.gettempdir()).glob("cdpwebai-*"))


def written(note: Path) -> str:
    """What a program wrote into a file, once its last line is whole; "" until then."""
    text = note.read_text() if note.exists() else ""
    return text if text.endswith("\n") else ""


async def wait_until(condition: Callable[[], object]) -> None:
    """Wait for what another process does, which has no event to wait for. The test's own limit bounds it."""
    while not condition():  # noqa: ASYNC110
        await trio.sleep(0.01)
