"""A chat page under observation: one that is built for these tests, and the demo site's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from cdpwebai.cdp import Session
from cdpwebai.page.tab import Tab
from cdpwebai.providers.chatgpt import chatgpt
from tests.browser.providers.support import Chat


@pytest.fixture
async def tab(session: Session) -> AsyncIterator[Tab]:
    """A fresh tab with the provider's library."""
    async with Tab.open(session, library=chatgpt().library) as tab:
        yield tab


@pytest.fixture
async def chat(tab: Tab, page_url: Callable[..., str]) -> Chat:
    """``tests/pages/chat-page.html``: one question, its answer, an empty composer, nothing else."""
    await tab.navigate(page_url("chat-page.html"))
    return Chat(tab)
