"""What a look at a chat costs: what has changed, however long the conversation is."""

from __future__ import annotations

import statistics
import time
from typing import Any

import msgspec

from cdpwebai.page.looks import Looks
from cdpwebai.page.observe import Observer
from cdpwebai.providers.chat_page import FIELDS, TURNS
from cdpwebai.verdict import Unknown
from cdpwebai.wire.look import Question
from tests.browser.providers.support import Chat, known
from tests.manifest import proves

FILL = """(count) => {
  const list = document.getElementById("turns");
  const [user, answer] = list.children;
  const made = Array.from({ length: count - 2 }, (_, number) => {
    const turn = (number % 2 ? answer : user).cloneNode(true);
    turn.dataset.turnId = `t${number}`;
    turn.querySelector("[data-message-id]").dataset.messageId = `m${number}`;
    turn.querySelector("[data-message-id]").firstElementChild.append(" Some more words.".repeat(20));
    return turn;
  });
  list.prepend(...made);
}"""
GROW = "() => document.querySelector('#turns > :last-child .markdown p').append(' and so on')"


async def conversation(chat: Chat, turns: int) -> None:
    await chat.set_up()
    await chat.tab.call_function(FILL, turns)
    assert len(known((await chat.see()).turns)) == turns


@proves("readers.cost")
async def test_a_look_at_a_long_conversation_costs_what_changed_in_time(chat: Chat) -> None:
    """The design's bound is three times a short one; here tenfold, so that a busy machine does not decide."""
    medians: dict[int, float] = {}
    for turns in (4, 400):
        await conversation(chat, turns)
        times: list[float] = []
        for _ in range(40):
            await chat.tab.call_function(GROW)
            since = time.perf_counter()
            await chat.see()
            times.append(time.perf_counter() - since)
        medians[turns] = statistics.median(times)
    assert medians[400] < 10 * medians[4]


class Weighed(Looks):
    """Passes looks on to a tab; ``bytes`` is what the last question and its answer weighed as JSON."""

    def __init__(self, chat: Chat) -> None:
        super().__init__(chat.tab.cdp, chat.tab.library)
        self.tab = chat.tab
        self.bytes = 0

    async def ask(self, question: Question, timeout: float) -> Any | Unknown:
        answer = await self.tab.ask(question, timeout)
        self.bytes = len(msgspec.json.encode(question)) + len(msgspec.json.encode(answer))
        return answer


@proves("readers.cost-bytes")
async def test_a_look_at_a_long_conversation_costs_what_changed_in_bytes(chat: Chat) -> None:
    """The design allows 4 KB, both ways together, beside the text and the HTML of the turn that changed."""
    await conversation(chat, 400)
    weighed = Weighed(chat)
    observer = Observer(weighed, *FIELDS)
    assert len(known((await observer.look()).items(TURNS))) == 400
    assert weighed.bytes > 100_000
    for change in ("", f"({GROW})()"):
        await chat.change(change)
        [*_, last] = known((await observer.look()).items(TURNS))
        [message] = last.body.messages
        beside = len(msgspec.json.encode([message.text, message.html])) if change else 0
        assert weighed.bytes - beside < 1500, change
