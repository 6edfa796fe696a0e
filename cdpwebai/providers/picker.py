"""What a picker of models shows, and which tier a label means, in any of the languages that the contract knows.

Row 5, pure data and matching; no act. A label means a tier only when the whole line says so: High is not Extra High,
and 高 is not 极高. Letters are compared composed (NFC), so that a kana keeps its voicing mark however it was written.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

import msgspec

from cdpwebai.providers.contract import Contract

__all__ = ["EFFORTS", "TIERS", "Option", "Picker", "Slide", "Tier", "Words", "line_of"]

Tier = Literal["instant", "medium", "high", "xhigh", "pro", "think"]
"""The tiers from the least to the most; ``think``: the one row of an older picker for the three in the middle."""

TIERS: tuple[Tier, ...] = ("instant", "medium", "high", "xhigh", "pro")
EFFORTS: tuple[Tier, ...] = ("medium", "high", "xhigh")

_VERSION = re.compile(r"gpt (\d+(?: \d+)*) ")
_RETIRED = re.compile(r"gpt 5(?: [0-4])?(?: pro)?")
"""Rows of versions that are gone, such as "GPT-5.2 Pro"."""


class Option(msgspec.Struct, frozen=True):
    """A row of a menu, as it is labelled: its lines as a person sees them, the first of which is its name.

    ``checked``: None where the page does not say. ``why``: what the page says of a row that cannot be chosen.
    ``opens``: it opens a menu, and is no choice. ``gear``: it is a choice, and something in it opens its efforts.
    """

    lines: tuple[str, ...]
    checked: bool | None = None
    disabled: bool = False
    why: str = ""
    opens: bool = False
    gear: bool = False

    @property
    def label(self) -> str:
        """Its name."""
        return self.lines[0] if self.lines else ""


class Slide(msgspec.Struct, frozen=True):
    """The slider. Its position is none of the tier's: where a tier is missing, all behind it move up. ``text`` is."""

    least: int
    most: int
    now: int
    text: str


class Picker(msgspec.Struct, frozen=True):
    """The picker. ``pill``: what its opener says. The rest is told while it is ``open``: its ``rows``, its slider,
    which row has its menu open (``opened``, its lines) and what can be chosen there (``options``)."""

    pill: str
    open: bool = False
    rows: tuple[Option, ...] = ()
    slider: Slide | None = None
    opened: tuple[str, ...] | None = None
    options: tuple[Option, ...] | None = None


def line_of(text: str) -> str:
    """A line as it is compared: composed, without case, every run of signs that are no letters and digits a space."""
    plain = unicodedata.normalize("NFC", text).casefold()
    kept = (one if unicodedata.category(one)[0] in "LNM" else " " for one in plain)
    return " ".join("".join(kept).split())


class Words:
    """The contract's labels, ready to compare."""

    def __init__(self, contract: Contract) -> None:
        self._lines = {
            name: frozenset(line_of(word) for words in row.values() for word in words)
            for name, row in contract.labels.items()
        }

    def means(self, name: str, text: str) -> bool:
        """Whether the whole text is a label of this name."""
        return line_of(text) in self._lines.get(name, frozenset())

    def says(self, name: str, text: str) -> bool:
        """Whether a label of this name stands somewhere in the text, as in a message of the page's own."""
        line = line_of(text)
        return any(label in line for label in self._lines.get(name, frozenset()))

    def same(self, one: str, other: str) -> bool:
        """Whether two texts are the same line."""
        return line_of(one) == line_of(other)

    def tier(self, text: str) -> Tier | None:
        """The tier that a label names, with or without a version before it; None for any other."""
        line = line_of(text)
        if _RETIRED.fullmatch(line):
            return None
        bare = _VERSION.sub("", line, count=1) if _VERSION.match(line) else line
        names: tuple[Tier, ...] = (*TIERS, "think")
        return next((name for name in names if bare in self._lines.get(name, frozenset())), None)

    def tier_of(self, option: Option) -> Tier | None:
        """The tier that a row names: by its first line, else by all of them."""
        return self.tier(option.label) or self.tier(" ".join(option.lines))

    def named_at(self, slide: Slide) -> str:
        """The name in the slider's text: "High, 3 of 5." or "高，第 3 项，共 5 项。"."""
        return re.split(r"[,，、]", slide.text, maxsplit=1)[0].strip()

    def tier_at(self, slide: Slide) -> Tier | None:
        """The tier that the slider's text names."""
        return self.tier(self.named_at(slide))
