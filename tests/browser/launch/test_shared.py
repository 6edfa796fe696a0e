"""The browser that our commands share: started once, found again, believed only while it is the one that was noted."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.browser.browser import attach, launch
from cdpwebai.browser.home import home_folder
from cdpwebai.browser.processes import group_members, is_running, users_of_profile
from cdpwebai.browser.shared import SharedBrowser, have_shared, shared_state, start_shared, stop_shared
from cdpwebai.errors import BrowserInUse, BrowserLaunchFailed, DisplayMissing, InputError, Unreachable
from tests.browser.launch.support import program, wait_until, written
from tests.manifest import proves


@pytest.fixture
async def shared() -> AsyncIterator[SharedBrowser]:
    browser = await start_shared(headless=True)
    try:
        yield browser
    finally:
        await stop_shared()


def note() -> Path:
    return home_folder() / "browser.json"


def change(**members: Any) -> dict[str, Any]:
    """Change the note; returns what stood there."""
    told: dict[str, Any] = json.loads(note().read_text())
    note().write_text(json.dumps(told | members))
    return told


async def test_it_is_started_once_found_again_and_stopped_for_good(shared: SharedBrowser) -> None:
    assert note().stat().st_mode & 0o777 == 0o600
    assert shared.address.startswith("ws://127.0.0.1:")
    state = await shared_state()
    assert (state.state, state.browser) == ("running", shared)

    async with attach(shared.address) as browser:
        assert (await browser.version()).product
    with pytest.raises(BrowserInUse, match=f"runs already, pid {shared.pid}"):
        await start_shared(headless=True)
    with pytest.raises(BrowserInUse, match=f"in use by pid {shared.pid}"):
        async with launch(profile="default"):
            raise AssertionError
    assert (await shared_state()).state == "running"

    assert await stop_shared() == shared
    assert not is_running(shared.key)
    assert group_members(shared.pid) == []
    assert not note().exists()
    assert await stop_shared() is None
    assert (await shared_state()).state == "none"


async def test_the_note_counts_only_while_process_and_browser_agree_with_it(
    shared: SharedBrowser, chromium: str
) -> None:
    told = change(started="another start")
    state = await shared_state()
    assert (state.state, state.browser) == ("none", None)
    assert f"pid {shared.pid}, has ended" in state.reason

    other = chromium.rpartition("/")[0] + "/00000000-0000-4000-8000-000000000000"
    change(started=told["started"], address=other)
    state = await shared_state()
    assert state.state == "unresponsive"
    assert "another browser" in state.reason

    change(address="ws://127.0.0.1:9/devtools/browser/x")
    state = await shared_state()
    assert (state.state, state.browser and state.browser.pid) == ("unresponsive", shared.pid)

    assert await stop_shared() is not None  # by its process, which is beyond doubt
    assert not is_running(shared.key)


@proves("oracle.I11")
async def test_it_outlives_the_run_that_started_it(tmp_path: Path) -> None:
    script = (
        "import trio; from cdpwebai.browser.shared import start_shared\n"
        "async def main(): await start_shared(headless=True)\n"
        "trio.run(main)"
    )
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    try:
        await trio.run_process([sys.executable, "-c", script], env=environment, capture_stderr=True)
        assert (await shared_state()).state == "running"
    finally:
        stopped = await stop_shared()
    assert stopped is not None
    assert not is_running(stopped.key)


HAVE = """
import trio
from functools import partial
from cdpwebai.browser.shared import have_shared
print(trio.run(partial(have_shared, headless=True)).pid)
"""


@proves("own-host.one-browser")
async def test_of_many_runs_that_want_it_at_once_one_starts_it_and_all_have_it() -> None:
    pids: list[int] = []

    async def want() -> None:
        done = await trio.run_process(
            [sys.executable, "-c", HAVE], env=os.environ | {"PYTHONPATH": os.getcwd()}, capture_stdout=True
        )
        pids.append(int(done.stdout))

    try:
        async with trio.open_nursery() as nursery:
            for _ in range(4):
                nursery.start_soon(want)
        state = await shared_state()
        assert state.browser is not None
        assert pids == [state.browser.pid] * 4
        assert (await have_shared()).pid == state.browser.pid  # with a window or without: it is the one that there is
    finally:
        await stop_shared()


@proves("own-host.one-browser")
async def test_who_waits_for_a_start_that_fails_starts_it_itself(tmp_path: Path) -> None:
    slow = program(tmp_path, f"sleep 600 & echo $$ > {tmp_path / 'pids'}; wait")
    async with trio.open_nursery() as nursery:

        async def fail() -> None:
            with pytest.raises(BrowserLaunchFailed):
                await start_shared(executable=slow, headless=True, timeout=3)

        nursery.start_soon(fail)
        await wait_until(lambda: written(tmp_path / "pids"))
        try:
            browser = await have_shared(headless=True)
            assert (await shared_state()).browser == browser
        finally:
            await stop_shared()


@proves("own-host.one-browser")
async def test_a_profile_that_another_browser_has_is_not_waited_for() -> None:
    async with launch(profile="default"):
        with trio.fail_after(20), pytest.raises(BrowserInUse, match="this very process"):
            await have_shared(headless=True, timeout=100)
    assert (await shared_state()).state == "none"


async def test_one_that_does_not_answer_is_not_used_and_no_second_one_started(shared: SharedBrowser) -> None:
    told = change(address="ws://127.0.0.1:9/devtools/browser/x")
    with pytest.raises(Unreachable, match="browser stop"):
        await have_shared(headless=True)
    change(address=told["address"])
    assert await have_shared() == shared


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}', '{"address": "x", "pid": "y", "started": "z"}'])
async def test_a_note_that_cannot_be_read_is_as_good_as_none(text: str) -> None:
    note().write_text(text)
    assert (await shared_state()).state == "none"
    assert await stop_shared() is None
    assert not note().exists()


START = """
import signal, sys, trio
from functools import partial
from pathlib import Path
from cdpwebai.browser.shared import start_shared
signal.signal(signal.SIGHUP, signal.SIG_DFL)
trio.run(partial(start_shared, executable=Path(sys.argv[1]), headless=True))
"""


async def end_while_it_waits(folder: Path, number: signal.Signals) -> tuple[int, int]:
    """Send a signal to a run whose browser never gets ready; returns the exit status and the browser's group."""
    pids = folder / "pids"
    slow = program(folder, f"sleep 600 & echo $$ $! > {pids}; wait")
    run = await trio.lowlevel.open_process([sys.executable, "-c", START, str(slow)])
    await wait_until(lambda: written(pids))
    leader = int(written(pids).split()[0])
    await wait_until(lambda: json.loads(claim_note().read_text())["browser"])
    assert len(group_members(leader)) == 2
    run.send_signal(number)
    return await run.wait(), leader


def claim_note() -> Path:
    return home_folder() / "profiles/default/cdpwebai-owner.json"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
async def test_a_signal_while_it_gets_ready_ends_the_browser_that_nobody_could_find(
    tmp_path: Path, number: signal.Signals
) -> None:
    status, leader = await end_while_it_waits(tmp_path, number)
    assert status == -number
    assert group_members(leader) == []
    assert not note().exists()
    assert not claim_note().exists()


async def test_the_browser_of_a_start_that_was_killed_is_ended_by_the_next_start(tmp_path: Path) -> None:
    status, leader = await end_while_it_waits(tmp_path, signal.SIGKILL)
    assert status == -signal.SIGKILL
    assert len(group_members(leader)) == 2
    with pytest.raises(BrowserLaunchFailed):
        await start_shared(executable=program(tmp_path, "exit 1"), headless=True)
    assert group_members(leader) == []


async def test_a_browser_that_cannot_be_noted_is_ended(tmp_path: Path) -> None:
    note().mkdir()
    ready = "echo DevTools listening on ws://127.0.0.1:9/devtools/browser/x >&2"
    slow = program(tmp_path, f"{ready}; sleep 600 & echo $$ $! > {tmp_path}/pids; wait")
    with pytest.raises(InputError, match=r"browser\.json cannot be written: Is a directory"):
        await start_shared(executable=slow, headless=True)
    assert users_of_profile(home_folder() / "profiles/default") == []
    note().rmdir()


@pytest.mark.parametrize("home", ["file", "file/below", "not/yet"])
async def test_looking_and_stopping_make_no_folder_and_need_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CDPWEBAI_HOME", str(tmp_path / home))
    assert (await shared_state()).state == "none"
    assert await stop_shared() is None
    assert os.listdir(tmp_path) == ["file"]


async def test_a_start_in_a_home_that_cannot_be_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CDPWEBAI_HOME", str(tmp_path / "file"))
    with pytest.raises(InputError, match="cannot be the home folder"):
        await start_shared(executable=program(tmp_path, "exit 1"), headless=True)


async def test_a_start_that_fails_is_reported_in_the_programs_words_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BrowserLaunchFailed, match="ended before it was ready") as caught:
        await start_shared(executable=program(tmp_path, "echo no screen >&2; exit 7"), headless=True)
    assert caught.value.message.endswith("no screen")
    assert not note().exists()
    assert not (home_folder() / "profiles/default/cdpwebai-owner.json").exists()


async def test_a_program_that_fails_without_a_word_is_said_to_have_said_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "cdpwebai.browser"), pytest.raises(BrowserLaunchFailed) as caught:
        await start_shared(executable=program(tmp_path, "exit 7"), headless=True)
    assert caught.value.message.endswith("ended before it was ready. It said nothing.")
    assert ("--no-sandbox" in caplog.text) is (os.geteuid() == 0)


async def test_a_start_that_takes_too_long_is_ended_with_its_children(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    slow = program(tmp_path, f"sleep 600 & echo $$ $! > {pids}; wait")
    with pytest.raises(BrowserLaunchFailed, match="not ready within 2 s"):
        await start_shared(executable=slow, headless=True, timeout=2)
    leader = int(written(pids).split()[0])
    await wait_until(lambda: group_members(leader) == [])


@proves("oracle.G17")
async def test_with_a_window_it_needs_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(DisplayMissing):
        await start_shared()
