"""Choosing power and speed in Work's picker: one act at a time, nothing believed that is not said in every place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

from cdpwebai.api.work import check_work
from cdpwebai.errors import InputError
from cdpwebai.flows.menu_steps import Close, Look, Open
from cdpwebai.flows.plan_work import PickAction, PickState, plan_pick, still_chosen, unmeasured
from cdpwebai.flows.work_steps import POWERS, Arrow, Chosen, Fast, Refused, View, Wish
from cdpwebai.providers.work import Naming, WorkPicker
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves


@dataclass
class Page:
    """A picker that does what it is told, or as the test has it something else."""

    power: int = 2
    fast: bool = False
    layout: str = "both"
    step: int = 1
    most: int = 6
    label_off: int = 0
    opens: bool = True
    closes: bool = True
    toggles: bool = True
    open: bool = False
    view: str = "simple"
    acts: list[str] = field(default_factory=list[str])

    def seen(self) -> WorkPicker:
        said = POWERS[min(6, max(1, self.power + self.label_off))]
        slider = self.open and (self.layout == "both" or self.view == "simple")
        rows = self.open and (self.layout == "both" or self.view == "advanced")
        return WorkPicker(
            label=said,
            expanded=self.open,
            open=self.open,
            power=self.power - 1 if slider else None,
            least=0 if slider else None,
            most=5 if slider else None,
            text="",
            said=said if slider else None,
            model=said.model if rows else None,
            effort=said.effort if rows else None,
            fast=self.fast if slider else None,
            focused=False,
            switches=self.open,
        )

    def do(self, action: PickAction) -> None:
        self.acts.append(type(action).__name__)
        match action:
            case Open():
                self.open = self.opens
            case Close():
                self.open = not self.closes
            case View():
                self.view = "advanced" if self.view == "simple" else "simple"
            case Fast():
                self.fast = self.fast ^ self.toggles
            case Arrow(key):
                step = self.step if key == "ArrowRight" else -self.step
                self.power = min(self.most, max(1, self.power + step))
            case _:
                pass


def run(page: Page, wish: Wish, *, reads: bool = False) -> Chosen | Refused:
    """Look and act until it has ended; time passes only where the plan waits."""
    state, now = PickState(0.0, reads=reads), 0.0
    for _ in range(60):
        state, action = plan_pick(state, wish, Known(page.seen()), now)
        match action:
            case Chosen() | Refused():
                return action
            case Look(until):
                now = until
            case _:
                page.do(action)
    raise AssertionError("it never ended")


@proves("ref.F5.WORK-1", "ref.F5.WORK-2", "ref.F5.WORK-3", "ref.F5.WORK-4", "seed000.3.1")
def test_the_six_powers_are_those_of_the_table() -> None:
    told = [(power, naming.model, naming.effort) for power, naming in POWERS.items()]
    assert told == [
        (1, "GPT-5.6 Terra", "light"),
        (2, "GPT-5.6 Sol", "light"),
        (3, "GPT-5.6 Sol", "medium"),
        (4, "GPT-5.6 Sol", "high"),
        (5, "GPT-5.6 Sol", "xhigh"),
        (6, "GPT-5.6 Sol", "ultra"),
    ]


@pytest.mark.parametrize("start", range(1, 7))
@pytest.mark.parametrize("power", range(1, 7))
@proves("ref.F5.WORK-15", "ref.F5.WORK-16", "ref.F5.WORK-17", "ref.F5.WORK-19")
def test_each_power_is_reached_from_each_start_by_single_steps(start: int, power: int) -> None:
    page = Page(start)
    assert run(page, Wish(power)) == Chosen(POWERS[power], fast=False)
    assert page.acts == ["Open", *["Arrow"] * abs(start - power), "Close"]
    assert page.power == power


@pytest.mark.parametrize("layout", ["simple", "advanced"])
@pytest.mark.parametrize("power", [1, 6])
def test_where_one_view_is_mounted_at_a_time_the_other_is_opened_to_read_it(layout: str, power: int) -> None:
    page = Page(3, layout=layout, view=layout)
    assert isinstance(run(page, Wish(power)), Chosen)
    assert page.acts.count("View") == (1 if layout == "simple" else 2)


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (Page(step=0), "did not move"),
        (Page(step=2), "went to"),
        (Page(most=4), "did not move"),
        (Page(label_off=1), "calls it"),
        (Page(opens=False), "did not open"),
        (Page(closes=False), "did not close"),
    ],
)
@proves("ref.F5.WORK-20")
def test_a_picker_that_goes_wrong_ends_it(page: Page, says: str) -> None:
    ended = run(page, Wish(5))
    assert isinstance(ended, Refused)
    assert says in ended.why


@pytest.mark.parametrize(
    "change", [{"model": "GPT-5.5"}, {"effort": "max"}, {"effort": ""}, {"said": Naming("GPT-5.6 Sol", "max")}]
)
def test_the_number_alone_is_no_identity(change: dict[str, Any]) -> None:
    class Other(Page):
        def seen(self) -> WorkPicker:
            return replace(super().seen(), **change) if self.open else super().seen()

    assert isinstance(run(Other(6), Wish(6)), Refused)
    assert isinstance(run(Page(6), Wish(6)), Chosen)


def test_a_scale_that_is_not_known_is_not_stepped_on() -> None:
    class Longer(Page):
        def seen(self) -> WorkPicker:
            return replace(super().seen(), most=6 if self.open else None)

    page = Longer()
    assert isinstance(run(page, Wish(5)), Refused)
    assert "Arrow" not in page.acts


@pytest.mark.parametrize("fast", [False, True])
@proves("ref.F5.WORK-11", "ref.F5.WORK-18", "seed000.speed-unset")
def test_a_speed_that_was_not_asked_for_is_not_touched(fast: bool) -> None:
    page = Page(fast=fast)
    assert run(page, Wish(3)) == Chosen(POWERS[3], fast=fast)
    assert "Fast" not in page.acts


@pytest.mark.parametrize(
    ("start", "speed", "presses"),
    [(False, "fast", 1), (True, "standard", 1), (True, "fast", 0), (False, "standard", 0)],
)
@proves("ref.F5.WORK-12", "ref.F5.WORK-13")
def test_a_speed_that_was_asked_for_is_set_from_both_starts(start: bool, speed: Any, presses: int) -> None:
    page = Page(fast=start)
    assert run(page, Wish(3, speed)) == Chosen(POWERS[3], fast=speed == "fast")
    assert page.acts.count("Fast") == presses


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Faster 1.5x speed, more usage", "Faster speed, more usage"),
        ("Schnell: 1,5-fache Geschwindigkeit", "Schnell: Geschwindigkeit"),
        ("1.5 배 빠름", "빠름"),
        ("速度は 1.5倍", "速度は"),
        ("x2 as fast, uses 100 % more", "as fast, uses more"),
        ("Consumes usage limits faster", "Consumes usage limits faster"),
    ],
)
@proves("seed000.no-multiplier")
def test_how_much_more_fast_takes_is_in_no_evidence(said: str, told: str) -> None:
    assert unmeasured(said) == told

    class Fast(Page):
        def seen(self) -> WorkPicker:
            return replace(super().seen(), fast_text=said, text="5.6 Sol Medium, 3 of 6.")

    chosen = run(Fast(fast=True), Wish(3))
    assert isinstance(chosen, Chosen)
    assert (chosen.fast_text, chosen.text) == (told, "5.6 Sol Medium, 3 of 6.")


def test_a_speed_that_does_not_change_ends_it_after_one_press() -> None:
    page = Page(toggles=False)
    assert isinstance(run(page, Wish(3, "fast")), Refused)
    assert page.acts.count("Fast") == 1


@pytest.mark.parametrize(("page", "wish"), [(Page(2), Wish(3)), (Page(3), Wish(3, "fast"))])
def test_reading_again_changes_nothing_and_refuses_what_is_not_in_force(page: Page, wish: Wish) -> None:
    assert isinstance(run(page, wish, reads=True), Refused)
    assert set(page.acts) == {"Open"}
    assert isinstance(run(Page(3, fast=True), Wish(3, "fast"), reads=True), Chosen)


def test_a_slider_that_went_back_by_itself_ends_it() -> None:
    page, wish, state = Page(2, open=True), Wish(5), PickState(0.0)
    for power in (2, 3):
        page.power = power
        state, action = plan_pick(state, wish, Known(page.seen()), 0.0)
        assert isinstance(action, Arrow)
    page.power = 2
    state, action = plan_pick(state, wish, Known(page.seen()), 0.1)
    assert isinstance(action, Refused | Look)
    page.power = 1
    assert isinstance(plan_pick(state, wish, Known(page.seen()), 0.2)[1], Refused)


def test_what_cannot_be_read_delays_and_then_ends_it() -> None:
    state, action = plan_pick(PickState(0.0), Wish(1), Unknown(Reason.DEADLINE), 1.0)
    assert action == Look(5.0)
    assert isinstance(plan_pick(state, Wish(1), Unknown(Reason.DEADLINE), 5.0)[1], Refused)


@pytest.mark.parametrize(
    ("seen", "is_so"),
    [
        (Known(Page(3).seen()), True),
        (Known(Page(4).seen()), False),
        (Known(replace(Page(3).seen(), label=None)), None),
        (Unknown(Reason.DEADLINE), None),
    ],
)
def test_the_closed_picker_still_says_it_or_does_not_or_is_not_seen(
    seen: Reading[WorkPicker], is_so: bool | None
) -> None:
    assert still_chosen(Wish(3), seen) is is_so


@pytest.mark.parametrize("power", [1, 2, 3, 4, 5, 6])
@proves("ref.F5.WORK-5")
def test_powers_from_one_to_six_can_be_asked_for(power: int) -> None:
    assert check_work(power, None) == Wish(power)


@pytest.mark.parametrize("power", [0, 7, -1, 3.5, "high", "3", None, True])
@proves("ref.F5.WORK-6", "ref.F5.WORK-7", "ref.F5.WORK-8", "ref.F5.WORK-9", "ref.F5.WORK-10")
def test_any_other_power_is_refused(power: Any) -> None:
    with pytest.raises(InputError, match="from 1 to 6"):
        check_work(power, None)


@proves("ref.F5.WORK-14")
def test_an_unknown_speed_is_refused() -> None:
    with pytest.raises(InputError, match="standard or fast"):
        check_work(3, "turbo")


def test_a_power_that_goes_back_while_model_and_effort_are_read_ends_it() -> None:
    """Its rows may still say what was wished: they follow the slider a moment later."""
    shown = Page(3, open=True).seen()
    state, action = plan_pick(PickState(0.0), Wish(3), Known(replace(shown, model=None, effort=None)), 0.0)
    assert isinstance(action, View)
    assert isinstance(plan_pick(state, Wish(3), Known(shown), 0.1)[1], Close)
    assert isinstance(plan_pick(state, Wish(3), Known(replace(shown, power=0)), 0.1)[1], Refused)


def test_a_closed_picker_that_says_something_else_ends_it() -> None:
    class Forgets(Page):
        def seen(self) -> WorkPicker:
            closed = "Close" in self.acts
            return replace(super().seen(), label=POWERS[1]) if closed else super().seen()

    ended = run(Forgets(3), Wish(3))
    assert isinstance(ended, Refused)
    assert "closed" in ended.why
