"""A page with a picker of models, in Chromium: what is asked of it, what was clicked, and how it was refused."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.demosite import Site, serve
from cdpwebai.errors import ProviderError
from cdpwebai.records import QueryResult, Selection
from tests.browser.providers.support import scenario
from tests.support.clicks import made

__all__ = ["COUNTS_ESCAPES", "GEARED", "clicked", "opened", "refused", "selected"]

ANSWERED = (
    {"at": 0, "do": "user_turn"},
    {"at": 0, "do": "url", "to": "/c/6a0f0000-0000-4000-8000-000000000000"},
    {"at": 0, "do": "assistant_turn"},
    {"at": 0, "do": "text", "md": "Chosen."},
    {"at": 0, "do": "bar", "state": "on"},
    {"at": 0, "do": "record", "state": "finished"},
)

OURS = (
    "model-pill",
    "tier",
    "family",
    "picker",
    "power-key",
    "gear",
    "effort",
    "stray-picker",
    "plugins",
    "app",
    "choose-project",
)

GEARED = [
    {"label": "GPT-5.5"},
    {"label": "GPT-5.5 Thinking", "gear": True},
    {"label": "GPT-5.5 Pro", "gear": True},
    {"label": "GPT-5.5 Instant"},
]
"""An older picker: one row for the three in the middle, and gears that open the efforts of their row."""


COUNTS_ESCAPES = """() => {
  globalThis.escapes = 0;
  const count = (event) => { if (event.isTrusted && event.key === "Escape") globalThis.escapes += 1; };
  addEventListener("keydown", count, true);
}"""


@asynccontextmanager
async def opened(chromium: str, **keys: Any) -> AsyncGenerator[tuple[Chat, Site]]:
    """A page with these keys of its site."""
    async with serve(scenario(keys, *ANSWERED)) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            with trio.fail_after(60):
                yield chat, site


async def clicked(chat: Chat, site: Site) -> dict[str, int]:
    """The clicks on what belongs to a picker, or looks like it."""
    return {name: count for name, count in (await made(chat.page.tab, site)).items() if name.split(":")[0] in OURS}


def selected(result: QueryResult) -> Selection:
    assert isinstance(result.selection, Selection)
    return result.selection


async def refused(chat: Chat, **request: Any) -> ProviderError:
    """It is refused as a mismatch, and not sent."""
    with pytest.raises(ProviderError) as caught:
        await chat.query("Please answer.", timeout=40, **request)
    error = caught.value
    assert (error.error_code, error.stage, error.retry_hint) == (
        "provider.model-mismatch",
        "provider-select-mode",
        "model-fallback",
    )
    assert "log in" not in error.message.lower()
    return error
