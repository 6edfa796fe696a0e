"""What a chat page shows, in the terms in which every chat site is told to the flows.

Row 5, data only. A provider's readers answer in these shapes; a plan decides from them and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import msgspec

from cdpwebai.page.library import Library
from cdpwebai.page.looks import Place
from cdpwebai.providers.contract import Contract
from cdpwebai.records import Exactness
from cdpwebai.verdict import Absent, Known, Reading, Reason, Unknown, Verdict, Visible

__all__ = ["ChatObservation", "Composer", "Message", "Provider", "Rebuilt", "Slot", "Turn"]


class Composer(msgspec.Struct, frozen=True):
    """Where a prompt is typed: the selector that found it, and what stands in it now."""

    selector: str
    text: str


class Slot(msgspec.Struct, frozen=True):
    """How many visible controls of each kind stand in the composer's last slot; ``ready``: Send can be pressed."""

    send: int
    ready: bool
    stop: int
    voice: int

    @property
    def stop_shown(self) -> Verdict:
        """Whether the answer can be stopped. Absence is positive: the slot holds another of the three."""
        if self.stop:
            return Visible()
        if self.send or self.voice:
            return Absent(("send", "voice"))
        return Unknown(Reason.NO_ANCHOR, "the composer's last slot holds none of send, stop and voice")


class Message(msgspec.Struct, frozen=True):
    """One message. ``html`` is the rendered Markdown of an assistant's message, "" for a user's."""

    id: str
    role: str
    model: str
    text: str
    html: str


class Turn(msgspec.Struct, frozen=True):
    """One turn. No messages: its content is not in the document at the moment (windowing), which is no empty answer."""

    role: Literal["user", "assistant", ""]
    messages: tuple[Message, ...]
    finished: bool
    streaming: bool


@dataclass(frozen=True)
class ChatObservation:
    """One look at the chat page: all of it was true at the same moment, and each field has its own verdict.

    ``composer`` is Known(None) when the page has none. ``turns`` are pairs of turn id and turn, in the page's order.
    """

    place: Reading[Place]
    composer: Reading[Composer | None]
    slot: Reading[Slot]
    turns: Reading[tuple[tuple[str, Turn], ...]]

    @property
    def stop(self) -> Verdict:
        """Whether the page shows that an answer is being made."""
        return self.slot.value.stop_shown if isinstance(self.slot, Known) else self.slot

    @property
    def unknowns(self) -> list[str]:
        """The reasons of the fields that could not be read, for the ledger."""
        fields = (self.place, self.composer, self.slot, self.turns)
        return [field.reason.value for field in fields if isinstance(field, Unknown)]


class Rebuilt(msgspec.Struct, frozen=True):
    """Markdown made of the site's HTML; ``exactness`` says how far it was checked against the page's own offsets."""

    markdown: str
    text: str
    exactness: Exactness
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Provider:
    """One chat site: its name, where it lives, what its page must hold, and the readers that tell it.

    ``hosts`` are those on which it is itself, without ``www.``; a page elsewhere is not looked at. ``home`` is where a
    new chat begins. ``rebuild`` makes Markdown of a message's HTML.
    """

    name: str
    hosts: tuple[str, ...]
    home: str
    contract: Contract
    library: Library
    rebuild: Callable[[str], Rebuilt]
