"""The pipe to a browser that we launched (``--remote-debugging-pipe``): no port, no masking, a NUL after each message.

Row 2. It knows no processes and not the numbers 3 and 4: the browser layer makes the pipes and hands over its ends.
trio's FdStream owns the descriptors; reading and writing go by ``descriptor``, which tells how much has gone.
"""

from __future__ import annotations

from collections.abc import Sequence

import trio

from cdpwebai.transport.base import TransportClosed
from cdpwebai.transport.descriptor import SMALL, read_some, size_after, write_some

__all__ = ["PipeTransport"]


class PipeTransport:
    """Reads from one file descriptor and writes to another; both belong to it from now on. Not on Windows."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._reader = trio.lowlevel.FdStream(read_fd)
        self._writer = trio.lowlevel.FdStream(write_fd)
        self._unfinished: list[bytes] = []
        self._size = SMALL  # of the next read
        self._end: str | None = None

    def __repr__(self) -> str:
        return f"<PipeTransport: {self._end or 'open'}>"

    async def send(self, messages: Sequence[bytes]) -> None:
        """Write all of them. Raises TransportClosed; ValueError for a NUL in a message, which JSON never has."""
        await trio.lowlevel.checkpoint_if_cancelled()
        if self._end is not None:
            raise self._closed()
        data = b"\0".join((*messages, b""))
        if data.count(0) != len(messages):
            raise ValueError("a message holds a NUL, which would cut it in two")
        try:
            await self._write(data)
        except trio.ClosedResourceError:
            raise self._closed() from None
        except OSError as error:
            # not the end for the reader yet: what the browser said before it went is still to be read
            raise TransportClosed(f"the browser no longer reads from the pipe ({error.strerror})") from None

    async def receive(self) -> Sequence[bytes]:
        """Read until a message is whole; return all that are. Raises TransportClosed."""
        while self._end is None:
            if messages := self._split(await self._read()):
                return messages
        raise self._closed()

    async def aclose(self) -> None:
        """Close both ends."""
        self._close("closed on this side")
        await trio.lowlevel.cancel_shielded_checkpoint()

    async def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[await write_some(self._writer, rest) :]
        except trio.Cancelled:
            if len(rest) < len(data):
                self._close("a send was cancelled half way, so the stream is cut")
            raise

    async def _read(self) -> bytes:
        """What has come, b"" at the end."""
        try:
            data = await read_some(self._reader, self._size)
        except (OSError, trio.ClosedResourceError):
            return b""
        self._size = size_after(self._size, len(data))
        return data

    def _split(self, data: bytes) -> list[bytes]:
        """The whole messages, now that ``data`` has come; each byte is looked at once, however long a message is."""
        if not data:
            self._close("the browser closed the pipe" + (" in the middle of a message" if self._unfinished else ""))
            return []
        *whole, rest = data.split(b"\0")
        if whole and self._unfinished:
            whole[0] = b"".join((*self._unfinished, whole[0]))
            self._unfinished = []
        if rest:
            self._unfinished.append(rest)
        return whole

    def _close(self, why: str) -> None:
        if self._end is None:
            self._end = why
        self._reader.close()
        self._writer.close()

    def _closed(self) -> TransportClosed:
        return TransportClosed(self._end or "closed")
