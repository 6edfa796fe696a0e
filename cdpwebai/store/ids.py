"""Names for what is stored: ULIDs, which sort by the time they were made, and the hash of a prompt.

Row 6, pure but for the dice that are handed in. A ULID is 48 bits of milliseconds and 80 bits of chance in 26 letters
of Crockford's base 32 (github.com/ulid/spec). In one process they always rise: within a millisecond, and when the clock
is set back, the next one is the last one plus one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

from cdpwebai.errors import InputError

__all__ = ["Ulids", "hash_of"]

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CHANCE = 80


class Ulids:
    """Makes ULIDs. ``dice(bits)`` gives that many random bits."""

    def __init__(self, dice: Callable[[int], int] = secrets.randbits) -> None:
        self._dice = dice
        self._last = 0

    def next(self, now: float) -> str:
        """The next one, made at ``now``, in seconds since the epoch."""
        fresh = int(now * 1000) << CHANCE | self._dice(CHANCE)
        self._last = fresh if fresh >> CHANCE > self._last >> CHANCE else self._last + 1
        return "".join(CROCKFORD[self._last >> shift & 31] for shift in range(125, -1, -5))


def hash_of(prompt: str) -> str:
    """``sha256:`` and the hash of the prompt's UTF-8, by which a prompt can be told without showing it.

    Raises InputError for a text that has no UTF-8.
    """
    try:
        return "sha256:" + sha256(prompt.encode()).hexdigest()
    except UnicodeEncodeError as error:
        raise InputError(f"the prompt holds half of a surrogate pair at index {error.start}") from error
