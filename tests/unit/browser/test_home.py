"""The home folder and the files in it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cdpwebai.browser.home import home_folder, home_path, write_private
from cdpwebai.errors import InputError


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_where_the_variable_says_and_is_for_its_user_alone(tmp_path: Path) -> None:
    home = home_folder({"CDPWEBAI_HOME": str(tmp_path / "some/where")})
    assert home == tmp_path / "some/where"
    assert mode(home) == 0o700


def test_a_relative_one_does_not_move_with_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert home_folder({"CDPWEBAI_HOME": "mine"}) == tmp_path / "mine"


@pytest.mark.parametrize("environment", [{}, {"CDPWEBAI_HOME": ""}])
def test_without_the_variable_it_is_the_platforms_data_folder(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert home_folder(environment).name == "cdpwebai"
    assert home_folder(environment).is_relative_to(tmp_path) or sys.platform != "linux"


def test_the_platforms_folder_is_only_looked_up_when_it_is_needed() -> None:
    script = (
        "import os, sys; os.environ['CDPWEBAI_HOME'] = sys.argv[1]\n"
        "from cdpwebai.browser.home import home_folder; home_folder()\n"
        "print('platformdirs' in sys.modules)"
    )
    command = [sys.executable, "-c", script, os.environ["CDPWEBAI_HOME"]]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.parametrize("below", ["", "/home"])
def test_a_home_that_cannot_be_made_is_refused_in_one_sentence(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(InputError) as caught:
        home_folder({"CDPWEBAI_HOME": f"{tmp_path}/file{below}"})
    assert caught.value.message.startswith(f"{tmp_path}/file{below} cannot be the home folder (set CDPWEBAI_HOME")
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("where", [home_path, home_folder])
def test_a_home_of_a_user_that_there_is_not_is_refused(where: Callable[[dict[str, str]], Path]) -> None:
    with pytest.raises(InputError, match="no such user"):
        where({"CDPWEBAI_HOME": "~nobody-of-that-name/cdpwebai"})


def test_where_the_home_is_can_be_asked_without_making_it(tmp_path: Path) -> None:
    assert home_path({"CDPWEBAI_HOME": str(tmp_path / "not/yet")}) == tmp_path / "not/yet"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    home_folder({"CDPWEBAI_HOME": str(tmp_path)})
    assert mode(tmp_path) == 0o755


def test_a_file_is_readable_by_its_user_alone_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_private(tmp_path / "note", "secret")
    finally:
        os.umask(before)
    assert (tmp_path / "note").read_text() == "secret"
    assert mode(tmp_path / "note") == 0o600


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_private(tmp_path / "note", "a long first text")
    with (tmp_path / "note").open() as reader:
        write_private(tmp_path / "note", "second")
        assert reader.read() == "a long first text"
    assert [path.name for path in tmp_path.iterdir()] == ["note"]
    assert (tmp_path / "note").read_text() == "second"


def test_a_file_that_cannot_be_put_in_place_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "note").mkdir()
    with pytest.raises(OSError, match="note"):
        write_private(tmp_path / "note", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["note"]
