"""A result's file: refused before anything is done when it cannot be written, written whole or not at all.

Below the commands.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from cdpwebai.errors import InputError, OutputError

__all__ = ["check_writable", "write_whole"]


def check_writable(file: Path) -> None:
    """Raise InputError for a file that cannot be written."""
    try:
        file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, ValueError) as error:  # a name that is too long, or none
        raise InputError(f"{file} cannot be written: {error}") from error
    folder = file.absolute().parent
    if not folder.is_dir():
        raise InputError(f"{file} cannot be written: there is no folder {folder}")
    if file.is_dir():
        raise InputError(f"{file} cannot be written: it is a folder")
    if not os.access(folder, os.W_OK) or (file.exists() and not os.access(file, os.W_OK)):
        raise InputError(f"{file} cannot be written")


def write_whole(file: Path, text: str) -> bool:
    """Write a text file, UTF-8, so that it is there whole or as it was before; returns whether there was one before.

    Raises OutputError.
    """
    target, data = Path(os.path.realpath(file)), text.encode()
    temporary = ""
    try:
        replaced = target.exists()
        with NamedTemporaryFile(dir=target.parent, delete=False) as written:
            temporary = written.name
            written.write(data)
            written.flush()
            os.fsync(written.fileno())
        os.chmod(temporary, target.stat().st_mode & 0o7777 if replaced else 0o666 & ~_umask())
        os.replace(temporary, target)
    except OSError as error:
        with suppress(OSError):
            os.unlink(temporary)
        raise OutputError(f"{file} could not be written: {error.strerror}") from error
    return replaced


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
