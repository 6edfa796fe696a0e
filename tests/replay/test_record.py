"""What a recording leaves on the disk: readable by its owner alone, complete up to the crash, and without secrets."""

from __future__ import annotations

import json
import os
import resource
import secrets
import signal
import subprocess
import sys
import zlib
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.errors import InputError, TraceError
from cdpwebai.trace import Header, RecordingTransport, read_trace, recorded
from cdpwebai.trace.files import FLUSH_BYTES, TraceFile
from cdpwebai.trace.looks import name_scripts
from cdpwebai.transport.base import TransportClosed
from cdpwebai.transport.memory import MemoryTransport, memory_pair
from cdpwebai.wire.look import LOOK
from cdpwebai_cli.main import run_command
from tests.manifest import proves

COMMAND = b'{"id":1,"method":"Page.enable","params":{},"sessionId":"S"}'
REPLY = b'{"id":1,"result":{},"sessionId":"S"}'
EVENT = b'{"method":"Page.loadEventFired","params":{}}'


@asynccontextmanager
async def recording(path: Path, **header: Any) -> AsyncGenerator[tuple[RecordingTransport, MemoryTransport]]:
    """A recorded line, and its far end."""
    ours, theirs = memory_pair()
    transport = recorded(ours, path, Header(**header))
    yield transport, theirs
    await transport.aclose()


async def test_messages_cross_unchanged_and_are_written_with_direction_time_and_session(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    path = tmp_path / "a.jsonl"
    async with recording(path, chromium="Chromium/156", command=["probe", "#a"]) as (transport, line):
        await trio.sleep(0.5)
        await transport.send([COMMAND])
        assert await line.receive() == [COMMAND]
        await trio.sleep(1)
        await line.send([EVENT, REPLY])
        assert await transport.receive() == [EVENT, REPLY]
        await trio.sleep(1)
    trace = read_trace(path)
    assert [(row.t, row.d, row.s, row.message) for row in trace.rows] == [
        (0.5, ">", "S", COMMAND),
        (1.5, "<", "", EVENT),
        (1.5, "<", "S", REPLY),
    ]
    assert (trace.header.chromium, trace.header.command) == ("Chromium/156", ("probe", "#a"))
    assert trace.header.created
    assert trace.closing is not None
    assert (trace.closing.t, trace.closing.by, trace.closing.waiting) == (2.5, "client", ())


async def test_what_was_received_is_in_the_file_before_the_client_sees_it(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    path = tmp_path / "a.jsonl"
    async with recording(path) as (transport, line):
        await transport.send([COMMAND])
        assert COMMAND in path.read_bytes()
        await line.send([REPLY])
        await transport.receive()
        assert REPLY in path.read_bytes()


async def test_a_command_is_written_down_although_sending_it_failed(tmp_path: Path, autojump_clock: MockClock) -> None:
    path = tmp_path / "a.jsonl"
    async with recording(path) as (transport, line):
        await line.aclose()
        with pytest.raises(TransportClosed):
            await transport.send([COMMAND])
    assert [row.message for row in read_trace(path).rows] == [COMMAND]


async def test_the_browser_s_end_closes_the_trace_at_once(tmp_path: Path, autojump_clock: MockClock) -> None:
    path = tmp_path / "a.jsonl"
    async with recording(path) as (transport, line):
        await transport.send([COMMAND])
        await line.aclose()
        with pytest.raises(TransportClosed):
            await transport.receive()
        closing = read_trace(path).closing
        assert closing is not None
        assert (closing.by, closing.why, closing.waiting) == ("browser", "closed by the other side", (1,))


async def test_closing_twice_writes_one_closing_line(tmp_path: Path, autojump_clock: MockClock) -> None:
    path = tmp_path / "a.jsonl"
    async with recording(path) as (transport, _):
        await transport.aclose()
    assert path.read_bytes().count(b'"end"') == 1


async def test_what_is_no_json_is_kept(tmp_path: Path, autojump_clock: MockClock) -> None:
    path = tmp_path / "a.jsonl"
    half = b'{"id":1,"result":{"text":"\\ud83c"}}'
    async with recording(path) as (transport, line):
        await line.send([b"\xff\xfe garbage", half, b"[1]"])
        await transport.receive()
    assert [row.message for row in read_trace(path).rows] == [b"\xff\xfe garbage", half, b"[1]"]


async def test_a_reader_call_is_kept_by_name_and_hash_not_by_source(tmp_path: Path, autojump_clock: MockClock) -> None:
    path = tmp_path / "a.jsonl"
    call: dict[str, Any] = {
        "id": 1,
        "method": "Runtime.callFunctionOn",
        "params": {"functionDeclaration": LOOK, "arguments": []},
    }
    async with recording(path) as (transport, _):
        await transport.send([json.dumps(call).encode()])
    (row,) = read_trace(path).rows
    assert json.loads(row.message) == name_scripts(call)
    assert b"function look" not in path.read_bytes()


class Leaving:
    """A transport that ends with a secret in its last words."""

    async def send(self, messages: Sequence[bytes]) -> None:
        raise NotImplementedError

    async def receive(self) -> Sequence[bytes]:
        raise TransportClosed("http://x/?token=4711-4711-4711 went away", 1006)

    async def aclose(self) -> None:
        """Nothing is open."""


async def test_the_browser_s_last_words_are_kept_without_their_secrets(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    transport = recorded(Leaving(), tmp_path / "a.jsonl")
    with pytest.raises(TransportClosed, match="4711"):
        await transport.receive()
    closing = read_trace(tmp_path / "a.jsonl").closing
    assert closing is not None
    assert (closing.why, closing.code) == ("http://x/?token=██████████████ went away", 1006)


# --- the file ---


@proves("report.A62")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
async def test_only_its_owner_can_read_it(tmp_path: Path, umask: int, autojump_clock: MockClock) -> None:
    path = tmp_path / "a.jsonl"
    before = os.umask(umask)
    try:
        async with recording(path):
            assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


@pytest.mark.parametrize("kind", ["file", "link"])
async def test_a_file_that_exists_is_refused_and_stays(tmp_path: Path, kind: str, autojump_clock: MockClock) -> None:
    path = tmp_path / "a.jsonl"
    if kind == "link":
        path.symlink_to(tmp_path / "nowhere")
    else:
        path.write_text("notes")
    with pytest.raises(InputError, match=r"a\.jsonl exists: choose another name"):
        async with recording(path):
            pass
    assert kind == "link" or path.read_text() == "notes"


async def test_a_folder_that_does_not_exist_is_named(tmp_path: Path, autojump_clock: MockClock) -> None:
    with pytest.raises(InputError, match=r"a\.jsonl cannot be written: No such file or directory"):
        async with recording(tmp_path / "none" / "a.jsonl"):
            pass


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match=r"a\.jsonl cannot be read: No such file or directory"):
        read_trace(tmp_path / "a.jsonl")


@pytest.mark.parametrize("damage", [b"no gzip at all", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03garbage"])
def test_a_packed_file_that_is_none_is_refused(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(damage)
    with pytest.raises(TraceError, match="damaged or no gzip file"):
        read_trace(path)


@pytest.mark.parametrize(("size", "whole"), [(FLUSH_BYTES, True), (FLUSH_BYTES - 1, False)])
def test_a_packed_trace_is_on_the_disk_after_so_many_bytes_though_it_is_not_closed(
    tmp_path: Path, size: int, whole: bool
) -> None:
    file = TraceFile(tmp_path / "a.jsonl.gz")
    file.write(b"x" * size)
    stored = zlib.decompressobj(wbits=31).decompress(file.path.read_bytes())
    assert (len(stored) == size) is whole
    file.close()


async def test_a_packed_trace_that_was_cut_is_refused_unless_nothing_was_lost(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    path = tmp_path / "a.jsonl.gz"
    async with recording(path) as (transport, _):
        await transport.send([COMMAND] * 50)
    whole, trace = path.read_bytes(), read_trace(path)
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        if end < len(whole) - 16:  # gzip's own ending is not longer
            with pytest.raises(TraceError):
                read_trace(path)
        else:
            with suppress(TraceError):
                assert read_trace(path) == trace


async def test_a_disk_that_fails_ends_the_trace_and_not_the_flow(tmp_path: Path, autojump_clock: MockClock) -> None:
    path = tmp_path / "a.jsonl"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with recording(path) as (transport, line):
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, hard))
        try:
            for _ in range(20):
                await transport.send([COMMAND])
            assert len(await line.receive()) == 20
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert transport.failure is not None
        assert "File too large" in repr(transport)
    with pytest.raises(TraceError):
        read_trace(path)
    assert read_trace(path, cut_ok=True).rows


VICTIM = """
import sys, trio
from cdpwebai.trace import recorded
from cdpwebai.transport.memory import memory_pair

async def main():
    ours, theirs = memory_pair()
    transport = recorded(ours, sys.argv[1])
    for number in range(1, 101):
        await transport.send([b'{"id":%d,"method":"Page.enable"}' % number])
        await theirs.send([b'{"id":%d,"result":{}}' % number])
        await transport.receive()
    print("ready", flush=True)
    await trio.sleep_forever()

trio.run(main)
"""


def test_a_process_that_is_killed_leaves_all_that_was_received(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jsonl"
    command = [sys.executable, "-c", VICTIM, os.fspath(path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGKILL)
    with pytest.raises(TraceError, match="cut off"):
        read_trace(path)
    assert len(read_trace(path, cut_ok=True).rows) == 200
    assert run_command(["trace", "show", os.fspath(path)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 202
    assert shown[-1] == "# cut off: the recording ended without its closing line"


# --- secrets ---


@proves("report.A62")
async def test_no_secret_of_a_session_is_anywhere_in_its_trace(tmp_path: Path, autojump_clock: MockClock) -> None:
    places = [
        "cookie",
        "set-cookie",
        "authorization",
        "password",
        "url",
        "socket",
        "header",
        "site",
        "command",
    ]
    marks = {place: secrets.token_hex(12) for place in places}
    garbage = secrets.token_hex(12)
    path = tmp_path / "a.jsonl"
    said: list[dict[str, Any]] = [
        {
            "request": {
                "headers": {"Cookie": f"sid={marks['cookie']}", "Authorization": f"Bearer {marks['authorization']}"}
            }
        },
        {"headersText": f"HTTP/1.1 200 OK\r\nSet-Cookie: sid={marks['set-cookie']}; Path=/\r\n\r\n"},
        {"request": {"url": f"http://x/?token={marks['url']}", "postData": f"user=me&password={marks['password']}"}},
        {"response": {"payloadData": json.dumps({"token": marks["socket"]})}},
        {"echo": " ".join(marks.values())},
    ]
    command = ["probe", "#a", "--header", f"Authorization: Bearer {marks['header']}", "--token", marks["command"]]
    async with recording(path, command=command, site=f"http://me:{marks['site']}@x/") as (transport, line):
        await line.send([json.dumps({"method": "Network.x", "params": params}).encode() for params in said])
        crossed = await transport.receive()
        assert all(any(mark in message.decode() for message in crossed) for mark in marks.values())
        await line.send([b'\xff{"token":"' + garbage.encode()])
        await transport.receive()
    text = path.read_text(encoding="utf-8")
    assert [place for place, mark in marks.items() if mark in text] == []
    assert read_trace(path).rows[-1].message == b'\xff{"token":"' + b"*" * len(garbage)
