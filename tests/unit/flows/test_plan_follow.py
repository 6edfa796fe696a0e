"""Asking on in a conversation: who may, where, and that a later answer is proven as the first one is."""

from __future__ import annotations

import msgspec
import pytest
from trio.testing import MockClock

from cdpwebai.errors import ActRefused, NotFinished, ProviderError, SessionMismatch
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_follow import last_sent, not_followed, shows, still_there
from cdpwebai.flows.send import Sending
from cdpwebai.flows.send_steps import Sent
from cdpwebai.records import Baseline, Fence, Session, Status, Submission
from cdpwebai.store.states import begin
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user
from tests.support.sending import MemoryStore, PaperPage
from tests.support.waiting import PaperAnswer, Waiting

FIRST = (user("u0", "Count."), assistant("a0", "one, two"))
AGAIN = user("u1", "Count.")
OURS = Sent("u0", "m-u0", frozenset(), "1")


def session(status: Status = "complete", **known: object) -> Session:
    begun = begin(Submission(vendor="demo", prompt="Count.", baseline=Baseline()), "S1", 0.0)
    found = {"turn_id": "u0", "message_id": "m-u0", "conversation_url": "https://chat.example/c/1"}
    return msgspec.structs.replace(begun, **{"status": status, **found, **known})


@pytest.mark.parametrize("status", ["complete", "partial", "timeout", "error", "stopped", "failed", "crashed"])
def test_a_settled_session_is_followed(status: Status) -> None:
    assert not_followed(session(status)) is None


@pytest.mark.parametrize("status", ["submitting", "unknown-submission", "sent", "polling"])
def test_an_unsettled_one_is_not_and_the_reason_says_what_to_do(status: Status) -> None:
    refused = not_followed(session(status))
    assert refused is not None
    assert (refused.code, f"is {status}: poll it" in refused.why) == ("session.step-refused", True)


def test_one_of_work_s_is_not_followed_by_a_prompt_of_chat_s() -> None:
    refused = not_followed(session(surface="work"))
    assert refused is not None
    assert (refused.code, refused.stage) == ("capability.unsupported", "multi-turn")


def test_what_was_sent_last_is_the_newest_generation_s_that_was_sent() -> None:
    first, second = session(), session(message_id="m-u5", turn_id="u5", generation=2)
    unsent = session("failed", message_id="", turn_id="", generation=3)
    found = last_sent((first, second, unsent))
    assert found is not None
    assert (found.message_id, found.conversation) == ("m-u5", "1")
    assert last_sent((unsent,)) is None


def test_a_tab_is_told_by_its_conversation_s_address_and_one_without_is_not_told_by_it() -> None:
    assert shows(session(), "https://chat.example/c/1?model=x")
    assert not shows(session(), "https://chat.example/c/2")
    assert not shows(session(), "https://chat.example/")
    assert shows(session(conversation_url=None), "https://chat.example/")


def test_the_gate_is_open_where_our_last_message_stands_and_shut_elsewhere() -> None:
    gate = still_there(OURS)
    assert gate(page(*FIRST)) is None
    other, empty = gate(page(*FIRST, path="c/2")), gate(page())
    assert other is not None
    assert empty is not None
    assert (other.code, other.lasts) == ("session.conversation-mismatch", 3.0)
    assert (empty.code, empty.lasts) == ("snapshot.unavailable", 15.0)
    unseen = gate(blinded(page(*FIRST), "turns"))
    assert unseen is not None
    assert unseen.lasts > 0, "what was not seen delays"


class Moved(PaperPage):
    """A page that shows another conversation as soon as something is typed."""

    async def insert(self, selector: str, *pieces: str) -> None:
        self.acts.append("insert")
        self.seen = page(*FIRST, draft="".join(pieces), slot="send", path=self.path)

    path = "c/2"


class Stays(Moved):
    path = "c/1"


def follow_up(paper: PaperPage) -> Sending:
    from cdpwebai.api.following import Following

    paper.seen = page(*FIRST)
    journal = Journal(FollowStore(), Fence(), Ledger(), follows=session())
    told = Submission(vendor="demo", prompt="Count.", baseline=Baseline(), original_url="https://chat.example/c/1")
    return Sending(paper, told, journal, preparations=[Following(OURS)])


class FollowStore(MemoryStore):
    async def follow_up(self, session: Session, submission: Submission, fence: Fence) -> Session:
        self.told.append(f"generation {session.generation + 1}")
        return msgspec.structs.replace(
            session, generation=session.generation + 1, status="submitting", baseline=submission.baseline, message_id=""
        )


def _sent(paper: PaperPage) -> None:
    paper.seen = page(*FIRST, AGAIN)


async def test_the_same_question_again_is_the_next_generation_and_its_baseline_knows_the_turns_that_stand(
    autojump_clock: MockClock,
) -> None:
    paper = Stays(_sent)
    sending = follow_up(paper)
    sent = await sending.run()
    assert (sent.message_id, paper.acts) == ("m-u1", ["insert", "press"])
    assert sending.journal.session is not None
    assert sending.journal.session.baseline.turn_ids == ("a0", "u0")
    assert sending.journal.session.generation == 2


async def test_a_page_that_goes_elsewhere_before_send_is_not_pressed(autojump_clock: MockClock) -> None:
    paper = Moved(_sent)
    with pytest.raises(SessionMismatch) as caught:
        await follow_up(paper).run()
    assert (caught.value.error_code, paper.acts) == ("session.conversation-mismatch", ["insert"])


async def test_a_page_that_does_not_show_our_last_message_is_not_typed_into(autojump_clock: MockClock) -> None:
    paper = Stays(_sent)
    sending = follow_up(paper)
    paper.seen = page(user("u8", "Else?"), assistant("a8", "other"))
    with pytest.raises(ProviderError) as caught:
        await sending.run()
    assert (caught.value.error_code, paper.acts) == ("session.reattach-unverified", [])
    paper.seen = page(*FIRST, path="c/2")
    with pytest.raises(SessionMismatch):
        await follow_up_at(paper).run()
    assert paper.acts == []


def follow_up_at(paper: PaperPage) -> Sending:
    seen = paper.seen
    sending = follow_up(paper)
    paper.seen = seen
    return sending


async def test_a_follow_up_that_is_refused_before_it_is_typed_leaves_the_generation_before_it_as_it_is(
    autojump_clock: MockClock,
) -> None:
    paper = Stays(_sent)
    sending = follow_up(paper)
    paper.seen = page(*FIRST, draft="somebody's")
    with pytest.raises(ProviderError) as caught:
        await sending.run()
    await sending.journal.failed(caught.value)
    assert caught.value.session_id == "S1"
    assert sending.journal.session is None


DONE = page(*FIRST, AGAIN, assistant("a1", "three, four"))


@proves("seed002.Y8")
async def test_a_later_answer_is_not_complete_while_it_is_not_known_whether_it_is_still_made(
    autojump_clock: MockClock,
) -> None:
    running = page(*FIRST, AGAIN, assistant("a1", "three", finished=False))
    waiting = await Waiting(PaperAnswer((0, blinded(running, "slot")))).run(30)
    assert isinstance(waiting.error, NotFinished)
    assert waiting.store.session.answer is None


@proves("seed002.Y8")
async def test_a_later_answer_of_which_it_is_not_known_whether_it_is_still_made_is_not_taken_soon(
    autojump_clock: MockClock,
) -> None:
    """All its signs say that it has ended, and Stop could not be seen beside them: it goes on."""
    half = blinded(page(*FIRST, AGAIN, assistant("a1", "three")), "slot")
    waiting = await Waiting(PaperAnswer((0, half), (4, DONE))).run(30)
    assert waiting.result is not None
    assert waiting.result.answer.markdown == "three, four"


@proves("seed002.Y9")
async def test_a_later_answer_that_is_surely_made_is_complete_and_never_the_one_before_it(
    autojump_clock: MockClock,
) -> None:
    waiting = await Waiting(PaperAnswer((0, page(*FIRST, AGAIN)), (3, DONE))).run(30)
    assert waiting.result is not None
    assert waiting.result.answer.markdown == "three, four"
    assert waiting.after < 8


async def test_a_press_that_was_refused_leaves_the_follow_up_unsent(autojump_clock: MockClock) -> None:
    def refuse(_: PaperPage) -> None:
        raise ActRefused("covered", reason="covered")

    paper = Stays(refuse)
    with pytest.raises(ProviderError):
        await follow_up(paper).run()
    assert "press" not in paper.acts
