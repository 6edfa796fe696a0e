"""Which browser an operation talks to: one that is named, the shared one, a private one, or a recorded one.

Row 7. The order: ``cdp``, else CDPWEBAI_CDP, else the shared browser that ``browser start`` left running, else a
private one that is started for the operation and ended with it. A trace to record goes between us and whichever it is;
a trace to replay takes its place, and then no browser is touched.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cdpwebai.browser import browser as browsers
from cdpwebai.browser.shared import have_shared, running_shared
from cdpwebai.cdp import open_connection
from cdpwebai.trace import Header, Trace, recorded, replaying
from cdpwebai.transport.base import Transport

__all__ = ["Where", "open_browser"]


@dataclass(frozen=True)
class Where:
    """Where an operation runs.

    ``cdp``: the endpoint to attach to, as ``attach`` takes it; ``headers`` go with its hand-shake. ``headless`` and
    ``profile`` are for a private browser; ``shared``: start the shared one, with a window, rather than a private one.
    ``record``: the file to write a trace to, with ``header``. ``replay``: the trace that plays the browser.
    ``transport``: makes what the browser is spoken to through, in place of all of these, for each operation anew;
    ``cdp`` only names it then, as where to come back to.
    """

    cdp: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    headless: bool = True
    profile: str | None = None
    shared: bool = False
    record: Path | None = None
    header: Header = field(default_factory=Header)
    replay: Trace | None = None
    transport: Callable[[], Transport] | None = None


@asynccontextmanager
async def open_browser(where: Where, *, timeout: float = 30.0) -> AsyncGenerator[browsers.Browser, None]:
    """The browser of ``where`` for the block; ended with it when it is a private one. ``timeout`` in seconds.

    Raises what ``attach`` and ``launch`` raise; TraceError and ReplayDivergence in replay.
    """
    if where.transport is not None:
        async with open_connection(where.transport()) as connection:
            yield browsers.Browser(connection, endpoint=where.cdp)
        return
    if where.replay is not None:
        async with _replayed(where.replay) as browser:
            yield browser
        return
    endpoint = where.cdp or os.environ.get("CDPWEBAI_CDP") or await _shared_endpoint(where, timeout)
    tap = _tap(where)
    if endpoint:
        async with browsers.attach(endpoint, headers=where.headers, timeout=timeout, tap=tap) as browser:
            yield browser
    else:
        async with browsers.launch(headless=where.headless, profile=where.profile, timeout=timeout, tap=tap) as browser:
            yield browser


@asynccontextmanager
async def _replayed(trace: Trace) -> AsyncGenerator[browsers.Browser, None]:
    """A recorded browser. One that was started for the recording was asked to end with it, so it is asked again; one
    that was not has an endpoint to come back to."""
    ends = any(row.d == ">" and b'"Browser.close"' in row.message for row in trace.rows)
    async with replaying(trace) as transport, open_connection(transport, name="replay") as connection:
        yield browsers.Browser(connection, endpoint="" if ends else trace.name)
        if ends:
            await browsers.ask_to_close(connection)


async def _shared_endpoint(where: Where, timeout: float) -> str:
    browser = await (have_shared(timeout=timeout) if where.shared else running_shared())
    return "" if browser is None else browser.address


def _tap(where: Where) -> browsers.Tap | None:
    path = where.record
    return None if path is None else lambda transport: recorded(transport, path, where.header)
