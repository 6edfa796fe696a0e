"""Tables: bars, padding, and the row of dashes that the page does not show.

Pure. Writes on a ``tape``. The page tells a cell's range in one of two ways: from its bar to the next one (the live
site), or of its content alone. Above: ``blocks``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product, zip_longest

from cdpwebai.providers.chatgpt.markdown.fitting import Spelling
from cdpwebai.providers.chatgpt.markdown.inlines import write_inlines
from cdpwebai.providers.chatgpt.markdown.tape import Tape
from cdpwebai.providers.chatgpt.markdown.tree import Node

__all__ = ["write_table"]

WIDTHS = {"left": 4, "right": 4, "center": 5}
"""How wide the dashes of an aligned column usually are, colons included; of the others three."""


def write_table(tape: Tape, table: Node) -> None:
    """Write a table; its first row is the head."""
    head, *body = table.children
    write = _write_barred if _is_barred(table) else _write_bare
    padded = _padded_columns(table)
    tape.reach(table.start)
    write(tape, head, padded)
    _new_line(tape)
    ways = _Dashes(head)
    tape.stretch(Spelling.of(ways.usual), ways.any_long if body else ways.well_known)
    for row in body:
        _new_line(tape)
        write(tape, row, padded)
    tape.reach(table.end)


def _new_line(tape: Tape) -> None:
    tape.put(f"\n{tape.prefix}")


def _is_barred(table: Node) -> bool:
    """Whether cells are told with their bars: each begins where the one before it ends, and the first with its row."""
    return all(
        row.children[0].start == row.start and all(a.end == b.start for a, b in pairwise(row.children))
        for row in table.children
        if row.start is not None
    ) and all(cell.start is not None for row in table.children for cell in row.children)


def _padded_columns(table: Node) -> list[bool]:
    """For each column, whether its cells are all as wide: then what a cell lacks is padding."""
    columns = zip_longest(*(row.children for row in table.children))
    widths = [{_width(cell) for cell in column if cell is not None} for column in columns]
    return [len(table.children) > 1 and len(column) == 1 for column in widths]


def _width(cell: Node) -> int | None:
    return None if cell.start is None or cell.end is None else cell.end - cell.start


def _write_barred(tape: Tape, row: Node, padded: Sequence[bool]) -> None:
    tape.reach(row.start)
    last = len(row.children) - 1
    for number, cell in enumerate(row.children):
        tape.reach(cell.start)
        tape.put("|")
        is_right = cell.info == "right"
        _pad(tape, loose=is_right and padded[number])
        write_inlines(tape, cell.children, place="cell")
        if cell.children:
            _pad(tape, loose=not is_right and padded[number])
        if number == last:
            tape.put("|")
        tape.reach(cell.end)
    tape.reach(row.end)


def _pad(tape: Tape, *, loose: bool) -> None:
    if loose:
        tape.stretch(Spelling.of(" "), lambda length: " " * length if length >= 0 else None)
    else:
        tape.put(" ")


def _write_bare(tape: Tape, row: Node, _padded: Sequence[bool]) -> None:
    """Between two told contents are bars and spaces only, as many as there is room for."""
    tape.reach(row.start)
    bar, usual, before = _first_bar, "| ", row.start
    for cell in row.children:
        _write_bar(tape, usual, bar, told=None not in (before, cell.start))
        tape.reach(cell.start)
        write_inlines(tape, cell.children, place="cell")
        tape.reach(cell.end)
        bar, usual, before = _right_bar if cell.info == "right" else _bar, " | ", cell.end
    _write_bar(tape, " |", _last_bar, told=None not in (before, row.end))
    tape.reach(row.end)


def _write_bar(tape: Tape, usual: str, spell: Callable[[int], str | None], *, told: bool) -> None:
    if told:
        tape.stretch(Spelling.of(usual), spell)
    else:
        tape.put(usual)


def _first_bar(length: int) -> str | None:
    return f"|{' ' * (length - 1)}" if length else ""


def _bar(length: int) -> str | None:
    return f"{' ' * (length - 2)}| " if length > 1 else "|" if length else None


def _right_bar(length: int) -> str | None:
    return f" |{' ' * (length - 2)}" if length > 1 else "|" if length else None


def _last_bar(length: int) -> str | None:
    return f"{' ' * (length - 1)}|" if length else ""


class _Dashes:
    """The row under the head: which ways there are to write it with so many characters."""

    def __init__(self, head: Node) -> None:
        self.alignments = [cell.info for cell in head.children]
        self.widths = [WIDTHS.get(alignment, 3) for alignment in self.alignments]
        self.narrow = [3] * len(self.widths)
        self.under = _under(head)

    @property
    def usual(self) -> str:
        return _row(self.alignments, self.widths, " ")

    def well_known(self, length: int) -> str | None:
        """As usual, with three characters a cell, or with the bars under those of the head; with spaces or without."""
        for widths, space in product((self.widths, self.under, self.narrow), (" ", "")):
            if widths and length == _length(widths, space):
                return _row(self.alignments, widths, space)
        return None

    def any_long(self, length: int) -> str | None:
        """In a way that is well known, or with the dashes spread evenly: what a told row follows hides nothing."""
        known = self.well_known(length)
        least = [width - 2 for width in self.widths]
        for widths, space in ((self.narrow, " "), (self.narrow, ""), (least, "")):
            spare = length - _length(widths, space)
            if known is None and spare >= 0:
                known = _row(self.alignments, _spread(widths, spare), space)
        return known


def _row(alignments: Sequence[str], widths: Sequence[int], space: str) -> str:
    cells = (f"{space}{_rule(*cell)}{space}" for cell in zip(alignments, widths, strict=True))
    return f"|{'|'.join(cells)}|"


def _rule(alignment: str, width: int) -> str:
    left = ":" if alignment in {"left", "center"} else ""
    right = ":" if alignment in {"right", "center"} else ""
    return f"{left}{'-' * (width - len(left) - len(right))}{right}"


def _length(widths: Sequence[int], space: str) -> int:
    return 1 + sum(width + 1 + 2 * len(space) for width in widths)


def _spread(widths: Sequence[int], spare: int) -> list[int]:
    each, rest = divmod(spare, len(widths))
    return [width + each + (number < rest) for number, width in enumerate(widths)]


def _under(head: Node) -> list[int]:
    """How many dashes stand under each cell when the bars are where the head has them; none when that is not told."""
    starts = [cell.start for cell in head.children]
    if head.start is None or head.end is None or None in starts:
        return []
    bars = [head.start, *(start - 2 for start in starts[1:] if start is not None), head.end - 1]
    if starts[0] == head.start:  # told with their bars
        bars = [*(start for start in starts if start is not None), head.end - 1]
    widths = [right - left - 3 for left, right in pairwise(bars)]
    return widths if min(widths) >= 3 else []
