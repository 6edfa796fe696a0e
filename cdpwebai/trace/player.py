"""The rules of replay, without I/O: it hears commands, and says which messages are due at a given time.

Row 2, pure; time is a number. ``replay`` makes a transport of it, ``score`` is what it walks through.

**Looks** get the recorded answer that was in force when they are asked (``recall``), never before its recorded time.

**Acts** are matched in order, once each. One that comes a little before its turn waits for it (tasks of a client run in
no fixed order, and a recorded client spent time thinking); one that is missing, extra or early is a ReplayDivergence.

**Arrivals** keep their recorded distance from the act before them: nothing that an act brought about comes before the
act, however late the client is. Ids are the client's own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from cdpwebai.errors import ReplayDivergence
from cdpwebai.trace.format import Trace
from cdpwebai.trace.looks import is_look, key_of, name_scripts, named, same, unnumbered
from cdpwebai.trace.recall import EPSILON, PATIENCE, find_samples, in_force, told
from cdpwebai.trace.redact import Redactor
from cdpwebai.trace.score import Act, Arrival, Ending, Sample, compile_trace
from cdpwebai.trace.shapes import Json, decode_object, encode_json

__all__ = ["QUIET", "Player"]

QUIET = 3600.0
"""Seconds in which nothing is said and nothing is due, after which a client that still waits is told that it waits in
vain. In virtual time it costs nothing."""


_Due = tuple[float, int, bytes]
"""A message that is due, behind the recorded time and the line that it stands at."""


@dataclass(eq=False)
class _Heard:
    """An act that waits for its turn."""

    at: float
    number: int
    command: Json


@dataclass(eq=False)
class _Asked:
    """A look that waits for its recorded answer; ``reply`` is None when there was none."""

    at: float
    number: int
    sample: Sample
    reply: Json | None


class Player:
    """Walks through one trace once. Times are seconds on any one clock; every method may raise ReplayDivergence.

    Making one raises TraceError for a trace that cannot be replayed. ``ending`` is set once the recording has come to
    the browser's own end of the connection.
    """

    def __init__(self, trace: Trace) -> None:
        score = compile_trace(trace)
        self.ending: Ending | None = None
        self._name = trace.name
        self._steps = score.steps
        self._looks = score.looks
        self._redactor = Redactor()
        self._cursor = 0
        self._epoch = 0
        self._start = math.nan
        self._last_heard = math.nan
        self._heard: list[_Heard] = []
        self._asked: list[_Asked] = []
        self._numbers: dict[Act, int] = {}
        self._waiting: dict[int, Json] = {}

    def __repr__(self) -> str:
        step = self._step()
        where = f"before line {step.line}" if step else "at its end"
        return f"<Player {self._name}: {where}, {len(self._waiting)} waiting>"

    def hear(self, messages: Sequence[bytes], now: float) -> None:
        """Take what the client sends."""
        self._begin(now)
        self._last_heard = now
        for message in messages:
            whole = decode_object(message) or {}
            number, command = whole.get("id", 0), self._as_recorded(whole)
            self._waiting[number] = command
            if is_look(command):
                self._asked.append(self._look(number, command, now))
            else:
                self._heard.append(self._act(number, command, now))

    def due(self, now: float) -> list[bytes]:
        """What the client gets now, in recorded order; often nothing."""
        self._begin(now)
        due = [*self._advance(now), *self._answers(now)]
        for early in self._heard:
            if now >= early.at + PATIENCE - EPSILON:
                self._early(early, now)
        if not due and now >= self._silence() - EPSILON:
            self._in_vain(now)
        return [message for _, _, message in sorted(due)]

    def next_due(self) -> float:
        """When ``due`` should be asked again if nothing is said before; infinity when never."""
        times = [early.at + PATIENCE for early in self._heard]
        times += [max(asked.at, self._at(asked.sample.answered)) for asked in self._asked if asked.reply]
        step = self._step()
        if step is not None and not isinstance(step, Act):
            times.append(self._at(step.t))
        return min(times, default=self._silence())

    def finish(self) -> None:
        """The client has closed: raise when an act of the recording was not sent."""
        missing = next(self._to_come(), None)
        if missing is not None:
            raise self._divergence("missing", f"{_place(missing)} was not sent", missing.command)

    # --- time ---

    def _begin(self, now: float) -> None:
        if math.isnan(self._start):
            self._start = self._last_heard = now

    def _at(self, t: float | None) -> float:
        """The client's time for a recorded one."""
        return math.inf if t is None else self._start + t

    def _silence(self) -> float:
        """When it is certain that nothing will come: the recording stands still, and so does the client."""
        step = self._step()
        if isinstance(step, Act):
            return max(self._last_heard, self._at(step.t)) + QUIET
        return self._last_heard + QUIET if step is None and self._waiting else math.inf

    def _as_recorded(self, command: Json) -> Json:
        """The command in the recording's words: scripts named, secrets hidden. Most looks stand there as they are."""
        command = name_scripts(command)
        known = is_look(command) and key_of(command) in self._looks
        return command if known else self._redactor.message(command)

    # --- acts and arrivals ---

    def _step(self) -> Act | Arrival | Ending | None:
        return self._steps[self._cursor] if self._cursor < len(self._steps) else None

    def _to_come(self) -> Iterator[Act]:
        """The acts that are not matched yet, in order."""
        return (step for step in self._steps[self._cursor :] if isinstance(step, Act))

    def _act(self, number: int, command: Json, now: float) -> _Heard:
        self._epoch += 1
        if not any(_matches(act, command) for act in self._to_come()):
            self._diverge("extra", f"{named(command)} is not in the recording", command, now)
        return _Heard(now, number, command)

    def _advance(self, now: float) -> Iterator[_Due]:
        """Walk on as far as time and the client's acts allow."""
        while (step := self._step()) is not None:
            if isinstance(step, Act):
                if not self._match(step, now):
                    return
            elif self._at(step.t) > now + EPSILON:
                return
            elif isinstance(step, Ending):
                self.ending = step
            else:
                yield step.t, step.line, self._renumbered(step)
            self._cursor += 1

    def _match(self, act: Act, now: float) -> bool:
        """Whether the client has sent this act. A late one makes all that follows as late."""
        found = next((heard for heard in self._heard if _matches(act, heard.command)), None)
        if found is None:
            return False
        self._heard.remove(found)
        self._numbers[act] = found.number
        self._start += max(0.0, found.at - self._at(act.t))
        if not act.answered and not act.waiting:
            self._diverge("no reply", f"the reply to {_place(act)} is missing from the recording", act.command, now)
        return True

    def _renumbered(self, arrival: Arrival) -> bytes:
        if arrival.act is None or arrival.body is None:
            return arrival.message
        number = self._numbers[arrival.act]
        self._waiting.pop(number, None)
        return encode_json(arrival.body | {"id": number})

    # --- looks ---

    def _look(self, number: int, command: Json, now: float) -> _Asked:
        samples = find_samples(self._looks, command)
        if not samples:
            self._diverge("new look", f"{named(command)} was never asked in the recording", command, now)
        sample = in_force(samples, self._epoch, now - self._start)
        if sample.reply is None and not sample.waiting:
            where = f"{named(command)} (line {sample.line})"
            self._diverge("no reply", f"the reply to {where} is missing from the recording", command, now)
        return _Asked(now, number, sample, told(sample, command))

    def _answers(self, now: float) -> Iterator[_Due]:
        for asked in list(self._asked):
            answered = asked.sample.answered
            if asked.reply is not None and answered is not None and self._at(answered) <= now + EPSILON:
                self._asked.remove(asked)
                self._waiting.pop(asked.number, None)
                yield answered, asked.sample.line, encode_json(asked.reply | {"id": asked.number})

    # --- divergence ---

    def _early(self, early: _Heard, now: float) -> NoReturn:
        step = self._step()
        turn = step if isinstance(step, Act) else None
        own = next(act for act in self._to_come() if _matches(act, early.command))
        before = f"{_place(turn)} has to come before it" if turn else f"its turn is at {own.t:.3f} s (line {own.line})"
        self._diverge("early", f"{named(early.command)} came too early: {before}", early.command, now)

    def _in_vain(self, now: float) -> NoReturn:
        step = self._step()
        if isinstance(step, Act):
            self._diverge("missing", f"{_place(step)} was not sent", step.command, now)
        command = next(iter(self._waiting.values()))
        self._diverge("at the end", f"all is played, and {named(command)} still waits for its reply", command, now)

    def _diverge(self, kind: str, what: str, command: Json, now: float) -> NoReturn:
        raise self._divergence(kind, f"at {now - self._start:.3f} s {what}", command)

    def _divergence(self, kind: str, what: str, command: Json) -> ReplayDivergence:
        nearest = self._nearest(command) if kind in {"extra", "new look"} else ""
        near = f"; the nearest there is {nearest}" if nearest else ""
        return ReplayDivergence(
            f"the replay of {self._name} diverged: {what}{near}. If that is meant, record it again",
            evidence={"kind": kind, "method": command.get("method"), "nearest": nearest},
        )

    def _nearest(self, command: Json) -> str:
        """The look, or the act to come, that is most like a command."""
        recorded: list[Sample] | list[Act]
        recorded = [each[-1] for each in self._looks.values()] if is_look(command) else list(self._to_come())
        alike = [each for each in recorded if each.command["method"] == command.get("method")] or recorded
        return f"{named(alike[0].command)} (line {alike[0].line})" if alike else ""


def _matches(act: Act, command: Json) -> bool:
    return same(unnumbered(act.command), unnumbered(command))


def _place(act: Act) -> str:
    return f"{named(act.command)} (line {act.line}, {act.t:.3f} s)"
