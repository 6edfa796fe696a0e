"""A cut answer that the site offers to continue: one press for each cut, or a partial answer."""

from typing import Any

import msgspec
import pytest

from cdpwebai.errors import ActRefused, PartialAnswer
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_continue import GROWS_WITHIN, MOST
from cdpwebai.flows.plan_poll import Complete, Fail, GoOn, PollAction, PollState, Wait, plan_poll
from cdpwebai.flows.poll import Polling
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.records import Fence
from tests.manifest import proves
from tests.support.chat import assistant, page, user
from tests.support.sending import MemoryStore, PaperPage

MINE = user("u1", "Count.")
STATE = PollState("u1", "m-u1", frozenset(), conversation="1", witness=False)


def cut(text: str, **change: Any) -> ChatObservation:
    """An answer that stops here, with the button that continues it."""
    turn_id, turn = assistant("a1", text, finished=False)
    return page(MINE, (turn_id, msgspec.structs.replace(turn, **{"continues": True, **change})))


def whole(text: str) -> ChatObservation:
    return page(MINE, assistant("a1", text))


def run(*looks: tuple[float, ChatObservation]) -> list[tuple[float, PollAction]]:
    """What is done and when, without the waiting; the last look is repeated until it ends."""
    state, done = STATE, list[tuple[float, PollAction]]()
    last_time, last = looks[-1]
    for now, seen in [*looks, *((last_time + tick / 2, last) for tick in range(1, 80))]:
        state, action = plan_poll(state, seen, now)
        if not isinstance(action, Wait):
            done.append((now, action))
        if isinstance(action, Complete | Fail):
            break
    return done


@proves("report.B41")
def test_continue_is_pressed_once_and_what_comes_is_the_answer() -> None:
    done = run((0.0, cut("one")), (1.0, cut("one")), (1.5, cut("one")), (2.0, whole("one, two")))
    assert done[0] == (1.0, GoOn("m-a1"))
    assert [type(action) for _, action in done] == [GoOn, Complete]


def test_a_button_that_stands_for_a_moment_is_not_pressed() -> None:
    assert [type(action) for _, action in run((0.0, cut("one")), (0.5, whole("one")))] == [Complete]


def test_an_answer_that_does_not_grow_after_the_press_is_a_partial_one_and_nothing_is_pressed_again() -> None:
    (_, pressed), (ended, failed) = run((0.0, cut("one")))
    assert isinstance(pressed, GoOn)
    assert isinstance(failed, Fail)
    assert failed.trouble.code == "provider.answer-partial"
    assert ended == 1.0 + GROWS_WITHIN


def test_a_second_cut_is_continued_too_and_not_without_end() -> None:
    done = run((0.0, cut("one")), (1.0, cut("one")), (2.0, cut("one, two")), (3.0, cut("one, two")), (4.0, whole("x")))
    assert [type(action) for _, action in done] == [GoOn, GoOn, Complete]
    looks = [(time / 2, cut("one" * (time // 4 + 1))) for time in range(4 * MOST + 8)]
    assert [type(action) for _, action in run(*looks)] == [GoOn] * MOST + [Fail]


def test_an_answer_that_can_be_continued_is_not_complete_whatever_else_its_turn_shows() -> None:
    assert [type(action) for _, action in run((0.0, cut("one", finished=True)))] == [GoOn, Fail]


class CutPage(PaperPage):
    """Shows a cut answer. ``rest``: what a press of Continue shows; None: the press is refused."""

    def __init__(self, rest: ChatObservation | None) -> None:
        super().__init__()
        self.seen = cut("one")
        self.rest = rest

    async def press_continue(self, message_id: str) -> None:
        self.acts.append(f"continue {message_id}")
        if self.rest is None:
            raise ActRefused("it is covered by <div>", reason="covered")
        self.seen = self.rest


def polling(paper: PaperPage) -> Polling:
    return Polling(paper, STATE, Journal(MemoryStore(), Fence(), Ledger()), lambda _: None)


async def test_the_driver_presses_the_button_of_the_answer_that_was_cut(autojump_clock: object) -> None:
    paper = CutPage(whole("one, two"))
    found = await polling(paper).run()
    assert (found.messages[0].text, paper.acts) == ("one, two", ["continue m-a1"])


async def test_a_press_that_was_refused_leaves_a_partial_answer(autojump_clock: object) -> None:
    paper = CutPage(None)
    with pytest.raises(PartialAnswer) as caught:
        await polling(paper).run()
    assert (caught.value.partial, paper.acts) == ("one", ["continue m-a1"])
