"""Files in the composer: which inputs take them, and what the page says against one, on pages of every kind."""

from __future__ import annotations

import json

import pytest

from cdpwebai.providers.chat import FileInput, Refusals
from cdpwebai.verdict import Reason, Unknown
from tests.browser.providers.support import Chat, known
from tests.manifest import proves

IMAGES = "<input type=file accept='image/*' multiple hidden>"
ANY = "<input type=file multiple style='display:none'>"
NO_FORM = "document.getElementById('form').remove()"


def into(selector: str, html: str) -> str:
    """A statement that puts this at the end of what the selector finds."""
    return f"document.querySelector({json.dumps(selector)}).insertAdjacentHTML('beforeend', {json.dumps(html)});"


async def inputs(chat: Chat, script: str) -> tuple[FileInput, ...]:
    await chat.set_up(script)
    return known(await chat.page.inputs())


@proves("oracle.C4", "oracle.C13", "oracle.C21")
async def test_the_inputs_are_those_of_the_composers_form_in_order_hidden_or_not(chat: Chat) -> None:
    both = (FileInput("image/*", multiple=True), FileInput("", multiple=True))
    assert await inputs(chat, into("#form", IMAGES + ANY)) == both
    assert await inputs(chat, into("#form", IMAGES + ANY) + into("main", ANY)) == both
    assert await inputs(chat, into("#form", "<input type=file disabled>" + IMAGES)) == both[:1]
    assert await inputs(chat, into("#form", "<input type=file accept=.pdf>")) == (FileInput(".pdf", multiple=False),)
    assert await inputs(chat, into("#form", "<input type=text>")) == ()


async def test_where_the_form_has_none_those_of_the_main_region_count_and_no_others(chat: Chat) -> None:
    assert await inputs(chat, into("main", ANY)) == (FileInput("", multiple=True),)
    assert await inputs(chat, into("body", ANY)) == ()


async def test_without_a_composer_nothing_is_known_of_files(chat: Chat) -> None:
    await chat.set_up(NO_FORM)
    nothing = Unknown(Reason.NO_ANCHOR, "the composer's form")
    assert await chat.page.inputs() == nothing
    assert await chat.page.refusals() == nothing


def failing(mark: str) -> str:
    return into("#chips", f"<div role=group aria-label=a.txt><span>a.txt</span>{mark}</div>")


@proves("oracle.C16", "oracle.C21")
@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ("<button aria-label='Retry upload'>Upload failed</button>", "a.txt: Upload failed"),
        ("<span aria-label='Failed to upload'></span>", "a.txt: Failed to upload"),
        ("<button title='업로드 다시 시도'>!</button>", "a.txt: !"),
        ("<i data-testid=file-upload-error>Zu groß</i>", "a.txt: Zu groß"),
        ("<b aria-label='上传失败'>x</b>", "a.txt: x"),
    ],
)
async def test_an_attachment_that_failed_is_told_in_the_pages_words_and_is_not_over(
    chat: Chat, mark: str, words: str
) -> None:
    filled = mark.replace("></span>", " style='display:inline-block;width:9px;height:9px'></span>")
    seen = await chat.set_up(failing(filled))
    assert known(await chat.page.refusals()).failed == (words,)
    assert isinstance(seen.uploading, Unknown)
    assert seen.uploading.reason is Reason.CONFLICT


async def test_an_attachment_that_is_in_order_has_not_failed(chat: Chat) -> None:
    seen = await chat.set_up(failing("<button aria-label='Remove a.txt file'>x</button>"))
    assert known(await chat.page.refusals()) == Refusals()
    assert known(seen.uploading) is False
    hidden = await chat.set_up(failing("<button hidden aria-label='Retry upload'>Upload failed</button>"))
    assert known(hidden.uploading) is False


@proves("oracle.C24", "oracle.C9")
async def test_what_stands_in_an_answer_or_elsewhere_is_no_failure_of_ours(chat: Chat) -> None:
    mark = "<span aria-label='Upload failed'>Upload failed</span><div role=alert>Upload failed</div>"
    seen = await chat.set_up(into("#answer", mark) + into("main", "<span aria-label='Upload failed'>x</span>"))
    assert known(await chat.page.refusals()) == Refusals()
    assert known(seen.uploading) is False


async def test_messages_of_the_page_are_told_as_they_stand(chat: Chat) -> None:
    toast = "<div role=alert style='width:200px;height:20px'>File is too large.\n The limit is 512 MB.</div>"
    await chat.set_up(into("body", toast) + into("body", "<div role=alert hidden>Hidden</div>"))
    assert "File is too large. The limit is 512 MB." in known(await chat.page.refusals()).alerts
    assert "Hidden" not in known(await chat.page.refusals()).alerts
