"""The floor over the pipe: two file descriptors, NUL between messages, a blocking loop."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from benchmarks.clients.blocking import BlockingClient, flood
from benchmarks.measure import Client, Job, run_blocking

__all__ = ["PipeClient", "connect"]

_CHUNK = 256 * 1024


class PipeClient(BlockingClient):
    """Chromium's ``--remote-debugging-pipe``, from the other end."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        super().__init__()
        self._read_fd, self._write_fd = read_fd, write_fd
        self._parts: list[bytes] = []

    def send(self, messages: list[bytes]) -> None:
        data = memoryview(b"\0".join([*messages, b""]))
        while data:
            data = data[os.write(self._write_fd, data) :]

    def receive(self) -> list[bytes]:
        while True:
            data = os.read(self._read_fd, _CHUNK)
            assert data, "the browser closed its pipe"
            first, *rest = data.split(b"\0")
            self._parts.append(first)
            if rest:
                whole = [b"".join(self._parts), *rest[:-1]]
                self._parts = [rest[-1]]
                return whole


@asynccontextmanager
async def connect(job: Job) -> AsyncGenerator[Client]:
    client = PipeClient(job.read_fd, job.write_fd)
    client.attach(job.target_id)
    yield client


if __name__ == "__main__":
    run_blocking(connect, flood)
