"""The rules of replay, one by one, with time as a number: looks by time, acts by order, arrivals behind their acts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cdpwebai.errors import ReplayDivergence, TraceError
from cdpwebai.trace.format import Closing, Row, Trace, row_of
from cdpwebai.trace.player import QUIET, Player
from cdpwebai.trace.redact import Redactor
from cdpwebai.wire.look import LOOK
from tests.unit.trace.scores import TAB, command, event, heard, reply, said, trace_of

Message = dict[str, Any]

TARGETS = "Target.getTargets"  # a look
CLICK = "Input.dispatchMouseEvent"  # an act


def say(player: Player, now: float, *messages: Message) -> None:
    player.hear([json.dumps(message).encode() for message in messages], now)


def get(player: Player, now: float) -> list[Message]:
    return [json.loads(message) for message in player.due(now)]


def begun(trace: Trace) -> Player:
    """A player whose time began at 0."""
    player = Player(trace)
    assert player.due(0.0) == []
    return player


def look(number: int) -> Message:
    return command(number, TARGETS)


def answer(number: int, word: str) -> Message:
    return reply(number, targetInfos=[word])


def click(number: int, x: int = 1) -> Message:
    return command(number, CLICK, TAB, type="mousePressed", x=x)


def clicked(number: int) -> Message:
    return reply(number, TAB)


def looks_at(*times: float, number: int = 1) -> list[Row]:
    """A look at each of these times, answered 10 ms later with its time as the word."""
    rows: list[Row] = []
    for place, t in enumerate(times, start=number):
        rows += [said(t, look(place)), heard(t + 0.01, answer(place, f"{t:g}"))]
    return rows


def kind_of(caught: pytest.ExceptionInfo[ReplayDivergence]) -> str:
    return caught.value.evidence["kind"]


# --- looks ---


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


# --- observations ---


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


# --- acts ---


def test_an_act_gets_its_reply_at_its_recorded_distance_and_with_the_client_s_id() -> None:
    player = begun(trace_of(said(0.0, click(1)), heard(0.3, clicked(1))))
    say(player, 0.0, click(42))
    assert get(player, 0.0) == []
    assert player.next_due() == pytest.approx(0.3)
    assert get(player, 0.3) == [clicked(42)]
    player.finish()


def test_what_follows_a_late_act_is_as_late() -> None:
    rows = [said(1.0, click(1)), heard(1.1, clicked(1)), heard(1.5, event("Page.loadEventFired", TAB))]
    player = begun(trace_of(*rows))
    assert get(player, 5.0) == []
    say(player, 7.0, click(1))
    assert get(player, 7.0) == []
    assert get(player, 7.1) == [clicked(1)]
    assert get(player, 7.4) == []
    assert get(player, 7.5) == [event("Page.loadEventFired", TAB)]


def test_nothing_that_an_act_brought_about_comes_before_it() -> None:
    rows = [said(1.0, click(1)), heard(1.1, clicked(1)), heard(1.1, event("Page.frameNavigated", TAB))]
    player = begun(trace_of(*rows))
    assert get(player, 1000.0) == []


def test_events_come_at_their_recorded_time_and_in_order() -> None:
    rows = [heard(0.5, event("A.one")), heard(0.5, event("A.two")), heard(1.5, event("A.three"))]
    player = begun(trace_of(*rows))
    assert get(player, 0.0) == []
    assert player.next_due() == pytest.approx(0.5)
    assert get(player, 0.5) == [event("A.one"), event("A.two")]
    assert get(player, 1.5) == [event("A.three")]


def test_an_act_that_the_recording_does_not_have_is_extra() -> None:
    player = begun(trace_of(said(0.0, click(1)), heard(0.1, clicked(1))))
    with pytest.raises(ReplayDivergence) as caught:
        say(player, 0.25, click(1, x=2))
    assert kind_of(caught) == "extra"
    assert "at 0.250 s Input.dispatchMouseEvent" in caught.value.message
    assert '"x":2} is not in the recording; the nearest there is Input.dispatchMouseEvent' in caught.value.message
    assert '"x":1} (line 2)' in caught.value.message


def test_an_act_done_twice_is_extra_the_second_time() -> None:
    player = begun(trace_of(said(0.0, click(1)), heard(0.1, clicked(1))))
    say(player, 0.0, click(1))
    get(player, 0.1)
    with pytest.raises(ReplayDivergence) as caught:
        say(player, 0.2, click(2))
    assert kind_of(caught) == "extra"


def test_an_act_done_twice_in_the_recording_is_matched_twice() -> None:
    player = begun(trace_of(said(0.0, click(1)), heard(0.1, clicked(1)), said(0.2, click(2)), heard(0.3, clicked(2))))
    say(player, 0.0, click(5))
    assert get(player, 0.1) == [clicked(5)]
    say(player, 0.2, click(6))
    assert get(player, 0.3) == [clicked(6)]
    player.finish()


def test_acts_of_two_tasks_may_change_places() -> None:
    player = Player(
        trace_of(said(0.0, click(1)), said(0.0, click(2, 2)), heard(0.1, clicked(1)), heard(0.2, clicked(2)))
    )
    say(player, 0.0, click(7, 2))
    assert get(player, 0.5) == []
    say(player, 0.5, click(8, 1))
    assert get(player, 0.5) == []
    assert get(player, 0.7) == [clicked(8), clicked(7)]


def test_an_act_that_goes_on_without_the_one_before_it_is_early() -> None:
    player = Player(
        trace_of(said(0.0, click(1)), heard(0.1, clicked(1)), said(0.2, click(2, 2)), heard(0.3, clicked(2)))
    )
    say(player, 0.0, click(7, 2))
    assert player.next_due() == 1.0
    with pytest.raises(ReplayDivergence) as caught:
        get(player, 1.0)
    assert kind_of(caught) == "early"
    assert '"x":2} came too early: Input.dispatchMouseEvent' in caught.value.message
    assert "(line 2, 0.000 s) has to come before it" in caught.value.message


def test_an_act_long_before_its_time_is_early() -> None:
    player = Player(
        trace_of(heard(5.0, event("Page.loadEventFired", TAB)), said(5.1, click(1)), heard(5.2, clicked(1)))
    )
    say(player, 3.0, click(7))
    assert player.next_due() == 4.0
    assert get(player, 3.5) == []
    with pytest.raises(ReplayDivergence, match=r"its turn is at 5.100 s \(line 3\)") as caught:
        get(player, 4.0)
    assert kind_of(caught) == "early"


def test_an_act_a_little_before_its_time_waits_for_it() -> None:
    player = begun(trace_of(heard(0.5, event("A.b")), said(0.9, click(1)), heard(1.0, clicked(1))))
    say(player, 0.0, click(7))
    assert get(player, 0.5) == [event("A.b")]
    assert get(player, 1.0) == [clicked(7)]


def test_an_act_that_never_comes_is_missing_when_the_client_closes() -> None:
    player = begun(trace_of(*looks_at(0.0), said(3.0, click(7)), heard(3.1, clicked(7))))
    get(player, 5.0)
    with pytest.raises(
        ReplayDivergence, match=r"Input.dispatchMouseEvent .*\(line 4, 3.000 s\) was not sent"
    ) as caught:
        player.finish()
    assert kind_of(caught) == "missing"


def test_a_client_that_waits_for_the_outcome_of_an_act_it_never_did_is_told() -> None:
    player = begun(trace_of(said(3.0, click(7)), heard(3.1, clicked(7))))
    assert player.next_due() == 3.0 + QUIET
    with pytest.raises(ReplayDivergence, match="was not sent") as caught:
        get(player, 3.0 + QUIET)
    assert kind_of(caught) == "missing"


def test_a_client_that_waits_for_a_reply_when_all_is_played_is_told() -> None:
    player = begun(trace_of(said(0.0, click(1)), closing=Closing(t=9.0, waiting=(1,))))
    say(player, 0.0, click(1))
    assert get(player, 9.0) == []
    with pytest.raises(ReplayDivergence, match="still waits for its reply") as caught:
        get(player, player.next_due())
    assert kind_of(caught) == "at the end"


def test_a_client_that_waits_for_nothing_may_be_quiet_for_ever() -> None:
    player = begun(trace_of(said(0.0, click(1)), heard(0.1, clicked(1))))
    say(player, 0.0, click(1))
    assert get(player, 0.1) == [clicked(1)]
    assert player.next_due() == float("inf")
    assert get(player, 100 * QUIET) == []


def test_a_removed_reply_to_an_act_is_a_divergence_that_names_it() -> None:
    player = begun(trace_of(said(0.0, click(1)), heard(0.1, event("A.b")), closing=Closing(t=1.0)))
    say(player, 0.0, click(1))
    with pytest.raises(ReplayDivergence) as caught:
        get(player, 0.0)
    assert kind_of(caught) == "no reply"
    assert "the reply to Input.dispatchMouseEvent" in caught.value.message
    assert "(line 2, 0.000 s) is missing" in caught.value.message


def test_an_act_that_the_recording_says_was_never_answered_is_not() -> None:
    rows = [said(0.0, click(1)), heard(0.1, event("Inspector.targetCrashed", TAB))]
    player = begun(trace_of(*rows, closing=Closing(t=1.0, waiting=(1,))))
    say(player, 0.0, click(1))
    assert get(player, 0.1) == [event("Inspector.targetCrashed", TAB)]
    player.finish()


def test_the_browser_s_end_comes_after_everything_else() -> None:
    closing = Closing(t=2.0, why="the browser went away", by="browser", code=1006)
    player = begun(trace_of(said(0.0, click(1)), heard(0.1, clicked(1)), closing=closing))
    assert get(player, 50.0) == []
    assert player.ending is None
    say(player, 50.0, click(1))
    assert get(player, 51.0) == [clicked(1)]
    assert player.next_due() == pytest.approx(52.0)
    assert get(player, 52.0) == []
    assert player.ending is not None
    assert (player.ending.why, player.ending.code) == ("the browser went away", 1006)


# --- hidden parameters, scripts by name ---


def test_an_act_is_matched_where_something_in_it_was_hidden() -> None:
    recorded = command(1, "Page.navigate", TAB, url="http://x/?token=██████")
    player = begun(trace_of(said(0.0, recorded), heard(0.1, clicked(1))))
    with pytest.raises(ReplayDivergence):
        say(player, 0.0, command(2, "Page.navigate", TAB, url="http://x/?topic=secret"))
    player = begun(trace_of(said(0.0, recorded), heard(0.1, clicked(1))))
    say(player, 0.0, command(2, "Page.navigate", TAB, url="http://x/?token=secret"))
    assert get(player, 0.1) == [clicked(2)]


def test_typed_characters_are_matched_although_they_were_hidden() -> None:
    key = {"type": "keyDown", "key": "h", "code": "KeyH", "text": "h", "windowsVirtualKeyCode": 72}
    typed = command(1, "Input.dispatchKeyEvent", TAB, **key)
    player = begun(trace_of(said(0.0, Redactor().message(typed)), heard(0.1, clicked(1))))
    say(player, 0.0, typed | {"id": 2})
    assert get(player, 0.1) == [clicked(2)]


def test_a_look_is_answered_where_something_in_it_was_hidden() -> None:
    """The secret was known when it was recorded, and nothing in the look itself says that it is one."""
    recorded = command(1, "Network.getCookies", TAB, urls=["http://x/████████"])
    player = begun(trace_of(said(0.0, recorded), heard(0.1, clicked(1))))
    say(player, 0.0, command(2, "Network.getCookies", TAB, urls=["http://x/12345678"]))
    assert get(player, 0.1) == [clicked(2)]
    with pytest.raises(ReplayDivergence):
        say(player, 0.0, command(3, "Network.getCookies", TAB, urls=["http://x/1234567"]))


def test_a_script_of_ours_that_changed_is_another_act() -> None:
    script = "(() => 1)()\n//# sourceURL=cdpwebai/library-0f.js"
    install = command(1, "Page.addScriptToEvaluateOnNewDocument", TAB, source=script)
    named = command(1, "Page.addScriptToEvaluateOnNewDocument", TAB, source="cdpwebai/library-0f.js 52ea7a30c59a4cef")
    player = begun(trace_of(said(0.0, named), heard(0.1, clicked(1))))
    with pytest.raises(ReplayDivergence, match=r"cdpwebai/library-0f.js [0-9a-f]{16}\"} is not in the recording"):
        say(player, 0.0, install)


# --- what is no trace to replay ---


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([heard(0.0, clicked(1))], "line 2 .*answers a command 1 that no line before it sends"),
        ([said(0.0, click(1)), said(0.0, click(1))], "line 3 .*command 1 was sent twice"),
        ([said(0.0, {"id": 1})], "line 2 .*no command"),
        ([Row(t=0.0, d=">", b="AAAA")], "line 2 .*no command"),
    ],
)
def test_what_no_client_and_browser_can_have_said_is_refused(rows: list[Row], why: str) -> None:
    with pytest.raises(TraceError, match=why):
        begun(trace_of(*rows))


def test_a_message_that_was_no_json_is_replayed_as_it_was() -> None:
    player = begun(trace_of(Row(t=0.5, d="<", b="//4=")))
    assert player.due(0.5) == [b"\xff\xfe"]


def test_a_reply_with_half_of_a_surrogate_pair_is_replayed_with_it() -> None:
    half = b'{"id":1,"result":{"text":"\\ud83c"}}'
    row = row_of(0.1, "<", "", half)
    assert row.b is not None
    player = begun(trace_of(said(0.0, click(1)), row))
    say(player, 0.0, click(23))
    assert player.due(0.1) == [b'{"id":23,"result":{"text":"\\ud83c"}}']
