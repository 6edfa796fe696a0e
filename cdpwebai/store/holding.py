"""Holding leases for as long as a block runs: taken in order, kept alive, given back whatever becomes of the block.

Row 6. What a lease is, and whose it may be, is ``leases``' and ``owners``'; which are held together is ``store``'s.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

import trio

from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import LeaseHeld, LeaseLost, StoreError
from cdpwebai.records import Fence, Lease
from cdpwebai.store import leases
from cdpwebai.store.access import Access
from cdpwebai.store.leases import Wanted
from cdpwebai.store.owners import HELD

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["CLOSE_SECONDS", "Holding"]

CLOSE_SECONDS = 1.0
"""How long the end of a block waits for an operation that was left behind."""

BEAT_SECONDS = 15.0
"""Time between two signs of life of a lease's owner."""

LEASE_AGAIN = 0.1
"""Time between two tries of a lease that is waited for."""


class Holding:
    """What takes leases and gives them back. ``wall``: seconds since the epoch."""

    def __init__(self, access: Access, wall: Callable[[], float]) -> None:
        self._access = access
        self._wall = wall

    @asynccontextmanager
    async def hold(
        self, wants: Sequence[tuple[Wanted, float]], fence: Fence, tell: Callable[[str], None] = lambda _: None
    ) -> AsyncGenerator[tuple[Lease, ...], None]:
        """Hold them all for the block, taken in this order, each waited for as many seconds as stand beside it.

        Raises LeaseHeld, StoreTooLate, and LeaseLost as ``Store.hold``.
        """
        tokens = {wanted.token for wanted, _ in wants}
        HELD.update(tokens)
        try:
            taken = tuple([await self._take(wanted, fence, wait, tell) for wanted, wait in wants])
            with trio.CancelScope() as block:
                async with background_tasks() as nursery:
                    nursery.start_soon(self._keep, taken, block)
                    yield taken
            if block.cancelled_caught:
                what = " or ".join(f"the {lease.kind} {lease.key}" for lease in taken)
                raise LeaseLost(f"{what} was taken from this process while it worked on it")
        finally:
            HELD.difference_update(tokens)
            await self._give_back([wanted for wanted, _ in wants])

    async def _take(self, wanted: Wanted, fence: Fence, wait: float, tell: Callable[[str], None]) -> Lease:
        end = trio.current_time() + wait
        told = False
        while True:
            now = self._wall()
            try:
                return await self._access.write(partial(leases.take, wanted=wanted, now=now), fence)
            except LeaseHeld as held:
                if trio.current_time() >= end:
                    raise
                if not told:
                    told = True
                    tell(f"{held.message}; waiting for one")
            await trio.sleep(LEASE_AGAIN)

    async def _keep(self, taken: Sequence[Lease], block: trio.CancelScope) -> None:
        """Give a sign of life now and then. One that cannot be stored does no harm: what counts is the process."""
        while not block.cancel_called:
            await trio.sleep(BEAT_SECONDS)
            now = self._wall()
            with suppress(StoreError):
                if not await self._access.write(partial(_beat, taken=taken, now=now), Fence()):
                    block.cancel()

    async def _give_back(self, wants: Sequence[Wanted]) -> None:
        """Whichever were taken, also by an attempt that nobody waited for any more.

        Where that fails the holds end all the same: this process's own token is no longer in HELD.
        """

        def work(connection: Connection) -> None:
            for wanted in wants:
                leases.drop(connection, wanted)

        with trio.move_on_after(CLOSE_SECONDS, shield=True), suppress(StoreError):
            await self._access.write(work, Fence())


def _beat(connection: Connection, taken: Sequence[Lease], now: float) -> bool:
    return all(leases.beat(connection, lease, now) for lease in taken)
