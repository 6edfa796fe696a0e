"""What the drivers of menus share: an act that may be refused, the wait for the next look, what lies over the page.

Row 6, thin: no decision about a menu is made here. The acts on the picker of models are here as well, for the two that
open it: choosing and listing.
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace

import trio

from cdpwebai.errors import ActRefused, ProviderError
from cdpwebai.flows.menu_steps import Close, Open, Row
from cdpwebai.flows.plan_preflight import obstacle
from cdpwebai.flows.select_steps import Key
from cdpwebai.page.wakes import Wakes
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Known

__all__ = ["CODE", "HINT", "SELECT", "STAGE", "act", "attempt", "check_page", "wait_look"]

AGAIN = 0.5
"""Seconds between looks where no change wakes the flow."""

CODE, STAGE, HINT = "provider.model-mismatch", "provider-select-mode", "model-fallback"

SELECT = "select"
"""The stage of what is not the picker's own, while something is chosen: a limit that is reached, a dialog."""

WHILE_CHOOSING = ("provider.modal", "provider.rate-limited", "provider.quota")


async def attempt(act: Awaitable[object]) -> str:
    """Make one act. A refusal means that nothing was pressed: it is returned as a clause, and the next looks tell the
    rest. Raises ``Gone``."""
    try:
        await act
    except ActRefused as error:
        return f" ({error.message})"
    return ""


async def wait_look(wakes: Wakes, until: float) -> None:
    """Wait for the next look: until something changed, and no longer than ``until``."""
    await wakes.wait(min(max(until - trio.current_time(), 0), AGAIN))


async def act(page: ChatPage, action: Open | Row | Key | Close) -> str:
    """One act on the picker of models, as ``attempt`` makes it."""
    match action:
        case Open():
            return await attempt(page.press_picker())
        case Row(lines, inside, gear):
            return await attempt(page.press_option(lines, inside=inside, gear=gear))
        case Key(name):
            return await attempt(page.press_power(name))
        case Close():
            return await attempt(page.press_escape())


def check_page(seen: ChatObservation, *, touched: bool) -> None:
    """Raise ProviderError for what lies over the page by now, told as what it is: it also covers what is clicked."""
    over = obstacle(replace(seen, account=Known("in")))
    if over is not None and over.lasts == 0 and over.code != "composer.occupied":
        raise ProviderError(
            f"{over.why}; the prompt was not sent",
            code=over.code,
            stage=SELECT if over.code in WHILE_CHOOSING else over.stage,
            hint=over.hint,
            evidence=dict(over.evidence),
            page_may_have_changed=touched,
        )
