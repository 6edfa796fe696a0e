"""Ends what we started when the interpreter goes without unwinding: SIGTERM, SIGHUP, or an exit over abandoned tasks.

Row 3. The context managers of ``process`` and ``launch`` are the rule; this is for the ends that run no ``finally``.
Signals are only taken while something is registered, only in the main thread, and only where nobody else has
taken them: a program that handles SIGTERM itself unwinds, and needs none of this. SIGKILL leaves no chance; for what
follows it see ``ownership``.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import threading
from collections.abc import Callable, Generator
from types import FrameType

__all__ = ["last_resort"]

SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

_registered: dict[object, tuple[int, Callable[[], None]]] = {}


@contextlib.contextmanager
def last_resort(end: Callable[[], None]) -> Generator[None, None, None]:
    """Have ``end`` called, the latest registered first, should this process go while the block runs."""
    key = object()
    _registered[key] = (os.getpid(), end)
    _take_signals()
    try:
        yield
    finally:
        del _registered[key]
        if not _registered:
            _give_signals_back()


def _end_all() -> None:
    for key, (pid, end) in reversed(list(_registered.items())):
        del _registered[key]
        if pid == os.getpid():  # a fork has the table too, and nothing in it is the fork's
            with contextlib.suppress(Exception):  # the others shall be ended all the same
                end()


def _on_signal(number: int, _frame: FrameType | None) -> None:
    _end_all()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)  # die of it, so that the exit status tells the truth


def _take_signals() -> None:
    if threading.current_thread() is threading.main_thread():
        for number in SIGNALS:
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _on_signal)


def _give_signals_back() -> None:
    if threading.current_thread() is threading.main_thread():
        for number in SIGNALS:
            if signal.getsignal(number) is _on_signal:
                signal.signal(number, signal.SIG_DFL)


atexit.register(_end_all)
