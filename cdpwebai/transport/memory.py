"""Two transports that are each other's peer, in memory: what one sends, the other receives.

Row 2. For tests in virtual time and for whatever needs a peer without a socket. Nothing is copied, nothing is bounded,
and order is exact. It fails as the real ones do: after one side has closed, the other still gets what was on its way.
"""

from __future__ import annotations

from collections.abc import Sequence

import trio

from cdpwebai.transport.base import TransportClosed

__all__ = ["MemoryTransport", "memory_pair"]


class MemoryTransport:
    """One end. Making it makes its ``peer`` too."""

    def __init__(self, peer: MemoryTransport | None = None) -> None:
        self._arrived: list[bytes] = []
        self._closed = False
        self._changed = trio.lowlevel.ParkingLot()
        self.peer: MemoryTransport = peer or MemoryTransport(self)

    def __repr__(self) -> str:
        return f"<MemoryTransport: {len(self._arrived)} arrived, {'closed' if self._closed else 'open'}>"

    async def send(self, messages: Sequence[bytes]) -> None:
        """Hand all of them to the peer, at once. Raises TransportClosed when either side is closed."""
        await trio.lowlevel.checkpoint()
        if self._closed or self.peer._closed:
            raise self._end()
        self.peer._arrived.extend(messages)
        self.peer._changed.unpark_all()

    async def receive(self) -> Sequence[bytes]:
        """All that has arrived. Raises TransportClosed when nothing has and either side is closed."""
        await trio.lowlevel.checkpoint()
        while not self._arrived:
            if self._closed or self.peer._closed:
                raise self._end()
            await self._changed.park()
        messages, self._arrived = self._arrived, []
        return messages

    async def aclose(self) -> None:
        """Close. The peer gets what was on its way, then the end."""
        self._closed = True
        self._arrived.clear()
        self._changed.unpark_all()
        self.peer._changed.unpark_all()
        await trio.lowlevel.cancel_shielded_checkpoint()

    def _end(self) -> TransportClosed:
        return TransportClosed("closed on this side" if self._closed else "closed by the other side")


def memory_pair() -> tuple[MemoryTransport, MemoryTransport]:
    """Two ends of one line."""
    one = MemoryTransport()
    return one, one.peer
