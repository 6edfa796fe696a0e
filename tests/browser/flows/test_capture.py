"""The site's own copy, asked for where the page's offsets contradict what was rebuilt, in real Chromium."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.demosite import Site, load_scenario, serve
from cdpwebai.flows.answers import UNVERIFIED, Made
from cdpwebai.flows.capture import Converter, capture
from cdpwebai.flows.poll import Finished
from cdpwebai.providers.chat import Message
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Known
from tests.support.clicks import clicks_on
from tests.support.scenarios import SCENARIOS

SAID = "Steps:\n\n- first\n  - inner one\n  - inner two\n- second\n\nThen:\n\n1. one\n2. two"


@dataclass
class Answered:
    """A page with one finished answer, and that answer's message."""

    page: ChatPage
    site: Site
    message: Message


@pytest.fixture
async def answered(chromium: str) -> AsyncIterator[Answered]:
    async with (
        serve(load_scenario(SCENARIOS / "h30-lists.json")) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        await chat.ask("Please answer.", timeout=30)
        seen = await chat.page.observe()
        assert isinstance(seen.turns, Known)
        yield Answered(chat.page, site, seen.turns.value[-1][1].messages[-1])


async def test_offsets_that_fit_leave_the_copy_button_alone(answered: Answered) -> None:
    made = await made_of(answered, Finished((answered.message,)))
    assert (made.answer.source, made.answer.exactness, made.warnings) == ("dom", "checked", ())
    assert made.answer.markdown == SAID
    assert answered.site.log.clicks["copy"] == 0


async def test_offsets_that_contradict_are_settled_by_the_site_s_own_copy(answered: Answered) -> None:
    made = await made_of(answered, Finished((moved(answered.message),)))
    assert (made.answer.source, made.answer.exactness, made.warnings) == ("copy", "exact", ())
    assert made.answer.markdown == SAID
    assert await clicks_on(answered.site, "copy", 1) == 1


async def test_a_copy_of_something_else_is_left_alone_and_the_doubt_is_said(answered: Answered) -> None:
    other = msgspec.structs.replace(moved(answered.message), html=moved(answered.message).html.replace("first", "1st"))
    made = await made_of(answered, Finished((other,)))
    assert (made.answer.source, made.answer.exactness, made.warnings) == ("dom", "rebuilt", (UNVERIFIED,))
    assert "- 1st" in made.answer.markdown


async def made_of(answered: Answered, finished: Finished) -> Made:
    async with trio.open_nursery() as nursery:
        return await capture(answered.page, finished, Converter(answered.page, nursery))


def moved(message: Message) -> Message:
    """The message with a first block whose range is longer than what it says."""
    assert 'data-start="0" data-end="6"' in message.html
    return msgspec.structs.replace(message, html=message.html.replace('data-end="6"', 'data-end="7"', 1))
