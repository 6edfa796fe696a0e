"""Pickers that are late, short of tiers, changed behind our back, or not there; and pages where nothing was asked for.

In Chromium. The site's log says what was clicked and sent."""

import unicodedata

import pytest

from cdpwebai.errors import ProviderError
from cdpwebai.records import Selection
from tests.browser.flows.picking import COUNTS_ESCAPES, GEARED, clicked, opened, refused, selected
from tests.manifest import proves
from tests.support.clicks import made

TAKES_OWNERSHIP = """() => {
  const strip = () => document.querySelectorAll("[aria-haspopup=menu], [role=menu]").forEach((node) => {
    node.removeAttribute("aria-controls");
    node.removeAttribute("aria-labelledby");
  });
  new MutationObserver(strip).observe(document, { subtree: true, childList: true, attributes: true });
  const foreign = document.createElement("div");
  foreign.setAttribute("role", "menu");
  foreign.dataset.state = "open";
  foreign.style.cssText = "position:fixed;top:0;right:0;z-index:30;background:white";
  foreign.innerHTML = ["Instant", "Medium", "High", "Extra High", "Pro"]
    .map((name) => `<div role="menuitemradio" aria-checked="${name === "Pro"}">${name}</div>`).join("");
  globalThis.foreign = 0;
  foreign.addEventListener("click", () => { globalThis.foreign += 1; });
  document.body.append(foreign);
}"""
"""No menu says whose it is, and another one with the same rows, that nobody opened, stands there all the time."""

FLIPS_ONCE_TYPED = """() => {
  const pill = document.querySelector(".__composer-pill span");
  const box = document.getElementById("prompt-textarea");
  new MutationObserver(() => { if (box.textContent.includes("Please")) pill.textContent = "Medium"; })
    .observe(box, { subtree: true, childList: true, characterData: true });
}"""
"""The page takes another tier by itself, as soon as the prompt stands in the composer."""


LIMITS_AT_THE_PICKER = """() => {
  document.querySelector(".__composer-pill").addEventListener("click", () => {
    const dialog = document.createElement("div");
    dialog.setAttribute("role", "dialog");
    dialog.setAttribute("aria-modal", "true");
    dialog.style.cssText = "position:fixed;inset:0;z-index:50;background:white";
    dialog.innerHTML = "<h2>Too many requests</h2><button>Got it</button>";
    globalThis.gotIt = 0;
    dialog.addEventListener("click", () => { globalThis.gotIt += 1; });
    document.body.append(dialog);
  });
}"""

ON_ONE_LINE = """() => {
  const style = document.createElement("style");
  style.textContent = ".row-name { display: inline }";
  document.head.append(style);
}"""

DISAGREES = """() => {
  const spoil = () => document.querySelectorAll("[aria-checked=true][data-state=checked]").forEach((row) => {
    row.dataset.state = "unchecked";
  });
  new MutationObserver(spoil).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Of the row that is chosen, its two signs say the opposite of each other."""


@proves("oracle.D22", "selecting.no-request")
@pytest.mark.parametrize("kind", ["legacy", "flat", "power", "slider"])
async def test_without_a_request_nothing_of_the_picker_is_touched(chromium: str, kind: str) -> None:
    async with opened(chromium, picker=kind, tier="Medium", decoys=["project", "plugins", "apps"]) as (chat, site):
        await chat.page.tab.call_function(COUNTS_ESCAPES)
        result = await chat.query("Please answer.", timeout=30)
        assert await clicked(chat, site) == {}
        assert not isinstance(result.selection, Selection)
        assert await chat.page.tab.evaluate("globalThis.escapes") == 0
        assert site.log.sends[0].tier == "Medium"
        await chat.query("Please answer.", timeout=30, model="pro")
        asked = await clicked(chat, site)
        await chat.query("Please answer.", timeout=30)
        assert await clicked(chat, site) == asked


@proves("oracle.D7")
async def test_a_picker_that_mounts_late_is_waited_for(chromium: str) -> None:
    async with opened(chromium, picker="flat", late=2.0) as (chat, site):
        result = await chat.query("Please answer.", timeout=40, model="pro", strict=True)
        assert (selected(result).status, site.log.sends[0].tier) == ("switched", "Pro")


@proves("oracle.D21", "oracle.D6", "oracle.D15")
async def test_where_there_is_no_picker_the_prompt_goes_and_nothing_is_claimed(chromium: str) -> None:
    async with opened(chromium, picker="none", decoys=["stray-picker", "project", "plugins", "apps"]) as (chat, site):
        result = await chat.query("Please answer.", timeout=40, model="pro")
        chosen = selected(result)
        assert (chosen.status, chosen.verified, chosen.tier_label, chosen.normalized_model) == (
            "unavailable",
            False,
            "",
            "",
        )
        assert "model-selection-unverified" in result.warnings
        assert (len(site.log.sends), await clicked(chat, site)) == (1, {})


@proves("oracle.D4", "selecting.strict")
async def test_where_there_is_no_picker_a_strict_request_is_refused(chromium: str) -> None:
    async with opened(chromium, picker="none") as (chat, site):
        error = await refused(chat, model="pro", strict=True)
        assert "no picker of models was there" in error.message
        assert site.log.sends == []


@proves("oracle.D12")
async def test_a_slider_of_four_stops_is_read_by_its_words_and_not_by_its_place(chromium: str) -> None:
    async with opened(chromium, picker="slider", disabled=["High"], tier="Instant") as (chat, site):
        result = await chat.query("Please answer.", timeout=40, effort="xhigh", model="thinking", strict=True)
        assert (selected(result).tier_label, site.log.sends[0].tier) == ("Extra High", "Extra High")
        error = await refused(chat, model="thinking", effort="high")
        assert "no stop" in error.message
        assert len(site.log.sends) == 1


@proves("oracle.D2", "selecting.flips-back")
@pytest.mark.parametrize("kind", ["legacy", "flat", "power", "slider"])
async def test_a_choice_that_the_page_takes_back_is_not_sent(chromium: str, kind: str) -> None:
    async with opened(chromium, picker=kind, tier="Extra High", tier_resets_after=0.05) as (chat, site):
        error = await refused(chat, model="pro")
        assert error.page_may_have_changed
        assert site.log.sends == []


@proves("selecting.last-look")
async def test_a_choice_that_is_taken_back_while_the_prompt_is_typed_is_not_sent(chromium: str) -> None:
    async with opened(chromium, picker="flat") as (chat, site):
        await chat.page.tab.call_function(FLIPS_ONCE_TYPED)
        error = await refused(chat, model="pro")
        assert "'Pro' was chosen, and is not any more" in error.message
        assert site.log.sends == []


@proves("oracle.D19", "selecting.owned")
@pytest.mark.parametrize("kind", ["legacy", "flat", "power"])
async def test_only_the_menu_that_the_opener_has_opened_is_the_pickers(chromium: str, kind: str) -> None:
    async with opened(chromium, picker=kind, decoys=["stray-picker", "project", "plugins", "apps"]) as (chat, site):
        await chat.page.tab.call_function(TAKES_OWNERSHIP)
        result = await chat.query("Please answer.", timeout=40, effort="medium", strict=True)
        assert (selected(result).tier_label, site.log.sends[0].tier) == ("Medium", "Medium")
        assert await chat.page.tab.evaluate("globalThis.foreign") == 0
        assert set(await clicked(chat, site)) <= {"model-pill", "tier:Medium", "picker:effort"}


@proves("selecting.one-escape")
async def test_what_is_chosen_already_is_only_looked_at(chromium: str) -> None:
    async with opened(chromium, picker="flat") as (chat, site):
        await chat.page.tab.call_function(COUNTS_ESCAPES)
        result = await chat.query("Please answer.", timeout=40, effort="high")
        assert (selected(result).status, selected(result).verified) == ("already-selected", True)
        assert await clicked(chat, site) == {"model-pill": 1}
        assert await chat.page.tab.evaluate("globalThis.escapes") == 1


@proves("selecting.nfd")
async def test_labels_in_decomposed_letters_are_the_same_labels(chromium: str) -> None:
    rows = [unicodedata.normalize("NFD", name) for name in ("즉시", "중간", "높음", "매우 높음")]
    async with opened(chromium, picker="flat", lang="ko", models=[*rows, "Pro"], tier=rows[1]) as (chat, site):
        await chat.query("Please answer.", timeout=40, effort="high", strict=True)
        assert site.log.sends[0].tier == rows[2]


@proves("selecting.unknown-names")
async def test_rows_in_words_that_we_do_not_know_prove_nothing(chromium: str) -> None:
    rows = ["Vite", "Moyen", "Fort"]
    async with opened(chromium, picker="flat", models=rows, tier="Moyen") as (chat, site):
        error = await refused(chat, model="pro", strict=True)
        assert "no row whose name is known" in error.message
        result = await chat.query("Please answer.", timeout=40, model="pro")
        assert (selected(result).status, selected(result).verified) == ("unverified", False)
        assert site.log.sends[0].tier == "Moyen"
        assert set(await clicked(chat, site)) == {"model-pill"}


@proves("report.B28", "oracle.D3", "oracle.D18", "selecting.gear")
@pytest.mark.parametrize(
    ("lang", "effort", "label", "name"),
    [
        ("en", "high", "Extended", "Extended"),
        ("en", "light", "Light", "Light"),
        ("ko", "xhigh", "강력", "Heavy"),
        ("ja", "high", "拡張", "Extended"),
        ("zh", "heavy", "重度", "Heavy"),
        ("de", "extended", "Erweitert", "Extended"),
    ],
)
async def test_the_effort_of_an_older_picker_is_chosen_by_the_gear_of_the_chosen_row_alone(
    chromium: str, lang: str, effort: str, label: str, name: str
) -> None:
    async with opened(chromium, picker="legacy", lang=lang, models=GEARED, tier="GPT-5.5") as (chat, site):
        result = await chat.query("Please answer.", timeout=40, model="thinking", effort=effort, strict=True)
        chosen = selected(result)
        assert (chosen.status, chosen.verified) == ("switched", True)
        assert (chosen.tier_label, chosen.effort_label, chosen.normalized_model) == (
            "GPT-5.5 Thinking",
            label,
            "thinking",
        )
        assert (site.log.sends[0].tier, site.log.sends[0].effort) == ("GPT-5.5 Thinking", name)
        assert "model-selection-unverified" not in result.warnings
        clicks = await clicked(chat, site)
        assert clicks == {
            "model-pill": 4,
            "tier:GPT-5.5 Thinking": 1,
            "gear:GPT-5.5 Thinking": 3,
            f"effort:{name}": 1,
        }


@proves("selecting.gear")
async def test_an_effort_alone_is_for_the_model_that_is_chosen_and_is_left_where_it_is_so_already(
    chromium: str,
) -> None:
    async with opened(chromium, picker="legacy", models=GEARED, tier="GPT-5.5 Thinking") as (chat, site):
        first = selected(await chat.query("Please answer.", timeout=40, effort="xhigh", strict=True))
        again = selected(await chat.query("Please answer.", timeout=40, effort="xhigh", strict=True))
        assert (first.status, first.normalized_effort) == ("switched", "xhigh")
        assert (again.status, again.normalized_effort) == ("already-selected", "xhigh")
        assert [send.effort for send in site.log.sends] == ["Heavy", "Heavy"]
        assert (await clicked(chat, site))["effort:Heavy"] == 1


@proves("oracle.D3")
async def test_an_effort_that_the_row_has_no_proof_of_is_not_claimed(chromium: str) -> None:
    rows = ["GPT-5.5", "GPT-5.5 Thinking", {"label": "GPT-5.5 Pro", "gear": True}]
    async with opened(chromium, picker="legacy", models=rows, tier="GPT-5.5") as (chat, site):
        result = await chat.query("Please answer.", timeout=40, model="thinking", effort="high")
        chosen = selected(result)
        assert (chosen.status, chosen.verified, chosen.normalized_effort) == ("switched-best-effort", False, "")
        assert "model-selection-unverified" in result.warnings
        assert site.log.sends[0].tier == "GPT-5.5 Thinking"
        assert [name for name in await clicked(chat, site) if name.startswith("gear")] == []


@proves("oracle.D17")
async def test_a_dialog_that_comes_over_the_picker_is_told_as_what_it_is_and_left(chromium: str) -> None:
    async with opened(chromium, picker="flat") as (chat, site):
        await chat.page.tab.call_function(LIMITS_AT_THE_PICKER)
        with pytest.raises(ProviderError) as caught:
            await chat.query("Please answer.", timeout=40, model="pro")
        error = caught.value
        assert (error.error_code, error.stage, site.log.sends) == ("provider.rate-limited", "select", [])
        assert "Too many requests" in caught.value.message
        assert await chat.page.tab.evaluate("globalThis.gotIt") == 0


@proves("oracle.D4")
async def test_a_row_whose_signs_disagree_is_not_shown_as_chosen(chromium: str) -> None:
    async with opened(chromium, picker="flat") as (chat, site):
        await chat.page.tab.call_function(DISAGREES)
        await refused(chat, model="pro")
        assert (await made(chat.page.tab, site))["tier:Pro"] == 1
        assert site.log.sends == []


@proves("selecting.one-line")
async def test_a_row_that_says_its_name_and_what_is_chosen_on_one_line_is_known(chromium: str) -> None:
    async with opened(chromium, picker="power") as (chat, site):
        await chat.page.tab.call_function(ON_ONE_LINE)
        await chat.query("Please answer.", timeout=40, model="thinking", effort="xhigh", family="o3", strict=True)
        assert (site.log.sends[0].tier, site.log.sends[0].family) == ("Extra High", "o3")


@proves("oracle.D18")
@pytest.mark.parametrize(("model", "effort"), [("pro", ""), ("thinking", "medium")])
async def test_what_was_proven_of_model_and_effort_is_stored_with_the_session(
    chromium: str, model: str, effort: str
) -> None:
    async with opened(chromium, picker="power") as (chat, _):
        stored = (await chat.send("Please answer.", model=model, effort=effort)).selection
        assert isinstance(stored, Selection)
        assert (stored.normalized_model, stored.normalized_effort, stored.verified) == (model, effort, True)


@proves("oracle.D14")
async def test_what_the_picker_offers_is_listed_as_it_is_labelled_and_left_as_it_was(chromium: str) -> None:
    async with opened(chromium, picker="power", lang="ja", disabled=["Pro"]) as (chat, site):
        await chat.page.tab.call_function(COUNTS_ESCAPES)
        offered = await chat.models()
        assert (offered.selected, offered.stops) == ("高い", 5)
        menus = {menu.name: menu.rows for menu in offered.menus}
        assert [row.label for row in menus["モデル"]] == ["GPT-5.6 Sol", "GPT-5.5", "o3"]
        assert [row.label for row in menus["推論レベル"] if row.selected] == ["高い"]
        assert [(row.label, "2026-12-07" in row.why) for row in menus["推論レベル"] if not row.available] == [
            ("Pro", True)
        ]
        assert await clicked(chat, site) == {"model-pill": 1, "picker:model": 1, "picker:effort": 1}
        assert await chat.page.tab.evaluate("globalThis.escapes") == 1
        assert await chat.page.tab.evaluate("document.querySelectorAll('.picker-menu').length") == 0
