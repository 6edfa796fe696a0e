"""HTTP over a stream in memory: whatever a client sends, it gets an answer or is left, and the server lives on."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeAlias

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.demosite.http import (
    MAX_BODY,
    Digest,
    Handler,
    HttpError,
    Request,
    Response,
    Writer,
    serve_connection,
)

Stream: TypeAlias = "trio.StapledStream[trio.testing.MemorySendStream, trio.testing.MemoryReceiveStream]"
GET = b"GET /a%20b?x=1&y= HTTP/1.1\r\nHost: here\r\n\r\n"


async def echo(request: Request) -> Response:
    return Response.json([request.method, request.path, dict(request.query), request.body.decode()])


@asynccontextmanager
async def talking(handler: Handler = echo, failures: list[str] | None = None) -> AsyncGenerator[Stream]:
    """A client's end of a connection that is being served."""
    ours, theirs = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_connection, theirs, handler, (failures if failures is not None else []).append)
        yield ours
        await ours.aclose()


async def rest(stream: Stream) -> bytes:
    received = b""
    while data := await stream.receive_some():
        received += data
    return received


async def answer(sent: bytes, handler: Handler = echo, failures: list[str] | None = None) -> bytes:
    """All that comes back to a client that sends this and nothing more."""
    async with talking(handler, failures) as stream:
        await stream.send_all(sent)
        await stream.send_eof()
        return await rest(stream)


async def test_a_request_is_answered() -> None:
    received = await answer(GET)
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert b"Cache-Control: no-store" in head
    assert body == b'["GET","/a b",{"x":"1","y":""},""]'


async def test_a_connection_serves_one_request_after_the_other() -> None:
    assert (await answer(GET + GET)).count(b"HTTP/1.1 200") == 2


async def test_a_body_is_read_whole_before_the_answer() -> None:
    post = b"POST /x HTTP/1.1\r\nHost: here\r\nContent-Length: 6\r\n\r\n"
    async with talking() as stream:
        await stream.send_all(post + b"abc")
        await trio.testing.wait_all_tasks_blocked()
        await stream.send_all(b"def")
        await stream.send_eof()
        assert b'"abcdef"' in await rest(stream)


async def test_head_gets_the_header_alone() -> None:
    received = await answer(GET.replace(b"GET", b"HEAD"))
    assert received.endswith(b"\r\n\r\n")
    assert b"Content-Length: 35" in received


async def test_a_client_that_waits_to_be_asked_for_its_body_is_asked() -> None:
    async with talking() as stream:
        await stream.send_all(b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n")
        assert (await stream.receive_some()).startswith(b"HTTP/1.1 100")
        await stream.send_all(b"x")
        await stream.send_eof()
        assert b"200" in await rest(stream)


MALFORMED = [
    b"nonsense\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n",
    b"GET /" + b"x" * 300_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
]


@pytest.mark.parametrize("sent", MALFORMED, ids=lambda sent: repr(sent[:30]))
async def test_a_malformed_request_is_refused_and_the_connection_closed(sent: bytes) -> None:
    failures: list[str] = []
    received = await answer(sent + b"\n" if sent[0] == 0x16 else sent, failures=failures)
    assert received[9:12] in {b"400", b"431", b"501"}
    assert b"Connection: close" in received
    assert failures == []


@pytest.mark.parametrize("part", [b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc"])
async def test_a_client_that_goes_in_the_middle_of_its_request_is_left(part: bytes) -> None:
    failures: list[str] = []
    with trio.fail_after(5):
        async with talking(failures=failures) as stream:
            await stream.send_all(part)
    assert failures == []


async def test_a_body_that_is_too_long_is_refused() -> None:
    length = MAX_BODY + 1
    async with talking() as stream, trio.open_nursery() as nursery:

        async def pour() -> None:
            await stream.send_all(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % length)
            for _ in range(length // 2**20 + 1):
                await stream.send_all(bytes(2**20))

        nursery.start_soon(pour)
        assert b"413" in await stream.receive_some()
        nursery.cancel_scope.cancel()


async def test_a_handlers_refusal_is_its_status_and_the_connection_goes_on() -> None:
    async def teapot(request: Request) -> Response:
        raise HttpError(418, "I am a teapot.")

    received = await answer(GET + GET, teapot)
    assert received.count(b"HTTP/1.1 418") == 2
    assert b"I am a teapot." in received


async def test_a_handler_that_fails_is_a_500_that_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(request: Request) -> Response:
        raise RuntimeError("out of tea")

    failures: list[str] = []
    received = await answer(GET + GET, broken, failures)
    assert received.count(b"HTTP/1.1 500") == 2
    assert failures == ["GET /a b: RuntimeError('out of tea')"] * 2
    assert b"out of tea" not in received
    assert "out of tea" in caplog.text


async def test_a_stream_is_written_as_it_comes_and_closes_the_connection(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def ticks(write: Writer) -> None:
        for number in range(3):
            await trio.sleep(1)
            await write(b"tick %d." % number)

    async def streaming(request: Request) -> Response:
        return Response(stream=ticks)

    async with talking(streaming) as stream:
        await stream.send_all(GET)
        received = await rest(stream)
    assert b"Connection: close" in received
    assert [received.count(b"tick %d." % number) for number in range(3)] == [1, 1, 1]
    assert received.endswith(b"0\r\n\r\n")


async def test_a_stream_ends_when_its_client_goes(autojump_clock: trio.testing.MockClock) -> None:
    ended = trio.Event()

    async def forever(write: Writer) -> None:
        try:
            await write(b"first")
            await trio.sleep_forever()
        finally:
            ended.set()

    async def streaming(request: Request) -> Response:
        return Response(stream=forever)

    with trio.fail_after(5):
        async with talking(streaming) as stream:
            await stream.send_all(GET)
            await stream.receive_some()
        await ended.wait()
    assert ended.is_set()


async def test_a_stream_whose_client_broke_off_ends_quietly(autojump_clock: trio.testing.MockClock) -> None:
    written: list[bool] = []

    async def chatter(write: Writer) -> None:
        while True:
            await trio.sleep(1)
            await write(b"still here")
            written.append(True)

    async def streaming(request: Request) -> Response:
        return Response(stream=chatter)

    with trio.fail_after(10):
        async with talking(streaming) as stream:
            await stream.send_all(GET)
            await stream.receive_some()
            await stream.send_stream.aclose()
            await stream.receive_stream.aclose()
    assert len(written) < 10


@given(st.binary(max_size=200))
def test_garbage_gets_an_answer_or_nothing_and_never_an_exception(garbage: bytes) -> None:
    failures: list[str] = []
    received = trio.run(answer, garbage + b"\r\n\r\n", echo, failures)
    assert received == b"" or received.startswith(b"HTTP/1.1 ")
    assert failures == []


async def test_a_body_that_is_only_digested_may_be_long_and_is_not_kept() -> None:
    size, heard = MAX_BODY + 2**20, list[Request]()

    async def handler(request: Request) -> Response:
        heard.append(request)
        return Response()

    ours, theirs = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_connection, theirs, handler, list[str]().append, {"/digested"})
        nursery.start_soon(rest, ours)
        await ours.send_all(b"POST /digested HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n" % size)
        zeros = bytes(2**20)
        for _ in range(size // len(zeros)):
            await ours.send_all(zeros)
        await ours.send_eof()
    (request,) = heard
    assert request.body == b""
    assert request.digest == Digest(size, hashlib.sha256(bytes(size)).hexdigest())
