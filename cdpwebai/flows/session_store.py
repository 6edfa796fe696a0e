"""What flows ask of the place where sessions are kept, and the fence that they write behind.

Row 6. A Protocol only; ``store`` fulfils it, ``api`` joins the two. Writes are ahead of acts: a prompt is stored before
Send is pressed, and ``sent`` only once the page shows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import trio

from cdpwebai.records import Change, Fence, Session, Submission

__all__ = ["SessionStore", "fence_until"]


class SessionStore(Protocol):
    """Stored sessions. Every operation raises StoreError when the store cannot be read or written.

    A write that the fence has overtaken raises StoreTooLate and leaves nothing behind.
    """

    async def create(self, submission: Submission, fence: Fence) -> Session:
        """Store a prompt that is about to be sent, as a new session."""
        ...

    async def follow_up(self, session: Session, submission: Submission, fence: Fence) -> Session:
        """Store another prompt that is about to be sent in the session's conversation. Raises SessionError."""
        ...

    async def update(self, session: Session, change: Change, fence: Fence) -> Session:
        """Store what was learnt, and return the session as it is now. Raises SessionError."""
        ...


def fence_until(deadline: float, *, wall_deadline: float | None = None, wall: Callable[[], float] = time.time) -> Fence:
    """A fence that is passed at ``deadline``, in trio's time, or at ``wall_deadline``, in seconds since the epoch.

    ``wall`` tells the latter; like every condition of a fence it may be asked from another thread.
    """
    clock = trio.lowlevel.current_clock()
    fence = Fence(lambda: clock.current_time() >= deadline)
    if wall_deadline is not None:
        fence.tighten(lambda: wall() >= wall_deadline)
    return fence
