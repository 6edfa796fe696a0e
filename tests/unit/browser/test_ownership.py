"""Notes of which run uses a profile. Killed runs with real browsers are in ``browser/launch``."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cdpwebai.browser.ownership import NOTE, claim, claim_free, note_browser, reap_leftovers, release, remove_folder
from cdpwebai.browser.processes import ProcessKey, identify, is_running
from cdpwebai.browser.profile import Profile, fresh_profile
from cdpwebai.errors import BrowserInUse, InputError


def ended_process() -> ProcessKey:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    key = identify(process.pid)
    process.communicate(b"\n")
    assert key is not None
    return key


def note(profile: Path, owner: ProcessKey, browser: ProcessKey | None = None, host: str = "") -> None:
    """What a run with that process number leaves in the profile when it is killed."""
    told = {
        "host": host or socket.gethostname(),
        "owner": {"pid": owner.pid, "started": owner.started},
        "browser": browser and {"pid": browser.pid, "started": browser.started},
    }
    (profile / NOTE).write_text(json.dumps(told))


@contextmanager
def pretended_browser(profile: Path) -> Generator[ProcessKey, None, None]:
    """A process that was started on the profile, in a group of its own."""
    command = [sys.executable, "-c", "input()", f"--user-data-dir={profile}"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    try:
        key = identify(process.pid)
        assert key is not None
        yield key
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def fresh() -> Iterator[Path]:
    profile = fresh_profile().path
    yield profile
    remove_folder(profile)


def test_a_claim_is_a_note_for_its_user_alone_and_is_given_back(tmp_path: Path) -> None:
    claim(tmp_path)
    told = json.loads((tmp_path / NOTE).read_text())
    assert told["owner"]["pid"] == os.getpid()
    assert (tmp_path / NOTE).stat().st_mode & 0o777 == 0o600
    release(tmp_path)
    claim(tmp_path)


def test_a_second_claim_in_this_process_is_refused(tmp_path: Path) -> None:
    claim(tmp_path)
    with pytest.raises(BrowserInUse, match="this very process"):
        claim(tmp_path)


def test_a_claim_of_a_live_run_is_refused_by_its_pid(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        key = identify(other.pid)
        assert key is not None
        note(tmp_path, key)
        with pytest.raises(BrowserInUse, match=f"a run of cdpwebai, pid {other.pid}"):
            claim(tmp_path)
        other.communicate(b"\n")


def test_a_number_that_another_process_has_by_now_owns_nothing(tmp_path: Path) -> None:
    note(tmp_path, ProcessKey(os.getpid(), "another start time"))
    claim(tmp_path)
    assert "another start time" not in (tmp_path / NOTE).read_text()


def test_another_run_s_note_is_not_ours_to_take_away(tmp_path: Path) -> None:
    note(tmp_path, ended_process())
    release(tmp_path)
    assert (tmp_path / NOTE).exists()


@pytest.mark.parametrize("left", [False, True], ids=["free", "left by a dead run"])
def test_of_many_threads_that_claim_at_once_one_wins_and_its_note_stays(tmp_path: Path, left: bool) -> None:
    barrier = threading.Barrier(8)

    def race(profile: Path) -> bool:
        barrier.wait()
        try:
            claim(profile)
        except BrowserInUse:
            return False
        return True

    dead = ended_process()
    with ThreadPoolExecutor(8) as pool:
        for number in range(10):
            profile = tmp_path / str(number)
            profile.mkdir()
            if left:
                note(profile, dead)
            assert sum(pool.map(race, [profile] * 8)) == 1
            assert json.loads((profile / NOTE).read_text())["owner"]["pid"] == os.getpid()


RACER = """
import sys
from pathlib import Path
from cdpwebai.browser.ownership import claim_free
from cdpwebai.browser.profile import Profile
from cdpwebai.errors import BrowserInUse, InputError
print("ready", flush=True)
input()
for number in range(20):
    try:
        claim_free(Profile(Path(sys.argv[1], str(number))))
        print(number, end=" ")
    except BrowserInUse:
        pass
print(flush=True)
input()
"""


def test_of_many_processes_that_claim_at_once_one_wins_and_its_note_stays(tmp_path: Path) -> None:
    command = [sys.executable, "-c", RACER, str(tmp_path)]
    dead = ended_process()
    for number in range(20):
        (tmp_path / str(number)).mkdir()
        note(tmp_path / str(number), dead)
    with ExitStack() as stack:
        racers = [
            stack.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            for _ in range(5)
        ]
        for racer in racers:
            assert hear(racer) == "ready"
        for racer in racers:
            tell(racer)
        won = {racer.pid: hear(racer).split() for racer in racers}
        owners = {str(number): json.loads((tmp_path / f"{number}/{NOTE}").read_text())["owner"] for number in range(20)}
        for racer in racers:
            tell(racer)
    assert sorted(int(number) for numbers in won.values() for number in numbers) == list(range(20))
    assert all(owners[number]["pid"] == pid for pid, numbers in won.items() for number in numbers)


def tell(racer: subprocess.Popen[str]) -> None:
    assert racer.stdin is not None
    racer.stdin.write("\n")
    racer.stdin.flush()


def hear(racer: subprocess.Popen[str]) -> str:
    assert racer.stdout is not None
    return racer.stdout.readline().strip()


def test_a_folder_that_cannot_be_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"The profile folder {tmp_path}/gone cannot be used: No such file"):
        claim(tmp_path / "gone")


@pytest.mark.parametrize("shared", [True, False])
def test_who_is_refused_learns_whether_the_profile_is_had_for_a_start_only(tmp_path: Path, shared: bool) -> None:
    claim(tmp_path, shared=shared)
    note_browser(tmp_path, os.getpid())
    with pytest.raises(BrowserInUse) as caught:
        claim(tmp_path)
    assert caught.value.evidence == {"pid": os.getpid(), "startsShared": shared}


def test_the_browser_of_a_dead_run_is_ended_by_the_next_claim(tmp_path: Path) -> None:
    with pretended_browser(tmp_path) as browser:
        note(tmp_path, ended_process(), browser)
        claim(tmp_path)
        assert not is_running(browser)


def test_a_browser_that_the_note_does_not_name_is_the_users_and_lives_on(tmp_path: Path) -> None:
    with pretended_browser(tmp_path) as browser:
        note(tmp_path, ended_process(), ended_process())
        claim(tmp_path)
        assert is_running(browser)


def test_a_noted_number_that_now_is_another_program_is_not_ended(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    with pretended_browser(tmp_path / "other") as stranger:
        note(tmp_path / "one", ended_process(), stranger)
        claim(tmp_path / "one")
        assert is_running(stranger)


def test_a_note_from_another_host_is_left_to_chromiums_lock(tmp_path: Path) -> None:
    with pretended_browser(tmp_path) as browser:
        note(tmp_path, ended_process(), browser, host="elsewhere")
        claim(tmp_path)
        assert is_running(browser)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"owner": 1}', '{"host": "x", "owner": {"pid": "y"}}'])
def test_a_note_that_cannot_be_read_claims_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / NOTE).write_text(text)
    claim(tmp_path)
    assert str(os.getpid()) in (tmp_path / NOTE).read_text()


def test_a_profile_in_use_stays_as_it_is_and_the_claim_is_given_back(tmp_path: Path) -> None:
    (tmp_path / "SingletonLock").symlink_to("elsewhere-1")
    (tmp_path / "DevToolsActivePort").write_text("1\n/devtools/browser/live")
    with pytest.raises(BrowserInUse):
        claim_free(Profile(tmp_path))
    assert not (tmp_path / NOTE).exists()
    assert (tmp_path / "DevToolsActivePort").exists()


def test_the_fresh_profile_of_a_dead_run_goes_with_all_that_runs_on_it(fresh: Path) -> None:
    with pretended_browser(fresh) as browser:
        note(fresh, ended_process())  # killed before it could note its browser
        assert reap_leftovers() == [fresh]
        assert not fresh.exists()
        assert not is_running(browser)


def test_the_fresh_profile_of_a_live_run_stays(fresh: Path) -> None:
    claim(fresh)
    note_browser(fresh, os.getpid())
    assert reap_leftovers() == []
    assert fresh.exists()


@pytest.mark.parametrize("kind", ["no note", "a link"])
def test_a_temp_folder_that_is_not_ours_to_judge_stays(fresh: Path, tmp_path: Path, kind: str) -> None:
    link = Path(tempfile.gettempdir()) / "cdpwebai-profile-link"
    if kind == "a link":
        link.symlink_to(tmp_path)
        note(tmp_path, ended_process())
    try:
        assert reap_leftovers() == []
        assert fresh.exists()
        assert tmp_path.exists()
    finally:
        link.unlink(missing_ok=True)
