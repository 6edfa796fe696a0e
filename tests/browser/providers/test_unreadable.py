"""Rows of the contract that cannot be read: what rests on them is unknown, whole or not at all, and nothing else is.

A user's newer contract may hold a selector that is none, so each row of the conversation is broken in turn, alone and
beside one that works, as the first of its row and as the last.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest
from msgspec import structs

from cdpwebai.cdp import Session
from cdpwebai.flows.plan_activity import activity_of
from cdpwebai.flows.plan_poll import Complete, PollState, plan_poll
from cdpwebai.page.library import Library
from cdpwebai.page.tab import Tab
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.chatgpt import chatgpt
from cdpwebai.verdict import Known, Reason, Unknown
from tests.browser.providers.support import Chat, known
from tests.manifest import proves

BAD = "button["
OTHERS = ("place", "composer", "slot", "surface", "notices", "panel", "chips")

WHOLE = ("turn", "role", "message", "asked", "body", "loose", "streaming", "finished", "failure", "retry", "choice")
"""The rows that a look at the conversation asks on the page of these tests."""


@asynccontextmanager
async def with_rows(session: Session, url: str, **rows: tuple[str, ...]) -> AsyncGenerator[Chat]:
    """The page of these tests, read by a contract whose rows have these selectors."""
    contract = chatgpt().contract
    changed = {name: structs.replace(contract.elements[name], selectors=selectors) for name, selectors in rows.items()}
    contract = structs.replace(contract, elements={**contract.elements, **changed})
    library = Library.load("cdpwebai.page", "cdpwebai.providers.chatgpt", data={"chat_contract": contract.for_page()})
    async with Tab.open(session, library=library) as tab:
        await tab.navigate(url)
        yield Chat(tab)


def selectors_of(row: str) -> tuple[str, ...]:
    return chatgpt().contract.elements[row].selectors


def why_unknown(seen: ChatObservation) -> Reason | None:
    return seen.turns.reason if isinstance(seen.turns, Unknown) else None


@proves("seed004.X4", "seed004.X4b", "seed004.X5b", "ref.F3.X4b", "ref.F3.X4c")
@pytest.mark.parametrize("row", WHOLE)
async def test_a_row_that_cannot_be_read_leaves_the_conversation_unknown_and_nothing_else(
    session: Session, page_url: Callable[..., str], row: str
) -> None:
    """Also where it is only a part that cannot be read: what was read of the turns is not told as all of it."""
    good = selectors_of(row)
    for selectors in ((BAD,), (BAD, *good), (*good, BAD)):
        async with with_rows(session, page_url("chat-page.html"), **{row: selectors}) as chat:
            first = await chat.see()
            await chat.change("document.getElementById('answer').insertAdjacentHTML('beforeend', '<b>More.</b>')")
            for seen in (first, await chat.see()):
                assert why_unknown(seen) in (Reason.THREW, Reason.PARTIAL), selectors
                spoiled = {name for name in OTHERS if not isinstance(getattr(seen, name), Known)}
                assert spoiled <= ({"notices"} if row in ("turn", "role") else set()), selectors


ELSEWHERE = {
    "stop": {"slot"}, "radio": {"surface"}, "dialog": {"notices"}, "alert": {"notices"}, "panel": {"panel"},
}  # fmt: skip


@proves("seed004.X5b")
@pytest.mark.parametrize("row", ELSEWHERE)
async def test_a_row_elsewhere_that_cannot_be_read_does_not_hold_up_what_is_told_of_the_conversation(
    session: Session, page_url: Callable[..., str], row: str
) -> None:
    async with with_rows(session, page_url("chat-page.html"), **{row: (*selectors_of(row), BAD)}) as chat:
        async with chat.page.wakes() as wakes:
            assert [message.text for message in await chat.messages()][-1] == "It is four."
            await chat.change("document.querySelector('.markdown').insertAdjacentHTML('beforeend', '<p>More.</p>')")
            assert await wakes.wait(5), "the change wakes"
        seen = await chat.see()
        assert known(seen.turns)[-1][1].messages[0].text == "It is four.\nMore."
        assert {name for name in OTHERS if not isinstance(getattr(seen, name), Known)} == ELSEWHERE[row]


@proves("seed004.X5", "seed004.X5c", "ref.F3.X4d")
async def test_marks_that_are_not_there_are_made_up_for_by_those_that_are(
    session: Session, page_url: Callable[..., str]
) -> None:
    """One selector a row, or only the last of them finds anything: all was looked at, and all is told."""
    url = page_url("chat-page.html")
    nothing = "article[data-no-such-mark]"
    alone = {"turn": ("article[data-turn-id]",), "message": ("[data-message-author-role]",), "body": (".markdown",)}
    last = {name: (nothing, *selectors) for name, selectors in alone.items()}
    for rows in (alone, last):
        async with with_rows(session, url, **rows) as chat:
            turns = known((await chat.see()).turns)
            assert [key for key, _ in turns] == ["u1", "request-c-2"]
            assert [message.text for _, turn in turns for message in turn.messages] == [
                "What is two and two?",
                "It is four.",
            ]
            await chat.change("document.getElementById('turns').replaceChildren()")
            assert known((await chat.see()).turns) == (), "all examined, and it is empty"


@proves("ref.F3.X4c", "seed004.partial")
async def test_a_turn_that_cannot_be_read_is_not_left_out_of_the_count(chat: Chat) -> None:
    """Two turns, of which one has no id: not one turn, but not known."""
    seen = await chat.set_up(
        "document.querySelector('[data-turn-id=u1]').removeAttribute('data-turn-id');"
        "document.querySelector('[data-message-id=m-u1]').removeAttribute('data-message-id');"
    )
    assert why_unknown(seen) is Reason.PARTIAL
    whole = await chat.set_up()
    assert len(known(whole.turns)) == 2


STATE = PollState("u1", "m-u1", frozenset(), conversation="1", witness=False)
AT = "history.replaceState({}, '', '/c/1');"


async def completed(chat: Chat, script: str) -> bool:
    """Whether the waiting for the answer to u1 ends on this page; every field of each look must be known."""
    state = STATE
    for now in (0.0, 1.0, 6.0):
        seen = await (chat.set_up(AT + script) if now == 0 else chat.see())
        assert seen.unknowns == []
        state, action = plan_poll(state, seen, now)
        if isinstance(action, Complete):
            return True
    return False


@proves("ref.F3.TRANS-1")
async def test_every_field_of_a_healthy_page_is_known_and_it_is_quiet(chat: Chat) -> None:
    seen = await chat.set_up()
    assert seen.unknowns == []
    assert activity_of(seen, known(seen.turns)[-1][1]) == "none"


@proves("ref.F3.TRANS-5", "ref.F3.TRANS-6", "ref.F3.TRANS-7")
async def test_the_order_of_question_and_answer_is_always_known_in_a_real_page(chat: Chat) -> None:
    assert await completed(chat, "")
    assert not await completed(chat, "turns.prepend(turns.lastElementChild);"), "the answer stands before the question"
    assert not await completed(chat, "turns.replaceChildren(turns.firstElementChild);"), "there is none"
    assert await completed(chat, "turns.replaceChildren(turns.lastElementChild);"), (
        "no question, so it is nobody else's"
    )
    other = "turns.firstElementChild.setAttribute('data-turn-id', 'u9');"
    assert await completed(chat, other), "ours, which the page gave another id: its message is still ours"
    other += "turns.querySelector('[data-message-id=m-u1]').setAttribute('data-message-id', 'm-u9');"
    assert not await completed(chat, other), "to another question"
