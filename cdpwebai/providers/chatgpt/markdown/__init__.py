"""The site's rendered answer as Markdown.

Pure: HTML in, ``Rebuilt`` out. The only package that needs an HTML parser; ``providers.chatgpt`` imports it when there is
HTML to read.
"""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Tag
from markdownify import MarkdownConverter

from cdpwebai.providers.chat import Rebuilt

__all__ = ["rebuild"]

LANGUAGE = re.compile(r"(?:^| )language-(\S+)")


def rebuild(html: str) -> Rebuilt:
    """Markdown of the ``.markdown`` bodies in ``html``; "text" when nothing in it has a structure."""
    soup = BeautifulSoup(html, "html.parser")
    text = soup.get_text().strip()
    if soup.find(True) is None:
        return Rebuilt(text, text, "text")
    for unseen in soup.select("button, svg, style, script, .katex-html, [style*='opacity:0']"):
        unseen.decompose()
    for code in soup.select("pre, .cm-editor"):
        _code(soup, code)
    for formula in soup.select(".katex"):
        _maths(formula)
    converter = MarkdownConverter(
        heading_style="atx",
        bullets="-",
        escape_asterisks=False,
        escape_underscores=False,
        code_language_callback=_language,
    )
    return Rebuilt(converter.convert_soup(soup).strip(), text, "rebuilt")


def _code(soup: BeautifulSoup, node: Tag) -> None:
    inner = node.select_one(".cm-content") or node.find("code") or node
    for line in inner.find_all("br"):
        line.replace_with("\n")
    found = LANGUAGE.search(" ".join(inner.get("class") or []))
    pre = soup.new_tag("pre", attrs={"title": found[1] if found else ""})
    pre.string = inner.get_text().removesuffix("\n")
    node.replace_with(pre)


def _language(node: Tag) -> str:
    return str(node.get("title") or "")


def _maths(node: Tag) -> None:
    source = node.find("annotation")
    display = node.find_parent(class_="katex-display") is not None
    tex = source.get_text() if source else node.get_text()
    node.replace_with(f"\\[\n{tex}\n\\]" if display else f"\\({tex}\\)")
