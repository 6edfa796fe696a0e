"""Starts that come to nothing: the error says why in the program's own words, and nothing is left running."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from cdpwebai.browser.browser import launch
from cdpwebai.browser.launch import launch_failure
from cdpwebai.browser.process import TERM_SECONDS, running
from cdpwebai.browser.processes import group_members, identify, wait_group_gone
from cdpwebai.errors import BrowserError, BrowserInUse, BrowserLaunchFailed
from tests.browser.launch.support import fresh_profiles, program, wait_until, written
from tests.manifest import proves

WITH_CHILD = "sleep 600 & echo $$ $! > {pids}; wait"
STUBBORN = "trap '' TERM; sleep 600 & echo $$ $! > {pids}; while true; do sleep 600; done"


async def failure(browser: Path, *, pipe: bool, timeout: float = 30) -> BrowserError:
    with pytest.raises(BrowserError) as caught:
        async with launch(executable=browser, pipe=pipe, timeout=timeout):
            raise AssertionError("it cannot have become ready")
    assert fresh_profiles() == []
    return caught.value


@pytest.mark.parametrize("pipe", [True, False])
async def test_a_program_that_ends_at_once_is_reported_with_its_status_and_its_words(
    tmp_path: Path, pipe: bool
) -> None:
    error = await failure(program(tmp_path, "echo no screen of mine >&2; exit 7"), pipe=pipe)
    assert type(error) is BrowserLaunchFailed
    assert "exited with status 7 before it was ready" in error.message
    assert error.message.endswith("It said:\nno screen of mine")
    assert (error.evidence["exitStatus"], error.exit_code) == (7, 5)


@pytest.mark.parametrize("pipe", [True, False])
async def test_a_program_that_is_no_browser_is_reported_when_its_time_is_over(tmp_path: Path, pipe: bool) -> None:
    error = await failure(program(tmp_path, "echo waiting >&2; sleep 600"), pipe=pipe, timeout=2)
    assert "was not ready within 2 s" in error.message
    assert error.message.endswith("waiting")


@proves("oracle.I6")
async def test_chromiums_status_for_a_profile_in_use_is_said_as_that(tmp_path: Path) -> None:
    error = await failure(program(tmp_path, "exit 21"), pipe=True)
    assert type(error) is BrowserInUse


@pytest.mark.parametrize("pipe", [True, False])
async def test_what_cannot_be_run_is_said_with_its_name(tmp_path: Path, pipe: bool) -> None:
    error = await failure(tmp_path / "absent", pipe=pipe)
    assert type(error) is BrowserLaunchFailed
    assert str(tmp_path / "absent") in error.message


async def test_a_flood_of_output_neither_stops_the_program_nor_fills_the_error(tmp_path: Path) -> None:
    flood = program(tmp_path, "yes 'a line of output' | head -c 1000000 >&2; echo the last >&2; exit 1")
    error = await failure(flood, pipe=True)
    assert error.message.endswith("the last")
    assert len(error.message) < 6000


async def test_words_that_were_not_read_yet_at_the_end_are_waited_for(tmp_path: Path) -> None:
    async with running([str(program(tmp_path, "echo last words >&2; exit 7"))], stdin=-3, stdout=-3) as process:
        while identify(process.pid) is not None:
            pass  # no other task runs until it has ended
        error = await launch_failure(process, 1)
    assert error.message.endswith("It said:\nlast words")


@proves("report.A61")
@pytest.mark.parametrize("pipe", [True, False])
@pytest.mark.parametrize("script", [WITH_CHILD, STUBBORN])
async def test_a_cancelled_start_ends_at_once_with_no_process_left(tmp_path: Path, script: str, pipe: bool) -> None:
    pids = tmp_path / "pids"
    browser = program(tmp_path, script.format(pids=pids))
    cancelled: list[float] = []

    async def cancel() -> None:
        await wait_until(lambda: written(pids))
        cancelled.append(trio.current_time())
        scope.cancel()

    with trio.CancelScope() as scope:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(cancel)
            async with launch(executable=browser, pipe=pipe):
                raise AssertionError("it cannot have become ready")
    assert scope.cancelled_caught
    assert trio.current_time() - cancelled[0] < TERM_SECONDS, "only a browser that was ready gets that long"
    left = [identify(int(pid)) for pid in written(pids).split()]
    assert left == [None, None]
    assert fresh_profiles() == []


async def test_a_program_that_ignores_sigterm_is_killed_with_its_children(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = [str(program(tmp_path, STUBBORN.format(pids=pids)))]
    async with running(command, stdin=-3, stdout=-3) as process:
        await wait_until(lambda: written(pids))
        await process.end()
        assert process.describe_exit() == "was ended by SIGKILL"
        assert group_members(process.pid) == []


async def test_a_program_that_heeds_sigterm_is_not_killed(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    script = f"trap 'echo goodbye >&2; exit 3' TERM; echo > {ready}; while true; do sleep 0.01; done"
    async with running([str(program(tmp_path, script))], stdin=-3, stdout=-3) as process:
        await wait_until(lambda: written(ready))
        process.ready = True
        await process.end()
        assert process.describe_exit() == "exited with status 3"
        await process.wait_silent()
        assert process.said.endswith("goodbye")


async def test_children_are_ended_as_soon_as_the_browser_itself_has_ended(tmp_path: Path) -> None:
    async with running([str(program(tmp_path, "sleep 600 & exit 5"))], stdin=-3, stdout=-3) as process:
        assert await process.wait() == 5
        with trio.fail_after(30):
            await process.wait_silent()  # the child held its stderr
        wait_group_gone(process.pid)
        assert group_members(process.pid) == []
