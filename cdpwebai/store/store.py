"""The stored sessions, as coroutines: what flows and commands use. Below it ``access``, and ``holding`` of leases.

Row 6. Knows no flow: it fulfils the Protocol that ``flows.session_store`` declares. Every operation is one transaction,
decided on what is read in it; every one is bounded, can be cancelled, and leaves the event loop alone. SQLite is loaded
when the first store is opened.

Every operation raises StoreError or one of its kinds when the store cannot be read or written, StoreBusy among them;
what else it raises is said with it.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import trio

from cdpwebai.errors import StoreBusy
from cdpwebai.records import Change, CoolDown, Fence, Lease, LeaseKind, Session, Status, Submission
from cdpwebai.store import leases, pacing, sessions, states
from cdpwebai.store.access import Access
from cdpwebai.store.choice import Found, choose
from cdpwebai.store.holding import CLOSE_SECONDS, Holding
from cdpwebai.store.ids import Ulids
from cdpwebai.store.leases import Wanted
from cdpwebai.store.owners import life_of
from cdpwebai.store.sessions import Pruned
from cdpwebai.store.worker import PATIENCE, Worker, WorkerStatistics

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["NewSession", "Store", "open_store"]


@asynccontextmanager
async def open_store(
    home: Path | None = None, *, patience: float = PATIENCE, wall: Callable[[], float] = time.time
) -> AsyncGenerator[Store, None]:
    """The store of a home folder (None: ``CDPWEBAI_HOME``), made or brought up to date where that is needed.

    ``patience``: seconds for which a locked store is waited for. ``wall``: seconds since the epoch.

    Raises StoreReadOnly, StoreFull, StoreDamaged, StoreTooNew, StoreBusy, or StoreError for what is none of these. The
    file is then as it was.
    """
    from cdpwebai.store.database import Database

    worker = Worker(patience)
    database = await worker.run(partial(Database.open, home))
    try:
        yield Store(Access(database, worker), wall)
    finally:
        with trio.move_on_after(CLOSE_SECONDS, shield=True), suppress(StoreBusy):
            await worker.run(database.close)


class Store:
    """An open store. Made by ``open_store``."""

    def __init__(self, access: Access, wall: Callable[[], float]) -> None:
        self.path = access.path
        self._access = access
        self._holding = Holding(access, wall)
        self._wall = wall
        self._ulids = Ulids()

    def statistics(self) -> WorkerStatistics:
        """Whether an operation is at work, and how many wait for their turn."""
        return self._access.worker.statistics()

    async def create(self, submission: Submission, fence: Fence) -> Session:
        """Store a prompt that is about to be sent, as a new session that is ``submitting``.

        Raises StoreTooLate; InputError for a prompt that is no text.
        """
        return await self._create(self._ulids.next(self._wall()), submission, fence)

    async def _create(self, session_id: str, submission: Submission, fence: Fence) -> Session:
        session = states.begin(submission, session_id, self._wall())
        return await self._access.write(lambda connection: sessions.insert(connection, session), fence)

    async def follow_up(self, session: Session, submission: Submission, fence: Fence) -> Session:
        """Store another prompt that is about to be sent in a session's conversation, as its next generation.

        ``session`` is the record that the caller knows. What the generation before it came to stays in ``history``.

        Raises StoreTooLate, SessionNotFound; SessionSuperseded when its generation is past; SessionRefused while the
        prompt before it is unsettled; SessionMismatch for another conversation; InputError as ``create``.
        """
        now = self._wall()
        return await self._access.write(
            lambda connection: sessions.succeed(connection, session, submission, now), fence
        )

    async def update(self, session: Session, change: Change, fence: Fence) -> Session:
        """Store what was learnt of the session that the caller knows, and return it as it is now.

        A session that is complete or stopped stays so: look at the returned status. An address that is not durable is
        left out, and the rest of the change is stored.

        Raises StoreTooLate, SessionNotFound; SessionSuperseded when its generation is past; SessionRefused for a step
        that its status does not allow; SessionMismatch for another conversation.
        """
        now = self._wall()
        return await self._access.write(lambda connection: sessions.change(connection, session, change, now), fence)

    async def get(self, session_id: str) -> Session:
        """The session with this id. Raises SessionNotFound."""
        return await self._access.read(lambda connection: sessions.get(connection, session_id))

    async def history(self, session_id: str) -> tuple[Session, ...]:
        """The session as each of its earlier generations left it, the oldest first. Raises SessionNotFound."""
        return await self._access.read(lambda connection: sessions.history(connection, session_id))

    async def active(self, vendor: str) -> tuple[Session, ...]:
        """The vendor's sessions that are still going on: not settled, and not past their deadline."""
        now = self._wall()
        return await self._access.read(lambda connection: sessions.active(connection, vendor, now))

    async def find(
        self, vendor: str, *, target_id: str = "", url: str = "", surface: Literal["chat", "work"] = "chat"
    ) -> Found | None:
        """The active session that is meant where none is named; None when there is none. Raises TargetAmbiguous.

        Sessions of the other surface are none. By exact target, then by exact conversation; without both it is the only
        active one, with a warning.
        """
        of_surface = [session for session in await self.active(vendor) if session.surface == surface]
        return choose(of_surface, target_id=target_id, url=url)

    async def list(self, *, vendor: str = "", statuses: Sequence[Status] = (), limit: int = 100) -> tuple[Session, ...]:
        """The newest ``limit`` sessions, the newest first, of one vendor and in these statuses where they are given."""
        return await self._access.read(lambda connection: sessions.listed(connection, vendor, statuses, limit))

    async def prune(self, age: float, *, statuses: Sequence[Status] = ()) -> Pruned:
        """Remove the sessions that have not changed for ``age`` seconds, but none that is held or still going on.

        Leases go too: a dead owner's, and one of an owner that cannot be seen and gave no sign for so long.
        """
        now = self._wall()

        def work(connection: Connection) -> Pruned:
            leases.sweep(connection, now - age)
            kept = leases.held(connection, "session") | leases.held(connection, "watch")
            return sessions.prune(connection, now - age, statuses, kept, now)

        return await self._access.write(work, Fence())

    async def holder(self, kind: LeaseKind, key: str) -> Lease | None:
        """Who holds it; None when it is free or its owner is dead."""

        def work(connection: Connection) -> Lease | None:
            lease = leases.find(connection, kind, key)
            return None if lease is None or life_of(lease) == "dead" else lease

        return await self._access.read(work)

    @asynccontextmanager
    async def hold(
        self, kind: LeaseKind, key: str, *others: str, purpose: str, fence: Fence, wait: float = 0.0
    ) -> AsyncGenerator[Lease, None]:
        """Hold the first of these keys that is free for the block, against every other process and task.

        ``purpose`` is what others are told ("poll"). ``wait``: seconds to wait for it, ``math.inf`` for as long as the
        caller's scope allows. A dead owner's hold is taken over; an owner that cannot be seen counts as alive.

        Raises LeaseHeld, which names who holds it; StoreTooLate; LeaseLost when the hold was taken away during the
        block, which is cancelled then.
        """
        wanted = Wanted(kind, (key, *others), self._ulids.next(self._wall()), purpose)
        async with self._holding.hold([(wanted, wait)], fence) as (lease,):
            yield lease

    @asynccontextmanager
    async def hold_turn(
        self,
        places: Sequence[str],
        target_id: str,
        *,
        purpose: str,
        fence: Fence,
        wait: float,
        session_id: str = "",
        tell: Callable[[str], None] = lambda _: None,
    ) -> AsyncGenerator[NewSession, None]:
        """Hold for the block what a prompt needs: a place, a tab, and its session: ``session_id``, else one that is not
        made yet.

        The place, the first of ``places`` that is free, is waited for, ``wait`` seconds at most; ``tell`` is told once
        that it is. Nobody can work on the session before its maker has done. Raises as ``hold``.
        """
        session_id, token = session_id or self._ulids.next(self._wall()), self._ulids.next(self._wall())
        wants = [
            (Wanted("slot", tuple(places), token, purpose), wait),
            (Wanted("target", (target_id,), token, purpose), 0.0),
            (Wanted("session", (session_id,), token, purpose), 0.0),
        ]
        async with self._holding.hold(wants, fence, tell):
            yield NewSession(self, partial(self._create, session_id))

    async def open_one(self, vendor: str, most: int, fence: Fence) -> float:
        """Note that a conversation is opened now; 0, or seconds until one may be and nothing noted.

        ``most``: so many may be opened within a minute, by all processes together. Raises StoreTooLate.
        """
        now = self._wall()
        return await self._access.write(lambda connection: pacing.open_one(connection, vendor, most, now), fence)

    async def cool(self, vendor: str, reason: str, seconds: float) -> None:
        """Let nothing be sent to the vendor for so many seconds from now; a cool-down that lasts longer stays."""
        now = self._wall()
        told = CoolDown(vendor=vendor, reason=reason, since=now, until=now + seconds)
        await self._access.write(lambda connection: pacing.cool(connection, told), Fence())

    async def cooling(self, vendor: str) -> tuple[CoolDown, float] | None:
        """The vendor's cool-down and the seconds that are left of it; None when there is none."""
        now = self._wall()
        found = await self._access.read(lambda connection: pacing.cooling(connection, vendor, now))
        return None if found is None else (found, found.until - now)

    async def held(self, kind: LeaseKind) -> set[str]:
        """The keys that a living process holds, or one that cannot be seen."""
        return await self._access.read(lambda connection: leases.held(connection, kind))


class NewSession:
    """A store as one flow writes it: the session that it creates is one that is held already. Made by ``hold_turn``."""

    def __init__(self, store: Store, create: Callable[[Submission, Fence], Awaitable[Session]]) -> None:
        self._create = create
        self.follow_up = store.follow_up
        self.update = store.update

    async def create(self, submission: Submission, fence: Fence) -> Session:
        """As ``Store.create``."""
        return await self._create(submission, fence)
