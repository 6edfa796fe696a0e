"""Work's advanced view where one sign of it speaks against the others: nothing is pressed again, and none believed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cdpwebai.flows.menu_steps import Look
from cdpwebai.flows.plan_advanced import Advanced, AdvancedAction, AdvancedState, Pick, plan_advanced
from cdpwebai.flows.work_steps import Refused
from cdpwebai.providers.work import Choice, Naming, PartMenu, WorkPicker
from cdpwebai.verdict import Known

PICK = Pick("effort", "max")


def picker(effort: str = "high", *, open: bool = True, **keys: Any) -> WorkPicker:  # noqa: A002 - the field's own name
    """The picker with its advanced view shown, on this effort, that says the same everywhere, but for ``keys``."""
    known = WorkPicker(
        label=Naming("GPT-5.6 Sol", effort),
        expanded=open,
        open=open,
        power=None,
        least=None,
        most=None,
        text="",
        said=None,
        model="GPT-5.6 Sol" if open else None,
        effort=effort if open else None,
        fast=None,
        focused=False,
        switches=open,
        speed="fast" if open else None,
        advanced=open,
    )
    return replace(known, **keys)


def menu(chosen: str = "high", part: Any = "effort", *more: str) -> PartMenu:
    names = ("light", "high", "max", *more)
    return PartMenu(part, tuple(Choice(name, name == chosen) for name in names))


def follow(pick: Pick | None, *looks: WorkPicker) -> tuple[list[str], AdvancedAction]:
    """What is done in these looks, a moment apart, and what it comes to when the last of them lasts."""
    state, acts = AdvancedState(0.0), list[str]()
    times = [0.1 * number for number in range(len(looks))] + [1.0 + number for number in range(9)]
    action: AdvancedAction = Look(0.0)
    for number, now in enumerate(times):
        state, action = plan_advanced(state, pick, Known(looks[min(number, len(looks) - 1)]), now)
        if isinstance(action, Refused | Advanced):
            break
        if not isinstance(action, Look):
            acts.append(type(action).__name__)
    return acts, action


CLOSED = picker(open=False)
SIMPLE = picker(advanced=False)
OPENED = picker(menu=menu())
CHOSEN = picker("max", menu=menu("max"))


@pytest.mark.parametrize(
    ("looks", "done", "why"),
    [
        ([picker(open=False, label=None)], [], "did not open"),
        ([picker(open=False, expanded=True)], [], "did not open"),
        ([CLOSED, CLOSED], ["Open"], "did not open"),
        ([CLOSED, picker(), CLOSED], ["Open", "RowMenu"], "closed by itself"),
        ([CLOSED, OPENED, CLOSED, CLOSED], ["Open", "Choose", "Open"], "did not open"),
        ([CLOSED, OPENED, CLOSED, CHOSEN, picker("max"), CLOSED], ["Open", "Choose", "Open", "Close"], "closed, the"),
        ([CLOSED, OPENED, CLOSED, picker("max"), CLOSED], ["Open", "Choose", "Open", "RowMenu"], "closed by itself"),
        ([CLOSED, SIMPLE], ["Open", "View"], "does not show its advanced view"),
        ([CLOSED, replace(picker(), effort=None)], ["Open"], "does not show its advanced view"),
        ([CLOSED, picker(menu=menu("max", "model"))], ["Open", "RowMenu"], "the menu of efforts did not open"),
        ([CLOSED, picker()], ["Open", "RowMenu"], "the menu of efforts did not open"),
        ([CLOSED, picker(), OPENED, picker("max")], ["Open", "RowMenu", "Choose", "RowMenu"], "efforts did not open"),
        ([CLOSED, OPENED], ["Open", "Choose"], "max was pressed, and is not shown as chosen"),
        ([CLOSED, picker(menu=menu("high", "effort", "max"))], ["Open"], "does not offer max"),
        ([CLOSED, picker(menu=PartMenu("effort", (Choice("high", chosen=True),)))], ["Open"], "does not offer max"),
        ([CLOSED, picker("high", menu=menu("max"))], ["Open"], "the row of the effort says high"),
        ([CLOSED, CHOSEN, picker("max", open=False, expanded=True)], ["Open", "Close"], "did not close"),
        ([CLOSED, CHOSEN, picker("max", expanded=False)], ["Open", "Close"], "did not close"),
        ([CLOSED, CHOSEN, CLOSED], ["Open", "Close"], "closed, the picker says GPT-5.6 Sol high"),
        ([CLOSED, CHOSEN, picker(open=False, label=None)], ["Open", "Close"], "nothing that is known"),
    ],
)
def test_a_choice_that_is_not_agreed_on_in_every_place_ends_it_and_nothing_is_pressed_twice(
    looks: list[WorkPicker], done: list[str], why: str
) -> None:
    acts, ended = follow(PICK, *looks)
    assert isinstance(ended, Refused), acts
    assert (acts, why in ended.why) == (done, True), ended


def test_what_is_shown_after_a_moment_is_chosen_and_read_once_more() -> None:
    looks = (CLOSED, SIMPLE, SIMPLE, picker(), OPENED, OPENED, picker("max"), CHOSEN, CHOSEN, picker("max", open=False))
    acts, ended = follow(PICK, *looks)
    assert acts == ["Open", "View", "RowMenu", "Choose", "RowMenu", "Close"]
    assert ended == Advanced("GPT-5.6 Sol", "max", "fast")


@pytest.mark.parametrize("unknown", [{"model": ""}, {"effort": ""}])
def test_a_row_in_words_that_we_do_not_know_is_not_read_as_anything(unknown: dict[str, str]) -> None:
    acts, ended = follow(None, CLOSED, replace(picker(), **unknown))
    assert acts == ["Open"]
    assert isinstance(ended, Refused)
    assert "does not tell its model and effort" in ended.why


def test_rows_that_are_there_and_not_shown_are_read_without_changing_the_view() -> None:
    acts, ended = follow(None, CLOSED, SIMPLE, CLOSED)
    assert (acts, ended) == (["Open", "Close"], Advanced("GPT-5.6 Sol", "high", "fast"))
