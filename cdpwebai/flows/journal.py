"""What becomes of one prompt, written ahead of acts: the session as a flow tells it.

Row 6. It knows the order of things and the store's Protocol; how they are kept is ``store``'s. Nothing is written once
the fence has passed: a flow's deadline is the end of its writing, too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from cdpwebai.errors import (
    CdpWebAIError,
    LeaseHeld,
    NotFinished,
    PartialAnswer,
    ProviderError,
    SessionRefused,
    StoreError,
    TargetCrashed,
)
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.session_store import SessionStore
from cdpwebai.records import Answer, Baseline, Change, Fence, Session, Status, StoredError, Submission, TaskStatus

__all__ = ["Journal", "status_after"]


class Journal:
    """One prompt's record. ``session`` is None until the prompt is about to be sent.

    ``follows``: the session whose next generation the prompt will be; None for one that begins its own.
    """

    def __init__(
        self,
        store: SessionStore,
        fence: Fence,
        ledger: Ledger,
        session: Session | None = None,
        tell: Callable[[Session], None] = lambda _: None,
        *,
        follows: Session | None = None,
    ) -> None:
        self.store = store
        self.fence = fence
        self.ledger = ledger
        self.session = session
        self.follows = follows
        self._tell = tell
        self._task: Literal["running", "unknown"] | UnsetType = UNSET

    @property
    def session_id(self) -> str | None:
        """The id under which the prompt is stored, or will be; None while there is none."""
        known = self.session or self.follows
        return known.id if known else None

    @property
    def task_status(self) -> TaskStatus | None:
        """Where the task stands, as what is stored next says it; None of a chat, and before the first look."""
        stored = self.session.task_status if self.session else None
        return stored if self._task is UNSET else self._task

    def note_task(self, status: TaskStatus | None) -> None:
        """Where a look has found the task, for whatever is stored next: that it is complete comes with its answer."""
        if status is not None and status != "complete":
            self._task = status

    async def submitting(self, submission: Submission, baseline: Baseline) -> None:
        """Before Send is pressed. Raises StoreError, and then Send must not be pressed."""
        told = msgspec.structs.replace(submission, baseline=baseline)
        if self.follows is None:
            self.session = await self.store.create(told, self.fence)
        else:
            self.session = await self.store.follow_up(self.follows, told, self.fence)
        self._tell(self.session)

    async def pasted(self, name: str) -> None:
        """The page has made a file of the prompt, "" for none after all. Raises StoreError, and then Send must not be
        pressed: without the file's name nobody could find out later whether it was sent."""
        await self._learn(None, pasted=name)

    async def sent(self, sent: Sent, url: str) -> None:
        """The page shows the new message: its ids and, where there is one, the conversation's durable address.

        Without an address that a conversation of its vendor must have, the store does not take it as sent: it is kept
        as what it is, not proven, with the message's id.
        """
        known = {"turn_id": sent.turn_id, "message_id": sent.message_id}
        try:
            await self._learn("sent", conversation_url=url, **known)
        except SessionRefused:
            await self._learn("unknown-submission", **known)

    async def given_time(self, deadline: float) -> None:
        """Its own time was over, and the caller gives it more: until then, in seconds since the epoch."""
        await self._learn(None, deadline_at=deadline)

    async def warned(self) -> None:
        """The warnings so far, and where a task stands, when nothing else is to be stored."""
        await self._learn(None)

    async def running_out(self, partial: str) -> None:
        """The time is nearly over: what could be read is stored while something may be stored."""
        await self._learn("timeout", partial=partial)

    async def complete(self, answer: Answer, url: str) -> Session | None:
        """The answer, before it is returned; returns the session as it is stored, None where none is.

        Another run may have been first: then the session is what that one made of it.
        """
        await self._learn("complete", answer=answer, conversation_url=url)
        return self.session

    async def brought(self, answer: Answer) -> None:
        """The answer that is stored already, with what was saved of it now."""
        await self._learn(None, brought=answer)

    async def stopped(self) -> Session:
        """Its answer was stopped by us; returns the session as it is stored."""
        await self._learn("stopped")
        assert self.session is not None
        return self.session

    async def unproven(self) -> None:
        """Send may have been pressed, and it is not known whether the prompt was sent: it is stored as that while
        something may be stored, or by who comes back after the one that was about to send it has died."""
        await self._learn("unknown-submission")

    async def failed(self, error: CdpWebAIError, *, unsent: bool = False) -> None:
        """What went wrong. Raises nothing: the error itself is what the caller gets, now with the session's id and with
        what the ledger knows. ``unsent``: Send was surely not pressed."""
        error.session_id = self.session_id
        error.warnings = self.ledger.warnings()
        error.evidence["observations"] = msgspec.to_builtins(self.ledger.summary())
        shown = self.session is not None and self.session.message_id != ""
        status = status_after(error, self.session.status if self.session else None, unsent=unsent, shown=shown)
        known = StoredError(
            error_code=error.error_code, stage=error.stage, retry_hint=error.retry_hint, message=error.message
        )
        if isinstance(error, LeaseHeld):
            return  # whoever holds it tells what becomes of it
        with suppress(CdpWebAIError):
            if error.partial:
                await self._learn(status, last_error=known, partial=error.partial)
            else:
                await self._learn(status, last_error=known)

    async def _learn(self, status: Status | None, **known: object) -> None:
        if self.session is None:
            return
        change = Change(task_status=self._task, observations=self.ledger.summary(), warnings=self.ledger.warnings())
        change = msgspec.structs.replace(change, **known)
        if status is not None and status != self.session.status:
            change = msgspec.structs.replace(change, status=status)
        self.session = await self.store.update(self.session, change, self.fence)


def status_after(
    error: CdpWebAIError, status: Status | None, *, unsent: bool = False, shown: bool = False
) -> Status | None:
    """Where a session stands after an error; None: where it stood. ``unsent``: Send was surely not pressed; ``shown``:
    the page has shown the new message, whether or not its conversation ever got an address.

    Before it is known to be sent, it is "failed" where it surely was not, or where the error knows what was done to
    the page; else it is not known. Afterwards only what was seen of the answer changes it: who could not get at the
    page has seen nothing.
    """
    if isinstance(error, StoreError):
        return None
    if unsent and status in ("submitting", "failed"):
        return "failed"
    if status in ("submitting", "unknown-submission") and not shown:
        refused = isinstance(error, ProviderError) and error.page_may_have_changed is not None
        return "failed" if refused else "unknown-submission"
    match error:
        case NotFinished():
            return "timeout"
        case PartialAnswer():
            return "partial"
        case ProviderError() if error.page_may_have_changed is not None:
            return "error"
        case TargetCrashed():
            return "crashed"
        case _:
            return None
