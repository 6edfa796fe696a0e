"""Whether files that a browser tells of are ours: what it says of a disk that it has not in common with us."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cdpwebai.page.handing import CLOCKS, are_ours
from tests.manifest import proves


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    made = [tmp_path / "a.txt", tmp_path / "empty"]
    made[0].write_bytes(b"abc")
    made[1].write_bytes(b"")
    return made


def told(path: Path, **change: Any) -> list[Any]:
    row = {"name": path.name, "size": path.stat().st_size, "modified": path.stat().st_mtime * 1000} | change
    return [row["name"], row["size"], row["modified"]]


def test_the_same_names_sizes_and_times_are_ours(files: list[Path]) -> None:
    assert are_ours([told(path) for path in files], files)


@proves("oracle.C19")
def test_a_path_that_the_browser_does_not_have_is_an_empty_file_of_now_and_not_ours(files: list[Path]) -> None:
    assert not are_ours([told(files[0], size=0, modified=9e12), told(files[1])], files)


def test_an_empty_file_is_the_same_everywhere(files: list[Path]) -> None:
    assert are_ours([told(files[1], modified=9e12)], files[1:])


@proves("oracle.C19")
@pytest.mark.parametrize("change", [{"name": "b.txt"}, {"size": 4}, {"modified": 0.0}])
def test_another_file_at_the_same_path_is_not_ours(files: list[Path], change: dict[str, Any]) -> None:
    assert not are_ours([told(files[0], **change)], files[:1])


def test_clocks_of_file_systems_may_be_coarse(files: list[Path]) -> None:
    modified = files[0].stat().st_mtime * 1000
    assert are_ours([told(files[0], modified=modified - CLOCKS + 1)], files[:1])
    assert not are_ours([told(files[0], modified=modified - CLOCKS - 1)], files[:1])


@pytest.mark.parametrize("answer", [None, [], [["a.txt", 3]], "a.txt", [["a.txt", "3", 0]]])
def test_what_tells_nothing_of_them_is_not_ours(files: list[Path], answer: Any) -> None:
    assert not are_ours(answer, files[:1])
