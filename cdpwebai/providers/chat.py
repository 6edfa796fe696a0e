"""What a chat page shows, in the terms in which every chat site is told to the flows.

Row 5, data only. A provider's readers answer in these shapes; a plan decides from them and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Literal

import msgspec

from cdpwebai.page.library import Library
from cdpwebai.page.looks import Place
from cdpwebai.page.readers import Reader
from cdpwebai.providers.contract import Contract
from cdpwebai.providers.picker import Picker
from cdpwebai.providers.tools import Tools
from cdpwebai.providers.work import Task, WorkPicker
from cdpwebai.records import Citation, Exactness
from cdpwebai.verdict import Absent, Known, Reading, Reason, Unknown, Verdict, Visible

__all__ = [
    "NOT_ASKED",
    "PILL",
    "Account",
    "Attached",
    "ChatObservation",
    "Composer",
    "FileInput",
    "Message",
    "Notice",
    "NoticeKind",
    "Panel",
    "Provider",
    "Rebuilt",
    "RecordAnswer",
    "RecordImage",
    "Refusals",
    "Slot",
    "Surface",
    "Turn",
    "Written",
]


class Composer(msgspec.Struct, frozen=True):
    """Where a prompt is typed: the selector that found it, and what stands in it now."""

    selector: str
    text: str


class Written(msgspec.Struct, frozen=True):
    """What one look saw in the composer: its text, and the names of what is attached there. ``url``: the page's."""

    url: str
    text: str
    chips: tuple[str, ...] = ()


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
    """One message. ``html`` is the rendered Markdown of an assistant's message, "" for a user's.

    ``reasoning``: it is the way to the answer (thinking, a tool at work), not a part of it. ``beside``: what stands
    beside the text of a user's message, the names of its files.
    """

    id: str
    role: str
    model: str
    text: str
    html: str
    reasoning: bool = False
    beside: str = ""


class Turn(msgspec.Struct, frozen=True):
    """One turn. No messages: its content is not in the document at the moment (windowing), which is no empty answer.

    ``finished``: it carries the actions of a turn that has ended. ``streaming``: its text is being written;
    ``progress``: it shows progress that is under way. ``failed``: the page's own words for an error in it, "" for none.
    ``branch`` and ``branches``: which of how many versions of the turn is shown. ``choices``: how many answers stand
    side by side for the user to choose from. ``continues``: it offers to go on where it was cut.
    ``images``: how many were drawn in it and can be had, previews not counted.
    """

    role: Literal["user", "assistant", ""]
    messages: tuple[Message, ...]
    finished: bool
    streaming: bool
    progress: bool = False
    failed: str = ""
    branch: int = 1
    branches: int = 1
    choices: int = 1
    continues: bool = False
    images: int = 0


NoticeKind = Literal["challenge", "login", "rate-limit", "quota", "network", "choose-surface", "other"]


class Notice(msgspec.Struct, frozen=True):
    """What the page says over or in place of the chat: a human check, a login page, a limit, a lost network, another
    modal. ``text`` is its own words."""

    kind: NoticeKind
    text: str

    @property
    def evidence(self) -> tuple[tuple[str, str], ...]:
        """Its words, as an error has them beside its message."""
        return (("notice", self.text),) if self.text else ()


class Surface(msgspec.Struct, frozen=True):
    """Which surface is chosen by the two radios, and what the sidebar says of the conversation at this address.

    ``active`` "legacy": there are no such radios. ``conversation``: "none" away from conversations, "unresolved" where
    the sidebar does not tell. ``work``: whether Work can be chosen, which is apart from whether it is: its radio is
    visible, absent, or has perhaps a name that we do not know.
    """

    active: Literal["chat", "work", "ambiguous", "legacy"]
    conversation: Literal["chat", "work", "unresolved", "none"] = "none"
    work: Literal["visible", "absent", "unknown"] = "unknown"


class Panel(msgspec.Struct, frozen=True):
    """The panel beside the chat, as a sign of activity: "progress" is strong, a growing trace or a bare word weak."""

    activity: Literal["none", "text", "trace", "progress"]


Account = Literal["in", "guest", "out"]
"""Logged in, a composer without an account, or neither."""

NOT_ASKED = Unknown(Reason.NOT_SUPPORTED, "this look did not ask")
"""A field that nobody has read."""


@dataclass(frozen=True)
class ChatObservation:
    """One look at the chat page: all of it was true at the same moment, and each field has its own verdict.

    ``composer`` is Known(None) when the page has none. ``turns`` are pairs of turn id and turn, in the page's order.
    ``account``: whose page it is. ``chips``: the names of what is attached in the composer; ``uploading``: whether some
    of it is still on its way. ``picker``: the picker of models, Known(None) where there is none; asked only where a
    model is; ``tools``: the composer's plus menu, only where a tool is.
    """

    place: Reading[Place]
    composer: Reading[Composer | None]
    slot: Reading[Slot]
    turns: Reading[tuple[tuple[str, Turn], ...]]
    surface: Reading[Surface] = NOT_ASKED
    account: Reading[Account] = NOT_ASKED
    notices: Reading[tuple[Notice, ...]] = NOT_ASKED
    panel: Reading[Panel] = NOT_ASKED
    chips: Reading[tuple[str, ...]] = NOT_ASKED
    uploading: Reading[bool] = NOT_ASKED
    task: Reading[Task] = NOT_ASKED
    work_picker: Reading[WorkPicker] = NOT_ASKED
    picker: Reading[Picker | None] = NOT_ASKED
    tools: Reading[Tools | None] = NOT_ASKED

    @property
    def stop(self) -> Verdict:
        """Whether the page shows that an answer is being made."""
        return self.slot.value.stop_shown if isinstance(self.slot, Known) else self.slot

    @property
    def written(self) -> Written | None:
        """What stands in the composer, and where; None unless all of it was read and there is a composer."""
        match self.place, self.composer, self.chips:
            case Known(place), Known(Composer(text=text)), Known(chips):
                return Written(place.url, text, chips)
            case _:
                return None

    @property
    def unknowns(self) -> list[str]:
        """The reasons of the fields that were asked for and could not be read, for the ledger."""
        answers = (getattr(self, field.name) for field in fields(self))
        return [one.reason.value for one in answers if isinstance(one, Unknown) and one is not NOT_ASKED]


class FileInput(msgspec.Struct, frozen=True):
    """What takes files in the composer: ``accept`` as HTML has it ("image/*,.pdf", "" for anything)."""

    accept: str
    multiple: bool


class Refusals(msgspec.Struct, frozen=True):
    """What the page says against files: its words at those that failed, and every message that stands on the page."""

    failed: tuple[str, ...] = ()
    alerts: tuple[str, ...] = ()


class Attached(msgspec.Struct, frozen=True):
    """A file of a message, as the site's record has it. ``size`` in bytes, None where the record does not say."""

    name: str
    size: int | None


class RecordImage(msgspec.Struct, frozen=True):
    """An image that the site's record knows of: its file id, its size in pixels or 0."""

    id: str
    width: int = 0
    height: int = 0


PILL = "![]()"
"""An image without a name: what stands where a page may show something of its own."""


class RecordAnswer(msgspec.Struct, frozen=True):
    """What the site's own record of the conversation says of the answer to one message of ours.

    ``state``: "finished" only when the last message is ``finished_successfully`` and ends the turn; "none" when our
    message has no answer yet. ``message_ids`` and ``markdown`` are those of the answer's messages, in order, citation
    markers made into links; ``uncited`` is the same with PILL in place of each, "" where there are none: a page may
    show a citation as a pill, which does not write its titles out. ``followed``: a later message of the user's stands
    behind it. ``canvas``: the answer has a canvas besides, whose text is not in ``markdown``. ``sandbox``: the paths of
    files that it links to; ``made_by``: every message on the way to it, oldest first, as one of them made those files;
    ``images``: what was drawn; ``citations``: what the marks in its text point to, as they come.
    """

    state: Literal["none", "in_progress", "finished", "error"]
    message_ids: tuple[str, ...] = ()
    markdown: str = ""
    model: str = ""
    followed: bool = False
    canvas: bool = False
    sandbox: tuple[str, ...] = ()
    made_by: tuple[str, ...] = ()
    images: tuple[RecordImage, ...] = ()
    uncited: str = ""
    citations: tuple[Citation, ...] = ()


class Rebuilt(msgspec.Struct, frozen=True):
    """Markdown made of the site's HTML; ``exactness`` says how far it was checked against the page's own offsets.

    ``contradicted``: the page tells offsets, and they do not fit. ``unnamed``: a code block is there in the layout that
    may keep its language to itself, and no offset tells of it. ``canvas``: a canvas or widget stands in the answer,
    whose text is not on the page. ``citations``: what its pills lead to, as they come.
    """

    markdown: str
    text: str
    exactness: Exactness
    warnings: tuple[str, ...] = ()
    contradicted: bool = False
    unnamed: bool = False
    canvas: bool = False
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Provider:
    """One chat site: its name, where it lives, what its page must hold, and the readers that tell it.

    ``hosts`` are those on which it is itself, without ``www.`` and with any port that is not the scheme's own; a page
    elsewhere is not looked at. ``home`` is where a new chat begins, and its scheme that of them all. ``record`` reads
    what the site's own record says of an answer, ``attached`` which files it has with a message of ours, and ``said``
    the text of that; ``rebuild`` makes Markdown of a message's HTML; ``unmarked`` takes the site's own marks out of
    what its copy button writes.
    """

    name: str
    hosts: tuple[str, ...]
    home: str
    contract: Contract
    library: Library
    record: Reader[Known[RecordAnswer]]
    attached: Reader[Known[tuple[Attached, ...]] | Unknown]
    said: Reader[Known[str] | Unknown]
    rebuild: Callable[[str], Rebuilt]
    unmarked: Callable[[str], str]
