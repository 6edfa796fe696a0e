"""A window needs a display."""

from __future__ import annotations

import pytest

from cdpwebai.browser.display import refuse_without_display
from cdpwebai.errors import DisplayMissing


def test_without_a_display_the_three_ways_out_are_named() -> None:
    with pytest.raises(DisplayMissing) as caught:
        refuse_without_display("linux", {"DISPLAY": ""})
    for way in ("headless", "xvfb-run", "attach"):
        assert way in caught.value.message
    assert caught.value.exit_code == 5


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_either_kind_of_display_will_do(variable: str) -> None:
    refuse_without_display("linux", {variable: ":0"})  # does not raise


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_other_systems_always_have_one(system: str) -> None:
    refuse_without_display(system, {})  # does not raise
