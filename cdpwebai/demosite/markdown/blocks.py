"""Markdown's blocks: paragraphs, headings, lists, fences, quotes, tables, rules, displayed maths.

Pure. Every block is a range of the source; between two neighbours stand only blank lines (and, in containers, their
marks). Below: ``inlines`` for what is inside a paragraph. Above: ``html``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cdpwebai.demosite.markdown.inlines import inlines
from cdpwebai.demosite.markdown.tree import Line, Node, spelt

__all__ = ["parse"]

FENCE = re.compile(r"( {0,3})(`{3,}|~{3,})[ \t]*([^`\n]*)$")
HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
QUOTE = re.compile(r" {0,3}> ?")
ITEM = re.compile(r"( {0,3})([-*+]|(\d{1,9})[.)])( {1,4}(?=\S)|\t| +|$)")
DELIMITERS = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
CELL = re.compile(r"(?:\\.|`[^`]*`|[^|\\`]|\\$|`)+")
MATHS = (("$$", "$$"), ("\\[", "\\]"))


def parse(source: str) -> tuple[Node, ...]:
    """The blocks of ``source``, in order. Any text is Markdown; nothing raises."""
    lines: list[Line] = []
    start = 0
    for text in source.split("\n"):
        lines.append(Line(start, text))
        start += len(text) + 1
    return _blocks(lines)


def _blocks(lines: Sequence[Line]) -> tuple[Node, ...]:
    nodes: list[Node] = []
    at = 0
    while at < len(lines):
        if lines[at].is_blank:
            at += 1
            continue
        node, at = _block(lines, at)
        nodes.append(node)
    return tuple(nodes)


def _block(lines: Sequence[Line], at: int) -> tuple[Node, int]:
    """The block that begins with line ``at``, and the first line behind it."""
    text = lines[at].text
    if FENCE.match(text):
        return _fence(lines, at)
    if RULE.match(text):
        return _ranged("hr", lines[at : at + 1]), at + 1
    if HEADING.match(text):
        return _heading(lines[at]), at + 1
    if QUOTE.match(text):
        return _quote(lines, at)
    if ITEM.match(text):
        return _list(lines, at)
    for opening, closing in MATHS:
        end = _maths_end(lines, at, opening, closing)
        if end:
            return _maths(lines[at:end], len(opening)), end
    if _is_table(lines, at):
        return _table(lines, at)
    return _paragraph(lines, at)


def _interrupts(lines: Sequence[Line], at: int) -> bool:
    """Whether line ``at`` ends a paragraph that stands before it."""
    text = lines[at].text
    item = ITEM.match(text)
    if item and not RULE.match(text):
        return item.end() < len(text) and item[3] in {None, "1"}
    return any(pattern.match(text) for pattern in (FENCE, HEADING, RULE, QUOTE)) or text.lstrip().startswith("$$")


def _stripped(line: Line) -> Line:
    cut = line.cut(len(line.text) - len(line.text.lstrip()))
    return Line(cut.start, cut.text.rstrip())


def _ranged(kind: str, lines: Sequence[Line], *, text: str = "", info: str = "") -> Node:
    """A leaf from the first visible character of ``lines`` to the last."""
    first, last = _stripped(lines[0]), _stripped(lines[-1])
    return Node(kind, first.start, last.end, text=text, info=info)


def _paragraph(lines: Sequence[Line], at: int) -> tuple[Node, int]:
    end = at + 1
    while end < len(lines) and not lines[end].is_blank and not _interrupts(lines, end):
        end += 1
    taken = [line.cut(len(line.text) - len(line.text.lstrip())) for line in lines[at:end]]
    taken[-1] = _stripped(taken[-1])
    return Node("p", taken[0].start, taken[-1].end, inlines(spelt(taken))), end


def _heading(line: Line) -> Node:
    found = HEADING.match(line.text)
    assert found is not None
    whole = _stripped(line)
    title = Line(line.start + max(found.start(2), 0), found[2] or "")
    return Node(f"h{len(found[1])}", whole.start, whole.end, inlines(spelt([title])) if title.text else ())


def _fence(lines: Sequence[Line], at: int) -> tuple[Node, int]:
    found = FENCE.match(lines[at].text)
    assert found is not None
    indent, mark = len(found[1]), found[2]
    closing = re.compile(rf" {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
    end = at + 1
    while end < len(lines) and not closing.match(lines[end].text):
        end += 1
    inner = [re.sub(rf"^ {{0,{indent}}}", "", line.text) for line in lines[at + 1 : end]]
    taken = lines[at : min(end + 1, len(lines))]
    last = _stripped(taken[-1]) if end < len(lines) else taken[-1]
    language = found[3].strip().partition(" ")[0]
    node = Node("pre", _stripped(taken[0]).start, last.end, text="\n".join(inner), info=language)
    return node, at + len(taken)


def _quote(lines: Sequence[Line], at: int) -> tuple[Node, int]:
    taken: list[Line] = []
    for line in lines[at:]:
        found = QUOTE.match(line.text)
        if found is None:
            break
        taken.append(line.cut(found.end()))
    whole = _ranged("blockquote", lines[at : at + len(taken)])
    children = _blocks(taken)
    end = max(whole.end, children[-1].end if children else 0)  # a fence that is not closed keeps its last blanks
    return Node("blockquote", whole.start, end, children), at + len(taken)


def _maths_end(lines: Sequence[Line], at: int, opening: str, closing: str) -> int:
    """The line behind displayed maths that begins with line ``at``; 0 when none does or it is not closed."""
    if not lines[at].text.lstrip().startswith(opening):
        return 0
    rest = lines[at].text.lstrip()[len(opening) :]
    if rest.rstrip().endswith(closing) and rest.strip() != closing:
        return at + 1 if rest.count(closing) == 1 else 0
    for end in range(at + 1, len(lines)):
        if rest.strip() and opening == "$$" and lines[end].is_blank:
            return 0
        if lines[end].text.rstrip().endswith(closing):
            return end + 1
    return 0


def _maths(lines: Sequence[Line], width: int) -> Node:
    whole = "\n".join(line.text.strip() for line in lines)
    return _ranged("display-math", lines, text=whole[width:-width].strip())


def _list(lines: Sequence[Line], at: int) -> tuple[Node, int]:
    first = ITEM.match(lines[at].text)
    assert first is not None
    items: list[Node] = []
    loose = False
    end = at
    while end < len(lines):
        found = ITEM.match(lines[end].text)
        if not found or found[2][-1] != first[2][-1] or RULE.match(lines[end].text):
            break
        item, after, spaced = _item(lines, end, found)
        items.append(item)
        end = after
        while after < len(lines) and lines[after].is_blank:
            after += 1
        follows = after < len(lines) and ITEM.match(lines[after].text)
        loose = loose or spaced or bool(follows and after > end and follows[2][-1] == first[2][-1])
        end = after if follows else end
    kind = "ol" if first[3] else "ul"
    children = tuple(items if loose else map(_tight, items))
    return Node(kind, items[0].start, items[-1].end, children, info=str(int(first[3])) if first[3] else ""), end


def _item(lines: Sequence[Line], at: int, found: re.Match[str]) -> tuple[Node, int, bool]:
    """An item, the line behind it, and whether a blank line parts two of its blocks."""
    width = found.end() if found[4].strip(" ") == "" and len(found[4]) <= 4 else found.end(2) + 1
    taken = [lines[at].cut(width)]
    end = at + 1
    while end < len(lines):
        line = lines[end]
        indent = len(line.text) - len(line.text.lstrip())
        lazy = not lines[end - 1].is_blank and not _interrupts(lines, end) and not ITEM.match(line.text)
        if not line.is_blank and indent < width and not lazy:
            break
        taken.append(line.cut(min(width, indent)))
        end += 1
    while taken[-1].is_blank and len(taken) > 1:
        taken.pop()
        end -= 1
    children = _blocks(taken)
    start = lines[at].start + found.end(1)
    last = children[-1].end if children else lines[at].start + found.end(2)
    return Node("li", start, last, children), end, _is_spaced(taken, children)


def _is_spaced(lines: Sequence[Line], children: Sequence[Node]) -> bool:
    edges = list(pairwise(children))
    return any(line.is_blank and before.end <= line.start <= after.start for line in lines for before, after in edges)


def _tight(item: Node) -> Node:
    """An item whose paragraphs are bare text, as in a list without blank lines."""
    children: list[Node] = []
    for child in item.children:
        children += child.children if child.kind == "p" else [child]
    return Node("li", item.start, item.end, tuple(children))


def _is_table(lines: Sequence[Line], at: int) -> bool:
    if at + 1 >= len(lines) or "|" not in lines[at].text or not DELIMITERS.match(lines[at + 1].text):
        return False
    return "-" in lines[at + 1].text and len(_cells(lines[at])) == len(_cells(lines[at + 1]))


def _cells(line: Line) -> list[Line]:
    """The cells of a row, each stripped, with its place in the source."""
    row = _stripped(line)
    if row.text.startswith("|"):
        row = row.cut(1)
    cells: list[Line] = []
    at = 0
    while at < len(row.text):
        found = CELL.match(row.text, at)
        end = found.end() if found else at
        cells.append(_stripped(Line(row.start + at, row.text[at:end])))
        at = end + 1
    return cells


def _table(lines: Sequence[Line], at: int) -> tuple[Node, int]:
    alignments = [_alignment(cell.text) for cell in _cells(lines[at + 1])]
    end = at + 2
    while end < len(lines) and not lines[end].is_blank and not _interrupts(lines, end):
        end += 1
    head = _row(lines[at], "th", alignments)
    rows = tuple(_row(line, "td", alignments) for line in lines[at + 2 : end])
    whole = _ranged("table", lines[at:end])
    parts = [Node("thead", head.start, head.end, (head,))]
    if rows:
        parts.append(Node("tbody", rows[0].start, rows[-1].end, rows))
    return Node("table", whole.start, whole.end, tuple(parts)), end


def _alignment(mark: str) -> str:
    return {(True, True): "center", (False, True): "right", (True, False): "left"}.get(
        (mark.startswith(":"), mark.endswith(":")), ""
    )


def _row(line: Line, kind: str, alignments: Sequence[str]) -> Node:
    whole = _stripped(line)
    cells = tuple(
        Node(kind, cell.start, cell.end, inlines(spelt([cell])) if cell.text else (), info=alignment)
        for cell, alignment in zip(_cells(line), alignments, strict=False)
    )
    return Node("tr", whole.start, whole.end, cells)
