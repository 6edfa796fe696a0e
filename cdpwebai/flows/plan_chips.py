"""Which chip of the composer is which file: names as a page shows them, shortened, renamed, or not at all.

Row 6, pure. A chip that shows no name can be any file, one whose name is cut can be those that fit it; so files and
chips are counted against each other, and each chip is one file's. What fits no file is somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

__all__ = ["matched", "may_name", "strangers"]

_CUT = re.compile(r"…|\.\.\.")
_ADDED = r"[ _-]?(?:\([^()]{1,40}\)|\d{1,3})"
"""What a page puts between stem and extension to tell two files apart: "(1)", " (1)", "(20260818-145702)", "-2"."""


def may_name(shown: str, name: str) -> bool:
    """Whether a chip that shows this can be the file of that name."""
    shown, name = _plain(shown), _plain(name)
    if not shown:
        return True
    return any(_fits(shown, form) for form in _forms(name)) or _within(name, shown)


def matched(shown: Sequence[str], names: Sequence[str]) -> dict[int, int]:
    """As many files as can be, each with a chip of its own: the place in ``names`` to the place in ``shown``.

    Chips that name a file plainly are given away first.
    """
    chip_of: dict[int, int] = {}
    file_of: dict[int, int] = {}
    for file in sorted(range(len(names)), key=lambda at: -len(names[at])):
        _give(file, shown, names, chip_of, file_of, set())
    return chip_of


def strangers(shown: Sequence[str], names: Sequence[str]) -> list[str]:
    """The chips that are no file's of these."""
    taken = set(matched(shown, names).values())
    return [text for place, text in enumerate(shown) if place not in taken]


def _give(
    file: int,
    shown: Sequence[str],
    names: Sequence[str],
    chip_of: dict[int, int],
    file_of: dict[int, int],
    tried: set[int],
) -> bool:
    """Find a chip for this file, moving others to another chip of theirs where that makes room."""
    for chip in sorted(range(len(shown)), key=lambda at: (_plain(shown[at]) != _plain(names[file]), not shown[at])):
        if chip in tried or not may_name(shown[chip], names[file]):
            continue
        tried.add(chip)
        if chip not in file_of or _give(file_of[chip], shown, names, chip_of, file_of, tried):
            chip_of[file], file_of[chip] = chip, file
            return True
    return False


def _plain(text: str) -> str:
    return " ".join(normalize("NFC", text).casefold().split())


def _forms(name: str) -> Iterator[str]:
    """The names under which a page may show a file, as patterns: as it is, without extension, with a mark in it."""
    stem, dot, extension = name.rpartition(".")
    if not stem:
        stem, dot, extension = name, "", ""
        yield f"{_ADDED}{re.escape(name)}"  # of a name that is all extension, such as .gitignore
    yield re.escape(name)
    yield re.escape(stem)
    yield f"{re.escape(stem)}{_ADDED}{re.escape(dot + extension)}"
    yield f"{re.escape(stem)}{_ADDED}"


def _fits(shown: str, form: str) -> bool:
    return re.fullmatch(form, shown) is not None


def _within(name: str, shown: str) -> bool:
    """Whether a name that is cut, or that stands beside its kind or size, is this one."""
    if _CUT.search(shown):
        head, *_, tail = _CUT.split(shown)
        return bool(head or tail) and name.startswith(head.strip()) and _ends(name, tail.strip())
    return re.search(rf"(?:^|(?<=\s)){re.escape(name)}(?:$|(?=\s))", shown) is not None


def _ends(name: str, tail: str) -> bool:
    """A mark may stand in the tail: ``rep…(1).txt``."""
    bare = re.sub(_ADDED + r"(?=\.|$)", "", tail) if not name.endswith(tail) else tail
    return name.endswith(bare)
