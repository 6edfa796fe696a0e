"""Runs ``async def`` tests and ``async def`` fixtures under trio: as much of a plugin as this suite needs.

One test is one ``trio.run``, on the clock among its fixtures if there is one. Async fixtures are entered inside that
run, in pytest's order, and left in reverse: a fixture that yields from inside ``async with`` behaves as if the test
had written the ``async with`` itself, cancel scopes and nurseries included. They are therefore function-scoped; what
outlives a test (a browser process) must be a plain fixture. Only async tests and async fixtures may ask for them.

Two rules are enforced here for every async test: it ends within REAL_SECONDS of real time, whatever its clock says,
and it enters no thread while it runs on a MockClock (the clock would jump while the thread works).
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
import trio
import trio.testing
from _pytest.fixtures import SubRequest

__all__ = ["REAL_SECONDS", "AsyncFixture", "NoThreads", "autojump_clock", "mock_clock", "run_async"]

REAL_SECONDS = 60.0
"""How long an async test may take by the wall clock. It bounds a hang; it measures nothing."""


@dataclass(frozen=True)
class AsyncFixture:
    """Stands for the value of an async fixture until the test's own run can make it."""

    function: Callable[..., Any]
    arguments: dict[str, Any]

    def entered(self, known: dict[int, Any]) -> AbstractAsyncContextManager[Any]:
        arguments = _resolved(self.arguments, known)
        if inspect.isasyncgenfunction(self.function):
            return asynccontextmanager(self.function)(**arguments)
        return _returned(self.function, arguments)


@asynccontextmanager
async def _returned(function: Callable[..., Any], arguments: dict[str, Any]) -> AsyncGenerator[Any]:
    yield await function(**arguments)


def _resolved(arguments: dict[str, Any], known: dict[int, Any]) -> dict[str, Any]:
    return {name: known[id(value)] if isinstance(value, AsyncFixture) else value for name, value in arguments.items()}


@dataclass(eq=False)
class NoThreads(trio.abc.Instrument):
    """Notes each task that leaves a step while a worker thread is at work. Only used where time is virtual."""

    offenders: list[str] = field(default_factory=list[str])

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        if trio.testing.active_thread_count():
            self.offenders.append(task.name)


def run_async(
    test: Callable[..., Any],
    arguments: dict[str, Any],
    fixtures: Iterable[AsyncFixture] = (),
    clock: trio.abc.Clock | None = None,
    *,
    real_seconds: float = REAL_SECONDS,
) -> None:
    """Run one async test; raises what it raises, and AssertionError when it broke one of the two rules."""
    guard = NoThreads()
    instruments = [guard] if isinstance(clock, trio.testing.MockClock) else []

    async def bounded() -> None:
        with trio.CancelScope() as scope:
            token = trio.lowlevel.current_trio_token()
            alarm = threading.Timer(real_seconds, _cancel, (token, scope))
            alarm.daemon = True
            alarm.start()
            try:
                await _with_fixtures(test, arguments, fixtures)
            finally:
                alarm.cancel()
        if scope.cancelled_caught:
            raise AssertionError(f"the test was still running after {real_seconds:g} s of real time")

    trio.run(bounded, clock=clock, instruments=instruments, strict_exception_groups=True)
    if guard.offenders:
        raise AssertionError(f"a worker thread was entered in virtual time, in task {guard.offenders[0]}")


async def _with_fixtures(test: Callable[..., Any], arguments: dict[str, Any], fixtures: Iterable[AsyncFixture]) -> None:
    known: dict[int, Any] = {}
    async with AsyncExitStack() as stack:
        for fixture in fixtures:
            known[id(fixture)] = await stack.enter_async_context(fixture.entered(known))
        await test(**_resolved(arguments, known))


def _cancel(token: trio.lowlevel.TrioToken, scope: trio.CancelScope) -> None:
    with suppress(trio.RunFinishedError):  # the test ended while the alarm rang
        token.run_sync_soon(scope.cancel)


def _is_async(function: Callable[..., Any]) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: SubRequest) -> object | None:
    arguments = {name: request.getfixturevalue(name) for name in fixturedef.argnames}
    if not _is_async(fixturedef.func):
        awaited = [name for name, value in arguments.items() if isinstance(value, AsyncFixture)]
        assert not awaited, f"the plain fixture {fixturedef.argname} cannot use the async fixture {awaited[0]}"
        return None
    assert fixturedef.scope == "function", f"the async fixture {fixturedef.argname} must be function-scoped"
    value = AsyncFixture(fixturedef.func, arguments)
    fixturedef.cached_result = (value, fixturedef.cache_key(request), None)
    return value


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    values: dict[str, Any] = pyfuncitem.funcargs
    fixtures = [value for value in values.values() if isinstance(value, AsyncFixture)]
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        assert not fixtures, f"{pyfuncitem.name} is no async test, so it cannot use an async fixture"
        return None
    clocks = [value for value in values.values() if isinstance(value, trio.abc.Clock)]
    assert len(clocks) <= 1, f"{pyfuncitem.name} has two clocks"
    arguments = {name: values[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    run_async(pyfuncitem.obj, arguments, _in_order(fixtures), clocks[0] if clocks else None)
    return True


def _in_order(fixtures: Iterable[AsyncFixture]) -> list[AsyncFixture]:
    """Each after those that it uses."""
    ordered: dict[int, AsyncFixture] = {}

    def add(fixture: AsyncFixture) -> None:
        for value in fixture.arguments.values():
            if isinstance(value, AsyncFixture):
                add(value)
        ordered.setdefault(id(fixture), fixture)

    for fixture in fixtures:
        add(fixture)
    return list(ordered.values())


@pytest.fixture
def mock_clock() -> trio.testing.MockClock:
    """Virtual time that the test moves itself, with ``mock_clock.jump(seconds)``."""
    return trio.testing.MockClock()


@pytest.fixture
def autojump_clock() -> trio.testing.MockClock:
    """Virtual time that jumps to the next deadline as soon as every task waits."""
    return trio.testing.MockClock(autojump_threshold=0)
