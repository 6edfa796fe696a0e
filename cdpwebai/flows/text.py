"""What texts are to the plans: the same prompt, nothing to read, a label in an answer's place, a conversation.

Row 6, pure.
"""

from __future__ import annotations

import re

__all__ = [
    "conversation_of",
    "is_blank",
    "is_image_chrome",
    "is_passing",
    "is_status_label",
    "is_temporary",
    "named_conversation",
    "same_prompt",
]

_SPACES = re.compile(r"[ \t\u00a0]+")
_BREAKS = re.compile(r"(?:\r\n|\r|\n)[ \t\u00a0\r\n]*")


def same_prompt(sent: str, seen: str) -> bool:
    """Whether ``seen``, read from the page, is the prompt ``sent``.

    An editor may turn runs of spaces into no-break ones and draw a blank line as a paragraph of its own; everything
    else must agree to the character.
    """
    return _settled(sent) == _settled(seen)


def is_blank(text: str) -> bool:
    """Whether nothing is there for a person to read."""
    return not text.strip("\u200b\ufeff \t\r\n\u00a0")


def _settled(text: str) -> str:
    return _SPACES.sub(" ", _BREAKS.sub("\n", text)).strip(" \n")


STATUS_LABELS = re.compile(
    r"answer now|pro thinking.*|finalizing answer|instant|thinking|pro|configure.{0,3}|reading documents?"
    r"|analyzing files?|stopped thinking|reasoning|deep thinking|searching.{0,3}|browsing.{0,3}",
    re.IGNORECASE,
)
"""Whole texts that stand in an answer's place for a while; an answer may be one of them, too."""

_TEMPORARY = re.compile(r"[?&]temporary-chat=true(?:[&#]|$)")
_CHROME = re.compile(r"edit|creating image|stopped thinking( edit)?", re.IGNORECASE)
_CONVERSATION = re.compile(r"/c/([^/?#]+)")


def is_status_label(text: str) -> bool:
    """Whether the whole text is one that the page shows while an answer is made."""
    return STATUS_LABELS.fullmatch(text.strip()) is not None


def is_image_chrome(text: str) -> bool:
    """Whether this is nothing but what the page writes beside an image."""
    return is_blank(text) or _CHROME.fullmatch(" ".join(text.split())) is not None


def conversation_of(url: str) -> str:
    """The durable conversation id in an address; "" where there is none. ``/c/WEB:...`` is a passing one."""
    named = named_conversation(url)
    return "" if named.startswith("WEB:") else named


def named_conversation(url: str) -> str:
    """The conversation id in an address, a passing one, too; "" where a new chat would begin."""
    found = _CONVERSATION.search(url)
    return found[1] if found else ""


def is_passing(url: str) -> bool:
    """Whether the address is the passing one of a conversation that has no durable one yet."""
    found = _CONVERSATION.search(url)
    return found is not None and found[1].startswith("WEB:")


def is_temporary(url: str) -> bool:
    """Whether the address is that of a temporary chat, which never gets a conversation."""
    return _TEMPORARY.search(url) is not None
