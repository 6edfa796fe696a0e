"""A virtual environment for each peer, made once and kept in ``benchmarks/.venvs``."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

from benchmarks.roster import Contestant

__all__ = ["prepare", "versions"]

_FOLDER = Path(__file__).parent / ".venvs"


def prepare(contestant: Contestant) -> str:
    """The Python that runs this contestant; installs from PyPI what is not there yet."""
    if not contestant.requirement:
        return sys.executable
    home = _FOLDER / contestant.name
    python, stamp = home / "bin" / "python", home / "requirement.txt"
    if not stamp.exists() or stamp.read_text() != contestant.requirement:
        print(f"installing {contestant.requirement} ...", file=sys.stderr)
        venv.create(home, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", contestant.requirement], check=True)
        stamp.write_text(contestant.requirement)
    return str(python)


def versions(python: str) -> dict[str, str]:
    """Every package of an environment and its version."""
    command = [python, "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return dict(line.split("==") for line in listed.splitlines() if "==" in line)
