"""The measuring itself: the same calls, counted the same way, for every client.

Runs inside the client's process and environment, so it needs nothing but the standard library. It knows no client: an
adapter of ``benchmarks/clients`` hands it a ``Client`` and it prints one line of JSON (see ``run_asyncio``,
``run_trio``, ``run_blocking``). ``run`` starts those processes and ``report`` reads the figures.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

__all__ = [
    "BINDING",
    "Client",
    "Connect",
    "Job",
    "measure",
    "run_asyncio",
    "run_blocking",
    "run_trio",
]

TINY = "1 + 1"
BINDING = "bench"
"""The name of the page function whose calls arrive as Runtime.bindingCalled events."""

_WARM_UP = 100
_PAYLOAD = 100  # bytes of text in one event


class Job(NamedTuple):
    """What one client is to do, and where. ``read_fd`` and ``write_fd`` are those of a pipe client, otherwise -1."""

    http: str
    browser_ws: str
    page_ws: str
    target_id: str
    read_fd: int
    write_fd: int
    calls: int = 1000
    flood: int = 6400
    width: int = 64
    big: int = 10_000_000
    big_times: int = 5
    events: int = 20_000


class Client(Protocol):
    """One tab, as each adapter offers it."""

    async def evaluate(self, expression: str) -> object:
        """The value of a JavaScript expression, returned by value."""
        ...

    async def count_events(self, emit: str, count: int) -> None:
        """Evaluate ``emit``; return when ``count`` Runtime.bindingCalled events went through a user's handler."""
        ...


Connect: TypeAlias = Callable[[Job], AbstractAsyncContextManager[Client]]
Flood: TypeAlias = Callable[[Client, int, int], Awaitable[None]]


class _Stopwatch:
    """Wall time, and CPU time of this process and its helpers (playwright's driver is one), in seconds."""

    def __init__(self, helpers: list[int]) -> None:
        self._clocks = [_cpu_clock(pid) for pid in helpers]
        self._wall, self._cpu = time.perf_counter(), self._cpu_now()

    def _cpu_now(self) -> float:
        return time.process_time() + sum(time.clock_gettime(clock) for clock in self._clocks)

    def lap(self) -> tuple[float, float]:
        """(wall, CPU) since the last lap."""
        wall, cpu = time.perf_counter(), self._cpu_now()
        passed = wall - self._wall, cpu - self._cpu
        self._wall, self._cpu = wall, cpu
        return passed


def _cpu_clock(pid: int) -> int:
    """Linux's clock of another process's CPU time (clock_getcpuclockid(3), spelt out)."""
    return (~pid << 3) | 2


def _status(pid: int, field: str) -> int:
    """A number out of /proc/PID/status."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1])
    raise LookupError(field)


def _helpers() -> list[int]:
    """The processes below this one. No adapter starts a browser, so all of them are the client's own."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and entry.exists():
            parents[int(entry.name)] = _status(int(entry.name), "PPid")
    found = [os.getpid()]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found[1:]


async def measure(job: Job, connect: Connect, flood: Flood) -> dict[str, float]:
    """Every figure but those of the import; the keys are those of ``figures.MEASURES``."""
    began = time.perf_counter()
    async with connect(job) as client:
        await _expect(client, TINY, 2)
        figures = {"connect_ms": (time.perf_counter() - began) * 1e3}
        helpers = _helpers()
        figures |= await _sequential(client, job, _Stopwatch(helpers))
        figures |= await _together(client, job, flood, _Stopwatch(helpers))
        figures |= await _big(client, job, _Stopwatch(helpers))
        figures |= await _events(client, job, _Stopwatch(helpers))
        figures["peak_mb"] = sum(_status(pid, "VmHWM") for pid in [os.getpid(), *helpers]) / 1024
    return figures


async def _expect(client: Client, expression: str, value: object) -> None:
    seen = await client.evaluate(expression)
    if seen != value:
        raise AssertionError(f"{expression} gave {seen!r:.80}, not {value!r:.80}")


async def _sequential(client: Client, job: Job, watch: _Stopwatch) -> dict[str, float]:
    for _ in range(_WARM_UP):
        await client.evaluate(TINY)
    times: list[float] = []
    watch.lap()
    for _ in range(job.calls):
        began = time.perf_counter()
        await client.evaluate(TINY)
        times.append(time.perf_counter() - began)
    _, cpu = watch.lap()
    p95 = statistics.quantiles(times, n=20)[-1]
    return {"p50_us": statistics.median(times) * 1e6, "p95_us": p95 * 1e6, "call_cpu_us": cpu / job.calls * 1e6}


async def _together(client: Client, job: Job, flood: Flood, watch: _Stopwatch) -> dict[str, float]:
    await flood(client, job.width * 10, job.width)
    watch.lap()
    await flood(client, job.flood, job.width)
    wall, cpu = watch.lap()
    return {"flood_per_s": job.flood / wall, "flood_cpu_us": cpu / job.flood * 1e6}


async def _big(client: Client, job: Job, watch: _Stopwatch) -> dict[str, float]:
    laps: list[tuple[float, float]] = []
    for _ in range(job.big_times):
        watch.lap()
        value = await client.evaluate(f"'x'.repeat({job.big})")
        laps.append(watch.lap())
        if not isinstance(value, str) or len(value) != job.big:
            raise AssertionError(f"{job.big} characters asked, not got")
        del value
    walls, cpus = zip(*laps, strict=True)
    return {"big_ms": statistics.median(walls) * 1e3, "big_cpu_ms": statistics.median(cpus) * 1e3}


async def _events(client: Client, job: Job, watch: _Stopwatch) -> dict[str, float]:
    await client.count_events(_emit(_WARM_UP), _WARM_UP)
    watch.lap()
    await client.count_events(_emit(job.events), job.events)
    wall, cpu = watch.lap()
    return {"events_per_s": job.events / wall, "event_cpu_us": cpu / job.events * 1e6}


def _emit(count: int) -> str:
    return f"for (let i = 0; i < {count}; i++) {BINDING}('x'.repeat({_PAYLOAD}))"


async def _asyncio_flood(client: Client, calls: int, width: int) -> None:
    import asyncio

    async def worker() -> None:
        for _ in range(calls // width):
            await client.evaluate(TINY)

    await asyncio.gather(*(worker() for _ in range(width)))


async def _trio_flood(client: Client, calls: int, width: int) -> None:
    import trio

    async def worker() -> None:
        for _ in range(calls // width):
            await client.evaluate(TINY)

    async with trio.open_nursery() as nursery:
        for _ in range(width):
            nursery.start_soon(worker)


def _job() -> Job:
    return Job(**json.loads(sys.argv[1]))


def _print(figures: dict[str, float]) -> None:
    print(json.dumps(figures), flush=True)


def run_asyncio(connect: Connect) -> None:
    """Measure an asyncio client."""
    import asyncio

    _print(asyncio.run(measure(_job(), connect, _asyncio_flood)))


def run_trio(connect: Connect) -> None:
    """Measure a trio client."""
    import trio

    _print(trio.run(measure, _job(), connect, _trio_flood))


def run_blocking(connect: Connect, flood: Flood) -> None:
    """Measure a client whose coroutines block and never suspend."""
    _print(_result(measure(_job(), connect, flood)))


def _result(coroutine: Coroutine[object, None, dict[str, float]]) -> dict[str, float]:
    try:
        coroutine.send(None)
    except StopIteration as stop:
        figures: dict[str, float] = stop.value
        return figures
    raise AssertionError("a blocking client suspended")
