"""Do the record's Markdown and the page's text say the same? Word for word, whatever is drawn around them.

Row 6, pure. The page shows what Markdown means. So every word, number and sign of the record must stand on the page,
one right behind the other; only where a code block, a link, a tag or a formula stands may the page have words of its
own beside them: a label, a button, a formula drawn twice. What parts the digits of a number counts (1.50 is not 150),
and in a block of code every sign does. What is not clearly the same does not agree: that costs the
window, and nothing else.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["agrees"]

_TOKEN = re.compile(r"[^\W_]+|[=<>%+]|-(?=\d)|(?<=\d)[.,:/](?=\d)")
_CODE = re.compile(
    r"^(?P<fence>[ \t]*(?:`{3,}|~{3,}))[^\n]*\n(?P<block>.*?)(?:^(?P=fence)[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)
_INLINE = re.compile(r"(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
_NOT_WRITTEN = re.compile(r"^[ \t>]*(?:\d+[.)][ \t]|[-*+][ \t]|#+[ \t])|^[ \t>]*[-|:=+ \t]+$|^[ \t]*>+", re.MULTILINE)
_DONE = re.compile(r"^([ \t>]*(?:\d+[.)]|[-*+])[ \t]+)\[[xX]\](?=[ \t])", re.MULTILINE)
_AUTOLINK = re.compile(r"<([a-z][a-z0-9+.-]*:[^<>\s]*)>", re.IGNORECASE)
_BESIDE = re.compile(
    r"!\[[^\]\n]*\]\([^()\s]*\)|\]\(\s*(?:<[^<>\n]*>|[^()\s]*)(?:\s+\"[^\"\n]*\")?\s*\)|</?[a-z][^<>\n]*>",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")

GAP = "\x00"
"""Stands in the text where the page may have words of its own,"""

LABELS = 60
"""at most so many letters of them,"""

DRAWN = 4
"""and for a formula so many times its own letters besides: it is drawn, told, and written out."""


class _Token(NamedTuple):
    text: str
    gap: int  # letters that the page may have in front of it


def agrees(markdown: str, shown: str) -> bool:
    """Whether ``markdown``, of the record, and ``shown``, the text of the page's answer, are the same answer.

    A task that is done has a box that is ticked, or is shown with its ``[x]``.
    """
    return _has_code(markdown, shown) and _has_words(markdown, shown)


def _has_code(markdown: str, shown: str) -> bool:
    """Whether each block of code stands on the page, in order, sign for sign but for white space.

    One with a fence in it is not looked at: where it ends may have been read wrongly.
    """
    signs, place = "".join(shown.split()), 0
    for code in _CODE.finditer(markdown):
        block = "" if _FENCE.search(code["block"]) else "".join(code["block"].split())
        place = signs.find(block, place)
        if place < 0:
            return False
        place += len(block)
    return True


def _has_words(markdown: str, shown: str) -> bool:
    return _says(markdown, shown) or (_DONE.search(markdown) is not None and _says(_DONE.sub(r"\1", markdown), shown))


def _says(markdown: str, shown: str) -> bool:
    letters = "".join(_TOKEN.findall(shown))
    *runs, (last, gap) = _runs(markdown)
    place = 0
    for run, before in runs:
        found = letters.find(run, place, place + before + len(run))
        if found < 0:
            return False
        place = found + len(run)
    return letters.endswith(last) and 0 <= len(letters) - len(last) - place <= gap


def _runs(markdown: str) -> Iterator[tuple[str, int]]:
    """Letters that must stand on the page in one piece, each with how many others may stand before it.

    The last piece is the page's end; it is empty where others may stand there.
    """
    run: list[str] = []
    gap = 0
    for text, before in _tokens(markdown):
        if before and run:
            yield "".join(run), gap
            run, gap = [], 0
        gap = max(gap, before)
        run += [text] if text else []
    yield "".join(run), gap


def _tokens(markdown: str) -> Iterator[_Token]:
    """What the page must write, and, with no text, where it may write something of its own."""
    place = 0
    for code in _CODE.finditer(markdown):
        yield from _prose(markdown[place : code.start()])
        yield _Token("", LABELS)
        yield from _plain(code["block"])
        yield _Token("", LABELS)
        place = code.end()
    yield from _prose(markdown[place:])


def _prose(text: str) -> Iterator[_Token]:
    """Text outside of code blocks, with its formulas and its code between ticks."""
    place = 0
    for piece in re.finditer(f"{_INLINE.pattern}|(?P<formula>{_FORMULA.pattern})", text, re.DOTALL):
        yield from _words(text[place : piece.start()])
        yield from _formula(piece["formula"]) if piece["formula"] else _plain(piece["code"])
        place = piece.end()
    yield from _words(text[place:])


def _formula(tex: str) -> Iterator[_Token]:
    drawn = LABELS + DRAWN * len(tex)
    for word in _TOKEN.findall(tex):
        yield _Token(word, drawn)
    yield _Token("", drawn)


def _words(text: str) -> Iterator[_Token]:
    bare = _NOT_WRITTEN.sub("", _AUTOLINK.sub(r"\1", text))
    bare = _ESCAPED.sub(r"\1", html.unescape(_BESIDE.sub(GAP, bare)))
    for number, part in enumerate(bare.split(GAP)):
        if number:
            yield _Token("", LABELS)
        yield from _plain(part)


def _plain(text: str) -> Iterator[_Token]:
    for word in _TOKEN.findall(text):
        yield _Token(word, 0)
