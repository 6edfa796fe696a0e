"""Which run of ours uses a profile, and the clearing up after a run that was killed.

Row 3. A run that launches notes in the profile folder which process it is, and which the browser's is, each number with
its start time; it takes the note away at the end. Reading the note and writing one's own is one step, under a lock.
A note whose run has ended was left by a run that could not clean up (SIGKILL, power). The browser that it names is then
nobody's and is ended, and a fresh profile goes with everything that runs on it. Where there is no note nothing is
touched: that browser is the user's, or is shared (``shared``) and meant to outlive the run that started it.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cdpwebai.browser.home import told_as_input, write_private
from cdpwebai.browser.processes import ProcessKey, identify, is_running, kill_group, users_of_profile, wait_group_gone
from cdpwebai.browser.profile import (
    FRESH_PREFIX,
    Profile,
    forget_address,
    make_folder,
    remove_singletons,
    settle_lock,
)
from cdpwebai.errors import BrowserInUse

if sys.platform != "win32":
    import fcntl

__all__ = ["NOTE", "claim", "claim_free", "note_browser", "reap", "reap_leftovers", "release", "remove_folder"]

NOTE = "cdpwebai-owner.json"
CLAIM = "cdpwebai-owner.lock"


@dataclass(frozen=True)
class _Note:
    """``shared``: the run is about to start the shared browser, and lets go of the profile when that is there."""

    owner: ProcessKey
    browser: ProcessKey | None
    shared: bool


def claim(profile: Path, *, shared: bool = False) -> None:
    """Note that this run uses the profile: of many that try at once, one succeeds.

    ``shared``: only until the shared browser runs on it.

    Raises BrowserInUse when another run of ours has it, or this one already (``evidence["startsShared"]``: for no
    longer than a start takes), and InputError when the folder cannot be written.
    """
    with told_as_input(f"The profile folder {profile} cannot be used"), _alone(profile):
        _claim(profile, shared)


@contextmanager
def _alone(profile: Path) -> Generator[None, None, None]:
    """Nobody else claims the profile while the block runs. However a run ends, the system gives its lock back.

    The file stays: who took it away would leave the next two with a lock each. On Windows there are no notes.
    """
    if sys.platform == "win32":
        yield
        return
    with (profile / CLAIM).open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _claim(profile: Path, shared: bool) -> None:
    note = _read(profile)
    if note is not None and is_running(note.owner):
        who = "this very process" if note.owner.pid == os.getpid() else f"a run of cdpwebai, pid {note.owner.pid}"
        raise BrowserInUse(
            f"The profile {profile} is in use by {who}. Wait for its end, or choose another profile.",
            evidence={"pid": note.owner.pid, "startsShared": note.shared},
        )
    if note is not None and note.browser is not None:
        reap(profile, [note.browser.pid] if is_running(note.browser) else [])
    _write(profile, None, shared)


def note_browser(profile: Path, pid: int) -> None:
    """Add to our note the browser that we started."""
    note = _read(profile)
    _write(profile, identify(pid), note is not None and note.shared)


def claim_free(profile: Profile, *, shared: bool = False) -> None:
    """As ``claim``, a profile that no browser has either, ready to be started on. Raises BrowserInUse."""
    make_folder(profile)
    claim(profile.path, shared=shared)
    try:
        settle_lock(profile.path)
    except BrowserInUse:
        release(profile.path)
        raise
    forget_address(profile.path)


def release(profile: Path) -> None:
    """Take our own note away; another run's stays."""
    note = _read(profile)
    if note is not None and note.owner == identify(os.getpid()):
        (profile / NOTE).unlink(missing_ok=True)


def reap(profile: Path, suspects: Iterable[int]) -> None:
    """End those of the processes that are browsers on this profile, and remove what a dead one left beside it."""
    for pid in set(suspects) & set(users_of_profile(profile)):
        kill_group(pid)
        wait_group_gone(pid)
    if not users_of_profile(profile):
        remove_singletons(profile)


def reap_leftovers() -> list[Path]:
    """Clear up after every killed run of this user that had a fresh profile; returns the folders that went."""
    left = list(_left_behind(Path(tempfile.gettempdir())))
    for profile in left:
        reap(profile, users_of_profile(profile))  # nobody but that run can have known its random name
        remove_folder(profile)
    return left


def remove_folder(path: Path, *, seconds: float = 2.0) -> None:
    """Remove a profile folder; a helper of the browser that dies late may still write into it for a moment."""
    end = time.monotonic() + seconds
    shutil.rmtree(path, ignore_errors=True)
    while path.exists() and time.monotonic() < end:
        time.sleep(0.02)
        shutil.rmtree(path, ignore_errors=True)


def _left_behind(folder: Path) -> Iterator[Path]:
    for path in folder.glob(f"{FRESH_PREFIX}*"):
        if path.is_symlink() or not _is_mine(path):
            continue
        note = _read(path)
        if note is not None and not is_running(note.owner):
            yield path


def _is_mine(path: Path) -> bool:
    if sys.platform == "win32":
        return True  # each user has a temp folder of their own
    try:
        return path.stat().st_uid == os.getuid()
    except FileNotFoundError:  # its run ended just now
        return False


def _read(profile: Path) -> _Note | None:
    """The note; None without one, for one that cannot be read, and for one from a host that we cannot look into."""
    try:
        told = json.loads((profile / NOTE).read_text(encoding="utf-8"))
        if told["host"] != socket.gethostname():
            return None
        browser = _key(told["browser"]) if told["browser"] else None
        return _Note(_key(told["owner"]), browser, bool(told.get("shared")))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _key(told: Any) -> ProcessKey:
    return ProcessKey(int(told["pid"]), str(told["started"]))


def _write(profile: Path, browser: ProcessKey | None, shared: bool) -> None:
    me = identify(os.getpid())
    if me is not None:  # where the system tells nothing of processes, nothing can be cleared up later either
        told = {
            "host": socket.gethostname(),
            "owner": asdict(me),
            "browser": asdict(browser) if browser else None,
            "shared": shared,
        }
        write_private(profile / NOTE, json.dumps(told))
