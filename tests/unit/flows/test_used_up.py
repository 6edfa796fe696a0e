"""A tier that cannot be chosen because a limit is reached, as the page says it in five languages; and the same tier off
for another reason."""

import pytest

from cdpwebai.flows.menu_steps import Close, Row
from cdpwebai.flows.plan_select import Refused, SelectState
from cdpwebai.providers.picker import Option, Picker
from tests.manifest import proves
from tests.support.paper_picker import Paper, chosen, run, step

SAID = {
    "en": "You've reached your limit: 2026-12-07",
    "ko": "이번 주 한도에 도달했습니다.",
    "zh": "您已达到上限，请于周一再试。",
    "ja": "上限に達しました。月曜日に再度お試しください。",
    "de": "Wochenlimit erreicht. Versuche es am Montag erneut.",
}
"""What a page says of a tier that is used up, by language."""

OTHERWISE = {
    "en": "Upgrade to Plus to use Pro.",
    "ko": "Pro를 사용하려면 업그레이드하세요.",
    "zh": "升级后即可使用 Pro。",
    "ja": "Pro を使うにはアップグレードしてください。",
    "de": "Nur mit einem Upgrade verfügbar.",
}
"""What it says of a tier that the account does not have."""


@proves("oracle.D13", "selecting.used-up")
@pytest.mark.parametrize("kind", ["flat", "power"])
@pytest.mark.parametrize("lang", SAID)
def test_a_tier_of_which_the_page_says_that_its_limit_is_reached_is_told_as_one_that_is_used_up(
    lang: str, kind: str
) -> None:
    paper = Paper(kind, disabled=("Pro",), why=SAID[lang])
    found = run(paper, "pro")
    assert found == Refused(f"'Pro' cannot be chosen at the moment: {SAID[lang]!r}", limit="quota")
    assert Row(("Pro",), inside=kind == "power") not in paper.acts
    assert chosen(Paper(kind, disabled=("Instant",), why=SAID[lang]), "pro").tier_label == "Pro"


@proves("selecting.used-up")
@pytest.mark.parametrize("lang", SAID)
def test_a_family_that_is_used_up_is_told_as_a_tier_is(lang: str) -> None:
    paper = Paper("power", disabled=("o3",), why=SAID[lang])
    assert run(paper, family="o3") == Refused(f"'o3' cannot be chosen at the moment: {SAID[lang]!r}", limit="quota")
    assert paper.family == "GPT-5.6 Sol"


@proves("selecting.used-up")
@pytest.mark.parametrize("lang", OTHERWISE)
def test_a_tier_that_is_off_for_another_reason_is_not_told_as_used_up(lang: str) -> None:
    found = run(Paper(disabled=("Pro",), why=OTHERWISE[lang]), "pro")
    assert isinstance(found, Refused)
    assert found.limit is None
    assert OTHERWISE[lang] in found.why


@proves("selecting.used-up")
@pytest.mark.parametrize("lang", SAID)
def test_a_limit_that_a_row_tells_itself_counts_as_a_tooltip_does(lang: str) -> None:
    assert refusal(Option(("Pro", SAID[lang]), False, disabled=True)) == Refused(
        f"'Pro' cannot be chosen at the moment: {SAID[lang]!r}", limit="quota"
    )


@proves("selecting.used-up")
def test_a_row_that_can_be_chosen_is_none_that_is_used_up_whatever_it_says() -> None:
    state = SelectState(since=0.0, opens=1)
    assert step(state, rows(Option(("Pro",), False, why=SAID["en"])), 0.0)[1] == Row(("Pro",))
    assert step(state, rows(Option(("Pro",), True, why=SAID["en"])), 0.0)[0].tier == "pro"
    assert refusal(Option(("Pro",), False, disabled=True)) == Refused("'Pro' cannot be chosen at the moment")


@proves("selecting.used-up")
def test_a_tier_that_is_chosen_already_and_used_up_is_refused_and_one_that_is_only_off_is_left() -> None:
    assert refusal(Option(("Pro",), True, disabled=True, why=SAID["en"])) == Refused(
        f"'Pro' cannot be chosen at the moment: {SAID['en']!r}", limit="quota"
    )
    state, _ = step(SelectState(since=0.0, opens=1), rows(Option(("Pro",), True, disabled=True)), 0.0)
    assert state.tier == "pro"


@proves("selecting.used-up")
@pytest.mark.parametrize("before", ["Pro", "Medium"])
def test_where_several_tiers_will_do_one_that_is_not_used_up_is_chosen(before: str) -> None:
    paper = Paper(tier=before, disabled=("Medium",), why=SAID["en"])
    assert chosen(paper, "thinking").tier_label == "High"
    found = run(Paper(tier=before, disabled=("Medium", "High", "Extra High"), why=SAID["en"]), "thinking")
    assert isinstance(found, Refused)
    assert found.limit == "quota"
    assert isinstance(run(Paper(tier=before, disabled=("Medium",), why=SAID["en"]), effort="medium"), Refused)


def test_too_many_requests_are_another_limit() -> None:
    found = refusal(Option(("Pro",), False, disabled=True, why="Too many requests"))
    assert found == Refused("'Pro' cannot be chosen at the moment: 'Too many requests'", limit="rate-limit")


def rows(pro: Option) -> Picker:
    return Picker("High", True, (Option(("High",), not pro.checked), pro))


def refusal(pro: Option) -> object:
    """How it ends where this is the row of the tier that is asked for."""
    state, action = step(SelectState(since=0.0, opens=1), rows(pro), 0.0)
    assert action == Close()
    return state.ends
