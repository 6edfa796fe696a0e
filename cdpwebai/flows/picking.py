"""The acts of a plan for the picker of models, and what a page says over it: what choosing and listing share.

Row 6, thin: no decision about the picker is made here.
"""

from __future__ import annotations

from dataclasses import replace

from cdpwebai.errors import ActRefused, ProviderError
from cdpwebai.flows.menu_steps import Close, Open, Row
from cdpwebai.flows.plan_preflight import obstacle
from cdpwebai.flows.select_steps import Key
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Known

__all__ = ["AGAIN", "CODE", "HINT", "STAGE", "act", "check_page"]

AGAIN = 0.5
"""Seconds between looks where no change wakes the flow."""

CODE, STAGE, HINT = "provider.model-mismatch", "provider-select-mode", "model-fallback"


async def act(page: ChatPage, action: Open | Row | Key | Close) -> str:
    """One act. A refusal means that nothing was pressed: it is returned as a clause, and the next looks tell the rest.

    Raises ``Gone``.
    """
    try:
        match action:
            case Open():
                await page.press_picker()
            case Row(lines, inside):
                await page.press_option(lines, inside=inside)
            case Key(name):
                await page.press_power(name)
            case Close():
                await page.press_escape()
    except ActRefused as error:
        return f" ({error.message})"
    return ""


def check_page(seen: ChatObservation, *, touched: bool) -> None:
    """Raise ProviderError for what lies over the page by now, told as what it is: it also covers what is clicked."""
    over = obstacle(replace(seen, account=Known("in")))
    if over is not None and over.lasts == 0 and over.code != "composer.occupied":
        raise ProviderError(
            f"{over.why}; the prompt was not sent",
            code=over.code,
            stage=over.stage,
            hint=over.hint,
            page_may_have_changed=touched,
        )
