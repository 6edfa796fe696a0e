"""What is made of a proven answer, and where the work is done."""

import threading
from dataclasses import replace
from typing import Any, cast

import pytest
from trio.testing import MockClock

from cdpwebai.flows.answers import UNVERIFIED, answer_of
from cdpwebai.flows.capture import LONG, capture
from cdpwebai.flows.poll import Finished
from cdpwebai.providers.chat import Message, Provider, Rebuilt
from cdpwebai.providers.chatgpt import chatgpt


class Where:
    """A page that nobody may press, of a provider that notes the thread in which it converts."""

    def __init__(self) -> None:
        self.threads: list[int] = []
        self.provider: Provider = replace(chatgpt(), rebuild=self.rebuild)

    def rebuild(self, html: str) -> Rebuilt:
        self.threads.append(threading.get_ident())
        return chatgpt().rebuild(html)


def answer(html: str) -> Finished:
    return Finished((Message("m-1", "assistant", "gpt-5-6", "shown", html),))


async def converted(html: str) -> tuple[list[int], str]:
    page = Where()
    made = await capture(cast("Any", page), answer(html))
    return page.threads, made.answer.markdown


async def test_a_long_page_is_converted_off_the_event_loop() -> None:
    threads, markdown = await converted(f"<div class=markdown><p>{'word ' * (LONG // 5)}end</p></div>")
    assert threads != [threading.get_ident()]
    assert len(threads) == 1
    assert markdown.endswith("word end")


async def test_a_short_page_is_converted_at_once_without_a_thread() -> None:
    assert await converted("<div class=markdown><p>short</p></div>") == ([threading.get_ident()], "short")


async def test_where_time_is_virtual_a_long_page_is_converted_without_a_thread(autojump_clock: MockClock) -> None:
    threads, _ = await converted(f"<div class=markdown><p>{'word ' * LONG}</p></div>")
    assert threads == [threading.get_ident()]


@pytest.mark.parametrize(
    ("html", "warnings", "exactness"),
    [
        ('<div class=markdown><p data-start="0" data-end="5">Hello</p></div>', (), "checked"),
        ('<div class=markdown><p data-start="0" data-end="9">Hello</p></div>', (UNVERIFIED,), "rebuilt"),
        ("<div class=markdown><p>Hello</p></div>", (), "rebuilt"),
    ],
)
def test_only_offsets_that_contradict_make_an_answer_doubted(
    html: str, warnings: tuple[str, ...], exactness: str
) -> None:
    made = answer_of(chatgpt(), answer(html))
    assert (made.answer.markdown, made.warnings, made.answer.exactness) == ("Hello", warnings, exactness)
    assert made.doubted == bool(warnings)
