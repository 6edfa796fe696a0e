"""Spellings that fit: of all ways to write what lies between two known places of the source, the one that is as long.

Pure. HTML does not say how its Markdown was written: ``$x$`` or ``\\(x\\)``, a star or an escaped star, one blank line
or two. Between two places that the page tells, the number of characters is known, and mostly one spelling has it.
Below: ``escapes``. Above: ``tape``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import islice, product
from operator import mul
from typing import Final, NamedTuple

from cdpwebai.providers.chatgpt.markdown.escapes import same_kind
from cdpwebai.providers.chatgpt.markdown.tree import units

__all__ = ["Choice", "Piece", "Spelling", "Stretch", "Words", "fit"]

MOST_TRIED: Final = 500
"""Combinations of spellings that are tried between two places; a sane answer needs a handful."""


class Spelling(NamedTuple):
    """One way to write something, and how long it is in the source: what is left out on purpose still counts there."""

    text: str
    length: int

    @classmethod
    def of(cls, text: str) -> Spelling:
        return cls(text, units(text))

    @property
    def spelling(self) -> Spelling:
        return self


class Choice:
    """Something with several spellings, the likeliest first; each step away from it costs ``weight``. Choices of one
    ``family`` are spelt alike."""

    __slots__ = ("family", "options", "picked", "weight")

    def __init__(self, family: str, options: Sequence[Spelling], weight: int) -> None:
        self.family = family
        self.options = options
        self.weight = weight
        self.picked = 0

    @property
    def spelling(self) -> Spelling:
        return self.at(self.picked)

    def at(self, pick: int) -> Spelling:
        return self.options[min(pick, len(self.options) - 1)]


class Words:
    """Literal text, of which the characters at ``needed`` would be misread without a backslash."""

    __slots__ = ("escaped", "length", "needed", "text")

    def __init__(self, text: str, needed: Sequence[int] = ()) -> None:
        self.text = text
        self.needed = needed
        self.escaped = needed
        self.length = units(text)

    @property
    def spelling(self) -> Spelling:
        if not self.escaped:
            return Spelling(self.text, self.length)
        parts = [self.text[low:high] for low, high in zip([0, *self.escaped], [*self.escaped, None], strict=True)]
        return Spelling("\\".join(parts), self.length + len(self.escaped))


class Stretch:
    """Something that can be as long as there is room; ``spell`` gives None where it cannot be so long."""

    __slots__ = ("spell", "spelling")

    def __init__(self, usual: Spelling, spell: Callable[[int], str | None]) -> None:
        self.spelling = usual
        self.spell = spell


Piece = Spelling | Choice | Words | Stretch


def fit(pieces: Sequence[Piece], room: int) -> bool:
    """Spell ``pieces`` so that they fill ``room`` exactly. False: they cannot, and are spelt in the usual way."""
    if room == sum(piece.spelling.length for piece in pieces):
        return True
    gap = _Gap(pieces)
    best: tuple[int, tuple[int, ...], _Filling] | None = None
    for cost, picks in gap.ways():
        if best is not None and best[0] <= cost:
            break
        filling = gap.filling(room - gap.length(picks))
        if filling and (best is None or cost + filling.cost < best[0]):
            best = cost + filling.cost, picks, filling
    if best is None:
        return False
    gap.spell(best[1], best[2])
    return True


class _Filling(NamedTuple):
    """How the words, and what can be stretched, take up the room that is left; the likelier the cheaper."""

    cost: int
    escaped: Sequence[Sequence[int]]
    stretched: str | None = None


class _Gap:
    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.words = [piece for piece in pieces if isinstance(piece, Words)]
        self.stretch = next((piece for piece in pieces if isinstance(piece, Stretch)), None)
        self.families: dict[str, list[Choice]] = {}
        self.fixed = sum(word.length for word in self.words)
        for piece in pieces:
            if isinstance(piece, Choice) and len(piece.options) > 1:
                self.families.setdefault(piece.family, []).append(piece)
            elif not isinstance(piece, Words):
                self.fixed += piece.spelling.length
        self.lengths = [_lengths(choices) for choices in self.families.values()]

    def ways(self) -> list[tuple[int, tuple[int, ...]]]:
        """Which option for each family, with its cost, the likeliest first."""
        weights = [choices[0].weight for choices in self.families.values()]
        tried = islice(product(*(range(len(lengths)) for lengths in self.lengths)), MOST_TRIED)
        return sorted((sum(map(mul, weights, picks)), picks) for picks in tried)

    def length(self, picks: Sequence[int]) -> int:
        return self.fixed + sum(lengths[pick] for lengths, pick in zip(self.lengths, picks, strict=True))

    def filling(self, left: int) -> _Filling | None:
        needed = [word.needed for word in self.words]
        need = sum(map(len, needed))
        if left == need:
            return _Filling(0, needed)
        if left == 0:
            return _Filling(1, [() for _ in needed])
        if self.stretch:
            text = self.stretch.spell(self.stretch.spelling.length + left - need)
            return _Filling(1, needed, text) if text is not None else None
        # One without need explains as much as one that is missing, so nothing.
        if 1 < left <= sum(word.length for word in self.words):
            return next((_Filling(3, escaped) for escaped in self.by_kind if sum(map(len, escaped)) == left), None)
        return None

    @cached_property
    def by_kind(self) -> list[list[Sequence[int]]]:
        """For each kind of character in the words: where it stands, alone and beside what needs a backslash; those
        that need one first."""
        kinds = [same_kind(word.text) for word in self.words]
        names = sorted({name for found in kinds for name in found})
        needed = [word.needed for word in self.words]
        alone: list[list[Sequence[int]]] = [[found.get(name, []) for found in kinds] for name in names]
        alone.sort(key=lambda one: not all(set(a) <= set(b) for a, b in zip(one, needed, strict=True)))
        return alone + [[sorted({*a, *b}) for a, b in zip(one, needed, strict=True)] for one in alone]

    def spell(self, picks: Sequence[int], filling: _Filling) -> None:
        for choices, pick in zip(self.families.values(), picks, strict=True):
            for choice in choices:
                choice.picked = pick
        for word, escaped in zip(self.words, filling.escaped, strict=True):
            word.escaped = escaped
        if self.stretch and filling.stretched is not None:
            self.stretch.spelling = Spelling.of(filling.stretched)


def _lengths(choices: Sequence[Choice]) -> list[int]:
    """How long a family is by each of its options; a choice with fewer of them stays at its last."""
    most = max(len(choice.options) for choice in choices)
    return [sum(choice.at(pick).length for choice in choices) for pick in range(most)]
