"""Do the record's Markdown and the page's text say the same? Words in order, whatever is drawn around them.

Row 6, pure. The page shows what Markdown means, with buttons, labels and formulas drawn twice; so the record agrees
when its words stand on the page in their order, and the page holds few words beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["agrees"]

_WORD = re.compile(r"[^\W_]+")
_TARGET = re.compile(r"\]\(\s*(?:<[^<>\n]*>|[^()\s]*)(?:\s+\"[^\"\n]*\")?\s*\)")
_LANGUAGE = re.compile(r"^\s*(?:```+|~~~+)[^\n]*$", re.MULTILINE)
_LIST_MARK = re.compile(r"^[ \t>]*\d+[.)][ \t]", re.MULTILINE)
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|\w+);")

FORMULAS = ("$", "\\(", "\\[")
MOST_BESIDE = 1.3
MOST_BESIDE_FORMULAS = 3.5
"""How many letters the page may hold for one of the record's; a formula is drawn as well as written out."""

LABELS = 200
"""Letters of labels and buttons that the page may hold in any case."""


def agrees(markdown: str, shown: str) -> bool:
    """Whether ``markdown``, of the record, and ``shown``, the text of the page's answer, are the same answer."""
    said = _WORD.findall(_bare(markdown))
    letters = "".join(_WORD.findall(shown))
    share = MOST_BESIDE_FORMULAS if any(mark in markdown for mark in FORMULAS) else MOST_BESIDE
    return len(letters) <= sum(map(len, said)) * share + LABELS and _in_order(said, letters)


def _bare(markdown: str) -> str:
    """The Markdown without what the page does not write out: addresses, numbers of lists, names of languages."""
    return _ENTITY.sub(" ", _LIST_MARK.sub("", _LANGUAGE.sub("", _TARGET.sub("]", markdown))))


def _in_order(words: Iterable[str], letters: str) -> bool:
    """Whether all words come in the letters, one behind the other: blocks of a page follow without a space."""
    place = 0
    for word in words:
        found = letters.find(word, place)
        if found < 0:
            return False
        place = found + len(word)
    return True
