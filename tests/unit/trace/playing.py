"""A recording that is played by hand: what a client says and hears, with time as a number."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cdpwebai.errors import ReplayDivergence
from cdpwebai.trace.format import Row, Trace
from cdpwebai.trace.player import Player
from tests.unit.trace.scores import TAB, command, heard, reply, said

__all__ = [
    "CLICK", "TARGETS", "Message", "answer", "begun", "click", "clicked", "get", "kind_of", "look", "looks_at", "say",
]  # fmt: skip

Message = dict[str, Any]

TARGETS = "Target.getTargets"  # a look
CLICK = "Input.dispatchMouseEvent"  # an act


def say(player: Player, now: float, *messages: Message) -> None:
    """The client says these."""
    player.hear([json.dumps(message).encode() for message in messages], now)


def get(player: Player, now: float) -> list[Message]:
    """What the client is told by then."""
    return [json.loads(message) for message in player.due(now)]


def begun(trace: Trace) -> Player:
    """A player whose time began at 0."""
    player = Player(trace)
    assert player.due(0.0) == []
    return player


def look(number: int) -> Message:
    """A look, with this id."""
    return command(number, TARGETS)


def answer(number: int, word: str) -> Message:
    """The answer to a look: one word."""
    return reply(number, targetInfos=[word])


def click(number: int, x: int = 1) -> Message:
    """An act, with this id."""
    return command(number, CLICK, TAB, type="mousePressed", x=x)


def clicked(number: int) -> Message:
    """The reply to an act."""
    return reply(number, TAB)


def looks_at(*times: float, number: int = 1) -> list[Row]:
    """A look at each of these times, answered 10 ms later with its time as the word."""
    rows: list[Row] = []
    for place, t in enumerate(times, start=number):
        rows += [said(t, look(place)), heard(t + 0.01, answer(place, f"{t:g}"))]
    return rows


def kind_of(caught: pytest.ExceptionInfo[ReplayDivergence]) -> str:
    """Which kind of divergence it was."""
    return caught.value.evidence["kind"]
