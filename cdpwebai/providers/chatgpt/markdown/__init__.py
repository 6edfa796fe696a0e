"""The site's rendered answer as Markdown, checked against the ranges of the source that the page tells.

Pure: HTML in, ``Rebuilt`` out. ``reading`` makes nodes of the HTML; ``blocks`` writes them on a ``tape``, which fits
what is written into the source's own lengths. Imported by ``providers.chatgpt`` when there is HTML to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cdpwebai.providers.chat import Rebuilt
from cdpwebai.providers.chatgpt.markdown.addresses import source
from cdpwebai.providers.chatgpt.markdown.blocks import write
from cdpwebai.providers.chatgpt.markdown.codeblocks import LAID_OUT
from cdpwebai.providers.chatgpt.markdown.reading import read
from cdpwebai.providers.chatgpt.markdown.tape import Block, Habits, Tape
from cdpwebai.providers.chatgpt.markdown.tree import Node, plain
from cdpwebai.records import Citation, Exactness

__all__ = ["Block", "judge", "rebuild"]

MARKERS = re.compile(
    r":contentReference\[oaicite:\d+\](?:\{index=\d+\})?|\ue200[^\ue200\ue201\n]*\ue201|[\ue200-\ue202]"
)
"""What the record and the page's source have for a citation, should any of it stand in the text."""

MOST_NAMED: Final = 5


def rebuild(html: str) -> Rebuilt:
    """Markdown of the rendered bodies in ``html``, in their order, and how far it was checked. Never raises."""
    reading = read(html)
    tapes = _written(reading.bodies)
    blocks = [block for tape in tapes for block in tape.blocks]
    nodes = [node for body in reading.bodies for node in body]
    markdown = "\n\n".join(tape.text for tape in tapes if tape.blocks)
    exactness = _exactness(nodes, blocks, sound=not reading.notes and not reading.losses)
    doubts = (*reading.losses, *_doubts(blocks))
    return Rebuilt(
        markdown=MARKERS.sub("", markdown),
        text=MARKERS.sub("", plain(nodes)),
        exactness=exactness,
        warnings=(*reading.notes, *doubts),
        contradicted=bool(reading.losses) or _contradicts(blocks, beside=bool(reading.notes)),
        unnamed=any(map(_is_unnamed, nodes, blocks)),
        canvas=bool(reading.lacking),
        citations=tuple(_sources(nodes)),
    )


def judge(html: str) -> list[Block]:
    """The verdict on each block of ``html``, in order."""
    return [block for tape in _written(read(html).bodies) for block in tape.blocks]


def _written(bodies: Iterable[Sequence[Node]]) -> list[Tape]:
    tapes: list[Tape] = []
    end = 0
    for body in bodies:
        tape = _tape(body, end)
        tapes.append(tape)
        end = tape.at or 0
    return tapes


def _tape(body: Sequence[Node], end: int) -> Tape:
    """``body`` written, for a second time where the first shows that its author has other habits than most."""
    begin = _begins(body, end)
    usual = write(Tape(begin, Habits()), body)
    habits = _habits(body, usual)
    other = write(Tape(begin, habits), body) if habits != Habits() else usual
    return max(other, usual, key=_agreeing)


def _agreeing(tape: Tape) -> int:
    return sum(block.agrees for block in tape.blocks)


def _habits(body: Sequence[Node], tape: Tape) -> Habits:
    """What the usual way of writing leaves to explain. The last block counts for nothing: it may have been cut."""
    judged = list(zip(body, tape.blocks, strict=True))[:-1]
    headings = [block.agrees for node, block in judged if node.kind == "heading" and node.info in {"1", "2"}]
    return Habits(
        dollars=tape.formulas - {""} == {"$"},
        spaced=tape.formulas == {""},
        underlined=bool(headings) and not any(headings),
    )


def _begins(body: Sequence[Node], end: int) -> int:
    """Where the source of ``body`` begins: at 0, or where that of the body before it ended, with line ends between."""
    start = body[0].start if body else None
    return start if end and start is not None and 0 <= start - end <= 4 else 0


def _exactness(nodes: Sequence[Node], blocks: Sequence[Block], *, sound: bool) -> Exactness:
    if all(node.kind == "line" and all(one.kind in {"text", "break"} for one in node.children) for node in nodes):
        return "text"
    return "checked" if sound and all(block.agrees for block in blocks) else "rebuilt"


def _contradicts(blocks: Sequence[Block], *, beside: bool) -> bool:
    """Whether the page's offsets say that a block is wrong. What stands beside the source (``beside``) has none."""
    told = [block for block in blocks if block.start is not None]
    return bool(told) and not all(block.agrees for block in (told if beside else blocks))


def _sources(nodes: Iterable[Node]) -> Iterator[Citation]:
    """What the pills lead to, as they come."""
    for node in nodes:
        if node.kind == "citation":
            yield from map(source, node.children)
        else:
            yield from _sources(node.children)


def _is_unnamed(node: Node, block: Block) -> bool:
    """Whether a block holds code with no name or several, of which the source's length does not tell the right one."""
    return not block.agrees and _has_unnamed(node)


def _has_unnamed(node: Node) -> bool:
    is_one = node.kind == "fence" and node.info == LAID_OUT and len(node.names) != 1
    return is_one or any(map(_has_unnamed, node.children))


def _doubts(blocks: Sequence[Block]) -> list[str]:
    """What does not fit, in words; nothing when the page tells no range at all."""
    if all(block.start is None for block in blocks):
        return []
    wrong = [(number, block) for number, block in enumerate(blocks, 1) if not block.agrees]
    named = [
        f"block {number} of {len(blocks)} ({block.name}) does not fit the page's own offsets"
        for number, block in wrong[:MOST_NAMED]
    ]
    return [*named, *([f"and {len(wrong) - MOST_NAMED} more"] if len(wrong) > MOST_NAMED else [])]
