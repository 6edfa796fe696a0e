"""Which tier a label means: a whole line, in any language of the contract, however its letters are written."""

import unicodedata
from itertools import permutations

import pytest

from cdpwebai.demosite.labels import labels
from cdpwebai.providers.contract import load_contract
from cdpwebai.providers.picker import TIERS, Option, Slide, Tier, Words, line_of
from tests.manifest import proves

WORDS = Words(load_contract("cdpwebai.providers.chatgpt"))
LANGUAGES = ("en", "ko", "ja", "zh", "de")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
def test_each_label_means_its_tier_and_no_other(lang: str, form: str) -> None:
    names = [unicodedata.normalize(form, name) for name in labels(lang)["tiers"]]  # type: ignore[arg-type]
    assert [WORDS.tier(name) for name in names] == list(TIERS)


@proves("selecting.whole-line")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_label_with_anything_before_or_after_it_is_another(lang: str) -> None:
    for name, other in permutations(labels(lang)["tiers"], 2):
        for joined in (f"{name} {other}", f"{name}{other}", f"{name} 아님", f"最{name}", f"{name}!{other}"):
            assert WORDS.tier(joined) is None, joined


@proves("selecting.kana")
def test_a_kana_keeps_its_voicing_mark() -> None:
    assert line_of("モデル") == line_of(unicodedata.normalize("NFD", "モデル"))
    assert line_of("モデル") != line_of("モテル")
    assert line_of("はば") != line_of("はは")
    assert line_of("か\N{COMBINING KATAKANA-HIRAGANA SEMI-VOICED SOUND MARK}") != line_of(
        "か"
    )  # composed there is none


@pytest.mark.parametrize(
    ("label", "tier"),
    [
        ("GPT-5.5 Pro", "pro"),
        ("GPT-5.5 Instant", "instant"),
        ("GPT-5.5 Thinking", "think"),
        ("GPT-5.5", None),
        ("GPT-5.2 Pro", None),
        ("GPT-5 Pro", None),
        ("Pro · Extended", "pro"),
        ("  PRO ", "pro"),
        ("Pro 확장", "pro"),
        ("Got it", None),
        ("Upgrade to Pro", None),
        ("超高", None),
        ("Light", None),
        ("", None),
    ],
)
def test_a_version_before_it_is_passed_over_and_a_retired_one_is_not(label: str, tier: Tier | None) -> None:
    assert WORDS.tier(label) == tier


def test_a_row_is_named_by_its_first_line_else_by_all_of_them() -> None:
    assert WORDS.tier_of(Option(("High", "Extra High is slower"))) == "high"
    assert WORDS.tier_of(Option(("Best answers", "Pro"))) is None
    assert WORDS.tier_of(Option(("GPT-5.5", "Thinking"))) == "think"
    assert WORDS.tier_of(Option(())) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_slider_is_read_by_its_words(lang: str) -> None:
    words = labels(lang)
    for at, name in enumerate(words["tiers"]):
        text = str(words["place"]).replace("{text}", name).replace("{n}", str(at + 1)).replace("{of}", "5")
        slide = Slide(0, 4, 4 - at, text)
        assert (WORDS.tier_at(slide), WORDS.named_at(slide)) == (TIERS[at], name)
