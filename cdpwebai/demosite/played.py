"""The state of a conversation's page at one moment: plain data. ``stage`` makes it, ``view`` and ``record`` read it.

Pure. Not what the page is told (that is ``view``) and not how it came to be (that is ``stage``, in the order of
``timeline``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from cdpwebai.demosite import steps
from cdpwebai.demosite.log import Upload
from cdpwebai.demosite.markdown import Card, Link
from cdpwebai.demosite.steps import Step

__all__ = ["Effect", "Message", "Played", "Turn"]


@dataclass
class Message:
    """A message of a turn. ``shown`` is its Markdown, ``cards`` stand in it; a ``placeholder`` stands in its place."""

    id: str
    kind: Literal["user", "reasoning", "tool", "answer"]
    shown: str = ""
    label: str = ""
    channel: str | None = None
    draw: str = ""
    placeholder: str | None = None
    record: steps.Record | None = None
    is_open: bool = True
    cards: tuple[Card, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.shown or self.placeholder or self.label or self.cards)


@dataclass
class Turn:
    """A turn of the page; its last message is the open one.

    ``rival``: an answer beside the open message, of which the user is asked to prefer one; ``more``: what a click on
    Continue adds; ``memory``: what the turn says of the memory; ``images`` and ``files``: what was made in it.
    """

    id: str
    role: Literal["user", "assistant"]
    messages: list[Message]
    render: str = "text"
    role_node: bool = True
    bar: bool = False
    generating: bool = False
    thinking: bool = False
    error: steps.ErrorTurn | None = None
    work: steps.Work | None = None
    noise: steps.Noise | None = None
    noise_until: float = 0.0
    uploads: tuple[Upload, ...] = ()
    links: tuple[Link, ...] = ()
    branch: steps.Branch | None = None
    rival: Message | None = None
    more: str | None = None
    memory: steps.MemoryNote | None = None
    images: tuple[steps.Image, ...] = ()
    files: tuple[steps.File, ...] = ()

    @property
    def open(self) -> Message:
        return self.messages[-1]

    @property
    def waits(self) -> bool:
        """Whether a button in it waits for a click: Continue, or one that prefers an answer."""
        return self.more is not None or self.rival is not None


class Effect(NamedTuple):
    """Something that pages do once: those that show the conversation when it is played, not those that load later."""

    at: float
    step: Step


@dataclass
class Played:
    """The state of a conversation's page. ``next_at``: when the next thing happens, None when nothing is to come."""

    turns: list[Turn] = field(default_factory=list[Turn])
    stop: Literal["on", "off", "hidden"] = "off"
    panel: steps.Panel | None = None
    work: steps.Work | None = None
    modal: steps.Modal | None = None
    toast: steps.Toast | None = None
    gate: Literal["challenge", "logout"] | None = None
    addresses: list[str] = field(default_factory=list[str])
    unmounted: int = 0
    effects: list[Effect] = field(default_factory=list[Effect])
    next_at: float | None = None
    waits_for_choice: bool = False

    @property
    def is_over(self) -> bool:
        """Whether everything was played; what a click on the page can still change is not over."""
        return self.next_at is None and not self.waits_for_choice and not any(turn.waits for turn in self.turns)
