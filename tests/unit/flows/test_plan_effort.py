"""The plan of an effort that an older picker has in a menu of its row: on paper, one look at a time."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.plan_offer import Listed, OfferState, plan_offer
from cdpwebai.flows.plan_select import Chosen, Refused, SelectAction, SelectState, Unproven, plan_select
from cdpwebai.flows.plan_wanted import wanted
from cdpwebai.providers.contract import load_contract
from cdpwebai.providers.picker import Option, Picker, Words
from cdpwebai.verdict import Known
from tests.manifest import proves

WORDS = Words(load_contract("cdpwebai.providers.chatgpt"))
EFFORTS = ("Light", "Standard", "Extended", "Heavy")
THINKING = ("GPT-5.5 Thinking",)
GEAR = Row(THINKING, gear=True)


@dataclass
class Paper:
    """An older picker on paper: a model, and the efforts of each that has a gear; every choice closes all of it.

    ``obeys``: what is clicked becomes what is chosen; ``opens``: gears open their menu; ``flips``: choosing an effort
    takes the model back.
    """

    model: str = "GPT-5.5"
    efforts: tuple[str, ...] = EFFORTS
    geared: tuple[str, ...] = ("GPT-5.5 Thinking", "GPT-5.5 Pro")
    obeys: bool = True
    opens: bool = True
    flips: bool = False
    chosen: dict[str, str] = field(default_factory=dict[str, str])
    is_open: bool = False
    unfolded: str = ""
    acts: list[object] = field(default_factory=list[object])

    def see(self) -> Picker:
        if not self.is_open:
            return Picker(self.model)
        names = ("GPT-5.5", "GPT-5.5 Thinking", "GPT-5.5 Pro", "GPT-5.5 Instant")
        rows = tuple(Option((name,), name == self.model, gear=name in self.geared) for name in names)
        mine = self.chosen.get(self.unfolded, "Standard")
        options = tuple(Option((name,), name == mine) for name in self.efforts) if self.unfolded else None
        return Picker(self.model, True, rows, None, (self.unfolded,) if self.unfolded else None, options)

    def act(self, action: object) -> None:
        self.acts.append(action)
        match action:
            case Open():
                self.is_open = True
            case Row((name,), False, True) if self.opens:
                self.unfolded = name
            case Row((name,), True, False):
                self.chosen[self.unfolded] = name if self.obeys else "Standard"
                self.model = "GPT-5.5" if self.flips else self.model
                self.is_open, self.unfolded = False, ""
            case Row((name,), False, False):
                self.model, self.is_open, self.unfolded = name, False, ""
            case Close():
                self.is_open, self.unfolded = False, ""
            case _:
                pass


def run(
    paper: Paper, model: str = "thinking", effort: str = "high", *, reads: bool = False
) -> Chosen | Unproven | Refused:
    """Look and act until it has ended; time passes only where the plan waits."""
    asked = wanted(model, effort)
    assert asked is not None
    state, now = SelectState(since=0.0, reads=reads), 0.0
    for _ in range(60):
        state, action = plan_select(state, asked, WORDS, Known(paper.see()), now)
        match action:
            case Look(until):
                now = max(until, now)
            case Chosen() | Unproven() | Refused():
                return action
            case _:
                paper.act(action)
    raise AssertionError(f"it does not end: {paper.acts}")


@proves("selecting.gear")
@pytest.mark.parametrize(
    ("effort", "label"),
    [
        ("light", "Light"),
        ("low", "Light"),
        ("medium", "Standard"),
        ("default", "Standard"),
        ("high", "Extended"),
        ("extended", "Extended"),
        ("xhigh", "Heavy"),
        ("heavy", "Heavy"),
    ],
)
def test_model_and_effort_are_chosen_each_once_and_each_read_back(effort: str, label: str) -> None:
    paper = Paper()
    found = run(paper, effort=effort)
    assert isinstance(found, Chosen), found
    assert (found.tier_label, found.effort_label, found.switched) == (THINKING[0], label, True)
    assert (paper.model, paper.chosen.get(THINKING[0], "Standard")) == (THINKING[0], label)
    assert (paper.acts.count(Row((label,), inside=True)), paper.acts.count(Close())) == (label != "Standard", 1)
    assert paper.acts.count(Open()) == (2 if label == "Standard" else 3)
    assert {act for act in paper.acts if isinstance(act, Row) and act.gear} == {GEAR}


@proves("selecting.gear")
def test_what_is_so_already_is_only_looked_at() -> None:
    paper = Paper(model=THINKING[0], chosen={THINKING[0]: "Extended"})
    found = run(paper, model="")
    assert isinstance(found, Chosen)
    assert (found.effort_label, found.switched) == ("Extended", False)
    assert paper.acts == [Open(), GEAR, Close()]


@proves("selecting.gear", "selecting.read-again")
def test_an_effort_is_read_back_by_the_gear_and_one_that_is_gone_is_not_chosen_again() -> None:
    paper = Paper(model=THINKING[0], chosen={THINKING[0]: "Extended"})
    found = run(paper, reads=True)
    assert isinstance(found, Chosen)
    assert found.effort_label == "Extended"
    paper.chosen[THINKING[0]] = "Standard"
    assert run(paper, reads=True) == Refused("'Extended' was chosen, and is not shown as chosen")
    assert paper.acts == [Open(), GEAR, Close()] * 2


def test_a_model_without_an_effort_touches_no_gear() -> None:
    paper = Paper()
    found = run(paper, effort="")
    assert isinstance(found, Chosen)
    assert (found.effort_label, [act for act in paper.acts if isinstance(act, Row) and act.gear]) == ("", [])


def test_a_row_without_a_gear_has_no_proof_of_its_effort() -> None:
    found = run(Paper(geared=("GPT-5.5 Pro",)))
    assert isinstance(found, Chosen)
    assert (found.tier, found.effort_label) == ("think", "")


def test_an_effort_that_the_row_does_not_offer_is_refused_with_those_that_it_does() -> None:
    found = run(Paper(efforts=("Standard", "Extended")), effort="xhigh")
    assert found == Refused("the picker offers no row for xhigh; there are: Standard, Extended")


def test_light_is_the_medium_one_where_there_is_no_other() -> None:
    paper = Paper(efforts=("Medium", "High"))
    found = run(paper, effort="light")
    assert isinstance(found, Chosen)
    assert found.effort_label == "Medium"


def test_efforts_in_words_that_are_not_known_prove_nothing() -> None:
    found = run(Paper(efforts=("Un peu", "Beaucoup")))
    assert found == Unproven("no effort of 'GPT-5.5 Thinking' has a name that is known")


def test_an_effort_that_does_not_show_is_refused_after_one_click() -> None:
    paper = Paper(obeys=False)
    found = run(paper)
    assert found == Refused("'Extended' was clicked, and is not shown as chosen")
    assert (paper.acts.count(Row(("Extended",), inside=True)), paper.acts.count(Open())) == (1, 3)


def test_a_gear_that_opens_nothing_is_pressed_once() -> None:
    paper = Paper(opens=False)
    assert run(paper) == Unproven("the menu of 'GPT-5.5 Thinking' did not open")
    assert paper.acts.count(GEAR) == 1


def test_a_model_that_the_choice_of_its_effort_takes_back_is_refused() -> None:
    found = run(Paper(flips=True))
    assert found == Refused("'GPT-5.5 Thinking' is not shown as chosen any more")


@pytest.mark.parametrize("model", ["GPT-5.5 Pro", "GPT-5.5 Instant"])
def test_an_effort_alone_is_for_a_model_that_has_one(model: str) -> None:
    paper = Paper(model=model)
    found = run(paper, model="")
    assert found == Refused(f"{model!r} is chosen, which has no effort high")
    assert paper.acts == [Open(), Close()]


def test_the_efforts_of_each_row_are_listed_and_nothing_is_chosen() -> None:
    paper, state, now = Paper(model=THINKING[0], chosen={THINKING[0]: "Heavy"}), OfferState(since=0.0), 0.0
    action: SelectAction | Listed | None = None
    while not isinstance(action, Listed):
        state, action = plan_offer(state, Known(paper.see()), now)
        if isinstance(action, Look):
            now = action.until
        else:
            paper.act(action)
    assert [(name, [one.label for one in rows if one.checked]) for name, rows in action.menus] == [
        ("GPT-5.5 Thinking", ["Heavy"]),
        ("GPT-5.5 Pro", ["Standard"]),
    ]
    assert [one.label for one in action.rows] == ["GPT-5.5", "GPT-5.5 Thinking", "GPT-5.5 Pro", "GPT-5.5 Instant"]
    assert paper.acts[:4] == [Open(), GEAR, Row(("GPT-5.5 Pro",), gear=True), Close()]
