"""The browser's argument vector."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from cdpwebai.browser.command_line import Machine, command_line, environment
from cdpwebai.errors import InputError
from tests.manifest import proves

CHROMIUM = PurePosixPath("/usr/bin/chromium")
PROFILE = PurePosixPath("/tmp/profile")


def line(
    *args: str,
    fresh: bool = True,
    own: bool = True,
    headless: bool = True,
    pipe: bool = True,
    machine: Machine | None = None,
) -> list[str]:
    return command_line(
        CHROMIUM,
        PROFILE,
        fresh=fresh,
        own=own,
        headless=headless,
        pipe=pipe,
        machine=machine or Machine(),
        args=args,
    )


def test_it_starts_the_executable_on_the_profile_at_a_blank_page() -> None:
    command = line()
    assert command[0] == "/usr/bin/chromium"
    assert "--user-data-dir=/tmp/profile" in command
    assert command[-1] == "about:blank"


def test_a_pipe_opens_no_port_and_a_port_is_of_the_systems_choice() -> None:
    assert "--remote-debugging-pipe" in line(pipe=True)
    assert not [flag for flag in line(pipe=True) if flag.startswith("--remote-debugging-port")]
    assert "--remote-debugging-port=0" in line(pipe=False)
    assert "--remote-debugging-pipe" not in line(pipe=False)


@pytest.mark.parametrize("pipe", [True, False])
def test_no_origin_and_no_address_is_ever_allowed_in(pipe: bool) -> None:
    command = line(pipe=pipe)
    assert not [flag for flag in command if flag.startswith(("--remote-allow-origins", "--remote-debugging-address"))]


def test_only_root_goes_without_the_sandbox() -> None:
    assert "--no-sandbox" not in line()
    assert "--no-sandbox" in line(machine=Machine(root=True))


def test_a_small_shared_memory_is_not_used() -> None:
    assert "--disable-dev-shm-usage" not in line()
    assert "--disable-dev-shm-usage" in line(machine=Machine(small_shared_memory=True))


@proves("oracle.I19")
def test_headless_is_the_new_one_and_a_window_has_no_such_flag() -> None:
    assert "--headless=new" in line(headless=True)
    assert not [flag for flag in line(headless=False) if flag.startswith("--headless")]


def test_only_a_browser_with_a_window_has_the_pages_of_its_address_bar() -> None:
    assert "WebUIOmniboxPopup" in " ".join(line(headless=True))
    assert "WebUIOmnibox" not in " ".join(line(headless=False))


def test_a_profile_of_the_users_keeps_the_systems_key_store() -> None:
    assert "--password-store=basic" in line(own=True)
    assert "--password-store=basic" not in line(own=False)


def test_only_a_fresh_profile_is_kept_from_asking_for_its_google_account() -> None:
    assert [flag for flag in line(fresh=True) if flag.startswith("--gaia-url=")]
    assert not [flag for flag in line(fresh=False) if flag.startswith("--gaia-url=")]


def test_nothing_disguises_the_browser() -> None:
    disguises = ("--user-agent", "--disable-blink-features", "--lang", "--window-size", "--disable-infobars")
    assert not [flag for flag in line(headless=False) if flag.startswith(disguises)]


def test_extra_arguments_come_last_and_so_win() -> None:
    assert line("--window-size=800,600", "--password-store=gnome")[-3:] == [
        "--window-size=800,600",
        "--password-store=gnome",
        "about:blank",
    ]


def test_an_address_among_the_arguments_takes_the_place_of_the_blank_page() -> None:
    assert line("http://127.0.0.1/")[-1] == "http://127.0.0.1/"
    assert "about:blank" not in line("http://127.0.0.1/")


def test_an_extra_list_of_features_is_joined_to_ours_not_put_in_its_place() -> None:
    ours = next(flag for flag in line() if flag.startswith("--disable-features="))
    command = line("--disable-features=One", "--enable-features=Two", "--enable-features=Three")
    assert [flag for flag in command if "-features=" in flag] == [f"{ours},One", "--enable-features=Two,Three"]


def test_crash_reports_stay_in_the_profile_unless_the_user_says_where() -> None:
    assert environment({"A": "1"}, PROFILE) == {"A": "1", "BREAKPAD_DUMP_LOCATION": "/tmp/profile/Crash Reports"}
    assert environment({"BREAKPAD_DUMP_LOCATION": "/mine"}, PROFILE) == {"BREAKPAD_DUMP_LOCATION": "/mine"}


@pytest.mark.parametrize(
    "arg",
    [
        "--remote-allow-origins=*",
        "--remote-debugging-port=9222",
        "--remote-debugging-pipe",
        "--remote-debugging-address=0.0.0.0",
        "--remote-debugging-io-pipes=1,2",
        "--user-data-dir=/elsewhere",
        "--headless",
        "--headless=old",
    ],
)
def test_what_a_parameter_stands_for_or_lets_strangers_in_is_refused_by_name(arg: str) -> None:
    with pytest.raises(InputError) as caught:
        line(arg)
    assert repr(arg) in caught.value.message
    assert caught.value.exit_code == 2
