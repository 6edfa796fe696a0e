"""Sending in Work: which page is one for it, what is looked at once more right before Send, and what is told else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
import trio

from cdpwebai.api.answering import Budget
from cdpwebai.api.conversation import too_late
from cdpwebai.errors import ProviderError
from cdpwebai.flows.journal import Journal, status_after
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_preflight import obstacle
from cdpwebai.flows.plan_send import (
    Check,
    GiveUp,
    Insert,
    Look,
    Prepare,
    Prepared,
    Press,
    Refuse,
    SendAction,
    SendState,
    Sent,
    checked,
    plan_send,
    prepared,
    press_refused,
)
from cdpwebai.flows.work_sending import WorkSending
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.providers.work import Task
from cdpwebai.records import Baseline, Fence, Submission
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import NOT_SEEN, page, user
from tests.support.sending import MemoryStore, PaperPage

PROMPT = "Do it."


OWN = Task(thinking=False, asks=False, named=True, invites=True)


def work(*turns: Any, active: Any = "work", conversation: Any = "none", **keys: Any) -> ChatObservation:
    return replace(page(*turns, **keys), surface=Known(Surface(active, conversation)), task=Known(OWN))


@pytest.mark.parametrize(
    ("active", "conversation", "code", "hint"),
    [
        ("legacy", "none", "capability.unsupported", "upgrade-chatgpt"),
        ("ambiguous", "none", "provider.work-state-unknown", "reload-page"),
        ("chat", "chat", "provider.work-state-unknown", "reload-page"),
        ("chat", "unresolved", "provider.work-state-unknown", "reload-page"),
    ],
)
@proves("seed000.1.1-work-door", "ref.F5.SURF-4", "ref.F5.SURF-10")
def test_what_is_not_surely_work_or_a_new_chat_is_refused(active: Any, conversation: Any, code: str, hint: str) -> None:
    found = obstacle(work(active=active, conversation=conversation), "work")
    assert found is not None
    assert (found.code, found.stage, found.hint) == (code, "provider-work-preflight", hint)


@pytest.mark.parametrize(
    ("active", "conversation"), [("work", "none"), ("work", "work"), ("chat", "none"), ("chat", "work")]
)
@proves("seed000.1.1-work-door", "ref.F5.SURF-3")
def test_work_and_where_it_can_be_chosen_stand_in_no_way(active: Any, conversation: Any) -> None:
    assert obstacle(work(active=active, conversation=conversation), "work") is None


def test_once_it_was_chosen_it_must_be_seen() -> None:
    assert obstacle(work(), "work", chosen=True) is None
    assert obstacle(work(active="chat"), "work", chosen=True) is not None
    assert obstacle(replace(work(), surface=NOT_SEEN), "work") is not None


NOT_NAMED, INVITES_NOT = (msgspec.structs.replace(OWN, **{sign: False}) for sign in ("named", "invites"))


@pytest.mark.parametrize(
    ("task", "code"),
    [
        (Known(NOT_NAMED), "provider.work-state-unknown"),
        (Known(INVITES_NOT), "provider.work-state-unknown"),
        (NOT_SEEN, "provider.ui-changed"),
    ],
)
@proves("seed000.scope", "seed000.4-order")
def test_nothing_is_typed_into_a_composer_that_is_not_works_own_by_both_signs_once_the_power_was_set(
    task: Any, code: str
) -> None:
    other = replace(work(), task=task)
    found = obstacle(other, "work", chosen=True)
    assert found is not None
    assert found.code == code
    assert found.lasts > 0, "what is drawn anew may lack a sign for a moment"
    assert [type(one) for one in run((0.0, work()), (1.0, other), (2.0, work()))] == [Prepare, Look, Insert]
    ended = run((0.0, work()), *((1.0 + second, other) for second in range(17)))
    assert isinstance(ended[-1], Refuse)
    assert Insert not in {type(one) for one in ended}
    drafted = replace(other, composer=work(draft="Somebody's.").composer)
    occupied = obstacle(drafted, "work", chosen=True)
    assert occupied is not None
    assert occupied.code == "composer.occupied", "a draft takes the invitation away, and is what is told"


async def nothing() -> None:
    """A check that finds nothing wrong."""


DONE = Prepared(checks=(nothing,))


def run(*looks: tuple[float, ChatObservation], done: Prepared = DONE) -> list[SendAction]:
    state, actions = SendState(PROMPT, since=0.0, prepares=True, surface="work"), list[SendAction]()
    for now, seen in looks:
        state, action = plan_send(state, seen, now)
        actions.append(action)
        if isinstance(action, Prepare):
            state = prepared(state, done, now)
        if isinstance(action, Check):
            state = checked(state, now)
    return actions


WRITTEN = work(draft=PROMPT, slot="send")


@proves("seed000.4-order")
def test_what_was_chosen_is_looked_at_once_more_between_typing_and_send() -> None:
    looks = [(0.0, work(active="chat")), (1.0, work()), (2.0, WRITTEN), (3.0, WRITTEN)]
    assert [type(action) for action in run(*looks)] == [Prepare, Insert, Check, Press]
    assert [type(action) for action in run(*looks, done=Prepared())] == [Prepare, Insert, Press, Look]


@proves("ref.F5.WORK-34", "ref.F5.WORK-38")
def test_a_send_that_cannot_be_pressed_is_not_pressed_and_no_enter_is_either() -> None:
    stuck = work(draft=PROMPT, slot="disabled")
    actions = run((0.0, work()), (1.0, work()), *((2.0 + now, stuck) for now in range(12)))
    assert isinstance(actions[-1], Refuse)
    assert {Press, Check}.isdisjoint({type(action) for action in actions})


def test_after_a_press_that_was_refused_it_is_looked_at_again() -> None:
    state = SendState(PROMPT, since=0.0, phase="pressed", prepared=DONE, surface="work", presses=1, inserts=1)
    state, action = plan_send(press_refused(state, "covered", 1.0), WRITTEN, 1.0)
    assert isinstance(action, Check)


@proves("ref.F5.WORK-33", "ref.F5.WORK-41")
def test_the_new_message_and_its_address_prove_the_send() -> None:
    state = SendState(PROMPT, since=0.0, phase="pressed", before=frozenset(), surface="work", inserts=1)
    _, action = plan_send(state, work(user("u1", PROMPT), slot="stop"), 1.0)
    assert action == Sent("u1", "m-u1", frozenset(), "1")


@proves("ref.F5.WORK-40")
@pytest.mark.parametrize(("surface", "limit"), [("work", 15.0), ("chat", 5.0)])
def test_a_task_s_address_is_waited_for_longer_and_not_for_ever(surface: Any, limit: float) -> None:
    state = SendState(PROMPT, since=0.0, phase="pressed", before=frozenset(), surface=surface, inserts=1)
    seen = work(user("u1", PROMPT), slot="stop", path="")
    state, action = plan_send(state, seen, 1.0)
    assert action == Look(1.0 + limit)
    assert plan_send(state, seen, 1.0 + limit)[1] == Sent("u1", "m-u1", frozenset(), "")


@proves("ref.F5.WORK-35", "ref.F5.WORK-37")
def test_without_a_new_message_nothing_counts_as_sent() -> None:
    state = SendState(PROMPT, since=0.0, phase="pressed", before=frozenset({"u0"}), surface="work", inserts=1)
    seen = work(user("u0", "Before."), slot="stop", draft=PROMPT)
    assert isinstance(plan_send(state, seen, 19.0)[1], Look)
    assert isinstance(plan_send(state, seen, 20.0)[1], GiveUp)


@pytest.mark.parametrize(
    ("seen_code", "told"),
    [
        ("provider.quota", ("provider.quota", "commit-verify", "poll-or-resume")),
        ("provider.commit-not-verified", ("provider.work-submit-unverified", "work-submit", "retry-work-send")),
        ("", ("provider.work-submit-unverified", "work-submit", "retry-work-send")),
    ],
)
async def test_what_the_site_says_against_a_task_is_named_and_else_that_it_is_not_verified(
    seen_code: str, told: tuple[str, str, str]
) -> None:
    submission = Submission(vendor="demo", prompt=PROMPT, baseline=Baseline(), surface="work")
    sending = WorkSending(PaperPage(), submission, Journal(MemoryStore(), Fence(), Ledger()))
    sending.state = replace(sending.state, phase="pressed")
    with pytest.raises(ProviderError) as caught:
        sending.give_up(GiveUp("why", seen_code), work())
    error = caught.value
    assert (error.error_code, error.stage, error.retry_hint) == told
    assert error.page_may_have_changed is None


UNSEEN_STOP = work(user("u1", PROMPT), slot="none")
NO_MAIN = replace(work(user("u1", PROMPT), slot="stop"), slot=NOT_SEEN, task=NOT_SEEN)


def on_paper(seen: ChatObservation) -> tuple[WorkSending, Ledger]:
    """A task whose Send was pressed, on a page that shows this."""
    paper, ledger = PaperPage(), Ledger()
    paper.seen = seen
    submission = Submission(vendor="demo", prompt=PROMPT, baseline=Baseline(), surface="work")
    journal = Journal(MemoryStore(), Fence(), ledger)
    sending = WorkSending(paper, submission, journal)
    sending.state = replace(sending.state, phase="pressed", since=trio.current_time())
    return sending, ledger


@pytest.mark.parametrize(
    ("seen", "warnings"),
    [
        (UNSEEN_STOP, ["work-stop-probe-unverified"]),
        (NO_MAIN, ["work-stop-probe-unverified"]),
        (work(user("u1", PROMPT), slot="stop"), []),
        (work(user("u1", PROMPT), slot="voice"), []),
    ],
)
@proves("seed002.Y18a", "seed002.Y19a")
async def test_a_stop_that_could_not_be_seen_beside_the_new_message_is_a_warning(
    autojump_clock: object, seen: ChatObservation, warnings: list[str]
) -> None:
    sending, ledger = on_paper(seen)
    assert (await sending.run()).message_id == "m-u1"
    assert [*ledger.warnings()] == warnings
    assert trio.current_time() < 1, "it delays nothing"


@pytest.mark.parametrize(
    ("seen", "stop"),
    [
        (work(slot="none"), "unknown"),
        (replace(work(slot="stop"), slot=NOT_SEEN, task=NOT_SEEN), "unknown"),
        (work(slot="stop"), "visible"),
        (work(slot="voice"), "absent"),
    ],
)
@proves("seed002.Y18a", "seed002.Y19b")
async def test_without_the_new_message_what_was_seen_of_stop_stands_in_the_error(
    autojump_clock: object, seen: ChatObservation, stop: str
) -> None:
    sending, ledger = on_paper(seen)
    with pytest.raises(ProviderError) as caught:
        await sending.run()
    error = caught.value
    assert (error.error_code, error.stage, error.page_may_have_changed) == (
        "provider.work-submit-unverified",
        "work-submit",
        None,
    )
    assert error.evidence["stopProbe"] == stop
    assert "work-stop-probe-unverified" not in ledger.warnings()


@pytest.mark.parametrize(
    ("seen", "stop"),
    [
        (work(slot="none"), "unknown"),
        (replace(work(slot="stop"), slot=NOT_SEEN, task=NOT_SEEN), "unknown"),
        (work(slot="stop"), "visible"),
        (work(slot="voice"), "absent"),
    ],
)
@proves("seed002.Y19b")
async def test_it_stands_there_as_well_where_the_callers_own_time_was_over_first(
    autojump_clock: object, seen: ChatObservation, stop: str
) -> None:
    sending, _ = on_paper(seen)
    budget = Budget.of(5)
    async with budget.running() as scope:
        await sending.run()
    assert scope.cancelled_caught
    error = too_late(sending, None, budget, ends=False)
    assert (error.error_code, error.stage) == ("provider.work-submit-unverified", "work-submit")
    assert (error.page_may_have_changed, error.exit_code) == (None, 3)
    assert error.evidence["stopProbe"] == stop
    assert "5 s were over" in error.message
    assert status_after(error, "submitting") == "unknown-submission"


async def test_a_look_that_never_ended_has_seen_nothing_of_stop(autojump_clock: object) -> None:
    sending, _ = on_paper(work())
    assert sending.not_proven("why").evidence["stopProbe"] == "unknown"


@pytest.mark.parametrize(
    ("path", "after", "warnings"),
    [("", 15.0, ["work-task-url-unresolved"]), ("/c/WEB:1", 15.0, ["work-task-url-unresolved"]), ("/c/1", 0.0, [])],
)
@proves("ref.F5.WORK-40", "ref.F5.WORK-41", "seed000.task-url")
async def test_a_task_that_got_no_address_is_sent_and_that_is_told(
    autojump_clock: object, path: str, after: float, warnings: list[str]
) -> None:
    sending, ledger = on_paper(work(user("u1", PROMPT), slot="stop", path=path))
    assert (await sending.run()).conversation == ("1" if path == "/c/1" else "")
    assert [*ledger.warnings()] == warnings
    assert trio.current_time() == pytest.approx(after, abs=0.5)


@proves("ref.F5.WORK-39", "seed000.task-url")
async def test_an_address_that_comes_late_is_the_task_s_and_nothing_is_told(autojump_clock: object) -> None:
    sending, ledger = on_paper(work(user("u1", PROMPT), slot="stop", path=""))
    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def _() -> None:
            await trio.sleep(12)
            sending.page.seen = work(user("u1", PROMPT), slot="stop", path="/c/1")  # type: ignore[attr-defined]

        assert (await sending.run()).conversation == "1"
    assert [*ledger.warnings()] == []
