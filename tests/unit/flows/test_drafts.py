"""Somebody's draft: kept, unless the caller gave it up; then taken out, seen gone, and only then typed over."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from trio.testing import MockClock

from cdpwebai.errors import ProviderError
from cdpwebai.flows.plan_ready import MOST_CLEARS
from cdpwebai.flows.plan_send import Clear, Insert, Look, Refuse, SendAction, SendState, plan_send
from cdpwebai.providers.chat import ChatObservation, Notice
from cdpwebai.verdict import Known
from tests.support.chat import assistant, blinded, page, user
from tests.support.sending import MemoryStore, PaperPage, sending

PROMPT = "Count to three."
DRAFT = page(draft="half a thought", slot="send")
CLEAR = Clear("#prompt-textarea")
TYPED = Insert("#prompt-textarea", PROMPT)


def run(*looks: tuple[float, ChatObservation], conversation: bool = False, given_up: bool = True) -> list[SendAction]:
    """What the plan does until it has typed or refused; the last look is repeated until then."""
    state, done = SendState(PROMPT, since=0.0, conversation=conversation, replace_draft=given_up), list[SendAction]()
    last_time, last = looks[-1]
    for now, seen in [*looks, *((last_time + tick / 2, last) for tick in range(1, 80))]:
        state, action = plan_send(state, seen, now)
        if not isinstance(action, Look):
            done.append(action)
        if isinstance(action, Insert | Refuse):
            break
    return done


def refused(actions: list[SendAction]) -> str:
    refusal = actions[-1]
    assert isinstance(refusal, Refuse)
    return refusal.code


def test_a_draft_that_was_given_up_is_taken_out_and_the_prompt_typed_where_it_was_seen_gone() -> None:
    assert run((0.0, DRAFT), (0.2, DRAFT), (0.4, page())) == [CLEAR, TYPED]


def test_without_a_draft_nothing_is_taken_out() -> None:
    assert run((0.0, page())) == [TYPED]


def test_a_draft_that_nobody_gave_up_stays() -> None:
    assert [type(action) for action in run((0.0, DRAFT), given_up=False)] == [Refuse]


def test_a_draft_that_returns_is_taken_out_once_more_and_then_the_prompt_is_refused() -> None:
    done = run((0.0, DRAFT))
    assert done[:-1] == [CLEAR] * MOST_CLEARS
    assert refused(done) == "composer.occupied"


@pytest.mark.parametrize(
    ("look", "code"),
    [
        (replace(DRAFT, chips=Known(("a.txt",))), "composer.occupied"),
        (replace(page(), chips=Known(("a.txt",))), "composer.occupied"),
        (blinded(DRAFT, "chips"), "composer.occupied"),
        (replace(DRAFT, account=Known("out")), "provider.login-required"),
        (replace(DRAFT, notices=Known((Notice("quota", ""),))), "provider.quota"),
        (blinded(DRAFT, "turns"), "composer.occupied"),
    ],
    ids=["files too", "files alone", "files unknown", "logged out", "quota", "turns unknown"],
)
def test_a_draft_is_not_given_up_for_nothing(look: ChatObservation, code: str) -> None:
    done = run((0.0, look))
    assert len(done) == 1
    assert refused(done) == code


def test_a_draft_in_an_old_conversation_stays_until_that_can_be_counted() -> None:
    old = (user("u0", "Hi"), assistant("a0", "Hello."))
    first = page(draft="half", slot="send")
    assert [type(action) for action in run((0.0, first), conversation=True)] == [Refuse]
    drafted = page(*old, draft="half", slot="send")
    assert run((0.0, first), (0.2, drafted), (0.8, drafted), (1.0, page(*old)), conversation=True) == [CLEAR, TYPED]


class DraftedPage(PaperPage):
    """A page with a draft. ``clears``: what taking it out does."""

    def __init__(self, clears: Callable[[PaperPage], None]) -> None:
        super().__init__(lambda paper: setattr(paper, "seen", page(user("u1", PROMPT), slot="stop")))
        self.seen = DRAFT
        self.clears = clears

    async def clear(self, selector: str) -> None:
        self.acts.append("clear")
        self.clears(self)


async def test_the_driver_takes_the_draft_out_before_it_types(autojump_clock: MockClock) -> None:
    paper = DraftedPage(lambda paper: setattr(paper, "seen", page()))
    await sending(paper, MemoryStore(), PROMPT, replace_draft=True).run()
    assert paper.acts == ["clear", "insert", "press"]


async def test_a_refusal_after_a_draft_was_taken_out_says_that_the_page_was_changed(autojump_clock: MockClock) -> None:
    paper, store = DraftedPage(lambda _: None), MemoryStore()
    with pytest.raises(ProviderError, match="somebody's draft") as caught:
        await sending(paper, store, PROMPT, replace_draft=True).run()
    assert (caught.value.page_may_have_changed, store.told) == (True, [])
    with pytest.raises(ProviderError) as caught:
        await sending(DraftedPage(lambda _: None), store, PROMPT).run()
    assert caught.value.page_may_have_changed is False
