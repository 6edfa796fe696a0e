"""nodriver: asyncio, a socket a tab, typed commands."""

# mypy: disable-error-code="import-not-found,import-untyped"
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# The client is installed in an environment of its own, where no type checker looks.

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import nodriver
from nodriver import cdp

from benchmarks.clients.tally import Tally
from benchmarks.measure import BINDING, Client, Job, run_asyncio

__all__ = ["connect"]


class Tab:
    def __init__(self, tab: nodriver.Tab) -> None:
        self._tab = tab

    async def evaluate(self, expression: str) -> object:
        value, _ = await self._tab.send(cdp.runtime.evaluate(expression, return_by_value=True))
        return value.value

    async def count_events(self, emit: str, count: int) -> None:
        tally = Tally(count)
        self._tab.handlers.pop(cdp.runtime.BindingCalled, None)
        self._tab.add_handler(cdp.runtime.BindingCalled, tally)
        await self._tab.send(cdp.runtime.enable())
        await self._tab.send(cdp.runtime.add_binding(BINDING))
        await self.evaluate(emit)
        await tally.wait()


@asynccontextmanager
async def connect(job: Job) -> AsyncGenerator[Client]:
    address = urlsplit(job.http)
    browser = await nodriver.Browser.create(host=address.hostname, port=address.port)
    [tab] = [tab for tab in browser.tabs if tab.target.target_id == job.target_id]
    yield Tab(tab)
    await tab.aclose()
    await browser.aclose()


if __name__ == "__main__":
    run_asyncio(connect)
