"""The browser's profile folder: which one, who has it locked, and what must not be used.

Row 3. A profile is fresh (made for one run and removed with it), named (``profiles/<name>`` in our home) or a path of
the user's. It copies nothing out of any profile. Who of *us* uses a profile is ``ownership``.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from cdpwebai.browser.home import home_folder, private_folder, told_as_input
from cdpwebai.browser.processes import identify, users_of_profile
from cdpwebai.errors import BrowserInUse, InputError

__all__ = [
    "ACTIVE_PORT",
    "FRESH_PREFIX",
    "Lock",
    "Profile",
    "everyday_profiles",
    "forget_address",
    "fresh_profile",
    "make_folder",
    "read_lock",
    "remove_singletons",
    "resolve_profile",
    "settle_lock",
]

FRESH_PREFIX = "cdpwebai-profile-"
ACTIVE_PORT = "DevToolsActivePort"
EVERYDAY_LINUX = (
    *("google-chrome", "google-chrome-beta", "google-chrome-unstable", "google-chrome-canary", "chromium"),
    *("microsoft-edge", "microsoft-edge-beta", "microsoft-edge-dev", "microsoft-edge-canary"),
    *("BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser-Beta", "BraveSoftware/Brave-Browser-Nightly"),
)
EVERYDAY_SNAP = "snap/chromium/common/chromium"
EVERYDAY_MAC = (
    *("Google/Chrome", "Google/Chrome Beta", "Google/Chrome Dev", "Google/Chrome Canary", "Chromium"),
    *("Microsoft Edge", "Microsoft Edge Beta", "Microsoft Edge Dev", "Microsoft Edge Canary"),
    *("BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser-Beta", "BraveSoftware/Brave-Browser-Nightly"),
)
EVERYDAY_WINDOWS = (
    *(("Google", name) for name in ("Chrome", "Chrome Beta", "Chrome Dev", "Chrome SxS")),
    ("Chromium",),
    *(("Microsoft", name) for name in ("Edge", "Edge Beta", "Edge Dev", "Edge SxS")),
    *(("BraveSoftware", name) for name in ("Brave-Browser", "Brave-Browser-Beta", "Brave-Browser-Nightly")),
)
"""Each channel has a profile of its own, and each is somebody's everyday one."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")

LOCK, SOCKET, COOKIE = "SingletonLock", "SingletonSocket", "SingletonCookie"


@dataclass(frozen=True)
class Profile:
    """A profile folder. ``fresh``: made for this run; ``own``: made by us, now or earlier, and not the user's."""

    path: Path
    fresh: bool = False
    own: bool = False


@dataclass(frozen=True)
class Lock:
    """Chromium's lock on a profile: a link whose target is ``host-pid``."""

    host: str
    pid: int


def resolve_profile(profile: str | Path | None, environment: Mapping[str, str] = os.environ) -> Profile | None:
    """What the caller's word for a profile stands for; None (make a fresh one) for None.

    A plain name is a profile in our home folder, anything with a separator and every ``Path`` is a folder. Raises
    InputError for a name that is none and for the user's everyday profile.
    """
    if profile is None:
        return None
    if isinstance(profile, Path) or os.sep in profile:
        path = Path(profile).expanduser().absolute()
        _refuse_everyday(path, environment)
        return Profile(path)
    if not NAME.fullmatch(profile):
        raise InputError(
            f"{profile!r} cannot name a profile: letters, digits, '.', '_' and '-' can, and a letter or digit is first."
            " For a folder, give its path."
        )
    return Profile(home_folder(environment) / "profiles" / profile, own=True)


def fresh_profile() -> Profile:
    """A new empty folder in the temp folder, for this user alone."""
    return Profile(Path(tempfile.mkdtemp(prefix=FRESH_PREFIX)), fresh=True, own=True)


def make_folder(profile: Profile) -> None:
    """Make the folder where it is not there yet. Raises InputError when it cannot be made."""
    with told_as_input(f"{profile.path} cannot be a profile folder"):
        if profile.own:
            private_folder(profile.path.parent)  # "profiles" in our home
        private_folder(profile.path)


def forget_address(profile: Path) -> None:
    """Take away the address that an earlier browser left: it survives even a clean close. Only on a free profile."""
    (profile / ACTIVE_PORT).unlink(missing_ok=True)


def everyday_profiles(system: str, environment: Mapping[str, str]) -> list[PurePath]:
    """Where browsers keep the profile that a person uses every day. ``system`` is ``sys.platform``."""
    home = environment.get("HOME") or "/"
    if system == "win32":
        return [PureWindowsPath(environment.get("LOCALAPPDATA", ""), *place, "User Data") for place in EVERYDAY_WINDOWS]
    if system == "darwin":
        return [PurePosixPath(home, "Library/Application Support", place) for place in EVERYDAY_MAC]
    config = environment.get("CHROME_CONFIG_HOME") or environment.get("XDG_CONFIG_HOME") or f"{home}/.config"
    return [*(PurePosixPath(config, place) for place in EVERYDAY_LINUX), PurePosixPath(home, EVERYDAY_SNAP)]


def _refuse_everyday(path: Path, environment: Mapping[str, str]) -> None:
    real = Path(os.path.realpath(path))
    for everyday in everyday_profiles(sys.platform, environment):
        if real.is_relative_to(os.path.realpath(everyday)):
            raise InputError(
                f"{path} is the profile that you browse with. Since version 136 Chrome ignores remote debugging on it,"
                " so that nobody can read its cookies that way. Use a named profile and log in there once, or attach to"
                " your running browser."
            )


def read_lock(profile: Path) -> Lock | None:
    """Who holds the profile, by Chromium's own link; None when nobody does. Raises BrowserInUse when it is no lock."""
    try:
        target = os.readlink(profile / LOCK)
    except FileNotFoundError:
        return None
    except OSError:
        target = ""
    host, _, pid = target.rpartition("-")
    if not host or not pid.isdecimal():
        raise BrowserInUse(f"The lock {profile / LOCK} cannot be read. If no browser uses this profile, remove it.")
    return Lock(host, int(pid))


def settle_lock(profile: Path) -> None:
    """Return when the profile is free, after taking away what a dead browser left.

    Raises BrowserInUse when its owner lives, and when its owner is on another host, where it cannot be looked for.
    """
    lock = read_lock(profile)
    if lock is None:
        return
    if lock.host != socket.gethostname():
        raise BrowserInUse(
            f"The profile {profile} is locked by process {lock.pid} on another host, {lock.host}. Close the browser"
            f" there; if that host is gone for good, remove {profile / LOCK}.",
            evidence={"pid": lock.pid, "host": lock.host},
        )
    if _owner_lives(profile, lock.pid):
        raise BrowserInUse(
            f"The profile {profile} is in use by pid {lock.pid}. Close that browser, choose another profile, or attach"
            " to it.",
            evidence={"pid": lock.pid, "host": lock.host},
        )
    remove_singletons(profile)


def _owner_lives(profile: Path, pid: int) -> bool:
    """Numbers are used again, so a live process counts only if it answers for the profile or was started on it."""
    if identify(pid) is None:
        return False
    return _answers(profile / SOCKET) or pid in users_of_profile(profile)


def _answers(path: Path) -> bool:
    """Whether somebody listens on the profile's socket. True as well when that cannot be tried."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        try:
            probe.connect(os.path.realpath(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:  # its path is too long for us, or its queue is full
            return True
    return True


def remove_singletons(profile: Path) -> None:
    """Take away a dead browser's three links, and the socket's folder, which lies in the temp folder."""
    with contextlib.suppress(OSError):
        folder = Path(os.readlink(profile / SOCKET)).parent
        if ".Chromium." in folder.name or ".Chrome." in folder.name:  # org.chromium.Chromium.*, com.google.Chrome.*
            shutil.rmtree(folder, ignore_errors=True)
    for name in (LOCK, SOCKET, COOKIE):
        (profile / name).unlink(missing_ok=True)
