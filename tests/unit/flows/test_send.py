"""The driver of sending: what is done to the page, and what is stored of it, when an act was not done."""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.errors import ActRefused, ProtocolError, ProviderError, SubmissionUnknown
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.plan_send import Prepared
from cdpwebai.providers.chat import ChatObservation, Panel, Written
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Known
from tests.support.chat import blinded, page, user
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


class TypedIntoPage(PaperPage):
    """Somebody types right after the look with which Send is about to be pressed, so often."""

    def __init__(self, times: int) -> None:
        super().__init__(_shows_it)
        self.times = times

    async def press_send(self, written: Written, last: Callable[[], Awaitable[None]] | None = None) -> None:
        before = self.seen
        if self.acts.count("refused") < self.times:
            self.seen = page(draft=f"{PROMPT} And mine.", slot="send")
        try:
            await super().press_send(written, last)
        except ActRefused:
            self.seen = before
            raise


@pytest.mark.parametrize(("times", "acts"), [(1, ["insert", "refused", "press"]), (3, ["insert", *["refused"] * 3])])
async def test_what_is_pressed_is_what_was_looked_at(autojump_clock: object, times: int, acts: list[str]) -> None:
    paper, store = TypedIntoPage(times), MemoryStore()
    with pytest.raises(ProviderError, match="holds something else") if times == 3 else nullcontext():
        await sending(paper, store, PROMPT).run()
    assert paper.acts == acts


async def test_what_is_pressed_is_what_the_plan_has_judged_and_not_what_stands_there_by_then(
    autojump_clock: object,
) -> None:
    class TypedIntoAtOnce(PaperPage):
        """Somebody types as soon as a look has shown the prompt."""

        async def observe(self) -> ChatObservation:
            seen = self.seen
            if self.acts == ["insert"]:
                self.seen = page(draft=f"{PROMPT} And mine.", slot="send")
            return seen

    paper = TypedIntoAtOnce(_shows_it)
    with pytest.raises(ProviderError) as caught:
        await sending(paper, MemoryStore(), PROMPT).run()
    assert paper.acts == ["insert", "refused"]
    assert "was not sent" in str(caught.value)


async def test_what_somebody_typed_right_before_the_press_and_left_there_is_told(autojump_clock: object) -> None:
    def type_and_stay(paper: PaperPage) -> None:
        paper.seen = page(draft=f"{PROMPT} And mine.", slot="send")
        raise ActRefused("it holds something else", reason="gone")

    paper, store = PaperPage(type_and_stay), MemoryStore()
    with pytest.raises(ProviderError, match=r"does not hold the prompt as it was typed.*was not sent") as caught:
        await sending(paper, store, PROMPT).run()
    assert (caught.value.error_code, caught.value.page_may_have_changed) == ("provider.commit-not-verified", True)
    assert paper.acts == ["insert", "refused"]


async def test_where_the_address_was_not_read_send_is_not_pressed(autojump_clock: object) -> None:
    class Nowhere(PaperPage):
        async def observe(self) -> ChatObservation:
            return blinded(self.seen, "place") if self.acts else self.seen

    paper = Nowhere(_shows_it)
    with pytest.raises(ProviderError) as caught:
        await sending(paper, MemoryStore(), PROMPT).run()
    assert paper.acts == ["insert"]
    assert "could not be pressed" in str(caught.value)


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


class Chosen:
    """A preparation that holds while nothing runs beside the conversation: what the composer holds does not tell it."""

    async def prepare(self, page: ChatPage, ledger: Ledger) -> Prepared:
        return Prepared((self.gate,))

    @staticmethod
    def gate(seen: ChatObservation) -> Obstacle | None:
        held = seen.panel == Known(Panel("none"))
        return None if held else Obstacle("provider.lost", "last-look", "try-again", "it was set back", 0.0)


class ChangingPage(PaperPage):
    """It changes when the mouse comes to Send, after the look with which Send is to be pressed: to these, one a time,
    and from then on not any more."""

    def __init__(self, *changes: ChatObservation) -> None:
        super().__init__(_shows_it)
        self.changes = [*changes]

    def under_the_mouse(self) -> None:
        if self.changes:
            self.seen = self.changes.pop(0)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (replace(page(draft=PROMPT, slot="send"), panel=Known(Panel("text"))), "it was set back"),
        (page(draft=f"{PROMPT} And mine.", slot="send"), "does not hold the prompt as it was typed"),
    ],
    ids=["choice", "text"],
)
async def test_what_is_changed_while_the_mouse_goes_to_send_is_not_sent(
    autojump_clock: object, change: ChatObservation, why: str
) -> None:
    paper, store = ChangingPage(change), MemoryStore()
    driver = sending(paper, store, PROMPT, preparations=[Chosen()])
    with pytest.raises(ProviderError, match=why):
        await driver.run()
    assert paper.acts == ["insert"]
    assert not driver.may_be_sent


async def test_what_could_not_be_seen_with_the_mouse_over_send_is_looked_at_again(autojump_clock: object) -> None:
    class BlindOnce(PaperPage):
        """The first look with the mouse over Send does not tell what was prepared."""

        blind: bool | None = None

        async def observe(self) -> ChatObservation:
            seen = blinded(self.seen, "panel") if self.blind else self.seen
            self.blind = self.blind and False
            return seen

        def under_the_mouse(self) -> None:
            self.blind = self.blind is None

    paper = BlindOnce(_shows_it)
    sent = await sending(paper, MemoryStore(), PROMPT, preparations=[Chosen()]).run()
    assert (paper.acts, sent.turn_id) == (["insert", "press"], "u1")


async def test_what_holds_while_the_mouse_goes_to_send_is_sent_at_once(autojump_clock: MockClock) -> None:
    plain, prepared = PaperPage(_shows_it), ChangingPage()
    await sending(plain, MemoryStore(), PROMPT).run()
    took = trio.current_time()
    await sending(prepared, MemoryStore(), PROMPT, preparations=[Chosen()]).run()
    assert prepared.acts == plain.acts == ["insert", "press"]
    assert trio.current_time() - took == pytest.approx(took)
