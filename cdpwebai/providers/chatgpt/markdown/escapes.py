"""Which characters of a paragraph's text Markdown would take for marks, so that they need a backslash.

Pure. CommonMark's rules with the site's additions (``~`` strikes, ``$`` sets formulas), read over a whole paragraph,
in which ``MARK`` stands where other nodes begin and end. Above: ``inlines``, which asks; ``fitting`` decides by the
source's length.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

__all__ = ["MARK", "needed", "same_kind"]

MARK = "\ue2ff"
"""A mark of Markdown's own, such as the two stars of bold text: punctuation, like them."""

AT_LINE_START = re.compile(
    r"""^[ \t]*(?:
        (?P<hashes>\#{1,6})(?=[ \t]|$)
      | (?P<quote>>)
      | (?P<bullet>[-+*])(?=[ \t]|$)
      | \d{1,9}(?P<number>[.)])(?=[ \t]|$)
      | (?P<fence>`{3,}|~{3,})
      | (?P<rule>[-*_])[ \t]*(?:(?P=rule)[ \t]*){2,}$
      | (?P<task>\[)[ xX]\][ \t]
    )""",
    re.MULTILINE | re.VERBOSE,
)
UNDERLINE = re.compile(r"\n[ \t]*(=+|-+)[ \t]*$", re.MULTILINE)
ELSEWHERE = re.compile(
    r"""(?P<backslash>\\)(?=[!-/:-@\[-`{-~\n\ue2ff])
      | (?P<bracket>\[)[^\[\]\n]*\][(\[:]
      | (?P<angle><)(?:[A-Za-z/!?][^<>\n]*)>
      | (?P<entity>&)(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});""",
    re.VERBOSE,
)
FORMULA = re.compile(r"\$(?=[^\s$])(?:\\.|[^$\\\n])*(?<=[^\s\\])\$(?!\d)")
RUN = re.compile(r"\*+|_+|~+|`+")
KINDS = {char: char for char in "*_~$<#`"} | {"[": "[]", "]": "[]"}
"""Characters that an author who escapes one of them escapes wherever they stand."""


def needed(text: str, *, starts_block: bool = True) -> list[int]:
    """Where ``text`` needs a backslash, in order. ``starts_block``: its lines could begin a list or a heading."""
    found = {match.start(match.lastgroup or 0) for match in ELSEWHERE.finditer(text)}
    if starts_block:
        found.update(match.start(match.lastgroup or 0) for match in AT_LINE_START.finditer(text))
        found.update(match.start(1) for match in UNDERLINE.finditer(text))
    for match in FORMULA.finditer(text):
        found.update((match.start(), match.end() - 1))
    found.update(_emphasis(text))
    return sorted(found)


def same_kind(text: str) -> dict[str, list[int]]:
    """Where the characters stand that an author may escape without need, by kind."""
    kinds: dict[str, list[int]] = {}
    for at, char in enumerate(text):
        if char in KINDS:
            kinds.setdefault(KINDS[char], []).append(at)
    return kinds


def _emphasis(text: str) -> Iterator[int]:
    """The characters of runs that open something which a later run closes."""
    runs = list(RUN.finditer(text))
    for char in {run[0][0] for run in runs}:
        mine = [run for run in runs if run[0][0] == char]
        opening = [run.start() for run in mine if char == "`" or _opens(text, run)]
        closing = [run.start() for run in mine if char == "`" or _closes(text, run)]
        if opening and closing and opening[0] < closing[-1]:
            both = {*opening, *closing}
            yield from (at for run in mine if run.start() in both for at in range(run.start(), run.end()))


def _opens(text: str, run: re.Match[str]) -> bool:
    before, after = _around(text, run)
    if after.isspace() or (run[0][0] == "_" and before.isalnum()):
        return False
    return not _is_punctuation(after) or before.isspace() or _is_punctuation(before)


def _closes(text: str, run: re.Match[str]) -> bool:
    before, after = _around(text, run)
    if before.isspace() or (run[0][0] == "_" and after.isalnum()):
        return False
    return not _is_punctuation(before) or after.isspace() or _is_punctuation(after)


def _around(text: str, run: re.Match[str]) -> tuple[str, str]:
    """The characters before and behind a run; at the text's ends a space."""
    return text[run.start() - 1 : run.start()] or " ", text[run.end() : run.end() + 1] or " "


def _is_punctuation(char: str) -> bool:
    return char == MARK or unicodedata.category(char)[0] in "PS"
