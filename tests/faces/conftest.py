"""The program as a process of its own, and the run's Chromium for it to talk to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import chromium, page_url, pages

__all__ = ["Ended", "Shell", "chromium", "page_url", "pages", "program_environment", "shell"]

ROOT = Path(__file__).parent.parent.parent
LIMIT = 60.0


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """stdout, which must be one JSON document and nothing else."""
        return json.loads(self.out)


Shell = Callable[..., Ended]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """``shell("probe", "h1", ...)`` runs the program in an empty folder with a home of its own."""

    def run(*arguments: str, given: str | None = None, **environment: str) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "cdpwebai_cli", *arguments],
            input=given,
            stdin=None if given is not None else subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
            cwd=tmp_path,
            env=program_environment(tmp_path) | environment,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


def program_environment(home: Path) -> dict[str, str]:
    """What the program gets of the environment: no settings of the user's, and our source."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CDPWEBAI_", "PYTHON"))}
    return kept | {"HOME": str(home), "CDPWEBAI_HOME": str(home / "home"), "PYTHONPATH": f"{ROOT}:{ROOT / 'cli'}"}
