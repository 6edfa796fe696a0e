"""Where the process begins: Ctrl-C ends it quietly from its first moment on, also while the program is still loaded.

Above ``main``, and nothing else stands above it; it imports nothing of the program before it has seen to that.
"""

from __future__ import annotations

import os
import signal
from types import FrameType

__all__ = ["main"]

INTERRUPTED = 130
"""As ``reporting.INTERRUPTED``, which is not loaded yet."""


def main() -> None:
    """Load the program and run it. Nothing was touched before it is loaded, so Ctrl-C has nothing to say till then."""
    default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if default:  # else somebody wants it otherwise: a shell, of what runs in the background
        signal.signal(signal.SIGINT, _end)
    from cdpwebai_cli.main import main as run

    if default:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)
