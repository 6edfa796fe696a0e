"""Ages as users write them: "30d", "12h".

Row 6, pure.
"""

from __future__ import annotations

import re

from cdpwebai.errors import InputError

__all__ = ["DEFAULT_AGE", "parse_age"]

DEFAULT_AGE = "30d"
"""How old a session must be to be pruned, where nothing else is said."""

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800, "": 86400}

_AGE = re.compile(r"([0-9]{1,9})([smhdw]?)")


def parse_age(text: str) -> float:
    """``<n>[smhdw]`` in seconds; a bare number is days. Raises InputError."""
    found = _AGE.fullmatch(text.strip())
    if found is None:
        raise InputError(f"{text!r} is no age: write a whole number and s, m, h, d or w, as in {DEFAULT_AGE}")
    return float(int(found[1]) * SECONDS[found[2]])
