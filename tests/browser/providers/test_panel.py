"""The panel beside the chat: what it says of a thinking that goes on, and that is over."""

from __future__ import annotations

import json

import pytest

from tests.browser.providers.support import Chat, known
from tests.manifest import proves

OVER = (
    "Thought for 12s",
    "Reasoning Thought for 12s",
    "Pro thinking Thought for 1.5 minutes",
    "Thought for 1m 5s",
    "Thought for a moment",
    "Thought for a few seconds",
    "Thought for 12s Edit",
    "Reasoning Thought for 2 hours Edit",
    "Thinking\nThought for 8s",
    "생각 중\n12초 동안 생각함",
    "생각한 시간 12s",
    "思考中\n12秒間思考しました",
    "已思考 1 分 5 秒",
    "Nachgedacht für 12 Sekunden",
)
TRACES = (
    "Thought for 2s: Searching the web",
    "Thought for 12s and still going",
    "Thinking\nThought for 2s\nLooking at the sources",
    "12초 동안 생각함: 검색 중",
    "已思考 12 秒，正在搜索",
    "12秒間思考しました: 検索中",
    "Nachgedacht für 12 Sekunden und noch dabei",
)
TEXTS = (
    "Thinking",
    "Reasoning",
    "Pro thinking",
    "Thinking: step 9 of 10",
    "생각 중",
    "思考中",
    "推理中",
    "Denkt nach",
)
NONE = ("", "Sources", "Activity")

BOX = "width:300px;height:300px"


def panel(inner: str, attributes: str = 'aria-label="Thinking"', tag: str = "aside", style: str = BOX) -> str:
    """A statement that puts a panel to the right of the chat."""
    html = f'<{tag} {attributes} style="{style}">{inner}</{tag}>'
    return f"document.body.insertAdjacentHTML('beforeend', {json.dumps(html)});"


def lines(text: str) -> str:
    return "".join(f"<div>{line}</div>" for line in text.splitlines())


async def activity(chat: Chat, script: str) -> str:
    return known((await chat.set_up(script)).panel).activity


@proves("ref.F3.GRAM-completed", "ref.F3.FRAG-20", "ref.F3.TRANS-2")
async def test_a_panel_that_only_says_how_long_it_took_is_over(chat: Chat) -> None:
    for text in OVER:
        assert await activity(chat, panel(lines(text))) == "none", text


@proves("ref.F3.GRAM-weak", "ref.F3.FRAG-21", "ref.F3.TRANS-3")
async def test_a_trace_that_goes_on_and_a_bare_word_are_weak(chat: Chat) -> None:
    for text in TRACES:
        assert await activity(chat, panel(lines(text))) == "trace", text
    for text in TEXTS:
        assert await activity(chat, panel(lines(text))) == "text", text
    for text in NONE:
        assert await activity(chat, panel(lines(text))) == "none", text


@proves("ref.F3.STRATA-2", "ref.F3.STRATA-3", "ref.F3.STRATA-4")
async def test_progress_under_way_is_strong_and_no_weak_panel_hides_it(chat: Chat) -> None:
    live = "<div role=progressbar style='height:4px'></div>"
    ended = "<div role=progressbar aria-valuenow=1 aria-valuemax=1 style='height:4px'></div>"
    assert await activity(chat, "") == "none"
    assert await activity(chat, panel("Thinking" + live)) == "progress"
    assert await activity(chat, panel("Thinking" + ended)) == "text"
    assert await activity(chat, panel("Thinking" + live.replace("height:4px", "display:none"))) == "text"
    beside = panel("Thinking", style="width:200px;height:300px") + panel(live, style="width:200px;height:300px")
    assert await activity(chat, beside) == "progress"
    assert (
        await activity(
            chat,
            panel("Thought for 8s", style="width:200px;height:300px")
            + panel("Thinking", style="width:200px;height:300px"),
        )
        == "text"
    )


IS_ONE = {
    "aside by its name": panel("Thinking"),
    "aside by its class": panel("Thinking", 'class="reasoning-panel"'),
    "test id": panel("Thinking", 'data-testid="thinking-panel"', "div"),
    "complementary": panel("Thinking", 'role="complementary" aria-label="Reasoning"', "div"),
    "dialog": panel("Thinking", 'role="dialog" aria-label="Thinking"', "div"),
    "sidecar": panel("Thinking", 'class="stage-sidecar"', "div"),
    "by its name in Korean": panel("생각 중", 'aria-label="생각 중"'),
    "by its name in German": panel("Denkt nach", 'aria-label="Denkt nach"'),
}
IS_NONE = {
    "not called so": panel("Thinking", 'aria-label="Sources"'),
    "an element like any other": panel("Thinking", 'aria-label="Thinking"', "div"),
    "narrow": panel("Thinking", style="width:170px;height:300px"),
    "low": panel("Thinking", style="width:300px;height:110px"),
    "hidden": panel("Thinking", style=f"{BOX};visibility:hidden"),
    "on the left": panel("Thinking").replace("beforeend", "afterbegin"),
}


@proves("ref.F3.FRAG-19")
@pytest.mark.parametrize("name", [*IS_ONE, *IS_NONE])
async def test_a_panel_is_what_is_called_so_and_stands_on_the_right(chat: Chat, name: str) -> None:
    assert await activity(chat, {**IS_ONE, **IS_NONE}[name]) == ("text" if name in IS_ONE else "none")


async def test_a_conversation_in_the_sidebar_and_an_answer_may_speak_of_thinking(chat: Chat) -> None:
    said = "document.querySelector('.truncate').textContent = 'Thinking, Fast and Slow';"
    said += "document.querySelector('#answer p').textContent = 'Thinking';"
    assert await activity(chat, said) == "none"
