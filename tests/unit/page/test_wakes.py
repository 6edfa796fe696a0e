"""Wake-ups in virtual time: they shorten a waiting, they never fail, and without them it lasts as long as it may."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio

from cdpwebai.errors import Disconnected
from cdpwebai.page.tab import Tab
from cdpwebai.page.wakes import BIND_LIMIT, CALM_PACE, PACE
from tests.manifest import proves
from tests.support.page_peer import SESSION, frame, opened, while_asked
from tests.support.peer import Peer, event

pytestmark = pytest.mark.usefixtures("autojump_clock")

RUNG = event("Runtime.bindingCalled", SESSION, name="__cdpwebaiWake", payload="", executionContextId=1)


async def taken(peer: Peer) -> None:
    await peer.answer(await peer.next())


async def refused(peer: Peer) -> None:
    command = await peer.next()
    await peer.say({"id": command["id"], "error": {"code": -32000, "message": "Not allowed"}})


async def unheard(peer: Peer) -> None:
    await peer.next()


async def with_wakes(binding: Callable[[Peer], Awaitable[None]], use: Callable[[Tab, Peer], Awaitable[None]]) -> None:
    async with opened() as (tab, peer), trio.open_nursery() as nursery:
        nursery.start_soon(binding, peer)
        await use(tab, peer)


@proves("ref.F3.OBS-2", "ref.F3.OBS-3", "ref.F3.OBS-5")
@pytest.mark.parametrize("at_most", [-5.0, 0.0, PACE / 2, 3.0])
async def test_a_waiting_lasts_as_long_as_it_may_and_no_odd_number_makes_it_longer(at_most: float) -> None:
    async def use(tab: Tab, peer: Peer) -> None:
        async with tab.wakes() as wakes:
            since = trio.current_time()
            assert not await wakes.wait(at_most)
            assert trio.current_time() - since == pytest.approx(max(at_most, 0))
            await peer.say(RUNG)
            assert await wakes.wait(60), "a change wakes"
            assert trio.current_time() - since <= max(at_most, 0) + PACE + 1e-9

    await with_wakes(taken, use)


@pytest.mark.parametrize(("at_most", "after"), [(0.0, PACE), (0.15, 0.15), (3.0, CALM_PACE)])
async def test_a_calm_pace_holds_back_changes_and_not_the_end_of_the_waiting(at_most: float, after: float) -> None:
    async def use(tab: Tab, peer: Peer) -> None:
        async with tab.wakes() as wakes:
            wakes.pace = CALM_PACE
            await wakes.wait(0)
            since = trio.current_time()
            await peer.say(RUNG)
            assert await wakes.wait(at_most)
            assert trio.current_time() - since == pytest.approx(after)

    await with_wakes(taken, use)


@proves("ref.F3.OBS-4", "ref.F3.OBS-7")
@pytest.mark.parametrize(("binding", "begins_after"), [(taken, 0.0), (refused, 0.0), (unheard, BIND_LIMIT)])
async def test_a_page_that_takes_no_binding_wakes_nobody_and_fails_nothing(
    binding: Callable[[Peer], Awaitable[None]], begins_after: float
) -> None:
    async def use(tab: Tab, _: Peer) -> None:
        since = trio.current_time()
        async with tab.wakes() as wakes:
            assert trio.current_time() - since == pytest.approx(begins_after)
            assert not await wakes.wait(2)
        assert trio.current_time() - since == pytest.approx(begins_after + 2)

    await with_wakes(binding, use)


@proves("ref.F3.OBS-6")
async def test_a_waiting_that_is_cancelled_ends_at_once_and_the_next_one_is_woken_as_ever() -> None:
    async def use(tab: Tab, peer: Peer) -> None:
        async with tab.wakes() as wakes:
            with trio.move_on_after(1) as scope:
                await wakes.wait(60)
            assert scope.cancelled_caught
            assert trio.current_time() < 2
            await peer.say(RUNG)
            assert await wakes.wait(60)

    await with_wakes(taken, use)


async def test_wakes_are_no_closer_than_their_pace_and_the_timer_is_the_fallback() -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            command = await peer.next()
            assert command["method"] == "Runtime.addBinding"
            assert command["params"] == {"name": "__cdpwebaiWake", "executionContextName": tab.library.world}
            await peer.answer(command)

        async def use() -> None:
            async with tab.wakes() as wakes:
                since = trio.current_time()
                await peer.say(RUNG, RUNG, RUNG)
                assert await wakes.wait(60)
                assert trio.current_time() - since == pytest.approx(0)
                await peer.say(RUNG)
                assert await wakes.wait(60)
                assert trio.current_time() - since == pytest.approx(0.1)
                assert not await wakes.wait(5)
                assert trio.current_time() - since == pytest.approx(5.1)
                await peer.say(event("Page.frameNavigated", SESSION, frame=frame("2"), type="Navigation"))
                assert await wakes.wait(60)

        assert await while_asked(use(), play) is None


async def test_a_session_that_ends_wakes_whoever_waits() -> None:
    async with opened() as (tab, peer):

        async def play() -> None:
            await peer.answer(await peer.next())
            await trio.sleep(1)
            await peer.hang_up()

        async def use() -> list[bool]:
            async with tab.wakes() as wakes:
                return [await wakes.wait(3600), await wakes.wait(3600)]

        since = trio.current_time()
        assert await while_asked(use(), play) == [True, True]
        assert trio.current_time() - since < 2
        with pytest.raises(Disconnected):
            await tab.evaluate("1")
