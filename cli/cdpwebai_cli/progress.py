"""How the waiting for an answer is told on stderr: a live line on a terminal, else a plain line every 30 seconds.

Below the chat commands. It shows provisional figures and never the answer, which is stdout's.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from cdpwebai.flows.plan_activity import Activity
from cdpwebai.flows.poll import Progress
from cdpwebai_cli.reporting import note

__all__ = ["PLAIN_EVERY", "STANDS_STILL", "Standing", "told", "waiting"]

PLAIN_EVERY = 30.0
"""Seconds between two plain lines."""

STANDS_STILL = 20.0
"""Seconds without a change of the text after which a line says so; whatever else moves in the page is no progress."""

WORDS: dict[Activity, str] = {"strong": "answering", "weak": "thinking", "none": "settling", "unknown": "cannot tell"}

Tell = Callable[[Progress], None]


@contextmanager
def told(*, quiet: bool) -> Generator[Tell, None, None]:
    """Give what tells of progress, and take a live line away at the end."""
    if quiet:
        yield lambda _: None
    elif sys.stderr.isatty():
        with _live() as tell:
            yield tell
    else:
        yield _plain()


def waiting(*, quiet: bool) -> Callable[[str], None]:
    """What tells what is waited for before a prompt may be sent."""
    return (lambda _: None) if quiet else note


class Standing:
    """How it stands with one answer: state, seconds, characters, and for how long the text has been the same."""

    def __init__(self) -> None:
        self._text = ""
        self._since = 0.0

    def line(self, progress: Progress) -> str:
        if progress.text != self._text:
            self._text, self._since = progress.text, progress.seconds
        still = progress.seconds - self._since
        said = f"{WORDS[progress.activity]}, {progress.seconds:.0f} s, {len(progress.text)} characters"
        return f"{said}, no progress for {still:.0f} s" if still >= STANDS_STILL else said


@contextmanager
def _live() -> Generator[Tell, None, None]:
    from rich.console import Console  # costs more than the rest of the program, and only a terminal needs it

    with Console(stderr=True).status("sending") as status:
        standing = Standing()
        yield lambda progress: status.update(standing.line(progress))


def _plain() -> Tell:
    last = 0.0
    standing = Standing()

    def tell(progress: Progress) -> None:
        nonlocal last
        said = standing.line(progress)
        if progress.seconds - last >= PLAIN_EVERY:
            last = progress.seconds
            note(said)

    return tell
