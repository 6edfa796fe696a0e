"""Bytes through a file descriptor: wait, then read; write, and wait only for what the kernel did not take.

Row 2, below ``dial`` and ``pipe``. trio's own streams try to read before they wait, and go round the scheduler after
each write; where one small message goes each way at a time that is a quarter of the whole cost of a call. Not on
Windows, where a socket is no file descriptor.
"""

from __future__ import annotations

import os
from typing import Protocol

import trio

__all__ = ["LARGE", "SMALL", "HasDescriptor", "read_some", "size_after", "write_some"]

SMALL = 64 * 1024
"""Bytes of a read in quiet times. A buffer above 128 KiB comes fresh from the kernel, page by page, for each read."""

LARGE = 256 * 1024
"""Bytes of a read while much is coming: after one that was filled."""


class HasDescriptor(Protocol):
    """A file or a socket; ``fileno()`` is -1 once it is closed."""

    def fileno(self) -> int: ...


async def read_some(file: HasDescriptor, size: int) -> bytes:
    """What has come, ``size`` bytes at the most; b"" is the end. A checkpoint; cancelling it loses nothing.

    Raises OSError, and trio.ClosedResourceError when the file was closed on this side.
    """
    while True:
        await trio.lowlevel.wait_readable(_descriptor(file))
        try:
            return os.read(_descriptor(file), size)
        except BlockingIOError:
            continue


async def write_some(file: HasDescriptor, data: bytes | memoryview) -> int:
    """Write as much as fits, at least a byte, and tell how much. A checkpoint only when it has to wait.

    Cancelled, it has written nothing. Raises as ``read_some``.
    """
    while True:
        try:
            return os.write(_descriptor(file), data)
        except BlockingIOError:
            await trio.lowlevel.wait_writable(_descriptor(file))


def size_after(size: int, read: int) -> int:
    """The size of the read that follows one which asked for ``size`` bytes and got ``read``."""
    return LARGE if read == size else SMALL


def _descriptor(file: HasDescriptor) -> int:
    descriptor = file.fileno()
    if descriptor < 0:
        raise trio.ClosedResourceError
    return descriptor
