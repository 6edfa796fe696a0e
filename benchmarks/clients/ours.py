"""cdpwebai: trio, one socket or pipe, typed commands, subscriptions."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from benchmarks.measure import BINDING, Client, Job, run_trio
from cdpwebai.cdp.connection import open_connection
from cdpwebai.cdp.domains import runtime
from cdpwebai.cdp.session import Session
from cdpwebai.transport.base import Transport
from cdpwebai.transport.pipe import PipeTransport
from cdpwebai.transport.websocket import connect_websocket

__all__ = ["connect"]


class Tab:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def evaluate(self, expression: str) -> object:
        reply = await self._session.call(runtime.Evaluate(expression=expression, return_by_value=True))
        return reply.result.value

    async def count_events(self, emit: str, count: int) -> None:
        await self._session.call(runtime.Enable())
        await self._session.call(runtime.AddBinding(name=BINDING))
        async with self._session.subscribe(runtime.BindingCalled, buffer=count) as events:
            await self.evaluate(emit)
            seen = 0
            async for _ in events:
                seen += 1
                if seen == count:
                    return


async def _transport(job: Job) -> Transport:
    if job.read_fd >= 0:
        return PipeTransport(job.read_fd, job.write_fd)
    return await connect_websocket(job.browser_ws)


@asynccontextmanager
async def connect(job: Job) -> AsyncGenerator[Client]:
    async with open_connection(await _transport(job)) as connection:
        yield Tab(await connection.attach(job.target_id))


if __name__ == "__main__":
    run_trio(connect)
