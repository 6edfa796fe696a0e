"""Citation marks: where the text holds one, and which sources it points to.

Pure. A mark reads "cite", then its references, in characters of the private use area; a reference such as
"turn0search1" ends in the number of its source, counted from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

__all__ = ["MARK", "Cited", "Link", "cited", "linked", "mark_of"]

MARK = re.compile("\ue200cite((?:\ue202[^\ue200-\ue202]*)*)\ue201")
NUMBER = re.compile(r"\d+$")


class Link(NamedTuple):
    """A source that a mark may point to."""

    title: str
    url: str


class Cited(NamedTuple):
    """A mark, its range in the text, and the sources it points to; numbers without a source are left out."""

    mark: str
    start: int
    end: int
    links: tuple[Link, ...]


def mark_of(numbers: Iterable[int]) -> str:
    """One mark that points to the sources with these numbers."""
    return "\ue200cite" + "".join(f"\ue202turn0search{number}" for number in numbers) + "\ue201"


def cited(text: str, links: Sequence[Link]) -> Iterator[Cited]:
    """Every mark of ``text``."""
    for found in MARK.finditer(text):
        numbers = [NUMBER.search(reference) for reference in found[1].split("\ue202")]
        known = tuple(links[int(number[0])] for number in numbers if number and int(number[0]) < len(links))
        yield Cited(found[0], found.start(), found.end(), known)


def linked(text: str, links: Sequence[Link]) -> str:
    """``text`` with each mark replaced by Markdown links; a mark that points to nothing just goes."""
    parts: list[str] = []
    at = 0
    for mark in cited(text, links):
        shown = ", ".join(f"[{link.title}]({link.url})" for link in mark.links)
        parts += [text[at : mark.start], f"({shown})" if shown else ""]
        at = mark.end
    return "".join([*parts, text[at:]])
