"""Where a browser is looked for."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from cdpwebai.browser.find import find_browser, path_names, usual_places
from cdpwebai.errors import BrowserNotFound


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_first_name_on_path_wins_over_later_names_in_earlier_folders(tmp_path: Path) -> None:
    executable(tmp_path / "a/chromium")
    chrome = executable(tmp_path / "b/google-chrome")
    path = os.pathsep.join([str(tmp_path / "a"), str(tmp_path / "b")])
    assert find_browser({"PATH": path}, system="linux") == chrome


def test_a_file_on_path_that_cannot_be_run_is_passed_over(tmp_path: Path) -> None:
    executable(tmp_path / "a/chromium").chmod(0o644)
    chromium = executable(tmp_path / "b/chromium")
    path = os.pathsep.join([str(tmp_path / "a"), str(tmp_path / "b")])
    assert find_browser({"PATH": path}, system="linux") == chromium


def test_the_usual_places_are_searched_after_path(tmp_path: Path) -> None:
    chrome = executable(tmp_path / "Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    assert find_browser({"PATH": "", "HOME": str(tmp_path)}, system="darwin") == chrome


def test_the_variable_wins_over_path_and_may_be_a_name_on_it(tmp_path: Path) -> None:
    executable(tmp_path / "google-chrome")
    mine = executable(tmp_path / "mine")
    for named in (str(mine), "mine"):
        assert find_browser({"PATH": str(tmp_path), "CDPWEBAI_BROWSER": named}, system="linux") == mine


def test_an_empty_variable_is_none(tmp_path: Path) -> None:
    chrome = executable(tmp_path / "google-chrome")
    assert find_browser({"PATH": str(tmp_path), "CDPWEBAI_BROWSER": ""}, system="linux") == chrome


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("{folder}/absent", "does not exist"),
        ("{folder}", "is a folder"),
        ("{folder}/text", "is not executable"),
        ("absent", "is not on PATH"),
    ],
)
def test_a_wrong_variable_is_an_error_that_names_it_never_another_browser(tmp_path: Path, named: str, why: str) -> None:
    executable(tmp_path / "google-chrome")
    (tmp_path / "text").write_text("no program")
    named = named.format(folder=tmp_path)
    with pytest.raises(BrowserNotFound) as caught:
        find_browser({"PATH": str(tmp_path), "CDPWEBAI_BROWSER": named}, system="linux")
    assert f"CDPWEBAI_BROWSER is {named!r}, which {why}" in caught.value.message
    assert caught.value.exit_code == 5


def test_a_bare_name_is_not_taken_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executable(tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BrowserNotFound, match="is not on PATH"):
        find_browser({"PATH": "", "CDPWEBAI_BROWSER": "mine"}, system="linux")


def test_no_browser_anywhere_says_where_was_looked_and_what_to_do() -> None:
    with pytest.raises(BrowserNotFound) as caught:
        find_browser({"PATH": "", "HOME": "/nowhere"}, system="darwin")
    assert "8 usual places" in caught.value.message
    assert "set CDPWEBAI_BROWSER" in caught.value.message


def test_windows_is_searched_by_program_folder_in_order_of_browsers() -> None:
    environment = {"PROGRAMFILES": r"C:\Program Files", "LOCALAPPDATA": r"C:\Users\me\AppData\Local"}
    places = usual_places("win32", environment)
    assert places[0] == PureWindowsPath(r"C:\Program Files\Google\Chrome\Application\chrome.exe")
    assert places[1] == PureWindowsPath(r"C:\Users\me\AppData\Local\Google\Chrome\Application\chrome.exe")
    assert path_names("win32")[0] == "chrome.exe"


def test_macos_is_searched_in_the_applications_of_the_machine_then_of_the_user() -> None:
    places = usual_places("darwin", {"HOME": "/Users/me"})
    assert places[0] == PurePosixPath("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    assert places[1] == PurePosixPath("/Users/me/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    assert path_names("darwin") == ()


def test_a_snap_is_the_last_resort_on_linux() -> None:
    assert usual_places("linux", {})[-1] == PurePosixPath("/snap/bin/chromium")
