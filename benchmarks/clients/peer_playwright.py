"""playwright: asyncio, its own driver process in between. Its raw CDP session, the fastest way through it."""

# mypy: disable-error-code="import-not-found,import-untyped"
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# The client is installed in an environment of its own, where no type checker looks.

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import CDPSession, Page, async_playwright

from benchmarks.clients.tally import Tally
from benchmarks.measure import BINDING, Client, Job, run_asyncio

__all__ = ["connect"]


class Tab:
    def __init__(self, session: CDPSession) -> None:
        self._session = session

    async def evaluate(self, expression: str) -> object:
        reply = await self._session.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        return reply["result"].get("value")

    async def count_events(self, emit: str, count: int) -> None:
        tally = Tally(count)
        self._session.on("Runtime.bindingCalled", tally)
        await self._session.send("Runtime.enable")
        await self._session.send("Runtime.addBinding", {"name": BINDING})
        await self.evaluate(emit)
        await tally.wait()
        self._session.remove_listener("Runtime.bindingCalled", tally)


@asynccontextmanager
async def connect(job: Job) -> AsyncGenerator[Client]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(job.http)
        yield Tab(await _session(browser.contexts[0].pages, job.target_id))


async def _session(pages: list[Page], target_id: str) -> CDPSession:
    """A session on the page that is the given target; the newest page is tried first."""
    for page in reversed(pages):
        session = await page.context.new_cdp_session(page)
        info = await session.send("Target.getTargetInfo")
        if info["targetInfo"]["targetId"] == target_id:
            return session
        await session.detach()
    raise LookupError(target_id)


if __name__ == "__main__":
    run_asyncio(connect)
