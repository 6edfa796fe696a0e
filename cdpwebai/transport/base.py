"""The one seam: whole messages, in batches.

Row 2. WebSocket, pipe, recorder, replayer, fault injector and test double all plug in here. It knows no JSON, no ids
and no sessions: a message is bytes, UTF-8 text of one JSON object without framing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

__all__ = ["Transport", "TransportClosed"]


class TransportClosed(Exception):
    """The other side is gone, or the stream broke. Final: every later call raises it again.

    ``reason`` is for a person; ``code`` is WebSocket's close code (1006 without a close frame), None for other kinds.
    """

    def __init__(self, reason: str, code: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code


class Transport(Protocol):
    """Carries whole messages between us and one browser. One task sends, one receives.

    Every call looks for cancellation first, and yields when it has to wait: one that can go on at once may not.
    """

    async def send(self, messages: Sequence[bytes]) -> None:
        """Write all of them, in order, in as few system calls as it can. Raises TransportClosed.

        Cancelled half way, the stream may be cut inside a message: the transport then counts as closed.
        """
        ...

    async def receive(self) -> Sequence[bytes]:
        """Wait for at least one whole message and return all that have come. Raises TransportClosed at the end.

        Cancelling it loses nothing: what had come is returned by the next call.
        """
        ...

    async def aclose(self) -> None:
        """Close, at once and for good. Never raises; a second call does nothing."""
        ...
