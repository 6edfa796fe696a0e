"""When two texts are the same prompt: equal but for the white space that an editor makes on its own.

Row 6, pure.
"""

from __future__ import annotations

import re

__all__ = ["is_blank", "same_prompt"]

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
