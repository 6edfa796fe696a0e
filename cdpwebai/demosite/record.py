"""The conversation record: what ``/backend-api/conversation/<id>`` says of a conversation.

Pure. The shape is the live site's (capture notes of 2026): a ``mapping`` of nodes with parents and children, walked
from ``current_node``; a finished answer has role assistant, recipient all, status ``finished_successfully`` and
``end_turn`` true. A message that no ``record`` step speaks of is ``in_progress`` while it is the open one; once another
follows it in its turn it is finished and does not end the turn. Below: ``played``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from cdpwebai.demosite.ids import made_id
from cdpwebai.demosite.markdown import Link, cited
from cdpwebai.demosite.played import Message, Played, Turn
from cdpwebai.demosite.steps import Image, Record

__all__ = ["MODEL_SLUG", "record", "title_of"]

MODEL_SLUG = "gpt-5-6-thinking"
ROOT = "client-created-root"
STATUS = {"in_progress": "in_progress", "finished": "finished_successfully", "error": "finished_partial_completion"}


def title_of(played: Played) -> str:
    """The conversation's title: the beginning of its first prompt."""
    first = next((turn.open.shown for turn in played.turns if turn.role == "user"), "")
    return " ".join(first.split())[:40] or "New chat"


def record(conversation_id: str, played: Played) -> dict[str, Any]:
    """The record of a conversation that has been played so far."""
    mapping: dict[str, dict[str, Any]] = {ROOT: {"id": ROOT, "parent": None, "children": [], "message": None}}
    parent = ROOT
    for siblings, shown in _generations(played):
        for message in siblings:
            identity: str = message["id"]
            mapping[parent]["children"].append(identity)
            mapping[identity] = {"id": identity, "parent": parent, "children": [], "message": message}
        parent = siblings[shown]["id"]
    return {
        "title": title_of(played),
        "conversation_id": conversation_id,
        "mapping": mapping,
        "current_node": parent,
        "default_model_slug": MODEL_SLUG,
        "is_archived": False,
    }


def _generations(played: Played) -> Iterator[tuple[Sequence[dict[str, Any]], int]]:
    """The nodes that have one parent, and which of them the page shows, from the oldest on."""
    yield [_context()], 0
    for turn in played.turns:
        for message in turn.messages:
            yield from (([_canvas(message, number)], 0) for number in range(len(message.cards)))
            if message is turn.open:
                yield from (([_image(image)], 0) for image in turn.images if not image.preview)
            before, after = _others(turn) if message is turn.messages[0] else ([], [])
            rival = [turn.rival] if turn.rival and message is turn.open else []
            yield [_said(turn, one) for one in (*before, message, *rival, *after)], len(before)


def _others(turn: Turn) -> tuple[list[Message], list[Message]]:
    """A turn's branches that are not shown: those before the one that is, and those behind it."""
    if turn.branch is None:
        return [], []
    others = [
        Message(made_id(f"{turn.id}.branch.{number}"), turn.open.kind, text, record=turn.open.record, is_open=False)
        for number, text in enumerate(turn.branch.others)
    ]
    return others[: turn.branch.n - 1], others[turn.branch.n - 1 :]


def _said(turn: Turn, message: Message) -> dict[str, Any]:
    return _user(turn, message) if turn.role == "user" else _assistant(turn, message)


def _canvas(message: Message, number: int) -> dict[str, Any]:
    """A canvas is a message to the tool that keeps it, ahead of the text in which its card stands."""
    card = message.cards[number]
    text = msgspec.json.encode({"name": card.title, "type": "document", "content": card.text}).decode()
    content = {"content_type": "code", "language": "json", "text": text}
    identity = made_id(f"{message.id}.canvas.{number}")
    return _node(identity, "assistant", content, recipient="canmore.create_textdoc", end_turn=False)


def _image(image: Image) -> dict[str, Any]:
    """An image is a tool's message that points to the file, ahead of the answer that brings it."""
    pointer = {
        "content_type": "image_asset_pointer",
        "asset_pointer": f"sediment://{image.file_id}",
        "width": image.width,
        "height": image.height,
    }
    content = {"content_type": "multimodal_text", "parts": [pointer]}
    return _node(made_id(image.file_id), "tool", content, end_turn=False)


def _node(identity: str, role: str, content: dict[str, Any], **known: Any) -> dict[str, Any]:
    node: dict[str, Any] = {
        "id": identity,
        "author": {"role": role, "name": None, "metadata": {}},
        "recipient": "all",
        "channel": None,
        "content": content,
        "status": "finished_successfully",
        "end_turn": None,
        "weight": 1.0,
        "metadata": {},
    }
    return node | known


def _text(text: str) -> dict[str, Any]:
    return {"content_type": "text", "parts": [text]}


def _context() -> dict[str, Any]:
    """The hidden system message that stands before every conversation."""
    hidden = {"is_visually_hidden_from_conversation": True}
    return _node("system-context", "system", _text(""), weight=0.0, metadata=hidden)


def _user(turn: Turn, message: Message) -> dict[str, Any]:
    attachments = [{"id": file.id, "name": file.name, "size": file.size} for file in turn.uploads]
    return _node(message.id, "user", _text(message.shown), metadata={"attachments": attachments})


def _assistant(turn: Turn, message: Message) -> dict[str, Any]:
    said = message.record
    text = message.shown if said is None or said.text is None else said.text
    state = said.state if said else "in_progress" if message.is_open else "finished"
    metadata = {"model_slug": MODEL_SLUG, "content_references": _references(text, turn.links)}
    known: dict[str, Any] = {"status": STATUS[state], "end_turn": _end_turn(message, said), "channel": message.channel}
    if message.kind == "tool":
        return _node(message.id, "tool", _text(text), metadata=metadata, **known)
    if message.kind == "reasoning":
        thoughts = {"content_type": "thoughts", "thoughts": [{"summary": message.label, "content": text}]}
        return _node(message.id, "assistant", thoughts, metadata=metadata, **known)
    return _node(message.id, "assistant", _text(text), metadata=metadata, **known)


def _end_turn(message: Message, said: Record | None) -> bool | None:
    if said and said.end_turn is not UNSET:
        return said.end_turn
    if said and said.state == "finished":
        return True
    return None if message.is_open else False


def _references(text: str, links: tuple[Link, ...]) -> list[dict[str, Any]]:
    """One entry a citation mark: where it stands, what it says, and the sources it points to."""
    return [
        {
            "matched_text": mark.mark,
            "start_idx": _units(text[: mark.start]),
            "end_idx": _units(text[: mark.end]),
            "type": "grouped_webpages",
            "items": [link._asdict() for link in mark.links],
        }
        for mark in cited(text, links)
    ]


def _units(text: str) -> int:
    """The length as JavaScript counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
