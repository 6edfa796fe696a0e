"""How the waiting for an answer is told on stderr: a live line on a terminal, else a plain line every 30 seconds.

Below the chat commands. It shows provisional figures and never the answer, which is stdout's.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from cdpwebai.flows.poll import Progress
from cdpwebai_cli.reporting import note

__all__ = ["PLAIN_EVERY", "line", "told"]

PLAIN_EVERY = 30.0
"""Seconds between two plain lines."""

WORDS = {"strong": "answering", "none": "settling", "unknown": "cannot tell"}

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


def line(progress: Progress) -> str:
    """State, seconds and characters."""
    return f"{WORDS[progress.activity]}, {progress.seconds:.0f} s, {len(progress.text)} characters"


@contextmanager
def _live() -> Generator[Tell, None, None]:
    from rich.console import Console  # costs more than the rest of the program, and only a terminal needs it

    with Console(stderr=True).status("sending") as status:
        yield lambda progress: status.update(line(progress))


def _plain() -> Tell:
    last = 0.0

    def tell(progress: Progress) -> None:
        nonlocal last
        if progress.seconds - last >= PLAIN_EVERY:
            last = progress.seconds
            note(line(progress))

    return tell
