"""A trace compiled for replay: what arrives when, which acts must come first, and what each look was told.

Row 2, pure. ``player`` walks through it. Named after music: bars follow each other, and the player waits for a cue.

Replies to looks are taken out of the order and kept by question; everything else stays: acts as cues, arrivals (events
and the replies to acts) behind the act that the recording has in front of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from cdpwebai.errors import TraceError
from cdpwebai.trace.format import FIRST_ROW, Closing, Row, Trace
from cdpwebai.trace.looks import is_look, key_of, name_scripts, question_in
from cdpwebai.trace.shapes import Json, decode_object, is_object
from cdpwebai.wire.look import ObservationAnswer, Snapshot

__all__ = ["Act", "Arrival", "Ending", "Key", "Sample", "Score", "compile_trace"]

Key = tuple[str, str, bytes]
"""What makes two looks the same question, see ``looks.key_of``."""

SILENT = 1.0
"""Seconds. A look that the recording left without an answer counts as unanswered only when it had so long for one."""


@dataclass(eq=False)
class Act:
    """A command that the client must send. ``answered``: whether the recording holds its reply; ``waiting``: whether
    the recording says that there was none."""

    line: int
    t: float
    command: Json
    answered: bool = False
    waiting: bool = False


@dataclass(eq=False)
class Arrival:
    """A message that comes at its time: an event, or the reply to an act. ``body`` is None for what is no JSON."""

    line: int
    t: float
    message: bytes
    body: Json | None
    act: Act | None


@dataclass(eq=False)
class Ending:
    """The browser's end of the connection."""

    line: int
    t: float
    why: str
    code: int | None


@dataclass(eq=False)
class Sample:
    """One asking of a look. ``epoch``: how many acts were before it; ``reply`` is None when none came.

    ``held`` is what an observation held when it was asked, ``whole`` its answer to somebody who holds nothing.
    """

    line: int
    asked: float
    epoch: int
    command: Json
    answered: float | None = None
    reply: Json | None = None
    waiting: bool = False
    held: str | None = None
    whole: Json | None = None


@dataclass(eq=False)
class Score:
    """Everything that a replay needs."""

    name: str
    steps: list[Act | Arrival | Ending] = field(default_factory=list[Act | Arrival | Ending])
    looks: dict[Key, list[Sample]] = field(default_factory=dict[Key, list[Sample]])


def compile_trace(trace: Trace) -> Score:
    """Make a score. Raises TraceError for a trace that was cut, or holds a reply without its command."""
    if trace.closing is None:
        raise TraceError(f"{trace.name} was cut off, so it cannot be replayed: record it again")
    compiler = _Compiler(trace)
    for line, row in enumerate(trace.rows, start=FIRST_ROW):
        compiler.add(line, row)
    return compiler.finish(trace.closing)


class _Compiler:
    def __init__(self, trace: Trace) -> None:
        self._score = Score(trace.name)
        self._sent: dict[int, Act | Sample] = {}
        self._epoch = 0
        self._line = FIRST_ROW

    def add(self, line: int, row: Row) -> None:
        self._line = line
        body = decode_object(row.message)
        if row.d == ">":
            self._add_command(row, body)
        else:
            self._add_arrival(row, body)

    def finish(self, closing: Closing) -> Score:
        for number in closing.waiting:
            if (sent := self._sent.get(number)) is not None:
                sent.waiting = True
        if closing.by == "browser":
            self._score.steps.append(Ending(self._line + 1, closing.t, closing.why, closing.code))
        for samples in self._score.looks.values():
            samples[:] = _sounding(samples, closing.t)
            _fill_in(samples)
        return self._score

    def _add_command(self, row: Row, body: Json | None) -> None:
        number = body.get("id") if body else None
        if body is None or not isinstance(number, int) or not isinstance(body.get("method"), str):
            raise self._error("what was sent is no command")
        if number in self._sent:
            raise self._error(f"the command {number} was sent twice")
        body = name_scripts(body)
        if is_look(body):
            sample = self._sent[number] = Sample(self._line, row.t, self._epoch, body)
            self._score.looks.setdefault(key_of(body), []).append(sample)
            return
        act = self._sent[number] = Act(self._line, row.t, body)
        self._score.steps.append(act)
        self._epoch += 1

    def _add_arrival(self, row: Row, body: Json | None) -> None:
        number = body.get("id") if body else None
        sent = self._sent.get(number) if isinstance(number, int) else None
        if number is not None and sent is None:
            raise self._error(f"it answers a command {number} that no line before it sends")
        if isinstance(sent, Sample):
            if sent.reply is None:
                sent.answered, sent.reply = row.t, body
            return
        if sent is not None:
            sent.answered = True
        self._score.steps.append(Arrival(self._line, row.t, row.message, body, sent))

    def _error(self, what: str) -> TraceError:
        return TraceError(f"{self._score.name} is damaged in line {self._line} ({what}): record it again")


def _sounding(samples: list[Sample], end: float) -> list[Sample]:
    """The samples that tell something: not one that was cut short by the end, while another was answered."""
    answered = any(sample.reply is not None for sample in samples)
    return [
        sample
        for sample in samples
        if sample.reply is not None or not sample.waiting or not answered or end - sample.asked > SILENT
    ]


def _fill_in(samples: list[Sample]) -> None:
    """Put observations together, so that each can be told to somebody who holds something else, or nothing."""
    snapshot = Snapshot()
    for sample in sorted(samples, key=lambda each: each.answered or each.asked):
        question = question_in(sample.command)
        if question is not None and question.fields is not None and sample.reply is not None:
            sample.held = question.held
            sample.whole = _whole(sample.reply, snapshot)


def _whole(reply: Json, snapshot: Snapshot) -> Json | None:
    """The reply with every list whole, or None when it is no observation or builds on one that was never told."""
    try:
        remote = reply["result"]["result"]
        answer = msgspec.convert(remote["value"]["value"], ObservationAnswer)
        if not snapshot.begin(answer):
            return None
        fields = {name: _whole_field(name, body, snapshot) for name, body in answer.fields.items()}
    except (KeyError, TypeError, ValueError):
        snapshot.forget()
        return None
    value = msgspec.to_builtins(msgspec.structs.replace(answer, base=None, fields=fields))
    return reply | {"result": reply["result"] | {"result": remote | {"value": {"value": value}}}}


def _whole_field(name: str, body: object, snapshot: Snapshot) -> object:
    items = body.get("items") if is_object(body) else None
    if items is None:
        return body
    snapshot.apply(name, items)
    return {"items": snapshot.whole(name)}
