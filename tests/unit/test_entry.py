"""Ctrl-C while the program is still being loaded, by a real process: a module that it needs is what presses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faces.conftest import program_environment

PRESSES = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(0)\n"
LIMIT = 60.0


@pytest.mark.parametrize(("ignored", "code"), [(False, 130), (True, 7)], ids=["alone", "where Ctrl-C is ignored"])
def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_word(tmp_path: Path, ignored: bool, code: int) -> None:
    (tmp_path / "click.py").write_text(f"{PRESSES}raise SystemExit(7)\n")
    env = program_environment(tmp_path)
    env["PYTHONPATH"] = f"{tmp_path}:{env['PYTHONPATH']}"
    command = [sys.executable, "-m", "cdpwebai_cli", "--version"]
    if ignored:
        command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *command]
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")
