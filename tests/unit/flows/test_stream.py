"""Reading along: the newest provisional text, the answer or the error last."""

from __future__ import annotations

import pytest

from cdpwebai.api.chat import open_chat
from cdpwebai.api.streaming import Part, Parts
from cdpwebai.errors import NotFinished, PromptMissing
from cdpwebai.flows.poll import Progress
from cdpwebai.records import Answer
from tests.support.fake_chat import HOME, open_fake_chat

pytestmark = pytest.mark.usefixtures("autojump_clock")

ANSWER = Answer(markdown="one", text="one", source="dom", exactness="checked", message_id="m")


async def test_a_slow_reader_gets_the_newest_text_and_never_misses_the_end() -> None:
    parts = Parts()
    for number, text in enumerate(["", "o", "o", "on"]):
        parts.tell(Progress("strong", float(number), text))
    assert await parts.next() == Part("on", 3.0)
    parts.tell(Progress("strong", 4.0, "one"))
    parts.end(ANSWER)
    assert [await parts.next(), await parts.next()] == [Part("one", 4.0), ANSWER]


async def test_the_same_text_once_more_is_nothing_new() -> None:
    parts = Parts()
    parts.tell(Progress("strong", 1.0, "on"))
    assert await parts.next() == Part("on", 1.0)
    parts.tell(Progress("strong", 2.0, "on"))
    parts.end(ANSWER)
    assert await parts.next() == ANSWER


async def test_the_error_that_it_ended_with_is_raised() -> None:
    parts = Parts()
    parts.end(NotFinished("late"))
    with pytest.raises(NotFinished):
        await parts.next()


async def test_a_chat_streams_and_gives_its_answer_last() -> None:
    async with open_fake_chat() as site:
        async with open_chat("demo", url=HOME, where=site.where) as chat:
            *parts, last = [part async for part in chat.stream("Hello")]
    assert isinstance(last, Answer)
    assert last.markdown == "OK"
    assert {type(part) for part in parts} <= {Part}
    assert site.presses == 1


async def test_a_stream_of_nothing_is_refused() -> None:
    async with open_fake_chat() as site:
        async with open_chat("demo", url=HOME, where=site.where) as chat:
            with pytest.raises(PromptMissing):
                await anext(chat.stream(" "))
    assert site.typed == []
