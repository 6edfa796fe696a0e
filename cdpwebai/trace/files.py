"""Trace files: read one whole, write one line by line. Compressed when the name ends in ``.gz``.

Row 2. The only part of ``trace`` that touches the disk. What the lines mean is ``format``.
"""

from __future__ import annotations

import io
import os
import time
import zlib
from pathlib import Path

from cdpwebai.errors import InputError, TraceError
from cdpwebai.trace.format import Trace, parse_trace

__all__ = ["TraceFile", "read_trace"]

GZIP = 31
"""zlib's number for gzip's own frame around the data."""

FLUSH_SECONDS = 1.0
FLUSH_BYTES = 64 * 1024
"""A compressed trace reaches the disk this often, or after this much; flushing each message would undo the packing."""


def read_trace(path: str | Path, *, cut_ok: bool = False) -> Trace:
    """Read a trace file. Raises TraceError for one that cannot be read, is none, damaged, cut, or too new.

    ``cut_ok``: take what is there of a trace that was cut off.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TraceError(f"the trace {path} cannot be read: {error.strerror}") from None
    return parse_trace(_unpacked(path, data) if path.suffix == ".gz" else data, name=str(path), cut_ok=cut_ok)


def _unpacked(path: Path, data: bytes) -> bytes:
    """What the file holds, however much of it: a cut one shows by its lines."""
    try:
        return zlib.decompressobj(wbits=GZIP).decompress(data)
    except zlib.error as error:
        raise TraceError(f"{path} is damaged or no gzip file ({error}): take an undamaged copy") from None


class TraceFile:
    """A new trace file that only its owner can read (0600). It never takes the place of a file that exists.

    Raises InputError when the file cannot be made. A plain file holds every line at once when ``write`` returns; a
    compressed one FLUSH_SECONDS later at most, provided that something is written then.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self._file = io.FileIO(self.path, "xb", opener=_open_private)
        except FileExistsError:
            raise InputError(f"{self.path} exists: choose another name for the trace, or remove it") from None
        except OSError as error:
            raise InputError(f"the trace {self.path} cannot be written: {error.strerror}") from None
        self._packer = zlib.compressobj(wbits=GZIP) if self.path.suffix == ".gz" else None
        self._held = 0
        self._flushed = time.monotonic()

    def write(self, data: bytes) -> None:
        """Add whole lines. Raises OSError as the disk does."""
        if self._packer is None:
            self._store(data)
            return
        self._store(self._packer.compress(data))
        self._held += len(data)
        if self._held >= FLUSH_BYTES or time.monotonic() - self._flushed >= FLUSH_SECONDS:
            self._store(self._packer.flush(zlib.Z_SYNC_FLUSH))
            self._held, self._flushed = 0, time.monotonic()

    def close(self) -> None:
        """Write what is held, and close. A second call does nothing. Raises OSError as the disk does."""
        if self._file.closed:
            return
        with self._file:
            if self._packer is not None:
                self._store(self._packer.flush())

    def _store(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self._file.write(view) :]


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
