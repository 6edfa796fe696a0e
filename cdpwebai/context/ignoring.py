"""What ``.gitignore`` files leave out, as git reads them: each for its own folder, the deepest one that speaks decides.

Row 1. The patterns are read by ``pathspec``; this is only which file counts where.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from pathspec import GitIgnoreSpec

__all__ = ["Ignoring", "is_pattern"]

NEVER = frozenset({".git", ".hg", ".svn"})
"""Folders that no pattern reaches: the version control's own."""


class Ignoring:
    """What git would leave out, read once for each folder."""

    def __init__(self) -> None:
        self._specs: dict[Path, GitIgnoreSpec] = {}

    def leaves_out(self, path: Path, *, folder: bool) -> bool:
        """Whether this absolute path is ignored. Its parents are not judged: who walks has passed them."""
        if path.name in NEVER:
            return True
        for base in _bases(path.parent):
            name = path.relative_to(base).as_posix() + ("/" if folder else "")
            said = self._spec(base).check_file(name).include
            if said is not None:
                return said
        return False

    def _spec(self, base: Path) -> GitIgnoreSpec:
        if base not in self._specs:
            self._specs[base] = GitIgnoreSpec.from_lines(_lines(base / ".gitignore"))
        return self._specs[base]


def is_pattern(line: str) -> bool:
    """Whether it can be read as a line of ``.gitignore``. To git such a line matches nothing."""
    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True


def _bases(folder: Path) -> Iterator[Path]:
    """The folders whose ``.gitignore`` counts: from this one up to the repository's own, or to the top."""
    for base in (folder, *folder.parents):
        yield base
        if os.path.exists(base / ".git"):  # false as well where it cannot be told
            return


def _lines(file: Path) -> list[str]:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    return [line for line in lines if is_pattern(line)]
