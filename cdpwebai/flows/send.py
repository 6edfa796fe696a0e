"""Sending a prompt exactly once: the driver. It looks, asks ``plan_send``, acts, and looks again.

Row 6. It has no branch of its own but the plan's; what it adds is time, and what an act that was not done means. The
session that is stored says ``submitting`` from before the prompt is typed until the page shows it, pressed or not: a
process that ends between two of these moments leaves nothing behind that claims more than it knows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NoReturn

import msgspec
import trio

from cdpwebai.errors import (
    ActRefused,
    CdpWebAIError,
    Gone,
    MalformedReply,
    ProtocolError,
    ProviderError,
    SessionMismatch,
    SubmissionUnknown,
)
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.plan_preflight import MISMATCH, cautions
from cdpwebai.flows.plan_prompt import file_size, files_fit, pieces_of
from cdpwebai.flows.plan_send import (
    Ask,
    Check,
    Clear,
    GiveUp,
    Insert,
    Look,
    Prepare,
    Press,
    Refuse,
    SendState,
    Sent,
    checked,
    plan_send,
    prepared,
    press_refused,
    set_back,
    told,
)
from cdpwebai.flows.preparing import Preparation, prepare_all
from cdpwebai.flows.retold import gone_while
from cdpwebai.flows.text import conversation_of
from cdpwebai.providers.chat import NOT_ASKED, Account, ChatObservation, Written
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Baseline, Submission
from cdpwebai.verdict import Known, Reading

__all__ = ["LOOK", "Sending"]

GONE_IN: dict[str, tuple[str, bool | None]] = {
    "ready": ("nothing was typed", False),
    "written": ("the prompt was not sent", True),
    "pressed": ("it cannot be told whether the prompt was sent, and it will not be sent again", None),
}
"""How it stands with the prompt when the page goes in each phase, and whether the page may have been changed."""


LOOK = "look at the tab before you send the prompt again"
"""What to do where it cannot be told whether a prompt was sent."""

FILE_LIMIT = 5.0
FILE_AGAIN = 0.5
"""Seconds until the record must tell of a sent file, and between two readings of it."""


class Sending:
    """One prompt on its way. ``state`` tells, also after a cancellation, how far it got.

    ``unpressed`` is a scope for ``run``: its deadline ends the sending only while Send has not been pressed. At
    ``unproven_at`` one that was pressed, and is not seen yet, is stored as not known; it is looked at until the end.
    ``witness``: whether the record may be asked what a new message says that the page does not show as the prompt.
    ``seen``: the last look, None before the first.
    ``place``: the id of the conversation that the prompt is for, "" for a new one, None where what it follows tells.
    """

    def __init__(
        self,
        page: ChatPage,
        submission: Submission,
        journal: Journal,
        *,
        replace_draft: bool = False,
        witness: bool = True,
        preparations: Sequence[Preparation] = (),
        place: str | None = None,
    ) -> None:
        self.page = page
        self.submission = submission
        self.journal = journal
        conversation = bool(conversation_of(submission.original_url)) or bool(place)
        self.preparations = preparations
        self.state = SendState(
            submission.prompt,
            since=trio.current_time(),
            conversation=conversation,
            place=place,
            replace_draft=replace_draft,
            witness=witness,
            prepares=bool(preparations),
            surface=submission.surface,
        )
        self.unpressed = trio.CancelScope()
        self.unproven_at = math.inf
        self.seen: ChatObservation | None = None
        self._refused = ""
        self._pasted = ""
        self._known_account: Reading[Account] = NOT_ASKED

    @property
    def may_be_sent(self) -> bool:
        """Whether Send may have been pressed: from there on nothing may send again."""
        return self.state.phase == "pressed"

    @property
    def has_touched(self) -> bool:
        """Whether the page may have been changed: the prompt typed, a draft taken out, something set beside it."""
        prepares = bool(self.preparations) and not self.state.prepares
        return self.state.phase != "ready" or self.state.clears > 0 or prepares

    async def run(self) -> Sent:
        """Send it; returns when the page shows the new message.

        The session is stored before Send is pressed, and as sent before this returns. Raises ProviderError (nothing was
        sent, and why), SubmissionUnknown, StoreError, and ``Gone``, which says how it stood with the prompt.
        """
        try:
            return await self._run()
        except Gone as gone:
            standing, changed = GONE_IN[self.state.phase]
            raise gone_while(gone, standing, changed=changed if changed is None else self.has_touched) from gone

    async def _run(self) -> Sent:
        async with self.page.wakes() as wakes:
            while True:
                seen = await self._look()
                if seen is None:
                    await self._note_unproven()
                    continue
                self.seen = seen
                self.journal.ledger.note(seen)
                await trio.lowlevel.checkpoint_if_cancelled()  # so that what the plan gives out is begun, too
                state, action = plan_send(self.state, seen, trio.current_time())
                if state.file != self._pasted:
                    await self._note_file(state.file)
                    continue
                self.state = state
                match action:
                    case Look(until):
                        await wakes.wait(max(min(until, self._unproven_at) - trio.current_time(), 0))
                    case Clear(selector):
                        await self._clear(selector)
                    case Prepare():
                        done = await prepare_all(self.preparations, self.page, self.journal.ledger)
                        self.state = prepared(self.state, done, trio.current_time())
                    case Check():
                        for check in self.state.prepared.checks if self.state.prepared else ():
                            await check()
                        self.state = checked(self.state, trio.current_time())
                    case Insert():
                        if self.state.inserts == 1:  # so early that nothing comes between the last look and the press
                            self.journal.ledger.warn(cautions(seen))
                            await self.journal.submitting(self._submission(), _baseline(self.state, seen))
                        await self._insert(action)
                    case Press():
                        await self._press(seen)
                    case Ask():
                        await self._ask(action)
                    case Sent():
                        self.journal.ledger.warn(self.beside_sent(action, seen))
                        await self.journal.sent(action, _url(seen))
                        await self._check_files(action)
                        return action
                    case Refuse():
                        self.refuse(action, seen)
                    case GiveUp():
                        self.give_up(action, seen)

    @property
    def _unproven_at(self) -> float:
        return self.unproven_at if self.may_be_sent else math.inf

    async def _look(self) -> ChatObservation | None:
        """One look; None when it is time to store that it is not known whether the prompt was sent."""
        with trio.move_on_at(self._unproven_at):
            seen = await self.page.observe()
            return replace(seen, account=await self._account(seen))
        return None

    async def _ask(self, ask: Ask) -> None:
        """Have the record say what a new message says; what it does not tell, the next looks may."""
        with trio.move_on_at(self._unproven_at):
            match await self.page.said(ask.conversation, ask.message_id):
                case Known(text):
                    self.state = told(self.state, ask.message_id, text)
                case _:
                    pass

    async def _note_unproven(self) -> None:
        self.unproven_at = math.inf
        await self.journal.unproven()

    async def _note_file(self, name: str) -> None:
        """Store what the page has made of the prompt, before anything is pressed; then it is looked at anew."""
        await self.journal.pasted(name)
        self._pasted = name

    def _submission(self) -> Submission:
        """The submission, with what was set beside it."""
        done = self.state.prepared
        if done is None:
            return self.submission
        return msgspec.structs.replace(self.submission, selection=done.selection, work_selection=done.work_selection)

    async def _account(self, seen: ChatObservation) -> Reading[Account]:
        """Asked before anything is typed, again while it is not "in", and where the composer has gone after the press:
        a page that has logged its user out may say so by nothing else."""
        ready = self.state.phase == "ready" and self._known_account != Known("in")
        if ready or (self.may_be_sent and seen.composer == Known(None)):
            self._known_account = await self.page.account()
        return self._known_account

    async def _clear(self, selector: str) -> None:
        """Take the draft out. The next look tells whether it is, and the plan decides."""
        try:
            await self.page.clear(selector)
        except ActRefused as error:
            self._refused = f" ({error.message})"

    async def _insert(self, action: Insert) -> None:
        """Type it. A refusal means that it was not typed, or not all of it: the next look tells, the plan decides."""
        try:
            await self.page.insert(action.selector, *(pieces_of(action.text) if action.in_pieces else [action.text]))
        except ActRefused as error:
            self._refused = f" ({error.message})"

    async def _press(self, seen: ChatObservation) -> None:
        """Press Send, with what this look saw in the composer and nothing else. A refusal means that no button went
        down: the next look tells, and the plan decides.

        After an error of the browser's own, and when it takes too long, it cannot be told whether one did; it
        counts as pressed, and the looks tell.
        """
        assert seen.written is not None, "what was not read is not pressed"
        limit, self.unpressed.deadline = self.unpressed.deadline, math.inf
        try:
            with trio.move_on_at(self.unproven_at):
                last = partial(self._look_last, seen.written) if self._has_gates else None
                await self.page.press_send(seen.written, last)
        except ActRefused as error:
            self.unpressed.deadline = limit
            self.state = press_refused(self.state, error.message, trio.current_time())
        except (ProtocolError, MalformedReply):
            pass  # the state says "pressed" already

    @property
    def _has_gates(self) -> bool:
        return self.state.prepared is not None and bool(self.state.prepared.gates)

    async def _look_last(self, written: Written) -> None:
        """The look with the mouse over Send. Raises ActRefused where it shows that something was set back."""
        seen = await self.page.observe()
        self.journal.ledger.note(seen)
        if why := set_back(self.state, seen, written):
            raise ActRefused(f"Send was not pressed: {why}", reason="gone")

    async def _check_files(self, sent: Sent) -> None:
        """The record must have our files with the message, the prompt's own among them, each whole; it may not tell, or
        may not be asked."""
        sizes = self.state.prepared.sizes if self.state.prepared else ()
        sizes += (file_size(self.submission.prompt),) if sent.file else ()
        fits = "unknown" if sizes else "yes"
        with trio.move_on_after(FILE_LIMIT):
            while fits == "unknown" and self.state.witness and sent.conversation:
                match await self.page.attached(sent.conversation, sent.message_id):
                    case Known(files):
                        fits = files_fit(sizes, files)
                    case _:
                        await trio.sleep(FILE_AGAIN)
        match fits:
            case "unknown":
                self.journal.ledger.warn(["sent-attachment-unverified"])
                await self.journal.warned()
            case "no":
                how = ", as a file" if sent.file else ""
                why = f"the prompt was sent{how}, and the site's record has other files with it than were attached"
                known = {"code": "provider.sent-attachment-missing", "stage": "attachment-verify", "hint": "re-upload"}
                raise ProviderError(why, page_may_have_changed=True, **known)
            case _:
                pass

    def beside_sent(self, sent: Sent, seen: ChatObservation) -> Sequence[str]:
        """Warnings that go with a prompt that was sent; ``seen`` is the look that showed it."""
        return ["prompt-sent-as-file"] if sent.file else []

    def refuse(self, refusal: Refuse, seen: ChatObservation) -> NoReturn:
        """Raise for a prompt that was not sent; ``seen`` is the look that told it."""
        typed = self.state.phase != "ready"
        standing = "the prompt was not sent" + (", it may stand in the composer" if typed else "")
        why, changed = f"{refusal.why}{self._refused}; {standing}", self.has_touched
        if refusal.code == MISMATCH:
            mismatch = SessionMismatch(why, page_may_have_changed=changed, evidence=dict(refusal.evidence))
            mismatch.stage = refusal.stage
            raise mismatch
        known = {"code": refusal.code, "stage": refusal.stage, "hint": refusal.hint}
        raise ProviderError(why, page_may_have_changed=changed, evidence=dict(refusal.evidence), **known)

    def give_up(self, given: GiveUp, seen: ChatObservation) -> NoReturn:
        """Raise for a prompt of which it cannot be told whether it was sent; ``seen`` is the last look."""
        if not given.code:
            raise self.not_proven(given.why)
        why = f"{given.why}; {LOOK}"
        known = {"code": given.code, "stage": "commit-verify", "hint": "poll-or-resume"}
        raise ProviderError(why, page_may_have_changed=None, **known)

    def not_proven(self, why: str) -> CdpWebAIError:
        """What is to be raised where Send was pressed and nothing more is known of it, also when the time is over."""
        return SubmissionUnknown(f"{why}; {LOOK}", page_may_have_changed=None)


def _baseline(state: SendState, seen: ChatObservation) -> Baseline:
    """What stood there before, by ids; the messages as this look shows them."""
    turns = seen.turns.value if isinstance(seen.turns, Known) else ()
    known = [message.id for turn_id, turn in turns if turn_id in state.before for message in turn.messages]
    return Baseline(turn_ids=tuple(sorted(state.before)), message_ids=tuple(known))


def _url(seen: ChatObservation) -> str:
    return seen.place.value.url if isinstance(seen.place, Known) else ""
