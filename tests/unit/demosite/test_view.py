"""What a page is told to show."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.demosite.stage import Sent
from cdpwebai.demosite.timeline import play
from cdpwebai.demosite.view import changes, effects, view
from tests.unit.demosite.support import answered, scenario, step

OPEN = [step(0, "user_turn", id="u1"), step(0, "stop", state="on"), step(0, "assistant_turn", id="a1")]


def shown(
    now: float, reply: list[dict[str, Any]], *, turns: list[dict[str, Any]] | None = None, **site: Any
) -> dict[str, Any]:
    written = scenario(reply, turns=turns or [], site=site)
    return view(play(written.turns, [Sent(0.0, "prompt", written.replies[0])], now), written.site, "chat-1")


def test_a_users_text_is_text_unless_it_is_drawn_as_markdown() -> None:
    plain, drawn = shown(0, [step(0, "user_turn")]), shown(0, [step(0, "user_turn", render="markdown", text="*a*")])
    assert (plain["turns"][0]["messages"][0]["text"], plain["turns"][0]["messages"][0]["html"]) == ("prompt", "")
    assert "<em" in drawn["turns"][0]["messages"][0]["html"]


def test_only_the_last_turns_are_mounted_and_keep_their_numbers() -> None:
    turns = [{"role": "user", "text": str(n)} for n in range(5)]
    assert [turn["number"] for turn in shown(0, [], turns=turns, mounted=2)["turns"]] == [4, 5]
    assert len(shown(0, [], turns=turns)["turns"]) == 5


def test_unmounted_turns_are_not_shown() -> None:
    turns = [{"role": "user", "text": str(n)} for n in range(3)]
    assert [turn["number"] for turn in shown(0, [step(0, "unmount", keep=1)], turns=turns)["turns"]] == [3]


def test_the_open_message_streams_while_its_turn_generates() -> None:
    reply = [*OPEN, step(1, "text", md="x"), step(2, "message"), step(3, "stop", state="off")]
    assert [message["streaming"] for message in shown(2, reply)["turns"][-1]["messages"]] == [False, True]
    assert [message["streaming"] for message in shown(3, reply)["turns"][-1]["messages"]] == [False, False]


def test_the_users_bar_is_always_there_and_the_answers_comes_when_it_is_told_to() -> None:
    assert [turn["bar"] for turn in shown(0, OPEN)["turns"]] == [True, False]
    assert [turn["bar"] for turn in shown(1, [*OPEN, step(1, "bar")])["turns"]] == [True, True]
    assert [turn["bar"] for turn in shown(1, [*OPEN, step(1, "bar")], bar="never")["turns"]] == [True, False]


def test_an_error_takes_the_texts_place_or_stands_below_it() -> None:
    reply = [*OPEN, step(1, "text", md="half"), step(2, "error_turn")]
    assert shown(2, reply)["turns"][-1]["messages"][0]["html"] == ""
    below = [*reply[:-1], step(2, "error_turn", after_text=True)]
    assert "half" in shown(2, below)["turns"][-1]["messages"][0]["html"]


MARK = "\ue200cite\ue202turn0search0\ue201"


@pytest.mark.parametrize(
    ("copy", "written"),
    [
        ("md", "$a_1 \\, b$ x_1 ([T](https://t.example))"),
        ("markers", f"$a_1 \\, b$ x_1 {MARK}"),
        ("corrupt", "$a*1 , b$ x_1 ([T](https://t.example))"),
        ("dead", None),
    ],
)
def test_the_copy_button_writes_what_the_scenario_says(copy: str, written: str | None) -> None:
    turns = [
        {
            "role": "assistant",
            "text": f"$a_1 \\, b$ x_1 {MARK}",
            "citations": [{"title": "T", "url": "https://t.example"}],
        }
    ]
    assert shown(0, [], turns=turns, copy=copy)["turns"][0]["copy"] == written


def test_copy_takes_the_answers_and_leaves_reasoning_and_tools() -> None:
    reply = [
        step(0, "assistant_turn"), step(0, "message", kind="reasoning", label="Thought"), step(0, "text", md="no"),
        step(0, "message"), step(0, "text", md="one"), step(0, "message"), step(0, "text", md="two"), step(0, "bar"),
    ]  # fmt: skip
    assert shown(0, reply)["turns"][0]["copy"] == "one\n\ntwo"


def test_the_panels_progress_may_be_a_number_endless_or_none_at_all() -> None:
    panels = [
        shown(0, [step(0, "panel", text="x", **keys)])["panel"] for keys in ({"progress": 0.5}, {"progress": None}, {})
    ]
    assert panels[0]["progress"] == 0.5
    assert panels[1]["progress"] is None
    assert "progress" not in panels[2]


def test_of_turns_that_stayed_alike_only_the_key_is_told() -> None:
    before, after = shown(0, OPEN), shown(1, [*OPEN, step(1, "text", md="x")])
    told = changes(before, after)
    assert told["turns"][0] == "u1"
    assert told["turns"][1] == after["turns"][1]
    assert changes({}, before) == before


def test_effects_are_told_from_a_number_on() -> None:
    written = scenario([step(0, "remount"), step(1, "navigate", to="/x")])
    played = play((), [Sent(0.0, "x", written.replies[0])], 1.0)
    assert [each["do"] for each in effects(played, 0)] == ["remount", "navigate"]
    assert effects(played, 1) == [{"do": "navigate", "at": 1.0, "end": False, "to": "/x"}]
    assert effects(played, 2) == []


def test_a_view_is_live_until_all_was_played() -> None:
    reply = answered("x", at=1)
    assert (shown(0, reply)["live"], shown(1, reply)["live"]) == (True, False)


def test_a_card_stands_between_the_blocks_without_a_source_range() -> None:
    reply = [
        *OPEN,
        step(1, "text", md="Before."),
        step(2, "canvas", title="<T>", md="Dear"),
        step(3, "text", md="\n\nX"),
    ]
    card = (
        '<div class="dil-widget-shell"><div class="card-title">&lt;T&gt;</div><div class="card-text">Dear</div></div>'
    )
    before, after = '<p data-start="0" data-end="7">Before.</p>', '<p data-start="9" data-end="10">X</p>'
    assert shown(2, reply)["turns"][-1]["messages"][0]["html"] == f"{before}\n{card}"
    assert shown(3, reply)["turns"][-1]["messages"][0]["html"] == f"{before}\n{card}\n{after}"


def test_a_button_that_waits_stands_in_the_bars_place() -> None:
    reply = [*OPEN, step(1, "bar"), step(2, "continue_button", md="x")]
    assert [(shown(at, reply)["turns"][-1]["bar"], shown(at, reply)["turns"][-1]["continues"]) for at in (1, 2)] == [
        (True, False),
        (False, True),
    ]
    assert shown(2, reply)["live"]
