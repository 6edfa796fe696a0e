"""What the conversation's record means: which of its messages are the answer, whether it is finished, and its Markdown.

Row 5, pure. ``js/chat_record.js`` brings the messages behind ours; the facts are of captures of 2025-11 to 2026-09: a
finished answer has role assistant, recipient all, status ``finished_successfully`` and ``end_turn``; reasoning and tool
messages stand before it; citation marks are characters of a private range, and ``references`` tells what they point to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

import msgspec

from cdpwebai.page.readers import Reader
from cdpwebai.providers.chat import PILL, Attached, RecordAnswer, RecordImage
from cdpwebai.records import Citation
from cdpwebai.verdict import Known, Reason, Unknown

__all__ = [
    "AttachedReader",
    "Link",
    "Pointer",
    "RecordReader",
    "Reference",
    "SaidReader",
    "Told",
    "ToldMessage",
    "answer_in",
    "without_marks",
]

CANVAS_TOOL = "canmore."
"""A message to this tool writes a canvas (capture of 2026): its text stands beside the answer."""

_MARK = re.compile("\ue200[^\ue201]*\ue201")
_SOURCE_MARK = re.compile(r":contentReference\[oaicite:\d+\]\{index=\d+\}")
_TRACKING = re.compile(r"([?&])utm_source=chatgpt\.com(&?)")
_SANDBOX = re.compile(r"\]\(<?sandbox:(/mnt/data/(?:[^()<>\"\n]|\([^()\n]*\))+)>?\)")
"""A link to a file of the sandbox. Its name may have spaces, which are written as they are, though Markdown wants
``<…>`` around them."""
_LONE = re.compile("[\ue200-\ue202]")


NOT_YET = Unknown(Reason.PARTIAL, "our message is not in the record yet")


class Link(msgspec.Struct, frozen=True):
    """One source of a citation."""

    title: str
    url: str


class Reference(msgspec.Struct, frozen=True):
    """A mark in the text, and the sources that it points to."""

    mark: str
    links: tuple[Link, ...]


class Pointer(msgspec.Struct, frozen=True):
    """An image of a message: ``sediment://file_...`` or ``file-service://file-...``, its size in pixels."""

    pointer: str
    width: int
    height: int


class ToldMessage(msgspec.Struct, frozen=True, rename="camel"):
    """One message of the record. ``kind`` is its content type, ``channel`` "" when there is none."""

    id: str
    role: str
    recipient: str
    channel: str
    kind: str
    parts: tuple[str, ...]
    status: str
    end_turn: bool | None
    hidden: bool
    model: str
    references: tuple[Reference, ...]
    images: tuple[Pointer, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """What stands behind our message in the record, oldest first. ``found``: our message is in it.

    ``attached``: the files of our message; ``text``: what it says, as it was typed.
    """

    found: bool
    messages: tuple[ToldMessage, ...]
    attached: tuple[Attached, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class RecordReader(Reader[Known[RecordAnswer]]):
    """Asks ``js/chat_record.js``, and tells the answer in what it brings."""

    def decode(self, value: Any) -> Known[RecordAnswer]:
        """Raises msgspec.ValidationError for a record of another shape."""
        return Known(answer_in(msgspec.convert(value, Told)))


@dataclass(frozen=True)
class AttachedReader(Reader[Known[tuple[Attached, ...]] | Unknown]):
    """Asks the same, and tells which files went with our message."""

    def decode(self, value: Any) -> Known[tuple[Attached, ...]] | Unknown:
        """Raises msgspec.ValidationError for a record of another shape."""
        told = msgspec.convert(value, Told)
        return Known(told.attached) if told.found else NOT_YET


@dataclass(frozen=True)
class SaidReader(Reader[Known[str] | Unknown]):
    """Asks the same, and tells what our message says."""

    def decode(self, value: Any) -> Known[str] | Unknown:
        """Raises msgspec.ValidationError for a record of another shape."""
        told = msgspec.convert(value, Told)
        return Known(told.text) if told.found else NOT_YET


def answer_in(told: Told) -> RecordAnswer:
    """The answer to our message, as far as the record has it. A later message of the user's ends it."""
    asked_again = next(
        (place for place, one in enumerate(told.messages) if one.role == "user" and not one.hidden), None
    )
    mine = told.messages[:asked_again]
    spoken = [one for one in mine if _is_answer(one)]
    if not told.found or not mine:
        return RecordAnswer("none")
    return RecordAnswer(
        state=_state(mine[-1]),
        message_ids=tuple(one.id for one in spoken),
        markdown=_joined(_markdown(one, _links) for one in spoken),
        citations=_citations(spoken),
        uncited=_joined(_markdown(one, _no_links) for one in spoken) if any(map(_cites, spoken)) else "",
        model=spoken[-1].model if spoken else "",
        followed=asked_again is not None,
        made_by=tuple(one.id for one in mine if one.role in ("assistant", "tool")),
        sandbox=_sandbox(spoken),
        images=_images(mine),
        canvas=any(one.recipient.startswith(CANVAS_TOOL) for one in mine),
    )


def _sandbox(spoken: Sequence[ToldMessage]) -> tuple[str, ...]:
    """The sandbox files that the answer links to, by path, each once."""
    links = (found for one in spoken for part in one.parts for found in _SANDBOX.findall(part))
    return tuple(dict.fromkeys(unquote(path) for path in links))


def _images(mine: Sequence[ToldMessage]) -> tuple[RecordImage, ...]:
    """The images that were made on the way, each file once."""
    found = (
        RecordImage(one.pointer.rpartition("/")[2], one.width, one.height)
        for message in mine
        if message.role in ("assistant", "tool") and not message.hidden
        for one in message.images
    )
    return tuple({image.id: image for image in found if image.id}.values())


def _is_answer(message: ToldMessage) -> bool:
    """Spoken to the user in the end: no reasoning, no tool, no commentary on the way."""
    return (
        message.role == "assistant"
        and message.recipient == "all"
        and message.kind in ("text", "multimodal_text")
        and message.channel in ("", "final")
        and not message.hidden
    )


def _state(last: ToldMessage) -> Literal["in_progress", "finished", "error"]:
    if _is_answer(last) and last.status == "finished_successfully" and last.end_turn:
        return "finished"
    return "error" if last.status == "finished_partial_completion" else "in_progress"


def _joined(texts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, texts))


def _cites(message: ToldMessage) -> bool:
    return any(reference.links for reference in message.references)


def _markdown(message: ToldMessage, told: Callable[[tuple[Link, ...]], str]) -> str:
    """Its text, with ``told`` in place of each citation mark; a blank is none (the footnote of all sources has one)."""
    text = "\n".join(message.parts)
    for reference in message.references:
        if reference.mark.strip():
            text = text.replace(reference.mark, told(reference.links))
    return without_marks(text).strip()


def _no_links(_: tuple[Link, ...]) -> str:
    return PILL


def _links(links: tuple[Link, ...]) -> str:
    return " ".join(f"[{cited.title}]({cited.url})" for cited in map(_cited, links))


def _cited(link: Link) -> Citation:
    return Citation(link.title or urlsplit(link.url).hostname or "", _without_tracking(link.url))


def _citations(spoken: Sequence[ToldMessage]) -> tuple[Citation, ...]:
    """What the marks in the text point to, as they come. The footnote of all sources is none of them."""
    found: list[Citation] = []
    for message in spoken:
        text = "\n".join(message.parts)
        marks = [reference for reference in message.references if reference.mark.strip() and reference.mark in text]
        for reference in sorted(marks, key=lambda one: text.index(one.mark)):
            found += map(_cited, reference.links)
    return tuple(found)


def _without_tracking(url: str) -> str:
    """The address without the site's own mark in its query; the rest stays to the character."""
    return _TRACKING.sub(lambda match: "?" if match[1] == "?" and match[2] else match[2], url).rstrip("?&")


def without_marks(text: str) -> str:
    """The text without any citation mark that points to nothing we know."""
    return _LONE.sub("", _SOURCE_MARK.sub("", _MARK.sub("", text)))
