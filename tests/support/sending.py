"""A chat page on paper and a store in memory: what the driver of sending is tested with, in virtual time.

The same driver runs against the demo site in real Chromium in ``browser/flows``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec
import trio

from cdpwebai.errors import ActRefused
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.preparing import Preparation
from cdpwebai.flows.send import Sending
from cdpwebai.page.wakes import Wakes
from cdpwebai.providers.chat import Account, ChatObservation, Written
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Baseline, Change, Fence, Session, Submission
from cdpwebai.verdict import Known, Reading
from tests.support.chat import page

__all__ = ["MemoryStore", "PaperPage", "PaperWakes", "sending"]


class MemoryStore:
    """Keeps the one session; ``told`` are the statuses that it was given, in order."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def create(self, submission: Submission, fence: Fence) -> Session:
        self.told.append("submitting")
        known = msgspec.structs.asdict(submission)
        return Session(
            **known, id="S1", generation=1, status="submitting", prompt_hash="", created_at=0.0, updated_at=0.0
        )

    async def follow_up(self, session: Session, submission: Submission, fence: Fence) -> Session:
        raise NotImplementedError

    async def update(self, session: Session, change: Change, fence: Fence) -> Session:
        pasted = session.pasted if change.pasted is msgspec.UNSET else change.pasted
        session = msgspec.structs.replace(session, warnings=change.warnings, pasted=pasted)
        if change.status is msgspec.UNSET:
            return session
        self.told.append(change.status)
        return msgspec.structs.replace(session, status=change.status)


class PaperWakes(Wakes):
    """Nothing changes by itself: every wait lasts as long as it may."""

    def __init__(self) -> None:
        pass

    async def wait(self, at_most: float) -> bool:
        await trio.sleep(max(at_most, 0.05))
        return False


class PaperPage(ChatPage):
    """A page that shows what its fields say. ``acts`` is what was done to it, in order.

    ``on_press``: what each press does to it, in order; the last one repeats. ActRefused: it pressed nothing.
    """

    def __init__(self, *on_press: Callable[[PaperPage], None]) -> None:
        self.seen = page()
        self.acts: list[str] = []
        self.on_press = on_press

    async def observe(self) -> ChatObservation:
        return self.seen

    async def account(self) -> Reading[Account]:
        return Known("in")

    async def insert(self, selector: str, *pieces: str) -> None:
        self.acts.append("insert")
        self.seen = page(draft="".join(pieces), slot="send")

    def under_the_mouse(self) -> None:
        """What the page does when the mouse comes to Send."""

    async def press_send(self, written: Written, last: Callable[[], Awaitable[None]] | None = None) -> None:
        if written != self.seen.written:
            self.acts.append("refused")
            raise ActRefused("it holds something else", reason="gone")
        self.under_the_mouse()
        if last is not None:
            await last()
        act = self.on_press[min(self.acts.count("press") + self.acts.count("refused"), len(self.on_press) - 1)]
        try:
            act(self)
        except ActRefused:
            self.acts.append("refused")
            await trio.sleep(1)
            raise
        self.acts.append("press")

    @asynccontextmanager
    async def wakes(self) -> AsyncGenerator[Wakes]:
        yield PaperWakes()


def sending(
    paper: ChatPage,
    store: MemoryStore,
    prompt: str,
    *,
    replace_draft: bool = False,
    witness: bool = True,
    preparations: Sequence[Preparation] = (),
    place: str | None = None,
) -> Sending:
    """The driver, about to send ``prompt`` on that page."""
    submission = Submission(vendor="demo", prompt=prompt, baseline=Baseline(), original_url="https://chat.example/")
    journal = Journal(store, Fence(), Ledger())
    return Sending(
        paper,
        submission,
        journal,
        replace_draft=replace_draft,
        witness=witness,
        preparations=preparations,
        place=place,
    )
