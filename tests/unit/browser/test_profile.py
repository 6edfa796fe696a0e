"""Which profile folder, and Chromium's lock on it."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from cdpwebai.browser.profile import (
    Lock,
    Profile,
    everyday_profiles,
    forget_address,
    fresh_profile,
    make_folder,
    read_lock,
    remove_singletons,
    resolve_profile,
    settle_lock,
)
from cdpwebai.errors import BrowserInUse, InputError

HOST = socket.gethostname()


def dead_pid() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def lock(profile: Path, host: str, pid: int | str) -> None:
    """What a running Chromium has in its profile; its socket lies in a folder of its own in the temp folder."""
    folder = Path(tempfile.mkdtemp(prefix="org.chromium.Chromium."))
    (profile / "SingletonLock").symlink_to(f"{host}-{pid}")
    (profile / "SingletonSocket").symlink_to(folder / "SingletonSocket")
    (profile / "SingletonCookie").symlink_to("4711")


def socket_folder(profile: Path) -> Path:
    return Path(os.readlink(profile / "SingletonSocket")).parent


@contextmanager
def answering(profile: Path) -> Generator[None, None, None]:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.readlink(profile / "SingletonSocket"))
        listener.listen()
        yield


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "profile"
    folder.mkdir()
    yield folder
    remove_singletons(folder)


def test_no_word_is_a_fresh_profile() -> None:
    assert resolve_profile(None) is None


def test_a_name_is_a_profile_of_ours_in_the_home_folder(tmp_path: Path) -> None:
    found = resolve_profile("work.2", {"CDPWEBAI_HOME": str(tmp_path)})
    assert found == Profile(tmp_path / "profiles/work.2", own=True)


@pytest.mark.parametrize("name", ["", ".", "..", ".hidden", "-flag", "a b", "ä", "a:b"])
def test_what_cannot_name_a_profile_is_refused(name: str) -> None:
    with pytest.raises(InputError) as caught:
        resolve_profile(name)
    assert repr(name) in caught.value.message


def test_a_path_is_the_users_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert resolve_profile("./mine") == Profile(tmp_path / "mine")
    assert resolve_profile(Path("mine")) == Profile(tmp_path / "mine")
    assert resolve_profile("~/mine") == Profile(Path.home() / "mine")


def everyday_folder(home: Path) -> tuple[Path, dict[str, str]]:
    """Where this system's browser keeps the everyday profile of a user with that home, and their environment."""
    environment = {"HOME": str(home), "LOCALAPPDATA": str(home)}
    return Path(everyday_profiles(sys.platform, environment)[0]), environment


@pytest.mark.parametrize("inside", ["", "Default"])
def test_the_everyday_profile_is_refused_with_the_reason(tmp_path: Path, inside: str) -> None:
    everyday, environment = everyday_folder(tmp_path)
    assert everyday.is_relative_to(tmp_path)
    with pytest.raises(InputError) as caught:
        resolve_profile(everyday / inside, environment)
    assert "136" in caught.value.message
    assert "attach" in caught.value.message
    assert not everyday.exists()


def test_the_everyday_profile_is_refused_behind_a_link_and_its_neighbour_is_not(tmp_path: Path) -> None:
    everyday, environment = everyday_folder(tmp_path)
    everyday.mkdir(parents=True)
    (tmp_path / "link").symlink_to(everyday)
    with pytest.raises(InputError):
        resolve_profile(tmp_path / "link", environment)
    neighbour = everyday.with_name(f"{everyday.name}-of-mine")
    assert resolve_profile(neighbour, environment) == Profile(neighbour)


@pytest.mark.parametrize("name", ["google-chrome-beta", "google-chrome-unstable", "microsoft-edge-dev"])
def test_the_everyday_profile_of_every_channel_is_refused(tmp_path: Path, name: str) -> None:
    _, environment = everyday_folder(tmp_path)
    [found] = [path for path in everyday_profiles("linux", environment) if path.name == name]
    assert found.name in {Path(path).name for path in everyday_profiles(sys.platform, environment)}
    with pytest.raises(InputError, match="136"):
        resolve_profile(Path(found), environment)


def test_everyday_profiles_are_known_on_three_systems() -> None:
    linux = everyday_profiles("linux", {"HOME": "/home/me", "XDG_CONFIG_HOME": "/cfg"})
    assert PurePosixPath("/cfg/google-chrome") in linux
    assert PurePosixPath("/home/me/snap/chromium/common/chromium") in linux
    mac = everyday_profiles("darwin", {"HOME": "/Users/me"})
    assert PurePosixPath("/Users/me/Library/Application Support/Google/Chrome") in mac
    windows = everyday_profiles("win32", {"LOCALAPPDATA": r"C:\Local"})
    assert PureWindowsPath(r"C:\Local\Google\Chrome\User Data") in windows


def test_a_fresh_profile_is_for_its_user_alone_and_has_our_name() -> None:
    fresh = fresh_profile()
    try:
        assert stat.S_IMODE(fresh.path.stat().st_mode) == 0o700
        assert fresh.path.name.startswith("cdpwebai-")
        assert fresh.path.parent == Path(tempfile.gettempdir())
    finally:
        fresh.path.rmdir()


def test_a_named_profile_is_made_for_its_user_alone(tmp_path: Path) -> None:
    made = resolve_profile("work", {"CDPWEBAI_HOME": str(tmp_path / "home")})
    assert made is not None
    make_folder(made)
    for folder in (made.path, made.path.parent, tmp_path / "home"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_profile_folder_that_cannot_be_made_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for profile in (Profile(tmp_path / "file"), Profile(tmp_path / "file/profiles/work", own=True)):
        with pytest.raises(InputError, match=f"{profile.path} cannot be a profile folder: "):
            make_folder(profile)


def test_the_address_that_an_earlier_browser_left_is_taken_away(profile: Path) -> None:
    (profile / "DevToolsActivePort").write_text("1\n/devtools/browser/old")
    forget_address(profile)
    forget_address(profile)
    assert not (profile / "DevToolsActivePort").exists()


def test_a_lock_is_read_from_the_link_and_a_host_may_have_dashes(profile: Path) -> None:
    assert read_lock(profile) is None
    lock(profile, "my-host-2", 815)
    assert read_lock(profile) == Lock("my-host-2", 815)


def test_a_live_owner_that_answers_is_named_by_its_pid(profile: Path) -> None:
    lock(profile, HOST, os.getpid())
    with answering(profile), pytest.raises(BrowserInUse) as caught:
        settle_lock(profile)
    assert f"in use by pid {os.getpid()}" in caught.value.message
    assert caught.value.exit_code == 5
    assert (profile / "SingletonLock").is_symlink()


def test_a_live_owner_whose_socket_cannot_be_tried_is_not_taken_for_dead(profile: Path) -> None:
    lock(profile, HOST, os.getpid())
    (profile / "SingletonSocket").unlink()
    (profile / "SingletonSocket").symlink_to(profile / ("long" * 30) / "SingletonSocket")
    with pytest.raises(BrowserInUse, match=f"in use by pid {os.getpid()}"):
        settle_lock(profile)
    assert (profile / "SingletonLock").is_symlink()


def test_a_live_owner_that_was_started_on_the_profile_counts_before_it_answers(profile: Path) -> None:
    command = [sys.executable, "-c", "input()", f"--user-data-dir={profile}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as starting:
        lock(profile, HOST, starting.pid)
        with pytest.raises(BrowserInUse, match=f"in use by pid {starting.pid}"):
            settle_lock(profile)
        starting.communicate(b"\n")


def test_a_dead_owner_on_this_host_is_recovered_from(profile: Path) -> None:
    lock(profile, HOST, dead_pid())
    folder = socket_folder(profile)
    settle_lock(profile)
    assert list(profile.iterdir()) == []
    assert not folder.exists()


def test_a_number_that_another_process_has_by_now_is_no_owner(profile: Path) -> None:
    lock(profile, HOST, os.getpid())
    settle_lock(profile)
    assert list(profile.iterdir()) == []


def test_an_owner_on_another_host_is_refused_even_with_a_dead_number(profile: Path) -> None:
    lock(profile, "elsewhere", dead_pid())
    with pytest.raises(BrowserInUse) as caught:
        settle_lock(profile)
    assert "another host, elsewhere" in caught.value.message
    assert str(profile / "SingletonLock") in caught.value.message
    assert (profile / "SingletonLock").is_symlink()


@pytest.mark.parametrize("target", ["nothing", "host-", "host-x1"])
def test_a_lock_that_cannot_be_read_is_refused_not_broken(profile: Path, target: str) -> None:
    (profile / "SingletonLock").symlink_to(target)
    with pytest.raises(BrowserInUse, match="cannot be read"):
        settle_lock(profile)
    assert (profile / "SingletonLock").is_symlink()


def test_a_lock_that_is_a_file_is_refused_not_broken(profile: Path) -> None:
    (profile / "SingletonLock").write_text("")
    with pytest.raises(BrowserInUse, match="cannot be read"):
        settle_lock(profile)


def test_only_chromiums_own_socket_folder_is_removed_with_a_dead_lock(profile: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (profile / "SingletonLock").symlink_to(f"{HOST}-{dead_pid()}")
    (profile / "SingletonSocket").symlink_to(tmp_path / "precious/SingletonSocket")
    settle_lock(profile)
    assert (tmp_path / "precious").is_dir()
