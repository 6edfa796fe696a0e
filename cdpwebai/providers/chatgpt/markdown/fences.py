"""A code block as a fence: which marks, which language.

Pure. Writes on a ``tape``. Above: ``blocks``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from cdpwebai.providers.chatgpt.markdown.fitting import Spelling
from cdpwebai.providers.chatgpt.markdown.tape import Tape
from cdpwebai.providers.chatgpt.markdown.tree import Node, units

__all__ = ["write_fence"]

TICKS = re.compile(r"`+")
MARKDOWN = frozenset(("markdown", "md"))
CLOSING = re.compile(r"^[ \t]*(`{3,})[ \t]*$", re.MULTILINE)


def write_fence(tape: Tape, node: Node) -> None:
    """Write a code block. Its language is one of the names that the page has for it, the one that fits."""
    tape.reach(node.start)
    tape.choose(f"fence {id(node)}", *_spelt(node, tape.prefix))
    tape.reach(node.end)


def _spelt(node: Node, prefix: str) -> Iterator[Spelling]:
    bodies = list(_bodies(node.text, prefix))
    for name, size, body in product(node.names or ("",), _sizes(node), bodies):
        ticks = "`" * size
        around = units(f"{ticks}{name}\n{prefix}{ticks}")
        yield Spelling(f"{ticks}{name}\n{body.text}{prefix}{ticks}", around + body.length)


def _bodies(code: str, prefix: str) -> Iterator[Spelling]:
    """The lines, each with what the container begins them with; empty ones without the spaces at their end."""
    lines = code.split("\n") if code else []
    bare = prefix.rstrip()
    yield Spelling.of("".join(f"{prefix if line else bare}{line}\n" for line in lines))
    if bare != prefix and "" in lines:
        yield Spelling.of("".join(f"{prefix}{line}\n" for line in lines))
    if not code:
        yield Spelling.of(f"{bare}\n")


def _sizes(node: Node) -> list[int]:
    """How many ticks: more than stand in a row anywhere in the code; fewer, where that can still be read; one more
    round Markdown, which models like to wrap well."""
    inside = max(map(len, TICKS.findall(node.text)), default=0)
    usual = max(3, inside + 1)
    closing = max(map(len, CLOSING.findall(node.text)), default=2)
    shorter = list(range(max(3, closing + 1), usual))[:1]
    return [usual, *shorter, *([usual + 1] if MARKDOWN.intersection(node.names) else [])]
