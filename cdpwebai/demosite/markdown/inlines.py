"""What stands inside a paragraph: emphasis, code, links, maths, citation marks.

Pure. A reading by recursive descent of what chat answers hold, not all of CommonMark: text that is cut in the middle of
a mark, as while it streams, is simply text. Above: ``blocks``.
"""

from __future__ import annotations

import re
import unicodedata

from cdpwebai.demosite.markdown.citations import MARK
from cdpwebai.demosite.markdown.tree import Node, Spelt

__all__ = ["inlines"]

ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
ADDRESS = re.compile(r"https?://[^\s<>\"]+")
ANGLE = re.compile(r"<(https?://[^\s<>]+|mailto:[^\s<>]+)>")
TARGET = re.compile(r'\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s+"[^"\n]*")?\s*\)')
MATHS = re.compile(r"\$(?=[^\s$])((?:\\.|[^$\\\n])*?[^\s$\\]|[^\s$\\])\$(?!\d)")
BRACKET_MATHS = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
BREAK = re.compile(r" {2,}\n[ \t]*")
EMPHASIS = {1: "em", 2: "strong"}


def inlines(source: Spelt) -> tuple[Node, ...]:
    """The nodes of ``source``, in order and without gaps."""
    return _Reader(source).read(0, len(source.text))


def _is_space(char: str) -> bool:
    return not char or char.isspace()


def _is_punctuation(char: str) -> bool:
    return bool(char) and unicodedata.category(char)[0] in "PS"


class _Reader:
    def __init__(self, source: Spelt) -> None:
        self.source = source
        self.text = source.text

    def read(self, low: int, high: int) -> tuple[Node, ...]:
        nodes: list[Node] = []
        plain = at = low
        while at < high:
            found = self._special(at, high)
            if found is None:
                at += 1
                continue
            nodes += self._plain(plain, at)
            node, at = found
            nodes.append(node)
            plain = at
        return (*nodes, *self._plain(plain, high))

    def _plain(self, low: int, high: int) -> list[Node]:
        return [self._node("text", low, high, text=self.text[low:high])] if low < high else []

    def _node(
        self, kind: str, low: int, high: int, *, children: tuple[Node, ...] = (), text: str = "", info: str = ""
    ) -> Node:
        return Node(kind, self.source.start(low), self.source.end(high), children, text, info)

    def _special(self, at: int, high: int) -> tuple[Node, int] | None:
        """The marked-up node that begins at ``at``, and where it ends."""
        match self.text[at]:
            case "\\":
                return self._backslash(at, high)
            case "`":
                return self._code(at, high)
            case "$":
                return self._maths(at, high)
            case "[":
                return self._link(at, high)
            case "<":
                return self._matched(ANGLE, at, high, "a")
            case "h":
                return self._bare_address(at, high)
            case " ":
                return self._matched(BREAK, at, high, "br")
            case "\ue200":
                return self._matched(MARK, at, high, "citation")
            case "*" | "_" | "~":
                return self._emphasis(at, high)
            case _:
                return None

    def _matched(self, pattern: re.Pattern[str], at: int, high: int, kind: str) -> tuple[Node, int] | None:
        found = pattern.match(self.text, at, high)
        if found is None:
            return None
        if kind != "a":
            return self._node(kind, at, found.end(), text=found[0]), found.end()
        label = self._node("text", found.start(1), found.end(1), text=found[1])
        return self._node("a", at, found.end(), children=(label,), info=found[1]), found.end()

    def _backslash(self, at: int, high: int) -> tuple[Node, int] | None:
        maths = BRACKET_MATHS.match(self.text, at, high)
        if maths:
            return self._node("math", at, maths.end(), text=(maths[1] or maths[2]).strip()), maths.end()
        following = self.text[at + 1 : min(at + 2, high)]
        if following == "\n":
            return self._node("br", at, at + 2), at + 2
        if following in ESCAPABLE and following:
            return self._node("text", at, at + 2, text=following), at + 2
        return None

    def _code(self, at: int, high: int) -> tuple[Node, int] | None:
        ticks = self._run(at, high)
        closing = re.compile(rf"(?<!`)`{{{ticks}}}(?!`)").search(self.text, at + ticks, high)
        if closing is None:
            return None
        inner = self.text[at + ticks : closing.start()].replace("\n", " ")
        padded = inner.startswith(" ") and inner.endswith(" ") and inner.strip()
        return self._node("code", at, closing.end(), text=inner[1:-1] if padded else inner), closing.end()

    def _maths(self, at: int, high: int) -> tuple[Node, int] | None:
        if self.text.startswith("$$", at):
            closing = self.text.find("$$", at + 2, high)
            if closing > at + 2:
                return self._node("math", at, closing + 2, text=self.text[at + 2 : closing].strip()), closing + 2
            return None
        found = MATHS.match(self.text, at, high)
        return (self._node("math", at, found.end(), text=found[1]), found.end()) if found else None

    def _link(self, at: int, high: int) -> tuple[Node, int] | None:
        closing = self._closing_bracket(at, high)
        target = TARGET.match(self.text, closing + 1, high) if closing else None
        if not target:
            return None
        label = self.read(at + 1, closing)
        return self._node("a", at, target.end(), children=label, info=target[1]), target.end()

    def _closing_bracket(self, at: int, high: int) -> int:
        """Where the bracket that opens at ``at`` is closed, 0 when it is not."""
        depth = 0
        while at < high:
            depth += {"[": 1, "]": -1}.get(self.text[at], 0)
            if depth == 0:
                return at
            at = self._past(at, high)
        return 0

    def _bare_address(self, at: int, high: int) -> tuple[Node, int] | None:
        found = ADDRESS.match(self.text, at, high)
        if not found or (at and self.text[at - 1].isalnum()):
            return None
        address = found[0].rstrip(".,:;!?*_~'")
        if address.endswith(")") and address.count("(") < address.count(")"):
            address = address[:-1]
        end = at + len(address)
        label = self._node("text", at, end, text=address)
        return self._node("a", at, end, children=(label,), info=address), end

    def _run(self, at: int, high: int) -> int:
        """How often the character at ``at`` stands there in a row."""
        end = at
        while end < high and self.text[end] == self.text[at]:
            end += 1
        return end - at

    def _emphasis(self, at: int, high: int) -> tuple[Node, int] | None:
        mark, length = self.text[at], self._run(at, high)
        if not self._opens(at, length, high):
            return None
        for size in (2,) if mark == "~" else (1, 2) if length == 3 else (2, 1):
            closing = self._closer(at, size, high) if length >= size else 0
            if closing:
                kind = "del" if mark == "~" else EMPHASIS[size]
                inner = self.read(at + size, closing)
                return self._node(kind, at, closing + size, children=inner), closing + size
        return None

    def _around(self, at: int, length: int, high: int) -> tuple[str, str]:
        return self.text[at - 1 : at] if at else "", self.text[at + length : min(at + length + 1, high)]

    def _opens(self, at: int, length: int, high: int) -> bool:
        before, after = self._around(at, length, high)
        if _is_space(after) or (self.text[at] == "_" and before.isalnum()):
            return False
        return not _is_punctuation(after) or _is_space(before) or _is_punctuation(before)

    def _closes(self, at: int, length: int, high: int) -> bool:
        before, after = self._around(at, length, high)
        if _is_space(before) or (self.text[at] == "_" and after.isalnum()):
            return False
        return not _is_punctuation(before) or _is_space(after) or _is_punctuation(after)

    def _closer(self, opener: int, size: int, high: int) -> int:
        """Where the mark that closes the one at ``opener`` begins, 0 when none does."""
        mark, at = self.text[opener], opener + size
        at += self._run(at, high) if at < high and self.text[at] == mark else 0
        while at < high:
            if self.text[at] != mark:
                at = self._past(at, high)
                continue
            length = self._run(at, high)
            if length in {size, 3} and self._closes(at, length, high):
                return at + length - size
            at += length
        return 0

    def _past(self, at: int, high: int) -> int:
        """Past the character at ``at``, or past the code, maths or target there, in which marks count for nothing."""
        found = None
        match self.text[at]:
            case "\\":
                found = self._backslash(at, high)
            case "`":
                found = self._code(at, high)
            case "$":
                found = self._maths(at, high)
            case "h":
                found = self._bare_address(at, high)
            case "]":
                target = TARGET.match(self.text, at + 1, high)
                return target.end() if target else at + 1
            case _:
                pass
        return found[1] if found else at + 1
