"""Whatever is added to the page that looks like a part of the chat and is none: each look stays what it was."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from msgspec import structs

from cdpwebai.providers.chat import ChatObservation
from cdpwebai.verdict import Known
from tests.browser.providers.support import Chat, known
from tests.manifest import proves

TYPED = "document.getElementById('prompt-textarea').innerHTML = '<p>Hello</p>';"
STATES = {
    "ended": "",
    "typed": TYPED + "document.getElementById('slot').innerHTML = '<button data-testid=send-button></button>';",
    "being answered": "document.getElementById('bar').remove();"
    "document.querySelector('.markdown').classList.add('streaming-animation');"
    "document.getElementById('slot').innerHTML = '<button data-testid=stop-button></button>';",
    "without ids": "document.querySelectorAll('[data-testid]').forEach((node) => node.removeAttribute('data-testid'));",
}


def named(*names: str) -> str:
    return "".join(f'<button aria-label="{name}"></button>' for name in names)


BUTTONS = named("Stop generating", "Send prompt", "Copy", "Good response", "Stop dictation", "Retry", "Answer now")
STOP, SEND = '<button data-testid="stop-button"></button>', '<button data-testid="send-button"></button>'
TURN = '<article data-turn-id="x" data-turn="assistant"><div data-message-author-role="assistant">x</div></article>'
BARE = '<article data-testid="conversation-turn-9"><div class="markdown">Nobody</div></article>'
BOX = 'style="width:300px;height:300px"'

DECOYS = {
    "beforeend header": [
        f'<form role="search"><input type="search"><textarea></textarea>{BUTTONS}</form>',
        BUTTONS,
        f"<form>{SEND}</form>",
        '<progress></progress><div role="progressbar" style="height:4px"></div>',
        '<div role="alert">Scheduled maintenance.<button class="composer-submit-btn">Close</button></div>',
        "<div><button role=radio>Light</button><button role=radio>Dark</button></div>",
        f'<div role="group" aria-label="a.txt">{named("Remove file")}</div>',
        "<button>Log in</button><button>Sign up</button>",
    ],
    "beforeend nav": [
        BUTTONS + STOP,
        TURN,
        '<a class="__menu-item" href="/c/x" aria-label="Thinking, work">Work</a>',
    ],
    "afterbegin #footer": [
        STOP.replace("><", " hidden><"),
        SEND.replace("><", " hidden><"),
        named("Stop dictation", "Stop voice mode"),
        '<button aria-haspopup="menu">High</button>',
        '<button aria-label="Search, click to remove">Search</button>',
    ],
    "afterbegin #form": ['<input type="file" data-testid="attachment-input" hidden>'],
    "beforeend body": [
        f'<aside aria-label="Sources" {BOX}>Thinking</aside>',
        f'<aside aria-label="Thinking" {BOX} hidden>Thinking<progress></progress></aside>',
        '<div class="sr-only" role="status">Too many requests. Network error.</div>',
        f'<div role="menu" data-state="open">{BUTTONS}</div>',
        f'<div role="dialog" aria-modal="true" hidden>Too many requests{TURN}</div>',
        '<div class="markdown">Elsewhere</div><div data-message-content>Too</div>',
        "<script src='/cdn-cgi/challenge-platform/x.js'></script><div id=challenge-form>x</div>",
    ],
    "beforeend #turns": [BARE],
    "beforeend #answer": [
        f"<div>{BUTTONS}</div>",
        "<div><button></button>2 / 3<button></button></div>",
        "<progress hidden></progress>",
    ],
}
"""What is added, by where."""


def add(where: str, html: str) -> str:
    side, place = where.split(" ")
    return f"document.querySelector('{place}').insertAdjacentHTML('{side}', {json.dumps(html)});"


def without_texts(seen: ChatObservation) -> ChatObservation:
    """The observation without what messages say: what is added inside of an answer is said by it."""
    turns = tuple((key, structs.replace(turn, messages=())) for key, turn in known(seen.turns))
    return replace(seen, turns=Known(turns))


@proves("readers.decoys")
@pytest.mark.parametrize("state", STATES)
async def test_nothing_that_only_looks_like_a_part_of_the_chat_changes_a_look(chat: Chat, state: str) -> None:
    plain = await chat.set_up(STATES[state])
    assert all(isinstance(field, Known) for field in (plain.slot, plain.turns, plain.chips, plain.notices))
    for where, several in DECOYS.items():
        for html in several:
            seen = await chat.set_up(STATES[state] + add(where, html))
            same = without_texts(seen) == without_texts(plain) if "#answer" in where else seen == plain
            assert same, (where, html)
    for where, several in DECOYS.items():
        await chat.change("".join(add(where, html) for html in several))
    assert without_texts(await chat.see()) == without_texts(plain), "all of them at once"
