"""Do the record's Markdown and the page's text say the same? Words in order, whatever is drawn around them.

Row 6, pure. The page shows what Markdown means, with buttons, labels and formulas drawn twice; so the record agrees
when its words stand on the page in their order, and the page holds few words beside them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["agrees"]

_WORD = re.compile(r"\w+", re.UNICODE)
_TARGET = re.compile(r"\]\(\s*(?:<[^<>\n]*>|[^()\s]*)(?:\s+\"[^\"\n]*\")?\s*\)")
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|\w+);")

FORMULAS = ("$", "\\(", "\\[")
MOST_BESIDE = 1.3
MOST_BESIDE_FORMULAS = 3.5
"""How many words the page may hold for one of the record's; a formula is drawn as well as written out."""

LABELS = 24
"""Words of labels and buttons that the page may hold in any case."""


def agrees(markdown: str, shown: str) -> bool:
    """Whether ``markdown``, of the record, and ``shown``, the text of the page's answer, are the same answer."""
    said = _WORD.findall(_ENTITY.sub(" ", _TARGET.sub("]", markdown)))
    seen = _WORD.findall(shown)
    share = MOST_BESIDE_FORMULAS if any(mark in markdown for mark in FORMULAS) else MOST_BESIDE
    return len(seen) <= len(said) * share + LABELS and _in_order(said, seen)


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether all wanted words come among the words, in their order."""
    left = iter(words)
    return all(word in left for word in wanted)
