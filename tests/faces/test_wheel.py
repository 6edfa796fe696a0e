"""The wheel, as a user gets it: built, installed into an empty environment, and asked the demo's question.

Nothing of the source tree is on the installed program's path, so what is missing in the wheel is missing here. The
downloads come from pip's cache where it has them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"cdpwebai": ROOT / "cdpwebai", "cdpwebai_cli": ROOT / "cli/cdpwebai_cli"}

LIMIT = 300  # seconds for a step that may download; a bound against a hang


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run to the end, without any path of this interpreter's own."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean | environment,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )


def done(ended: subprocess.CompletedProcess[str]) -> str:
    assert ended.returncode == 0, f"{ended.args}\n{ended.stdout}\n{ended.stderr}"
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "-q", "--no-deps")
    done(run(*pip, "-w", folder, ROOT, cwd=folder))
    (built,) = folder.glob("cdpwebai-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the programs of an environment that holds the wheel and what it asks for."""
    environment = tmp_path_factory.mktemp("empty") / "venv"
    done(run(sys.executable, "-m", "venv", environment, cwd=wheel.parent))
    done(
        run(
            environment / "bin/python",
            "-m",
            "pip",
            "install",
            "--disable-pip-version-check",
            "-q",
            wheel,
            cwd=wheel.parent,
        )
    )
    return environment / "bin"


def package_files() -> set[str]:
    """Every file of the two packages but what Python makes by itself, by its place in the wheel."""
    return {
        f"{name}/{path.relative_to(folder).as_posix()}"
        for name, folder in PACKAGES.items()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_every_file_of_the_two_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if not name.partition("/")[0].endswith(".dist-info")}
    assert held == package_files()


@pytest.mark.parametrize("kind", ["page script", "contract", "demo page", "demo scenario", "type marker"])
def test_what_is_no_python_is_in_the_wheel(wheel: Path, kind: str) -> None:
    place = {
        "page script": ("cdpwebai/page/js/", ".js"),
        "contract": ("cdpwebai/providers/chatgpt/", "contract.toml"),
        "demo page": ("cdpwebai/demosite/assets/", ".css"),
        "demo scenario": ("cdpwebai/demosite/scenarios/", ".json"),
        "type marker": ("cdpwebai/", "py.typed"),
    }
    start, end = place[kind]
    with zipfile.ZipFile(wheel) as archive:
        assert [name for name in archive.namelist() if name.startswith(start) and name.endswith(end)]


def test_the_installed_library_is_not_the_source_tree(installed: Path, tmp_path: Path) -> None:
    place = done(run(installed / "python", "-c", "import cdpwebai; print(cdpwebai.__file__)", cwd=tmp_path))
    assert Path(place.strip()).is_relative_to(installed.parent)


def test_the_installed_program_asks_the_demo_and_its_server_saw_one_send(installed: Path, tmp_path: Path) -> None:
    prompt = "Which word did you draw?"
    home = {"CDPWEBAI_HOME": str(tmp_path / "home")}
    ended = run(installed / "cdpwebai", "demo", "ask", "--prompt", prompt, cwd=tmp_path, **home)
    answer = done(ended)
    (log,) = [line for line in ended.stderr.splitlines() if line.startswith("the site's log: ")]
    seen, _, word = log.partition("; word drawn: ")
    assert seen == f"the site's log: 1 send, text equal: {[prompt]}"
    assert word, log
    assert word in answer
