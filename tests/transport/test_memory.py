"""The memory pair in virtual time, where everybody else uses it."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.transport.base import TransportClosed
from cdpwebai.transport.memory import memory_pair


async def test_a_receive_waits_in_virtual_time_until_the_peer_sends(autojump_clock: MockClock) -> None:
    near, far = memory_pair()

    async def later() -> None:
        await trio.sleep(600)
        await far.send([b"one", b"two"])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(later)
        assert await near.receive() == [b"one", b"two"]
    assert trio.current_time() == pytest.approx(600, abs=1)


async def test_several_batches_are_received_as_one() -> None:
    near, far = memory_pair()
    await far.send([b"one"])
    await far.send([b"two"])
    assert await near.receive() == [b"one", b"two"]


async def test_sending_to_a_closed_peer_raises_at_once_and_says_which_side_closed() -> None:
    near, far = memory_pair()
    await far.aclose()
    with pytest.raises(TransportClosed, match="closed by the other side") as raised:
        await near.send([b"x"])
    assert raised.value.code is None
    with pytest.raises(TransportClosed, match="closed on this side"):
        await far.send([b"x"])


async def test_what_had_arrived_is_gone_once_our_own_side_is_closed() -> None:
    near, far = memory_pair()
    await far.send([b"x"])
    await near.aclose()
    with pytest.raises(TransportClosed, match="closed on this side"):
        await near.receive()


async def test_the_batch_that_was_sent_may_be_changed_afterwards() -> None:
    near, far = memory_pair()
    batch = [b"one"]
    await far.send(batch)
    batch.append(b"two")
    assert await near.receive() == [b"one"]
