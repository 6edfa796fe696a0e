"""Names that are safe on every system, and files that are there whole or not at all, over nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cdpwebai.errors import InputError
from cdpwebai.flows.artifact_saving import (
    LONGEST,
    check_folder,
    check_new,
    discard,
    publish,
    safe_name,
    stage,
    suggested,
)
from tests.manifest import proves


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("attachment; filename=a.zip", "a.zip"),
        ('attachment; filename="a b.zip"; x=1', "a b.zip"),
        ("attachment; filename=\"x\"; filename*=UTF-8''%e2%82%ac.zip", "€.zip"),
        ("attachment; filename*=iso-8859-1'de'%fcber.csv", "über.csv"),
        ("inline", ""),
        ("", ""),
    ],
)
def test_the_name_in_a_header_is_read_the_extended_one_first(header: str, name: str) -> None:
    assert suggested(header) == name


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a.zip", "a.zip"),
        ("보고서 2.csv", "보고서 2.csv"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("/abs/a.zip", "a.zip"),
        ("a\x00b\n\u202egpj.zip", "abgpj.zip"),
        (".bashrc", "bashrc"),
        ("a.zip.crdownload", "a.zip"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("com1.tar.gz", "_com1.tar.gz"),
        ('a<b>:"|?*.txt', "a_b______.txt"),
        ("a. . ", "a"),
        ("..", "file-1"),
        ("", "file-1"),
        ("\u200b", "file-1"),
    ],
)
@proves("oracle.F9")
def test_a_name_has_nothing_in_it_that_could_do_harm(name: str, safe: str) -> None:
    assert safe_name(name, "file-1") == safe


@pytest.mark.parametrize("name", ["x" * 400 + ".zip", "é" * 300 + ".csv", "y" * 400])
def test_a_long_name_is_shortened_and_keeps_its_ending(name: str) -> None:
    safe = safe_name(name, "file-1")
    assert len(safe.encode()) <= LONGEST
    assert safe.rpartition(".")[2] == name.rpartition(".")[2][: len(safe)]


def test_what_is_published_is_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    path = publish(stage(b"bytes", folder), folder, "a.zip")
    assert (path.name, path.read_bytes()) == ("a.zip", b"bytes")
    assert os.listdir(folder) == ["a.zip"]


def test_nothing_is_overwritten_and_the_next_free_name_is_taken(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"mine")
    names = [publish(stage(b"new", tmp_path), tmp_path, "a.zip").name for _ in range(2)]
    assert names == ["a-2.zip", "a-3.zip"]
    assert (tmp_path / "a.zip").read_bytes() == b"mine"


def test_a_name_without_an_ending_gets_its_number_too(tmp_path: Path) -> None:
    assert [publish(stage(b"", tmp_path), tmp_path, "plan").name for _ in range(2)] == ["plan", "plan-2"]


def test_a_link_that_leads_elsewhere_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "a.zip").symlink_to(tmp_path / "outside.zip")
    assert publish(stage(b"new", tmp_path), tmp_path, "a.zip").name == "a-2.zip"
    assert not (tmp_path / "outside.zip").exists()


def test_what_was_staged_is_under_no_name_and_can_be_taken_away(tmp_path: Path) -> None:
    staged = stage(b"bytes", tmp_path)
    assert staged.name.startswith(".cdpwebai-")
    discard(staged)
    discard(staged)
    assert os.listdir(tmp_path) == []


def test_a_place_that_cannot_be_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    for folder in (file, file / "below"):
        with pytest.raises(InputError):
            check_folder(folder)
    for image in (file, tmp_path / "none" / "out.png", tmp_path):
        with pytest.raises(InputError):
            check_new(image)


def test_a_place_that_can_be_is_taken(tmp_path: Path) -> None:
    check_folder(tmp_path / "not" / "yet")
    check_new(tmp_path / "out.png")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["a" * 300, "a\0b", os.fsdecode(b"\xff"), "a" * 300 + "/b"])
def test_what_can_be_no_path_is_refused_in_words_that_can_be_told(tmp_path: Path, name: str) -> None:
    for check in (check_folder, check_new):
        with pytest.raises(InputError) as caught:
            check(tmp_path / name)
        assert caught.value.message.encode()
