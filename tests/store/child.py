"""A program that uses a store as another process: its first argument says what it does, the second is the home.

``hold``: hold a session until a line comes on stdin. ``count``: add one to a number in a file, under a hold, so many
times. ``create``: store so many sessions. ``write``: store and change sessions for ever. ``fill``: store sessions until
it fails, optionally with a limit on the size of files. ``read``: read what is stored; ``change``: change the first of
it.
Whatever was done is told in lines on stdout as soon as it is stored; an error is told by its code.
"""

from __future__ import annotations

import math
import resource
import sys
from pathlib import Path

import trio

from cdpwebai.errors import StoreError
from cdpwebai.records import Change, Fence
from cdpwebai.store import Store, open_store
from tests.unit.store.sessions import CHAT, submission

SENT = Change(status="sent", message_id="m1", conversation_url=CHAT)


def tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def hold(store: Store, key: str) -> None:
    async with store.hold("session", key, purpose="poll", fence=Fence(), wait=math.inf):
        tell("held")
        await trio.to_thread.run_sync(sys.stdin.readline)


async def count(store: Store, file: str, times: str) -> None:
    for _ in range(int(times)):
        async with store.hold("session", "counter", purpose="count", fence=Fence(), wait=math.inf):
            number = int(await trio.Path(file).read_text())
            await trio.Path(file).write_text(str(number + 1))


async def create(store: Store, times: str) -> None:
    for _ in range(int(times)):
        tell((await store.create(submission(), Fence())).id)


async def write(store: Store) -> None:
    while True:
        session = await store.create(submission(prompt="x" * 5000), Fence())
        tell("submitting", session.id)
        await store.update(session, SENT, Fence())
        tell("sent", session.id)


async def fill(store: Store, limit: str = "") -> None:
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
    try:
        while True:
            session = await store.create(submission(prompt="x" * 9000), Fence())
            tell("stored", session.id)
    except StoreError as error:
        tell("error", error.error_code)
    await read(store)


async def read(store: Store) -> None:
    for session in await store.list(limit=10_000):
        tell("read", session.id)


async def change(store: Store) -> None:
    (first, *_) = await store.list()
    await store.update(first, SENT, Fence())
    tell("changed", first.id)


async def main(what: str, home: str, *arguments: str) -> None:
    try:
        async with open_store(Path(home)) as store:
            await globals()[what](store, *arguments)
    except StoreError as error:
        tell("error", error.error_code)


if __name__ == "__main__":
    trio.run(main, sys.argv[1], sys.argv[2], *sys.argv[3:])
