"""The plan of choosing in a picker, one look at a time: rows, menus of rows, a slider; what is refused, what is not
proven, and how it is closed."""

import pytest

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.plan_select import (
    Chosen,
    Key,
    Refused,
    SelectState,
    Unproven,
    plan_select,
    still_chosen,
)
from cdpwebai.flows.plan_wanted import wanted
from cdpwebai.providers.picker import Option, Picker, Slide
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves
from tests.support.paper_picker import NAMES, WORDS, Paper, chosen, run, step

UNSEEN = Unknown(Reason.DEADLINE)


@pytest.mark.parametrize("kind", ["flat", "power", "slider"])
@pytest.mark.parametrize(
    ("model", "effort", "tier"),
    [
        ("instant", "", "Instant"),
        ("thinking", "medium", "Medium"),
        ("thinking", "xhigh", "Extra High"),
        ("pro", "", "Pro"),
        ("", "medium", "Medium"),
    ],
)
def test_a_tier_is_chosen_read_back_and_the_picker_closed(kind: str, model: str, effort: str, tier: str) -> None:
    paper = Paper(kind)
    found = chosen(paper, model, effort)
    assert (found.tier_label, found.pill, found.switched, paper.tier) == (tier, tier, True, tier)
    assert (paper.is_open, paper.acts.count(Close()), paper.acts[-1]) == (False, 1, Close())
    assert paper.acts.count(Open()) == (1 if kind == "slider" else 2)


@pytest.mark.parametrize("kind", ["flat", "power", "slider"])
def test_what_is_chosen_already_is_only_looked_at(kind: str) -> None:
    paper = Paper(kind)
    assert not chosen(paper, effort="high").switched
    assert [act for act in paper.acts if act not in (Open(), Close(), Row(("Effort", "High")))] == []


def test_thinking_alone_is_any_tier_in_the_middle_and_moves_only_from_without() -> None:
    for name in ("Medium", "High", "Extra High"):
        assert not chosen(Paper(tier=name), "thinking").switched
    assert chosen(Paper("flat", tier="Pro"), "thinking").tier_label == "Medium"
    assert chosen(Paper("slider", tier="Pro"), "thinking").tier_label in ("Extra High", "High")


def test_a_menu_that_stays_open_over_a_choice_is_not_opened_again() -> None:
    paper = Paper(closes=False)
    assert chosen(paper, "pro").switched
    assert paper.acts == [Open(), Row(("Pro",)), Close()]


def test_a_family_and_a_tier_take_three_openings_at_most() -> None:
    paper = Paper("power")
    found = chosen(paper, "pro", family="o3")
    assert (found.tier_label, found.family_label, paper.tier, paper.family) == ("Pro", "o3", "Pro", "o3")
    assert paper.acts.count(Open()) == 3


def test_a_family_leaves_the_tier_as_it_is() -> None:
    paper = Paper("power", tier="Medium")
    found = chosen(paper, family="gpt-5.5")
    assert (found.tier, found.family_label, paper.tier) == (None, "GPT-5.5", "Medium")


def test_a_family_that_is_not_offered_is_refused() -> None:
    assert run(Paper("slider"), family="o3") == Refused("this picker offers no family, so not o3")


@proves("report.B29", "selecting.two-openings")
@pytest.mark.parametrize("closes", [True, False])
def test_a_choice_that_does_not_show_is_refused_after_two_openings_and_one_click(closes: bool) -> None:
    paper = Paper(obeys=False, closes=closes)
    found = run(paper, "pro")
    assert isinstance(found, Refused)
    assert (paper.acts.count(Row(("Pro",))), paper.acts.count(Close()), paper.is_open) == (1, 1, False)
    assert paper.acts.count(Open()) == (2 if closes else 1)


def test_a_picker_that_closes_over_every_opening_is_opened_twice_at_most() -> None:
    paper = Paper(opens=False)
    found = run(paper, "pro")
    assert (found, paper.acts) == (Unproven("the picker of models did not open in 2 clicks"), [Open(), Open()])


@proves("oracle.D13")
def test_a_tier_that_cannot_be_chosen_is_told_in_the_pages_words_and_not_clicked() -> None:
    paper = Paper(disabled=("Pro",))
    found = run(paper, "pro")
    assert found == Refused("'Pro' cannot be chosen at the moment: 'Resets on Monday.'", limit=None)
    assert paper.acts == [Open(), Close()]


@proves("oracle.D12")
@pytest.mark.parametrize("kind", ["flat", "power", "slider"])
def test_a_tier_that_is_missing_is_refused(kind: str) -> None:
    for missing, request in (("Pro", ("pro", "")), ("Medium", ("", "medium"))):
        paper = Paper(kind, names=tuple(name for name in NAMES if name != missing))
        found = run(paper, *request)
        assert isinstance(found, Refused), found
        assert paper.acts[-1] == Close()


def test_four_tiers_are_read_by_their_words() -> None:
    paper = Paper("slider", names=("Instant", "Medium", "Extra High", "Pro"), tier="Instant")
    assert chosen(paper, "thinking", "xhigh").tier_label == "Extra High"


def test_an_effort_alone_is_for_a_model_that_has_one() -> None:
    for tier in ("Pro", "Instant"):
        for kind in ("flat", "slider"):
            found = run(Paper(kind, tier=tier), effort="high")
            assert isinstance(found, Refused), found
            assert "which has no effort high" in found.why


def test_two_rows_for_one_tier_are_refused_unless_one_of_them_is_chosen() -> None:
    names = ("Instant", "Pro Standard", "Pro Extended")
    assert isinstance(run(Paper(names=names, tier="Instant"), "pro"), Refused)
    assert chosen(Paper(names=names, tier="Pro Extended"), "pro").tier_label == "Pro Extended"


@proves("oracle.D24")
def test_a_row_that_opens_a_menu_is_no_choice_whatever_it_is_called() -> None:
    paper = Paper(names=("Instant", "Medium", "High"))
    legacy = Option(("Pro",), opens=True)
    state, now = SelectState(since=0.0, opens=1), 0.0
    asked = wanted("pro")
    assert asked is not None
    seen = Picker("High", True, (*paper.tiers, legacy))
    _, action = plan_select(state, asked, WORDS, Known(seen), now)
    assert action == Close()


def test_rows_that_do_not_say_what_is_chosen_prove_nothing() -> None:
    found = run(Paper(tells=False), "pro")
    assert found == Unproven("'Pro' was clicked, and the picker does not say what is chosen")


@proves("oracle.D1")
def test_two_rows_that_are_both_shown_as_chosen_prove_nothing() -> None:
    asked = wanted("pro")
    assert asked is not None
    rows = tuple(Option((name,), name in ("Pro", "High")) for name in NAMES)
    state, action = plan_select(SelectState(since=0.0, opens=2, chose=frozenset({"tier"})), asked, WORDS,
                                Known(Picker("Pro", True, rows)), 0.0)  # fmt: skip
    assert isinstance(action, Look)
    assert state.tier is None


def test_a_pill_that_contradicts_the_row_is_believed() -> None:
    found = run(Paper(pill="High"), "pro")
    assert found == Refused("'Pro' was shown as chosen, and the closed picker says 'High'")


def test_a_pill_that_says_less_than_its_row_does_not() -> None:
    paper = Paper(names=("Instant", "Medium", "High", "Pro · Extended"), pill="Pro")
    assert chosen(paper, "pro").tier_label == "Pro · Extended"


def test_a_picker_that_does_not_close_is_refused_after_one_escape() -> None:
    paper = Paper(escapes=False)
    found = run(paper, effort="high")
    assert isinstance(found, Refused)
    assert "was not seen to close" in found.why
    assert paper.acts.count(Close()) == 1


@pytest.mark.parametrize(("seen", "found"), [(Known(None), False), (UNSEEN, True)])
def test_a_picker_that_is_not_seen_is_waited_for_and_then_unproven(seen: Reading[Picker | None], found: bool) -> None:
    asked = wanted("pro")
    assert asked is not None
    state, action = plan_select(SelectState(since=0.0), asked, WORDS, seen, 7.9)
    assert action == Look(8.0)
    _, action = plan_select(state, asked, WORDS, seen, 8.0)
    assert isinstance(action, Unproven)
    assert action.found == found


def test_an_unknown_look_at_an_open_picker_decides_nothing() -> None:
    asked = wanted("pro")
    assert asked is not None
    state = SelectState(since=0.0, opens=1, was_open=True)
    assert plan_select(state, asked, WORDS, UNSEEN, 1.0) == (state, Look(8.0))


@proves("selecting.last-look")
def test_right_before_send_the_picker_must_say_what_it_said() -> None:
    proven = Chosen("pro", "Pro · Extended", "", "Pro", switched=True)
    assert still_chosen(proven, WORDS, Known(Picker("Pro"))) is True
    assert still_chosen(proven, WORDS, Known(Picker("High"))) is False
    assert still_chosen(proven, WORDS, Known(Picker("Pro", open=True))) is None
    assert still_chosen(proven, WORDS, Known(None)) is None
    assert still_chosen(proven, WORDS, UNSEEN) is None


def test_a_menu_that_comes_a_moment_after_the_click_is_waited_for() -> None:
    state, action = step(SelectState(since=0.0), Picker("High"), 0.0)
    assert action == Open()
    assert step(state, Picker("High"), 1.9) == (state, Look(2.0))
    assert step(state, Picker("High"), 2.0)[1] == Open()


def test_a_menu_whose_rows_are_all_in_words_that_are_not_known_proves_nothing() -> None:
    found = run(Paper("power", tier="Vite", names=("Vite", "Moyen")), "pro")
    assert found == Unproven("the picker has no row whose name is known")


def test_a_slider_whose_words_are_not_known_proves_nothing() -> None:
    found = run(Paper("slider", tier="Vite", names=("Vite", "Moyen")), "pro")
    assert found == Unproven("the slider says 'Vite, 1 of 2.', which is no tier that is known")


def sliding(at: int, words: str) -> Picker:
    return Picker("High", True, (), Slide(0, 4, at, f"{words}, {at + 1} of 5."))


def test_no_second_key_is_pressed_before_the_slider_has_moved_and_said_so() -> None:
    state, action = step(SelectState(since=0.0, opens=1), sliding(1, "Medium"), 0.0)
    assert action == Key("ArrowRight")
    for lags in (sliding(1, "Medium"), Picker("High", True, (), Slide(0, 4, 2, "Medium, 2 of 5."))):
        assert step(state, lags, 0.5) == (state, Look(1.5))
        assert step(state, lags, 1.5)[1] == Close()
    assert step(state, sliding(2, "High"), 0.5)[1] == Key("ArrowRight")


def test_a_slider_that_no_key_moves_is_refused() -> None:
    found = run(Paper("slider", obeys=False), "pro")
    assert found == Refused("the slider stays at 'High, 3 of 5.', whatever key is pressed")
