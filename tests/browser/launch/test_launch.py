"""Browsers of our own: ready when the block begins, gone with all that they left when it has ended."""

from __future__ import annotations

import json
import logging
import os
import signal
from pathlib import Path

import pytest
import trio
import trio.lowlevel

from cdpwebai.browser.browser import CLOSE_SECONDS, Browser, launch
from cdpwebai.browser.home import home_folder
from cdpwebai.browser.processes import identify
from cdpwebai.browser.profile import read_lock
from cdpwebai.errors import BrowserInUse, BrowserNotFound, Disconnected, DisplayMissing, InputError
from tests.browser.launch.support import processes_of, profile_of, wait_until
from tests.leaks import leaked_processes
from tests.manifest import proves


def process_of(browser: Browser) -> tuple[Path, set[int]]:
    assert browser.process is not None
    return profile_of(browser.process), processes_of(browser.process)


@proves("oracle.I8")
@pytest.mark.parametrize("pipe", [True, False])
async def test_a_launched_browser_answers_and_leaves_nothing(pipe: bool, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "cdpwebai.browser"):
        async with launch(pipe=pipe) as browser:
            assert (await browser.version()).product.startswith("Chrome/")
            profile, processes = process_of(browser)
            assert len(processes) > 1
            assert profile.is_dir()
            assert (profile / "DevToolsActivePort").exists() is not pipe
            assert [tab.url for tab in await browser.tabs()] == ["about:blank"]
            assert "running" in repr(browser)
    assert process_of(browser) == (profile, set())
    assert not profile.exists()
    assert browser.statistics().exit == "exited with status 0"
    assert ("--no-sandbox" in caplog.text) is (os.geteuid() == 0)


async def test_without_a_window_no_page_of_an_address_bar_is_made_ready() -> None:
    async with launch() as browser:
        targets = (await browser.connection.root.call("Target.getTargets", filter=[{}]))["targetInfos"]
    assert {one["type"] for one in targets} == {"page", "tab"}


class Mine(Exception):
    pass


@proves("report.A16")
@pytest.mark.parametrize("ending", ["exception", "cancelled"])
async def test_a_browser_ends_with_its_block_and_the_blocks_own_ending_comes_out_bare(ending: str) -> None:
    launched: list[Browser] = []

    async def work() -> None:
        async with launch() as browser:
            launched.append(browser)
            left.append(trio.current_time())
            if ending == "exception":
                raise Mine
            scope.cancel()
            await trio.sleep_forever()

    left: list[float] = []
    with trio.CancelScope() as scope:
        if ending == "exception":
            with pytest.raises(Mine):
                await work()
        else:
            await work()
    assert scope.cancelled_caught is (ending == "cancelled")
    assert trio.current_time() - left[0] < CLOSE_SECONDS  # it was not asked by a task that is cancelled itself
    profile, processes = process_of(launched[0])
    assert processes == set()
    assert not profile.exists()


@proves("report.A14", "report.A16")
async def test_a_killed_browser_fails_the_waiting_call_at_once_and_does_not_block_the_next_start() -> None:
    async with launch(profile="work") as browser:
        profile, _ = process_of(browser)
        session = await browser.new_session()
        with pytest.raises(BrowserInUse, match="in use by this very process"):
            async with launch(profile="work"):
                raise AssertionError
        with pytest.raises(BrowserInUse, match="in use by this very process"):
            async with launch(profile=profile):
                raise AssertionError
        assert browser.process is not None
        with trio.fail_after(30):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_kill_when_waiting, browser)
                with pytest.raises(Disconnected, match="the browser was ended by SIGKILL") as caught:
                    await session.call("Runtime.evaluate", expression="new Promise(() => {})", awaitPromise=True)
        assert caught.value.waited < 5  # at once, on a busy machine: the call has no limit of its own
        assert caught.value.exit_code == 5
        with pytest.raises(Disconnected, match="the browser was ended by SIGKILL"):
            await browser.tabs()
    assert process_of(browser) == (profile, set())
    assert profile == home_folder() / "profiles/work"
    left = read_lock(profile)
    assert left is not None
    assert identify(left.pid) is None
    (profile / "DevToolsActivePort").write_text("1\n/devtools/browser/of-an-earlier-start")
    async with launch(profile="work") as browser:
        assert (await browser.version()).product
        assert not (profile / "DevToolsActivePort").exists()
        assert profile.stat().st_mode & 0o777 == 0o700
    assert process_of(browser) == (profile, set())
    assert profile.is_dir()


async def _kill_when_waiting(browser: Browser) -> None:
    while not browser.connection.statistics().waiting:
        await trio.lowlevel.checkpoint()
    assert browser.process is not None
    os.kill(browser.process.pid, signal.SIGKILL)


async def test_a_quiet_browser_sends_nothing_anywhere(tmp_path: Path) -> None:
    log = tmp_path / "net.json"
    async with launch(args=[f"--log-net-log={log}"]) as browser:
        with trio.fail_after(30):  # what it would ask for by itself at the start, it has asked for by then
            await wait_until(lambda: _asked_all(log))
        assert browser.process is not None
    assert hosts_asked(log) == {"127.0.0.1"}


def _asked_all(log: Path) -> bool:
    """Its Google account, and its updates: Chromium 156 asks for both within a second, and is sent to loopback."""
    told = log.read_text() if log.exists() else ""
    return "/ListAccounts" in told and "cup2key=" in told


def hosts_asked(log: Path) -> set[str]:
    """Every host that the browser's own network log says a request or a look-up was made for."""
    told = json.loads(log.read_text())
    kinds = {number: name for name, number in told["constants"]["logEventTypes"].items()}
    urls = [
        str(event["params"]["url"])
        for event in told["events"]
        if kinds[event["type"]] == "URL_REQUEST_START_JOB" and "url" in event.get("params", {})
    ]
    names = [
        str(event["params"]["host"]).rpartition("//")[2].partition(":")[0]
        for event in told["events"]
        if kinds[event["type"]].startswith("HOST_RESOLVER_MANAGER") and "host" in event.get("params", {})
    ]
    return {url.split("/")[2].partition(":")[0] for url in urls if url.startswith("http")} | set(names)


@proves("oracle.I22")
async def test_all_that_runs_for_a_browser_is_known_and_ended_and_nothing_is_in_the_everyday_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # which every process that it starts inherits
    async with launch() as browser:
        await browser.new_session()
        assert browser.process is not None
        assert leaked_processes(str(tmp_path)).keys() <= processes_of(browser.process)
    assert leaked_processes(str(tmp_path)) == {}
    assert not (tmp_path / ".config/chromium").exists()


async def test_what_cannot_be_is_refused_before_anything_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(DisplayMissing):
        async with launch(headless=False, profile="none"):
            raise AssertionError
    with pytest.raises(InputError, match="remote-allow-origins"):
        async with launch(args=["--remote-allow-origins=*"], profile="none"):
            raise AssertionError
    monkeypatch.setenv("CDPWEBAI_BROWSER", "/nowhere/chrome")
    with pytest.raises(BrowserNotFound, match="/nowhere/chrome"):
        async with launch(profile="none"):
            raise AssertionError
    assert not (home_folder() / "profiles").exists()
