"""A Markdown source and the ranges of its pieces, for HTML that is written by hand as the site writes it."""

from __future__ import annotations

__all__ = ["Source", "body"]


class Source:
    """``source("**bold**")`` gives the attributes of an element that stands for that piece of the source.

    Pieces are looked for from where the last one began, so that an element's content can follow the element.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def __call__(self, piece: str) -> str:
        self.at = self.text.index(piece, self.at)
        start = _units(self.text[: self.at])
        return f' data-start="{start}" data-end="{start + _units(piece)}"'

    def next(self, piece: str) -> str:
        """The same for a piece that begins behind the last one's beginning."""
        self.at += 1
        return self(piece)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def body(*blocks: str) -> str:
    """The rendered body of a message."""
    return f'<div class="markdown prose dark:prose-invert w-full">{"".join(blocks)}</div>'
