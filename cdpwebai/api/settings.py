"""What the user's ``config.toml`` in the home folder says of operations.

Row 7. How many prompts of one vendor may be on their way at the same time, how many conversations may be opened in a
minute, and for how long nothing is sent after the site has said that there were too many requests: by every process of
this home together. Six conversations opened at once have made ChatGPT refuse ("Too many requests"), five have not
(public reports, 2026-08). The demo is opened as often as one likes, unless the file says otherwise.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

from cdpwebai.browser.home import home_path
from cdpwebai.errors import InputError

__all__ = ["AT_ONCE", "COOL_DOWN", "FILE", "PER_MINUTE", "Pace", "pace_of", "places_of"]

FILE = "config.toml"

AT_ONCE = 5
PER_MINUTE = 6
COOL_DOWN = 300
"""What holds where the file says nothing: prompts, conversations, and seconds."""

NAMES = ("at_once", "per_minute", "cool_down")
"""What the file may say."""


@dataclass(frozen=True)
class Pace:
    """``per_minute``: so many conversations may be opened in a minute; ``cool_down``: so many seconds nothing is sent
    after a rate limit. 0: no bound, and no cool-down."""

    per_minute: int = PER_MINUTE
    cool_down: int = COOL_DOWN


def places_of(vendor: str) -> tuple[str, ...]:
    """The names of the places that runs of this vendor share. Raises InputError for a file that says no number."""
    return tuple(f"{vendor}:{number}" for number in range(1, _number("at_once", AT_ONCE, 1) + 1))


def pace_of(vendor: str) -> Pace:
    """How fast this vendor may be asked. Raises InputError for a file that says no number."""
    free = vendor == "demo"
    return Pace(_number("per_minute", 0 if free else PER_MINUTE, 0), _number("cool_down", 0 if free else COOL_DOWN, 0))


def _number(name: str, default: int, least: int) -> int:
    said = _settings().get(name, default)
    if isinstance(said, bool) or not isinstance(said, int) or said < least:
        file = home_path() / FILE
        raise InputError(f"{file}: {name} must be a whole number of {least} or more, not {said!r}")
    return said


def _settings() -> dict[str, Any]:
    file = home_path() / FILE
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    unknown = sorted(said.keys() - set(NAMES))
    if unknown:
        raise InputError(f"{file}: there is no setting {unknown[0]!r}; there are {', '.join(NAMES)}")
    return said
