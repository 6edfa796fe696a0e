"""A virtual environment for each peer, made once and kept in ``benchmarks/.venvs``."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

from benchmarks.roster import Contestant

__all__ = ["prepare"]

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
