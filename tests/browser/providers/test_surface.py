"""Chat or Work: by the two radios, and by the sidebar where the address is a conversation's."""

from __future__ import annotations

import pytest

from cdpwebai.providers.chat import Surface
from tests.browser.providers.support import Chat, known
from tests.manifest import proves

NAMES = {
    "en": ("Chat", "Work"),
    "ko": ("채팅", "작업"),
    "ja": ("チャット", "作業"),
    "zh": ("聊天", "工作"),
    "de": ("Chat", "Arbeit"),
}
ID = "22222222-2222-4222-8222-222222222222"


def choose(chat: str, work: str) -> str:
    """Statements that give both radios their signs, "true on" and the like; "" leaves a sign out."""
    both = {"chat": chat, "work": work}
    return "".join(
        f"{name}.setAttribute('{attribute}', '{value}');" if value else f"{name}.removeAttribute('{attribute}');"
        for name, signs in both.items()
        for attribute, value in zip(("aria-checked", "data-state"), (*signs.split(" "), ""), strict=False)
    )


async def surface(chat: Chat, script: str = "") -> Surface:
    return known((await chat.set_up(script)).surface)


async def active(chat: Chat, script: str) -> str:
    return (await surface(chat, script)).active


ON, OFF = "true on", "false off"


@proves("seed000.2.1-2", "ref.F5.SURF-2", "ref.F5.SURF-3")
async def test_the_one_that_is_on_while_the_other_is_off_is_chosen(chat: Chat) -> None:
    assert await surface(chat, choose(ON, OFF)) == Surface("chat", "none", "visible")
    assert await surface(chat, choose(OFF, ON)) == Surface("work", "none", "visible")


@proves("seed000.2.1-3", "ref.F5.SURF-4", "ref.F5.SURF-5", "ref.F5.SURF-6", "ref.F5.SURF-7")
@pytest.mark.parametrize(
    "script",
    [
        choose(ON, ON),
        choose(OFF, OFF),
        choose("true off", OFF),
        choose(ON, "false on"),
        choose(ON, "true off"),
        choose("true", OFF),
        choose(ON, " off"),
        choose(ON, "false"),
        choose("mixed on", OFF),
        "work.remove();",
        "chat.remove();",
        "work.hidden = true;",
        "chat.style.visibility = 'hidden';",
        "work.style.opacity = 0;",
        "work.textContent = chat.textContent;",
        "work.textContent = 'Codex';",
        "chat.textContent = 'Ngobrol'; work.textContent = 'Kerja';",
        "work.textContent = 'Work in progress';",
        "work.insertAdjacentHTML('afterend', '<button role=radio aria-checked=false data-state=off>Codex</button>');",
        "work.parentElement.after(work.parentElement.cloneNode(true));",
    ],
)
async def test_signs_that_disagree_and_what_is_not_two_known_radios_are_ambiguous(chat: Chat, script: str) -> None:
    assert await active(chat, script) == "ambiguous"


@proves("seed000.2.1-4", "ref.F5.SURF-9")
@pytest.mark.parametrize(
    ("script", "work"),
    [
        (choose(OFF, ON), "visible"),
        (choose(ON, ON), "visible"),
        (choose(ON, "false on"), "visible"),
        ("chat.hidden = true;", "visible"),
        ("work.hidden = true;", "absent"),
        ("work.style.visibility = 'hidden';", "absent"),
        ("work.remove();", "absent"),
        ("chat.parentElement.remove();", "absent"),
        ("work.textContent = 'Codex';", "unknown"),
        ("chat.textContent = 'Ngobrol'; work.textContent = 'Kerja';", "unknown"),
    ],
)
async def test_that_work_can_be_chosen_is_told_apart_from_that_it_is(chat: Chat, script: str, work: str) -> None:
    assert (await surface(chat, script)).work == work


@proves("seed000.2.1-1", "ref.F5.SURF-1", "ref.F5.SURF-8")
async def test_only_where_there_are_no_such_radios_the_page_is_an_older_one(chat: Chat) -> None:
    assert await surface(chat, "chat.parentElement.remove()") == Surface("legacy", "none", "absent")
    themes = "".join(
        f"<button role=radio aria-checked=false data-state=off>{name}</button>" for name in ("A", "B", "C")
    )
    assert await active(chat, f"chat.parentElement.innerHTML = '{themes}'") == "legacy"
    native = "<label><input type=radio checked>Chat</label><label><input type=radio>Work</label>"
    assert await active(chat, f"chat.parentElement.innerHTML = '{native}'") == "legacy"


@proves("ref.C.4.languages")
async def test_the_radios_are_known_by_their_names_in_five_languages(chat: Chat) -> None:
    for language, (one, other) in NAMES.items():
        named = f"chat.textContent = '{one}'; work.textContent = ' {other.upper()} ';"
        assert await active(chat, named + choose(ON, OFF)) == "chat", language
        assert await active(chat, named + choose(OFF, ON)) == "work", language
        swapped = f"chat.textContent = '{other}'; work.textContent = '{one}';"
        assert await active(chat, swapped + choose(ON, OFF)) == "work", language


async def test_another_group_of_two_radios_changes_nothing(chat: Chat) -> None:
    theme = "<div role=radiogroup><button role=radio aria-checked=true data-state=on>Light</button>"
    theme += "<button role=radio aria-checked=false data-state=off>Dark</button></div>"
    for place in ("main", "nav", "#form"):
        add = f"document.querySelector('{place}').insertAdjacentHTML('afterbegin', '{theme}');"
        assert await active(chat, add) == "chat", place
    twin = "const header = chat.closest('header');"
    twin += "const twin = chat.parentElement.cloneNode(true); twin.hidden = true; header.append(twin);"
    twin += "for (const one of twin.children) one.id = '';"
    assert await active(chat, twin + choose(OFF, ON)) == "work", "the same again, for narrow windows"
    assert await active(chat, "chat.parentElement.hidden = true;") == "ambiguous"
    assert await active(chat, f"chat.parentElement.outerHTML = '{theme}'") == "ambiguous", "names not known"


def link(attributes: str, inner: str = "<span dir=auto>Title</span>", path: str = f"/c/{ID}") -> str:
    return f'<a class="__menu-item" href="{path}" {attributes}>{inner}</a>'


BADGE = '<span class="flex items-center"><span class="shrink-0">{}</span></span>'
AT = f"history.replaceState({{}}, '', '/c/{ID}');"


def beside(*links: str, at: str = AT) -> str:
    return f"{at} document.querySelector('nav').insertAdjacentHTML('beforeend', `{''.join(links)}`);"


async def conversation(chat: Chat, script: str) -> str:
    return (await surface(chat, script)).conversation


@proves("ref.C.4.sidebar", "ref.F5.PROBE-1", "ref.F5.PROBE-2", "ref.F5.PROBE-3", "ref.F5.PROBE-11", "ref.F5.PROBE-12")
async def test_the_sidebar_tells_what_a_conversation_is(chat: Chat) -> None:
    assert await conversation(chat, "") == "none"
    assert await conversation(chat, beside(link('aria-label="Title"'))) == "chat"
    assert await conversation(chat, beside(link('aria-label="Title, work"', BADGE.format("Work")))) == "work"
    project = f"history.replaceState({{}}, '', '/g/g-p-1/c/{ID}?x#y');"
    assert await conversation(chat, beside(link('aria-label="Title"'), at=project)) == "chat"
    twice = beside(link('aria-label="Title"'), link('aria-label="Title, work"', BADGE.format("Work")))
    assert await conversation(chat, twice) == "work"


@proves(
    "ref.C.4.unresolved",
    "ref.F5.PROBE-4",
    "ref.F5.PROBE-5",
    "ref.F5.PROBE-7",
    "ref.F5.PROBE-8",
    "ref.F5.PROBE-9",
    "ref.F5.PROBE-10",
)
async def test_what_the_sidebar_does_not_say_stays_unresolved(chat: Chat) -> None:
    assert await conversation(chat, AT) == "unresolved", "no link at all"
    assert await conversation(chat, beside(link(""))) == "unresolved", "a link without a name"
    assert await conversation(chat, beside(link('aria-label="Title, work"'))) == "unresolved", "named so, no badge"
    longer = link('aria-label="Title"', path=f"/c/{ID}0")
    assert await conversation(chat, beside(longer)) == "unresolved", "another conversation"
    abroad = f'<a class="__menu-item" href="https://elsewhere.invalid/c/{ID}" aria-label="Title"></a>'
    assert await conversation(chat, beside(abroad)) == "unresolved", "another site"
    quoted = link('aria-label="Title"')
    inside = f"{AT} document.querySelector('.markdown').insertAdjacentHTML('beforeend', `{quoted}`);"
    assert await conversation(chat, inside) == "unresolved", "a link in an answer"
    passing = "history.replaceState({}, '', '/c/WEB:1');"
    assert await conversation(chat, beside(link('aria-label="Title"'), at=passing)) == "unresolved", "a passing address"


@proves("ref.F5.PROBE-6")
async def test_a_title_that_says_work_is_no_badge(chat: Chat) -> None:
    titles = (
        "<span dir=auto>Work</span>",
        '<span class="flex items-center"><span class="shrink-0" dir="auto">Work</span></span>',
    )
    for inner in titles:
        assert await conversation(chat, beside(link('aria-label="Work"', inner))) == "chat", inner
    for _, work in NAMES.values():
        assert await conversation(chat, beside(link(f'aria-label="Title, {work}"', BADGE.format(work)))) == "work", work
        assert await conversation(chat, beside(link(f'aria-label="Title, {work}"'))) == "unresolved", work
