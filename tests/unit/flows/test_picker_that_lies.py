"""Work's picker where one sign of it speaks against the others: nothing is pressed that would make it worse, and what
is not agreed in every place ends the sending."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from cdpwebai.flows.menu_steps import Close, Look, Open
from cdpwebai.flows.plan_work import PickAction, PickState, plan_pick
from cdpwebai.flows.work_steps import ACT_LIMIT, MOVE_LIMIT, POWERS, Arrow, Chosen, Fast, Refused, View, Wish
from cdpwebai.providers.work import Naming, WorkPicker
from cdpwebai.verdict import Known


def picker(power: int = 3, *, open: bool = True, **keys: Any) -> WorkPicker:  # noqa: A002 - the field's own name
    """A picker on this power that says the same everywhere, but for ``keys``."""
    said = POWERS[power]
    known = WorkPicker(
        label=said,
        expanded=open,
        open=open,
        power=power - 1 if open else None,
        least=0 if open else None,
        most=5 if open else None,
        text="",
        said=said if open else None,
        model=said.model if open else None,
        effort=said.effort if open else None,
        fast=False if open else None,
        focused=False,
        switches=open,
    )
    return replace(known, **keys)


def follow(wish: Wish, *looks: tuple[float, WorkPicker]) -> list[PickAction]:
    state, actions = PickState(0.0), list[PickAction]()
    for now, seen in looks:
        state, action = plan_pick(state, wish, Known(seen), now)
        actions.append(action)
    return actions


def lasting(seen: WorkPicker, *before: WorkPicker) -> Iterator[tuple[float, WorkPicker]]:
    """Looks that show ``before``, one after the other, and then this for ten seconds."""
    yield from ((0.1 * number, one) for number, one in enumerate(before))
    yield from ((1.0 + number / 2, seen) for number in range(20))


CLOSED = picker(open=False)
NO_LABEL = picker(open=False, label=None)
ONLY_SAYS_SO = picker(open=False, expanded=True)
NO_POWER = picker(least=None, most=None, said=None, fast=None)
BEHIND = picker(label=POWERS[2])
NO_ROWS = picker(model=None, effort=None)


def acts(actions: list[PickAction]) -> list[str]:
    return [type(action).__name__ for action in actions if not isinstance(action, Look)]


@pytest.mark.parametrize(
    ("looks", "done", "why", "hint"),
    [
        ([NO_LABEL], [], "has no picker", "reload-page"),
        ([ONLY_SAYS_SO], [], "did not open", "reload-page"),
        ([CLOSED, CLOSED], ["Open"], "did not open", "reload-page"),
        ([CLOSED, picker(2), CLOSED], ["Open", "Arrow"], "closed by itself", "open-picker"),
        ([CLOSED, replace(NO_POWER, power=None)], ["Open", "View"], "shows no power", "open-picker"),
        ([CLOSED, picker(2), replace(NO_POWER, power=None)], ["Open", "Arrow"], "shows no power", "open-picker"),
        ([CLOSED, BEHIND, replace(NO_POWER, power=None)], ["Open"], "shows no power", "open-picker"),
        ([CLOSED, NO_ROWS], ["Open", "View"], "does not tell its model and effort", "open-advanced"),
        ([CLOSED, BEHIND], ["Open"], "calls it GPT-5.6 Sol light", "retry-power"),
        ([CLOSED, picker(label=None)], ["Open"], "calls it", "retry-power"),
        ([CLOSED, picker(), picker(open=False, expanded=True)], ["Open", "Close"], "did not close", "reload-page"),
        ([CLOSED, picker(), picker(expanded=False)], ["Open", "Close"], "did not close", "reload-page"),
        (
            [CLOSED, picker(), picker(open=False, label=None)],
            ["Open", "Close"],
            "closed, the picker",
            "retry-work-send",
        ),
    ],
)
def test_what_the_picker_does_not_agree_on_ends_it_and_nothing_is_pressed_twice(
    looks: list[WorkPicker], done: list[str], why: str, hint: str
) -> None:
    actions = follow(Wish(3), *lasting(looks[-1], *looks))
    ended = next((action for action in actions if isinstance(action, Refused)), None)
    assert ended is not None, actions
    assert acts(actions[: actions.index(ended)]) == done
    assert why in ended.why
    assert ended.hint == hint


@pytest.mark.parametrize(
    "scale", [{"least": 1}, {"least": -1}, {"most": 4}, {"most": 6}, {"least": None, "most": None}]
)
def test_a_slider_whose_ends_are_others_is_not_moved(scale: dict[str, Any]) -> None:
    assert not any(isinstance(action, Arrow) for action in follow(Wish(5), *lasting(picker(**scale), CLOSED)))
    assert any(isinstance(action, Arrow) for action in follow(Wish(5), *lasting(picker(), CLOSED)))


def test_a_power_that_leaves_its_place_while_the_labels_are_awaited_is_not_brought_back() -> None:
    *_, last, gone = follow(Wish(3), (0.0, CLOSED), (0.1, picker(2)), (0.2, BEHIND), (0.3, picker(2)))
    assert isinstance(last, Look)
    assert isinstance(gone, Refused)
    assert "went to 2, and not to 3" in gone.why


def test_a_speed_that_is_not_told_is_not_pressed() -> None:
    unknown = picker(fast=None)
    actions = follow(Wish(3, "fast"), *lasting(unknown, CLOSED))
    assert not any(isinstance(action, Fast) for action in actions)
    assert any(isinstance(action, Refused) and "does not tell whether it is fast" in action.why for action in actions)
    assert isinstance(follow(Wish(3, "fast"), (0.0, CLOSED), (0.1, picker()))[-1], Fast)


def test_what_is_not_told_in_one_look_is_told_in_the_next() -> None:
    actions = follow(
        Wish(3, "fast"),
        (0.0, CLOSED),
        (0.1, replace(NO_POWER, power=None)),
        (0.2, picker(2)),
        (0.3, picker(3, label=POWERS[2])),
        (0.4, picker(3, fast=None)),
        (0.5, picker(3)),
        (0.6, picker(3, fast=True, model=None)),
        (0.7, picker(3, fast=True)),
        (0.8, picker(3)),
        (0.9, CLOSED),
    )
    kinds: list[type] = [Open, View, Arrow, Look, Look, Fast, View, Close, Look, Chosen]
    assert [type(action) for action in actions] == kinds


@pytest.mark.parametrize(
    ("last", "limit"),
    [(lambda: picker(2), MOVE_LIMIT), (lambda: picker(3, said=Naming("GPT-5.6 Sol", "max")), ACT_LIMIT)],
)
def test_a_key_and_the_labels_have_their_time_and_no_more(last: Callable[[], WorkPicker], limit: float) -> None:
    before = [(0.0, CLOSED), (0.0, picker(2)), (0.0, last())]
    assert isinstance(follow(Wish(3), *before, (limit - 0.1, last()))[-1], Look)
    assert isinstance(follow(Wish(3), *before, (limit, last()))[-1], Refused)


@pytest.mark.parametrize("speed", ["standard", "fast"])
def test_a_box_that_the_row_of_the_speed_speaks_against_tells_no_speed_and_is_not_pressed(speed: Any) -> None:
    torn = picker(fast=True, speed="standard")
    *done, ended = follow(Wish(3, speed), (0.0, CLOSED), (0.1, torn), (5.1, torn))
    assert acts(done) == ["Open"]
    assert isinstance(ended, Refused)
    assert "does not tell whether it is fast" in ended.why
    *_, closing, chosen = follow(Wish(3), (0.0, CLOSED), (0.1, torn), (0.2, CLOSED))
    assert isinstance(closing, Close), "where no speed was asked for it holds nothing up"
    assert isinstance(chosen, Chosen)
    assert chosen.fast is None


def test_a_row_of_the_speed_in_the_other_view_must_follow_the_box_within_its_time() -> None:
    box, behind = picker(fast=True, model=None, effort=None), picker(fast=None, speed="standard")
    before = [(0.0, CLOSED), (0.0, box), (0.1, behind)]
    assert [type(one) for one in follow(Wish(3, "fast"), *before)] == [Open, View, Look]
    ended = follow(Wish(3, "fast"), *before, (5.1, behind))[-1]
    assert isinstance(ended, Refused)
    assert (ended.hint, "its row says standard" in ended.why) == ("retry-speed", True)
    followed = follow(Wish(3, "fast"), *before, (1.0, replace(behind, speed="fast")), (1.1, CLOSED))
    assert isinstance(followed[-1], Chosen)
    assert followed[-1].fast is True
    unread = follow(Wish(3, "fast"), (0.0, CLOSED), (0.0, box), (0.1, replace(behind, speed="")), (0.2, CLOSED))
    assert isinstance(unread[-1], Chosen), "words that are not known say nothing against it"
