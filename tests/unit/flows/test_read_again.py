"""What is read back in the open picker right before Send: it is as it was, or told, and nothing is chosen by it."""

from dataclasses import replace

import pytest

from cdpwebai.flows.menu_steps import Close, Open, Row
from cdpwebai.flows.plan_select import Chosen, Refused, pill_tells, same_choice
from tests.manifest import proves
from tests.support.paper_picker import WORDS, Paper, chosen, run


@proves("selecting.read-again")
@pytest.mark.parametrize("kind", ["flat", "power", "slider"])
def test_what_was_chosen_is_read_back_and_nothing_is_chosen_by_it(kind: str) -> None:
    family = "o3" if kind == "power" else ""
    paper = Paper(kind)
    before = chosen(paper, "pro", family=family)
    paper.acts.clear()
    again = run(paper, "pro", family=family, reads=True)
    assert isinstance(again, Chosen)
    assert same_choice(before, again)
    assert (paper.acts.count(Open()), paper.acts.count(Close()), paper.is_open) == (1, 1, False)
    assert [
        act for act in paper.acts if act not in (Open(), Close(), Row(("Effort", "Pro")), Row(("Model", "o3")))
    ] == []


@proves("selecting.read-again")
@pytest.mark.parametrize("kind", ["flat", "power", "slider"])
def test_what_is_not_chosen_any_more_is_told_and_not_chosen_again(kind: str) -> None:
    paper = Paper(kind, tier="Medium")
    found = run(paper, "pro", reads=True)
    assert isinstance(found, Refused)
    assert paper.tier == "Medium"
    assert [act for act in paper.acts if act not in (Open(), Close(), Row(("Effort", "Medium")))] == []


@proves("selecting.read-again")
def test_a_family_that_is_not_chosen_any_more_is_told_and_not_chosen_again() -> None:
    paper = Paper("power", family="GPT-5.5")
    assert run(paper, family="o3", reads=True) == Refused("'o3' was chosen, and is not shown as chosen")
    assert paper.acts == [Open(), Row(("Model", "GPT-5.5")), Close()]


@proves("selecting.read-again")
def test_what_was_read_back_is_the_choice_only_where_all_of_it_is() -> None:
    proven = Chosen("think", "GPT-5.5 Thinking", "o3", "GPT-5.5 Thinking", switched=True, effort_label="Extended")
    assert same_choice(proven, replace(proven, switched=False, pill=""))
    for other in ({"tier": "pro"}, {"tier_label": "GPT-5.5 Pro"}, {"family_label": ""}, {"effort_label": ""}):
        assert not same_choice(proven, replace(proven, **other))


@proves("selecting.read-again")
def test_a_closed_picker_tells_a_tier_where_it_names_it_and_neither_family_nor_effort() -> None:
    proven = Chosen("pro", "Pro · Extended", "", "Pro", switched=True)
    assert pill_tells(proven, WORDS)
    for other in ({"pill": "ChatGPT"}, {"family_label": "o3"}, {"effort_label": "Heavy"}):
        assert not pill_tells(replace(proven, **other), WORDS)
