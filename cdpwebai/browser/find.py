"""Finds the browser's executable: ``CDPWEBAI_BROWSER``, then PATH, then the usual places of the system.

Row 3. The tables are pure and cover Linux, macOS and Windows; Linux is what the tests run on, the other two are by the
book. It starts nothing (``process`` does) and knows no version.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from cdpwebai.errors import BrowserNotFound

__all__ = ["VARIABLE", "find_browser", "path_names", "usual_places"]

VARIABLE = "CDPWEBAI_BROWSER"

# In order of preference: the browser that a person is most likely to be logged in with comes first.
LINUX_NAMES = (
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "microsoft-edge-stable",
    "microsoft-edge",
    "brave-browser",
)
LINUX_PLACES = (
    "/opt/google/chrome/chrome",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/opt/microsoft/msedge/msedge",
    "/opt/brave.com/brave/brave",
    "/snap/bin/chromium",  # last: a snap sees neither the temp folder nor hidden folders of the home
)
MAC_APPLICATIONS = ("Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser")
WINDOWS_NAMES = ("chrome.exe", "chromium.exe", "msedge.exe", "brave.exe")
WINDOWS_ROOTS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
WINDOWS_PLACES = (
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
    r"BraveSoftware\Brave-Browser\Application\brave.exe",
)


def path_names(system: str) -> tuple[str, ...]:
    """What to look for on PATH, best first. ``system`` is ``sys.platform``."""
    if system == "win32":
        return WINDOWS_NAMES
    return () if system == "darwin" else LINUX_NAMES  # on macOS browsers are applications, never on PATH


def usual_places(system: str, environment: Mapping[str, str]) -> list[PurePath]:
    """Where the system's installers put browsers, best first. ``system`` is ``sys.platform``."""
    if system == "win32":
        roots = [PureWindowsPath(environment[name]) for name in WINDOWS_ROOTS if environment.get(name)]
        return [root / place for place in WINDOWS_PLACES for root in roots]
    if system == "darwin":
        folders = [PurePosixPath("/Applications"), PurePosixPath(environment.get("HOME", "/")) / "Applications"]
        return [folder / f"{name}.app/Contents/MacOS/{name}" for name in MAC_APPLICATIONS for folder in folders]
    return [PurePosixPath(place) for place in LINUX_PLACES]


def find_browser(environment: Mapping[str, str] = os.environ, *, system: str = sys.platform) -> Path:
    """The executable to start.

    What ``CDPWEBAI_BROWSER`` names is taken or refused, never passed over: whoever set it wants that browser. It may be
    a path or a name on PATH. Raises BrowserNotFound, which says where was looked and what to do.
    """
    named = environment.get(VARIABLE)
    if named:
        return _named(named, environment.get("PATH"))
    for name in path_names(system):
        if found := shutil.which(name, path=environment.get("PATH")):
            return Path(found)
    for place in usual_places(system, environment):
        if _is_executable(Path(place)):
            return Path(place)
    raise BrowserNotFound(
        f"No browser was found: none of {', '.join(path_names(system)) or 'the known names'} is on PATH, and nothing is"
        f" in the {len(usual_places(system, environment))} usual places. Install Chromium or Google Chrome, or set"
        f" {VARIABLE} to the executable's path."
    )


def _named(named: str, path: str | None) -> Path:
    if PurePath(named).name == named:  # a bare name is PATH's to answer, whatever lies in the working folder
        if found := shutil.which(named, path=path):
            return Path(found)
        raise _refused(named, "is not on PATH")
    file = Path(named).expanduser().absolute()
    if _is_executable(file):
        return file
    raise _refused(
        named, "is a folder" if file.is_dir() else "is not executable" if file.exists() else "does not exist"
    )


def _refused(named: str, why: str) -> BrowserNotFound:
    return BrowserNotFound(
        f"{VARIABLE} is {named!r}, which {why}. Set it to the path of a Chromium or Chrome executable, or unset it to"
        " have the usual places searched."
    )


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
