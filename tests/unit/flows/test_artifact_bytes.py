"""Bytes are taken for what they are: whole, of the kind that their name says, and harmless."""

from __future__ import annotations

import struct
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from cdpwebai.demosite import artifacts
from cdpwebai.demosite.steps import Image
from cdpwebai.flows.artifact_bytes import SMALL, image_size, mime_of, said_by, suffix_of, trouble_with
from tests.manifest import proves

PNG = artifacts.picture(Image(at=0, file_id="file_a", width=40, height=30))
JPEG = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x1e\x00\x28\x01\x00\x00\x00\xff\xd9"
GIF = b"GIF89a" + struct.pack("<HH", 40, 30) + b"\0\0\0\x3b"
WEBP = b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + b"\x27\0\0\x1d\0\0"
ARCHIVE = artifacts.zipped((("a.txt", "one"), ("b/c.txt", "two")))


def archive(*entries: tuple[str, bytes], attributes: int = 0) -> bytes:
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as made:
        for name, data in entries:
            info = ZipInfo("placeholder")
            info.filename, info.external_attr, info.compress_type = name, attributes, ZIP_DEFLATED
            made.writestr(info, data)
    return written.getvalue()


def code(data: bytes, name: str, *, image: bool = False) -> str:
    found = trouble_with(data, name, image=image)
    return found.code if found else ""


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (ARCHIVE, "a.zip"),
        (ARCHIVE, "a.docx"),
        (b"a,b\n1,2\n", "a.csv"),
        (b"\0\1", "a.bin"),
        (b"%PDF-1.7", "a.pdf"),
        (b"<p>", "a"),
    ],
)
@proves("oracle.F7")
def test_bytes_that_are_what_their_name_says_are_taken(data: bytes, name: str) -> None:
    assert code(data, name) == ""


@pytest.mark.parametrize(("data", "size"), [(PNG, (40, 30)), (JPEG, (40, 30)), (GIF, (40, 30)), (WEBP, (40, 30))])
def test_an_image_is_taken_and_its_size_told(data: bytes, size: tuple[int, int]) -> None:
    assert code(data, "image", image=True) == ""
    assert image_size(data) == size


@pytest.mark.parametrize("data", [PNG, JPEG, GIF, WEBP])
def test_an_image_without_its_end_is_cut(data: bytes) -> None:
    assert code(data[:-8] if data is PNG else data[:-2], "image", image=True) == "cut"


@pytest.mark.parametrize("data", [b"", b"\x89PNG", b"\xff\xd8\xff", b"RIFF\0\0\0\0WEBP"])
def test_an_image_of_which_hardly_anything_came_has_no_size(data: bytes) -> None:
    assert image_size(data) == (0, 0)
    assert code(data, "image", image=True) in ("empty", "type", "cut")


def test_no_bytes_are_no_file() -> None:
    assert code(b"", "a.zip") == "empty"


@pytest.mark.parametrize("page", [artifacts.EXPIRED, b"\xef\xbb\xbf\n<HTML>", b"<!-- x -->\n<!doctype html>"])
@pytest.mark.parametrize("name", ["a.zip", "a.csv", "a"])
def test_a_page_is_no_file_unless_it_is_called_one(page: bytes, name: str) -> None:
    assert code(page, name) == "page"
    assert code(page, "a.html") == ""


def test_what_is_of_another_kind_than_its_name_says_is_not_taken() -> None:
    assert code(PNG, "a.zip") == "type"
    assert code(b"some text", "a.png") == "type"
    assert code(ARCHIVE, "image", image=True) == "type"


@pytest.mark.parametrize("length", [len(ARCHIVE) // 2, len(ARCHIVE) - 1, 40])
@proves("oracle.F8")
def test_an_archive_that_is_cut_is_not_taken(length: int) -> None:
    assert code(ARCHIVE[:length], "a.zip") == "cut"


def test_an_archive_whose_entry_does_not_fit_its_checksum_is_damaged() -> None:
    assert code(ARCHIVE.replace(b"one", b"two", 1), "a.zip") == "cut"


@pytest.mark.parametrize("name", ["../outside.txt", "a/../../b", "/etc/passwd", "C:\\x", "..\\x", "a\\..\\..\\b"])
def test_an_archive_with_an_entry_outside_of_it_is_not_taken(name: str) -> None:
    assert code(archive((name, b"x")), "a.zip") == "unsafe-archive"


def test_an_archive_with_a_link_in_it_is_not_taken() -> None:
    assert code(archive(("a", b"/etc/passwd"), attributes=0o120777 << 16), "a.zip") == "unsafe-archive"


def test_an_archive_that_unpacks_to_far_more_than_it_has_is_not_taken() -> None:
    assert code(archive(("zeros.bin", bytes(2 * SMALL))), "a.zip") == "unsafe-archive"


def test_what_an_archive_says_of_its_sizes_is_not_believed() -> None:
    bomb = archive(("zeros.bin", bytes(2 * SMALL)))
    lying = bomb.replace(struct.pack("<I", 2 * SMALL), struct.pack("<I", 10))
    assert lying != bomb
    assert code(lying, "a.zip") in ("unsafe-archive", "cut")


def test_a_small_archive_may_pack_well() -> None:
    assert code(archive(("zeros.bin", bytes(SMALL))), "a.zip") == ""


def test_kinds_are_told_by_bytes_and_by_names() -> None:
    assert (mime_of(b"\x1f\x8b"), mime_of(b"?"), said_by("A.PNG"), said_by("a.txt"), said_by("zip")) == (
        "application/gzip", "", "image/png", "", "",
    )  # fmt: skip
    assert (suffix_of("image/jpeg"), suffix_of("image/webp")) == (".jpg", ".webp")
