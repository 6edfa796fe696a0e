"""Answers outside of every turn: they count behind the last message of the user's, and stand in the page's order."""

from __future__ import annotations

import json

import pytest

from cdpwebai.providers.chat import Turn
from tests.browser.providers.support import Chat, known
from tests.manifest import proves

ASKS = '<div data-message-author-role="user" data-message-id="m-{0}">Q</div>'
USER = f'<article data-turn-id="{{0}}" data-turn="user">{ASKS}</article>'
BAR = '<div role="group"><button data-testid="copy-turn-action-button"></button></div>'


def answer(text: str, *, bar: bool = False, classes: str = "answer") -> str:
    """An answer without any mark of a turn, in a box of its own, with or without the actions of an ended one."""
    body = f'<div data-message-content><div class="markdown"><p>{text}</p></div></div>'
    return f'<div class="{classes}"><div>{body}</div>{BAR if bar else ""}</div>'


def turns(*html: str) -> str:
    return f"document.getElementById('turns').innerHTML = {json.dumps(''.join(html))};"


async def told(chat: Chat, script: str) -> list[tuple[str, Turn]]:
    return [*known((await chat.set_up(script)).turns)]


async def said(chat: Chat, script: str) -> list[tuple[str, list[str]]]:
    return [(key, [one.text for one in turn.messages]) for key, turn in await told(chat, script)]


ASKED = ("u1", ["Q"])


@proves("ref.F3.WRAP-1", "ref.C.1.wrapperless", "ref.F1.POLL-9", "ref.F3.TRANS-8")
async def test_an_answer_behind_the_users_message_is_a_turn_of_the_assistants(chat: Chat) -> None:
    [_, (key, turn)] = await told(chat, turns(USER.format("u1"), answer("Four.")))
    assert (key, turn.role, turn.finished) == ("after u1", "assistant", False)
    [message] = turn.messages
    assert (message.role, message.text, message.reasoning) == ("assistant", "Four.", False)
    assert message.html == '<div class="markdown"><p>Four.</p></div>'


@proves("ref.F3.WRAP-2", "ref.F3.WRAP-3", "ref.F3.WRAP-4", "ref.F3.TRANS-9")
async def test_an_answer_before_the_users_last_message_or_without_one_is_none(chat: Chat) -> None:
    assert await said(chat, turns(answer("Old."), USER.format("u1"))) == [ASKED]
    assert await said(chat, turns(USER.format("u0"), answer("Old."), USER.format("u1"))) == [("u0", ["Q"]), ASKED]
    assert await said(chat, turns(answer("Nobody asked."))) == []
    both = turns(USER.format("u0"), answer("Old."), USER.format("u1"), answer("New."))
    assert await said(chat, both) == [("u0", ["Q"]), ASKED, ("after u1", ["New."])]


@proves("ref.F3.WRAP-5")
async def test_what_stands_inside_a_turn_or_elsewhere_is_no_answer_outside(chat: Chat) -> None:
    body = answer("Four.")
    inside = (
        f'<article data-testid="conversation-turn-2">{body}</article>',
        f"<aside>{body}</aside>",
        f'<div role="dialog">{body}</div>',
        f"<form>{body}</form>",
    )
    for html in inside:
        assert await said(chat, turns(USER.format("u1"), html)) == [ASKED], html
    shell = f'<section data-turn-id="a1" data-turn="assistant">{body}</section>'
    assert await said(chat, turns(USER.format("u1"), shell)) == [ASKED, ("a1", ["Four."])]
    beside = turns(USER.format("u1")) + f"document.body.insertAdjacentHTML('beforeend', {json.dumps(body)});"
    assert await said(chat, beside) == [ASKED], "a panel beside the conversation"


@proves("ref.F3.WRAP-6")
@pytest.mark.parametrize("style", ["display:none", "visibility:hidden", "opacity:0"])
async def test_a_hidden_or_an_empty_answer_is_none(chat: Chat, style: str) -> None:
    hidden = answer("Four.").replace("<div class", f'<div style="{style}" class')
    assert await said(chat, turns(USER.format("u1"), hidden)) == [ASKED]
    assert await said(chat, turns(USER.format("u1"), answer(" &nbsp;"))) == [ASKED]


@proves("ref.F3.WRAP-7", "ref.F3.TRANS-10")
async def test_one_element_that_several_selectors_match_is_one_message(chat: Chat) -> None:
    html = '<div class="markdown" data-message-content><p>Four.</p><div class="markdown"><p>Five.</p></div></div>'
    assert await said(chat, turns(USER.format("u1"), html)) == [ASKED, ("after u1", ["Four.\nFive."])]


@proves("ref.F3.WRAP-8")
async def test_the_users_last_message_is_the_last_by_whatever_mark(chat: Chat) -> None:
    bare = '<div data-message-author-role="user" data-message-id="u2">Q</div>'
    section = '<section data-turn="user" data-turn-id="u3"><div class="whitespace-pre-wrap">Q</div></section>'
    html = (USER.format("u1"), answer("one"), bare, answer("two"), section, answer("three"))
    assert (await said(chat, turns(*html)))[-1] == ("after u3", ["three"])
    assert (await said(chat, turns(*html[:4])))[-1] == ("after u2", ["two"])


@proves("ref.F3.WRAP-9")
async def test_answers_inside_and_outside_of_turns_share_one_order(chat: Chat) -> None:
    shell = (
        '<article data-turn-id="a1" data-turn="assistant"><div data-message-author-role="assistant">in</div></article>'
    )
    user = USER.format("u1")
    assert [key for key, _ in await told(chat, turns(user, answer("out"), shell))] == ["u1", "after u1", "a1"]
    assert [key for key, _ in await told(chat, turns(user, shell, answer("out")))] == ["u1", "a1", "after u1"]


async def test_several_blocks_are_one_turn_in_order(chat: Chat) -> None:
    blocks = "".join(f"<div data-message-content>{text}</div>" for text in ("one", "two"))
    html = turns(USER.format("u1"), f'<div class="answer">{blocks}{BAR}</div>')
    [_, (key, turn)] = await told(chat, html)
    assert (key, [one.text for one in turn.messages], turn.finished) == ("after u1", ["one", "two"], True)


@proves("ref.C.1.wrapperless-finished")
async def test_an_answer_has_ended_by_the_bar_of_its_own_box(chat: Chat) -> None:
    ended = turns(USER.format("u0"), answer("Old.", bar=True), USER.format("u1"), answer("Four.", bar=True))
    assert (await told(chat, ended))[-1][1].finished
    going_on = turns(USER.format("u0"), answer("Old.", bar=True), USER.format("u1"), answer("Four."))
    assert not (await told(chat, going_on))[-1][1].finished


async def test_its_turn_keeps_its_key_over_a_remount_and_while_it_grows(chat: Chat) -> None:
    before = await told(chat, turns(USER.format("u1"), answer("Four")))
    await chat.change("const list = document.getElementById('turns'); list.innerHTML = list.innerHTML")
    assert await chat.turns() == before
    await chat.change("document.querySelector('.answer p').append('teen')")
    assert [(key, turn.messages[0].text) for key, turn in await chat.turns()] == [("u1", "Q"), ("after u1", "Fourteen")]
