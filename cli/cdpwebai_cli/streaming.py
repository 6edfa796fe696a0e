"""``--stream``: provisional text while an answer grows. On a terminal's stderr, or as JSON lines on stdout.

Below the chat commands, beside ``progress``. It is never the answer: that comes last, on stdout.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager

from cdpwebai.flows.poll import Progress
from cdpwebai_cli.progress import told
from cdpwebai_cli.reporting import print_line

__all__ = ["grown", "streamed"]

Tell = Callable[[Progress], None]


def streamed(*, as_json: bool) -> AbstractContextManager[Tell]:
    """Give what shows the text. Without a terminal, and without JSON, only the progress is told."""
    if as_json:
        return _as_lines()
    return _on_terminal() if sys.stderr.isatty() else told(quiet=False)


def grown(before: str, text: str) -> str:
    """What to write behind ``before`` to show ``text``: its rest, or all of it on a line of its own when it changed."""
    return text[len(before) :] if text.startswith(before) else f"\n\n{text}"


@contextmanager
def _as_lines() -> Generator[Tell, None, None]:
    shown = ""

    def tell(progress: Progress) -> None:
        nonlocal shown
        if progress.text != shown:
            shown = progress.text
            print_line({"partial": shown})

    yield tell


@contextmanager
def _on_terminal() -> Generator[Tell, None, None]:
    shown = ""

    def tell(progress: Progress) -> None:
        nonlocal shown
        if progress.text != shown:
            sys.stderr.write(grown(shown, progress.text))
            sys.stderr.flush()
            shown = progress.text

    yield tell
    if shown:
        sys.stderr.write("\n\n")
