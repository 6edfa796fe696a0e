"""Where the library keeps what outlives a run: named profiles, the shared browser's address, sessions.

Row 3. Only the folder and the modes of what lies in it; what is stored there is each owner's business.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

__all__ = ["home_folder", "private_folder", "write_private"]


def home_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """``CDPWEBAI_HOME``, else the platform's user data folder; made when it is not there, for its user alone (0700)."""
    named = environment.get("CDPWEBAI_HOME")
    return private_folder(Path(named).expanduser().absolute() if named else _platform_folder())


def _platform_folder() -> Path:
    import platformdirs  # here, because most runs name their home and `import cdpwebai` must stay light

    return Path(platformdirs.user_data_dir("cdpwebai", appauthor=False))


def private_folder(path: Path) -> Path:
    """Make a folder that only its user may enter. One that is there already keeps the mode that its user gave it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def write_private(path: Path, text: str) -> None:
    """Put a file in place whole, mode 0600: whoever reads it sees the old text or the new, never half of one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
