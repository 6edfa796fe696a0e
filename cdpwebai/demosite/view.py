"""What a page is told to show: the state of a conversation as JSON that ``assets/page.js`` draws.

Pure. Markdown becomes HTML here, so that a page which loads and a page which follows show the same. Not the document
around it: that is ``pages``. Below: ``played``, ``markdown``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from cdpwebai.demosite import steps
from cdpwebai.demosite.markdown import linked, render
from cdpwebai.demosite.played import Message, Played, Turn
from cdpwebai.demosite.record import MODEL_SLUG, title_of
from cdpwebai.demosite.scenario import SiteKeys

__all__ = ["changes", "effects", "view"]

FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$|\\\(.+?\\\)|\\\[.+?\\\]", re.DOTALL)


def view(played: Played, site: SiteKeys, chat: str) -> dict[str, Any]:
    """Everything a page shows of a conversation; ``turns`` holds those that are mounted, in order.

    ``chat`` is the conversation's key; ``effects`` counts what was done once so far.
    """
    total = len(played.turns)
    first = max(played.unmounted, total - site.mounted if site.mounted else 0)
    return {
        "chat": chat,
        "title": title_of(played) if played.turns else "",
        "turns": [_turn(turn, number, site, chat) for number, turn in enumerate(played.turns, 1) if number > first],
        "stop": played.stop,
        "panel": msgspec.to_builtins(played.panel),
        "work": msgspec.to_builtins(played.work),
        "modal": msgspec.to_builtins(played.modal),
        "toast": msgspec.to_builtins(played.toast),
        "gate": played.gate,
        "effects": len(played.effects),
        "live": not played.is_over,
    }


def effects(played: Played, since: int) -> list[dict[str, Any]]:
    """What pages have to do once, from number ``since`` on."""
    return [msgspec.to_builtins(effect.step) for effect in played.effects[since:]]


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """``after``, where each turn that ``before`` shows alike is only named by its key."""
    known = {turn["key"]: turn for turn in before.get("turns", ())}
    turns = [turn["key"] if known.get(turn["key"]) == turn else turn for turn in after["turns"]]
    return {**after, "turns": turns}


def _turn(turn: Turn, number: int, site: SiteKeys, chat: str) -> dict[str, Any]:
    """One turn. ``turnId`` of an answer names the request, as on the live site; the message has the real id."""
    is_user = turn.role == "user"
    return {
        "key": turn.id,
        "number": number,
        "role": turn.role,
        "turnId": turn.id if is_user else f"request-{chat}-{number}",
        "bare": not turn.role_node,
        "messages": [_message(message, turn, site) for message in turn.messages],
        "files": [upload.name for upload in turn.uploads],
        "images": [_image(image) for image in turn.images],
        "rival": _message(turn.rival, turn, site) if turn.rival else None,
        "branch": {"n": turn.branch.n, "of": turn.branch.of} if turn.branch else None,
        "memory": turn.memory.text if turn.memory else None,
        "continues": turn.more is not None,
        "bar": is_user or (turn.bar and not turn.waits and site.bar != "never"),
        "thinking": turn.thinking,
        "work": msgspec.to_builtins(turn.work),
        "error": msgspec.to_builtins(turn.error),
        "noise": turn.noise.every if turn.noise else None,
        "copy": _copied(turn, site) if is_user or turn.bar else "",
    }


def _message(message: Message, turn: Turn, site: SiteKeys) -> dict[str, Any]:
    is_plain = message.kind == "user" and turn.render != "markdown"
    hidden = turn.error is not None and not turn.error.after_text and message.is_open
    return {
        "id": message.id,
        "kind": message.kind,
        "label": message.label,
        "text": message.shown if is_plain else "",
        "html": "" if is_plain or hidden else _html(message, turn, site),
        "draw": message.draw,
        "placeholder": message.placeholder,
        "streaming": turn.generating and message.is_open,
        "slug": MODEL_SLUG if message.kind != "user" else "",
    }


def _html(message: Message, turn: Turn, site: SiteKeys) -> str:
    buttons = frozenset(file.path for file in turn.files if file.shape == "button")
    return render(message.shown, code=site.code, links=turn.links, cards=message.cards, buttons=buttons)


def _image(image: steps.Image) -> dict[str, Any]:
    """A generated image. Its preview is an image of its own, of the same file."""
    preview = "&p=preview" if image.preview else ""
    shown = image.delivery == "img"
    return {
        "key": f"{image.file_id}{preview}",
        "src": f"/backend-api/estuary/content?id={image.file_id}{preview}" if shown else None,
        "width": image.width,
        "height": image.height,
        "preview": image.preview,
    }


def _copied(turn: Turn, site: SiteKeys) -> str | None:
    """What the turn's copy button writes; None when it is dead."""
    if site.copy == "dead" and turn.role == "assistant":
        return None
    text = "\n\n".join(message.shown for message in turn.messages if message.kind in {"user", "answer"})
    match site.copy:
        case "markers":
            return text
        case "corrupt":
            return FORMULA.sub(_spoilt, linked(text, turn.links))
        case _:
            return linked(text, turn.links)


def _spoilt(formula: re.Match[str]) -> str:
    r"""A formula as the live copy button is known to spoil it: ``\,`` loses its backslash, ``_`` turns into ``*``."""
    return formula[0].replace("\\,", ",").replace("\\\\", "\\").replace("_", "*")
