"""What tests of the readers do with a page: change it, and see what an observation tells of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec

from cdpwebai.demosite import Scenario, Site, serve
from cdpwebai.page.tab import Tab
from cdpwebai.providers import provider
from cdpwebai.providers.chat import ChatObservation, Message, Turn
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Known, Reading

__all__ = ["LANGUAGES", "Chat", "demo_chat", "known", "scenario"]

T = TypeVar("T")

LANGUAGES = ("en", "ko", "ja", "zh", "de")

RESET = """() => {
  globalThis.original ??= document.body.innerHTML;
  document.title = "chat";
  document.body.innerHTML = original;
  history.replaceState({}, "", "/chat-page.html");
}"""


def known(reading: Reading[T]) -> T:
    """The value of a reading that must be known."""
    assert isinstance(reading, Known), reading
    return reading.value


class Chat:
    """One page, at its own address. ``page`` is what flows see of it."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.page = ChatPage(tab, provider("demo", demo_url=tab.url))

    async def change(self, script: str) -> None:
        """Run statements in the page's own world."""
        await self.tab.call_function(f"() => {{ {script} }}")

    async def see(self) -> ChatObservation:
        """One look."""
        return await self.page.observe()

    async def press_send(self) -> None:
        """Press Send with what stands in the composer now."""
        written = (await self.see()).written
        assert written is not None
        await self.page.press_send(written)

    async def set_up(self, script: str = "") -> ChatObservation:
        """The page as it was loaded, changed by statements, in one look."""
        await self.tab.call_function(RESET)
        await self.change(script)
        return await self.see()

    async def turns(self) -> list[tuple[str, Turn]]:
        """The conversation as it is told now."""
        return [*known((await self.see()).turns)]

    async def messages(self) -> list[Message]:
        """All messages of all turns."""
        return [message for _, turn in await self.turns() for message in turn.messages]


def scenario(site: dict[str, Any] | None = None, *steps: dict[str, Any], **keys: Any) -> Scenario:
    """A scenario with these keys of its site, and these steps after each send."""

    data: dict[str, Any] = {
        "schema": 1,
        "name": "readers",
        "site": site or {},
        "replies": [list(steps)] if steps else [],
    }
    return msgspec.convert(data | keys, Scenario)


@asynccontextmanager
async def demo_chat(tab: Tab, played: Scenario, path: str = "") -> AsyncGenerator[tuple[Chat, Site]]:
    """The demo site's page for a scenario, loaded."""

    async def on_tab_step(what: str) -> None:
        """The tab stays: what these tests look at is the page."""

    async with serve(played, on_tab_step=on_tab_step) as site:
        await tab.navigate(site.url.rstrip("/") + (path or played.address or "/"))
        yield Chat(tab), site
