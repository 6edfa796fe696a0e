"""The names of models, efforts and families: known ones, older ones, and those that are refused before a browser is."""

import pytest

from cdpwebai.errors import InputError
from cdpwebai.flows.plan_wanted import Wanted, wanted
from tests.manifest import proves


def asked(model: str = "", effort: str = "", family: str = "") -> Wanted:
    found = wanted(model, effort, family)
    assert found is not None
    return found


def test_no_name_asks_for_nothing() -> None:
    assert wanted(strict=True) is None


@pytest.mark.parametrize(
    ("names", "tiers"),
    [
        (("instant", "fast", "gpt-5-3", "gpt-5.3", "Instant"), ("instant",)),
        (("thinking", "think", "gpt-5-5-thinking", "gpt-5.5-thinking"), ("medium", "high", "xhigh")),
        (("pro", "gpt-5-5-pro", "gpt-5.5-pro", " PRO "), ("pro",)),
    ],
)
def test_a_model_has_older_names(names: tuple[str, ...], tiers: tuple[str, ...]) -> None:
    assert {asked(name).tiers for name in names} == {tiers}


@proves("oracle.D8")
@pytest.mark.parametrize(
    ("names", "tier"),
    [
        (("medium", "light", "low", "standard", "normal", "regular", "default"), "medium"),
        (("high", "extended"), "high"),
        (("xhigh", "extra-high", "extra_high", "extra high", "Extra  High", "heavy"), "xhigh"),
    ],
)
def test_an_effort_has_older_names_and_none_of_them_means_pro(names: tuple[str, ...], tier: str) -> None:
    assert {asked("thinking", name).tiers for name in names} == {(tier,)}
    alone = [asked(effort=name) for name in names]
    assert {(one.tiers, one.above) for one in alone} == {((tier,), ("medium", "high", "xhigh", "think"))}


def test_a_family_is_known_by_its_label_and_needs_no_tier() -> None:
    assert [asked(family=name).family for name in ("gpt-5.6-sol", "GPT-5.5", "o3")] == ["GPT-5.6 Sol", "GPT-5.5", "o3"]
    assert asked(family="o3").tiers == ()


@proves("oracle.D5", "oracle.D16")
@pytest.mark.parametrize(
    ("option", "name"),
    [
        ("model", "gpt-5.5-instantly"),
        ("model", "gpt-5.4-pro"),
        ("model", "gpt-5"),
        ("model", "latest"),
        ("effort", "max"),
        ("effort", "extra"),
        ("family", "gpt-5.4"),
        ("family", "gpt-5.3"),
        ("family", "terra"),
        ("family", "gpt-5.6"),
    ],
)
def test_a_name_that_is_not_known_or_retired_is_refused_and_taken_for_no_other(option: str, name: str) -> None:
    with pytest.raises(InputError, match=f"--{option} {name} is not known; there are: "):
        wanted(*(name if option == one else "" for one in ("model", "effort", "family")))


@pytest.mark.parametrize(
    ("model", "effort"),
    [
        ("instant", "high"),
        ("instant", "standard"),
        ("pro", "high"),
        ("pro", "medium"),
        ("pro", "heavy"),
        ("pro", "low"),
    ],
)
def test_an_effort_contradicts_a_model_that_has_none(model: str, effort: str) -> None:
    with pytest.raises(InputError, match="contradicts"):
        wanted(model, effort)


@pytest.mark.parametrize("effort", ["standard", "normal", "regular", "default", "extended"])
def test_an_effort_that_pro_once_had_is_passed_over(effort: str) -> None:
    found = asked("pro", effort)
    assert (found.tiers, found.unenforced, found.is_effort) == (("pro",), True, False)
