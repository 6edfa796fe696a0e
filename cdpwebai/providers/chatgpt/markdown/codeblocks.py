"""Code blocks in the page: which elements are one, what the code is, and which language it may be.

Pure. Two layouts, of 2025 (``pre`` with a header, then ``code``) and of 2026 (CodeMirror: lines parted by ``br`` or one
an element, with or without ``pre`` and ``code``, ids repeated). Below: ``elements``. Above: ``reading``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cdpwebai.providers.chatgpt.markdown.elements import Element
from cdpwebai.providers.chatgpt.markdown.tree import Node

__all__ = ["LAID_OUT", "fence", "is_code_block", "survey"]

LAID_OUT = "laid-out"
"""The ``info`` of a fence in the layout that may tell no range."""

SOLID = frozenset(
    ("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "table", "hr", "dl", "figure", "details")
)
LANGUAGE = re.compile(r"language-(\S+)")
LABEL = re.compile(r"[\w+#.\-]{1,30}")
NO_LANGUAGE = frozenset(("plain text", "plaintext", "text", "code"))
SYNONYMS = {
    "javascript": "js jsx", "typescript": "ts tsx", "python": "py", "shell": "sh bash zsh", "bash": "sh shell",
    "c++": "cpp", "c#": "csharp cs", "yaml": "yml", "markdown": "md", "go": "golang", "rust": "rs", "ruby": "rb",
    "kotlin": "kt", "powershell": "ps1", "latex": "tex",
}  # fmt: skip
"""By the name in a block's header, what its source may call the language instead; the source's length decides."""


def survey(element: Element) -> None:
    """Note in ``element`` and all below how many code blocks are in it, and whether there is Markdown beside them."""
    if _is_root(element):
        element.codes = 1
        return
    element.solid = element.tag in SOLID
    for child in element.elements:
        survey(child)
        element.codes += child.codes
        element.solid = element.solid or child.solid or "data-start" in child.attributes


def is_code_block(element: Element) -> bool:
    """Whether this is a code block, with the wrappers that hold its header and nothing else."""
    return element.codes == 1 and not element.solid


def _is_root(element: Element) -> bool:
    return element.tag == "pre" or _is_editor(element)


def _is_editor(element: Element) -> bool:
    return not {"cm-editor", "cm-content"}.isdisjoint(element.classes)


def _is_content(element: Element) -> bool:
    return "cm-content" in element.classes


def fence(element: Element) -> Node:
    """The code block as a node, without its range."""
    editor = element.find(_is_content)
    content = editor or element.find(lambda inner: inner.tag == "code") or element
    code = "".join(_lines(content))
    # HTML made of Markdown ends code with a newline that the source has not; an editor has only what it shows.
    text = code if editor else code.removesuffix("\n")
    names = tuple(dict.fromkeys(_names(element, content)))
    return Node("fence", text=text, info=LAID_OUT if editor else "", names=names)


def _lines(content: Element) -> Iterator[str]:
    lines = [line for line in content.walk() if "cm-line" in line.classes]
    if lines:
        yield "\n".join(line.text.removesuffix("\n") for line in lines)
    else:
        yield from content.strings()


def _names(element: Element, content: Element) -> Iterator[str]:
    """Languages, the likeliest first, "" where the header says that there is none."""
    marked = list(_marked(element))
    yield from marked
    if marked or content is element:
        return
    for label in filter(None, (piece.strip().lower() for piece in element.strings(without=content))):
        if label in NO_LANGUAGE:
            yield from ("", "text", "plaintext", "txt")
        elif LABEL.fullmatch(label):
            yield from (label, *SYNONYMS.get(label, "").split())


def _marked(element: Element) -> Iterator[str]:
    """The languages that attributes tell, which are the source's own words."""
    for inner in element.walk():
        yield from (found[1] for name in inner.classes if (found := LANGUAGE.fullmatch(name)))
        yield from filter(None, [inner.get("data-language")])
