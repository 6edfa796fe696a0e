"""Files that were given to a recorded command: told in the trace's header, and stood in for when it runs again.

Row 2. A trace holds a file's name, size and time, and nothing of what is in it; a replay needs no more, because its
page is the recorded one. So a recording can be replayed where the files are not.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cdpwebai.errors import TraceError
from cdpwebai.trace.format import GivenFile, Header

__all__ = ["LARGEST", "given", "stand_ins"]

LARGEST = 2**40
"""Bytes of one file in a header; more is damage."""


def given(paths: Sequence[Path]) -> tuple[GivenFile, ...]:
    """These files as a header tells of them. Raises OSError."""
    told = [(path.name, path.stat()) for path in paths]
    return tuple(GivenFile(name=name, size=one.st_size, modified=one.st_mtime_ns) for name, one in told)


@contextmanager
def stand_ins(header: Header) -> Generator[tuple[Path, ...]]:
    """For the block, files of the recorded names, sizes and times, in their order, with nothing in them.

    Raises TraceError for a header with what is no name or no size.
    """
    with TemporaryDirectory(prefix="cdpwebai-replay-") as folder:
        yield tuple(_made(Path(folder), file) for file in header.files)


def _made(folder: Path, file: GivenFile) -> Path:
    path = folder / file.name
    if path.parent != folder or file.name in ("", ".", "..") or not 0 <= file.size <= LARGEST:
        raise TraceError(f"the header tells of a file that cannot be: {file.name!r} of {file.size} bytes")
    try:
        with path.open("xb") as out:
            out.truncate(file.size)
        os.utime(path, ns=(file.modified, file.modified))
    except (OSError, OverflowError, ValueError) as error:
        raise TraceError(f"the recorded file {file.name!r} cannot be stood in for: {error}") from error
    return path
