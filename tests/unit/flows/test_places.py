"""A prompt goes into the conversation that it is for, or into a new chat; elsewhere nothing is typed or pressed."""

from __future__ import annotations

import pytest
from trio.testing import MockClock

from cdpwebai.api.chat import open_chat
from cdpwebai.errors import SessionMismatch
from cdpwebai.flows.plan_preflight import COMING_IN
from cdpwebai.flows.plan_send import PRESSED_LIMIT, TROUBLE_FOR, plan_send
from cdpwebai.flows.plan_trouble import MISMATCH
from cdpwebai.flows.send_steps import GiveUp, Insert, Look, Press, Refuse, SendAction, SendState, Sent
from cdpwebai.providers.chat import ChatObservation
from tests.support.chat import assistant, blinded, page, user
from tests.support.fake_chat import HOME, open_fake_chat
from tests.support.sending import MemoryStore, PaperPage, sending

PROMPT = "Count to three."
OLD = (user("u0", "Hi"), assistant("a0", "Hello."))
OURS = user("u1", PROMPT)


def run(place: str | None, *looks: tuple[float, ChatObservation], replace_draft: bool = False) -> list[SendAction]:
    """What the plan does; the last look is repeated until it ends."""
    state = SendState(PROMPT, since=0.0, conversation=bool(place), place=place, replace_draft=replace_draft)
    done: list[SendAction] = []
    for now, seen in [*looks, *((looks[-1][0] + tick / 2, looks[-1][1]) for tick in range(1, 80))]:
        state, action = plan_send(state, seen, now)
        if not isinstance(action, Look):
            done.append(action)
        if isinstance(action, Sent | Refuse | GiveUp):
            break
    return done


def kinds(done: list[SendAction]) -> list[type[SendAction]]:
    return [type(action) for action in done]


@pytest.mark.parametrize(
    ("place", "path"), [("1", ""), ("1", "c/2"), ("", "c/2"), ("", "c/WEB:2")], ids=["home", "other", "old", "passing"]
)
def test_elsewhere_nothing_is_typed_and_the_refusal_says_what_was_expected_and_seen(place: str, path: str) -> None:
    (refusal,) = run(place, (0.0, page(*OLD, path=path)))
    assert isinstance(refusal, Refuse)
    assert refusal.code == MISMATCH
    assert refusal.evidence == (("expected", place), ("seen", path.removeprefix("c/")))


@pytest.mark.parametrize(
    ("place", "path"),
    [("1", "c/1"), ("1", "g/g-x/c/1?a=b"), ("", ""), ("", "?temporary-chat=true"), (None, "c/2"), (None, "")],
)
def test_where_it_belongs_it_is_typed_and_pressed(place: str | None, path: str) -> None:
    before = page(*OLD, path=path)
    written = page(*OLD, draft=PROMPT, slot="send", path=path)
    sent = page(*OLD, OURS, slot="stop", path=path or "c/9")
    assert kinds(run(place, (0.0, before), (0.6, before), (0.7, written), (0.8, sent))) == [Insert, Press, Sent]


def test_a_page_that_arrives_a_moment_later_is_typed_into() -> None:
    looks = [(0.0, page(path="")), (COMING_IN - 1, page(*OLD)), (COMING_IN, page(*OLD))]
    written = page(*OLD, draft=PROMPT, slot="send")
    assert kinds(run("1", *looks, (3.1, written), (3.2, page(*OLD, OURS)))) == [Insert, Press, Sent]


def test_a_draft_that_stands_elsewhere_is_not_taken_out() -> None:
    (refusal,) = run("1", (0.0, page(draft="half a thought", path="")), replace_draft=True)
    assert isinstance(refusal, Refuse)
    assert refusal.code == MISMATCH


def test_an_address_that_cannot_be_seen_delays_and_does_not_decide() -> None:
    (refusal,) = run("1", (0.0, blinded(page(*OLD), "place")))
    assert isinstance(refusal, Refuse)
    assert refusal.code == "provider.ui-changed"
    blind = [(0.0, blinded(page(*OLD), "place")), (5.0, page(*OLD)), (5.6, page(*OLD))]
    written = page(*OLD, draft=PROMPT, slot="send")
    assert kinds(run("1", *blind, (5.7, written), (5.8, page(*OLD, OURS)))) == [Insert, Press, Sent]


@pytest.mark.parametrize(("place", "there", "path"), [("1", "c/1", ""), ("1", "c/1", "c/2"), ("", "", "c/2")])
def test_a_page_that_goes_elsewhere_after_the_typing_is_not_pressed(place: str, there: str, path: str) -> None:
    before, away = page(*OLD, path=there), page(*OLD, draft=PROMPT, slot="send", path=path)
    done = run(place, (0.0, before), (0.6, before), (0.7, away))
    assert kinds(done) == [Insert, Refuse]
    assert isinstance(done[-1], Refuse)
    assert done[-1].code == MISMATCH


def test_a_tab_that_shows_another_conversation_after_the_press_shows_no_message_of_ours() -> None:
    before, written = page(*OLD), page(*OLD, draft=PROMPT, slot="send")
    done = run("1", (0.0, before), (0.6, before), (0.7, written), (0.8, page(*OLD, OURS, path="c/2")))
    assert kinds(done) == [Insert, Press, GiveUp]
    assert isinstance(done[-1], GiveUp)
    assert done[-1].code == ""
    assert "the conversation 2 and not 1" in done[-1].why
    back = [(0.8, page(*OLD, path="c/2")), (0.8 + TROUBLE_FOR - 1, page(*OLD, OURS))]
    assert kinds(run("1", (0.0, before), (0.6, before), (0.7, written), *back)) == [Insert, Press, Sent]
    assert TROUBLE_FOR < PRESSED_LIMIT


@pytest.mark.parametrize(("asked", "shown"), [("c/1", ""), ("", "c/1")])
async def test_a_site_that_opens_something_else_gets_no_prompt(
    autojump_clock: MockClock, asked: str, shown: str
) -> None:
    async with open_fake_chat() as site, open_chat("demo", url=HOME + asked, where=site.where) as chat:
        site.shown = page(*OLD, path=shown)
        with pytest.raises(SessionMismatch):
            await chat.ask(PROMPT)
        assert (site.typed, site.presses, chat.session) == ([], 0, None)
        site.shown = page(*OLD, path=asked)
        site.on_send = lambda _: setattr(site, "shown", page(*OLD, OURS, assistant("a1", "OK"), path="c/1"))
        if not asked:
            assert (await chat.ask(PROMPT)).markdown == "OK"


async def test_the_refusal_is_a_mismatch_and_nothing_is_stored(autojump_clock: MockClock) -> None:
    paper, store = PaperPage(), MemoryStore()
    flow = sending(paper, store, PROMPT, place="")
    with pytest.raises(SessionMismatch, match="the prompt was not sent") as caught:
        await flow.run()
    error = caught.value
    assert (error.status, error.error_code) == ("conversation-mismatch", MISMATCH)
    assert (error.evidence, error.page_may_have_changed) == ({"expected": "", "seen": "1"}, False)
    assert (paper.acts, store.told) == ([], [])
