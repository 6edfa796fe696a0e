"""The browser's command line, decided purely from what is asked and what the machine is.

Row 3, pure. ``process`` starts what this says. The flags keep the browser quiet and steady; none of them disguises it:
it tells pages what it is, as a browser that a person started by hand does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from cdpwebai.errors import InputError

__all__ = ["OURS", "QUIET", "STEADY", "Machine", "command_line", "environment", "needs_no_sandbox", "refuse_our_own"]

QUIET = (
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    # not "--disable-crashpad-for-testing": with it every http navigation ends as net::ERR_ABORTED (Chromium 156)
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    # Chromium 156 asks for updates once at start in spite of the two flags above; this sends it nowhere
    "--component-updater=url-source=http://127.0.0.1:9/",
    "--disable-features=NetworkTimeServiceQuerying,OptimizationGuideModelDownloading,OptimizationHints",
)
"""No traffic of the browser's own. What each leaves out was read from Chromium 156's own network log, 2026-11-30."""

QUIET_WHEN_FRESH = ("--gaia-url=http://127.0.0.1:9/",)
"""A fresh profile has no Google account to ask about, and Chromium 156 asks at once, with no flag to stop it."""

STEADY = (
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-hang-monitor",
    "--disable-renderer-backgrounding",
    "--disable-search-engine-choice-screen",
)
"""A tab in the background works as one in front, and no bubble of the browser's own asks a question."""

NO_ADDRESS_BAR = ("--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",)
"""Without a window nobody types an address. Chromium 156 has pages of its own ready for the list below that bar, in
each window: half a second of a core at every start and for every browser context (2026-12-01)."""

OWN_KEYS = ("--password-store=basic", "--use-mock-keychain")
"""In profiles that we made: no dialog of the system's key store, which has nobody to answer it."""

CRASHES = "Crash Reports"

OURS = ("--headless", "--remote-allow-origins", "--remote-debugging-address", "--user-data-dir")
"""Flags that the parameters of ``launch`` stand for, or that would open the browser to others; so do these with a
``--remote-debugging-`` prefix."""


@dataclass(frozen=True)
class Machine:
    """What the flags depend on: are we root, and is /dev/shm too small for the pages (as in a container)."""

    root: bool = False
    small_shared_memory: bool = False


def environment(base: Mapping[str, str], profile: PurePath) -> dict[str, str]:
    """The browser's environment: ours, with its crash reports in its profile instead of the everyday browser's folder.

    Read by Chromium 156 (``BREAKPAD_DUMP_LOCATION``). The handlers of crashes are told by that folder, too: they run in
    sessions of their own, and end when the browser has ended.
    """
    return {"BREAKPAD_DUMP_LOCATION": f"{profile / CRASHES}", **base}


def needs_no_sandbox(machine: Machine) -> bool:
    """Chromium refuses to start as root with its sandbox on; for anyone else the sandbox stays."""
    return machine.root


def command_line(
    executable: PurePath,
    profile: PurePath,
    *,
    fresh: bool,
    own: bool,
    headless: bool,
    pipe: bool,
    machine: Machine,
    args: Sequence[str] = (),
) -> list[str]:
    """The whole argument vector.

    ``fresh``: the profile was made for this run; ``own``: it was made by us, now or earlier. ``pipe``: descriptors 3
    and 4; else a port of the system's choice on loopback. ``args`` follow ours, so they win where a flag is repeated,
    except that lists of features are joined. Raises InputError for what ``refuse_our_own`` names.
    """
    refuse_our_own(args)
    flags = [
        *QUIET,
        *STEADY,
        *(QUIET_WHEN_FRESH if fresh else ()),
        *(OWN_KEYS if own else ()),
        *(["--headless=new", *NO_ADDRESS_BAR] if headless else []),
        *(["--no-sandbox"] if needs_no_sandbox(machine) else []),
        *(["--disable-dev-shm-usage"] if machine.small_shared_memory else []),
        "--remote-debugging-pipe" if pipe else "--remote-debugging-port=0",
        f"--user-data-dir={profile}",
        *args,
    ]
    blank = [] if any(not arg.startswith("-") for arg in args) else ["about:blank"]
    return [str(executable), *_joined(flags), *blank]


def refuse_our_own(args: Iterable[str]) -> None:
    """Raise InputError for an extra argument that a parameter stands for, or that lets strangers in."""
    for arg in args:
        name = arg.partition("=")[0]
        if name in OURS or name.startswith("--remote-debugging-"):
            raise InputError(
                f"The browser argument {arg!r} is not taken: profile, headless and pipe are parameters of their own,"
                " and the debugging port stays on loopback, for the same user's processes."
            )


def _joined(flags: Iterable[str]) -> list[str]:
    """Chromium takes the last of a repeated flag; a second list of features would silently replace the first."""
    joined: dict[str, str] = {}
    for flag in flags:
        name, _, value = flag.partition("=")
        if name in {"--disable-features", "--enable-features"} and name in joined:
            joined[name] += f",{value}"
        else:
            joined[name if name in {"--disable-features", "--enable-features"} else flag] = flag
    return list(joined.values())
