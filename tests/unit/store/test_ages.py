"""Ages as users write them."""

from __future__ import annotations

import pytest

from cdpwebai.errors import InputError
from cdpwebai.store import DEFAULT_AGE, parse_age
from tests.manifest import proves


@proves("ref.F6.CMD-1")
@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0s", 0),
        ("90s", 90),
        ("5m", 300),
        ("12h", 43200),
        ("3d", 259200),
        ("2w", 1209600),
        ("7", 604800),
        (" 1d ", 86400),
    ],
)
def test_an_age_is_a_number_and_a_unit_and_without_one_days(text: str, seconds: float) -> None:
    assert parse_age(text) == seconds


def test_a_session_is_kept_for_thirty_days() -> None:
    assert parse_age(DEFAULT_AGE) == 30 * 86400


@pytest.mark.parametrize("text", ["", "d", "-1d", "1.5h", "1y", "1 d", "1D", "٣d", "1d2h", "9999999999s"])
def test_what_is_no_age_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no age: write a whole number and s, m, h, d or w"):
        parse_age(text)
