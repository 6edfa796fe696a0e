"""What stands over the page or in its place, and what only looks so."""

from __future__ import annotations

import json

import pytest

from cdpwebai.providers.chat import Notice, NoticeKind
from tests.browser.providers.support import Chat, known
from tests.manifest import proves


def add(html: str, to: str = "body") -> str:
    return f"document.querySelector({json.dumps(to)}).insertAdjacentHTML('beforeend', {json.dumps(html)});"


def modal(title: str, text: str = "", *buttons: str) -> str:
    inner = f"<h2>{title}</h2><p>{text}</p>" + "".join(f"<button>{one}</button>" for one in buttons or ("Got it",))
    return add(f'<div class="backdrop"><div role="dialog" aria-modal="true">{inner}</div></div>')


async def notices(chat: Chat, script: str) -> list[Notice]:
    return [*known((await chat.set_up(script)).notices)]


async def kinds(chat: Chat, script: str) -> list[NoticeKind]:
    return [notice.kind for notice in await notices(chat, script)]


TITLES: dict[str, NoticeKind] = {
    "Too many requests": "rate-limit",
    "요청이 너무 많습니다": "rate-limit",
    "リクエストが多すぎます": "rate-limit",
    "请求过多": "rate-limit",
    "Zu viele Anfragen": "rate-limit",
    "You've reached your limit": "quota",
    "한도에 도달했습니다": "quota",
    "Network error": "network",
    "네트워크 오류": "network",
    "Netzwerkfehler": "network",
    "Rename this chat?": "other",
    "Ora bisa": "other",
}


@proves("ref.C.10.modal", "readers.B43-notice")
async def test_a_dialog_over_the_page_is_told_with_its_words(chat: Chat) -> None:
    for title, kind in TITLES.items():
        told = await notices(chat, modal(title, "Please  wait\na little."))
        assert told == [Notice(kind, f"{title} Please wait a little.")], title
    too_quickly = modal("Attention", "You're making requests too quickly. Please wait.")
    assert await kinds(chat, too_quickly) == ["rate-limit"]


@proves("ref.C.10.choose")
async def test_the_question_for_the_surface_is_known_by_what_its_buttons_offer(chat: Chat) -> None:
    ways = {
        "Start in Work": "Continue in Chat",
        "작업에서 시작": "채팅에서 계속",
        "In Arbeit beginnen": "Im Chat fortfahren",
    }
    for work, stay in ways.items():
        assert await kinds(chat, modal("Which one?", "", work, stay)) == ["choose-surface"], work
    assert await kinds(chat, modal("Delete chat?", "", "Delete chat", "Cancel")) == ["other"]


async def test_a_dialog_that_asks_to_log_in_again_says_so(chat: Chat) -> None:
    assert await kinds(chat, modal("Your session has expired", "", "Log in", "Sign up")) == ["login"]


OVER = {
    "aria-modal": add('<div role="dialog" aria-modal="true"><p>Words</p></div>'),
    "alertdialog": add('<div role="alertdialog" aria-modal="true"><p>Words</p></div>'),
    "native": add("<dialog><p>Words</p></dialog>") + "document.querySelector('dialog').showModal();",
    "covering": add('<div class="backdrop"><div role="dialog"><p>Words</p></div></div>'),
    "page put aside": add('<div role="dialog"><p>Words</p></div>') + "document.querySelector('main').inert = true;",
    "page hidden": add('<div role="dialog"><p>Words</p></div>')
    + "document.querySelector('main').setAttribute('aria-hidden', 'true');",
}
NOT_OVER = {
    "panel": add('<div role="dialog" aria-label="Thinking" style="width:300px;height:300px">Thinking</div>', "main"),
    "menu": add('<div role="menu" data-state="open">Rename</div>'),
    "open beside": add("<dialog open>Words</dialog>"),
    "hidden": modal("Too many requests").replace('class=\\"backdrop\\"', 'class=\\"backdrop\\" hidden'),
    "closed": add("<dialog>Words</dialog>"),
    "in a page that is fixed as a whole": add('<div role="dialog" style="width:9px;height:9px">Words</div>', "main")
    + "document.body.insertAdjacentHTML('beforeend', '<div class=backdrop></div>');"
    + "document.querySelector('.backdrop').append(document.querySelector('main'));",
}


@proves("ref.C.10.over")
@pytest.mark.parametrize("name", [*OVER, *NOT_OVER])
async def test_only_a_dialog_that_lies_over_the_page_is_a_notice(chat: Chat, name: str) -> None:
    told = await kinds(chat, {**OVER, **NOT_OVER}[name])
    assert told == (["other"] if name in OVER else [])


async def test_a_message_in_the_corner_counts_when_its_kind_is_known(chat: Chat) -> None:
    told = await notices(chat, add('<div role="alert">A network error occurred. Please check your connection.</div>'))
    assert told == [Notice("network", "A network error occurred. Please check your connection.")]
    assert await kinds(chat, add('<div role="status">Zu viele Anfragen</div>')) == ["rate-limit"]
    assert await kinds(chat, add('<div role="alert">Scheduled maintenance <button>Close</button></div>')) == []
    assert await kinds(chat, add('<div role="alert" hidden>Network error</div>')) == []
    aloud = '<div role="status" class="sr-only">Network error</div>'
    assert await kinds(chat, add(aloud)) == [], "what is read aloud may be a title, or an answer as it grows"


@proves("readers.B43-quoted", "readers.h07")
async def test_what_an_answer_or_a_prompt_says_is_no_notice(chat: Chat) -> None:
    """Nor an error inside a turn (that is the turn's), nor what the composer says of an upload."""
    alert = '<div role="alert">Too many requests. Network error. <button>Retry</button></div>'
    for place in ("#answer .markdown", "#body", "#turns article", "#chips"):
        assert await kinds(chat, add(alert, place)) == [], place
    said = "<p>Verify you are human. Just a moment... Log in. You've reached your limit.</p>"
    assert await kinds(chat, add(said, "#answer .markdown") + add(said, "#prompt-textarea")) == []


def away(html: str, title: str = "ChatGPT") -> str:
    """Statements that put this in place of the chat."""
    return f"document.body.innerHTML = {json.dumps(f'<main>{html}</main>')}; document.title = {json.dumps(title)};"


CHALLENGES = {
    "widget": away('<div id="challenge-form">Check</div>'),
    "class": away('<div class="cf-challenge">Check</div>'),
    "frame": away('<iframe src="/cdn-cgi/challenge-platform/x"></iframe>'),
    "title": away("<p>127.0.0.1</p>", "Just a moment..."),
    "title in Korean": away("<p>127.0.0.1</p>", "잠시만 기다리십시오…"),
    "words": away("<p>Checking your browser before accessing the site.</p>"),
}


@proves("ref.D.15.challenge", "readers.B44-real")
@pytest.mark.parametrize("name", CHALLENGES)
async def test_a_human_check_in_place_of_the_page_is_seen(chat: Chat, name: str) -> None:
    assert await kinds(chat, CHALLENGES[name]) == ["challenge"]


@proves("ref.D.15.veto", "readers.B44-script")
async def test_a_healthy_page_with_a_challenges_script_and_words_is_none(chat: Chat) -> None:
    script = "<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>"
    widget = "<div id='challenge-form' class='cf-challenge'>Verify you are human</div>"
    title = "document.title = 'Just a moment...';"
    assert await kinds(chat, add(script) + title) == []
    assert await kinds(chat, add(widget) + title) == [], "the chat is there"
    no_turns = "document.getElementById('turns').replaceChildren();"
    assert await kinds(chat, add(widget) + title + no_turns) == [], "a composer alone vetoes it"
    no_composer = "document.getElementById('form').remove();"
    assert await kinds(chat, add(widget) + title + no_composer) == [], "turns alone veto it"
    assert await kinds(chat, away("<p>" + "A long article about browsers. " * 40 + "Ray ID</p>", "Just a moment")) == []
    hidden = away("<div id='challenge-form' hidden>Check</div><p>Something else</p>")
    assert await kinds(chat, hidden) == []


@proves("ref.D.15.login")
async def test_a_login_page_in_place_of_the_chat_is_seen_in_five_languages(chat: Chat) -> None:
    for name in ("Log in", "로그인", "ログイン", "登录", "Anmelden"):
        assert await kinds(chat, away(f"<h1>Welcome</h1><a href=#>{name}</a>")) == ["login"], name
    by_address = away("<h1>Sugeng rawuh</h1>") + "history.replaceState({}, '', '/auth/login');"
    assert await kinds(chat, by_address) == ["login"]
    assert await kinds(chat, away("<h1>ChatGPT</h1><p>Coming up</p>")) == [], "an empty shell"
    assert await kinds(chat, away("<a href=# hidden>Log in</a><p>Coming up</p>")) == []


async def test_a_page_that_is_still_coming_in_asks_for_no_login(chat: Chat) -> None:
    """A guest's page shows the way in before it shows the composer."""
    begun = "document.open(); document.write('<title>x</title><main><h1>x</h1><a href=#>Log in</a>');"
    assert await kinds(chat, begun) == []
    await chat.change("document.close()")
    assert [notice.kind for notice in known((await chat.see()).notices)] == ["login"]


async def test_a_guests_page_is_no_login_page(chat: Chat) -> None:
    assert await kinds(chat, add("<button>Log in</button><button>Sign up for free</button>", "header")) == []


@pytest.mark.parametrize("name", ["parentElement", "contains", "getBoundingClientRect"])
async def test_a_dialog_in_a_form_whose_field_has_the_name_of_a_way_out_is_no_trap(chat: Chat, name: str) -> None:
    in_form = f'<form><input name="{name}" hidden><div role="dialog"><p>Network error</p></div></form>'
    assert await kinds(chat, add(in_form)) == []
    assert await kinds(chat, add(f'<div style="position: fixed; inset: 0">{in_form}</div>')) == ["network"]
