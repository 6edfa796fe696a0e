"""Finding the files that go along: patterns in, texts out, nothing silently.

Row 1, reads files. Patterns are those of ``.gitignore``, from the folder where the command runs: ``src/**/*.py``,
``*.md`` (there only), ``docs`` (all below it). What ``.gitignore`` leaves out stays out, unless it is named outright.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from pathspec import GitIgnoreSpec

from cdpwebai.context.ignoring import Ignoring
from cdpwebai.context.packing import ContextFile, Gathered, LeftOut
from cdpwebai.context.secrets import why_secret
from cdpwebai.errors import ContextError, InputError

__all__ = ["gather"]

WILD = frozenset("*?[")
MOST_NAMED = 5
LARGEST = 8 * 1024 * 1024
"""Bytes of one file; a larger one is no context."""


def gather(patterns: Sequence[str], *, excludes: Sequence[str] = (), root: Path | None = None) -> Gathered:
    """The files below ``root`` (default: the current folder) that the patterns find and ``excludes`` do not.

    Raises InputError for a pattern that finds nothing or leads out of the folder, and ContextError, which names them,
    for symbolic links and for files that look like secrets.
    """
    top = (root or Path.cwd()).resolve()
    found = _found(patterns, _spec(excludes, top), top)
    _refuse([path for path in found if (top / path).is_symlink()], "context.symlink-rejected", "is a symbolic link")
    files, left_out, secret = list[ContextFile](), list[LeftOut](), dict[str, str]()
    for path in found:
        text, why = _read(top / path)
        if danger := why_secret(PurePosixPath(path), text):
            secret[path] = danger
        elif why:
            left_out.append(LeftOut(path, why))
        else:
            files.append(ContextFile(path, text))
    _refuse(list(secret), "context.secret-rejected", next(iter(secret.values()), ""))
    return Gathered(tuple(files), tuple(left_out))


def _found(patterns: Sequence[str], excluded: GitIgnoreSpec, top: Path) -> list[str]:
    walked: list[str] | None = None
    found: set[str] = set()
    for pattern in patterns:
        spec = _spec([pattern], top)
        named = top / pattern
        if not WILD.intersection(pattern) and (named.is_file() or named.is_symlink()):
            matched = [named.relative_to(top).as_posix()]
        else:
            walked = list(_walk(top, top, Ignoring())) if walked is None else walked
            matched = list(spec.match_files(walked))
        if not matched:
            raise InputError(f"{pattern!r} finds no file in {top}, or only what .gitignore leaves out.")
        found.update(matched)
    return sorted(path for path in found if not excluded.match_file(path))


def _spec(patterns: Iterable[str], top: Path) -> GitIgnoreSpec:
    return GitIgnoreSpec.from_lines(f"/{_inside(pattern, top)}" for pattern in patterns)


def _inside(pattern: str, top: Path) -> str:
    """The pattern from ``top`` on. Raises InputError when it leads elsewhere."""
    path = Path(pattern)
    if not pattern.strip() or ".." in path.parts or (path.is_absolute() and not path.is_relative_to(top)):
        raise InputError(
            f"{pattern!r} is no pattern for files below {top}; run the command in the folder of the files."
        )
    return path.relative_to(top).as_posix() if path.is_absolute() else PurePosixPath(pattern).as_posix()


def _walk(folder: Path, top: Path, ignoring: Ignoring) -> Iterator[str]:
    """Every file below, links included and not followed, that is not ignored."""
    with os.scandir(folder) as entries:
        inside = sorted(entries, key=lambda entry: entry.name)
    for entry in inside:
        path = Path(entry.path)
        is_folder = entry.is_dir(follow_symlinks=False)
        if ignoring.leaves_out(path, folder=is_folder):
            continue
        if is_folder:
            yield from _walk(path, top, ignoring)
        elif entry.is_symlink() or entry.is_file():
            yield path.relative_to(top).as_posix()


def _read(path: Path) -> tuple[str, str]:
    """A file's text, or why it has none for us."""
    try:
        if path.stat().st_size > LARGEST:
            return "", f"is larger than {LARGEST // 1024 // 1024} MB"
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return "", "is no text in UTF-8"
    except OSError as error:
        return "", f"cannot be read: {error.strerror}"
    return (text, "") if "\0" not in text else ("", "is no text")


def _refuse(paths: Sequence[str], code: str, why: str) -> None:
    if not paths:
        return
    more = f" and {len(paths) - MOST_NAMED} more" if len(paths) > MOST_NAMED else ""
    raise ContextError(
        f"{', '.join(paths[:MOST_NAMED])}{more}: {why}, and is not sent; leave it out with --context-exclude.",
        code=code,
        hint="path-list",
    )
