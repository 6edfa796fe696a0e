"""What is made of a proven answer, and where the work is done."""

import threading
from dataclasses import replace
from typing import Any, cast

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.flows.answers import UNVERIFIED, answer_of
from cdpwebai.flows.capture import LONG, Converter, capture
from cdpwebai.flows.poll import Finished
from cdpwebai.providers.chat import Message, Provider, Rebuilt, RecordAnswer
from cdpwebai.providers.chatgpt import chatgpt
from cdpwebai.records import Citation
from tests.support.chat import assistant, page, user
from tests.support.waiting import PaperAnswer, Waiting


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
    where = cast("Any", Where())
    async with trio.open_nursery() as nursery:
        made = await capture(where, answer(html), Converter(where, nursery))
    return where.threads, made.answer.markdown


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
def test_offsets_that_contradict_make_an_answer_doubted_and_missing_ones_do_not(
    html: str, warnings: tuple[str, ...], exactness: str
) -> None:
    made = answer_of(chatgpt(), answer(html))
    assert (made.answer.markdown, made.warnings, made.answer.exactness) == ("Hello", warnings, exactness)
    assert made.doubted == bool(warnings)


PILL = '<p>Wet<span data-content-reference-start="1"><span data-testid="webpage-citation-pill">{}</span></span></p>'
WATER, RAIN = Citation("Water", "https://w.example/"), Citation("Rain", "https://r.example/")


def pill(cited: Citation) -> str:
    label = f"<span>{cited.title}</span><span style='opacity:0' aria-hidden=true>{cited.title}</span>"
    return PILL.format(f'<a href="{cited.url}?utm_source=chatgpt.com">{label}</a>')


def test_what_an_answer_cites_is_told_once_for_each_address_by_page_and_record() -> None:
    html = f"<div class=markdown><ul><li>{pill(RAIN)}</li></ul>{pill(WATER)}{pill(RAIN)}</div>"
    assert answer_of(chatgpt(), answer(html)).answer.citations == (RAIN, WATER)
    two = Finished((*answer(html).messages, *answer(f"<div class=markdown>{pill(WATER)}</div>").messages))
    assert answer_of(chatgpt(), two).answer.citations == (RAIN, WATER)
    told = RecordAnswer("finished", ("m-1",), "Wet", citations=(WATER, RAIN, WATER))
    assert answer_of(chatgpt(), replace(answer(html), record=told)).answer.citations == (WATER, RAIN)


EDITOR = '<div class=markdown><div class="cm-editor"><div class="cm-content"{}>x = 1</div></div></div>'


def test_a_code_block_whose_language_nothing_tells_makes_an_answer_doubted_and_a_named_one_does_not() -> None:
    made = answer_of(chatgpt(), answer(EDITOR.format("")))
    assert (made.answer.markdown, made.answer.exactness, made.warnings) == (
        "```\nx = 1\n```",
        "rebuilt",
        (UNVERIFIED,),
    )
    named = answer_of(chatgpt(), answer(EDITOR.format(' data-language="python"')))
    assert (named.answer.markdown, named.warnings) == ("```python\nx = 1\n```", ())


HTML = f"<div class=markdown><p>{'word ' * LONG}</p></div>"


async def test_what_was_converted_ahead_is_not_converted_again(autojump_clock: MockClock) -> None:
    where = cast("Any", Where())
    async with trio.open_nursery() as nursery:
        converter = Converter(where, nursery)
        converter.ahead(answer(HTML).messages)
        converter.ahead(answer(HTML).messages)
        await trio.testing.wait_all_tasks_blocked()
        assert len(where.threads) == 1
        made = await converter.made(answer(HTML))
    assert len(where.threads) == 1
    assert made == answer_of(chatgpt(), answer(HTML))


async def test_what_was_converted_ahead_and_has_changed_since_is_not_the_answer(autojump_clock: MockClock) -> None:
    where = cast("Any", Where())
    async with trio.open_nursery() as nursery:
        converter = Converter(where, nursery)
        converter.ahead(answer(HTML).messages)
        converter.ahead(answer(HTML.replace("</p>", "more</p>")).messages)
        made = await converter.made(answer(HTML.replace("</p>", "most</p>")))
    assert made.answer.markdown.endswith("word most")


async def test_a_short_page_is_not_converted_ahead(autojump_clock: MockClock) -> None:
    where = cast("Any", Where())
    async with trio.open_nursery() as nursery:
        Converter(where, nursery).ahead(answer("<div class=markdown><p>short</p></div>").messages)
    assert where.threads == []


async def test_a_page_that_says_finished_is_converted_while_its_window_passes(autojump_clock: MockClock) -> None:
    converted: list[float] = []

    def rebuild(html: str) -> Rebuilt:
        converted.append(trio.current_time())
        return chatgpt().rebuild(html)

    began = trio.current_time()
    paper = PaperAnswer((0, page(user("u1", "Count."), assistant("a1", "word " * LONG))))
    paper.provider = replace(paper.provider, rebuild=rebuild)
    waiting = await Waiting(paper).run(10)
    assert waiting.result is not None
    assert waiting.after == 1.0
    assert converted == [began]
