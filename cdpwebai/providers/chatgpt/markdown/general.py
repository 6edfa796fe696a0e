"""HTML that the site's own Markdown does not make, such as definition lists and figures, as Markdown.

Pure. A small part of the work and the only one for a general converter, which is imported when there is some to do.
Above: ``reading``.
"""

from __future__ import annotations

from typing import Final

from cdpwebai.providers.chatgpt.markdown.elements import Element

__all__ = ["Converter"]

BUDGET: Final = 20_000
"""Characters of HTML an answer: the converter's time grows faster than its input."""


class Converter:
    """Converts until the budget of one answer is spent; from then on the words alone."""

    def __init__(self) -> None:
        self.left = BUDGET

    def markdown(self, element: Element) -> str:
        """The Markdown of ``element``, or its text."""
        html = element.html()
        self.left -= len(html)
        if self.left < 0:
            return element.text.strip()
        from markdownify import markdownify

        return markdownify(html, heading_style="atx", bullets="-").strip()
