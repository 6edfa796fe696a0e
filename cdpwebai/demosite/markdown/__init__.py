"""Markdown as the chat site draws it: HTML in which every node tells where in the source it comes from.

Pure: text in, text out. ``blocks`` and ``inlines`` parse into ``tree``; ``html`` writes, with ``maths`` for formulas.
"""

from __future__ import annotations

from cdpwebai.demosite.markdown.citations import Cited, Link, cited, linked, mark_of
from cdpwebai.demosite.markdown.html import Card, render

__all__ = ["Card", "Cited", "Link", "cited", "linked", "mark_of", "render"]
