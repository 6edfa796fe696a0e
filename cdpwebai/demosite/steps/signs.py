"""Steps that say how far an answer is: at work, ended, cut, failed; in the page and in the record. Pure."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from cdpwebai.demosite.steps.base import Seconds, StepBase, Switch, TurnStep

__all__ = ["AnswerNow", "Bar", "ContinueButton", "ErrorTurn", "Noise", "Panel", "Record", "Stop", "Work"]


class Stop(StepBase, tag="stop", frozen=True, kw_only=True):
    """The stop button; ``hidden`` is mounted, and not visible."""

    state: Literal["on", "off", "hidden"]


class Panel(StepBase, tag="panel", frozen=True, kw_only=True):
    """The thinking panel on the right. ``progress``: 0 to 1, null is endless, left out is none."""

    text: str = ""
    progress: Annotated[float, Meta(ge=0, le=1)] | UnsetType | None = UNSET
    state: Switch = "on"


class Noise(StepBase, tag="noise", frozen=True, kw_only=True):
    """A spinner changes the document every ``every`` seconds, for ``seconds``, without any text."""

    seconds: Seconds
    every: Annotated[float, Meta(gt=0)] = 0.5


class AnswerNow(TurnStep, tag="answer_now", frozen=True, kw_only=True):
    """Says "Thinking", with an "Answer now" button, inside the turn."""

    state: Switch = "on"


class Bar(TurnStep, tag="bar", frozen=True, kw_only=True):
    """The action bar of the open turn."""

    state: Switch = "on"


class ContinueButton(TurnStep, tag="continue_button", frozen=True, kw_only=True):
    """A button in place of the action bar; a click adds ``md`` to the open message and ends the turn."""

    md: str


class ErrorTurn(TurnStep, tag="error_turn", frozen=True, kw_only=True):
    """An error with Retry inside the turn, instead of the text or, with ``after_text``, below it."""

    text: str = ""
    after_text: bool = False


class Record(TurnStep, tag="record", frozen=True, kw_only=True):
    """What the conversation record says of the open message from now on."""

    state: Literal["in_progress", "finished", "error"]
    text: str | None = None
    end_turn: bool | UnsetType | None = UNSET


class Work(StepBase, tag="work", frozen=True, kw_only=True):
    """Where a task of Work stands: what the open turn says of it, and the panel of its details beside the chat.

    ``quiet``: the turn says nothing; ``off``: the panel goes as well. ``text``: what approval is asked for, or the
    error's own words; ``outputs``: the names of all that was made so far.
    """

    state: Literal["thinking", "quiet", "done", "approval", "failed", "off"]
    text: str = ""
    outputs: tuple[str, ...] = ()
