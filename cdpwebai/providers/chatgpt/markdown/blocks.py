"""Blocks of Markdown: paragraphs, headings, lists, quotes, and what parts them.

Pure. Writes nodes on a ``tape``; where several spellings are possible it offers them, and the places that the page
tells decide. Below: ``inlines``, ``tables``, ``fences``. Above: the package.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, count, pairwise, repeat
from typing import Final, NamedTuple

from cdpwebai.providers.chatgpt.markdown.codeblocks import LAID_OUT
from cdpwebai.providers.chatgpt.markdown.fences import write_fence
from cdpwebai.providers.chatgpt.markdown.inlines import write_formula, write_inlines
from cdpwebai.providers.chatgpt.markdown.tables import write_table
from cdpwebai.providers.chatgpt.markdown.tape import Block, Tape
from cdpwebai.providers.chatgpt.markdown.tree import Kind, Node, plain, units

__all__ = ["write"]

WORDS: frozenset[Kind] = frozenset(("paragraph", "line"))
LISTS: frozenset[Kind] = frozenset(("bullets", "numbers"))
TOLD: frozenset[Kind] = frozenset(
    ("paragraph", "heading", "bullets", "numbers", "item", "quote", "fence", "table", "row", "rule")
)
"""What always tells its range where anything does."""
NAMES: dict[Kind, str] = {"bullets": "list", "numbers": "list", "line": "text", "general": "other markup"}
FIRST = re.compile(r"[0-9]{1,9}")
UNLIKELY: Final = 20
"""What it costs to let two blocks touch where nothing else speaks for it."""
INDENTS: Final = (0, 2, 1, 3)
"""How many spaces more than needed a block may have before it, the likeliest first; four would make it code."""


def write(tape: Tape, nodes: Sequence[Node]) -> Tape:
    """Write the blocks of one body on ``tape``, and judge each."""
    _Writer(tape).body(nodes)
    tape.finish()
    return tape


def _tells_enough(node: Node, within: Kind | None = None) -> bool:
    """Whether ``node`` and all in it tell what their kind tells; a line of a tight item has no range of its own."""
    must = node.kind in TOLD and node.info != LAID_OUT
    loose = node.kind == "general" or (node.kind == "line" and within != "item")
    if node.flawed or loose or (must and node.start is None):
        return False
    return all(_tells_enough(child, node.kind) for child in node.children)


def _name(node: Node) -> str:
    if node.kind == "fence":
        return "code block" if node.names else "code block without a language"
    return NAMES.get(node.kind, node.kind)


class _Writer:
    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self.other_mark: set[int] = set()
        self.by_kind: dict[Kind, Callable[[Node], None]] = {
            "paragraph": self._paragraph, "line": self._paragraph, "heading": self._heading, "bullets": self._list,
            "numbers": self._list, "quote": self._quote, "general": self._general,
            "formula": partial(write_formula, tape), "fence": partial(write_fence, tape),
            "table": partial(write_table, tape),
        }  # fmt: skip

    def body(self, nodes: Sequence[Node]) -> None:
        previous = None
        for node in nodes:
            self.tape.begin(Block(_name(node), node.start, _tells_enough(node)))
            self._next(previous, node, 2)
            previous = node

    def _blocks(self, nodes: Sequence[Node], lines: int) -> None:
        previous = None
        for node in nodes:
            self._next(previous, node, lines)
            previous = node

    def _next(self, previous: Node | None, node: Node, lines: int) -> None:
        """Write ``node`` behind ``previous``, from which usually so many ``lines`` part it."""
        parted = self._part(previous, node, lines) if previous else _Parting("", 0, 0)
        self.tape.reach(node.start)
        # Dashes would underline the words right above them, and at an item's beginning be one rule with its mark.
        begins_item = previous is None and any(frame.isspace() for frame in self.tape.frames[-1:])
        under_words = previous is not None and previous.kind in WORDS and parted.lines == 1
        with self.tape.framed(" " * parted.indent):
            if node.kind == "rule":
                self._rule(node, "*" if begins_item or under_words else "-")
            else:
                self.by_kind[node.kind](node)

    def _part(self, previous: Node, node: Node, lines: int) -> _Parting:
        """Write the line ends between two blocks. Between two told places they are what fits, and else the usual."""
        if previous.kind == node.kind and id(previous) not in self.other_mark:
            self.other_mark.add(id(node))
        ways = self._ways(previous, node, lines)
        usual = next(ways)
        if not self.tape.is_settled or node.start is None:
            closer = [] if previous.kind == "line" or not _may_touch(previous, node) else list(ways)[:1]
            self.tape.choose(f"parting {id(node)}", *(way.text for way in (usual, *closer)), weight=UNLIKELY)
            return usual
        room = node.start - (self.tape.at or 0)
        fitting = next((way for way in chain([usual], ways) if len(way.text) == room), usual)
        self.tape.put(fitting.text)
        return fitting

    def _ways(self, previous: Node, node: Node, lines: int) -> Iterator[_Parting]:
        """The ways in which two blocks can be parted, the likeliest first."""
        prefix = self.tape.prefix
        told = self._told_indent(node) if node.kind in LISTS and prefix else None
        numbers = [lines, 3 - lines] if _may_touch(previous, node) else [2]
        indents = sorted(INDENTS) if told is None else [told]
        ways = [(number, indents[0]) for number in numbers]
        deeper = [(number, indent) for indent in indents[1:] for number in numbers]
        more = [(3, indents[0]), (4, indents[0])]
        for number, indent in [*ways, *deeper, *more] if prefix else [*ways, *more, *deeper]:
            end = prefix + " " * indent
            yield _Parting("\n" + f"{prefix.rstrip()}\n" * (number - 1) + end, number, indent)
            if prefix.rstrip():
                yield _Parting("\n" + f"{prefix}\n" * (number - 1) + end, number, indent)

    def _told_indent(self, node: Node) -> int | None:
        """How much deeper than needed a list in an item stands, by what parts its items; None when they do not tell."""
        prefix = self.tape.prefix
        for before, after in pairwise(node.children):
            if before.end is None or after.start is None:
                continue
            room = after.start - before.end - len(prefix) - 1
            blank = [0] if any(child.kind == "line" for child in before.children) else [0, len(prefix.rstrip()) + 1]
            return next((indent for indent in INDENTS for more in blank if room == more + indent), 0)
        return None

    def _paragraph(self, node: Node) -> None:
        write_inlines(self.tape, node.children)
        self.tape.reach(node.end)

    def _heading(self, node: Node) -> None:
        """With hashes, or underlined as long as its words are."""
        level = int(node.info)
        underline = {1: "=", 2: "-"}.get(level, "") * units(plain(node.children)) if self.tape.habits.underlined else ""
        hashes = [f"{'#' * level} ", *([""] if underline else [])]
        self.tape.choose("heading", *hashes)
        write_inlines(self.tape, node.children, place="heading")
        self.tape.choose("heading", *(["", f"\n{self.tape.prefix}{underline}"] if underline else [""]))
        self.tape.reach(node.end)

    def _rule(self, node: Node, mark: str) -> None:
        self.tape.choose("rule", mark * 3, " ".join(mark * 3))
        self.tape.reach(node.end)

    def _quote(self, node: Node) -> None:
        mark = self.tape.choose("quote", "> ", ">")
        with self.tape.framed("> "):
            self.tape.reach(node.children[0].start)
            self.tape.frames[-1] = mark.spelling.text
            self._blocks(node.children, 2)
        self.tape.reach(node.end)

    def _general(self, node: Node) -> None:
        self.tape.put(node.text.replace("\n", f"\n{self.tape.prefix}"))

    def _list(self, node: Node) -> None:
        lines = 2 if any(child.kind == "paragraph" for item in node.children for child in item.children) else 1
        pad, ends = 1, ["", "  "] if len(node.children) > 1 else [""]
        marks = _marks(node, other=id(node) in self.other_mark)
        previous = None
        for item, usual_marks in zip(node.children, marks, strict=False):
            if previous:
                self._part(previous, item, lines)
            pad = self._item(item, usual_marks, pad)
            is_last = item is node.children[-1]
            ends = self._item_end(item, sorted({"", *ends}) if is_last else ends)
            previous = item
        self.tape.reach(node.end)

    def _item_end(self, item: Node, ends: Sequence[str]) -> list[str]:
        """Write one of ``ends``: models put two spaces behind the items of a list as if each were a broken line."""
        end = self.tape.choose("trailing", *(ends if item.children else [""]))
        self.tape.reach(item.end)
        return [end.spelling.text]

    def _item(self, item: Node, marks: Sequence[str], pad: int) -> int:
        """Write an item; how many spaces stand behind its mark, usually or told by where its content begins."""
        self.tape.reach(item.start)
        told = _first_place(item)
        pads = [pad, *({1, 2, 3, 4} - {pad})] if told is not None else [pad] if item.children else [0]
        mark = self.tape.choose("mark", *(f"{one}{' ' * width}" for width in pads for one in marks))
        self.tape.put(item.info)
        with self.tape.framed(""):
            self.tape.reach(told)
            self.tape.frames[-1] = " " * len(mark.spelling.text)
            tight = bool(item.children) and item.children[0].kind == "line"
            self._blocks(item.children, 1 if tight else 2)
        return len(mark.spelling.text) - len(mark.spelling.text.rstrip(" ")) if item.children else pad


class _Parting(NamedTuple):
    """What stands between two blocks: how many line ends, and how much deeper than needed the second one begins."""

    text: str
    lines: int
    indent: int


def _may_touch(previous: Node, node: Node) -> bool:
    """Whether ``node`` can begin on the line behind ``previous``, without a blank line between them."""
    if previous.kind == "item":
        return node.kind == "item"
    if node.kind in WORDS or node.kind == "general":
        return previous.kind in {"heading", "rule", "fence", "formula"}
    if node.kind == "numbers" and previous.kind in WORDS:
        return node.info in {"", "1"}
    return previous.kind != node.kind and not (node.kind == "table" and previous.kind in {"quote", *LISTS})


def _marks(node: Node, *, other: bool) -> Iterator[list[str]]:
    """The marks of a list's items, and for each what it may be instead: all numbers of a list may be its first."""
    if node.kind == "bullets":
        yield from repeat(["*" if other else "-"])
    first = int(node.info) if FIRST.fullmatch(node.info) else 1
    end = ")" if other else "."
    for number in count(first):
        yield list(dict.fromkeys((f"{number}{end}", f"{first}{end}")))


def _first_place(item: Node) -> int | None:
    """Where the content of ``item`` is told to begin."""
    first = item.children[0] if item.children else None
    if first is not None and first.kind == "line":
        first = next(iter(first.children), None)
    return first.start if first is not None else None
