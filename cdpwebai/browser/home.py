"""Where the library keeps what outlives a run: named profiles, the shared browser's address, sessions.

Row 3. Only the folder and the modes of what lies in it; what is stored there is each owner's business.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Generator, Mapping
from pathlib import Path

from cdpwebai.errors import InputError

__all__ = ["home_folder", "home_path", "private_folder", "told_as_input", "write_private"]


def home_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the home folder is, or would be: ``CDPWEBAI_HOME``, else the platform's user data folder. Makes nothing.

    Raises InputError for the home of a user that there is not ("~nobody").
    """
    named = environment.get("CDPWEBAI_HOME")
    try:
        return Path(named).expanduser().absolute() if named else _platform_folder()
    except RuntimeError as error:
        raise InputError(f"CDPWEBAI_HOME={named} names no folder: there is no such user.") from error


def home_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The home folder; made when it is not there, for its user alone (0700). Raises InputError when it cannot be."""
    path = home_path(environment)
    with told_as_input(f"{path} cannot be the home folder (set CDPWEBAI_HOME to one that can)"):
        return private_folder(path)


def _platform_folder() -> Path:
    import platformdirs  # here, because most runs name their home and `import cdpwebai` must stay light

    return Path(platformdirs.user_data_dir("cdpwebai", appauthor=False))


@contextlib.contextmanager
def told_as_input(what: str) -> Generator[None, None, None]:
    """Tell what the system refuses in the block as an InputError: ``what``, and the system's own word for it."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{what}: {error.strerror or error}.") from error


def private_folder(path: Path) -> Path:
    """Make a folder that only its user may enter. One that is there already keeps the mode that its user gave it.

    Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def write_private(path: Path, text: str) -> None:
    """Put a file in place whole, mode 0600: whoever reads it sees the old text or the new, never half of one.

    Raises OSError.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
