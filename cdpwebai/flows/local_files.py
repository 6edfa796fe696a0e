"""Files that are to go along with a prompt, as they are on our disk: checked before a browser is touched.

Row 6; reads the disk, knows no page. What is refused here has cost nothing. Above: ``attach``.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from cdpwebai.errors import AttachmentRefused

__all__ = ["LARGEST", "LARGEST_IMAGE", "LocalFile", "check_local", "remarks", "unchanged"]

LARGEST = 512 * 2**20
LARGEST_IMAGE = 20 * 2**20
LARGEST_TABLE = 50 * 2**20
"""Bytes that the site takes in one file, in one image, and in one table without trouble, as of 2026-07."""

IMAGES = frozenset((".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic"))
TABLES = frozenset((".csv", ".tsv", ".xls", ".xlsx"))
LINKS = frozenset((".gdoc", ".gsheet", ".gslides"))
"""Files that only name a document that is elsewhere."""


@dataclass(frozen=True)
class LocalFile:
    """One file: where it is, its size in bytes, and when it was last changed, in nanoseconds."""

    path: Path
    size: int
    changed: int

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def is_image(self) -> bool:
        return self.path.suffix.lower() in IMAGES

    def __str__(self) -> str:
        return f"{self.name} ({self.size:,} bytes)"


def check_local(paths: Sequence[str | os.PathLike[str]]) -> tuple[LocalFile, ...]:
    """The files at these paths, in their order.

    Raises AttachmentRefused for the first that is not there, no regular file, not readable or too large, and for two
    that have one name: the site would rename one of them, and nobody could tell which.
    """
    found = tuple(_checked(Path(path)) for path in paths)
    names = Counter(normalize("NFC", one.name).casefold() for one in found)
    for one in found:
        if names[normalize("NFC", one.name).casefold()] > 1:
            raise AttachmentRefused(f"two files are called {one.name}; rename one of them")
    return found


def _checked(path: Path) -> LocalFile:
    try:
        os.fspath(path).encode()
    except UnicodeEncodeError as error:
        raise AttachmentRefused(f"the name of {os.fspath(path)!r} is not UTF-8; rename it") from error
    try:
        path = path.resolve(strict=True)
        told = path.stat()
    except FileNotFoundError as error:
        raise AttachmentRefused(f"the file {path} does not exist") from error
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links in a circle; ValueError: no path at all
        raise AttachmentRefused(f"the file {path} cannot be read: {error}") from error
    if not path.is_file():
        raise AttachmentRefused(f"{path} is no regular file")
    if not os.access(path, os.R_OK):
        raise AttachmentRefused(f"the file {path} cannot be read")
    one = LocalFile(path, told.st_size, told.st_mtime_ns)
    if path.suffix.lower() in LINKS:
        raise AttachmentRefused(f"{path} only names a document that is elsewhere; export the document, and attach that")
    limit = LARGEST_IMAGE if one.is_image else LARGEST
    if one.size > limit:
        raise AttachmentRefused(f"{one} is larger than the {limit // 2**20} MB that the site takes")
    return one


def remarks(files: Sequence[LocalFile]) -> Iterator[str]:
    """Warnings that go with files that may be attached."""
    if any(one.size == 0 for one in files):
        yield "attachment-empty"
    if any(one.size > LARGEST_TABLE and one.path.suffix.lower() in TABLES for one in files):
        yield "attachment-large-table"


def unchanged(one: LocalFile) -> bool:
    """Whether the file is still the one that was checked."""
    try:
        told = one.path.stat()
    except OSError:
        return False
    return (told.st_size, told.st_mtime_ns) == (one.size, one.changed)
