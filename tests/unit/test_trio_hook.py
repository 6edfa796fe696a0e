"""The suite's own floor: async tests and fixtures, virtual time, the two rules, and the search for leaks."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import trio
import trio.testing

from tests.leaks import leaked_folders, leaked_processes, wait_leaked_processes
from tests.trio_hook import run_async

steps: list[str] = []


@pytest.fixture
async def number() -> int:
    await trio.lowlevel.checkpoint()
    return 7


@pytest.fixture
async def inbox(number: int) -> AsyncIterator[trio.MemoryReceiveChannel[int]]:
    """A fixture with a task in the background that outlives its own yield."""
    send, receive = trio.open_memory_channel[int](0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_keep_sending, send, number)
        steps.append("open")
        yield receive
        steps.append("close")
        nursery.cancel_scope.cancel()


async def _keep_sending(send: trio.MemorySendChannel[int], number: int) -> None:
    async with send:
        while True:
            await send.send(number)


async def test_an_async_fixture_lives_in_the_run_of_its_test(inbox: trio.MemoryReceiveChannel[int]) -> None:
    assert await inbox.receive() == 7
    assert await inbox.receive() == 7
    assert steps[-1] == "open"


def test_an_async_fixture_was_left_with_its_test() -> None:
    assert steps[-1] == "close"


async def test_ten_virtual_minutes_pass_at_once(autojump_clock: trio.testing.MockClock) -> None:
    began = trio.current_time()
    await trio.sleep(600)
    assert trio.current_time() - began == 600


async def test_virtual_time_moves_only_by_hand_without_autojump(mock_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep, 5)
        await trio.testing.wait_all_tasks_blocked()
        assert trio.current_time() == 0
        mock_clock.jump(5)


async def _raises() -> None:
    raise KeyError("mine")


async def _waits_for_ever() -> None:
    await trio.sleep_forever()


async def _spins_for_ever() -> None:
    for _ in itertools.count():
        await trio.sleep(3600)


async def _uses_a_thread() -> None:
    await trio.to_thread.run_sync(int, limiter=trio.CapacityLimiter(1))


async def _reads_a_file() -> None:
    await trio.Path(__file__).exists()


def test_what_a_test_raises_comes_out_unwrapped() -> None:
    with pytest.raises(KeyError, match="mine"):
        run_async(_raises, {})


@pytest.mark.parametrize("clock", [None, trio.testing.MockClock(autojump_threshold=0)])
@pytest.mark.parametrize("test", [_waits_for_ever, _spins_for_ever])
def test_a_hanging_test_ends_whatever_its_clock(test: Callable[..., object], clock: trio.abc.Clock | None) -> None:
    with pytest.raises(AssertionError, match=r"still running after 0\.05 s"):
        run_async(test, {}, clock=clock, real_seconds=0.05)


@pytest.mark.parametrize("test", [_uses_a_thread, _reads_a_file])
def test_a_thread_in_virtual_time_fails_the_test(test: Callable[..., object]) -> None:
    with pytest.raises(AssertionError, match="a worker thread was entered in virtual time"):
        run_async(test, {}, clock=trio.testing.MockClock())


@pytest.mark.parametrize("test", [_uses_a_thread, _reads_a_file])
def test_a_thread_in_real_time_is_fine(test: Callable[..., object]) -> None:
    run_async(test, {})  # does not raise


def test_each_test_has_a_home_of_its_own_and_no_proxy(tmp_path: Path) -> None:
    assert os.environ["CDPWEBAI_HOME"].startswith(str(tmp_path))
    assert not [name for name in os.environ if name.lower().endswith("_proxy")]
    assert Path.home().is_relative_to(tempfile.gettempdir())


def test_a_process_that_was_left_is_found_by_its_environment_until_it_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env={"HOME": str(tmp_path)}) as child:
        end = time.monotonic() + 10
        while not (found := leaked_processes(str(tmp_path))) and time.monotonic() < end:
            time.sleep(0.01)  # for a moment after its start a process has no environment to be read
        assert found.keys() == {child.pid}
        child.communicate(b"\n")
    assert wait_leaked_processes(str(tmp_path)) == {}


def test_a_temp_folder_of_the_library_that_was_left_is_found(tmp_path: Path) -> None:
    (tmp_path / "other-1").mkdir()
    (tmp_path / "cdpwebai-profile-1").mkdir()
    assert leaked_folders(tmp_path) == [tmp_path / "cdpwebai-profile-1"]


BAD_SUITE = """
import os, pathlib, pytest, subprocess, sys, tempfile

@pytest.fixture
async def late(): return 1

@pytest.fixture
def plain(late): return late

@pytest.fixture(scope="module")
async def long_lived(): return 1

def test_plain_test(late): pass
async def test_plain_fixture(plain): pass
async def test_scope(long_lived): pass
async def test_two_clocks(mock_clock, autojump_clock): pass
async def test_body_runs(late): assert late == 2

def test_leak():
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    tempfile.mkdtemp(prefix="cdpwebai-")
"""

FINE_SUITE = """
import pytest

@pytest.fixture
async def late(): return 1

async def test_fine(late): assert late == 1
"""


def run_suite(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_suite.py").write_text(source, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        *options,
        "test_suite.py",
    ]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_misuse_is_named_and_what_is_left_behind_fails_the_run(tmp_path: Path) -> None:
    ended = run_suite(tmp_path, BAD_SUITE)
    assert ended.returncode == pytest.ExitCode.TESTS_FAILED
    for sentence in (
        "test_plain_test is no async test, so it cannot use an async fixture",
        "the plain fixture plain cannot use the async fixture late",
        "the async fixture long_lived must be function-scoped",
        "test_two_clocks has two clocks",
        "assert 1 == 2",
        "left behind by the tests",
        "-c import time; time.sleep(60)",
        "temp folder ",
        "3 failed, 1 passed, 2 errors",
    ):
        assert sentence in ended.stdout, ended.stdout


def test_a_suite_that_leaves_nothing_passes(tmp_path: Path) -> None:
    ended = run_suite(tmp_path, FINE_SUITE)
    assert ended.returncode == 0, ended.stdout
    assert "left behind" not in ended.stdout


ENDED_SUITE = """
import os, pytest, signal, trio

@pytest.fixture(scope="session")
def held():
    yield
    print("let go")

async def test_ended(held):
    os.kill(os.getpid(), signal.SIGTERM)
    await trio.sleep_forever()
"""


def test_a_run_that_is_told_to_end_tidies_up_first(tmp_path: Path) -> None:
    ended = run_suite(tmp_path, ENDED_SUITE, "-s")
    assert ended.returncode == pytest.ExitCode.INTERRUPTED, ended.stdout
    assert "let go" in ended.stdout
