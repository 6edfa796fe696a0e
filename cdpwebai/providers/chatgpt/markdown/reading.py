"""The site's HTML as nodes: which element is which piece of Markdown, and what belongs to the page alone.

Pure. Knows the dialect (captures of the live site, 2025-11 to 2026-09): offsets, formulas by their TeX, citation pills,
what wraps what. Below: ``elements``, ``codeblocks``. Above: the package, which gives the nodes to ``blocks``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cdpwebai.providers.chatgpt.markdown.codeblocks import fence, is_code_block, survey
from cdpwebai.providers.chatgpt.markdown.elements import Element, parse
from cdpwebai.providers.chatgpt.markdown.general import Converter
from cdpwebai.providers.chatgpt.markdown.grouping import as_item, flattened, grouped, listed, merged, trimmed
from cdpwebai.providers.chatgpt.markdown.tree import Kind, Node

__all__ = ["Reading", "read"]

OFFSET = re.compile(r"[0-9]{1,15}")
ALIGNMENT = re.compile(r"text-align:\s*(left|right|center)")
INDENT = re.compile(r"[ \t\r\f]*\n[ \t\r\f]*")
MORE = re.compile(r"\+\d+")
INLINE: dict[str, Kind] = {
    "strong": "strong", "b": "strong", "em": "em", "i": "em", "del": "del", "s": "del", "strike": "del",
}  # fmt: skip
CONTAINERS: dict[str, Kind] = {"ul": "bullets", "ol": "numbers", "blockquote": "quote"}
GENERAL = ("dl", "figure", "details", "video", "audio")
PARTED = ("div", "section", "article", "header", "footer", "main", "aside", "center", "address")
FORMULAS = frozenset(("katex", "katex-display", "katex-error"))
PILL = "webpage-citation-pill"


@dataclass(frozen=True)
class Reading:
    """``bodies``: the blocks of each body, in order.

    ``notes``: what stood there beside the site's Markdown; ``lacking``: that of which the text is not on the page.
    ``losses``: what the source has and the page does not show.
    """

    bodies: list[list[Node]] = field(default_factory=list[list[Node]])
    notes: list[str] = field(default_factory=list[str])
    lacking: list[str] = field(default_factory=list[str])
    losses: list[str] = field(default_factory=list[str])


def read(html: str) -> Reading:
    """Every rendered body of ``html``; all of it is one when none is marked as such."""
    root = parse(html)
    survey(root)
    reader = _Reader()
    for body in _bodies(root):
        reader.reading.bodies.append(reader.blocks(body.children))
    return reader.reading


def _bodies(root: Element) -> Iterator[Element]:
    marked = [child for child in root.children if isinstance(child, Element) and "markdown" in child.classes]
    yield from marked or [root]


class _Reader:
    def __init__(self) -> None:
        self.reading = Reading()
        self.converter = Converter()
        self.by_tag: dict[str, Callable[[Element], list[Node]]] = {
            **dict.fromkeys(INLINE, self._inline),
            **dict.fromkeys(CONTAINERS, self._container),
            **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "p"), self._paragraph),
            **dict.fromkeys(("code", "kbd", "samp"), self._code),
            **dict.fromkeys(GENERAL, self._general),
            "hr": self._rule,
            "br": self._break,
            "li": self._item,
            "table": self._table,
            "a": self._link,
            "img": self._image,
            "input": self._task,
        }

    def blocks(self, children: Iterable[Element | str]) -> list[Node]:
        """Blocks; what stands between them without a block of its own becomes a ``line``."""
        return list(listed(grouped(self.nodes(children))))

    def nodes(self, children: Iterable[Element | str]) -> list[Node]:
        """Blocks and inline nodes, as they come; neighbouring text is one node."""
        found: list[Node] = []
        for child in children:
            if isinstance(child, str):
                found.append(Node("text", text=INDENT.sub("\n", child) if "\n" in child else child))
            else:
                found += self._node(child)
        return merged(found)

    def _node(self, element: Element) -> list[Node]:
        if is_code_block(element):
            return [_ranged(fence(element), element if _tells(element) else element.find(_tells) or element)]
        reader = self._by_mark(element) or self.by_tag.get(element.tag) or self._wrapped
        return reader(element)

    def _by_mark(self, element: Element) -> Callable[[Element], list[Node]] | None:
        """What reads an element that is known by a class or an attribute, whatever its tag."""
        if not element.attributes:
            return None
        if "data-content-reference-start" in element.attributes or element.get("data-testid") == PILL:
            return self._citation
        if "data-math-source" in element.attributes or not FORMULAS.isdisjoint(element.classes):
            return self._maths
        if "data-writing-block" in element.attributes or "dil-widget-shell" in element.classes:
            return self._widget
        return None

    def _wrapped(self, element: Element) -> list[Node]:
        nodes = self.nodes(element.children)
        return list(grouped(nodes)) if element.tag in PARTED else nodes

    def _paragraph(self, element: Element) -> list[Node]:
        inside = trimmed(self.nodes(element.children))
        if any(node.is_block and node.kind != "formula" for node in inside):
            return list(grouped(inside))
        if not inside:
            return self._lost(element)
        kind: Kind = "paragraph" if element.tag == "p" else "heading"
        return [_ranged(Node(kind, children=inside, info=element.tag.removeprefix("h")), element)]

    def _lost(self, element: Element) -> list[Node]:
        """Nothing, of which the page may say that the source has something there."""
        if _tells(element):
            self.reading.losses.append(f"the page shows an empty <{element.tag}> where its source is not empty")
        return []

    def _container(self, element: Element) -> list[Node]:
        kind = CONTAINERS[element.tag]
        if kind == "quote":
            inside = self.blocks(element.children)
        else:
            inside = [as_item(block) for block in grouped(self.nodes(element.children))]
        if not inside:
            return self._lost(element)
        return [_ranged(Node(kind, children=inside, info=element.get("start")), element)]

    def _item(self, element: Element) -> list[Node]:
        item = _ranged(Node("item", children=self.blocks(element.children)), element)
        first = item.children[0].children if item.children else []
        if first and first[0].kind == "task":
            item.info = first.pop(0).text
            item.children[0].children = trimmed(first)
        return [item]

    def _inline(self, element: Element) -> list[Node]:
        inside = self.nodes(element.children)
        if not inside:
            return self._lost(element)
        if any(node.is_block for node in inside):
            return inside
        return [_ranged(Node(INLINE[element.tag], children=inside), element)]

    def _code(self, element: Element) -> list[Node]:
        return [_ranged(Node("code", text=element.text), element)] if element.text else self._lost(element)

    def _maths(self, element: Element) -> list[Node]:
        """A formula once: its TeX, not what is drawn of it."""
        source = element.find(lambda inner: inner.tag == "annotation")
        tex = element.get("data-math-source") or (source or element).text
        display = element.find(lambda inner: "katex-display" in inner.classes)
        ranged = element if _tells(element) else element.find(_tells) or element
        return [_ranged(Node("formula" if display else "maths", text=tex), ranged)] if tex.strip() else []

    def _citation(self, element: Element) -> list[Node]:
        links = [inner for inner in element.walk() if inner.tag == "a" and (inner.get("href") or inner.get("alt"))]
        cited = [Node("link", text=_label(link), info=link.get("href") or link.get("alt")) for link in links]
        return [_ranged(Node("citation", children=cited), element)]

    def _link(self, element: Element) -> list[Node]:
        inside = self.nodes(element.children)
        if not inside:
            return self._lost(element)
        if any(node.is_block for node in inside):
            return inside
        link = Node("link", children=inside, info=element.get("href").strip(), title=element.get("title"))
        return [_ranged(link, element)]

    def _image(self, element: Element) -> list[Node]:
        if not element.get("src"):
            return []
        image = Node("image", text=element.get("alt"), info=element.get("src").strip(), title=element.get("title"))
        return [_ranged(image, element)]

    def _task(self, element: Element) -> list[Node]:
        done = "checked" in element.attributes
        return [Node("task", text="[x] " if done else "[ ] ")] if element.get("type") == "checkbox" else []

    def _rule(self, element: Element) -> list[Node]:
        return [_ranged(Node("rule"), element)]

    def _break(self, element: Element) -> list[Node]:
        return [_ranged(Node("break"), element)]

    def _table(self, element: Element) -> list[Node]:
        table = _ranged(Node("table"), element)
        for part in (element, *(child for child in element.elements if child.tag in {"thead", "tbody", "tfoot"})):
            rows = [row for inner in part.elements if inner.tag == "tr" and (row := self._row(inner)).children]
            table.flawed |= part is not element and not _spans(_ranged(Node("table"), part), rows)
            table.children += rows
        # Rows of different lengths can be written, but then nothing says how much of one is missing.
        table.flawed |= len({len(row.children) for row in table.children}) > 1
        return [table] if table.children else self._wrapped(element) or self._lost(element)

    def _row(self, element: Element) -> Node:
        cells = [cell for cell in element.elements if cell.tag in {"td", "th"}]
        return _ranged(Node("row", children=[self._cell(cell) for cell in cells]), element)

    def _cell(self, element: Element) -> Node:
        aligned = ALIGNMENT.search(element.get("style"))
        alignment = element.get("align") or (aligned[1] if aligned else "")
        inside = list(flattened(self.nodes(element.children)))
        return _ranged(Node("cell", children=trimmed(inside), info=alignment), element)

    def _general(self, element: Element) -> list[Node]:
        return [Node("general", text=self.converter.markdown(element))]

    def _widget(self, element: Element) -> list[Node]:
        name = "a writing block" if "data-writing-block" in element.attributes else "a widget"
        inside = list(grouped(self.nodes(element.children)))
        self.reading.notes.append(
            f"{name} stands in the answer; its text was {'kept' if inside else 'not on the page'}"
        )
        self.reading.lacking.extend([] if inside else [name])
        return inside


def _tells(element: Element) -> bool:
    return "data-start" in element.attributes or "data-end" in element.attributes


def _ranged(node: Node, element: Element) -> Node:
    """``node`` with the range that ``element`` tells."""
    if _tells(element):
        start, end = element.get("data-start"), element.get("data-end")
        if OFFSET.fullmatch(start) and OFFSET.fullmatch(end) and int(start) <= int(end):
            node.start, node.end = int(start), int(end)
        else:
            node.flawed = True
    return node


def _spans(part: Node, rows: Sequence[Node]) -> bool:
    """Whether a table's head or body is told, if at all, as far as its rows."""
    told = (part.start, part.end)
    return not part.flawed and (told == (None, None) or (bool(rows) and told == (rows[0].start, rows[-1].end)))


def _label(link: Element) -> str:
    """What a pill says, without the "+2" that counts its other sources."""
    said = [piece.strip() for piece in link.strings() if piece.strip() and not MORE.fullmatch(piece.strip())]
    return " ".join(said)
