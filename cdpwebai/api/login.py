"""Waiting while a person logs in: it looks, says what stands there, and touches nothing.

Row 7, beside ``chat``. A site sends its user to other hosts to log in, and may put a human check in between. Neither is
read or touched: the page is asked again when it is back at home.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import trio

from cdpwebai.errors import ProviderError
from cdpwebai.providers import is_at_home
from cdpwebai.providers.chat import Account, ChatObservation
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Known, Reading

__all__ = ["LOGIN_EVERY", "Standing", "standing_of", "wait_login"]

LOGIN_EVERY = 1.0
"""Seconds between two looks: the site's session has no event."""

Standing = Literal["in", "out", "challenge", "elsewhere", "unknown"]
"""Somebody is logged in; nobody is; a human check stands there; the tab is at another host; it cannot be told."""

TOLD: dict[Standing, tuple[str, str]] = {
    "out": ("provider.login-required", "nobody is logged in"),
    "challenge": ("provider.challenge", "a human check stands in place of the page, for a person to solve"),
    "elsewhere": ("provider.login-required", "the tab is at another host, which is not looked at"),
    "unknown": ("provider.login-required", "it could not be seen whether somebody is logged in"),
}


async def wait_login(page: ChatPage, *, timeout: float, tell: Callable[[str], None] = lambda _: None) -> None:
    """Return once somebody is logged in, by the site's own session, within ``timeout`` seconds.

    ``tell`` is called with a clause whenever another thing stands in the way. Raises ProviderError when the time is
    over (``provider.challenge`` or ``provider.login-required``, as it stood last), and ``Gone``.
    """
    standing: Standing = "unknown"
    with trio.move_on_after(timeout):
        while (seen := await _look(page)) != "in":
            if seen != standing:
                standing = seen
                tell(TOLD[standing][1])
            await trio.sleep(LOGIN_EVERY)
        return
    code, why = TOLD[standing]
    hint = "solve-in-browser" if standing == "challenge" else "login"
    raise ProviderError(f"nobody had logged in within {timeout:g} s: {why}", code=code, stage="preflight", hint=hint)


async def _look(page: ChatPage) -> Standing:
    if not is_at_home(page.provider, page.tab.url):
        return "elsewhere"
    seen, account = await page.observe(), await page.account()
    if not is_at_home(page.provider, page.tab.url):
        return "elsewhere"  # it went there meanwhile, and that page may have answered
    return standing_of(seen, account)


def standing_of(seen: ChatObservation, account: Reading[Account]) -> Standing:
    """What one look at the site's own page tells. A human check is one for whoever is logged in, too."""
    match seen.notices, account:
        case Known(notices), _ if any(notice.kind == "challenge" for notice in notices):
            return "challenge"
        case _, Known("in"):
            return "in"
        case _, Known():
            return "out"
        case _:
            return "unknown"
