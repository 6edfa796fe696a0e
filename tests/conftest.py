"""What holds for every test: a home of its own, no proxies, and nothing left behind at the end of the run.

The async part is ``trio_hook.py``, the search for leaks ``leaks.py``. Browser fixtures are in ``browser/conftest.py``.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import hypothesis
import pytest

from tests.leaks import end_processes, leaked_folders, wait_leaked_processes

pytest_plugins = ["tests.trio_hook"]

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "FTP_PROXY", "NO_PROXY")
KEPT = "CDPWEBAI_BROWSER"  # which browser to test with is the one thing that the developer's shell may say

# How long an example takes is a matter of the machine, and no test of ours measures time.
hypothesis.settings.register_profile("cdpwebai", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("cdpwebai")

run_root = pytest.StashKey[Path]()
left_behind = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    # pytest's own tmp_path stays where it was, for a look after a failure
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    # short: a unix socket's path, which Chromium makes below it, may have 108 characters
    root = Path(tempfile.mkdtemp(prefix="cwtest-"))
    (root / "home").mkdir()
    os.environ |= {
        "TMPDIR": str(root),
        "HOME": str(root / "home"),
        "PIP_CACHE_DIR": os.environ.get("PIP_CACHE_DIR", str(Path("~/.cache/pip").expanduser())),
    }
    tempfile.tempdir = None
    config.stash[run_root] = root
    # a shell that starts a run in the background lets it ignore Ctrl-C, and so would every program that tests interrupt
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # a run that is told to end tidies up as after Ctrl-C, whose handling is trio's own inside an async test
    signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    signal.raise_signal(signal.SIGINT)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    root = session.config.stash[run_root]
    processes = wait_leaked_processes(str(root))
    found = [f"process {pid}: {command[:200]}" for pid, command in processes.items()]
    found += [f"temp folder {path}" for path in leaked_folders(root)]
    end_processes(list(processes))
    session.config.stash[left_behind] = found
    if found:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.stash[left_behind]:
        terminalreporter.section("left behind by the tests", red=True)
    for line in config.stash[left_behind]:
        terminalreporter.line(line)


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[run_root], ignore_errors=True)


@pytest.fixture(autouse=True)
def own_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A home folder of the test's own, and nothing in the environment that steers the library or its traffic."""
    for name in list(os.environ):
        if name.upper() in PROXIES or (name.startswith("CDPWEBAI_") and name != KEPT):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CDPWEBAI_HOME", str(tmp_path / "cdpwebai-home"))


@pytest.fixture(autouse=True)
def own_log_level() -> Iterator[None]:
    """The command line sets how much is logged for its whole process, which here is that of the next test too."""
    log = logging.getLogger("cdpwebai")
    level = log.level
    yield
    log.setLevel(level)
