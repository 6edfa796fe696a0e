"""What an answer consists of: nodes that may know which range of the Markdown source they stand for.

Pure data, between ``reading`` (HTML to nodes) and ``blocks`` (nodes to Markdown). Ranges count UTF-16 units, as the
page does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["BLOCKS", "Kind", "Node", "plain", "units"]

Kind = Literal[
    "paragraph", "line", "heading", "bullets", "numbers", "item", "quote", "fence", "formula", "table", "row", "cell",
    "rule", "general", "text", "strong", "em", "del", "code", "maths", "link", "image", "break", "citation", "task",
]  # fmt: skip
"""``line`` is text without a paragraph round it, as in an item of a tight list; ``formula`` is displayed maths and
``maths`` stands in a line; ``general`` is HTML that the site's Markdown does not make."""

BLOCKS: frozenset[Kind] = frozenset((
    "paragraph", "line", "heading", "bullets", "numbers", "item", "quote", "fence", "formula", "table", "rule",
    "general",
))  # fmt: skip


@dataclass(slots=True)
class Node:
    """A block or an inline node; ``start`` and ``end`` are None when the page does not tell them.

    ``text`` is what leaves say; ``info`` what else the kind needs: a link's address, a heading's level, a list's first
    number, a cell's alignment, an item's "[x] "; ``title`` a link's. ``names`` are a fence's possible languages, the
    likeliest first. ``flawed``: the page tells a range that is none.
    """

    kind: Kind
    start: int | None = None
    end: int | None = None
    children: list[Node] = field(default_factory=list["Node"])
    text: str = ""
    info: str = ""
    title: str = ""
    names: tuple[str, ...] = ()
    flawed: bool = False

    @property
    def is_block(self) -> bool:
        return self.kind in BLOCKS


def units(text: str) -> int:
    """The length of ``text`` as JavaScript counts it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def plain(nodes: Iterable[Node]) -> str:
    """The words alone: blocks parted by a blank line, items by a line's end, cells by a tab."""
    return "\n\n".join(filter(None, ("".join(_words(node)).strip("\n") for node in nodes)))


def _words(node: Node) -> Iterator[str]:
    match node.kind:
        case "break":
            yield "\n"
        case "row":
            yield "\t".join("".join(_words(cell)).strip() for cell in node.children) + "\n"
        case "citation":
            yield ", ".join(link.text for link in node.children)
        case "quote":
            yield plain(node.children)
        case "item":
            yield node.info + "\n".join("".join(_words(child)).strip("\n") for child in node.children) + "\n"
        case _:
            yield node.text
            for child in node.children:
                yield from _words(child)
