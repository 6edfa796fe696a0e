"""How often the page is looked at while it rings all the time: at once for what is new, seldom for a spinner."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import trio
from trio.testing import MockClock

from cdpwebai.page.wakes import CALM_PACE, PACE, Wakes
from cdpwebai.providers.chat import ChatObservation
from tests.support.chat import assistant, page, user
from tests.support.waiting import PaperAnswer, PaperWakes, Waiting

MINE = user("u1", "Count.")


class RestlessWakes(PaperWakes):
    """Rings as soon as it may."""

    async def wait(self, at_most: float) -> bool:
        await trio.sleep(min(at_most, self.pace))
        return True


class RestlessPage(PaperAnswer):
    """A page with a spinner, or worse."""

    @asynccontextmanager
    async def wakes(self) -> AsyncGenerator[Wakes]:
        yield RestlessWakes()


def running(text: str) -> ChatObservation:
    return page(MINE, assistant("a1", text, finished=False, streaming=True), slot="stop")


def looks_between(waiting: Waiting, begin: float, end: float) -> int:
    return len([at for at in waiting.paper.looked_at if begin < at <= end])


async def test_a_spinner_alone_is_looked_at_seldom(autojump_clock: MockClock) -> None:
    waiting = await Waiting(RestlessPage((0, running("one")))).run(30)
    assert looks_between(waiting, 1, 11) <= 10 / CALM_PACE


async def test_text_that_grows_is_looked_at_as_often_as_it_may_be(autojump_clock: MockClock) -> None:
    growing = [(tenth / 10, running("x" * tenth)) for tenth in range(200)]
    waiting = await Waiting(RestlessPage(*growing)).run(15)
    assert looks_between(waiting, 1, 11) > 0.9 * 10 / PACE


async def test_what_comes_after_a_calm_is_seen_within_the_calm_pace(autojump_clock: MockClock) -> None:
    done = page(MINE, assistant("a1", "one, two"))
    waiting = await Waiting(RestlessPage((0, running("one")), (7.01, done))).run(30)
    assert waiting.after <= 7.01 + CALM_PACE + 1.0 + PACE
