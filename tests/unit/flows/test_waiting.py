"""The driver of waiting, from the first look to what is stored: budgets, pacing, and warnings that nobody loses."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.errors import Disconnected, NotFinished, ProviderError, SessionMismatch
from cdpwebai.flows.plan_poll import TICK
from cdpwebai.providers.chat import ChatObservation, Notice, Panel, RecordAnswer
from cdpwebai.verdict import Known, Reason, Unknown
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user
from tests.support.waiting import STATE, Look, PaperAnswer, Waiting

MINE = user("u1", "Count.")
DONE = page(MINE, assistant("a1", "one, two"))
RUNNING = page(MINE, assistant("a1", "one", finished=False, streaming=True), slot="stop")
BLIND = blinded(DONE, "slot")
BLIND_RUNNING = page(MINE, assistant("a1", "one", finished=False), slot="none")
UNREAD = blinded(DONE, "turns")
NOWHERE = blinded(DONE, "place")
STALE = page(assistant("a1", "one, two"), MINE)
ASTRAY = page(assistant("a1", "one, two"), user("u2", "And then?"))
OTHER = page(user("u7", "Else?"), assistant("a7", "another answer"), path="c/2")
WEAK = replace(DONE, panel=Known(Panel("text")))
AGREED = Known(RecordAnswer("finished", ("m-a1",), "one, two"))


async def waited(seconds: float, *looks: tuple[float, Look]) -> Waiting:
    """How a wait of so many seconds ends."""
    return await Waiting(PaperAnswer(*looks)).run(seconds)


def answer(waiting: Waiting) -> str:
    assert waiting.error is None, waiting.error
    assert waiting.result is not None
    assert waiting.store.session.answer == waiting.result.answer
    return waiting.result.answer.markdown


def timed_out(waiting: Waiting, seconds: float) -> bool:
    """It ended at its deadline, without an answer, and so it is stored."""
    assert isinstance(waiting.error, NotFinished), waiting.error or waiting.result
    assert waiting.store.session.answer is None
    return waiting.after == seconds and waiting.store.session.status == "timeout"


@proves("ref.F1.POLL-1", "ref.F1.POLL-7")
async def test_a_quiet_finished_answer_is_complete_also_within_two_seconds(autojump_clock: MockClock) -> None:
    waiting = await waited(2, (0, DONE))
    assert answer(waiting) == "one, two"
    assert waiting.after == 1.0


@proves("ref.F1.T3", "seed001.T3")
async def test_with_unknown_activity_two_seconds_are_too_few_and_six_enough(autojump_clock: MockClock) -> None:
    assert timed_out(await waited(2, (0, BLIND)), 2)
    late = await waited(7, (0, BLIND))
    assert answer(late) == "one, two"
    assert late.after == 5.0


@proves("ref.F1.POLL-2", "ref.F1.POLL-8")
async def test_with_weak_activity_two_seconds_are_too_few_and_seven_enough(autojump_clock: MockClock) -> None:
    assert timed_out(await waited(2, (0, WEAK)), 2)
    late = await waited(7, (0, WEAK))
    assert answer(late) == "one, two"
    assert late.after == 5.0


@proves("ref.F1.T4", "ref.F1.T13", "seed001.T4", "seed001.T13")
@pytest.mark.parametrize(
    ("unseen", "code"),
    [
        (BLIND_RUNNING, "activity-read-unverified"),
        (UNREAD, "assistant-read-unverified"),
        (NOWHERE, "target-identity-unverified"),
        (ASTRAY, "assistant-ordering-unverified"),
    ],
    ids=["activity", "turns", "place", "ordering"],
)
async def test_what_was_not_seen_once_is_a_warning_although_all_is_well_later(
    unseen: ChatObservation, code: str, autojump_clock: MockClock
) -> None:
    waiting = await waited(20, (0, unseen), (1, RUNNING), (3, DONE))
    assert answer(waiting) == "one, two"
    assert waiting.after == 4.0
    assert waiting.warnings == (code,)


@proves("ref.F1.T5", "seed001.T5")
async def test_where_everything_was_seen_there_is_no_warning(autojump_clock: MockClock) -> None:
    waiting = await waited(20, (0, RUNNING), (3, DONE))
    assert answer(waiting) == "one, two"
    assert waiting.warnings == ()


@proves("ref.F1.T6", "ref.F1.T9", "seed001.T6", "seed001.T9")
async def test_an_ordering_that_cannot_be_told_times_out_and_says_so(autojump_clock: MockClock) -> None:
    waiting = await waited(20, (0, ASTRAY))
    assert timed_out(waiting, 20)
    assert waiting.warnings == ("assistant-ordering-unverified",)


@proves("ref.F1.POLL-11")
async def test_a_stale_answer_is_never_returned_and_the_same_one_in_order_is(autojump_clock: MockClock) -> None:
    assert timed_out(await waited(20, (0, STALE)), 20)
    assert answer(await waited(20, (0, DONE))) == "one, two"


@proves("ref.F1.T8", "seed001.T8")
async def test_an_answer_whose_question_was_taken_out_of_the_document_completes(autojump_clock: MockClock) -> None:
    waiting = await waited(20, (0, RUNNING), (2, page(assistant("a1", "one, two"))))
    assert answer(waiting) == "one, two"
    assert (waiting.after, waiting.warnings) == (3.0, ())


@proves("ref.F1.T15", "seed001.T15")
async def test_an_ordering_that_can_be_told_again_completes_and_the_warning_stays(autojump_clock: MockClock) -> None:
    waiting = await waited(20, (0, ASTRAY), (3, DONE))
    assert answer(waiting) == "one, two"
    assert (waiting.after, waiting.warnings) == (4.0, ("assistant-ordering-unverified",))


@proves("ref.F1.T11", "ref.F1.X11", "seed001.T11")
@pytest.mark.parametrize(
    "look", [ASTRAY, STALE, UNREAD, NOWHERE, page()], ids=["unknown", "stale", "unread", "nowhere", "empty"]
)
async def test_what_holds_an_answer_back_is_looked_at_at_the_pace_and_never_in_a_busy_loop(
    look: ChatObservation, autojump_clock: MockClock
) -> None:
    waiting = await waited(8, (0, look))
    assert timed_out(waiting, 8)
    assert waiting.paper.looked_at == [tick * TICK for tick in range(16)]


@proves("ref.F1.POLL-10")
async def test_a_page_that_was_read_and_shows_nothing_has_no_answer(autojump_clock: MockClock) -> None:
    waiting = await waited(20, (0, page()))
    assert timed_out(waiting, 20)
    assert waiting.warnings == ()


@proves("ref.F1.X11b")
async def test_a_look_without_turns_starts_the_window_again_and_counts_for_none_of_it(
    autojump_clock: MockClock,
) -> None:
    waiting = await waited(20, (0, DONE), (0.5, UNREAD), (10, DONE))
    assert answer(waiting) == "one, two"
    assert (waiting.after, waiting.warnings) == (11.0, ("assistant-read-unverified",))


@proves("ref.F1.X7", "ref.F1.X12")
async def test_a_read_that_fails_first_and_works_then_completes_as_ever(autojump_clock: MockClock) -> None:
    waiting = await waited(20, (0, UNREAD), (0.5, DONE))
    assert answer(waiting) == "one, two"
    assert waiting.after == 1.5


@proves("ref.F1.U1", "ref.F1.U2")
@pytest.mark.parametrize("reason", [Reason.THREW, Reason.MALFORMED, Reason.DEADLINE, Reason.NAVIGATED])
async def test_a_place_that_cannot_be_read_completes_nothing_and_is_recorded(
    reason: Reason, autojump_clock: MockClock
) -> None:
    waiting = await waited(20, (0, replace(DONE, place=Unknown(reason))))
    assert timed_out(waiting, 20)
    assert waiting.warnings == ("target-identity-unverified",)


@proves("ref.F1.U1b")
async def test_the_last_look_gives_back_nothing_that_was_held_back_before(autojump_clock: MockClock) -> None:
    for look in (NOWHERE, ASTRAY, STALE, UNREAD, page(MINE, assistant("a1", "one", finished=False))):
        assert timed_out(await waited(1.5, (0, look)), 1.5)


@proves("ref.F1.U2b")
async def test_in_its_own_conversation_the_last_look_needs_no_whole_window(autojump_clock: MockClock) -> None:
    waiting = await waited(1, (0, RUNNING), (0.5, DONE))
    assert answer(waiting) == "one, two"
    assert waiting.after == 0.75


@proves("ref.F1.U3")
async def test_a_tab_that_goes_to_another_conversation_is_told_with_both_names(autojump_clock: MockClock) -> None:
    waiting = await waited(60, (0, RUNNING), (2, OTHER))
    assert isinstance(waiting.error, SessionMismatch)
    assert waiting.after == 6.0
    assert (waiting.error.status, waiting.error.stage, waiting.error.partial) == (
        "conversation-mismatch",
        "poll",
        "one",
    )
    assert {name: waiting.error.evidence[name] for name in ("expected", "seen")} == {"expected": "1", "seen": "2"}


async def test_a_wait_that_runs_out_says_how_its_answer_is_had_later(autojump_clock: MockClock) -> None:
    waiting = await waited(3, (0, RUNNING))
    assert timed_out(waiting, 3)
    advice = f"cdpwebai poll --session {waiting.store.session.id} --timeout 60"
    assert str(waiting.error).endswith(f"it goes on in the browser; look again with: {advice}")


@pytest.mark.parametrize("path", ["", "c/", "library", "g/g-1/project"])
async def test_a_tab_that_goes_where_no_conversation_is_is_told_as_well(path: str, autojump_clock: MockClock) -> None:
    waiting = await waited(60, (0, RUNNING), (2, page(path=path)))
    assert isinstance(waiting.error, SessionMismatch)
    assert waiting.after == 6.0
    assert (waiting.error.partial, "no conversation" in waiting.error.message) == ("one", True)


async def test_a_place_that_is_not_read_or_on_its_way_is_no_place_without_a_conversation(
    autojump_clock: MockClock,
) -> None:
    for look in (NOWHERE, page(path="c/WEB:1")):
        waiting = await waited(60, (0, RUNNING), (2, look), (30, DONE))
        assert answer(waiting) == "one, two"


@pytest.mark.parametrize("away", [OTHER, page(path="")], ids=["in another one", "in none"])
async def test_a_tab_that_comes_back_to_its_conversation_completes(
    away: ChatObservation, autojump_clock: MockClock
) -> None:
    waiting = await waited(60, (0, RUNNING), (2, away), (5, DONE))
    assert answer(waiting) == "one, two"
    assert waiting.after == 6.0


@proves("ref.F1.T16", "seed001.T16")
async def test_what_was_not_seen_before_is_told_with_the_mismatch_and_with_every_other_end(
    autojump_clock: MockClock,
) -> None:
    limited = replace(RUNNING, notices=Known((Notice("rate-limit", "Too many requests"),)))
    ends: dict[type[Exception], Look] = {
        SessionMismatch: OTHER,
        ProviderError: limited,
        Disconnected: Disconnected("the connection ended"),
        NotFinished: RUNNING,
    }
    for kind, look in ends.items():
        waiting = await waited(20, (0, BLIND_RUNNING), (1, look))
        assert isinstance(waiting.error, kind)
        assert waiting.warnings == ("activity-read-unverified",)
        assert waiting.store.session.warnings == waiting.warnings


@proves("ref.F1.T17", "seed001.T17", "ref.F1.T19", "seed001.T19")
async def test_a_result_and_its_stored_session_carry_the_same_warnings_and_figures(autojump_clock: MockClock) -> None:
    waiting = await waited(20, (0, UNREAD), (0.5, BLIND_RUNNING), (1, DONE))
    assert answer(waiting) == "one, two"
    assert waiting.warnings == ("assistant-read-unverified", "activity-read-unverified")
    stored = waiting.store.session
    assert stored.status == "complete"
    assert waiting.result is not None
    assert (stored.warnings, stored.observations) == (waiting.warnings, waiting.result.observations)
    assert stored.observations.unknown == {"deadline": 1}


@proves("ref.F1.T14a", "ref.F1.T18", "seed001.T14a", "seed001.T18")
@pytest.mark.parametrize("begins", [6.0, 7.5], ids=["the first of the last looks", "a later one"])
async def test_what_only_the_last_look_could_not_see_is_told_and_stored_all_the_same(
    begins: float, autojump_clock: MockClock
) -> None:
    waiting = await waited(8, (0, RUNNING), (begins, BLIND_RUNNING))
    assert timed_out(waiting, 8)
    assert waiting.warnings == ("activity-read-unverified",)
    assert waiting.store.session.warnings == waiting.warnings
    assert waiting.store.session.partial == "one"
    assert waiting.error is not None
    assert waiting.error.evidence["observations"]["looks"] == len(waiting.paper.looked_at)


@proves("ref.F1.T14b", "seed001.T14b")
async def test_an_answer_that_is_copied_has_the_warnings_of_its_wait_too(autojump_clock: MockClock) -> None:
    blank = page(MINE, assistant("a1", ""), slot="none")
    waiting = await Waiting(PaperAnswer((0, RUNNING), (2, blank), copied=Known("one, two"))).run(20)
    assert answer(waiting) == "one, two"
    assert waiting.result is not None
    assert (waiting.result.answer.source, waiting.warnings) == ("copy", ("activity-read-unverified",))
    assert waiting.store.session.warnings == waiting.warnings


async def copied_after(seconds: float, timeout: float) -> Waiting:
    blank = page(MINE, assistant("a1", ""), slot="none")
    paper = PaperAnswer((0, blank), copied=Known("one, two"), copying=seconds)
    return await Waiting(paper).run(timeout)


async def test_a_copy_that_alone_can_tell_the_answer_has_time_to_come(autojump_clock: MockClock) -> None:
    assert answer(await copied_after(0, 40)) == answer(await copied_after(12, 40)) == "one, two"


async def test_a_copy_that_gives_nothing_is_an_error_that_says_why(autojump_clock: MockClock) -> None:
    waiting = await copied_after(60, 80)
    assert waiting.error is not None
    assert waiting.error.error_code == "provider.answer-error"
    assert "the site's copy gives nothing (it was covered)" in waiting.error.message
    assert waiting.after < 30


@proves("ref.F1.POLL-5")
async def test_the_actions_of_an_ended_turn_are_asked_for_in_each_look(autojump_clock: MockClock) -> None:
    bare = page(MINE, assistant("a1", "one, two", finished=False))
    assert timed_out(await waited(20, (0, bare)), 20)
    late = await waited(20, (0, bare), (10, DONE))
    assert answer(late) == "one, two"
    assert late.after == 11.0


@proves("ref.F1.POLL-3", "ref.F1.POLL-6")
async def test_what_is_being_made_or_has_not_ended_never_completes(autojump_clock: MockClock) -> None:
    stop = page(MINE, assistant("a1", "one, two"), slot="stop")
    thinking = replace(page(MINE, assistant("a1", "one, two", finished=False)), panel=Known(Panel("text")))
    for look in (stop, thinking):
        assert timed_out(await waited(30, (0, look)), 30)


@proves("ref.F1.Y1", "ref.F1.Y11")
@pytest.mark.parametrize("begins", [0.0, 3.0, 6.0], ids=["the first look", "a later one", "the last"])
async def test_a_look_that_never_ends_is_over_at_the_deadline(begins: float, autojump_clock: MockClock) -> None:
    waiting = await waited(8, (0, RUNNING), (begins, None))
    assert isinstance(waiting.error, NotFinished)
    assert waiting.after == 8
    assert waiting.paper.looked_at[-1] == 6.0, "a last look is made all the same"
    assert waiting.store.session.status == ("sent" if begins == 6.0 else "timeout")
    assert waiting.store.late == 1


@proves("ref.F1.Y11")
async def test_of_eight_seconds_two_are_kept_for_a_last_look(autojump_clock: MockClock) -> None:
    waiting = await waited(8, (0, RUNNING), (5.9, DONE))
    assert answer(waiting) == "one, two"
    assert waiting.after == 6.0


@proves("ref.F1.Y7")
async def test_two_waits_at_the_same_time_have_each_their_own_deadline_and_ledger(autojump_clock: MockClock) -> None:
    stuck, fine = Waiting(PaperAnswer((0, BLIND_RUNNING))), Waiting(PaperAnswer((0, RUNNING), (5, DONE)))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(stuck.run, 3.0)
        nursery.start_soon(fine.run, 20.0)
    assert timed_out(stuck, 3)
    assert answer(fine) == "one, two"
    assert (fine.after, fine.warnings, stuck.warnings) == (6.0, (), ("activity-read-unverified",))


async def test_a_record_that_agrees_completes_at_once_and_an_unread_one_is_a_warning(autojump_clock: MockClock) -> None:
    asking = replace(STATE, witness=True)
    at_once = await Waiting(PaperAnswer((0, DONE), record=AGREED), state=asking).run(20)
    assert answer(at_once) == "one, two"
    assert (at_once.after, at_once.warnings) == (0.0, ())
    unread = await Waiting(PaperAnswer((0, DONE)), state=asking).run(20)
    assert answer(unread) == "one, two"
    assert (unread.after, unread.warnings) == (1.0, ("record-unreadable",))


async def test_what_a_look_did_not_show_is_warned_of_in_the_same_order_in_every_run(
    autojump_clock: MockClock,
) -> None:
    """By their names: a set has another order in each process."""
    waiting = await waited(3, (0, blinded(DONE, "place", "slot", "turns")))
    assert waiting.warnings == (
        "activity-read-unverified", "assistant-read-unverified", "target-identity-unverified",
    )  # fmt: skip
