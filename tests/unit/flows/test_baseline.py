"""What stood there before the send: a conversation that cannot be counted is none that is empty."""

from collections.abc import Sequence

import pytest

from cdpwebai.flows.plan_ready import READY_LIMIT
from cdpwebai.flows.plan_send import Insert, Look, Press, Refuse, SendAction, SendState, Sent, plan_send
from cdpwebai.providers.chat import ChatObservation
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user

PROMPT = "Count to three."
OLD = (user("u0", "Hi"), assistant("a0", "Hello."))
NEW, WRITTEN, SHOWN = page(path=""), page(draft=PROMPT, slot="send", path=""), page(user("u1", PROMPT))
BLIND = blinded(NEW, "turns")

Run = Sequence[tuple[float, ChatObservation]]


def played(run: Run, *, conversation: bool = False) -> list[tuple[float, SendAction]]:
    """The plan's actions with their times, without the looking; the last look is repeated to the end."""
    state = SendState(PROMPT, since=run[0][0], conversation=conversation)
    done: list[tuple[float, SendAction]] = []
    last_time, last = run[-1]
    for now, seen in [*run, *((last_time + tick / 2, last) for tick in range(1, 100))]:
        state, action = plan_send(state, seen, now)
        if not isinstance(action, Look):
            done.append((now, action))
        if isinstance(action, Sent | Refuse):
            break
    return done


@proves("seed004.X6")
@pytest.mark.parametrize(("look", "conversation"), [(BLIND, False), (blinded(page(*OLD), "turns"), True)])
def test_a_conversation_that_cannot_be_counted_is_not_taken_for_an_empty_one(
    look: ChatObservation, conversation: bool
) -> None:
    done = played([(0.0, look)], conversation=conversation)
    assert [type(action) for _, action in done] == [Refuse]
    when, refusal = done[0]
    assert isinstance(refusal, Refuse)
    assert (refusal.code, refusal.stage, refusal.hint) == (
        "snapshot.unavailable", "baseline-snapshot", "re-snapshot",
    )  # fmt: skip
    assert when == READY_LIMIT


@proves("seed004.X7", "seed004.X2")
def test_one_that_can_be_counted_at_the_second_look_is_counted_then() -> None:
    done = played([(0.0, BLIND), (0.5, NEW), (0.6, WRITTEN), (0.7, SHOWN)])
    assert [type(action) for _, action in done] == [Insert, Press, Sent]
    assert done[0][0] == 0.5
    old = page(*OLD)
    done = played([(0.0, blinded(old, "turns")), (0.5, old), (1.0, old)], conversation=True)
    assert [(now, type(action)) for now, action in done[:1]] == [(1.0, Insert)]


@proves("seed004.X2b", "seed004.X9")
def test_what_was_counted_as_empty_stays_counted_when_a_later_look_fails() -> None:
    done = played([(0.0, NEW), (0.1, blinded(WRITTEN, "turns")), (0.2, SHOWN)])
    assert [type(action) for _, action in done] == [Insert, Press, Sent]
    assert done[-1][1] == Sent("u1", "m-u1", frozenset(), "1")


@proves("seed004.X10")
def test_looks_that_cannot_count_are_no_standing_still() -> None:
    """The same turns again and again, and between them looks that saw nothing: they have not stood still so far."""
    whole, blind = page(*OLD), blinded(page(*OLD), "turns")
    run = [
        (0.0, whole),
        (0.4, blind),
        (0.6, whole),
        (0.8, blind),
        (1.0, whole),
        (1.4, blind),
        (1.8, whole),
        (1.9, whole),
    ]
    assert played(run, conversation=True)[0] == (1.9, Insert("#prompt-textarea", PROMPT))
    assert played([(0.0, whole), (0.5, whole)], conversation=True)[0][0] == 0.5, "so long as it takes elsewhere"
