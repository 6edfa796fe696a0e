"""The composer: which element it is, what stands in it as it was typed, and what is attached."""

from __future__ import annotations

import json

import pytest

from cdpwebai.providers.chat import Composer
from cdpwebai.verdict import Reason, Unknown
from tests.browser.providers.support import Chat, known
from tests.manifest import proves

EDITOR = "document.getElementById('prompt-textarea')"


def box(html: str) -> str:
    """A statement that puts this in place of the editor."""
    return f"{EDITOR}.outerHTML = {json.dumps(html)};"


def holds(html: str) -> str:
    """A statement that gives the editor this content."""
    return f"{EDITOR}.innerHTML = {json.dumps(html)};"


async def composer(chat: Chat, script: str = "") -> Composer | None:
    return known((await chat.set_up(script)).composer)


async def text(chat: Chat, script: str) -> str:
    found = await composer(chat, script)
    assert found is not None
    return found.text


@proves("ref.C.2.text", "readers.B16-read", "readers.B17-read")
async def test_the_editors_text_is_read_as_it_was_typed(chat: Chat) -> None:
    empty = '<p><br class="ProseMirror-trailingBreak"></p>'
    assert await text(chat, "") == ""
    assert await text(chat, holds("")) == ""
    assert await text(chat, holds("<p>one</p><p>two</p>")) == "one\ntwo"
    assert await text(chat, holds(f"<p>one</p>{empty}{empty}<p>two</p>")) == "one\n\n\ntwo"
    assert await text(chat, holds("<p>one<br>two<br><br></p>")) == "one\ntwo\n"
    assert await text(chat, holds("<p>a&nbsp; b \t c  </p>")) == "a\u00a0 b \t c  "
    assert (
        await text(chat, holds('<p>/<span>web</span> <b>@<i contenteditable="false">Anna</i></b>#x</p>'))
        == "/web @Anna#x"
    )
    assert await text(chat, holds("plain<br>text")) == "plain\ntext"
    assert (
        await text(chat, holds("<p>one</p><pre><code>a\n  b</code></pre><ul><li><p>x</p></li></ul>"))
        == "one\na\n  b\nx"
    )
    placeholder = '<p data-placeholder="Ask anything" class="placeholder"><br class="ProseMirror-trailingBreak"></p>'
    assert await text(chat, holds(placeholder)) == ""


async def test_a_textareas_text_is_its_value(chat: Chat) -> None:
    area = box('<textarea id="prompt-textarea"></textarea>') + f"{EDITOR}.value = 'a\\n\\n  b';"
    assert await composer(chat, area) == Composer("#prompt-textarea", "a\n\n  b")


@proves("ref.C.2.input", "ref.E4.composer")
async def test_the_composer_is_what_is_visible_and_takes_text(chat: Chat) -> None:
    """The right id on a banner, a hidden twin, a switched-off one, a search field: none of them is it."""
    real = '<textarea data-testid="composer-textarea"></textarea>'
    by_id = Composer("[data-testid=composer-textarea]", "")
    for stale in (
        '<div id="prompt-textarea" role="banner">Welcome</div>',
        '<textarea id="prompt-textarea" style="display:none">spare</textarea>',
        '<textarea id="prompt-textarea" disabled></textarea>',
        '<textarea id="prompt-textarea" readonly></textarea>',
        '<div id="prompt-textarea" contenteditable="false">x</div>',
    ):
        assert await composer(chat, box(stale + real)) == by_id, stale
        assert await composer(chat, box(stale)) is None, stale
    assert await composer(chat, box("<input type=search placeholder=Search>")) is None


async def test_without_any_id_the_composer_is_found_by_its_place(chat: Chat) -> None:
    assert await composer(chat, box('<div contenteditable="true">Hi</div>')) == Composer(
        "main form [contenteditable]:not([contenteditable=false])", "Hi"
    )
    assert await composer(chat, box("<textarea></textarea>")) == Composer("main form textarea", "")
    await chat.set_up(box("<textarea></textarea>"))
    await chat.page.insert("main form textarea", "Hello")
    assert known((await chat.see()).composer) == Composer("main form textarea", "Hello")


async def test_text_is_typed_into_what_takes_text(chat: Chat) -> None:
    await chat.set_up(f"{EDITOR}.insertAdjacentHTML('beforebegin', '<div id=prompt-textarea role=banner>x</div>')")
    await chat.page.insert("#prompt-textarea", "Hello")
    assert known((await chat.see()).composer) == Composer("#prompt-textarea", "Hello")


async def test_an_editor_that_is_replaced_is_seen_as_it_is_then(chat: Chat) -> None:
    await chat.page.insert("#prompt-textarea", "Hello")
    assert known((await chat.see()).composer) == Composer("#prompt-textarea", "Hello")
    await chat.change(f"{EDITOR}.replaceWith({EDITOR}.cloneNode())")
    assert known((await chat.see()).composer) == Composer("#prompt-textarea", "")


def chip(html: str) -> str:
    return f"document.getElementById('chips').insertAdjacentHTML('beforeend', {json.dumps(html)});"


CHIPS = {
    "named group": (
        '<div role="group" aria-label="a.txt">a.txt<button aria-label="Remove file 1: a.txt"></button></div>',
        "a.txt",
    ),
    "in words we do not know": (
        '<div role="group" aria-label="a.txt"><button aria-label="Busak a.txt"></button></div>',
        "a.txt",
    ),
    "named button": ('<div><span>a.txt</span><button aria-label="Remove a.txt file"></button></div>', "a.txt"),
    "short": ('<div><span>a-very-lo….txt</span><button aria-label="Remove file"></button></div>', "a-very-lo….txt"),
    "icon": ('<div><svg></svg><button aria-label="Remove file 1: a.txt"></button></div>', ""),
    "ko": ('<div><span>a.txt</span><button aria-label="파일 제거 1: a.txt"></button></div>', "a.txt"),
    "ja": ('<div><span>a.txt</span><button aria-label="ファイル 1 を削除する: a.txt"></button></div>', "a.txt"),
    "zh": ('<div><span>a.txt</span><button aria-label="移除文件 1：a.txt"></button></div>', "a.txt"),
    "de": ('<div><span>a.txt</span><button aria-label="Datei 1 entfernen: a.txt"></button></div>', "a.txt"),
    "tile": ('<div class="group/file-tile">a.txt <button>x</button></div>', "a.txt"),
    "test id": ('<div data-testid="attachment-1"><div class="group/file-tile">a.txt</div></div>', "a.txt"),
}
NO_CHIPS = {
    "pill of a tool": '<button aria-label="Search, click to remove">Search</button>',
    "group of controls": '<div role="group" aria-label="Tools"><button aria-label="Search"></button></div>',
    "button that attaches": '<button data-testid="attachment-button">Attach</button>',
    "file input": '<input type="file" data-testid="attachment-input" hidden>',
    "hidden": '<div hidden><span>a.txt</span><button aria-label="Remove file"></button></div>',
}


@proves("ref.C.8.chips")
async def test_attachments_are_named_as_the_page_names_them(chat: Chat) -> None:
    for name, (html, shown) in CHIPS.items():
        assert known((await chat.set_up(chip(html))).chips) == (shown,), name
        assert known((await chat.set_up(chip(html) + chip(html))).chips) == (shown, shown), name
    for name, html in NO_CHIPS.items():
        assert known((await chat.set_up(chip(html))).chips) == (), name


async def test_attachments_count_in_the_composer_only_and_in_order(chat: Chat) -> None:
    tile = CHIPS["named group"][0]
    outside = f"document.getElementById('answer').insertAdjacentHTML('beforeend', {json.dumps(tile)});"
    assert known((await chat.set_up(outside)).chips) == ()
    several = (
        chip(tile.replace("a.txt", "b.txt")) + chip(CHIPS["ko"][0]) + chip(CHIPS["tile"][0].replace("a.txt", "c.png"))
    )
    assert known((await chat.set_up(several)).chips) == ("b.txt", "a.txt", "c.png")


@proves("ref.C.8.uploading")
async def test_an_attachment_is_on_its_way_while_the_composer_shows_progress(chat: Chat) -> None:
    tile = "<div role=group aria-label=a.txt><button aria-label='Remove a.txt file'></button>{}</div>"
    for sign, coming in (
        ("", False),
        ("<progress></progress>", True),
        ("<progress value=1></progress>", False),
        ("<div role=progressbar aria-valuenow=30>30</div>", True),
        ("<div role=progressbar aria-valuenow=100>100</div>", False),
        ("<div aria-busy=true>a</div>", True),
        ("<div aria-busy=true hidden>a</div>", False),
        ("<div data-testid=file-upload-progress>a</div>", True),
    ):
        assert known((await chat.set_up(chip(tile.format(sign)))).uploading) is coming, sign
    outside = "document.getElementById('answer').insertAdjacentHTML('beforeend', '<progress></progress>')"
    assert known((await chat.set_up(outside)).uploading) is False


async def test_without_a_composer_attachments_are_not_known(chat: Chat) -> None:
    seen = await chat.set_up("document.getElementById('form').remove()")
    assert seen.chips == seen.uploading == Unknown(Reason.NO_ANCHOR, "the composer's form")
    assert known(seen.composer) is None


@pytest.mark.parametrize("wrapper", ["div", "div data-testid=composer-root"])
async def test_a_composer_needs_no_form(chat: Chat, wrapper: str) -> None:
    tag = wrapper.split(" ")[0]
    script = f"form.outerHTML = '<{wrapper}>' + form.innerHTML + '</{tag}>';" + chip(CHIPS["named group"][0])
    seen = await chat.set_up(script)
    if wrapper == tag:
        assert known(seen.composer) == Composer("#prompt-textarea", "")
    else:
        assert known(seen.chips) == ("a.txt",)
        assert known(seen.slot).voice == 1
