"""The user's own numbers: a file that says something else is refused by name."""

from __future__ import annotations

import pytest

from cdpwebai.api.settings import FILE, Pace, pace_of, places_of
from cdpwebai.browser.home import home_path
from cdpwebai.errors import InputError


def write(text: str) -> None:
    home_path().mkdir(parents=True, exist_ok=True)
    (home_path() / FILE).write_text(text, encoding="utf-8")


def test_a_name_that_is_no_setting_is_refused_by_name() -> None:
    write("at_once = 2\nper_minutes = 3\n")
    for read in (places_of, pace_of):
        with pytest.raises(InputError, match=r"'per_minutes'; there are at_once, per_minute, cool_down") as refused:
            read("chatgpt")
        assert str(home_path() / FILE) in refused.value.message


def test_every_setting_is_taken() -> None:
    write("at_once = 2\nper_minute = 3\ncool_down = 4\n")
    assert places_of("chatgpt") == ("chatgpt:1", "chatgpt:2")
    assert pace_of("chatgpt") == Pace(3, 4)
