"""Files on the user's disk: names that are safe everywhere, written whole or not at all, never over anything.

Row 6. It knows nothing of pages. What is written stands aside under a name of its own until it is published.
"""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import unquote

from cdpwebai.errors import InputError

__all__ = ["check_folder", "check_new", "discard", "publish", "safe_name", "stage", "suggested"]

LONGEST = 180
"""Bytes of a name, UTF-8; file systems take 255, and a number may be put in."""

RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)
"""What Windows takes for a device, with any ending."""

_EXTENDED = re.compile(r"filename\*\s*=\s*(UTF-8|ISO-8859-1)?'[^']*'([^;]+)", re.IGNORECASE)
_PLAIN = re.compile(r'filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))', re.IGNORECASE)


def suggested(disposition: str) -> str:
    """The name in a Content-Disposition header, RFC 5987's form first; "" when there is none."""
    if found := _EXTENDED.search(disposition):
        return unquote(found[2].strip(), encoding=found[1] or "UTF-8")
    if found := _PLAIN.search(disposition):
        return (found[1] or found[2] or "").strip()
    return ""


def safe_name(name: str, fallback: str) -> str:
    """A name without folders, control characters, leading dots, what Windows reserves, and of bearable length."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    kept = "".join(one for one in last if unicodedata.category(one) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
    plain = re.sub(r'[<>:"|?*]', "_", kept).strip().lstrip(".").removesuffix(".crdownload").rstrip(". ")
    if not plain:
        return fallback
    return _shortened(f"_{plain}" if RESERVED.fullmatch(plain) else plain)


def _shortened(name: str) -> str:
    stem, dot, suffix = name.rpartition(".")
    if not dot or len(suffix.encode()) > 20:
        stem, suffix = name, ""
    room = LONGEST - len(f"{dot and suffix and '.'}{suffix}".encode())
    short = stem.encode()[:room].decode(errors="ignore")
    return f"{short}.{suffix}" if suffix else short


def check_folder(folder: Path) -> None:
    """Raise InputError for a folder in which nothing can be written; one that is not there yet can be made."""
    _check_path(folder)
    there = folder.absolute()
    if there.exists() and not there.is_dir():
        raise InputError(f"{folder} is no folder")
    while not there.exists():
        there = there.parent
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise InputError(f"{folder} cannot be written in")


def check_new(file: Path) -> None:
    """Raise InputError for a file that is there already, or cannot be made."""
    _check_path(file)
    if os.path.lexists(file):
        raise InputError(f"{file} is there already, and is not overwritten; give another name")
    if not file.name or not file.absolute().parent.is_dir():
        raise InputError(f"{file} cannot be written: there is no folder {file.absolute().parent}")
    check_folder(file.absolute().parent)


def _check_path(path: Path) -> None:
    """Raise InputError for what can be no path here, or could not be told of in JSON."""
    shown = os.fspath(path).encode("utf-8", "backslashreplace").decode()
    if shown != os.fspath(path):
        raise InputError(f"{shown} has a name that is not UTF-8; give another one")
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, ValueError) as error:
        raise InputError(f"{shown!r} cannot be written: {error}") from error


def stage(data: bytes, folder: Path) -> Path:
    """Write bytes aside in the folder, whole and on the disk. Raises OSError, and nothing is left then."""
    folder.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=folder, prefix=".cdpwebai-", suffix=".part", delete=False) as written:
        try:
            written.write(data)
            written.flush()
            os.fsync(written.fileno())
            os.chmod(written.name, 0o666 & ~_umask())
        except BaseException:
            discard(Path(written.name))
            raise
    return Path(written.name)


def publish(staged: Path, folder: Path, name: str) -> Path:
    """Give what was staged its name, or the first free one like it (``a-2.zip``); nothing is overwritten. OSError."""
    stem, dot, suffix = name.rpartition(".")
    if not stem:
        stem, dot, suffix = name, "", ""
    for number in count(1):
        target = folder / (name if number == 1 else f"{stem}-{number}{dot}{suffix}")
        with suppress(FileExistsError):
            os.link(staged, target)
            discard(staged)
            return target
    raise AssertionError("there is no end to names")


def discard(staged: Path) -> None:
    """Take away what was staged, if it is there."""
    with suppress(OSError):
        staged.unlink()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
