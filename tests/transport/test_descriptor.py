"""Reading and writing a file descriptor: what waits, what does not, what a cancelled or closed one leaves behind."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import suppress

import pytest
import trio
import trio.testing

from cdpwebai.transport.descriptor import LARGE, SMALL, read_some, size_after, write_some


class End:
    """One end of a pipe, as the transports hold it."""

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self.fd = fd

    def fileno(self) -> int:
        return self.fd

    def twin(self) -> End:
        """The same end of the same pipe under a second number."""
        return End(os.dup(self.fd))

    def close(self) -> None:
        with suppress(OSError):
            os.close(self.fd)
        self.fd = -1

    def fill(self) -> bytes:
        """Write until nothing fits any more; what was written."""
        written = b""
        with suppress(BlockingIOError):
            while True:
                written += b"x" * os.write(self.fd, b"x" * SMALL)
        return written


@pytest.fixture
def pipe() -> Generator[tuple[End, End]]:
    there, here = map(End, os.pipe())
    yield there, here
    there.close()
    here.close()


async def test_a_read_gives_what_is_there_up_to_its_size_and_nothing_at_the_end(pipe: tuple[End, End]) -> None:
    there, here = pipe
    os.write(here.fd, b"abcde")
    here.close()
    assert [await read_some(there, 3) for _ in range(3)] == [b"abc", b"de", b""]


async def test_a_reader_whose_bytes_somebody_else_took_goes_on_waiting(pipe: tuple[End, End]) -> None:
    there, here = pipe
    twin = there.twin()
    received: list[bytes] = []

    async def read(end: End) -> None:
        received.append(await read_some(end, 1))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read, there)
        nursery.start_soon(read, twin)
        for byte in (b"a", b"b"):
            await trio.testing.wait_all_tasks_blocked()
            os.write(here.fd, byte)
    assert received == [b"a", b"b"]
    twin.close()


async def test_a_write_that_fits_does_not_yield(pipe: tuple[End, End]) -> None:
    there, here = pipe
    with trio.testing.assert_no_checkpoints():
        assert await write_some(here, b"abc") == 3
    assert await read_some(there, SMALL) == b"abc"


async def test_a_write_that_does_not_fit_waits_and_cancelled_has_written_nothing(pipe: tuple[End, End]) -> None:
    there, here = pipe
    full = here.fill()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(write_some, here, b"never")
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(write_some, here, b"later")
        await trio.testing.wait_all_tasks_blocked()
        assert await read_some(there, len(full)) == full
    assert await read_some(there, SMALL) == b"later"


async def test_a_file_that_was_closed_here_is_told_from_one_that_the_peer_closed(pipe: tuple[End, End]) -> None:
    there, here = pipe
    there.close()
    with pytest.raises(BrokenPipeError):
        await write_some(here, b"x")
    here.close()
    with pytest.raises(trio.ClosedResourceError):
        await read_some(there, 1)
    with pytest.raises(trio.ClosedResourceError):
        await write_some(here, b"x")


def test_reads_are_large_while_they_are_filled() -> None:
    assert size_after(SMALL, SMALL) == LARGE
    assert size_after(LARGE, LARGE) == LARGE
    assert size_after(LARGE, SMALL) == SMALL
    assert size_after(SMALL, 1) == SMALL
