"""An answer as it grows, for one who reads along: the newest provisional text, and the answer or the error last.

Row 7, below ``chat``. Only the newest text is kept: a slow reader misses some of them, never the end.
"""

from __future__ import annotations

import msgspec
import trio

from cdpwebai.flows.poll import Progress
from cdpwebai.records import Answer

__all__ = ["Part", "Parts"]


class Part(msgspec.Struct, frozen=True):
    """Provisional text of an answer that is still growing, ``seconds`` after the send; never taken for the answer."""

    text: str
    seconds: float


class Parts:
    """What ``query`` tells, on its way to one reader."""

    def __init__(self) -> None:
        self._told = ""
        self._newest: Part | None = None
        self._end: Answer | Exception | None = None
        self._more = trio.Event()

    def tell(self, progress: Progress) -> None:
        """Take in a look at the answer; the same text once more is nothing new."""
        if progress.text != self._told:
            self._told = progress.text
            self._newest = Part(progress.text, progress.seconds)
            self._more.set()

    def end(self, end: Answer | Exception) -> None:
        """Take in what it came to."""
        self._end = end
        self._more.set()

    async def next(self) -> Part | Answer:
        """The newest text that was not given out yet, else the answer. Raises the error that it ended with."""
        while True:
            await self._more.wait()
            self._more = trio.Event()
            part, self._newest = self._newest, None
            if part is not None:
                self._more.set()
                return part
            match self._end:
                case Exception() as error:
                    raise error
                case Answer() as answer:
                    return answer
                case None:
                    pass
