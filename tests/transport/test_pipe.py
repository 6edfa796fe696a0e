"""The pipe transport's own part: the NUL between messages, large messages, half writes, the end of either pipe."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import pytest
import trio
import trio.testing

from cdpwebai.transport.base import TransportClosed
from cdpwebai.transport.pipe import PipeTransport

LARGE = b"x" * 1_000_000
"""More than a pipe holds, so that sending it waits for the reader."""


@dataclass
class Ends:
    """A transport and the other ends of its two pipes, which stay blocking."""

    transport: PipeTransport
    commands: int
    replies: int

    def end_replies(self) -> None:
        """What a browser does that goes away: its side of the reply pipe closes."""
        os.close(self.replies)
        self.replies = -1

    def end_commands(self) -> None:
        """The same on the command pipe."""
        os.close(self.commands)
        self.commands = -1


@pytest.fixture
async def ends() -> AsyncGenerator[Ends]:
    (commands, send), (receive, replies) = os.pipe(), os.pipe()
    ends = Ends(PipeTransport(receive, send), commands, replies)
    yield ends
    await ends.transport.aclose()
    for fd in (ends.commands, ends.replies):
        if fd >= 0:
            os.close(fd)


async def test_each_message_is_followed_by_one_nul(ends: Ends) -> None:
    await ends.transport.send([b"one", b"two"])
    await ends.transport.send([b"three"])
    assert os.read(ends.commands, 100) == b"one\0two\0three\0"


async def test_a_nul_inside_a_message_is_refused_before_anything_is_written(ends: Ends) -> None:
    with pytest.raises(ValueError, match="NUL"):
        await ends.transport.send([b"fine", b"o\0ne"])
    await ends.transport.send([b"two"])
    assert os.read(ends.commands, 100) == b"two\0"


@pytest.mark.parametrize(
    "pieces",
    [
        [b"one\0two\0thr", b"ee\0"],
        [b"one", b"\0", b"two", b"\0three\0"],
        [bytes([byte]) for byte in b"one\0two\0three\0"],
        [b"one\0two\0three\0"],
    ],
    ids=["cut in a message", "cut at the NULs", "bytewise", "whole"],
)
async def test_messages_are_whole_however_the_bytes_come(ends: Ends, pieces: list[bytes]) -> None:
    received: list[bytes] = []

    async def collect() -> None:
        while len(received) < 3:
            received.extend(await ends.transport.receive())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(collect)
        for piece in pieces:
            await trio.testing.wait_all_tasks_blocked()
            os.write(ends.replies, piece)
    assert received == [b"one", b"two", b"three"]


async def test_sixty_megabytes_cost_no_more_a_byte_than_six(ends: Ends) -> None:
    costs: list[float] = []
    for size in (6_000_000, 60_000_000):
        begin = time.process_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.to_thread.run_sync, os.write, ends.replies, b"x" * size + b"\0")
            assert [len(message) for message in await ends.transport.receive()] == [size]
        costs.append(time.process_time() - begin)
    assert costs[1] < 50 * costs[0], "ten times is linear, a hundred times is quadratic"


async def test_a_send_that_is_cancelled_half_way_ends_the_connection(ends: Ends) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ends.transport.send, [LARGE])
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    for call in (ends.transport.receive, lambda: ends.transport.send([b"tiny"])):
        with pytest.raises(TransportClosed, match="cancelled half way"):
            await call()
    with os.fdopen(ends.commands, "rb") as pipe:
        rest = pipe.read()
    ends.commands = -1
    assert rest.strip(b"x") == b"", "half a message, then the end, and nothing of the next one"


async def test_a_send_that_is_cancelled_before_its_first_byte_leaves_the_connection_alone(ends: Ends) -> None:
    full = b"y" * (fcntl.fcntl(ends.commands, fcntl.F_GETPIPE_SZ) - 1)
    await ends.transport.send([full])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ends.transport.send, [b"withdrawn"])
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert os.read(ends.commands, len(full) + 1) == full + b"\0"
    await ends.transport.send([b"later"])
    assert os.read(ends.commands, 100) == b"later\0"


async def test_the_end_of_the_reply_pipe_ends_everything(ends: Ends) -> None:
    os.write(ends.replies, b"last words\0")
    ends.end_replies()
    assert await ends.transport.receive() == [b"last words"]
    for call in (ends.transport.receive, lambda: ends.transport.send([b"x"])):
        with pytest.raises(TransportClosed, match=r"the browser closed the pipe$") as raised:
            await call()
        assert raised.value.code is None


async def test_an_end_in_the_middle_of_a_message_is_told_and_the_half_is_not_given_out(ends: Ends) -> None:
    os.write(ends.replies, b'{"id":1}\0{"id"')
    ends.end_replies()
    assert await ends.transport.receive() == [b'{"id":1}']
    with pytest.raises(TransportClosed, match="in the middle of a message"):
        await ends.transport.receive()


async def test_what_the_browser_said_is_still_received_after_it_stopped_reading(ends: Ends) -> None:
    ends.end_commands()
    os.write(ends.replies, b"last words\0")
    with pytest.raises(TransportClosed, match="no longer reads"):
        await ends.transport.send([b"x"])
    assert await ends.transport.receive() == [b"last words"]


async def test_aclose_ends_a_send_that_waits(ends: Ends) -> None:
    async def expect_the_end() -> None:
        with pytest.raises(TransportClosed, match="closed on this side"):
            await ends.transport.send([LARGE])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(expect_the_end)
        await trio.testing.wait_all_tasks_blocked()
        await ends.transport.aclose()
