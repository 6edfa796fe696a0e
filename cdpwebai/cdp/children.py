"""Sessions below a session: frames of other sites, workers, popups. Attached by the browser, set up by us, released.

Row 3. Chromium gives a cross-site frame a process and a session of its own, and only on request; the request reaches
one level, so it is repeated on each child, or a frame inside a cross-site frame would stay unseen. A child starts
paused, and whatever happens in its set-up, it is released: a child that is never released freezes its page.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import trio

from cdpwebai.cdp.background import background_tasks
from cdpwebai.cdp.domains import runtime, target
from cdpwebai.cdp.session import Session
from cdpwebai.errors import CdpError, Lagged, MalformedReply

__all__ = ["SETUP_LIMIT", "SetUp", "auto_attach", "nothing_to_set_up"]

log = logging.getLogger("cdpwebai.cdp")

SetUp = Callable[[Session], Awaitable[None]]
"""What is done to a child before its first script runs. May raise; the child is released all the same."""

SETUP_LIMIT = 5.0
"""Seconds for the set-up of one child, while its page waits for it."""


async def nothing_to_set_up(child: Session) -> None:
    """The default: attach and release."""


@asynccontextmanager
async def auto_attach(session: Session, set_up: SetUp = nothing_to_set_up) -> AsyncGenerator[None, None]:
    """While the block runs, attach to every child of the session and to theirs, set each up, and release it.

    Children that exist already are attached too. They stand in ``session.children``, and go when their target goes.
    Raises what ``Session.call`` raises when auto-attach cannot be switched on for the session itself.
    """
    async with background_tasks() as nursery:
        await _follow(nursery, session, set_up)
        yield


async def _follow(nursery: trio.Nursery, session: Session, set_up: SetUp) -> None:
    """Listen first, then ask: children that exist are announced before the reply."""
    await nursery.start(_adopt_all, nursery, session, set_up)
    await session.call(target.SetAutoAttach(auto_attach=True, wait_for_debugger_on_start=True, flatten=True))


async def _adopt_all(
    nursery: trio.Nursery,
    session: Session,
    set_up: SetUp,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Adopt whoever comes. An announcement only wakes us: also after one that was lost, each child is in the table."""
    async with session.subscribe(target.AttachedToTarget) as arrivals:
        known = set(session.children)
        task_status.started()
        while True:
            try:
                await anext(arrivals)
            except (Lagged, MalformedReply) as error:
                log.warning("a child of %r may have been announced unseen: %s", session, error)
            except CdpError as error:
                log.debug("no more children of %r: %s", session, error)
                return
            for child in session.children:
                if child not in known:
                    nursery.start_soon(_adopt, nursery, child, set_up)
            known = set(session.children)


async def _adopt(nursery: trio.Nursery, child: Session, set_up: SetUp) -> None:
    """Set up one child and release it. A set-up that fails or hangs is logged: its page must not pay for it."""
    try:
        with trio.move_on_after(SETUP_LIMIT) as limit:
            await set_up(child)
            await _follow(nursery, child, set_up)
        if limit.cancelled_caught:
            log.warning("the set-up of %r was given up after %g s; it was released", child, SETUP_LIMIT)
    except Exception as error:
        log.warning("the set-up of %r failed, it was released: %s", child, error)
    finally:
        await _release(child)


async def _release(child: Session) -> None:
    with trio.CancelScope(shield=True):
        try:
            await child.call(runtime.RunIfWaitingForDebugger(), within=1)
        except CdpError as error:
            log.debug("%r could not be released: %s", child, error)
