"""Who is at work on what, and until when: leases, cool-downs, and the fence before every write.

Row 0, pure. How a lease is taken, kept and found dead is the store's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

__all__ = ["CoolDown", "Fence", "Lease", "LeaseKind", "Owner"]

LeaseKind = Literal["session", "target", "watch", "stop", "slot"]
"""What a lease is on: commands on one session, users of one tab, watchers of one session, who stops its answer, a place
among many runs."""


class Owner(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """A process for good: its number, its start in the system's own notation ("" where that cannot be told), and where
    the number counts: a host, and on Linux the process namespace in it."""

    pid: int
    started: str
    place: str


class Lease(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """One process's hold on something. ``purpose`` is for people ("poll"); ``token`` tells this hold from any other."""

    kind: LeaseKind
    key: str
    token: str
    owner: Owner
    purpose: str
    acquired_at: float
    heartbeat_at: float


class CoolDown(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """Nothing is sent to a vendor until then, for this reason."""

    vendor: str
    reason: str
    since: float
    until: float


class Fence:
    """Until when a flow may write. It is passed when it was closed, or when one of its conditions is true.

    The conditions are asked right before a write is made, possibly from another thread. More of them can only bring the
    end nearer.
    """

    def __init__(self, *over: Callable[[], bool]) -> None:
        self._over = list(over)
        self._closed = False

    @property
    def passed(self) -> bool:
        """Whether nothing may be written any more."""
        return any(over() for over in self._over) or self._closed

    def tighten(self, over: Callable[[], bool]) -> None:
        """Add a condition."""
        self._over.append(over)

    def close(self) -> None:
        """End it now."""
        self._closed = True
