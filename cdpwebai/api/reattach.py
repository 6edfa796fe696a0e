"""Taking a session's page up again: see that its tab is there and shows our own message, or open the conversation anew.

Row 7. It waits for no answer and touches nobody's tab. ``poll`` finds its page by itself; this is for who wants to know
where it is, or wants it open.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import msgspec
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.confirming import confirm
from cdpwebai.api.lines import Reached, open_line
from cdpwebai.api.session_page import open_by, site_of, way_to
from cdpwebai.errors import (
    CallTimeout,
    Gone,
    ProviderError,
    SessionMismatch,
    TargetClosed,
    TargetCrashed,
    Unreachable,
)
from cdpwebai.flows.plan_resume import NOT_JOINED, Lost, OpenNew, UseTab
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.session_store import fence_until
from cdpwebai.records import Change, Fence, Session
from cdpwebai.store import Store

__all__ = ["REATTACH_SECONDS", "Reattachment", "reattach"]

REATTACH_SECONDS = 60.0
"""How long it may take until our own message was seen, where nothing else is said."""

Outcome = Literal["reattached", "reattach-mismatch", "reattach-unverified", "reattach-failed"]


class Reattachment(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What came of it.

    ``reattached``: our own message is on the page, and the session is bound to its tab. ``reattach-mismatch``: its tab
    is gone or shows something else, and nothing was opened. ``reattach-unverified``: that could not be seen; what the
    session is bound to stays. ``reattach-failed``: the conversation was opened, does not show our message, and was
    closed again. ``strategy``: "target" (its own tab), "new-tab", "unverified" or "none".
    """

    ok: bool
    status: Outcome
    session_id: str
    target_id: str
    url: str = ""
    conversation_url: str | None = None
    recovered: bool = False
    strategy: str = "none"
    warnings: tuple[str, ...] = ()
    recoverable: bool = False
    retry_hint: str = ""


class _NotAllowed(Exception):
    """The session's tab is not there, and nothing is to be opened for it."""


async def reattach(
    store: Store, session: Session, where: Where, *, navigate: bool = False, timeout: float = REATTACH_SECONDS
) -> Reattachment:
    """Find the session's tab, or with ``navigate`` open its conversation's durable address in a tab that stays.

    Raises LeaseHeld while somebody works on the session, ProviderError for a task of Work that may run and whose tab is
    gone, and StoreError.
    """
    fence = fence_until(trio.current_time() + timeout)
    async with store.hold("session", session.id, purpose="reattach", fence=fence):
        with trio.move_on_after(timeout):
            return await _Reattaching(store, session, where, fence, navigate=navigate).run()
    return _unverified(session, f"nothing was seen within {timeout:g} s")


class _Reattaching:
    """One try, and a second one when the tab turns out to be dead."""

    def __init__(self, store: Store, session: Session, where: Where, fence: Fence, *, navigate: bool) -> None:
        self.store = store
        self.session = session
        self.where = where
        self.fence = fence
        self.navigate = navigate
        self.opened = ""
        self.bound = False

    async def run(self) -> Reattachment:
        crashed = self.session.status == "crashed"
        try:
            return await self._try((self.session.target_id,) if crashed else ())
        except (TargetClosed, TargetCrashed):
            return await self._try((self.session.target_id,))

    async def _try(self, dead: Sequence[str]) -> Reattachment:
        try:
            async with open_line(site_of(self.session), lambda: self.bound) as line:
                reached = await open_by(line, self.session, self.where, partial(self._way, dead))
                return await self._bind(reached)
        except _NotAllowed:
            return _mismatch(self.session, "its tab is gone or shows something else; --navigate opens the conversation")
        except (TargetClosed, TargetCrashed):
            if not dead:
                raise
            return self._failed("the tab died")
        except SessionMismatch as error:
            return self._failed(error.message)
        except ProviderError as error:
            if error.error_code == NOT_JOINED:
                error.session_id = self.session.id
                raise
            lost = error.error_code == "tab.target-lost"
            return _mismatch(self.session, error.message) if lost else self._failed(error.message)
        except (Unreachable, Gone, CallTimeout) as error:
            return _unverified(self.session, error.message)

    def _way(self, dead: Sequence[str], tabs: Sequence[tuple[str, str]]) -> UseTab | OpenNew | Lost:
        chosen = way_to(self.session, dead=dead)(tabs)
        if isinstance(chosen, OpenNew):
            if not self.navigate:
                raise _NotAllowed
            self.opened = chosen.url
        return chosen

    async def _bind(self, reached: Reached) -> Reattachment:
        """See our own message, and only then bind the session to the tab."""
        session, tab = self.session, reached.page.tab
        warnings: tuple[str, ...] = ()
        if session.message_id:
            before = frozenset(session.baseline.turn_ids)
            await confirm(
                reached.page, Sent(session.turn_id, session.message_id, before, session.conversation_id or "")
            )
        else:
            warnings = ("message-unverified",)
        target_id = tab.cdp.target_id or ""
        change = Change(target_id=target_id, endpoint=reached.endpoint)
        session = await self.store.update(session, change, self.fence)
        self.bound = True
        return Reattachment(
            ok=True,
            status="reattached",
            session_id=session.id,
            target_id=target_id,
            url=tab.url,
            conversation_url=session.conversation_url,
            recovered=bool(self.opened),
            strategy="new-tab" if self.opened else "target",
            warnings=warnings,
        )

    def _failed(self, why: str) -> Reattachment:
        """A tab of ours is closed again; what was seen in the session's own tab is only told."""
        return _told(self.session, "reattach-failed", why) if self.opened else _unverified(self.session, why)


def _mismatch(session: Session, why: str) -> Reattachment:
    return _told(session, "reattach-mismatch", why)


def _unverified(session: Session, why: str) -> Reattachment:
    told = _told(session, "reattach-unverified", why)
    return msgspec.structs.replace(told, strategy="unverified", recoverable=True, retry_hint="retry-reattach")


def _told(session: Session, status: Outcome, why: str) -> Reattachment:
    return Reattachment(
        ok=False,
        status=status,
        session_id=session.id,
        target_id=session.target_id,
        conversation_url=session.conversation_url,
        warnings=(why,),
    )
