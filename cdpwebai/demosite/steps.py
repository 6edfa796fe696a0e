"""The steps of a reply: what the page can be told to do, and when, as data.

Pure. One struct a step; its ``do`` is the struct's tag, its ``at`` the seconds after the send that started the
timeline. Not what a step *does*: that is ``timeline``. An unknown key is refused by msgspec, an unknown or a later step
by ``scenario``.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

__all__ = [
    "LATER_STEPS",
    "NEEDS_TURN",
    "STEP_TYPES",
    "Address",
    "AnswerNow",
    "AssistantTurn",
    "Bar",
    "Branch",
    "Canvas",
    "Citation",
    "ContinueButton",
    "Dialog",
    "ErrorTurn",
    "File",
    "Freeze",
    "Gate",
    "Image",
    "MemoryNote",
    "Message",
    "Modal",
    "Navigate",
    "Noise",
    "NoticeKind",
    "Pair",
    "Panel",
    "Placeholder",
    "Record",
    "Reload",
    "Remount",
    "Seconds",
    "Source",
    "Step",
    "StepBase",
    "Stop",
    "Stream",
    "Tab",
    "Text",
    "Toast",
    "Unmount",
    "Url",
    "UserTurn",
    "Work",
]

Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400)]
Address: TypeAlias = Annotated[str, Meta(pattern="^/")]
Switch: TypeAlias = Literal["on", "off"]
NoticeKind: TypeAlias = Literal["rate_limit", "quota", "network", "choose_surface"]


class Source(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What a citation points to."""

    title: str
    url: str


class StepBase(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, frozen=True, kw_only=True):
    """``at``: seconds after the send. ``end``: the reply's true end, where that is not the last step."""

    at: Seconds
    end: bool = False


class UserTurn(StepBase, tag="user_turn", frozen=True, kw_only=True):
    """Shows what was sent (or ``text``) as a user turn and empties the composer."""

    id: str = ""
    text: str | None = None
    render: Literal["text", "markdown"] = "text"


class Url(StepBase, tag="url", frozen=True, kw_only=True):
    """The page's address changes without a load (``history.pushState``)."""

    to: Address


class Stop(StepBase, tag="stop", frozen=True, kw_only=True):
    """The stop button; ``hidden`` is mounted, and not visible."""

    state: Literal["on", "off", "hidden"]


class AssistantTurn(StepBase, tag="assistant_turn", frozen=True, kw_only=True):
    """Opens an assistant turn with its first message. Without ``role_node`` nothing says whose turn it is."""

    id: str = ""
    role_node: bool = True


class Message(StepBase, tag="message", frozen=True, kw_only=True):
    """Opens a further message in the open turn; one that is still empty gives way to it."""

    id: str = ""
    kind: Literal["reasoning", "tool", "answer"] = "answer"
    label: str = ""
    channel: str | None = None


class Text(StepBase, tag="text", frozen=True, kw_only=True):
    """Markdown added to the open message; ``draw`` keeps it out of every text node of the document."""

    md: str
    mode: Literal["append", "set"] = "append"
    draw: Literal["", "shadow", "css"] = ""


class Stream(StepBase, tag="stream", frozen=True, kw_only=True):
    """Markdown added over ``seconds``, in equal ``pieces`` (ten a second)."""

    md: str
    seconds: Seconds
    pieces: Annotated[int, Meta(ge=1, le=100_000)] | None = None


class Placeholder(StepBase, tag="placeholder", frozen=True, kw_only=True):
    """The open message shows a status label and nothing else, until the next text."""

    text: str


class Panel(StepBase, tag="panel", frozen=True, kw_only=True):
    """The thinking panel on the right. ``progress``: 0 to 1, null is endless, left out is none."""

    text: str = ""
    progress: Annotated[float, Meta(ge=0, le=1)] | UnsetType | None = UNSET
    state: Switch = "on"


class Noise(StepBase, tag="noise", frozen=True, kw_only=True):
    """A spinner changes the document every ``every`` seconds, for ``seconds``, without any text."""

    seconds: Seconds
    every: Annotated[float, Meta(gt=0)] = 0.5


class AnswerNow(StepBase, tag="answer_now", frozen=True, kw_only=True):
    """Says "Thinking", with an "Answer now" button, inside the turn."""

    state: Switch = "on"


class Bar(StepBase, tag="bar", frozen=True, kw_only=True):
    """The action bar of the open turn."""

    state: Switch = "on"


class Canvas(StepBase, tag="canvas", frozen=True, kw_only=True):
    """A card with a document of its own, where the open message's text has come to; not part of that text."""

    title: str
    md: str


class Citation(StepBase, tag="citation", frozen=True, kw_only=True):
    """One citation bubble at the end of the open message, for all of ``sources``."""

    sources: Annotated[tuple[Source, ...], Meta(min_length=1)]


class MemoryNote(StepBase, tag="memory_note", frozen=True, kw_only=True):
    """Says "Memory updated", or ``text``, above the open turn's messages."""

    text: str = ""


class Branch(StepBase, tag="branch", frozen=True, kw_only=True):
    """The open turn is the ``n``-th of ``of``. ``others``: the texts of those that are not shown, in order."""

    n: Annotated[int, Meta(ge=1)]
    of: Annotated[int, Meta(ge=1)]
    others: tuple[str, ...] = ()


class Pair(StepBase, tag="pair", frozen=True, kw_only=True):
    """Two answers side by side in the open turn, of which the user is asked to prefer one."""

    left: str
    right: str


class ContinueButton(StepBase, tag="continue_button", frozen=True, kw_only=True):
    """A button in place of the action bar; a click adds ``md`` to the open message and ends the turn."""

    md: str


class Image(StepBase, tag="image", frozen=True, kw_only=True):
    """A generated image in the open turn, sizes in pixels. ``preview``: the blurred one that comes before it.

    ``delivery``: the image itself, or a button alone that downloads it.
    """

    file_id: Annotated[str, Meta(pattern="^file[_-][A-Za-z0-9_-]+$")]
    width: Annotated[int, Meta(ge=1, le=8192)]
    height: Annotated[int, Meta(ge=1, le=8192)]
    preview: bool = False
    delivery: Literal["img", "button"] = "img"


class File(StepBase, tag="file", frozen=True, kw_only=True):
    """A file made in the sandbox, named in the open message: as a link, as a button, or as its bare path.

    Its bytes are ``bytes_b64``, else a zip of ``entries`` (name to text). ``link``: false when the answer's text links
    to it itself; ``label`` is its name by default. ``slow`` is not ready for 10 s.
    """

    path: Annotated[str, Meta(pattern="^/mnt/data/.")]
    shape: Literal["link", "button", "text"] = msgspec.field(default="link", name="as")
    serve: Literal["ok", "404", "403", "html", "cut", "empty", "slow", "bomb", "slip"] = "ok"
    bytes_b64: str = ""
    entries: dict[str, str] = {}
    label: str = ""
    link: bool = True


class Remount(StepBase, tag="remount", frozen=True, kw_only=True):
    """The turns' nodes are replaced by equal ones with the same ids."""


class Unmount(StepBase, tag="unmount", frozen=True, kw_only=True):
    """The turns older than the last ``keep`` leave the document."""

    keep: Annotated[int, Meta(ge=0)]


class Freeze(StepBase, tag="freeze", frozen=True, kw_only=True):
    """The page's main thread is busy."""

    seconds: Seconds


class Modal(StepBase, tag="modal", frozen=True, kw_only=True):
    """A dialog over the page. ``hold``: the timeline waits until one of its buttons is clicked."""

    kind: NoticeKind
    text: str = ""
    hold: bool = False


class Toast(StepBase, tag="toast", frozen=True, kw_only=True):
    """A notice in the corner, which goes by itself."""

    kind: NoticeKind
    text: str = ""


class ErrorTurn(StepBase, tag="error_turn", frozen=True, kw_only=True):
    """An error with Retry inside the turn, instead of the text or, with ``after_text``, below it."""

    text: str = ""
    after_text: bool = False


class Record(StepBase, tag="record", frozen=True, kw_only=True):
    """What the conversation record says of the open message from now on."""

    state: Literal["in_progress", "finished", "error"]
    text: str | None = None
    end_turn: bool | UnsetType | None = UNSET


class Reload(StepBase, tag="reload", frozen=True, kw_only=True):
    """The page reloads itself."""


class Navigate(StepBase, tag="navigate", frozen=True, kw_only=True):
    """The page goes to another address, with a load."""

    to: Address


class Dialog(StepBase, tag="dialog", frozen=True, kw_only=True):
    """A JavaScript dialog. ``beforeunload`` asks by way of a reload, as browsers demand."""

    kind: Literal["alert", "confirm", "beforeunload"]
    text: str = ""


class Tab(StepBase, tag="tab", frozen=True, kw_only=True):
    """What only whoever holds the browser can do: close the tab, crash it, cut the client's connection."""

    do_to: Literal["close", "crash", "cut"]


class Work(StepBase, tag="work", frozen=True, kw_only=True):
    """Where a task of Work stands: what the open turn says of it, and the panel of its details beside the chat.

    ``quiet``: the turn says nothing; ``off``: the panel goes as well. ``text``: what approval is asked for, or the
    error's own words; ``outputs``: the names of all that was made so far.
    """

    state: Literal["thinking", "quiet", "done", "approval", "failed", "off"]
    text: str = ""
    outputs: tuple[str, ...] = ()


class Gate(StepBase, tag="gate", frozen=True, kw_only=True):
    """The page is replaced: by a human check, or by the login page."""

    kind: Literal["challenge", "logout"]


STEP_TYPES: tuple[type[StepBase], ...] = (
    UserTurn, Url, Stop, AssistantTurn, Message, Text, Stream, Placeholder, Panel, Noise, AnswerNow, Bar, Canvas,
    Citation, MemoryNote, Branch, Pair, ContinueButton, Image, File, Remount, Unmount, Freeze, Modal, Toast,
    ErrorTurn, Record, Reload, Navigate, Dialog, Tab, Gate, Work,
)  # fmt: skip

Step: TypeAlias = (
    UserTurn
    | Url
    | Stop
    | AssistantTurn
    | Message
    | Text
    | Stream
    | Placeholder
    | Panel
    | Noise
    | AnswerNow
    | Bar
    | Canvas
    | Citation
    | MemoryNote
    | Branch
    | Pair
    | ContinueButton
    | Image
    | File
    | Remount
    | Unmount
    | Freeze
    | Modal
    | Toast
    | ErrorTurn
    | Record
    | Reload
    | Navigate
    | Dialog
    | Tab
    | Gate
    | Work
)

NEEDS_TURN = (
    Message, Text, Stream, Placeholder, AnswerNow, Bar, Canvas, Citation, MemoryNote, Branch, Pair, ContinueButton,
    Image, File, ErrorTurn, Record,
)  # fmt: skip
"""Steps that speak of the open turn, and so must come after an ``assistant_turn`` of the same reply."""

LATER_STEP_NAMES = "research"
LATER_STEPS = frozenset(LATER_STEP_NAMES.split())
"""Steps that the format knows and this version does not play."""
