"""Looking: what a document and the view of a frame can both be asked.

Row 4. A look is one round trip and reads only: it never clicks, focuses, scrolls or writes. Whatever goes wrong with it
is Unknown with a reason; only a mistake of the caller raises. How the question reaches the page is the subclass's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from cdpwebai.cdp import Session
from cdpwebai.errors import InputError
from cdpwebai.page.library import Library
from cdpwebai.page.probe import decode_probe
from cdpwebai.page.readers import Reader, ValueReader
from cdpwebai.verdict import Known, Reason, Unknown, Verdict
from cdpwebai.wire.look import Question

__all__ = ["LOOK_LIMIT", "PLACE", "TEXTS", "Looks", "Place"]

A = TypeVar("A")

LOOK_LIMIT = 5.0
"""Seconds for one look, where the caller says nothing else."""

GONE = (Reason.DISCONNECTED, Reason.CRASHED, Reason.DETACHED)
"""Unknown to a plan, an error to its driver: who was asked is no longer there."""


class Place(msgspec.Struct, frozen=True):
    """Which document it is; ``state``: loading, interactive, complete."""

    url: str
    title: str
    state: str


PLACE = ValueReader("place", Place)
"""Which document is shown, and how far it has loaded."""

TEXTS = ValueReader("texts", list[str])
"""The texts of the visible elements that match a selector (its argument), in document order."""


class Looks(ABC):
    """What can be asked. ``cdp`` is the session that it goes to, ``library`` holds the readers."""

    def __init__(self, cdp: Session, library: Library) -> None:
        self.cdp = cdp
        self.library = library

    @abstractmethod
    async def ask(self, question: Question, timeout: float) -> Any | Unknown:
        """One look: the value of the page, not decoded yet, or why there is none within ``timeout`` seconds."""

    async def look(self, reader: Reader[A], *args: Any, timeout: float = LOOK_LIMIT) -> A | Unknown:
        """Ask one reader of the library. Raises ValueError, at once, for one that the library does not have."""
        self.library.check(reader.name, "asks")
        answer = await self.ask(Question(library=self.library.hash, reader=reader.name, args=args), timeout)
        return answer if isinstance(answer, Unknown) else reader.answer(answer)

    async def probe(
        self, selector: str | Sequence[str], *, within: str | None = None, timeout: float = LOOK_LIMIT
    ) -> Verdict:
        """Look once: does one of the selectors match something that a person would see?

        Visible is a box larger than nothing, shown by ``display`` and ``visibility``, with an opacity above 0 on it and
        on its ancestors. Elements off the screen or under others are visible. Open shadow roots are looked into,
        frames are not: they have views of their own. ``within``: look only below what matches this selector; Unknown
        ("no-anchor") when nothing does. ``timeout`` in seconds; when it passes the answer is Unknown("deadline").

        Raises:
            SelectorError: a selector does not parse.
            InputError: there is no selector.
            Gone: the tab, the browser or the connection is no longer there.
        """
        selectors = [selector] if isinstance(selector, str) else list(selector)
        if not selectors:
            raise InputError("no selector was given, so there is nothing to look for")
        question = Question(library=self.library.hash, reader="probe", args=(selectors, within))
        answer = await self.ask(question, timeout)
        if isinstance(answer, Unknown):
            self._raise_gone(answer)
            return answer
        return decode_probe(answer, selectors, within)

    async def texts(self, selector: str, *, timeout: float = LOOK_LIMIT) -> Known[list[str]] | Unknown:
        """The texts of the visible elements that match, in document order, as a person reads them."""
        return await self.look(TEXTS, selector, timeout=timeout)

    def _raise_gone(self, answer: Unknown) -> None:
        gone = self.cdp.gone
        if gone is not None and answer.reason in GONE:
            raise gone
