"""Work's advanced view: read without a change, chosen in by whole names, believed only when every sign agrees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

from cdpwebai.flows.menu_steps import Close, Look, Open
from cdpwebai.flows.plan_advanced import Advanced, AdvancedAction, AdvancedState, Pick, plan_advanced
from cdpwebai.flows.work_steps import Choose, Refused, RowMenu, View
from cdpwebai.providers.work import Choice, Naming, Part, PartMenu, WorkPicker
from cdpwebai.verdict import Known, Reason, Unknown
from tests.manifest import proves

OFFERED: dict[Part, tuple[str, ...]] = {
    "model": ("GPT-5.6 Sol", "GPT-5.6 Terra", "GPT-5.6 Luna", "GPT-5.5"),
    "effort": ("light", "medium", "high", "xhigh", "max", "ultra"),
    "speed": ("standard", "fast"),
}


@dataclass
class Page:
    """A picker with both views, that does what it is told, or as the test has it something else.

    ``closes``: what a choice closes: nothing, the menu of its row, or all of it.
    """

    chosen: dict[str, str] = field(default_factory=lambda: {"model": "GPT-5.6 Sol", "effort": "high", "speed": "fast"})
    closes: str = "menu"
    takes: bool = True
    label_follows: bool = True
    row_follows: bool = True
    mounted: bool = True
    open: bool = False
    shown: bool = False
    menu: Part | None = None
    acts: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.first = dict(self.chosen)

    def seen(self) -> WorkPicker:
        rows = self.chosen if self.row_follows else self.first
        label = self.chosen if self.label_follows else self.first
        there = self.open and (self.mounted or self.shown)
        choices = [Choice(name, name == self.chosen[self.menu]) for name in OFFERED[self.menu]] if self.menu else []
        return WorkPicker(
            label=Naming(label["model"], label["effort"]),
            expanded=self.open,
            open=self.open,
            power=None,
            least=None,
            most=None,
            text="",
            said=None,
            model=rows["model"] if there else None,
            effort=rows["effort"] if there else None,
            fast=None,
            focused=False,
            switches=self.open,
            speed=rows["speed"] if there else None,
            advanced=self.open and self.shown,
            menu=PartMenu(self.menu, tuple(choices)) if self.menu else None,
        )

    def do(self, action: AdvancedAction) -> None:
        self.acts.append(type(action).__name__)
        match action:
            case Open():
                self.open = True
            case Close():
                self.open = self.shown = False
                self.menu = None
            case View():
                self.shown = not self.shown
            case RowMenu(part):
                self.menu = part if self.menu is None else None
            case Choose(part, name):
                if self.takes:
                    self.chosen[part] = name
                if self.closes != "nothing":
                    self.menu = None
                if self.closes == "all":
                    self.open = self.shown = False
            case _:
                pass


def run(page: Page, pick: Pick | None = None) -> Advanced | Refused:
    """Look and act until it has ended; time passes only where the plan waits."""
    state, now = AdvancedState(0.0), 0.0
    for _ in range(60):
        state, action = plan_advanced(state, pick, Known(page.seen()), now)
        match action:
            case Advanced() | Refused():
                return action
            case Look(until):
                now = until
            case _:
                page.do(action)
    raise AssertionError("it never ended")


@pytest.mark.parametrize("effort", OFFERED["effort"])
@proves("seed000.advanced")
def test_each_effort_is_read_as_itself_and_nothing_is_changed(effort: str) -> None:
    page = Page({"model": "GPT-5.6 Sol", "effort": effort, "speed": "standard"})
    assert run(page) == Advanced("GPT-5.6 Sol", effort, "standard")
    assert page.acts == ["Open", "Close"]


def test_a_view_that_is_not_mounted_is_changed_to_and_read() -> None:
    page = Page(mounted=False)
    assert run(page) == Advanced("GPT-5.6 Sol", "high", "fast")
    assert page.acts == ["Open", "View", "Close"]


@pytest.mark.parametrize(
    "pick", [Pick("effort", "max"), Pick("effort", "ultra"), Pick("model", "GPT-5.6 Terra"), Pick("speed", "standard")]
)
@pytest.mark.parametrize("closes", ["nothing", "menu", "all"])
@proves("seed000.advanced")
def test_a_choice_is_made_once_and_read_back_by_its_own_sign(pick: Pick, closes: str) -> None:
    page = Page(closes=closes)
    found = run(page, pick)
    assert isinstance(found, Advanced)
    assert page.chosen == Page().chosen | {pick.part: pick.name}
    assert {"model": found.model, "effort": found.effort, "speed": found.speed} == page.chosen
    assert page.acts.count("Choose") == 1
    assert not page.open


def test_what_is_chosen_already_is_not_pressed() -> None:
    page = Page()
    assert run(page, Pick("effort", "high")) == Advanced("GPT-5.6 Sol", "high", "fast")
    assert page.acts == ["Open", "View", "RowMenu", "Close"]


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (Page(takes=False), "not shown as chosen"),
        (Page(takes=False, closes="nothing"), "not shown as chosen"),
        (Page(row_follows=False), "the row of the effort says high"),
        (Page(label_follows=False), "closed, the picker says GPT-5.6 Sol high"),
    ],
)
@proves("seed000.advanced-unproven")
def test_where_one_sign_does_not_follow_the_choice_is_not_taken_for_made(page: Page, says: str) -> None:
    ended = run(page, Pick("effort", "max"))
    assert isinstance(ended, Refused)
    assert (says in ended.why, ended.hint) == (True, "retry-advanced")
    assert page.acts.count("Choose") == 1


@pytest.mark.parametrize("names", [("light", "ultra"), ("max", "max"), ("light", "")])
def test_what_is_not_offered_exactly_once_is_not_pressed(names: tuple[str, ...]) -> None:
    class Other(Page):
        def seen(self) -> WorkPicker:
            menu = PartMenu("effort", tuple(Choice(name, chosen=False) for name in names)) if self.menu else None
            return replace(super().seen(), menu=menu)

    page = Other()
    ended = run(page, Pick("effort", "max"))
    assert isinstance(ended, Refused)
    assert (ended.hint, page.acts.count("Choose")) == ("check-options", 0)


@pytest.mark.parametrize("change", [{"effort": ""}, {"model": ""}, {"model": None}])
def test_words_that_are_not_known_are_not_told(change: dict[str, Any]) -> None:
    class Other(Page):
        def seen(self) -> WorkPicker:
            return replace(super().seen(), **change)

    assert isinstance(run(Other()), Refused)


def test_what_cannot_be_read_delays_and_then_ends_it() -> None:
    state, action = plan_advanced(AdvancedState(0.0), None, Unknown(Reason.DEADLINE), 1.0)
    assert action == Look(5.0)
    assert isinstance(plan_advanced(state, None, Unknown(Reason.DEADLINE), 5.0)[1], Refused)


@pytest.mark.parametrize(
    ("pick", "known"),
    [
        (Pick("effort", "max"), True),
        (Pick("effort", "maximum"), False),
        (Pick("speed", "turbo"), False),
        (Pick("model", "GPT-5.6 Luna"), True),
        (Pick("model", ""), False),
    ],
)
def test_an_effort_or_speed_that_there_is_not_is_told_before_the_page_is_touched(pick: Pick, known: bool) -> None:
    assert pick.is_known is known
