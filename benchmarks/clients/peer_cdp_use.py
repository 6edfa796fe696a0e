"""cdp-use: asyncio, one socket, plain dicts."""

# mypy: disable-error-code="import-not-found,import-untyped"
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# The client is installed in an environment of its own, where no type checker looks.

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from cdp_use.client import CDPClient

from benchmarks.clients.tally import Tally
from benchmarks.measure import BINDING, Client, Job, run_asyncio

__all__ = ["connect"]


class Tab:
    def __init__(self, client: CDPClient, session_id: str) -> None:
        self._client, self._session_id = client, session_id

    async def evaluate(self, expression: str) -> object:
        reply = await self._client.send.Runtime.evaluate(
            {"expression": expression, "returnByValue": True}, session_id=self._session_id
        )
        return reply["result"].get("value")

    async def count_events(self, emit: str, count: int) -> None:
        tally = Tally(count)
        self._client.register.Runtime.bindingCalled(tally)
        await self._client.send.Runtime.enable(session_id=self._session_id)
        await self._client.send.Runtime.addBinding({"name": BINDING}, session_id=self._session_id)
        await self.evaluate(emit)
        await tally.wait()


@asynccontextmanager
async def connect(job: Job) -> AsyncGenerator[Client]:
    async with CDPClient(job.browser_ws) as client:
        reply = await client.send.Target.attachToTarget({"targetId": job.target_id, "flatten": True})
        yield Tab(client, reply["sessionId"])


if __name__ == "__main__":
    run_asyncio(connect)
