"""What has been played: from a conversation's turns, its sends and a number of seconds to the state of its page.

Pure: no clock, no page. Each send carries its own timeline of steps; all of a conversation's timelines are laid on one
axis, the site's clock, and played up to ``now``. Playing again gives the same, so a page that (re)loads shows all that
was played. Below: ``stage`` knows what each step does. Above: ``site`` decides when to look, and ``view`` and
``record`` read what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cdpwebai.demosite import steps
from cdpwebai.demosite.played import Played
from cdpwebai.demosite.scenario import Turn
from cdpwebai.demosite.stage import Press, Sent, Stage
from cdpwebai.demosite.steps import Step

__all__ = ["end_of", "play"]


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


def play(
    turns: Sequence[Turn],
    sends: Sequence[Sent],
    now: float,
    choices: Sequence[float] = (),
    presses: Sequence[Press] = (),
) -> Played:
    """Play everything that happened up to ``now``.

    ``turns`` stand before the first send; ``choices`` are the times at which a dialog's button was clicked, ``presses``
    the clicks on buttons in turns. All times are seconds of one clock.
    """
    stage = Stage(turns, sends, choices)
    told = [beat for number, sent in enumerate(sends) for beat in _beats(number, sent, choices)]
    pressed = [_Beat(press.at, len(sends) - 1, press) for press in presses]
    for beat in sorted([*told, *pressed], key=lambda beat: beat.at):
        if beat.at > now:
            stage.due(beat.at)
            break
        stage.play(*beat)
    stage.expire(now)
    return stage.played


def _beats(number: int, sent: Sent, choices: Sequence[float]) -> Iterator[_Beat]:
    """This send's beats on the site's clock, as far as no dialog holds them and nobody stopped them."""
    if sent.stopped is None:
        yield from _unstopped(number, sent, choices)
        return
    has_turn = False
    for beat in _unstopped(number, sent, choices):
        if beat.at > sent.stopped:
            break
        has_turn = has_turn or isinstance(beat.step, steps.AssistantTurn)
        yield beat
    yield from _stopping(number, sent.stopped, has_turn=has_turn)


def _unstopped(number: int, sent: Sent, choices: Sequence[float]) -> Iterator[_Beat]:
    delay = sent.at
    for at, step in _in_order(sent.reply):
        when = at + delay
        yield _Beat(when, number, step)
        if isinstance(step, steps.Modal) and step.hold:
            choice = next((time for time in choices if time >= when), None)
            if choice is None:
                return
            delay += choice - when


def _in_order(reply: Iterable[Step]) -> list[tuple[float, Step]]:
    """The reply in the order of time, its streams cut into pieces."""
    timed: list[tuple[float, Step]] = []
    for step in reply:
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


def _stopping(number: int, at: float, *, has_turn: bool) -> Iterator[_Beat]:
    """What a click on Stop does: the text stays as it is, and the turn ends."""
    yield _Beat(at, number, steps.Stop(at=0.0, state="off"))
    if has_turn:
        yield _Beat(at, number, steps.Bar(at=0.0))
        yield _Beat(at, number, steps.Record(at=0.0, state="error"))
