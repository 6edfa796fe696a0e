"""What has been played: from a conversation's turns, its sends and a number of seconds to the state of its page.

Pure: no clock, no page. Each send carries its own timeline of steps; all of a conversation's timelines are laid on one
axis, the site's clock, and played up to ``now``. Playing again gives the same, so a page that (re)loads shows all that
was played. Above: ``view`` and ``record`` read the state, ``site`` decides when to look.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod
from typing import Any, NamedTuple

from msgspec import structs

from cdpwebai.demosite import steps
from cdpwebai.demosite.artifacts import named
from cdpwebai.demosite.log import Upload
from cdpwebai.demosite.markdown import Card, Link, mark_of
from cdpwebai.demosite.played import Effect, Message, Played, Turn
from cdpwebai.demosite.scenario import Turn as WrittenTurn
from cdpwebai.demosite.steps import Step

__all__ = ["Press", "Sent", "end_of", "fresh_ids", "made_id", "play", "with_ids"]

TOAST_SECONDS = 6.0
NAMESPACE = uuid.UUID("6f1c9a52-6f0e-5b5e-9d53-3f4f9e2f6c11")


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


class _Beat(NamedTuple):
    """One thing that happens, at a time of the site's clock, on behalf of the send with this number."""

    at: float
    send: int
    step: Step | Press


def end_of(reply: Iterable[Step]) -> float:
    """A reply's true end, in seconds after its send: of the step marked ``end``, or of the last."""
    ends = [(step.end, step.at + (step.seconds if isinstance(step, steps.Stream) else 0.0)) for step in reply]
    marked = [at for end, at in ends if end]
    return max(marked or [at for _, at in ends], default=0.0)


def made_id(seed: str) -> str:
    """An id for what the scenario gives none, always the same for the same ``seed``."""
    return str(uuid.uuid5(NAMESPACE, seed))


def with_ids(reply: Sequence[Step], seed: str) -> tuple[Step, ...]:
    """The reply with an id for each turn and message that has none, the same ones for the same ``seed``."""
    return tuple(
        structs.replace(step, id=made_id(f"{seed}.{place}"))
        if isinstance(step, steps.UserTurn | steps.AssistantTurn | steps.Message) and not step.id
        else step
        for place, step in enumerate(reply)
    )


def fresh_ids(reply: Sequence[Step], round_: int, *, address: bool) -> tuple[Step, ...]:
    """The reply as it is played once more: other ids and, where ``address`` says so, another conversation address."""

    def _fresh(value: str) -> str:
        return made_id(f"{value}#{round_}")

    fresh: list[Step] = []
    for step in reply:
        if isinstance(step, steps.UserTurn | steps.AssistantTurn | steps.Message):
            fresh.append(structs.replace(step, id=_fresh(step.id)))
        elif isinstance(step, steps.Url) and address and "/c/" in step.to:
            head, _, identity = step.to.rpartition("/")
            prefix = "WEB:" if identity.startswith("WEB:") else ""
            fresh.append(structs.replace(step, to=f"{head}/{prefix}{_fresh(identity)}"))
        else:
            fresh.append(step)
    return tuple(fresh)


def play(
    turns: Sequence[WrittenTurn],
    sends: Sequence[Sent],
    now: float,
    choices: Sequence[float] = (),
    presses: Sequence[Press] = (),
) -> Played:
    """Play everything that happened up to ``now``.

    ``turns`` stand before the first send; ``choices`` are the times at which a dialog's button was clicked, ``presses``
    the clicks on buttons in turns. All times are seconds of one clock.
    """
    player = _Player(now, turns, sends)
    told = [beat for number, sent in enumerate(sends) for beat in player.beats(number, sent, choices)]
    pressed = [_Beat(press.at, len(sends) - 1, press) for press in presses]
    beats = sorted([*told, *pressed], key=lambda beat: beat.at)
    for beat in beats:
        if beat.at > now:
            player.due(beat.at)
            break
        player.apply(beat)
    player.expire(now, choices)
    return player.played


def _shape(sent: Sent) -> list[tuple[float, Step]]:
    """The reply in the order of time, its streams cut into pieces."""
    timed: list[tuple[float, Step]] = []
    for step in sent.reply:
        timed += _pieces(step) if isinstance(step, steps.Stream) else [(step.at, step)]
    return sorted(timed, key=lambda item: item[0])


def _pieces(stream: steps.Stream) -> Iterator[tuple[float, Step]]:
    count = stream.pieces or max(1, round(stream.seconds * 10))
    size = len(stream.md)
    for number in range(1, count + 1):
        at = stream.at + stream.seconds * (number / count)
        md = stream.md[size * (number - 1) // count : size * number // count]
        if md or not size:
            yield at, steps.Text(at=at, md=md)


class _Player:
    """Applies beats in order. One method a kind of step; each send speaks of its own open turn."""

    def __init__(self, now: float, turns: Sequence[WrittenTurn], sends: Sequence[Sent]) -> None:
        self.now = now
        self.sends = sends
        self.played = Played(turns=[_existing(turn) for turn in turns])
        self.open: dict[int, Turn] = {}
        self.send = 0
        self.at = 0.0
        self.modal_at = 0.0
        self.toast_at = 0.0

    def beats(self, number: int, sent: Sent, choices: Sequence[float]) -> Iterator[_Beat]:
        """This send's beats on the site's clock, as far as no dialog holds them and nobody stopped them."""
        has_turn = False
        for beat in self._unstopped(number, sent, choices):
            if sent.stopped is not None and beat.at > sent.stopped:
                break
            has_turn = has_turn or isinstance(beat.step, steps.AssistantTurn)
            yield beat
        if sent.stopped is not None:
            yield from _stopping(number, sent.stopped, has_turn=has_turn)

    def _unstopped(self, number: int, sent: Sent, choices: Sequence[float]) -> Iterator[_Beat]:
        delay = sent.at
        for at, step in _shape(sent):
            when = at + delay
            yield _Beat(when, number, step)
            if isinstance(step, steps.Modal) and step.hold:
                choice = next((time for time in choices if time >= when), None)
                if choice is None:
                    self.played.waits_for_choice |= when <= self.now
                    return
                delay += choice - when

    def due(self, at: float) -> None:
        before = self.played.next_at
        self.played.next_at = at if before is None else min(at, before)

    def apply(self, beat: _Beat) -> None:
        self.at, self.send = beat.at, beat.send
        self._on(beat.step)

    def expire(self, now: float, choices: Sequence[float]) -> None:
        """What ends by itself: a toast, a spinner; and what a click has closed."""
        played = self.played
        if played.modal and any(choice >= self.modal_at for choice in choices):
            played.modal = None
        if played.toast:
            if now >= self.toast_at + TOAST_SECONDS:
                played.toast = None
            else:
                self.due(self.toast_at + TOAST_SECONDS)
        for turn in played.turns:
            if turn.noise and now >= turn.noise_until:
                turn.noise = None
            elif turn.noise:
                self.due(turn.noise_until)

    @property
    def turn(self) -> Turn | None:
        return self.open.get(self.send)

    @singledispatchmethod
    def _on(self, step: Any) -> None:
        """Reload, navigate, freeze, remount, dialog, tab: pages do it once, and nothing stays."""
        self.played.effects.append(Effect(self.at, step))

    @_on.register
    def _(self, step: steps.UserTurn) -> None:
        sent = self.sends[self.send]
        text = sent.text if step.text is None else step.text
        message = Message(step.id, "user", text, is_open=False)
        self.played.turns.append(Turn(step.id, "user", [message], render=step.render, uploads=sent.uploads))
        self.played.effects.append(Effect(self.at, step))

    @_on.register
    def _(self, step: steps.Url) -> None:
        self.played.addresses.append(step.to)
        self.played.effects.append(Effect(self.at, step))

    @_on.register
    def _(self, step: steps.Stop) -> None:
        self.played.stop = step.state
        if self.turn:
            self.turn.generating = step.state != "off"

    @_on.register
    def _(self, step: steps.AssistantTurn) -> None:
        turn = Turn(step.id, "assistant", [Message(step.id, "answer")], role_node=step.role_node)
        turn.generating = self.played.stop != "off"
        self.open[self.send] = turn
        self.played.turns.append(turn)

    @_on.register
    def _(self, step: steps.Message) -> None:
        assert self.turn
        self.turn.open.is_open = False
        if self.turn.open.is_empty:
            self.turn.messages.pop()
        self.turn.messages.append(Message(step.id, step.kind, label=step.label, channel=step.channel))

    @_on.register
    def _(self, step: steps.Text) -> None:
        assert self.turn
        message = self.turn.open
        message.placeholder = None
        message.draw = step.draw or message.draw
        message.shown = step.md if step.mode == "set" else message.shown + step.md

    @_on.register
    def _(self, step: steps.Placeholder) -> None:
        assert self.turn
        self.turn.open.placeholder = step.text

    @_on.register
    def _(self, step: steps.Panel) -> None:
        self.played.panel = step if step.state == "on" else None

    @_on.register
    def _(self, step: steps.Noise) -> None:
        turn = self.turn or (self.played.turns[-1] if self.played.turns else None)
        if turn:
            turn.noise, turn.noise_until = step, self.at + step.seconds

    @_on.register
    def _(self, step: steps.AnswerNow) -> None:
        assert self.turn
        self.turn.thinking = step.state == "on"

    @_on.register
    def _(self, step: steps.Bar) -> None:
        assert self.turn
        self.turn.bar = step.state == "on"

    @_on.register
    def _(self, step: steps.Canvas) -> None:
        assert self.turn
        message = self.turn.open
        message.placeholder = None
        message.cards += (Card(len(message.shown), step.title, step.md),)

    @_on.register
    def _(self, step: steps.Citation) -> None:
        assert self.turn
        first = len(self.turn.links)
        self.turn.links += tuple(Link(source.title, source.url) for source in step.sources)
        self.turn.open.shown += mark_of(range(first, len(self.turn.links)))

    @_on.register
    def _(self, step: steps.MemoryNote) -> None:
        assert self.turn
        self.turn.memory = step

    @_on.register
    def _(self, step: steps.Branch) -> None:
        assert self.turn
        self.turn.branch = step

    @_on.register
    def _(self, step: steps.Pair) -> None:
        assert self.turn
        message = self.turn.open
        message.placeholder, message.shown = None, step.left
        self.turn.rival = Message(made_id(f"{message.id}.rival"), "answer", step.right)

    @_on.register
    def _(self, step: steps.ContinueButton) -> None:
        assert self.turn
        self.turn.more = step.md

    @_on.register
    def _(self, step: steps.Image) -> None:
        assert self.turn
        self.turn.images += (step,)

    @_on.register
    def _(self, step: steps.File) -> None:
        assert self.turn
        message = self.turn.open
        self.turn.files += (step,)
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
        self.played.modal, self.modal_at = step, self.at

    @_on.register
    def _(self, step: steps.Toast) -> None:
        self.played.toast, self.toast_at = step, self.at

    @_on.register
    def _(self, step: steps.ErrorTurn) -> None:
        assert self.turn
        self.turn.error = step
        self.turn.thinking = False

    @_on.register
    def _(self, step: steps.Record) -> None:
        assert self.turn
        self.turn.open.record = step
        if self.turn.rival:
            self.turn.rival.record = structs.replace(step, text=None)

    @_on.register
    def _(self, step: steps.Work) -> None:
        self.played.work = None if step.state == "off" else step
        if self.turn:
            self.turn.work = step
            failed = steps.ErrorTurn(at=step.at, text=step.text, after_text=True)
            self.turn.error = failed if step.state == "failed" else self.turn.error

    @_on.register
    def _(self, step: steps.Gate) -> None:
        self.played.gate = step.kind


def _existing(written: WrittenTurn) -> Turn:
    finished = steps.Record(at=0.0, state="finished")
    is_user = written.role == "user"
    message = Message(written.id, "user" if is_user else "answer", written.text, record=finished, is_open=False)
    links = tuple(Link(source.title, source.url) for source in written.citations)
    place = written.branch
    branch = steps.Branch(at=0.0, n=place.n, of=place.of, others=written.others) if place else None
    image = written.image
    images = (steps.Image(at=0.0, file_id=image.file_id, width=image.width, height=image.height),) if image else ()
    return Turn(written.id, written.role, [message], bar=not is_user, links=links, branch=branch, images=images)


def _stopping(number: int, at: float, *, has_turn: bool) -> Iterator[_Beat]:
    """What a click on Stop does: the text stays as it is, and the turn ends."""
    yield _Beat(at, number, steps.Stop(at=0.0, state="off"))
    if has_turn:
        yield _Beat(at, number, steps.Bar(at=0.0))
        yield _Beat(at, number, steps.Record(at=0.0, state="error"))
