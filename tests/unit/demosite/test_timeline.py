"""What has been played: pure, so time is a number here."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.demosite.ids import fresh_ids, with_ids
from cdpwebai.demosite.markdown import cited
from cdpwebai.demosite.played import Message, Played, Turn
from cdpwebai.demosite.scenario import Scenario
from cdpwebai.demosite.stage import Press, Sent
from cdpwebai.demosite.timeline import end_of, play
from tests.unit.demosite.support import answered, scenario, step

OPEN = [step(0, "user_turn", id="u1"), step(0, "assistant_turn", id="a1")]


def at(
    now: float,
    reply: list[dict[str, Any]],
    *,
    choices: tuple[float, ...] = (),
    presses: tuple[tuple[float, str], ...] = (),
    **sent: Any,
) -> Played:
    """The reply, to a send at second 10, as it stands ``now`` seconds after that."""
    written = scenario(reply)
    clicks = [Press(10.0 + when, name) for when, name in presses]
    chosen = [10.0 + choice for choice in choices]
    return play((), [Sent(10.0, "prompt", written.replies[0], **sent)], 10.0 + now, chosen, clicks)


def answer(played: Played) -> Message:
    return played.turns[-1].open


def test_nothing_is_played_before_its_time() -> None:
    played = at(0.99, [step(1, "user_turn", id="u1")])
    assert (played.turns, played.next_at) == ([], 11.0)


def test_at_its_time_a_step_is_played() -> None:
    played = at(1.0, [step(1, "user_turn", id="u1")])
    assert [turn.open.shown for turn in played.turns] == ["prompt"]
    assert played.is_over


def test_a_user_turn_may_show_another_text_than_was_sent() -> None:
    assert at(0, [step(0, "user_turn", text="*shown*", render="markdown")]).turns[0].open.shown == "*shown*"


def test_the_order_of_time_counts_not_the_order_of_writing() -> None:
    reply = [*OPEN, step(2, "text", md="b"), step(1, "text", md="a")]
    assert answer(at(2, reply)).shown == "ab"


def test_text_is_appended_or_set() -> None:
    reply = [*OPEN, step(1, "text", md="a"), step(2, "text", md="b"), step(3, "text", md="c", mode="set")]
    assert [answer(at(now, reply)).shown for now in (1, 2, 3)] == ["a", "ab", "c"]


def test_a_stream_arrives_in_ten_pieces_a_second() -> None:
    reply = [*OPEN, step(1, "stream", md="0123456789", seconds=1)]
    assert [answer(at(1 + n / 10, reply)).shown for n in range(11)] == ["0123456789"[:n] for n in range(11)]


def test_a_stream_may_have_its_own_number_of_pieces() -> None:
    reply = [*OPEN, step(0, "stream", md="abcdef", seconds=3, pieces=3)]
    assert [answer(at(now, reply)).shown for now in (0.9, 1, 2, 3)] == ["", "ab", "abcd", "abcdef"]


@given(st.text(max_size=40), st.floats(0, 30), st.integers(1, 60))
def test_a_stream_is_whole_at_its_end_and_never_shrinks(md: str, seconds: float, pieces: int) -> None:
    reply = scenario([*OPEN, step(0.5, "stream", md=md, seconds=seconds, pieces=pieces)]).replies[0]
    sends = [Sent(0.0, "prompt", reply)]
    shown = [answer(play((), sends, 0.5 + seconds * (part / 7))).shown for part in range(8)]
    assert shown[-1] == md
    assert all(later.startswith(earlier) for earlier, later in pairwise(shown))


def test_a_placeholder_gives_way_to_the_next_text() -> None:
    reply = [*OPEN, step(1, "placeholder", text="Thinking"), step(2, "text", md="a")]
    assert [answer(at(now, reply)).placeholder for now in (0, 1, 2)] == [None, "Thinking", None]


def test_a_further_message_opens_in_the_same_turn() -> None:
    reply = [*OPEN, step(1, "text", md="a"), step(2, "message", id="m2", kind="tool", label="Searching")]
    played = at(2, reply)
    assert [(message.id, message.kind, message.is_open) for message in played.turns[-1].messages] == [
        ("a1", "answer", False),
        ("m2", "tool", True),
    ]


def test_a_message_that_is_still_empty_gives_way_to_the_next() -> None:
    played = at(2, [*OPEN, step(1, "message", id="m2")])
    assert [message.id for message in played.turns[-1].messages] == ["m2"]


def test_a_turn_generates_from_stop_on_to_stop_off() -> None:
    reply = [
        step(0, "stop", state="on"),
        step(1, "assistant_turn"),
        step(2, "stop", state="hidden"),
        step(3, "stop", state="off"),
    ]
    generating = [at(now, reply).turns[-1].generating for now in (1, 2, 3)]
    assert generating == [True, True, False]
    assert [at(now, reply).stop for now in (0, 2, 3)] == ["on", "hidden", "off"]


def test_a_turn_without_any_stop_button_does_not_generate() -> None:
    assert not at(1, [step(1, "assistant_turn")]).turns[-1].generating


def test_the_bar_comes_and_goes() -> None:
    reply = [*OPEN, step(1, "bar"), step(2, "bar", state="off")]
    assert [at(now, reply).turns[-1].bar for now in (0, 1, 2)] == [False, True, False]


def test_noise_ends_by_itself() -> None:
    reply = [*OPEN, step(1, "noise", seconds=5)]
    playing, after = at(3, reply), at(6, reply)
    assert playing.turns[-1].noise
    assert playing.next_at == 16.0
    assert (after.turns[-1].noise, after.is_over) == (None, True)


def test_a_toast_goes_by_itself() -> None:
    reply = [step(1, "toast", kind="network")]
    assert [at(now, reply).toast is not None for now in (0.5, 1, 6.9, 7)] == [False, True, True, False]


def test_the_panel_comes_changes_and_goes() -> None:
    reply = [step(1, "panel", text="a"), step(2, "panel", text="b", progress=None), step(3, "panel", state="off")]
    texts = [panel.text if (panel := at(now, reply).panel) else None for now in (0, 1, 2, 3)]
    assert texts == [None, "a", "b", None]


def test_a_dialog_is_closed_by_a_click_that_comes_after_it() -> None:
    reply = [step(1, "modal", kind="rate_limit")]
    assert at(5, reply).modal
    assert at(5, reply, choices=(0.5,)).modal
    assert at(5, reply, choices=(3,)).modal is None


def test_a_dialog_that_holds_stops_the_timeline_until_a_button_is_clicked() -> None:
    reply = [step(1, "modal", kind="choose_surface", hold=True), step(2, "user_turn", id="u1")]
    held = at(60, reply)
    assert (held.turns, held.next_at, held.is_over) == ([], None, False)
    assert at(40.9, reply, choices=(40,)).turns == []
    assert len(at(41, reply, choices=(40,)).turns) == 1


def test_before_it_shows_a_dialog_holds_nothing() -> None:
    assert at(0.5, [step(1, "modal", kind="choose_surface", hold=True)]).waits_for_choice is False


def test_turns_older_than_the_last_few_leave_and_new_ones_stay() -> None:
    reply = [step(1, "unmount", keep=1), step(2, "user_turn", id="u1")]
    turns = scenario(turns=[{"role": "user", "text": str(n), "id": str(n)} for n in range(4)]).turns
    sends = [Sent(0.0, "x", scenario(reply).replies[0])]
    assert play(turns, sends, 1.0).unmounted == 3
    assert (play(turns, sends, 2.0).unmounted, len(play(turns, sends, 2.0).turns)) == (3, 5)


def test_an_error_turn_ends_the_thinking() -> None:
    reply = [*OPEN, step(1, "answer_now"), step(2, "error_turn", text="no", after_text=True)]
    assert at(1, reply).turns[-1].thinking
    failed = at(2, reply).turns[-1]
    assert (failed.thinking, failed.error and failed.error.after_text) == (False, True)


def test_the_gate_stays() -> None:
    assert at(9, [step(1, "gate", kind="logout")]).gate == "logout"


def test_addresses_are_all_remembered() -> None:
    reply = [step(0, "url", to="/c/WEB:1"), step(1, "url", to="/c/2")]
    assert [at(now, reply).addresses for now in (0, 1)] == [["/c/WEB:1"], ["/c/WEB:1", "/c/2"]]


ONCE = [
    step(1, "remount"), step(1, "freeze", seconds=1), step(1, "reload"), step(1, "navigate", to="/"),
    step(1, "dialog", kind="alert"), step(1, "tab", do_to="cut"), step(1, "url", to="/c/1"), step(1, "user_turn"),
]  # fmt: skip


@pytest.mark.parametrize("once", ONCE, ids=lambda once: once["do"])
def test_what_is_done_once_is_an_effect(once: dict[str, Any]) -> None:
    assert at(0.9, [once]).effects == []
    (effect,) = at(1, [once]).effects
    assert (effect.at, effect.step.__struct_config__.tag) == (11.0, once["do"])


def test_two_sends_play_on_one_axis_each_with_its_own_open_turn() -> None:
    first = [step(0, "assistant_turn", id="a1"), step(5, "text", md="first")]
    second = [step(0, "assistant_turn", id="a2"), step(1, "text", md="second")]
    replies = scenario(first, second).replies
    played = play((), [Sent(0.0, "x", replies[0]), Sent(1.0, "y", replies[1])], 9.0)
    assert [(turn.id, turn.open.shown) for turn in played.turns] == [("a1", "first"), ("a2", "second")]


def test_a_click_on_stop_keeps_the_text_and_ends_the_turn() -> None:
    reply = [step(0, "stop", state="on"), *OPEN, step(1, "text", md="a"), step(3, "text", md="b")]
    played = at(9, reply, stopped=12.0)
    assert (answer(played).shown, played.stop, played.turns[-1].bar) == ("a", "off", True)
    assert answer(played).record is not None
    assert played.is_over


def test_a_click_on_stop_before_there_is_a_turn_ends_the_reply() -> None:
    reply = [step(0, "stop", state="on"), step(3, "assistant_turn")]
    assert (at(9, reply, stopped=11.0).turns, at(9, reply, stopped=11.0).stop) == ([], "off")


def test_existing_turns_are_finished_and_have_their_bar() -> None:
    written = scenario(turns=[{"role": "user", "text": "q", "id": "u"}, {"role": "assistant", "text": "a", "id": "b"}])
    user, assistant = play(written.turns, (), 0.0).turns
    assert (user.role, assistant.bar, assistant.open.is_open) == ("user", True, False)
    assert assistant.open.record is not None
    assert assistant.open.record.state == "finished"


def test_the_true_end_is_that_of_the_last_step_or_of_the_one_that_says_so() -> None:
    assert end_of(scenario([step(1, "reload"), step(4, "remount")]).replies[0]) == 4.0
    assert end_of(scenario([*OPEN, step(1, "stream", md="x", seconds=2.5)]).replies[0]) == 3.5
    assert end_of(scenario([step(1, "remount", end=True), step(9, "reload")]).replies[0]) == 1.0
    assert end_of(()) == 0.0


def test_ids_that_are_not_given_are_made_the_same_each_time() -> None:
    reply = scenario([step(0, "user_turn"), step(0, "assistant_turn", id="given")]).replies[0]
    first, second = with_ids(reply, "seed"), with_ids(reply, "seed")
    assert first == second
    assert first[0] != reply[0]
    assert first[1] == reply[1]
    assert with_ids(reply, "other")[0] != first[0]


def test_a_reply_that_is_played_again_has_ids_of_its_own() -> None:
    reply = scenario(answered("x")).replies[0]
    again, elsewhere = fresh_ids(reply, 1, address=False), fresh_ids(reply, 1, address=True)
    assert {getattr(each, "id", "") for each in reply} & {getattr(each, "id", "") for each in again} == {""}
    assert again[1] == reply[1]
    assert elsewhere[1] != reply[1]
    assert again[3] == reply[3]


def test_a_transient_address_stays_one_when_it_is_played_again() -> None:
    (url,) = fresh_ids(scenario([step(0, "url", to="/c/WEB:1")]).replies[0], 1, address=True)
    assert str(getattr(url, "to", "")).startswith("/c/WEB:")


@st.composite
def written_steps(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Some steps of a reply whose turn is open, in any order."""
    when, text = st.floats(0.1, 9), st.text(max_size=9)
    made: list[dict[str, Any]] = []
    for do in draw(st.lists(st.sampled_from(["text", "stream", "message", "remount", "stop"]), max_size=8)):
        keys: dict[str, dict[str, Any]] = {
            "text": {"md": draw(text)},
            "stream": {"md": draw(text), "seconds": 2},
            "stop": {"state": draw(st.sampled_from(["on", "off"]))},
        }
        made.append(step(draw(when), do, **keys.get(do, {})))
    return made


@given(written_steps(), st.lists(st.floats(0, 14), max_size=6))
def test_what_was_done_once_is_never_done_again_whenever_one_looks(
    written: list[dict[str, Any]], looks: list[float]
) -> None:
    played: Scenario = scenario([*OPEN, *written])
    before: list[Any] = []
    for now in sorted(looks):
        effects = play((), [Sent(0.0, "x", played.replies[0])], now).effects
        assert effects[: len(before)] == before
        before = effects


@given(written_steps(), st.floats(0, 12))
def test_until_the_next_beat_nothing_changes(written: list[dict[str, Any]], now: float) -> None:
    sends = [Sent(0.0, "x", scenario([*OPEN, *written]).replies[0])]
    played = play((), sends, now)
    later = 99.0 if played.next_at is None else played.next_at - 1e-9
    assert _shown(play((), sends, max(now, later)).turns) == _shown(played.turns)


def _shown(turns: list[Turn]) -> list[list[str]]:
    return [[message.shown for message in turn.messages] for turn in turns]


def test_a_canvas_stands_where_the_text_has_come_to_and_is_no_part_of_it() -> None:
    reply = [*OPEN, step(1, "text", md="ab"), step(2, "canvas", title="T", md="Dear"), step(3, "text", md="cd")]
    message = answer(at(3, reply))
    assert (message.shown, message.cards) == ("abcd", ((2, "T", "Dear"),))


def test_a_message_that_holds_only_a_canvas_stays_when_another_follows() -> None:
    reply = [*OPEN, step(1, "canvas", title="T", md="Dear"), step(2, "message", id="a2")]
    assert [message.id for message in at(2, reply).turns[-1].messages] == ["a1", "a2"]


def test_each_citation_is_one_mark_that_points_to_its_own_sources() -> None:
    one, two, three = ({"title": name, "url": f"https://{name}.example"} for name in ("one", "two", "three"))
    reply = [*OPEN, step(1, "citation", sources=[one, two]), step(2, "citation", sources=[three])]
    turn = at(2, reply).turns[-1]
    assert [[link.title for link in mark.links] for mark in cited(turn.open.shown, turn.links)] == [
        ["one", "two"],
        ["three"],
    ]


CUT = [*OPEN, step(1, "text", md="one"), step(2, "continue_button", md=", two")]
PAIR = [*OPEN, step(1, "pair", left="left", right="right")]


def test_a_click_on_continue_adds_the_rest_and_ends_the_turn() -> None:
    waiting, pressed = at(9, CUT), at(9, CUT, presses=((3, "continue"),))
    assert (answer(waiting).shown, waiting.turns[-1].bar, waiting.is_over) == ("one", False, False)
    assert (answer(pressed).shown, pressed.turns[-1].bar, pressed.is_over) == ("one, two", True, True)
    assert pressed.turns[-1].open.record


@pytest.mark.parametrize("press", [(1.5, "continue"), (3, "prefer:left")])
def test_a_click_on_what_is_not_there_changes_nothing(press: tuple[float, str]) -> None:
    assert (answer(at(9, CUT, presses=(press,))).shown, at(9, CUT, presses=(press,)).is_over) == ("one", False)


def test_a_second_click_on_continue_adds_nothing() -> None:
    assert answer(at(9, CUT, presses=((3, "continue"), (4, "continue")))).shown == "one, two"


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_answer_that_is_preferred_stays(side: str) -> None:
    waiting, chosen = at(9, PAIR), at(9, PAIR, presses=((3, f"prefer:{side}"),))
    assert (answer(waiting).shown, waiting.is_over) == ("left", False)
    assert waiting.turns[-1].rival
    assert (answer(chosen).shown, chosen.turns[-1].rival, chosen.turns[-1].bar) == (side, None, True)
    assert chosen.is_over
