"""Wake-ups: the page says "look again" when something changed, so that a flow need not look all the time.

Row 4. A MutationObserver in our world calls a binding, once after each look, at the first change that follows; so there
are never more wakes than looks. A new address or a new document wakes as well. A wake says nothing else, and it may be
lost: the caller's time limit is the fallback, and the flow decides by looking.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import trio

from cdpwebai.cdp import Event, Session
from cdpwebai.cdp.background import background_tasks
from cdpwebai.cdp.domains import page, runtime
from cdpwebai.errors import CdpError, Gone, ProtocolError

__all__ = ["BIND_LIMIT", "CALM_PACE", "PACE", "Wakes", "open_wakes"]

log = logging.getLogger("cdpwebai.page")

PACE = 0.1
"""Seconds between two wake-ups, at least: what changes within them is seen in one look."""

CALM_PACE = 0.25
"""The same while looks show nothing new: a spinner changes the document all the time."""

BIND_LIMIT = 1.0
"""Seconds until the page must have taken the binding; a page that is busy takes it later, and wakes from then on."""

BINDING = "__cdpwebaiWake"
"""What ``_library.js`` rings."""

EVENTS: tuple[type[Event], ...] = (runtime.BindingCalled, page.FrameNavigated, page.NavigatedWithinDocument)


class Wakes:
    """Made by ``open_wakes``. One task waits on it at a time.

    ``pace``: seconds between two wake-ups, at least, for its user to set by what the last look showed.
    """

    pace = PACE

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rung = trio.Event()
        self._last = -PACE

    async def wait(self, at_most: float) -> bool:
        """Return when something changed since the last look, or after ``at_most`` seconds. True: something changed.

        Never sooner than ``PACE`` after it last returned, and for a change alone not sooner than ``pace``. Returns at
        once when the session ends: the look will tell.
        """
        until = trio.current_time() + max(at_most, 0)
        await trio.sleep_until(max(self._last + PACE, min(self._last + self.pace, until)))
        with trio.move_on_at(until):
            await self._rung.wait()
        rung = self._rung.is_set()
        if self._session.gone is None:
            self._rung = trio.Event()
        self._last = trio.current_time()
        return rung

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """The task that hears the page. Ends quietly with the session."""
        async with self._session.subscribe(*EVENTS) as events:
            task_status.started()
            while True:
                try:
                    await anext(events)
                except Gone:
                    self._rung.set()
                    return
                except CdpError as error:
                    log.debug("a wake that cannot be read is still one: %s", error)
                self._rung.set()


@asynccontextmanager
async def open_wakes(session: Session, world: str) -> AsyncGenerator[Wakes]:
    """Let the isolated world of this name wake us while the block runs. Raises ``Gone``.

    Without the binding, which a page may not take, there are fewer wakes, and the caller's time limit is what is left.
    """
    wakes = Wakes(session)
    async with background_tasks() as nursery:
        await nursery.start(wakes.run)
        with trio.move_on_after(BIND_LIMIT):
            await _bind(session, world)
        yield wakes


async def _bind(session: Session, world: str) -> None:
    try:
        await session.call(runtime.AddBinding(name=BINDING, execution_context_name=world))
    except ProtocolError as error:
        log.debug("the page does not wake us: %s", error)
