"""Several processes on one store: leases between them, kill -9 at any moment, disks that are full, folders that may not
be written. All of it real: processes of ``child``, POSIX modes, a file system of a few hundred kilobytes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from cdpwebai.browser.processes import identify, wait_ended
from cdpwebai.errors import LeaseHeld
from cdpwebai.store import open_store
from tests.manifest import proves
from tests.store.support import OPEN, created, plant_sessions, raw

ROOT = Path(__file__).parents[2]
PYTHON = [sys.executable, "-m", "tests.store.child"]
AS_ROOT = os.geteuid() == 0
OWN_MOUNTS = ["unshare", "--mount"] if AS_ROOT else ["unshare", "--user", "--map-root-user", "--mount"]
OBEY_MODES = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if AS_ROOT else []
"""Root may write whatever the modes say, unless it gives that up."""


@contextmanager
def running(*command: str) -> Generator[subprocess.Popen[str], None, None]:
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def child(what: str, home: Path, *arguments: str) -> Generator[subprocess.Popen[str], None, None]:
    with running(*PYTHON, what, str(home), *arguments) as process:
        yield process


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def end(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def told(command: Sequence[str]) -> list[list[str]]:
    """What a child says until it ends, line by line, word by word."""
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 0, ended.stderr
    return [each.split() for each in ended.stdout.splitlines()]


def said(lines: Sequence[Sequence[str]], word: str) -> list[str]:
    return [each[1] for each in lines if each[0] == word]


async def stored(home: Path) -> dict[str, str]:
    """Each stored session's status, as a process finds it that was not there before."""
    async with open_store(home) as store:
        return {session.id: session.status for session in await store.list(limit=10_000)}


def is_sound(home: Path) -> bool:
    with raw(home / "sessions.db") as connection:
        return connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@proves("ref.F4.L3")
async def test_another_process_is_refused_and_told_who_holds_it(home: Path) -> None:
    async with open_store() as store:
        with child("hold", home, "s1") as other:
            assert line(other) == "held"
            with pytest.raises(LeaseHeld, match=f"session s1 is in use by pid {other.pid} on .* \\(poll\\)") as caught:
                async with store.hold("session", "s1", purpose="watch", fence=OPEN):
                    raise AssertionError("the block was entered")
            assert caught.value.evidence["holders"][0]["owner"]["pid"] == other.pid
            end(other)
            async with store.hold("session", "s1", purpose="watch", fence=OPEN, wait=30) as lease:
                assert lease.owner.pid == os.getpid()


async def test_a_process_that_was_killed_holds_nothing_any_more(home: Path) -> None:
    async with open_store() as store:
        with child("hold", home, "s1") as other:
            assert line(other) == "held"
            other.kill()
            other.wait()
            async with store.hold("session", "s1", purpose="poll", fence=OPEN) as lease:
                assert lease.owner.pid == os.getpid()


async def test_a_killed_process_whose_exit_nobody_has_taken_holds_nothing_either(home: Path) -> None:
    async with open_store() as store:
        with child("hold", home, "s1") as other:
            assert line(other) == "held"
            key = identify(other.pid)
            other.kill()
            assert key is not None
            assert wait_ended(key, 10)
            async with store.hold("session", "s1", purpose="poll", fence=OPEN):
                assert other.returncode is None


@proves("ref.F6.STORE-14", "oracle.H14")
async def test_a_process_that_stands_still_is_alive(home: Path) -> None:
    async with open_store() as store:
        with child("hold", home, "s1") as other:
            assert line(other) == "held"
            other.send_signal(signal.SIGSTOP)
            with pytest.raises(LeaseHeld):
                async with store.hold("session", "s1", purpose="poll", fence=OPEN):
                    raise AssertionError("the block was entered")


async def test_two_processes_never_hold_the_same_at_the_same_time(home: Path, tmp_path: Path) -> None:
    counter = tmp_path / "counter"
    counter.write_text("0")
    with child("count", home, str(counter), "15") as one, child("count", home, str(counter), "15") as two:
        for each in (one, two):
            assert each.wait(60) == 0
    assert counter.read_text() == "30"


async def test_processes_that_meet_an_empty_home_make_one_store_together(home: Path) -> None:
    with child("create", home, "5") as one, child("create", home, "5") as two, child("create", home, "5") as three:
        ids = [out.split() for out, _ in (each.communicate(timeout=60) for each in (one, two, three))]
    assert {len(each) for each in ids} == {5}
    assert set(await stored(home)) == {session_id for each in ids for session_id in each}
    assert os.listdir(home) == ["sessions.db"]


@proves("store.killed")
@pytest.mark.parametrize("lines", [1, 2, 9])
async def test_what_a_killed_process_had_stored_is_there_and_the_store_is_sound(home: Path, lines: int) -> None:
    known: dict[str, str] = {}
    with child("write", home) as other:
        for _ in range(lines):
            status, session_id = line(other).split()
            known[session_id] = status
        other.kill()
        assert other.stdout is not None
        for each in other.stdout:  # what it had still said before the end
            status, session_id = each.split()
            known[session_id] = status
    found = await stored(home)
    assert found.keys() >= known.keys()
    assert len(found) <= len(known) + 1  # one may have been stored and not told any more
    for session_id, status in known.items():
        assert found[session_id] in (status, "sent")
    assert is_sound(home)
    async with open_store() as store:
        await created(store)


def can_mount() -> bool:
    """Whether this user may have a file system of their own: root, or where user namespaces are allowed."""
    mount = [*OWN_MOUNTS, "sh", "-c", "mount -t tmpfs none /mnt"]
    return subprocess.run(mount, capture_output=True, check=False).returncode == 0


FULL = {"a limit on files": ("", "session.store-unavailable")}
if can_mount():
    FULL["a small file system"] = ('mount -t tmpfs -o size=400k none "$1" && ', "session.store-full")


@proves("store.full")
@pytest.mark.parametrize(("mount", "code"), FULL.values(), ids=list(FULL))
async def test_a_full_disk_is_an_error_and_nothing_that_was_stored_is_lost(home: Path, mount: str, code: str) -> None:
    os.mkdir(home)
    limit = "" if mount else "300000"
    script = f'{mount}"$2" -m tests.store.child fill "$1" {limit}; exec "$2" -m tests.store.child read "$1"'
    wrap = OWN_MOUNTS if mount else []
    lines = told([*wrap, "sh", "-c", script, "sh", str(home), sys.executable])
    before = said(lines, "stored")
    assert len(before) > 5
    assert said(lines, "error") == [code]
    assert sorted(said(lines, "read")) == sorted(before * 2)  # by the process itself, and by the one after it


@pytest.fixture
def kept(home: Path) -> list[str]:
    return plant_sessions(home, 2)


@contextmanager
def mode(path: Path, bits: int) -> Generator[None, None, None]:
    before = path.stat().st_mode
    path.chmod(bits)
    try:
        yield
    finally:
        path.chmod(before)


@proves("store.read-only")
@pytest.mark.parametrize(("what", "file"), [("read", 0o400), ("read", 0o600), ("create", 0o600)])
async def test_a_home_that_must_not_be_written_is_an_error_and_not_an_empty_store(
    home: Path, kept: list[str], what: str, file: int
) -> None:
    with mode(home / "sessions.db", file), mode(home, 0o500):
        lines = told([*OBEY_MODES, *PYTHON, what, str(home), *(["1"] if what == "create" else [])])
    assert lines == [["error", "session.store-read-only"]]
    assert await stored(home) == dict.fromkeys(kept, "submitting")


async def test_a_store_that_must_not_be_written_in_a_folder_that_may_can_be_read(home: Path, kept: list[str]) -> None:
    with mode(home / "sessions.db", 0o400):
        read = told([*OBEY_MODES, *PYTHON, "read", str(home)])
        changed = told([*OBEY_MODES, *PYTHON, "change", str(home)])
    assert sorted(said(read, "read")) == kept
    assert changed == [["error", "session.store-read-only"]]


async def test_a_store_that_must_not_be_read_is_an_error(home: Path, kept: list[str]) -> None:
    with mode(home / "sessions.db", 0o000):
        lines = told([*OBEY_MODES, *PYTHON, "read", str(home)])
    assert lines == [["error", "session.store-unavailable"]]


async def test_a_home_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir()
    with mode(tmp_path / "closed", 0o500):
        lines = told([*OBEY_MODES, *PYTHON, "read", str(tmp_path / "closed" / "home")])
    assert lines == [["error", "session.store-read-only"]]


@pytest.mark.parametrize("closed", [0o600, 0o000])
async def test_a_home_that_cannot_be_entered_is_an_error(home: Path, kept: list[str], closed: int) -> None:
    with mode(home, closed):
        lines = told([*OBEY_MODES, *PYTHON, "read", str(home)])
    assert lines == [["error", "session.store-read-only"]]
    assert len(await stored(home)) == len(kept)
