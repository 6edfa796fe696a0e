"""What each step does to a page: the state of a conversation, changed by one thing after the other.

Pure: the time of each is told. When a step's time has come, and what a choice or a click on Stop does to the order of
things, is ``timeline``'s. Below: ``played``, which is the state, and ``steps``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod
from typing import Any, NamedTuple

from msgspec import structs

from cdpwebai.demosite import steps
from cdpwebai.demosite.artifacts import named
from cdpwebai.demosite.ids import made_id
from cdpwebai.demosite.log import Upload
from cdpwebai.demosite.markdown import Card, Link, mark_of
from cdpwebai.demosite.played import Effect, Message, Played, Turn
from cdpwebai.demosite.scenario import Turn as WrittenTurn
from cdpwebai.demosite.steps import Step

__all__ = ["Press", "Sent", "Stage"]

TOAST_SECONDS = 6.0


@dataclass(frozen=True)
class Sent:
    """One send: its text, and the reply that it started ``at`` so many seconds of the site's clock.

    ``stopped``: when the stop button was clicked, if it was; nothing of this reply is played after it.
    """

    at: float
    text: str
    reply: tuple[Step, ...] = ()
    uploads: tuple[Upload, ...] = ()
    stopped: float | None = None


class Press(NamedTuple):
    """A click on a button in a turn: "continue", "prefer:left", "prefer:right"."""

    at: float
    name: str


class Stage:
    """Plays what happens, in the order of time. One method a kind of step; each send speaks of its own open turn.

    ``turns`` stand before the first send; ``choices`` are the times at which a dialog's button was clicked.
    """

    def __init__(self, turns: Iterable[WrittenTurn], sends: Sequence[Sent], choices: Sequence[float]) -> None:
        self.played = Played(turns=[_standing(turn) for turn in turns])
        self._sends = sends
        self._choices = choices
        self._open: dict[int, Turn] = {}
        self._send = 0
        self._at = 0.0
        self._modal_at = 0.0
        self._toast_at = 0.0

    def play(self, at: float, send: int, step: Step | Press) -> None:
        """One thing happens now, on behalf of the send with this number."""
        self._at, self._send = at, send
        self._on(step)

    def due(self, at: float) -> None:
        """Something is still to come then."""
        before = self.played.next_at
        self.played.next_at = at if before is None else min(at, before)

    def expire(self, now: float) -> None:
        """What ends by itself: a toast, a spinner; and a dialog that a click has closed."""
        played = self.played
        if played.modal and self._is_answered:
            played.modal = None
        if played.toast and not self._lasts(self._toast_at + TOAST_SECONDS, now):
            played.toast = None
        for turn in played.turns:
            if turn.noise and not self._lasts(turn.noise_until, now):
                turn.noise = None

    def _lasts(self, until: float, now: float) -> bool:
        if now < until:
            self.due(until)
        return now < until

    @property
    def _is_answered(self) -> bool:
        return any(choice >= self._modal_at for choice in self._choices)

    @property
    def _open_turn(self) -> Turn | None:
        return self._open.get(self._send)

    @property
    def _turn(self) -> Turn:
        """The open turn, for steps that speak of one: ``loading`` lets none of them come before it."""
        return self._open[self._send]

    @singledispatchmethod
    def _on(self, step: Any) -> None:
        """Reload, navigate, freeze, remount, dialog, tab: pages do it once, and nothing stays."""
        self.played.effects.append(Effect(self._at, step))

    @_on.register
    def _(self, step: steps.UserTurn) -> None:
        sent = self._sends[self._send]
        text = sent.text if step.text is None else step.text
        message = Message(step.id, "user", text, is_open=False)
        self.played.turns.append(Turn(step.id, "user", [message], render=step.render, uploads=sent.uploads))
        self.played.effects.append(Effect(self._at, step))

    @_on.register
    def _(self, step: steps.Url) -> None:
        self.played.addresses.append(step.to)
        self.played.effects.append(Effect(self._at, step))

    @_on.register
    def _(self, step: steps.Stop) -> None:
        self.played.stop = step.state
        if turn := self._open_turn:
            turn.generating = step.state != "off"

    @_on.register
    def _(self, step: steps.AssistantTurn) -> None:
        turn = Turn(step.id, "assistant", [Message(step.id, "answer")], role_node=step.role_node)
        turn.generating = self.played.stop != "off"
        self._open[self._send] = turn
        self.played.turns.append(turn)

    @_on.register
    def _(self, step: steps.Message) -> None:
        self._turn.open.is_open = False
        if self._turn.open.is_empty:
            self._turn.messages.pop()
        self._turn.messages.append(Message(step.id, step.kind, label=step.label, channel=step.channel))

    @_on.register
    def _(self, step: steps.Text) -> None:
        message = self._turn.open
        message.placeholder = None
        message.draw = step.draw or message.draw
        message.shown = step.md if step.mode == "set" else message.shown + step.md

    @_on.register
    def _(self, step: steps.Placeholder) -> None:
        self._turn.open.placeholder = step.text

    @_on.register
    def _(self, step: steps.Panel) -> None:
        self.played.panel = step if step.state == "on" else None

    @_on.register
    def _(self, step: steps.Noise) -> None:
        turn = self._open_turn or (self.played.turns[-1] if self.played.turns else None)
        if turn:
            turn.noise, turn.noise_until = step, self._at + step.seconds

    @_on.register
    def _(self, step: steps.AnswerNow) -> None:
        self._turn.thinking = step.state == "on"

    @_on.register
    def _(self, step: steps.Bar) -> None:
        self._turn.bar = step.state == "on"

    @_on.register
    def _(self, step: steps.Canvas) -> None:
        message = self._turn.open
        message.placeholder = None
        message.cards += (Card(len(message.shown), step.title, step.md),)

    @_on.register
    def _(self, step: steps.Citation) -> None:
        first = len(self._turn.links)
        self._turn.links += tuple(Link(source.title, source.url) for source in step.sources)
        self._turn.open.shown += mark_of(range(first, len(self._turn.links)))

    @_on.register
    def _(self, step: steps.MemoryNote) -> None:
        self._turn.memory = step

    @_on.register
    def _(self, step: steps.Branch) -> None:
        self._turn.branch = step

    @_on.register
    def _(self, step: steps.Pair) -> None:
        message = self._turn.open
        message.placeholder, message.shown = None, step.left
        self._turn.rival = Message(made_id(f"{message.id}.rival"), "answer", step.right)

    @_on.register
    def _(self, step: steps.ContinueButton) -> None:
        self._turn.more = step.md

    @_on.register
    def _(self, step: steps.Image) -> None:
        self._turn.images += (step,)

    @_on.register
    def _(self, step: steps.File) -> None:
        message = self._turn.open
        self._turn.files += (step,)
        if step.link:
            message.placeholder = None
            message.shown += ("\n\n" if message.shown else "") + named(step)

    @_on.register
    def _(self, press: Press) -> None:
        """The newest turn that waits for such a click gets what it was waiting for, and ends."""
        name, _, side = press.name.partition(":")
        for turn in reversed(self.played.turns):
            if name == "continue" and turn.more is not None:
                turn.open.shown += turn.more
            elif name == "prefer" and turn.rival is not None:
                turn.messages[-1] = turn.rival if side == "right" else turn.open
            else:
                continue
            turn.more = turn.rival = None
            turn.bar, turn.open.record = True, steps.Record(at=0.0, state="finished")
            return

    @_on.register
    def _(self, step: steps.Unmount) -> None:
        self.played.unmounted = max(self.played.unmounted, len(self.played.turns) - step.keep)

    @_on.register
    def _(self, step: steps.Modal) -> None:
        self.played.modal, self._modal_at = step, self._at
        self.played.waits_for_choice |= step.hold and not self._is_answered

    @_on.register
    def _(self, step: steps.Toast) -> None:
        self.played.toast, self._toast_at = step, self._at

    @_on.register
    def _(self, step: steps.ErrorTurn) -> None:
        self._turn.error = step
        self._turn.thinking = False

    @_on.register
    def _(self, step: steps.Record) -> None:
        self._turn.open.record = step
        if self._turn.rival:
            self._turn.rival.record = structs.replace(step, text=None)

    @_on.register
    def _(self, step: steps.Work) -> None:
        self.played.work = None if step.state == "off" else step
        if turn := self._open_turn:
            turn.work = step
            failed = steps.ErrorTurn(at=step.at, text=step.text, after_text=True)
            turn.error = failed if step.state == "failed" else turn.error

    @_on.register
    def _(self, step: steps.Gate) -> None:
        self.played.gate = step.kind


def _standing(written: WrittenTurn) -> Turn:
    finished = steps.Record(at=0.0, state="finished")
    is_user = written.role == "user"
    message = Message(written.id, "user" if is_user else "answer", written.text, record=finished, is_open=False)
    links = tuple(Link(source.title, source.url) for source in written.citations)
    place = written.branch
    branch = steps.Branch(at=0.0, n=place.n, of=place.of, others=written.others) if place else None
    image = written.image
    images = (steps.Image(at=0.0, file_id=image.file_id, width=image.width, height=image.height),) if image else ()
    return Turn(written.id, written.role, [message], bar=not is_user, links=links, branch=branch, images=images)
