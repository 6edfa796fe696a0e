"""Waiting: when an answer is complete, and that not seeing never makes it so."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.flows.plan_poll import (
    TICK,
    AskRecord,
    Complete,
    Copy,
    Fail,
    PollAction,
    PollState,
    Wait,
    note_record,
    plan_poll,
)
from cdpwebai.providers.chat import ChatObservation, Notice, NoticeKind, Panel, RecordAnswer, Turn
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves
from tests.support.chat import FIELDS, assistant, blinded, page, user

MINE = user("u1", "Count.")
Run = Sequence[tuple[float, ChatObservation]]


UNREADABLE = Unknown(Reason.NOT_SUPPORTED)
STATE = PollState("u1", "m-u1", frozenset({"u0", "a0"}), conversation="1")


def outcome(run: Run, record: Reading[RecordAnswer] = UNREADABLE) -> tuple[float, PollAction] | None:
    """When a run of (time, look) ends and how; the last look is repeated for a minute, the record says one thing."""
    last_time, last = run[-1]
    looks = [*run, *((last_time + tick * TICK, last) for tick in range(1, 120))]
    state = STATE
    for now, seen in looks:
        state, action = plan_poll(state, seen, now)
        if isinstance(action, AskRecord):
            state, action = plan_poll(note_record(state, record, now), seen, now)
            assert not isinstance(action, AskRecord), "it must not ask for ever"
        if not isinstance(action, Wait):
            return now, action
    return None


def completed(run: Run, record: Reading[RecordAnswer] = UNREADABLE) -> tuple[float, str] | None:
    """When it completes, and with which text."""
    ended = outcome(run, record)
    if ended is None or not isinstance(ended[1], Complete):
        return None
    return ended[0], "".join(message.text for message in ended[1].messages)


def finished(text: str = "one, two") -> ChatObservation:
    return page(MINE, assistant("a1", text), slot="voice")


def test_a_finished_answer_is_complete_after_one_second_of_quiet() -> None:
    assert completed([(10.0, finished())]) == (11.0, "one, two")


def test_a_changed_text_starts_the_window_again() -> None:
    assert completed([(10.0, finished("one")), (10.9, finished("one, two"))]) == (11.9, "one, two")


@proves("ref.F1.POLL-4")
@pytest.mark.parametrize(
    "look",
    [
        page(MINE, assistant("a1", "one"), slot="stop"),
        page(MINE, assistant("a1", "one", streaming=True)),
        page(MINE, assistant("a1", "one", finished=False)),
        page(MINE),
        page(assistant("a1", "one"), MINE),
        page(assistant("a1", "one")),
        page(MINE, assistant("a1", "one"), path="c/2"),
        page(MINE, assistant("a1", "one"), path=""),
        blinded(page(MINE, assistant("a1", "one")), "place"),
        page(user("u1", "Count."), assistant("a1", "one"), user("u2", "And?")),
        page(MINE, assistant("a1", "one"), user("u2", "And?"), assistant("a2", "another answer")),
        page(MINE, assistant("a0", "an old answer that moved")),
    ],
    ids=[
        "stop",
        "streaming",
        "no actions",
        "no answer",
        "stale",
        "mine gone",
        "another conversation",
        "no conversation",
        "address unknown",
        "a later question",
        "a later answer",
        "old turn",
    ],
)
def test_what_is_not_proven_finished_is_waited_on(look: ChatObservation) -> None:
    assert completed([(0.0, look)]) is None


def test_the_same_page_a_moment_later_completes() -> None:
    running = page(MINE, assistant("a1", "one", finished=False, streaming=True), slot="stop")
    assert completed([(0.0, running), (8.0, running), (8.5, finished())]) == (9.5, "one, two")


@proves("seed001.T3")
def test_unknown_activity_lengthens_the_window_to_five_seconds() -> None:
    assert completed([(0.0, blinded(finished(), "slot"))]) == (5.0, "one, two")
    assert completed([(0.0, page(MINE, assistant("a1", "one, two"), slot="none"))]) == (5.0, "one, two")


@proves("ref.F1.T1")
def test_a_look_that_could_not_tell_counts_for_the_long_window_and_never_for_the_short_one() -> None:
    blind, sure = blinded(finished(), "slot"), finished()
    assert completed([(0.0, blind), (0.9, sure)]) == (1.9, "one, two")
    assert completed([(0.0, sure), (0.9, blind), (1.0, sure)]) == (2.0, "one, two")
    assert completed([(0.0, blind), (4.5, sure)]) == (5.0, "one, two")


def test_quiet_before_the_actions_came_does_not_count() -> None:
    bare = page(MINE, assistant("a1", "one, two", finished=False))
    assert completed([(0.0, bare), (3.0, finished())]) == (4.0, "one, two")


def test_a_look_without_turns_starts_the_window_again() -> None:
    run = [(0.0, finished()), (0.9, blinded(finished(), "turns")), (1.1, finished())]
    assert completed(run) == (2.1, "one, two")


def test_an_answer_that_is_never_readable_never_completes() -> None:
    assert completed([(0.0, blinded(finished(), "turns"))]) is None


def test_the_actions_of_the_user_s_own_turn_finish_nothing() -> None:
    user_turn: tuple[str, Turn] = MINE
    assert user_turn[1].finished
    assert completed([(0.0, page(user_turn, assistant("a1", "one", finished=False)))]) is None


def test_the_next_look_is_never_later_than_the_end_of_the_window() -> None:
    state, action = plan_poll(STATE, finished(), 3.0)
    assert action == AskRecord()
    state, action = plan_poll(note_record(state, UNREADABLE, 3.0), finished(), 3.0)
    assert action == Wait(3.0 + TICK, "none")
    _, action = plan_poll(state, finished(), 3.7)
    assert action == Wait(4.0, "none")


def test_what_was_read_is_kept_to_be_shown_when_the_time_runs_out() -> None:
    running = page(MINE, assistant("a1", "one, tw", finished=False), slot="stop")
    state, _ = plan_poll(STATE, running, 0.0)
    state, _ = plan_poll(state, blinded(running, "turns"), 1.0)
    assert state.partial == "one, tw"
    emptied = ("a1", Turn("assistant", (), finished=False, streaming=True))
    state, _ = plan_poll(state, page(MINE, emptied, slot="stop"), 2.0)
    assert state.partial == "one, tw"


def said(markdown: str = "one, two", **known: Any) -> Known[RecordAnswer]:
    """What the record says of the answer."""
    finished = RecordAnswer("finished", ("m-a1",), markdown)
    return Known(msgspec.structs.replace(finished, **known))


def test_a_record_that_agrees_completes_at_once() -> None:
    assert completed([(10.0, finished())], said()) == (10.0, "one, two")


@pytest.mark.parametrize("fields", [("slot",), ("panel",)])
def test_with_activity_not_seen_the_window_stays_although_the_record_agrees(fields: tuple[str, ...]) -> None:
    assert completed([(10.0, blinded(finished(), *fields))], said()) == (15.0, "one, two")


def test_a_record_that_says_unfinished_is_waited_on_however_finished_the_page_looks() -> None:
    assert outcome([(10.0, finished())], said(state="in_progress")) is None
    assert outcome([(10.0, finished())], Known(RecordAnswer("none"))) is None


def test_a_record_that_says_cut_never_completes_however_finished_the_page_looks() -> None:
    ended = outcome([(10.0, finished())], said(state="error"))
    assert ended is not None
    assert ended[0] == 10.0
    assert isinstance(ended[1], Fail)
    assert (ended[1].trouble.code, ended[1].trouble.cut) == ("provider.answer-partial", True)


def test_what_the_record_said_of_an_earlier_text_says_nothing_of_what_has_come_since() -> None:
    """An answer that was cut and goes on: the record that called it cut was read before."""
    state, action = plan_poll(STATE, finished("one"), 10.0)
    assert action == AskRecord()
    state = note_record(state, said("one", state="error"), 10.0)
    grows = page(MINE, assistant("a1", "one, two", finished=False))
    state, action = plan_poll(state, grows, 10.1)
    assert isinstance(action, Wait)
    assert isinstance(plan_poll(state, finished("one"), 10.2)[1], Fail), "where the text is the same it still counts"


@pytest.mark.parametrize("text", ["quite another text", "", "one", "one, two, three"])
def test_where_record_and_page_differ_the_page_is_the_answer_when_the_window_has_passed(text: str) -> None:
    ended = outcome([(10.0, finished())], said(text))
    assert ended is not None
    assert ended[0] == 11.0
    assert isinstance(ended[1], Complete)
    assert ended[1].record is None


def test_a_record_that_differs_is_warned_of_and_one_that_agrees_is_not() -> None:
    for text, warnings in (("quite another text", {"record-conflict"}), ("one, two", set[str]())):
        state, _ = plan_poll(STATE, finished(), 10.0)
        state, _ = plan_poll(note_record(state, said(text), 10.0), finished(), 10.0)
        state, action = plan_poll(state, finished(), 11.0)
        assert isinstance(action, Complete)
        assert state.warnings == warnings


@pytest.mark.parametrize(
    ("text", "record"),
    [("", said("drawn by the page's style")), ("one, two", said("one, two, and a canvas", canvas=True))],
)
def test_a_page_that_reads_empty_or_holds_a_canvas_contradicts_no_record(
    text: str, record: Known[RecordAnswer]
) -> None:
    ended = outcome([(10.0, finished(text))], record)
    assert ended is not None
    assert isinstance(ended[1], Complete)
    assert ended[1].record == record.value


def test_a_record_that_holds_another_turn_s_message_too_is_no_proof() -> None:
    ended = outcome([(10.0, finished())], said(message_ids=("m-other", "m-a1")))
    assert ended is not None
    assert ended[0] == 11.0
    assert isinstance(ended[1], Complete)
    assert ended[1].record is None


CITING = "one [Water](https://example.org/water), two"


def test_a_record_whose_citations_the_page_shows_as_pills_completes_at_once() -> None:
    assert completed([(10.0, finished())], said(CITING, uncited="one, two")) == (10.0, "one, two")
    assert completed([(10.0, finished())], said("one, [two](https://example.org)", uncited="one,")) == (
        10.0,
        "one, two",
    )


@pytest.mark.parametrize("uncited", ["one, three", "two, one", "one, two, three", ""])
def test_a_record_that_cites_and_says_something_else_besides_does_not(uncited: str) -> None:
    assert completed([(10.0, finished())], said(CITING, uncited=uncited)) == (11.0, "one, two")


@pytest.mark.parametrize("record", [said(message_ids=("m-other",)), said(followed=True), said(message_ids=())])
def test_a_record_of_another_message_is_no_proof_and_the_window_decides(record: Known[RecordAnswer]) -> None:
    ended = outcome([(10.0, finished())], record)
    assert ended is not None
    assert ended[0] == 11.0
    assert isinstance(ended[1], Complete)
    assert ended[1].record is None


def test_the_record_completes_a_turn_that_never_gets_its_actions_after_a_long_quiet() -> None:
    bare = page(MINE, assistant("a1", "one, two", finished=False))
    assert completed([(10.0, bare)], said()) == (15.0, "one, two")
    assert outcome([(10.0, bare)]) is None


def test_the_record_never_overrules_a_shown_stop() -> None:
    assert outcome([(10.0, page(MINE, assistant("a1", "one, two"), slot="stop"))], said()) is None


def test_a_finished_turn_that_reads_empty_is_copied_from_the_site() -> None:
    blank = page(MINE, assistant("a1", " \n\u200b"))
    assert outcome([(10.0, blank)]) == (11.0, Copy("m-a1"))


def test_the_record_fills_a_turn_that_reads_empty() -> None:
    ended = outcome([(10.0, page(MINE, assistant("a1", "")))], said("Drawn elsewhere."))
    assert ended is not None
    assert isinstance(ended[1], Complete)
    assert ended[1].record == said("Drawn elsewhere.").value


@pytest.mark.parametrize(("panel", "at"), [("none", 11.0), ("text", 15.0), ("trace", 15.0), ("progress", None)])
def test_a_panel_is_activity_by_its_strength(panel: Any, at: float | None) -> None:
    ended = completed([(10.0, replace(finished(), panel=Known(Panel(panel))))])
    assert (ended and ended[0]) == at


def test_a_status_label_as_the_whole_text_is_an_answer_only_when_it_lasts() -> None:
    assert completed([(10.0, finished("Answer now"))]) == (15.0, "Answer now")
    assert completed([(10.0, finished("Press Answer now."))]) == (11.0, "Press Answer now.")


NEWS: list[tuple[NoticeKind, str, float]] = [
    ("challenge", "provider.challenge", 1.0),
    ("login", "provider.login-required", 1.0),
    ("rate-limit", "provider.rate-limited", 1.0),
    ("quota", "provider.quota", 1.0),
    ("network", "provider.network", 3.0),
    ("choose-surface", "provider.modal", 3.0),
    ("other", "provider.modal", 3.0),
]


@pytest.mark.parametrize(("kind", "code", "after"), NEWS)
def test_bad_news_that_lasts_ends_the_waiting_within_five_seconds(kind: NoticeKind, code: str, after: float) -> None:
    running = page(MINE, assistant("a1", "one", finished=False), slot="stop")
    ended = outcome([(10.0, replace(running, notices=Known((Notice(kind, "its words"),))))])
    assert ended is not None
    assert ended[0] == 10.0 + after
    assert isinstance(ended[1], Fail)
    assert ended[1].trouble.code == code
    assert "its words" in ended[1].trouble.why


def test_other_bad_news_must_last_for_itself() -> None:
    """What has stood for long under another name says nothing of how long this one will."""
    running = page(MINE, assistant("a1", "one", finished=False), slot="stop")
    lost = replace(running, notices=Known((Notice("network", ""),)))
    limited = replace(running, notices=Known((Notice("rate-limit", ""),)))
    assert completed([(10.0, lost), (12.5, limited), (13.0, running), (14.0, finished())]) == (15.0, "one, two")
    ended = outcome([(10.0, lost), (12.5, limited)])
    assert ended is not None
    assert ended[0] == 13.5
    assert isinstance(ended[1], Fail)
    assert ended[1].trouble.code == "provider.rate-limited"


def test_bad_news_that_passes_is_forgotten() -> None:
    running = page(MINE, assistant("a1", "one", finished=False), slot="stop")
    lost = replace(running, notices=Known((Notice("network", ""),)))
    assert completed([(10.0, lost), (13.0, running), (14.0, lost), (16.0, finished())]) == (17.0, "one, two")


def test_notices_that_were_not_seen_are_no_bad_news() -> None:
    running = page(MINE, assistant("a1", "one", finished=False), slot="stop")
    assert outcome([(10.0, blinded(running, "notices", "account"))]) is None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"failed": "Something went wrong"}, "provider.answer-error"),
        ({"choices": 2}, "provider.choice"),
    ],
)
def test_a_turn_that_cannot_become_whole_is_told_as_what_it_is(change: dict[str, Any], code: str) -> None:
    turn_id, turn = assistant("a1", "one, tw", finished=False)
    ended = outcome([(10.0, page(MINE, (turn_id, msgspec.structs.replace(turn, **change))))])
    assert ended is not None
    assert isinstance(ended[1], Fail)
    assert ended[1].trouble.code == code


def test_the_last_look_needs_no_window_where_nothing_runs_and_keeps_it_elsewhere() -> None:
    asked = note_record(plan_poll(STATE, finished(), 3.0)[0], UNREADABLE, 3.0)
    assert isinstance(plan_poll(asked, finished(), 3.0, last=True)[1], Complete)
    assert isinstance(plan_poll(asked, blinded(finished(), "slot"), 3.0, last=True)[1], Wait)
    assert isinstance(plan_poll(asked, page(MINE, assistant("a1", "x", finished=False)), 3.0, last=True)[1], Wait)


LOOKS = st.sampled_from(
    [
        page(MINE),
        page(MINE, assistant("a1", "one", finished=False, streaming=True), slot="stop"),
        page(MINE, assistant("a1", "one", finished=False), slot="none"),
        page(MINE, assistant("a1", "one, two", finished=False), slot="stop"),
    ]
)


@given(
    looks=st.lists(LOOKS, max_size=8),
    blind=st.lists(st.sets(st.sampled_from(FIELDS)), min_size=20, max_size=20),
)
def test_hiding_any_of_what_was_seen_delays_the_answer_and_never_changes_it(
    looks: list[ChatObservation], blind: list[set[str]]
) -> None:
    seen = [*looks, *[finished()] * 12]
    whole = [(place * TICK, look) for place, look in enumerate(seen)]
    hidden = [(now, blinded(look, *fields)) for (now, look), fields in zip(whole, blind, strict=False)]
    answer = completed(whole)
    late = completed([*hidden, (len(hidden) * TICK, finished())])
    assert answer is not None
    assert late is not None
    assert late[1] == answer[1]
    assert late[0] >= answer[0]
