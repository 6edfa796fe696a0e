"""A tier that cannot be chosen, in Chromium: used up, as the page says in five languages, or off for another reason."""

import pytest

from cdpwebai.errors import ProviderError
from tests.browser.flows.picking import COUNTS_ESCAPES, clicked, opened, refused, selected
from tests.manifest import proves

SAYS = """(said) => {
  const say = () => document.querySelectorAll("[role=tooltip]").forEach((tip) => {
    if (tip.textContent !== said) tip.textContent = said;
  });
  new MutationObserver(say).observe(document.body, { subtree: true, childList: true });
}"""
"""Whatever tooltip the page shows says this."""

USED_UP = [
    ("legacy", "en", ""),
    ("flat", "ko", ""),
    ("power", "zh", "您已达到上限：2026-12-07"),
    ("flat", "ja", "上限に達しました：2026-12-07"),
    ("legacy", "de", "Limit erreicht: 2026-12-07"),
]
"""Picker, language, and what the page says; in the first two languages the site has words of its own for it."""


@proves("oracle.D13", "oracle.D25", "selecting.used-up")
@pytest.mark.parametrize(("kind", "lang", "said"), USED_UP)
async def test_a_tier_that_is_used_up_is_told_as_a_limit_in_the_pages_own_words_and_not_clicked(
    chromium: str, kind: str, lang: str, said: str
) -> None:
    async with opened(chromium, picker=kind, lang=lang, tier="High", disabled=["Pro"]) as (chat, site):
        await chat.page.tab.call_function(COUNTS_ESCAPES)
        if said:
            await chat.page.tab.call_function(SAYS, said)
        with pytest.raises(ProviderError) as caught:
            await chat.query("Please answer.", timeout=40, model="pro")
        error = caught.value
        assert (error.error_code, error.stage, error.retry_hint, error.exit_code) == (
            "provider.quota",
            "select",
            "wait-and-retry",
            1,
        )
        assert "2026-12-07" in error.message
        assert (site.log.sends, (await clicked(chat, site)).get("tier:Pro")) == ([], None)
        assert await chat.page.tab.evaluate("globalThis.escapes") == 1
        assert await chat.page.tab.evaluate("document.querySelectorAll('[role=menu]:not([hidden])').length") == 0
        result = await chat.query("Please answer.", timeout=40, model="thinking", effort="medium", strict=True)
        assert (selected(result).verified, site.log.sends[0].tier) == (True, "Medium")


@proves("selecting.used-up")
async def test_a_tier_that_is_off_for_another_reason_is_a_mismatch(chromium: str) -> None:
    async with opened(chromium, picker="flat", disabled=["Pro"]) as (chat, site):
        await chat.page.tab.call_function(SAYS, "Upgrade to Plus to use Pro.")
        error = await refused(chat, model="pro")
        assert "'Upgrade to Plus to use Pro.'" in error.message
        assert site.log.sends == []
