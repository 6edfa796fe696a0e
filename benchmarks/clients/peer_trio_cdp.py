"""trio-chrome-devtools-protocol: trio, one socket, typed commands, channels of events."""

# mypy: disable-error-code="import-not-found,import-untyped"
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
# The client is installed in an environment of its own, where no type checker looks.

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import cdp
import trio_cdp

from benchmarks.measure import BINDING, Client, Job, run_trio

__all__ = ["connect"]


class Tab:
    def __init__(self, session: trio_cdp.CdpSession) -> None:
        self._session = session

    async def evaluate(self, expression: str) -> object:
        value, _ = await self._session.execute(cdp.runtime.evaluate(expression, return_by_value=True))
        return value.value

    async def count_events(self, emit: str, count: int) -> None:
        await self._session.execute(cdp.runtime.enable())
        await self._session.execute(cdp.runtime.add_binding(BINDING))
        async with self._session.listen(cdp.runtime.BindingCalled, buffer_size=count) as events:  # drops what is over
            await self.evaluate(emit)
            seen = 0
            async for _ in events:
                seen += 1
                if seen == count:
                    return


@asynccontextmanager
async def connect(job: Job) -> AsyncGenerator[Client]:
    async with trio_cdp.open_cdp(job.browser_ws) as connection:
        async with connection.open_session(cdp.target.TargetID(job.target_id)) as session:
            yield Tab(session)


if __name__ == "__main__":
    run_trio(connect)
