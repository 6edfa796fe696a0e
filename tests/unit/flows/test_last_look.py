"""The last look before the deadline: it needs no window, and every other gate of the waiting stands in it too."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cdpwebai.flows.plan_activity import Activity, activity_of
from cdpwebai.flows.plan_poll import TICK, AskRecord, Complete, PollAction, PollState, Wait, note_record, plan_poll
from cdpwebai.providers.chat import ChatObservation, Panel, RecordAnswer
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user

MINE = user("u1", "Count.")
OLD = (user("u0", "Hi"), assistant("a0", "Hello."))
STATE = PollState("u1", "m-u1", frozenset({"u0", "a0"}), conversation="1")
UNREADABLE = Unknown(Reason.NOT_SUPPORTED)
AGREES = Known(RecordAnswer("finished", ("m-a1",), "one, two"))


def last_action(
    seen: ChatObservation, record: Reading[RecordAnswer] = UNREADABLE, state: PollState = STATE
) -> PollAction:
    """What the plan does with its last look; the record says this when it is asked."""
    state, action = plan_poll(state, seen, 3.0, last=True)
    if isinstance(action, AskRecord):
        _, action = plan_poll(note_record(state, record, 3.0), seen, 3.0, last=True)
    return action


def said(action: PollAction) -> str | None:
    """The text that the plan completes with, None when it does not."""
    return "".join(message.text for message in action.messages) if isinstance(action, Complete) else None


@proves("ref.F3.REC-1", "ref.F3.REC-7")
def test_a_turn_with_its_actions_is_taken_at_once_and_it_is_the_latest() -> None:
    assert said(last_action(page(*OLD, MINE, assistant("a1", "one, two")))) == "one, two"
    two = page(*OLD, MINE, assistant("a1", "Let me see.", finished=False), assistant("a2", "one, two"))
    assert said(last_action(two)) == "one, two"


@proves("ref.F3.REC-2")
@pytest.mark.parametrize("label", ["Answer now", "Thinking", "Reading documents", "Searching..."])
def test_a_status_label_as_the_whole_text_is_not_taken(label: str) -> None:
    look = page(MINE, assistant("a1", label))
    assert isinstance(last_action(look), Wait)
    seen_for_long = replace(STATE, answer=look_messages(look), finished=True, since=-3.0, sure_since=-3.0)
    assert said(last_action(look, state=seen_for_long)) == label, "one that has lasted is the answer"


def look_messages(seen: ChatObservation) -> Any:
    assert isinstance(seen.turns, Known)
    return seen.turns.value[-1][1].messages


@proves(
    "ref.F3.REC-3", "ref.F3.REC-4", "ref.F3.REC-5", "ref.F3.REC-6", "ref.F3.REC-9", "ref.F3.REC-10", "ref.F3.REC-11"
)
@pytest.mark.parametrize(
    ("look", "activity"),
    [
        (page(MINE), "none"),
        (page(*OLD), "none"),
        (blinded(page(MINE, assistant("a1", "one, two")), "turns"), "none"),
        (page(MINE, assistant("a1", "one, two"), slot="stop"), "strong"),
        (page(MINE, assistant("a1", "one, two", streaming=True)), "strong"),
        (page(MINE, assistant("a1", "one, two", finished=False)), "none"),
        (blinded(page(MINE, assistant("a1", "one, two")), "slot"), "unknown"),
        (replace(page(MINE, assistant("a1", "one, two")), panel=Known(Panel("trace"))), "weak"),
        (page(MINE, assistant("a1", "one, two"), path="c/2"), "none"),
        (blinded(page(MINE, assistant("a1", "one, two")), "place"), "none"),
        (page(assistant("a1", "one, two"), MINE), "none"),
        (page(MINE, assistant("a0", "Hello.")), "none"),
    ],
    ids=[
        "no answer", "mine gone", "not read", "stop", "streaming", "no actions", "stop unknown", "thinking",
        "another conversation", "address unknown", "stale", "old turn",
    ],
)  # fmt: skip
def test_every_gate_of_the_loop_stands_in_the_last_look_too(look: ChatObservation, activity: Activity) -> None:
    action = last_action(look, UNREADABLE)
    assert isinstance(action, Wait)
    assert action.activity == activity
    assert action.until > 3.0, "whatever was not seen, the next look is later"


@proves("ref.F3.REC-10", "ref.F3.REC-11")
@pytest.mark.parametrize("fields", [("turns",), ("place",), ("slot",), ("panel",)])
def test_a_record_that_agrees_does_not_make_up_for_what_was_not_seen(fields: tuple[str, ...]) -> None:
    look = page(MINE, assistant("a1", "one, two"))
    assert said(last_action(look, AGREES)) == "one, two"
    assert isinstance(last_action(blinded(look, *fields), AGREES), Wait)


@proves("ref.F3.STRATA-1", "ref.F3.STRATA-5", "seed002.Y13")
@pytest.mark.parametrize(
    ("look", "activity"),
    [
        (page(slot="stop"), "strong"),
        (replace(page(), panel=Known(Panel("progress"))), "strong"),
        (replace(page(), panel=Known(Panel("trace"))), "weak"),
        (replace(page(), panel=Known(Panel("text"))), "weak"),
        (page(), "none"),
        (blinded(page(), "slot"), "unknown"),
        (blinded(page(), "panel"), "unknown"),
        (page(slot="none"), "unknown"),
        (blinded(page(slot="stop"), "panel"), "strong"),
        (blinded(replace(page(), panel=Known(Panel("progress"))), "slot"), "strong"),
        (blinded(replace(page(), panel=Known(Panel("trace"))), "slot"), "unknown"),
    ],
)
def test_activity_has_four_values_and_what_was_not_seen_is_never_quiet(look: ChatObservation, activity: str) -> None:
    assert activity_of(look, None) == activity


@proves("ref.F3.STRATA-6")
@pytest.mark.parametrize(("panel", "at"), [("none", 1.0), ("trace", 5.0), ("text", 5.0), ("progress", None)])
def test_a_weak_sign_stays_weak_in_the_loop_it_neither_ends_it_nor_holds_it_for_ever(panel: Any, at: float) -> None:
    seen = replace(page(MINE, assistant("a1", "one, two")), panel=Known(Panel(panel)))
    state, ended = replace(STATE, witness=False), None
    for tick in range(60):
        state, action = plan_poll(state, seen, tick * TICK)
        if isinstance(action, Complete):
            ended = tick * TICK
            break
    assert ended == at


@proves("seed004.X11", "seed004.X11b", "seed004.X12")
def test_a_look_without_turns_ends_the_quiet_and_the_same_text_after_it_begins_anew() -> None:
    """Quiet has gathered, one look cannot see, the same text is back: it is not older than that."""
    whole = page(MINE, assistant("a1", "one, two"))
    blind = blinded(whole, "turns")
    state = replace(STATE, witness=False)
    for now, seen in [(0.0, whole), (0.5, whole), (0.9, blind), (1.0, blind), (1.1, whole), (1.6, whole), (2.0, whole)]:
        state, action = plan_poll(state, seen, now)
        assert isinstance(action, Wait), now
        assert now < action.until <= now + TICK, "each look is followed by a later one"
    state, action = plan_poll(state, whole, 2.1)
    assert said(action) == "one, two"
    assert state.warnings == {"assistant-read-unverified"}


@proves("seed004.X13")
def test_only_a_baseline_that_was_lost_makes_an_old_answer_a_new_one() -> None:
    """The pair differs in the baseline alone: the page shows an old answer behind our message."""
    moved = page(MINE, assistant("a0", "Hello."))
    assert isinstance(last_action(moved), Wait)
    assert said(last_action(moved, state=replace(STATE, before=frozenset[str]()))) == "Hello."


def test_an_answer_of_several_messages_is_whole_in_the_last_look() -> None:
    turn_id, turn = assistant("a1", "one")
    more = msgspec.structs.replace(turn.messages[0], id="m-a2", text="two")
    both = msgspec.structs.replace(turn, messages=(*turn.messages, more))
    assert said(last_action(page(MINE, (turn_id, both)))) == "onetwo"
