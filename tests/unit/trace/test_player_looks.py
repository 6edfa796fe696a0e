"""The rules of replay for looks, one by one, with time as a number: each gets the answer that was in force."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.errors import ReplayDivergence
from cdpwebai.trace.format import Closing
from cdpwebai.trace.player import QUIET, Player
from cdpwebai.wire.look import LOOK
from tests.unit.trace.playing import TARGETS, Message, answer, begun, click, clicked, get, kind_of, look, looks_at, say
from tests.unit.trace.scores import TAB, command, event, heard, reply, said, trace_of


@pytest.mark.parametrize(
    ("at", "word", "when"),
    [
        (0.0, "0", 0.01),  # the first, at its time
        (0.5, "0", 0.5),  # between two: the one before, at once
        (1.6, "2", 2.01),  # shortly before the next: the next, at its time
        (2.0, "2", 2.01),
        (2.005, "2", 2.01),
        (3.0, "2", 3.0),
        (99.0, "4", 99.0),  # after the last
    ],
)
def test_a_look_gets_the_answer_that_was_in_force(at: float, word: str, when: float) -> None:
    player = begun(trace_of(*looks_at(0.0, 2.0, 4.0)))
    say(player, at, look(77))
    if when > at:
        assert get(player, at) == []
        assert player.next_due() == pytest.approx(when)
    assert get(player, when) == [answer(77, word)]


def test_a_client_that_does_not_think_is_told_what_its_thinking_self_was_told() -> None:
    """The recorded client thought a little between two looks, the replayed one does not."""
    player = begun(trace_of(*looks_at(0.0, 0.06, 2.0)))
    say(player, 0.0, look(7))
    assert get(player, 0.01) == [answer(7, "0")]
    say(player, 0.01, look(8))
    assert get(player, 0.01) == []
    assert get(player, 0.07) == [answer(8, "0.06")]
    say(player, 0.07, look(9))
    assert get(player, 0.07) == [answer(9, "0.06")]


def test_a_client_that_polls_a_little_faster_than_its_recorded_self_does_not_drift_away_from_it() -> None:
    """Recorded every 0.72 s, replayed every 0.6 s; then something happens, and the look at it must not be stale."""
    rows = [*looks_at(0.0, 0.72, 1.44), heard(2.0, event("A.wake")), *looks_at(2.001, number=4)]
    player = begun(trace_of(*rows))
    now = 0.0
    for number, word in ((11, "0"), (12, "0.72"), (13, "1.44")):
        say(player, now, look(number))
        now = player.next_due()
        assert get(player, now) == [answer(number, word)]
        now += 0.6
    assert get(player, 2.0) == [event("A.wake")]
    say(player, 2.0, look(14))
    assert get(player, 2.011) == [answer(14, "2.001")]


def test_looks_in_quick_succession_are_told_one_after_the_other() -> None:
    player = begun(trace_of(*looks_at(0.0, 0.05)))
    say(player, 0.0, look(7))
    assert get(player, 0.01) == [answer(7, "0")]
    say(player, 0.05, look(8))
    assert get(player, 0.06) == [answer(8, "0.05")]


def test_a_look_before_the_first_recorded_one_waits_for_it() -> None:
    player = begun(trace_of(*looks_at(5.0)))
    say(player, 0.0, look(9))
    assert get(player, 4.9) == []
    assert get(player, 5.01) == [answer(9, "5")]


def test_a_look_asked_twice_is_answered_twice_with_its_own_id() -> None:
    player = begun(trace_of(*looks_at(0.0)))
    say(player, 0.0, look(5), look(6))
    assert get(player, 0.01) == [answer(5, "0"), answer(6, "0")]


def test_a_look_after_an_act_is_never_told_what_was_seen_before_it() -> None:
    rows = [*looks_at(0.0), said(1.0, click(10)), heard(1.1, clicked(10)), *looks_at(1.6, number=11)]
    player = begun(trace_of(*rows))
    say(player, 0.0, click(1))
    assert get(player, 0.9) == []
    assert get(player, 1.1) == [clicked(1)]
    say(player, 1.1, look(2))  # the recorded client thought for half a second here
    assert get(player, 1.1) == []
    assert get(player, 1.61) == [answer(2, "1.6")]


def test_a_look_before_an_act_is_never_told_what_was_seen_after_it() -> None:
    rows = [*looks_at(0.0), said(1.0, click(10)), heard(1.1, clicked(10)), *looks_at(1.2, number=11)]
    player = begun(trace_of(*rows))
    say(player, 30.0, look(1))
    assert get(player, 30.01) == [answer(1, "0")]


def test_two_looks_with_different_parameters_are_different_questions() -> None:
    one, two = command(1, "Target.getTargetInfo", targetId="A"), command(2, "Target.getTargetInfo", targetId="B")
    player = begun(trace_of(said(0, one), said(0, two), heard(0.1, answer(1, "a")), heard(0.1, answer(2, "b"))))
    say(player, 0.0, two | {"id": 8}, one | {"id": 9})
    assert get(player, 0.1) == [answer(9, "a"), answer(8, "b")]


def test_the_order_of_parameters_is_no_difference() -> None:
    player = begun(trace_of(said(0, command(1, TARGETS, a=1, b=2)), heard(0.1, answer(1, "x"))))
    say(player, 0.0, command(4, TARGETS, b=2, a=1))
    assert get(player, 0.1) == [answer(4, "x")]


def test_a_look_that_was_never_asked_is_a_divergence_that_names_it_and_the_nearest() -> None:
    player = begun(trace_of(*looks_at(0.0)))
    with pytest.raises(ReplayDivergence) as caught:
        say(player, 0.5, command(1, TARGETS, filter=[]))
    assert kind_of(caught) == "new look"
    assert 'at 0.500 s Target.getTargets {"filter":[]} was never asked' in caught.value.message
    assert "the nearest there is Target.getTargets {} (line 2)" in caught.value.message


def test_a_look_that_hung_in_the_recording_hangs_in_replay() -> None:
    closing = Closing(t=9.0, waiting=(1,))
    player = begun(trace_of(said(0.0, look(1)), closing=closing))
    say(player, 0.0, look(1))
    assert get(player, 9.0) == []
    assert get(player, QUIET - 1) == []


def test_a_look_that_the_end_cut_short_does_not_hide_the_answer_in_force() -> None:
    closing = Closing(t=2.5, waiting=(2,))
    player = begun(trace_of(*looks_at(0.0), said(2.0, look(2)), closing=closing))
    say(player, 2.0, look(3))
    assert get(player, 2.0) == [answer(3, "0")]


def test_a_look_that_hung_long_before_the_end_does() -> None:
    closing = Closing(t=9.0, waiting=(2,))
    player = begun(trace_of(*looks_at(0.0), said(2.0, look(2)), closing=closing))
    say(player, 2.0, look(3))
    assert get(player, 2.0) == []
    say(player, 1.0, look(4))
    assert get(player, 2.0) == [answer(4, "0")]


def test_a_removed_reply_to_a_look_is_a_divergence() -> None:
    player = begun(trace_of(said(0.0, look(1)), closing=Closing(t=9.0)))
    with pytest.raises(ReplayDivergence, match="reply to Target") as caught:
        say(player, 0.0, look(1))
    assert kind_of(caught) == "no reply"


def test_an_error_is_an_answer_too() -> None:
    error = {"id": 1, "error": {"code": -32000, "message": "no"}}
    player = begun(trace_of(said(0.0, look(1)), heard(0.1, error)))
    say(player, 0.0, look(4))
    assert get(player, 0.1) == [error | {"id": 4}]


def test_an_answer_does_not_overtake_what_came_before_it() -> None:
    rows = [said(0.0, look(1)), heard(0.5, event("A.before")), heard(0.6, answer(1, "x")), heard(0.7, event("A.after"))]
    player = begun(trace_of(*rows))
    say(player, 0.0, look(4))
    assert get(player, 1.0) == [event("A.before"), answer(4, "x"), event("A.after")]


def observe(number: int, held: str | None) -> Message:
    question = {"library": "abc", "fields": {"turns": ["turns"]}} | ({} if held is None else {"held": held})
    arguments = [{"value": question}]
    return command(number, "Runtime.callFunctionOn", TAB, functionDeclaration=LOOK, arguments=arguments)


def observed(number: int, revision: str, base: str | None, items: Message, *extra: tuple[str, Any]) -> Message:
    fields = {"turns": {"items": items}, **dict(extra)}
    value = {"value": {"revision": revision, "base": base, "fields": fields}}
    return reply(number, TAB, result={"type": "object", "value": value})


def growing() -> Player:
    """Three observations, each holding the one before: a turn, a second one, and the first one's end."""
    rows = [
        (0.0, observe(1, None), observed(1, "r1", None, {"a": [0, "Hel"]})),
        (1.0, observe(2, "r1"), observed(2, "r2", "r1", {"a": [0, "Hello"], "b": [1, "?"]})),
        (2.0, observe(3, "r2"), observed(3, "r3", "r2", {"a": None, "b": [0]})),
    ]
    return begun(trace_of(*(row for t, asked, told in rows for row in (said(t, asked), heard(t, told)))))


def test_an_observation_that_holds_what_the_recorded_one_held_is_told_the_same() -> None:
    player = growing()
    say(player, 0.0, observe(7, None))
    say(player, 1.0, observe(8, "r1"))
    assert get(player, 1.0) == [
        observed(7, "r1", None, {"a": [0, "Hel"]}),
        observed(8, "r2", "r1", {"a": [0, "Hello"], "b": [1, "?"]}),
    ]


@pytest.mark.parametrize(
    ("at", "held", "told"),
    [
        (1.0, None, observed(7, "r2", None, {"a": [0, "Hello"], "b": [1, "?"]})),
        (2.0, "r1", observed(7, "r3", None, {"b": [0, "?"]})),
        (2.0, "of another document", observed(7, "r3", None, {"b": [0, "?"]})),
    ],
)
def test_an_observation_that_holds_anything_else_is_told_the_whole(at: float, held: str | None, told: Message) -> None:
    player = growing()
    say(player, at, observe(7, held))
    assert get(player, at) == [told]


def test_a_look_is_answered_where_something_in_it_was_hidden() -> None:
    """The secret was known when it was recorded, and nothing in the look itself says that it is one."""
    recorded = command(1, "Network.getCookies", TAB, urls=["http://x/████████"])
    player = begun(trace_of(said(0.0, recorded), heard(0.1, clicked(1))))
    say(player, 0.0, command(2, "Network.getCookies", TAB, urls=["http://x/12345678"]))
    assert get(player, 0.1) == [clicked(2)]
    with pytest.raises(ReplayDivergence):
        say(player, 0.0, command(3, "Network.getCookies", TAB, urls=["http://x/1234567"]))
