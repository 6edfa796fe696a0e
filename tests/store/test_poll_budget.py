"""How long a poll may take: what is left of the session's own time, to the millisecond, and never more.

The browser is one that takes the connection and says nothing.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest
import trio

from cdpwebai.api import sessions
from cdpwebai.api.browsers import Where
from cdpwebai.errors import NotFinished
from cdpwebai.records import Baseline, Change, Fence, Session, Submission
from cdpwebai.store import Store, open_store
from tests.manifest import proves

AT = "https://chatgpt.com/c/11111111-aaaa"


@pytest.fixture
def mute() -> Iterator[Where]:
    """Where a browser is that never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield Where(cdp=f"http://127.0.0.1:{server.getsockname()[1]}")


async def due(store: Store, deadline: float) -> Session:
    """A prompt that was sent, with this deadline of its own."""
    asked = Submission(vendor="chatgpt", prompt="Q", baseline=Baseline(), original_url=AT, deadline_at=deadline)
    known = Change(status="sent", turn_id="u1", message_id="m1", conversation_url=AT)
    return await store.update(await store.create(asked, Fence()), known, Fence())


@proves("ref.F1.Y9", "ref.F1.Y12", "ref.F1.Y13", "ref.F1.Y14")
@pytest.mark.parametrize(
    ("left", "asked", "expected"), [(0.4, None, 0.4), (0.4, 30.0, 0.4), (30.0, 0.4, 0.4), (1.5, None, 1.5)]
)
async def test_a_poll_lasts_as_long_as_is_left_of_the_session_s_time_and_as_was_asked(
    mute: Where, left: float, asked: float | None, expected: float
) -> None:
    async with open_store() as store:
        began = time.time()
        session = await due(store, began + left)
        began = time.time() if asked == expected else began
        with pytest.raises(NotFinished) as caught:
            await sessions.poll(store, session, mute, timeout=asked)
        assert caught.value.deadline == pytest.approx(began + expected, abs=0.25)
        assert time.time() >= began + expected - 0.25


async def test_by_a_clock_that_was_set_back_no_more_of_a_session_s_time_is_left_than_there_was(mute: Where) -> None:
    tomorrow = time.time() + 86_400
    async with open_store(wall=lambda: tomorrow) as store:
        session = await due(store, tomorrow + 0.4)
        with trio.fail_after(60), pytest.raises(NotFinished, match=r"within 0\.4 s"):
            await sessions.poll(store, session, mute)


@proves("ref.F1.Y15")
async def test_a_poll_of_a_session_past_its_time_asks_no_browser_and_is_over_at_once(mute: Where) -> None:
    async with open_store() as store:
        session = await due(store, time.time() - 1)
        with pytest.raises(NotFinished, match="is over"):
            await sessions.poll(store, session, mute)
