"""Inline nodes and blocks in their order: what makes a line, what white space means, what belongs in a list.

Pure. Below: ``tree``. Above: ``reading``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from cdpwebai.providers.chatgpt.markdown.tree import Node

__all__ = ["as_item", "flattened", "grouped", "listed", "merged", "trimmed"]

SPACE = " \t\r\n\f"


def merged(nodes: Iterable[Node]) -> list[Node]:
    """With neighbouring text in one node."""
    found: list[Node] = []
    for is_text, group in groupby(nodes, key=lambda node: node.kind == "text"):
        some = list(group)
        found += [Node("text", text="".join(node.text for node in some))] if is_text else some
    return found


def grouped(nodes: Iterable[Node]) -> Iterator[Node]:
    """Blocks alone: what stands between two of them in a ``line``, displayed maths by itself, lone items in a list."""
    run: list[Node] = []
    for node in nodes:
        if not node.is_block or node.kind == "formula":
            run.append(node)
            continue
        yield from _lines(run)
        run = []
        yield node
    yield from _lines(run)


def _lines(run: list[Node]) -> Iterator[Node]:
    inside = trimmed(run)
    words = [node for node in inside if node.kind != "formula" and (node.kind != "text" or node.text.strip(SPACE))]
    if words:
        yield Node("line", children=inside)
    else:
        yield from (node for node in inside if node.kind == "formula")


def trimmed(nodes: list[Node]) -> list[Node]:
    """Without the white space and line breaks at both ends, which mean nothing there, and the white space behind a
    line break."""
    while nodes and nodes[0].kind == "break":
        nodes.pop(0)
    for number, node in enumerate(nodes):
        if node.kind == "text" and (number == 0 or nodes[number - 1].kind == "break"):
            node.text = node.text.lstrip(SPACE)
    while nodes and (nodes[-1].kind == "break" or (nodes[-1].kind == "text" and not nodes[-1].text.strip(SPACE))):
        nodes.pop()
    if nodes and nodes[-1].kind == "text":
        nodes[-1].text = nodes[-1].text.rstrip(SPACE)
    return [node for node in nodes if node.kind != "text" or node.text]


def listed(blocks: Iterable[Node]) -> Iterator[Node]:
    """With items that stand outside a list in one."""
    for is_item, group in groupby(blocks, key=lambda block: block.kind == "item"):
        some = list(group)
        yield from [Node("bullets", children=some)] if is_item else some


def as_item(block: Node) -> Node:
    return block if block.kind == "item" else Node("item", children=[block])


def flattened(nodes: Iterable[Node]) -> Iterator[Node]:
    """Blocks within a cell as what they hold."""
    for node in nodes:
        if node.is_block and node.children:
            yield from flattened(node.children)
        else:
            yield node
