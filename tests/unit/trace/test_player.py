"""The rules of replay for acts, one by one, with time as a number: in their order, and arrivals behind them."""

from __future__ import annotations

import pytest

from cdpwebai.errors import ReplayDivergence, TraceError
from cdpwebai.trace.format import Closing, Row, row_of
from cdpwebai.trace.player import QUIET, Player
from cdpwebai.trace.redact import Redactor
from tests.unit.trace.playing import begun, click, clicked, get, kind_of, looks_at, say
from tests.unit.trace.scores import TAB, command, event, heard, said, trace_of


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


def test_a_script_of_ours_that_changed_is_another_act() -> None:
    script = "(() => 1)()\n//# sourceURL=cdpwebai/library-0f.js"
    install = command(1, "Page.addScriptToEvaluateOnNewDocument", TAB, source=script)
    named = command(1, "Page.addScriptToEvaluateOnNewDocument", TAB, source="cdpwebai/library-0f.js 52ea7a30c59a4cef")
    player = begun(trace_of(said(0.0, named), heard(0.1, clicked(1))))
    with pytest.raises(ReplayDivergence, match=r"cdpwebai/library-0f.js [0-9a-f]{16}\"} is not in the recording"):
        say(player, 0.0, install)


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
