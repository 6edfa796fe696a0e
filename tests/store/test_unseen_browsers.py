"""A session's browser that cannot be joined and is not seen to have ended: no other one is taken for it.

The browser is a port at which something answers that is none.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from cdpwebai.api import sessions
from cdpwebai.api.browsers import Where
from cdpwebai.errors import BrowserNotFound, Unreachable
from cdpwebai.records import Baseline, Change, Fence, Session, Submission
from cdpwebai.store import Store, open_store

AT = "http://127.0.0.1:9/c/00000000-0000-4000-8000-000000000001"


@pytest.fixture(autouse=True)
def no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that were started would be told by its own error."""
    monkeypatch.setenv("CDPWEBAI_BROWSER", str(tmp_path / "none"))


@asynccontextmanager
async def hanging_up() -> AsyncGenerator[int]:
    """The port of something that takes each connection and closes it."""

    async def close(stream: trio.SocketStream) -> None:
        await stream.aclose()

    async with trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, close, 0, host="127.0.0.1"))
        yield listener.socket.getsockname()[1]
        nursery.cancel_scope.cancel()


def free_port() -> int:
    """One at which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def sent(store: Store, port: int) -> Session:
    """A prompt that was sent in the browser at this port."""
    asked = Submission(
        vendor="demo", prompt="Q", baseline=Baseline(), original_url=AT, endpoint=f"http://127.0.0.1:{port}"
    )
    known = Change(status="sent", turn_id="u1", message_id="m1", conversation_url=AT)
    return await store.update(await store.create(asked, Fence()), known, Fence())


async def test_a_browser_that_may_still_be_there_is_not_replaced_by_another_one() -> None:
    async with open_store() as store, hanging_up() as port:
        session = await sent(store, port)
        with trio.fail_after(60), pytest.raises(Unreachable):
            await sessions.poll(store, session, Where(), timeout=50)
        assert (await store.get(session.id)).status == "sent"


async def test_a_browser_that_has_ended_is_replaced() -> None:
    async with open_store() as store:
        session = await sent(store, free_port())
        with trio.fail_after(60), pytest.raises(BrowserNotFound):
            await sessions.poll(store, session, Where(), timeout=50)
