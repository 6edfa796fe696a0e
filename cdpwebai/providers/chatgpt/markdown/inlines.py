"""What stands in a line of Markdown: text, emphasis, code, links, formulas, breaks, citations.

Pure. Writes on a ``tape``; ``escapes`` says which text needs a backslash. Above: ``blocks`` and ``tables``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from cdpwebai.providers.chatgpt.markdown.addresses import cited, image, is_shown_by, targets
from cdpwebai.providers.chatgpt.markdown.escapes import MARK, needed
from cdpwebai.providers.chatgpt.markdown.fitting import Spelling
from cdpwebai.providers.chatgpt.markdown.tape import Tape
from cdpwebai.providers.chatgpt.markdown.tree import Kind, Node, units

__all__ = ["Place", "write_formula", "write_inlines"]

Place = Literal["block", "heading", "cell"]
"""Where a line stands: on its own, in a heading, in a table's cell."""

TICKS = re.compile(r"`+")
BAR = re.compile(r"(\|)")
CLOSING = re.compile(r"(?:^|[ \t])(#+)[ \t]*$")
EMPHASIS: dict[Kind, int] = {"em": 1, "strong": 2}
CITED: Final = ":contentReference[oaicite:{0}]{{index={0}}}"
"""What the page's source has where a pill is drawn."""


def write_inlines(tape: Tape, nodes: Sequence[Node], *, place: Place = "block") -> None:
    """Write the content of a paragraph, a heading or a cell."""
    _Writer(tape, nodes, place).write(nodes, "")


def write_formula(tape: Tape, node: Node, *, in_line: bool = False) -> None:
    """Write displayed maths; ``in_line`` when text stands beside it."""
    opening, closing = ("$$", "$$") if tape.habits.dollars else ("\\[", "\\]")
    tex = node.text.strip("\n").replace("\n", f"\n{tape.prefix}")
    apart = f"{opening}\n{tape.prefix}{tex}\n{tape.prefix}{closing}"
    together = [f"{opening}{tex}{closing}", *([f"{opening} {tex} {closing}"] if tape.habits.spaced else [])]
    tape.reach(node.start)
    tape.choose("formula", *(together if in_line else [apart, *together]))
    tape.reach(node.end)


class _Writer:
    def __init__(self, tape: Tape, nodes: Sequence[Node], place: Place) -> None:
        self.tape = tape
        self.place = place
        self.needed = _needed(nodes, place)
        self.by_kind: dict[Kind, Callable[[Node], None]] = {
            "text": self._text, "del": self._deleted, "code": self._code, "fence": self._code, "maths": self._maths,
            "formula": self._formula, "link": self._link, "image": self._image, "break": self._break,
            "citation": self._citation,
        }  # fmt: skip

    def write(self, nodes: Sequence[Node], around: str) -> None:
        """Write ``nodes``; ``around`` is the emphasis that they are the content of, "" for none."""
        before = ""
        for number, node in enumerate(nodes):
            mark = ""
            if node.kind in EMPHASIS:
                behind = nodes[number + 1] if number + 1 < len(nodes) else None
                mark = _mark(EMPHASIS[node.kind], around if number == 0 else "", before, behind)
                self._emphasis(node, mark)
            else:
                self.by_kind.get(node.kind, self._literal)(node)
            before = mark

    def _emphasis(self, node: Node, mark: str) -> None:
        self.tape.reach(node.start)
        self.tape.put(mark)
        self.write(node.children, mark)
        self.tape.put(mark)
        self.tape.reach(node.end)

    def _deleted(self, node: Node) -> None:
        self.tape.reach(node.start)
        self.tape.choose("strike", "~~", "~")
        self.write(node.children, "")
        self.tape.choose("strike", "~~", "~")
        self.tape.reach(node.end)

    def _literal(self, node: Node) -> None:
        self.tape.words(" ".join(node.text.split("\n")))

    def _text(self, node: Node) -> None:
        escapes = self.needed[id(node)]
        start = first = 0
        for number, line in enumerate(node.text.split("\n")):
            if number:
                self._new_line()
            last = bisect_left(escapes, start + len(line), first)
            self.tape.words(line, [place - start for place in escapes[first:last]])
            start, first = start + len(line) + 1, last

    def _new_line(self) -> None:
        """The end of a line within a paragraph. The next one may begin without what the others begin with."""
        if self.place == "block":
            self.tape.put("\n")
            self._indent()
        else:
            self.tape.put(" ")

    def _indent(self) -> None:
        if self.tape.prefix:
            self.tape.choose("indent", self.tape.prefix, "")

    def _break(self, node: Node) -> None:
        self.tape.reach(node.start)
        if self.place == "block":
            self.tape.choose("break", "  \n", "\\\n", "\n", "   \n")
        else:
            self.tape.choose("break", "<br>", "<br/>", "<br />")
        self.tape.reach(node.end)
        if self.place == "block":
            self._indent()

    def _code(self, node: Node) -> None:
        text = node.text.replace("|", "\\|") if self.place == "cell" else node.text
        self.tape.reach(node.start)
        self.tape.choose("code", *_quoted(text.replace("\n", " ")))
        self.tape.reach(node.end)

    def _maths(self, node: Node) -> None:
        tex = node.text.replace("\n", f"\n{self.tape.prefix}" if self.place == "block" else " ")
        habits = self.tape.habits
        usual = [f"\\({tex}\\)", f"${tex}$"]
        spaced = [f"\\( {tex} \\)"] if habits.spaced else []
        self.tape.reach(node.start)
        self.tape.choose("maths", *(reversed(usual) if habits.dollars else usual), *spaced)
        self.tape.reach(node.end)

    def _formula(self, node: Node) -> None:
        write_formula(self.tape, node, in_line=True)

    def _link(self, node: Node) -> None:
        """A link is written with its address; a bare address, or one in angles, is its own text."""
        self.tape.reach(node.start)
        label = "".join(child.text for child in node.children) if _is_words(node.children) else ""
        if label and is_shown_by(label, node):
            self.tape.choose("link", label, f"<{label}>", *targets(f"[{label}](", node))
        elif node.info:
            self.tape.put("[")
            self.write(node.children, "")
            self.tape.choose("target", *targets("](", node))
        elif "@" in label:
            self.tape.choose("link", label, f"<{label}>")
        else:
            self.write(node.children, "")
        self.tape.reach(node.end)

    def _image(self, node: Node) -> None:
        self.tape.reach(node.start)
        self.tape.choose("image", *image(node))
        self.tape.reach(node.end)

    def _citation(self, node: Node) -> None:
        """One link each. The source has a mark there, whose length is known when the page tells it or is as usual."""
        links = " ".join(map(cited, node.children))
        usual = CITED.format(self.tape.cited)
        self.tape.cited += 1
        self.tape.reach(node.start)
        if node.start is None:
            self.tape.put(links, units(usual))
        else:
            self.tape.stretch(Spelling(links, units(usual)), lambda length: links if length > 0 else None)
        self.tape.reach(node.end)


def _mark(size: int, around: str, before: str, behind: Node | None) -> str:
    """The marks of emphasis: stars, and underscores where stars would run together with those next to them."""
    joins = before.startswith("*") or (around.startswith("*") and not (size == 2 and around == "*"))
    in_word = behind is not None and behind.kind == "text" and behind.text[:1].isalnum()
    return ("_" if joins and not in_word else "*") * size


def _quoted(text: str) -> Iterator[str]:
    """Inline code in the ways in which it can be read again, the shortest first."""
    taken = {len(run) for run in TICKS.findall(text)}
    free = [size for size in range(1, len(taken) + 3) if size not in taken]
    sizes = sorted({*free[:2], max(taken) + 1}) if taken else free[:1]
    spaced = text.startswith("`") or text.endswith("`") or (text[:1] == text[-1:] == " " and text.strip(" ") != "")
    for ticks in ("`" * size for size in sizes):
        if not spaced:
            yield f"{ticks}{text}{ticks}"
        if spaced or taken:
            yield f"{ticks} {text} {ticks}"


def _is_words(nodes: Sequence[Node]) -> bool:
    return all(node.kind == "text" for node in nodes)


def _needed(nodes: Sequence[Node], place: Place) -> dict[int, list[int]]:
    """For each text of the paragraph, by its node's id, where it needs a backslash."""
    leaves = list(_leaves(nodes))
    whole = "".join(text for _, text in leaves)
    places = needed(whole, starts_block=place == "block")
    also = {"cell": BAR, "heading": CLOSING}.get(place)
    if also:
        places = sorted({*places, *(found.start(1) for found in also.finditer(whole))})
    found: dict[int, list[int]] = {}
    start = first = 0
    for node, text in leaves:
        last = bisect_left(places, start + len(text), first)
        if node is not None:
            found[id(node)] = [at - start for at in places[first:last]]
        start, first = start + len(text), last
    return found


def _leaves(nodes: Sequence[Node]) -> Iterator[tuple[Node | None, str]]:
    """The paragraph's text in order, with ``MARK`` where something else begins, ends or stands."""
    for node in nodes:
        match node.kind:
            case "text":
                yield node, node.text
            case "break":
                yield None, "\n"
            case "strong" | "em" | "del" | "link":
                yield None, MARK
                yield from _leaves(node.children)
                yield None, MARK
            case _:
                yield None, MARK
