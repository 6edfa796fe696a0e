"""Finding the files that go along: patterns in, texts out, nothing silently.

Row 1, reads files. Patterns are those of ``.gitignore``, from the folder where the command runs: ``src/**/*.py``,
``*.md`` (there only), ``docs`` (all below it), ``.`` (all). What ``.gitignore`` leaves out stays out, unless it is
named outright.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from pathspec import GitIgnoreSpec

from cdpwebai.context.ignoring import Ignoring, is_pattern
from cdpwebai.context.packing import ContextFile, Gathered, LeftOut
from cdpwebai.context.secrets import why_secret
from cdpwebai.errors import ContextError, InputError

__all__ = ["LARGEST", "gather"]

MOST_NAMED = 5
LARGEST = 8 * 1024 * 1024
"""Bytes of one file; a larger one is no context."""


def gather(patterns: Sequence[str], *, excludes: Sequence[str] = (), root: Path | None = None) -> Gathered:
    """The files below ``root`` (default: the current folder) that the patterns find and ``excludes`` do not.

    Raises InputError for a pattern that is none, finds nothing or leads out of the folder, and ContextError, which
    names them, for symbolic links, also on the way to a file, and for files that look like secrets.
    """
    top = (root or Path.cwd()).resolve()
    found = _found(patterns, _spec(excludes, top), top)
    links = {link: "is a symbolic link" for path in found if (link := _link(path, top))}
    _refuse(links, "context.symlink-rejected")
    files, left_out, secret = list[ContextFile](), list[LeftOut](), dict[str, str]()
    for path in found:
        text, why = _read(top / path)
        if danger := why_secret(top / path, text):
            secret[path] = danger
        elif why:
            left_out.append(LeftOut(_shown(path), why))
        else:
            files.append(ContextFile(path, text))
    _refuse(secret, "context.secret-rejected")
    return Gathered(tuple(files), tuple(left_out))


def _found(patterns: Sequence[str], excluded: GitIgnoreSpec, top: Path) -> list[str]:
    walked: list[str] | None = None
    found: set[str] = set()
    for pattern in patterns:
        inside = _inside(pattern, top)
        if os.path.isfile(top / inside) or os.path.islink(top / inside):  # false as well where it cannot be told
            matched = [inside]
        else:
            walked = list(_walk(top, top, Ignoring())) if walked is None else walked
            matched = list(_spec([pattern], top).match_files(walked)) or list(filter(None, [_link(inside, top)]))
        if not matched:
            raise InputError(f"{pattern!r} finds no file in {top}, or only what .gitignore leaves out.")
        found.update(matched)
    return sorted(path for path in found if not excluded.match_file(path))


def _link(path: str, top: Path) -> str:
    """The first symbolic link on the way from ``top`` to a path, which may lead anywhere; "" for none."""
    parts = PurePosixPath(path).parts
    ways = (PurePosixPath(*parts[:number]) for number in range(1, len(parts) + 1))
    return next((way.as_posix() for way in ways if os.path.islink(top / way)), "")


def _spec(patterns: Iterable[str], top: Path) -> GitIgnoreSpec:
    lines = [f"/{_inside(pattern, top)}" for pattern in patterns]
    for line in lines:
        if not is_pattern(line):
            raise InputError(f"{line[1:]!r} is no pattern: git could not read it in .gitignore.")
    return GitIgnoreSpec.from_lines(lines)


def _inside(pattern: str, top: Path) -> str:
    """The pattern from ``top`` on. Raises InputError when it leads elsewhere."""
    path = Path(pattern)
    if not pattern.strip() or ".." in path.parts or (path.is_absolute() and not path.is_relative_to(top)):
        raise InputError(
            f"{pattern!r} is no pattern for files below {top}; run the command in the folder of the files."
        )
    inside = path.relative_to(top).as_posix() if path.is_absolute() else PurePosixPath(pattern).as_posix()
    return "**" if inside == "." else inside


def _walk(folder: Path, top: Path, ignoring: Ignoring) -> Iterator[str]:
    """Every file below, links included and not followed, that is not ignored; and each folder that cannot be listed."""
    try:
        with os.scandir(folder) as entries:
            inside = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        yield folder.relative_to(top).as_posix()
        return
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
    if _shown(os.fspath(path)) != os.fspath(path):
        return "", "has a name that is not UTF-8"
    try:
        if path.stat().st_size > LARGEST:
            return "", f"is larger than {LARGEST // 1024 // 1024} MB"
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return "", "is no text in UTF-8"
    except IsADirectoryError:
        return "", "is a folder that cannot be listed"
    except OSError as error:
        return "", f"cannot be read: {error.strerror}"
    return (text, "") if "\0" not in text else ("", "is no text")


def _shown(path: str) -> str:
    """A path as it can be told: what is not UTF-8 in it, escaped."""
    return path.encode("utf-8", "backslashreplace").decode()


def _refuse(found: Mapping[str, str], code: str) -> None:
    """Raise ContextError for these paths, each with why it is not sent, in words that follow its name."""
    if not found:
        return
    named = "; ".join(f"{_shown(path)} {why}" for path, why in list(found.items())[:MOST_NAMED])
    more = f"; and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    raise ContextError(
        f"{named}{more}: not sent; leave it out with --context-exclude",
        code=code,
        hint="path-list",
    )
