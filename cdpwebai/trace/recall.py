"""What a look is told in replay: the recorded answer that was in force when it is asked.

Row 2, pure. ``player`` asks here and delivers in its own time; ``score`` is where the samples come from.

A sample is in force from its asking to the next one of the same question. Two things bend that rule, both because a
recorded client spends time thinking and a replayed one does not, so that it asks a little before its recorded self: a
look shortly before the next sample is that sample, and a look after an act is not told what was seen before the act,
when something was seen soon after. Either is told at its recorded time, and no sooner.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from cdpwebai.trace.looks import key_of, question_in, same, unnumbered
from cdpwebai.trace.score import Key, Sample
from cdpwebai.trace.shapes import Json

__all__ = ["PATIENCE", "THINKING", "find_samples", "in_force", "told"]

THINKING = 0.5
"""Seconds before the next sample from which a look counts as that sample."""

PATIENCE = 1.0
"""The same after an act, when all that was in force was seen before it; and how early an act itself may come."""

EPSILON = 1e-6


def find_samples(looks: Mapping[Key, Sequence[Sample]], command: Json) -> Sequence[Sample]:
    """All samples of the question that a look asks; empty when it was never asked."""
    return looks.get(key_of(command)) or next(_similar(looks, command), ())


def _similar(looks: Mapping[Key, Sequence[Sample]], command: Json) -> Iterator[Sequence[Sample]]:
    """Samples whose parameters have something hidden in them, where the look has the thing itself."""
    for (session, method, _), samples in looks.items():
        if (session, method) == (command.get("sessionId", ""), command["method"]):
            yield from (samples for sample in samples[:1] if same(unnumbered(sample.command), unnumbered(command)))


def in_force(samples: Sequence[Sample], epoch: int, t: float) -> Sample:
    """The sample that answers a look at recorded time ``t``, with ``epoch`` acts before it."""
    usable = bisect_right(samples, epoch, key=lambda sample: sample.epoch)
    place = bisect_right(samples, t + EPSILON, hi=usable, key=lambda sample: sample.asked)
    behind = samples[place - 1] if place else None
    ahead = samples[place] if place < usable else None
    if behind is None or ahead is None:
        return behind or ahead or samples[0]
    now = behind.epoch == epoch and t - behind.asked <= EPSILON
    near = THINKING if behind.epoch == epoch else PATIENCE
    return ahead if ahead.asked - t <= near and not now else behind


def told(sample: Sample, command: Json) -> Json | None:
    """The sample's reply for whoever asks: whole, when an observation holds something else than the recorded one did.

    None when there was no reply.
    """
    question = question_in(command)
    if question is None or question.fields is None or question.held == sample.held:
        return sample.reply
    return sample.whole
