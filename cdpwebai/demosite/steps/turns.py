"""Steps that open a turn or a message, write in it, or put something beside its text. Pure."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cdpwebai.demosite.steps.base import Seconds, StepBase, TurnStep

__all__ = [
    "AssistantTurn",
    "Branch",
    "Canvas",
    "Citation",
    "File",
    "Image",
    "MemoryNote",
    "Message",
    "Pair",
    "Placeholder",
    "Source",
    "Stream",
    "Text",
    "UserTurn",
]


class UserTurn(StepBase, tag="user_turn", frozen=True, kw_only=True):
    """Shows what was sent (or ``text``) as a user turn and empties the composer."""

    id: str = ""
    text: str | None = None
    render: Literal["text", "markdown"] = "text"


class AssistantTurn(StepBase, tag="assistant_turn", frozen=True, kw_only=True):
    """Opens an assistant turn with its first message. Without ``role_node`` nothing says whose turn it is."""

    id: str = ""
    role_node: bool = True


class Message(TurnStep, tag="message", frozen=True, kw_only=True):
    """Opens a further message in the open turn; one that is still empty gives way to it."""

    id: str = ""
    kind: Literal["reasoning", "tool", "answer"] = "answer"
    label: str = ""
    channel: str | None = None


class Text(TurnStep, tag="text", frozen=True, kw_only=True):
    """Markdown added to the open message; ``draw`` keeps it out of every text node of the document."""

    md: str
    mode: Literal["append", "set"] = "append"
    draw: Literal["", "shadow", "css"] = ""


class Stream(TurnStep, tag="stream", frozen=True, kw_only=True):
    """Markdown added over ``seconds``, in equal ``pieces`` (ten a second)."""

    md: str
    seconds: Seconds
    pieces: Annotated[int, Meta(ge=1, le=100_000)] | None = None


class Placeholder(TurnStep, tag="placeholder", frozen=True, kw_only=True):
    """The open message shows a status label and nothing else, until the next text."""

    text: str


class Source(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What a citation points to."""

    title: str
    url: str


class Citation(TurnStep, tag="citation", frozen=True, kw_only=True):
    """One citation bubble at the end of the open message, for all of ``sources``."""

    sources: Annotated[tuple[Source, ...], Meta(min_length=1)]


class Canvas(TurnStep, tag="canvas", frozen=True, kw_only=True):
    """A card with a document of its own, where the open message's text has come to; not part of that text."""

    title: str
    md: str


class MemoryNote(TurnStep, tag="memory_note", frozen=True, kw_only=True):
    """Says "Memory updated", or ``text``, above the open turn's messages."""

    text: str = ""


class Branch(TurnStep, tag="branch", frozen=True, kw_only=True):
    """The open turn is the ``n``-th of ``of``. ``others``: the texts of those that are not shown, in order."""

    n: Annotated[int, Meta(ge=1)]
    of: Annotated[int, Meta(ge=1)]
    others: tuple[str, ...] = ()


class Pair(TurnStep, tag="pair", frozen=True, kw_only=True):
    """Two answers side by side in the open turn, of which the user is asked to prefer one."""

    left: str
    right: str


class Image(TurnStep, tag="image", frozen=True, kw_only=True):
    """A generated image in the open turn, sizes in pixels. ``preview``: the blurred one that comes before it.

    ``delivery``: the image itself, or a button alone that downloads it. ``serve``: as a file's.
    """

    file_id: Annotated[str, Meta(pattern="^file[_-][A-Za-z0-9_-]+$")]
    width: Annotated[int, Meta(ge=1, le=8192)]
    height: Annotated[int, Meta(ge=1, le=8192)]
    preview: bool = False
    delivery: Literal["img", "button"] = "img"
    serve: Literal["ok", "404", "403", "html", "cut", "empty"] = "ok"


class File(TurnStep, tag="file", frozen=True, kw_only=True):
    """A file made in the sandbox, named in the open message: as a link, as a button, or as its bare path.

    Its bytes are ``bytes_b64``, else a zip of ``entries`` (name to text). ``link``: false when the answer's text links
    to it itself; ``label`` is its name by default. ``slow`` is not ready for 10 s.
    """

    path: Annotated[str, Meta(pattern="^/mnt/data/.")]
    shape: Literal["link", "button", "text"] = msgspec.field(default="link", name="as")
    serve: Literal["ok", "404", "403", "html", "cut", "empty", "slow", "bomb", "slip"] = "ok"
    bytes_b64: str = ""
    entries: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    label: str = ""
    link: bool = True
