"""The source being written: pieces in order, places that the page tells, and what each line begins with.

Pure. Between two told places the pieces are fitted into the room between them; where they do not fit, the block they
belong to is blamed. Below: ``fitting``. Above: ``inlines``, ``tables`` and ``blocks``, which write on it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from cdpwebai.providers.chatgpt.markdown.fitting import Choice, Piece, Spelling, Stretch, Words, fit
from cdpwebai.providers.chatgpt.markdown.tree import units

__all__ = ["Block", "Habits", "Tape"]


@dataclass(slots=True)
class Block:
    """The verdict on one block of the answer; ``agrees``: all that the page tells of it fits, and it tells enough."""

    name: str
    start: int | None
    agrees: bool


@dataclass(frozen=True, slots=True)
class Habits:
    """How the author of an answer writes what the page does not tell: formulas in ``$``, formulas with spaces inside
    their marks, headings with a line below."""

    dollars: bool = False
    spaced: bool = False
    underlined: bool = False


class Tape:
    """``at`` is the last told place, None before the first; ``formulas`` are the first characters of the formulas, ""
    for one that did not fit; ``cited`` counts citations."""

    def __init__(self, at: int | None, habits: Habits) -> None:
        self.at = at
        self.habits = habits
        self.cited = 0
        self.blocks: list[Block] = []
        self.frames: list[str] = []
        self.formulas: set[str] = set()
        self._pending: list[Piece] = []
        self._open: list[Block] = []
        self._entering = False
        self._out: list[str] = []

    @property
    def prefix(self) -> str:
        """What the next line begins with: the marks of quotes, the indentation of items."""
        return "".join(self.frames)

    @property
    def is_settled(self) -> bool:
        """Whether all that was written ends at a told place."""
        return self.at is not None and not self._pending

    @property
    def text(self) -> str:
        return "".join(self._out)

    @contextmanager
    def framed(self, frame: str) -> Generator[None]:
        self.frames.append(frame)
        yield
        self.frames.pop()

    def put(self, text: str, length: int | None = None) -> None:
        """What can be written in one way only. ``length`` in the source, when that has something else there."""
        self._pending.append(Spelling(text, units(text) if length is None else length))

    def words(self, text: str, needed: Sequence[int] = ()) -> None:
        self._pending.append(Words(text, needed))

    def choose(self, family: str, *options: Spelling | str, weight: int = 2) -> Choice:
        """What can be written in several ways, the likeliest first."""
        choice = Choice(family, [Spelling.of(one) if isinstance(one, str) else one for one in options], weight)
        self._pending.append(choice)
        return choice

    def stretch(self, usual: Spelling, spell: Callable[[int], str | None]) -> None:
        self._pending.append(Stretch(usual, spell))

    def begin(self, block: Block) -> None:
        """All that follows belongs to ``block``, up to the next call."""
        if self._pending:
            self._open.append(self.blocks[-1])
        self._entering = True
        self.blocks.append(block)

    def reach(self, place: int | None) -> None:
        """``place`` of the source is here: fit what stands before it."""
        if place is None:
            return
        fits = self.at is None or fit(self._pending, place - self.at)
        if not fits:
            self._blame()
        self.formulas.update(piece.spelling.text[:fits] for piece in self._pending if _is_formula(piece))
        self._write()
        self.at = place
        self._open.clear()
        self._entering = False

    def finish(self) -> None:
        """The end of the page's answer, which is not told: what no told place follows is not known to be all."""
        if self._pending:
            self._blame()
        self._write()

    def _write(self) -> None:
        self._out += [piece.spelling.text for piece in self._pending]
        self._pending.clear()

    def _blame(self) -> None:
        """What did not fit belongs to the blocks that have no told end, else to the one that is being written. The gap
        behind a block that is wrong already is not its follower's fault."""
        before, current = self.blocks[-2:-1], self.blocks[-1]
        if self._entering and before and not before[0].agrees:
            return
        for block in self._open if self._entering and self._open else (*self._open, current):
            block.agrees = False


def _is_formula(piece: Piece) -> bool:
    return isinstance(piece, Choice) and piece.family == "maths"
