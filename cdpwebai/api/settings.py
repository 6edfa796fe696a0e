"""What the user's ``config.toml`` in the home folder says of operations.

Row 7. One number so far: ``at_once``, how many prompts of one vendor may be on their way at the same time, by every
process of this home together. Six conversations opened at once have made ChatGPT refuse ("Too many requests"), five
have not (public reports, 2026-08).
"""

from __future__ import annotations

import tomllib

from cdpwebai.browser.home import home_path
from cdpwebai.errors import InputError

__all__ = ["AT_ONCE", "FILE", "places_of"]

FILE = "config.toml"

AT_ONCE = 5
"""How many where the file says nothing."""


def places_of(vendor: str) -> tuple[str, ...]:
    """The names of the places that runs of this vendor share. Raises InputError for a file that says no number."""
    return tuple(f"{vendor}:{number}" for number in range(1, _at_once() + 1))


def _at_once() -> int:
    file = home_path() / FILE
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8")).get("at_once", AT_ONCE)
    except FileNotFoundError:
        return AT_ONCE
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    if isinstance(said, bool) or not isinstance(said, int) or said < 1:
        raise InputError(f"{file}: at_once must be a whole number of 1 or more, not {said!r}")
    return said
