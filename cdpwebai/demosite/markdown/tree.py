"""What Markdown is parsed into: nodes that know the range of the source they come from.

Pure data. ``blocks`` and ``inlines`` make these nodes, ``html`` writes them. Ranges count Python characters here; the
HTML has them in UTF-16 units, as JavaScript counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Line", "Node", "Spelt", "spelt"]


@dataclass(frozen=True, slots=True)
class Node:
    """``source[start:end]`` is this node's Markdown.

    ``kind`` is an HTML tag ("p", "strong", ...) or one of "text", "math", "display-math", "citation". ``text`` is the
    literal content of leaves; ``info`` what else the kind needs: a language, an address, a list's first number, a
    cell's alignment.
    """

    kind: str
    start: int
    end: int
    children: tuple[Node, ...] = ()
    text: str = ""
    info: str = ""


class Line(NamedTuple):
    """One line of the source, without its newline and without what its containers take away: ``start`` is where
    ``text`` begins in the source."""

    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    def cut(self, width: int) -> Line:
        """The line without its first ``width`` characters."""
        return Line(self.start + min(width, len(self.text)), self.text[width:])


@dataclass(frozen=True, slots=True)
class Spelt:
    """Text that may have been gathered from several lines, with the source position of each character."""

    text: str
    at: Sequence[int]

    def start(self, index: int) -> int:
        return self.at[index]

    def end(self, index: int) -> int:
        """The source position behind the character before ``index``."""
        return self.at[index - 1] + 1 if index else self.at[0]


def spelt(lines: Sequence[Line]) -> Spelt:
    """Lines joined by newlines."""
    text: list[str] = []
    at: list[int] = []
    for number, line in enumerate(lines):
        if number:
            text.append("\n")
            at.append(lines[number - 1].end)
        text.append(line.text)
        at.extend(range(line.start, line.end))
    return Spelt("".join(text), at)
