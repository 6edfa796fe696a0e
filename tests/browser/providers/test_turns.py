"""The conversation: which turns there are, what they say, what stands around them and is no part of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cdpwebai.providers.chat import Message, Turn
from cdpwebai.verdict import Reason, Unknown
from tests.browser.providers.support import Chat, known
from tests.manifest import proves


def turns(html: str) -> str:
    """A statement that makes this the whole conversation."""
    return f"document.getElementById('turns').innerHTML = {json.dumps(html)};"


def append(html: str, to: str = "#turns") -> str:
    """A statement that adds this to an element, as its last children."""
    return f"document.querySelector({json.dumps(to)}).insertAdjacentHTML('beforeend', {json.dumps(html)});"


def role(who: str, text: str, identity: str = "", inner: str = "") -> str:
    """A message with the mark of its author."""
    id_ = f' data-message-id="{identity}"' if identity else ""
    body = f'<div class="markdown"><p>{text}</p></div>' if who == "assistant" else text
    return f'<div data-message-author-role="{who}"{id_}>{body}{inner}</div>'


def article(turn_id: str, who: str, *inner: str, tag: str = "article") -> str:
    """A shell with the marks of a turn."""
    return f'<{tag} data-turn-id="{turn_id}" data-turn="{who}">{"".join(inner)}</{tag}>'


async def told(chat: Chat, script: str) -> list[tuple[str, Turn]]:
    return [*known((await chat.set_up(script)).turns)]


async def said(chat: Chat, script: str) -> list[tuple[str, str, list[str]]]:
    """Turn id, role and the texts of the messages, turn by turn."""
    return [(key, turn.role, [one.text for one in turn.messages]) for key, turn in await told(chat, script)]


@proves("ref.F3.FRAG-5", "ref.C.1.text")
async def test_a_turn_has_its_id_and_its_messages_theirs(chat: Chat) -> None:
    user, answer = await told(chat, "")
    asked = Message("m-u1", "user", "", "What is two and two?", "")
    assert user == ("u1", Turn("user", (asked,), finished=True, streaming=False))
    html = '<div class="markdown prose"><p>It is <strong>four</strong>.</p></div>'
    replied = Message("m-a1", "assistant", "gpt-5-6", "It is four.", html)
    assert answer == ("request-c-2", Turn("assistant", (replied,), finished=True, streaming=False))


@proves("ref.F3.FRAG-1", "ref.F3.FRAG-4", "ref.F3.REC-8", "oracle.A14")
async def test_marks_of_one_turn_inside_each_other_are_one_turn(chat: Chat) -> None:
    nested = role("assistant", "outer", "m1", role("assistant", "inner", "m2"))
    assert await said(chat, turns(article("a", "assistant", nested))) == [("a", "assistant", ["outer\ninner"])]
    assert await said(chat, turns(nested)) == [("m1", "assistant", ["outer\ninner"])]
    shells = article("a", "assistant", article("b", "assistant", role("assistant", "text", "m1"), tag="section"))
    assert await said(chat, turns(shells)) == [("a", "assistant", ["text"])]


@proves("ref.F3.FRAG-2", "ref.F3.FRAG-6", "ref.F3.FRAG-3")
async def test_turns_are_told_in_the_pages_order_and_a_new_one_stands_behind(chat: Chat) -> None:
    mixed = article("u", "user", role("user", "one", "m1")) + role("assistant", "two", "m2")
    assert await said(chat, turns(mixed)) == [("u", "user", ["one"]), ("m2", "assistant", ["two"])]
    await chat.change(append(article("u2", "user", role("user", "three", "m3"), tag="section")))
    assert [key for key, _ in await chat.turns()] == ["u", "m2", "u2"]


@proves("ref.F3.FRAG-7", "ref.F3.FRAG-15")
async def test_an_article_that_nobody_speaks_in_is_no_turn(chat: Chat) -> None:
    inner = '<div class="markdown"><p>words</p></div><progress></progress>'
    bare = f'<article data-testid="conversation-turn-3">{inner}</article>'
    seen = await chat.set_up(append(bare))
    assert [key for key, _ in known(seen.turns)] == ["u1", "request-c-2"]
    await chat.change("document.querySelector('article:last-child > div').dataset.messageAuthorRole = 'assistant'")
    assert isinstance((await chat.see()).turns, Unknown), "it speaks now, and has no id"


async def test_turns_in_a_dialog_or_away_from_the_conversation_are_none_of_it(chat: Chat) -> None:
    preview = article("p", "assistant", role("assistant", "shared", "m9"))
    before = await chat.turns()
    for html, place in (
        (preview, "nav"),
        (f"<div role=dialog>{preview}</div>", "main"),
        (f"<dialog>{preview}</dialog>", "main"),
    ):
        await chat.set_up(append(html, place))
        assert await chat.turns() == before, html


async def test_an_article_without_an_id_of_its_own_goes_by_its_messages(chat: Chat) -> None:
    old = f'<article data-testid="conversation-turn-3">{role("assistant", "words", "m9")}</article>'
    assert await said(chat, turns(old)) == [("m9", "assistant", ["words"])]


@proves("ref.C.1.section")
@pytest.mark.parametrize(
    "inner",
    [
        '<div data-message-id="m1"><div class="markdown"><p>words</p></div></div>',
        '<div class="markdown"><p>words</p></div>',
        "<div data-message-content>words</div>",
        "<div class=unknown>words</div>",
    ],
    ids=["id", "body", "content", "nothing"],
)
async def test_a_section_says_whose_turn_it_is_and_its_messages_need_not(chat: Chat, inner: str) -> None:
    heading, bar = '<h6 class="sr-only">ChatGPT said:</h6>', '<div role="group"><button>Copy</button></div>'
    section = f'<section data-turn-id="t" data-turn="assistant" data-message-id="m1">{heading}{inner}{bar}</section>'
    [(key, turn)] = await told(chat, turns(section))
    assert (key, turn.role) == ("t", "assistant")
    assert [(one.id, one.role, one.text) for one in turn.messages] == [("m1", "assistant", "words")]


async def test_a_users_section_is_read_without_its_heading(chat: Chat) -> None:
    inner = '<h5 class="sr-only">You said:</h5><div class="whitespace-pre-wrap">a\n\nb</div>'
    assert await said(chat, turns(article("t", "user", inner, tag="section"))) == [("t", "user", ["a\n\nb"])]


@proves("ref.C.1.windowed")
async def test_an_empty_shell_has_no_messages_which_is_no_empty_answer(chat: Chat) -> None:
    empty = article("far", "assistant") + article("near", "assistant", role("assistant", "", "m1"))
    far, near = await told(chat, turns(empty))
    assert far == ("far", Turn("assistant", (), finished=False, streaming=False))
    assert [one.id for one in near[1].messages] == ["m1"]
    heading = '<h6 class="sr-only">ChatGPT said:</h6>'
    assert await said(chat, turns(article("far", "assistant", heading))) == [("far", "assistant", [])]


async def test_a_turn_keeps_its_id_while_its_content_comes_and_goes(chat: Chat) -> None:
    before = await chat.turns()
    await chat.change("window.body = document.getElementById('body'); window.place = body.parentNode; body.remove()")
    away = await chat.turns()
    await chat.change("place.insertBefore(body, place.lastElementChild)")
    assert [key for key, _ in away] == [key for key, _ in before]
    assert away[1][1].messages == ()
    assert await chat.turns() == before


async def test_a_remount_by_equal_nodes_changes_nothing(chat: Chat) -> None:
    before = await chat.turns()
    await chat.change("const list = document.getElementById('turns'); list.innerHTML = list.innerHTML")
    assert await chat.turns() == before


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (role("assistant", "words"), Reason.PARTIAL),
        (article("t", "user", role("user", "a", "m1")) + article("t", "assistant"), Reason.CONFLICT),
    ],
)
async def test_turns_that_cannot_be_told_apart_are_not_known(chat: Chat, html: str, reason: Reason) -> None:
    seen = (await chat.set_up(turns(html))).turns
    assert isinstance(seen, Unknown)
    assert seen.reason is reason


@proves("ref.C.1.blocks")
async def test_each_block_of_an_answer_stands_on_lines_of_its_own(chat: Chat) -> None:
    body = (
        "<h2>Title</h2>\n<p>one<br>two</p>\n<ul>\n<li>three</li>\n<li>four</li>\n</ul><pre><code>a\n\n  b</code></pre>"
    )
    html = f'<div data-message-author-role="assistant" data-message-id="m"><div class="markdown">{body}</div></div>'
    [(_, _, [text])] = await said(chat, turns(article("a", "assistant", html)))
    assert text == "Title\none\ntwo\nthree\nfour\na\n\n  b"


@proves("ref.C.1.files")
async def test_the_files_of_a_prompt_are_no_part_of_its_text(chat: Chat) -> None:
    asked = '<div class="whitespace-pre-wrap">Read  this.\n</div>'
    inner = f'<div class="file-tile">a.txt</div><div class="bubble">{asked}</div>'
    html = f'<div data-message-author-role="user" data-message-id="m">{inner}</div>'
    assert await said(chat, turns(article("u", "user", html))) == [("u", "user", ["Read  this.\n"])]
    assert [message.beside for message in await chat.messages()] == ["a.txt"]
    folded = role("user", '<div class="bubble">Read this.<button>Show more</button></div>', "m")
    assert await said(chat, turns(article("u", "user", folded))) == [("u", "user", ["Read this."])]


THOUGHTS = {
    "Thought for 47s": True,
    "Thought for a few seconds": True,
    "생각한 시간 12s": True,
    "12초 동안 생각함": True,
    "已思考 1 分 5 秒": True,
    "12秒間思考しました": True,
    "Nachgedacht für 12 Sekunden": True,
    "Ruminated for 12s": False,
    "Sources": False,
}


@proves("ref.C.1.reasoning")
async def test_a_block_that_a_thought_label_unfolds_is_reasoning(chat: Chat) -> None:
    """A label that we do not know leaves the block in the answer: nothing is lost."""
    for label, reasoning in THOUGHTS.items():
        button = f'<button aria-expanded="true"><span>{label}</span></button>'
        blocks = button + role("assistant", "I weigh it.", "m1") + role("assistant", "Four.", "m2")
        [(_, turn)] = await told(chat, turns(article("a", "assistant", f"<div>{blocks}</div>")))
        messages = [(one.text, one.reasoning) for one in turn.messages]
        assert messages == [("I weigh it.", reasoning), ("Four.", False)], label


async def test_a_thought_label_before_a_form_is_found_whatever_the_forms_fields_are_called(chat: Chat) -> None:
    button = '<button aria-expanded="true">Thought for 5s</button>'
    fields = '<input name="parentElement" hidden><input name="previousElementSibling" hidden>'
    form = f"<form>{role('assistant', 'I weigh it.', 'm1')}{fields}</form>"
    [(_, turn)] = await told(chat, turns(article("a", "assistant", button, form, role("assistant", "Four.", "m2"))))
    assert [(one.text, one.reasoning) for one in turn.messages] == [("I weigh it.", True), ("Four.", False)]


@proves("ref.C.1.label-above")
@pytest.mark.parametrize("attributes", ["", 'aria-expanded="false"'])
async def test_a_folded_thought_label_above_the_answer_leaves_the_answer_an_answer(chat: Chat, attributes: str) -> None:
    button = f"<button {attributes}>Thought for 5s</button>"
    [(_, turn)] = await told(chat, turns(article("a", "assistant", button, role("assistant", "Four.", "m1"))))
    assert [(one.text, one.reasoning) for one in turn.messages] == [("Four.", False)]


async def test_the_one_message_of_an_ended_turn_is_its_answer_whatever_stands_above_it(chat: Chat) -> None:
    button = '<button aria-expanded="true">Thought for 5s</button>'
    bar = '<button data-testid="copy-turn-action-button"></button>'
    [(_, turn)] = await told(chat, turns(article("a", "assistant", button, role("assistant", "Four.", "m1"), bar)))
    assert [(one.text, one.reasoning) for one in turn.messages] == [("Four.", False)]


async def test_a_tools_message_is_part_of_the_way(chat: Chat) -> None:
    blocks = role("tool", "searching", "m1") + role("assistant", "Four.", "m2")
    [(_, turn)] = await told(chat, turns(article("a", "assistant", blocks)))
    assert [(one.role, one.reasoning) for one in turn.messages] == [("tool", True), ("assistant", False)]
    assert [key for key, turn in await told(chat, turns(role("tool", "searching", "m1"))) if turn.role == "assistant"]


BARS = {
    "copy": '<button data-testid="copy-turn-action-button"></button>',
    "good": '<button data-testid="good-response-turn-action-button"></button>',
    "share": '<div><button aria-label="Share"></button></div>',
    "ko": '<div><button aria-label="응답 복사"></button></div>',
    "ja": '<div><button aria-label="回答をコピーする"></button></div>',
    "zh": '<div><button aria-label="复制"></button></div>',
    "de": '<div><button aria-label="Kopieren"></button></div>',
    "three icons": "<div>" + "".join(f'<button aria-label="{name}"></button>' for name in "xyz") + "</div>",
    "hidden until hover": '<div style="opacity:0"><button data-testid="copy-turn-action-button"></button></div>',
}
NO_BARS = {
    "nothing": "",
    "two icons": '<div><button aria-label="x"></button><button aria-label="y"></button></div>',
    "words": "<div><button>Sources</button><button>Share it</button><button>More</button></div>",
}


@proves("ref.C.1.finished")
async def test_a_turn_has_ended_when_it_carries_the_actions_of_one(chat: Chat) -> None:
    for name, bar in {**BARS, **NO_BARS}.items():
        [(_, turn)] = await told(chat, turns(article("a", "assistant", role("assistant", "Four.", "m1"), bar)))
        assert turn.finished is (name in BARS), name


@proves("ref.C.1.finished-inside")
async def test_buttons_inside_a_message_end_no_turn(chat: Chat) -> None:
    inner = "".join(f'<button aria-label="{name}"></button>' for name in ("Copy", "Share", "Edit"))
    answer = role(
        "assistant", "Four.", "m1", f'<div>{inner}<button data-testid="copy-turn-action-button"></button></div>'
    )
    [(_, turn)] = await told(chat, turns(article("a", "assistant", answer)))
    assert not turn.finished


async def test_icons_above_the_answer_end_no_turn(chat: Chat) -> None:
    icons = "<div>" + '<button aria-label="x"></button>' * 3 + "</div>"
    [(_, turn)] = await told(chat, turns(article("a", "assistant", icons, role("assistant", "Four.", "m1"))))
    assert not turn.finished


@proves("ref.C.3.streaming")
@pytest.mark.parametrize("name", ["streaming-animation", "result-streaming"])
async def test_a_body_that_is_being_written_says_so_by_its_class(chat: Chat, name: str) -> None:
    script = f"document.querySelector('.markdown').classList.add('{name}')"
    assert [turn.streaming for _, turn in await told(chat, script)] == [False, True]
    await chat.change(f"document.querySelector('.markdown').classList.remove('{name}')")
    assert [turn.streaming for _, turn in await chat.turns()] == [False, False]


PROGRESS = {
    "<progress></progress>": True,
    "<progress value=0.3></progress>": True,
    "<progress value=1></progress>": False,
    "<progress value=3 max=4></progress>": True,
    "<progress value=4 max=4></progress>": False,
    "<div role=progressbar style='height:4px'></div>": True,
    "<div role=progressbar aria-valuenow=99 style='height:4px'></div>": True,
    "<div role=progressbar aria-valuenow=100 style='height:4px'></div>": False,
    "<div role=progressbar aria-valuenow=1 aria-valuemax=1 style='height:4px'></div>": False,
    "<div role=progressbar aria-valuenow=half style='height:4px'></div>": True,
    "<progress hidden></progress>": False,
    "<div role=progressbar style='height:4px;visibility:hidden'></div>": False,
}


@proves("ref.F3.FRAG-14", "ref.F3.FRAG-16", "ref.F3.FRAG-17", "ref.F3.FRAG-18")
async def test_progress_counts_while_it_is_under_way_and_in_the_last_answer(chat: Chat) -> None:
    for html, live in PROGRESS.items():
        assert [turn.progress for _, turn in await told(chat, append(html, "#body"))] == [False, live], html
        elsewhere = append(html, "article") + append(html, "main") + append(html, "#form")
        assert [turn.progress for _, turn in await told(chat, elsewhere)] == [False, False], html
        later = append(html, "#body") + append(article("a2", "assistant", role("assistant", "Five.", "m2")))
        assert [turn.progress for _, turn in await told(chat, later)] == [False, False, False], html


FAILURES = {
    "alert": '<div role="alert"><div>Something went wrong.</div><button>Retry</button></div>',
    "unknown words": '<div role="alert"><div>Something went wrong.</div><button>Nyoba maneh</button></div>',
    "no alert": "<div><span>Something went wrong.</span><button>Retry</button></div>",
    "ko": "<div><span>Something went wrong.</span><button>다시 시도</button></div>",
    "ja": "<div><span>Something went wrong.</span><button>再試行する</button></div>",
    "zh": "<div><span>Something went wrong.</span><button>重试</button></div>",
    "de": "<div><span>Something went wrong.</span><button>Erneut versuchen</button></div>",
    "test id": '<div>Something went wrong.<button data-testid="regenerate-thread-error-button">?</button></div>',
}


@proves("ref.C.error-turn")
@pytest.mark.parametrize("answer", ["", "half an ans"])
async def test_an_error_in_a_turn_is_told_in_the_pages_words(chat: Chat, answer: str) -> None:
    inner = role("assistant", answer, "m1") if answer else ""
    for name, html in FAILURES.items():
        [(_, turn)] = await told(chat, turns(article("a", "assistant", inner, html)))
        assert turn.failed == "Something went wrong.", name
        assert [one.text for one in turn.messages] == ([answer] if answer else []), name


async def test_an_error_without_words_of_its_own_has_its_buttons(chat: Chat) -> None:
    """What stands around the button is the answer, and that is not the error's."""
    html = article("a", "assistant", role("assistant", "1 / 2", "m1"), "<button>Retry</button>")
    [(_, turn)] = await told(chat, turns(html))
    assert (turn.failed, turn.branch, turn.branches) == ("Retry", 1, 1)


@proves("ref.C.error-quoted")
async def test_an_answer_that_quotes_an_error_has_not_failed(chat: Chat) -> None:
    for name, html in FAILURES.items():
        quoted = role("assistant", "It says:", "m1", f'<div class="markdown">{html}</div>')
        [(_, turn)] = await told(chat, turns(article("a", "assistant", quoted)))
        assert turn.failed == "", name
        assert "Something went wrong." in turn.messages[0].text, name


async def test_a_note_that_offers_no_way_on_and_a_bar_are_no_errors(chat: Chat) -> None:
    note = '<div role="status">Memory updated <button>Manage</button></div><div role="alert">Saved.</div>'
    bar = '<div role="group"><button aria-label="Try again" data-testid="copy-turn-action-button"></button></div>'
    html = article("a", "assistant", role("assistant", "Four.", "m1"), note, bar)
    [(_, turn)] = await told(chat, turns(html))
    assert turn.failed == ""


@proves("ref.C.branches")
async def test_the_place_among_several_branches_is_told(chat: Chat) -> None:
    switch = '<div><button aria-label="Previous"></button><div>2 / 3</div><button aria-label="Next"></button></div>'
    tight = "<div><button></button><span>12</span>/<span>15</span><button></button></div>"
    quoted = role("assistant", "1/2", "m1", "<div><button></button>4/5<button></button></div>")
    places: list[Any] = []
    for html in (switch, tight, "", quoted):
        [(_, turn)] = await told(chat, turns(article("a", "assistant", role("assistant", "Blue.", "m0"), html)))
        places.append((turn.branch, turn.branches))
    assert places == [(2, 3), (12, 15), (1, 1), (1, 1)]


@proves("readers.G1-pair")
async def test_answers_side_by_side_are_counted(chat: Chat) -> None:
    def columns(*attributes: str, label: str = "I prefer this") -> str:
        button = "<button {}>{}</button>"
        answers = [role("assistant", f"Answer {number}", f"m{number}") for number in range(len(attributes))]
        return "".join(
            f"<div>{one}{button.format(more, label)}</div>" for one, more in zip(answers, attributes, strict=True)
        )

    marked = 'data-testid="paragen-prefer-response-button"'
    choices: list[int] = []
    for html in (columns(marked, marked), columns("", ""), columns("", "", "", label="Pilih"), columns(marked)):
        [(_, turn)] = await told(chat, turns(article("a", "assistant", f"<div>{html}</div>")))
        choices.append(turn.choices)
    assert choices == [2, 2, 3, 1]
    one = '<button aria-expanded="true">Thought for 5s</button>' + role("assistant", "Four.", "m1")
    several = role("assistant", "one", "m1") + role("assistant", "two", "m2") + "<button>Sources</button>"
    quoted = role("assistant", "Four.", "m1", columns(marked, marked).replace("data-message", "data-x"))
    for html in (one, several, quoted):
        [(_, turn)] = await told(chat, turns(article("a", "assistant", f"<div>{html}</div>")))
        assert turn.choices == 1, html


@proves("ref.C.continue")
async def test_an_answer_that_was_cut_offers_to_go_on(chat: Chat) -> None:
    ways = ("Continue generating", "계속 생성", "生成を続ける", "继续生成", "Generieren fortsetzen")
    for label in (*ways, "Continue reading"):
        button = f"<div><button>{label}</button></div>"
        [(_, turn)] = await told(chat, turns(article("a", "assistant", role("assistant", "one, two", "m1"), button)))
        assert turn.continues is (label in ways), label
        [(_, turn)] = await told(chat, turns(article("a", "assistant", role("assistant", "one", "m1", button))))
        assert not turn.continues, label
