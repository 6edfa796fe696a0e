"""The driver of sending: what is done to the page, and what is stored of it, when an act was not done."""

import pytest

from cdpwebai.errors import ActRefused, ProtocolError, ProviderError, SubmissionUnknown
from tests.support.chat import page, user
from tests.support.sending import MemoryStore, PaperPage, sending

PROMPT = "Keep me."
SHOWN = page(user("u1", PROMPT), slot="stop")


def _shows_it(paper: PaperPage) -> None:
    paper.seen = SHOWN


def _loses_the_editor(paper: PaperPage) -> None:
    paper.seen = page()
    raise ActRefused("nothing is there", reason="gone")


def _is_covered(paper: PaperPage) -> None:
    raise ActRefused("it is covered by <div>", reason="covered")


def _shows_it_and_answers_with_an_error(paper: PaperPage) -> None:
    paper.acts.append("press")
    paper.seen = SHOWN
    raise ProtocolError("Internal error", code=-32000)


def _empties_itself_and_answers_with_an_error(paper: PaperPage) -> None:
    paper.acts.append("press")
    paper.seen = page()
    raise ProtocolError("Internal error", code=-32000)


async def test_the_healthy_way_types_once_and_presses_once(autojump_clock: object) -> None:
    paper, store = PaperPage(_shows_it), MemoryStore()
    sent = await sending(paper, store, PROMPT).run()
    assert (paper.acts, sent.turn_id, store.told) == (["insert", "press"], "u1", ["submitting", "sent"])


async def test_an_editor_that_goes_before_the_press_is_typed_into_again_and_send_is_pressed_once(
    autojump_clock: object,
) -> None:
    paper, store = PaperPage(_loses_the_editor, _shows_it), MemoryStore()
    sent = await sending(paper, store, PROMPT).run()
    assert paper.acts == ["insert", "refused", "insert", "press"]
    assert (sent.turn_id, store.told) == ("u1", ["submitting", "sent"])


async def test_a_send_that_is_covered_for_a_moment_is_pressed_when_it_is_free(autojump_clock: object) -> None:
    paper, store = PaperPage(_is_covered, _is_covered, _shows_it), MemoryStore()
    await sending(paper, store, PROMPT).run()
    assert paper.acts == ["insert", "refused", "refused", "press"]


async def test_a_press_that_is_always_refused_is_an_error_that_says_that_nothing_was_sent(
    autojump_clock: object,
) -> None:
    paper, store = PaperPage(_is_covered), MemoryStore()
    driver = sending(paper, store, PROMPT)
    with pytest.raises(ProviderError, match=r"covered by <div>.*was not sent") as caught:
        await driver.run()
    assert (caught.value.error_code, caught.value.stage) == ("provider.commit-not-verified", "send-click")
    assert not driver.may_be_sent
    await driver.journal.failed(caught.value)
    assert store.told == ["submitting", "failed"]


async def test_a_press_that_the_browser_answers_with_an_error_may_have_been_made_and_the_page_tells(
    autojump_clock: object,
) -> None:
    paper, store = PaperPage(_shows_it_and_answers_with_an_error), MemoryStore()
    sent = await sending(paper, store, PROMPT).run()
    assert (paper.acts, sent.turn_id, store.told) == (["insert", "press"], "u1", ["submitting", "sent"])


async def test_a_press_that_the_browser_answers_with_an_error_and_the_page_does_not_tell_is_not_made_again(
    autojump_clock: object,
) -> None:
    paper, store = PaperPage(_empties_itself_and_answers_with_an_error), MemoryStore()
    driver = sending(paper, store, PROMPT)
    with pytest.raises(SubmissionUnknown):
        await driver.run()
    assert paper.acts == ["insert", "press"]
    assert driver.may_be_sent
