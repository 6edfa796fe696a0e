"""pydoll: asyncio, a socket for the browser and one a tab. Its connection layer: its tab class adds to each call."""

# mypy: disable-error-code="import-not-found,import-untyped"
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# The client is installed in an environment of its own, where no type checker looks.

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from pydoll.browser.chromium import Chrome
from pydoll.commands import RuntimeCommands
from pydoll.connection import ConnectionHandler

from benchmarks.clients.tally import Tally
from benchmarks.measure import BINDING, Client, Job, run_asyncio

__all__ = ["connect"]


class Tab:
    def __init__(self, handler: ConnectionHandler) -> None:
        self._handler = handler

    async def evaluate(self, expression: str) -> object:
        reply = await self._handler.execute_command(RuntimeCommands.evaluate(expression, return_by_value=True))
        return reply["result"]["result"].get("value")

    async def count_events(self, emit: str, count: int) -> None:
        tally = Tally(count)
        await self._handler.clear_callbacks()
        await self._handler.register_callback("Runtime.bindingCalled", tally)
        await self._handler.execute_command(RuntimeCommands.enable())
        await self._handler.execute_command(RuntimeCommands.add_binding(BINDING))
        await self.evaluate(emit)
        await tally.wait()


@asynccontextmanager
async def connect(job: Job) -> AsyncGenerator[Client]:
    browser = Chrome()
    await browser.connect(job.browser_ws)
    handler = ConnectionHandler(ws_address=job.page_ws)  # what its tab opens, too
    yield Tab(handler)
    await handler.close()
    await browser.close()


if __name__ == "__main__":
    run_asyncio(connect)
