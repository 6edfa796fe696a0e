"""Stopping an answer, in virtual time: Stop that was not seen is neither gone nor was it never there."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
import trio

from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.errors import ProviderError
from cdpwebai.flows.stop import COMES_WITHIN, stop_answer
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user
from tests.support.fake_chat import HOME, FakeChat, open_fake_chat

pytestmark = pytest.mark.usefixtures("autojump_clock")

ASKED = (user("u1", "Count."), assistant("a1", "one", finished=False))
RUNNING, QUIET = page(*ASKED, slot="stop"), page(*ASKED)
BLIND = blinded(QUIET, "slot")


@asynccontextmanager
async def running() -> AsyncGenerator[tuple[Chat, FakeChat]]:
    """A page that makes an answer."""
    async with open_fake_chat() as site, open_chat("demo", url=HOME, where=site.where) as chat:
        site.shown = RUNNING
        yield chat, site


async def becomes_quiet(site: FakeChat, after: float) -> None:
    await trio.sleep(after)
    site.shown = QUIET


@proves("seed002.command")
@pytest.mark.parametrize("unseen_for", [0.0, 4.0])
async def test_it_is_pressed_once_and_waited_on_until_it_is_seen_to_be_gone(unseen_for: float) -> None:
    async with running() as (chat, site), trio.open_nursery() as nursery:

        def stop() -> None:
            site.shown = BLIND if unseen_for else QUIET
            nursery.start_soon(becomes_quiet, site, unseen_for)

        site.on_stop = stop
        began = trio.current_time()
        await stop_answer(chat.page)
        assert unseen_for <= trio.current_time() - began <= unseen_for + 1
    assert site.stops == 1


@proves("seed002.command")
@pytest.mark.parametrize("unseen_for", [0.0, 4.0])
async def test_there_is_nothing_to_stop_only_where_that_was_seen_for_long_enough(unseen_for: float) -> None:
    async with running() as (chat, site), trio.open_nursery() as nursery:
        site.shown = BLIND if unseen_for else QUIET
        nursery.start_soon(becomes_quiet, site, unseen_for)
        began = trio.current_time()
        with pytest.raises(ProviderError) as caught:
            await stop_answer(chat.page)
        assert trio.current_time() - began >= unseen_for + COMES_WITHIN
    assert (caught.value.retry_hint, caught.value.page_may_have_changed) == ("nothing-to-stop", False)
    assert site.stops == 0
