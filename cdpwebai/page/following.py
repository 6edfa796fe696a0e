"""Follows a session's documents: one task that takes its events in order and wakes who waits for a change.

Row 4, a thin driver around ``documents.Documents``. There is one follower a session, so that whoever is told "loaded"
finds the new document's contexts known as well. It ends quietly with the session.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import trio

from cdpwebai.cdp import Event, Session
from cdpwebai.cdp.domains import page
from cdpwebai.cdp.subscription import Subscription
from cdpwebai.errors import CallTimeout, CdpError, Gone, Lagged, MalformedReply, ProtocolError
from cdpwebai.page.documents import EVENTS, Documents

__all__ = ["Follower"]

ASK_LIMIT = 5.0
"""Seconds for a question to the page that events gave rise to; those that come meanwhile wait."""

log = logging.getLogger("cdpwebai.page")


class Follower:
    """Keeps ``documents`` true while ``run`` runs."""

    def __init__(self, session: Session, documents: Documents) -> None:
        self.session = session
        self.documents = documents
        self._changed = trio.Event()

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """The task. Started means that no later event can be missed. Ends when the session does."""
        async with self.session.subscribe(*EVENTS) as events:
            task_status.started()
            try:
                while True:
                    await self._take(events)
                    self._wake()
            except CdpError as error:
                log.debug("%r is followed no more: %s", self.session, error)
        self._wake()

    async def wait(self, condition: Callable[[Documents], bool]) -> None:
        """Return once the documents are as the condition wants them. Raises ``Gone`` when the session ends first."""
        while not condition(self.documents):
            gone = self.session.gone
            if gone is not None:
                raise gone
            await self._changed.wait()

    async def _take(self, events: Subscription[Event]) -> None:
        try:
            event = await anext(events)
            self.documents.observe(event)
            if self.documents.doubtful:
                await self._ask_for_top()
        except Lagged:
            await self._list_again()
        except Gone:
            raise
        except MalformedReply as error:
            log.warning("an event was left out: %s", error)

    async def _ask_for_top(self) -> None:
        """See whether another frame is the top one now, and give it our world; the first look installs the rest."""
        try:
            frame = (await self.session.call(page.GetFrameTree(), within=ASK_LIMIT)).frame_tree.frame
            if self.documents.begin_again(frame):
                world = page.CreateIsolatedWorld(frame_id=frame.id, world_name=self.documents.world)
                await self.session.call(world, within=ASK_LIMIT)
        except (CallTimeout, ProtocolError) as error:
            log.warning("the top frame of %r could not be asked for: %s", self.session, error)

    async def _list_again(self) -> None:
        """Contexts may have come and gone unseen: have them told again. Until then no document is known."""
        self.documents.forget()
        self._wake()
        await self.session.call("Runtime.disable")
        await self.session.call("Runtime.enable")

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()
