"""Parsed Markdown as the chat site writes it: its tags, its code blocks, its citation pills, its source offsets.

Pure. Blocks and inline nodes carry ``data-start`` and ``data-end``, their range in the Markdown source in UTF-16 units,
as JavaScript counts. One exception, as on the live site (capture of 2026): a CodeMirror block carries none and names no
language; its fence follows from its neighbours' offsets. Above: ``demosite.view``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import accumulate
from typing import NamedTuple

from cdpwebai.demosite.markdown.blocks import parse
from cdpwebai.demosite.markdown.citations import Link, cited
from cdpwebai.demosite.markdown.maths import katex
from cdpwebai.demosite.markdown.tree import Node

__all__ = ["Card", "render"]

SCHEMES = {"http", "https", "mailto", "sandbox"}
TOKENS = re.compile(r"""(?P<string>"[^"\n]*"|'[^'\n]*')|(?P<comment>\#[^\n]*|//[^\n]*)|(?P<number>\b\d+(?:\.\d+)?\b)""")
VOID = {"hr", "br"}


class Card(NamedTuple):
    """A canvas among the blocks: it stands behind the block that ends or spans ``at``, and has no source range."""

    at: int
    title: str
    text: str


@lru_cache(maxsize=2048)
def render(
    source: str,
    *,
    code: str = "pre",
    links: tuple[Link, ...] = (),
    cards: tuple[Card, ...] = (),
    buttons: frozenset[str] = frozenset(),
) -> str:
    """The HTML of ``source``. ``code``: "pre" or "codemirror"; ``links``: what its citation marks point to.

    ``cards`` stand among the blocks, in order. ``buttons``: the sandbox paths whose links are drawn as buttons, which
    do not tell them.
    """
    writer, waiting = _Writer(source, code, links, buttons), list(cards)
    parts: list[str] = []
    for block in parse(source):
        while waiting and waiting[0].at <= block.start:
            parts.append(_card(waiting.pop(0)))
        parts.append(writer.node(block))
    return "\n".join([*parts, *map(_card, waiting)])


def _card(card: Card) -> str:
    title = f'<div class="card-title">{escape(card.title)}</div>'
    text = f'<div class="card-text">{escape(card.text)}</div>'
    return f'<div class="dil-widget-shell">{title}{text}</div>'


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in values.items() if value)


class _Writer:
    def __init__(self, source: str, code: str, links: Sequence[Link], buttons: frozenset[str]) -> None:
        self.buttons = buttons
        self.code = code
        self.links = links
        self.units = [0, *accumulate(2 if ord(char) > 0xFFFF else 1 for char in source)]

    def blocks(self, nodes: Sequence[Node]) -> str:
        return "\n".join(map(self.node, nodes))

    def inline(self, nodes: Sequence[Node]) -> str:
        return "".join(map(self.node, nodes))

    def place(self, node: Node) -> str:
        return f' data-start="{self.units[node.start]}" data-end="{self.units[node.end]}"'

    def node(self, node: Node) -> str:
        special = getattr(self, f"_{node.kind.replace('-', '_')}", None)
        return special(node) if special else self._tag(node)

    def _tag(self, node: Node, attributes: str = "") -> str:
        opening = f"<{node.kind}{self.place(node)}{attributes}>"
        return opening if node.kind in VOID else f"{opening}{self.inline(node.children)}</{node.kind}>"

    def _text(self, node: Node) -> str:
        return escape(node.text, quote=False)

    def _code(self, node: Node) -> str:
        return f"<code{self.place(node)}>{escape(node.text, quote=False)}</code>"

    def _blockquote(self, node: Node) -> str:
        return f"<blockquote{self.place(node)}>\n{self.blocks(node.children)}\n</blockquote>"

    def _ul(self, node: Node) -> str:
        return f"<ul{self.place(node)}>\n{self.blocks(node.children)}\n</ul>"

    def _ol(self, node: Node) -> str:
        start = f' start="{node.info}"' if node.info != "1" else ""
        return f"<ol{self.place(node)}{start}>\n{self.blocks(node.children)}\n</ol>"

    def _li(self, node: Node) -> str:
        inside: list[str] = []
        for child in node.children:
            is_block = child.kind in {"p", "ul", "ol", "pre", "blockquote", "table", "hr", "display-math"}
            inside.append(f"\n{self.node(child)}\n" if is_block else self.node(child))
        return f"<li{self.place(node)}>{''.join(inside)}</li>"

    def _a(self, node: Node) -> str:
        if node.info.removeprefix("sandbox:") in self.buttons:
            return f'<button type="button" class="behavior-btn"{self.place(node)}>{self.inline(node.children)}</button>'
        href = node.info if node.info.partition(":")[0] in SCHEMES else ""
        attributes = _attributes({"href": href, "class": "decorated-link", "target": "_new", "rel": "noopener"})
        return self._tag(node, attributes)

    def _table(self, node: Node) -> str:
        return f'<div class="table-container"><div class="table-wrapper">{self._tag(node)}</div></div>'

    def _th(self, node: Node) -> str:
        return self._tag(node, _attributes({"align": node.info}))

    _td = _th

    def _math(self, node: Node) -> str:
        return katex(node.text, display=False, attributes=self.place(node))

    def _display_math(self, node: Node) -> str:
        return katex(node.text, display=True, attributes=self.place(node))

    def _pre(self, node: Node) -> str:
        copy = '<button type="button" class="copy-code" aria-label="Copy"><span>Copy code</span></button>'
        if self.code == "codemirror":
            lines = "<br>".join(escape(line, quote=False) for line in node.text.split("\n"))
            return (
                f'<div class="code-block"><div class="code-header">{copy}</div>'
                '<div id="code-block-viewer" class="cm-editor" dir="ltr"><div class="cm-scroller">'
                f'<div class="cm-content">{lines}</div></div></div></div>'
            )
        language = escape(node.info)
        classes = f"whitespace-pre! language-{language}" if language else "whitespace-pre!"
        return (
            f'<pre class="overflow-visible!"{self.place(node)}><div class="code-block"><div class="code-header">'
            f'<div class="code-language">{language}</div>{copy}</div><div class="code-body" dir="ltr">'
            f'<code class="{classes}"><span>{_coloured(node.text)}</span></code></div></div></pre>'
        )

    def _citation(self, node: Node) -> str:
        """A pill with the first source; its label stands twice, the second copy is not seen."""
        links = [link for mark in cited(node.text, self.links) for link in mark.links]
        place = f'data-content-reference-start="{self.units[node.start]}"'
        if not links:
            return f"<span {place}{self.place(node)}></span>"
        first = links[0]
        joint = "&" if "?" in first.url else "?"
        label = escape(first.title, quote=False)
        more = f'<span class="more">+{len(links) - 1}</span>' if len(links) > 1 else ""
        address = escape(f"{first.url}{joint}utm_source=chatgpt.com")
        return (
            f'<span {place}{self.place(node)}><span class="pill" data-testid="webpage-citation-pill">'
            f'<a href="{address}" target="_blank" rel="noopener"><span>{label}</span>'
            f'<span style="opacity:0" aria-hidden="true" class="twin">{label}</span>{more}</a></span></span>'
        )


def _coloured(source: str) -> str:
    """Strings, comments and numbers in spans of their own, as a highlighter leaves them; the text is unchanged."""
    parts: list[str] = []
    at = 0
    for found in TOKENS.finditer(source):
        parts.append(escape(source[at : found.start()], quote=False))
        parts.append(f'<span class="hljs-{found.lastgroup}">{escape(found[0], quote=False)}</span>')
        at = found.end()
    return "".join([*parts, escape(source[at:], quote=False)]) + "\n"
