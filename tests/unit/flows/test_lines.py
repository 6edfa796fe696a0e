"""A line that was cut is made anew, in virtual time: what the new one fails by does not hide what was lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import chain, repeat

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.lines import AGAIN_SECONDS, open_line, same_tab
from cdpwebai.errors import Disconnected, ProtocolError, TargetClosed
from cdpwebai.providers import provider
from cdpwebai.testing.fake_browser import FakeCall, Refusal
from cdpwebai.transport.base import Transport
from tests.support.fake_chat import HOME, FakeChat, open_fake_chat

pytestmark = pytest.mark.usefixtures("autojump_clock")

LOST = Disconnected("the connection ended", page_may_have_changed=None)
MOST_TRIES = 25
SITE = provider("demo", demo_url=HOME)


def refuse(_: FakeCall) -> None:
    raise Refusal(-32000, "Not allowed")


def one_behind_another(*sites: FakeChat) -> Callable[[], Transport]:
    """The browsers as they are reached, one after the other, and the last one ever after."""
    reached = chain(sites, repeat(sites[-1]))
    return lambda: next(reached).browser.transport


async def test_where_the_new_line_is_refused_to_the_end_what_was_lost_is_told_and_the_refusal_with_it() -> None:
    async with AsyncExitStack() as stack:
        sites = [await stack.enter_async_context(open_fake_chat()) for _ in range(MOST_TRIES)]
        for site in sites:
            site.browser.on("Target.getTargets", refuse)
        line = await stack.enter_async_context(open_line(SITE))
        since = trio.current_time()
        with pytest.raises(Disconnected, match=r"could not be reached again .*Not allowed.*connection ended") as caught:
            await line.again(Where(transport=one_behind_another(*sites)), same_tab("T"), LOST)
        assert trio.current_time() - since < AGAIN_SECONDS + 5
    assert isinstance(caught.value.__cause__, ProtocolError)
    assert caught.value.page_may_have_changed is None
    assert caught.value.evidence["again"]["errorCode"] == "cdp.protocol-error"


async def test_after_a_refusal_the_browser_is_tried_again() -> None:
    async with open_fake_chat() as first, open_fake_chat() as second, open_line(SITE) as line:
        first.browser.on("Target.getTargets", refuse)
        second.browser.on("Inspector.enable", lambda _: {})
        target = second.browser.open_tab(HOME)
        where = Where(transport=one_behind_another(first, second))
        reached = await line.again(where, same_tab(target), LOST)
        assert reached.page.tab.cdp.target_id == target


async def test_a_tab_that_is_gone_by_then_is_told_as_closed_at_once() -> None:
    async with open_fake_chat() as site, open_line(SITE) as line:
        since = trio.current_time()
        with pytest.raises(TargetClosed):
            await line.again(Where(transport=one_behind_another(site)), same_tab("NONE"), LOST)
        assert trio.current_time() - since < 1
