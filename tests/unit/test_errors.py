"""The tree of errors is as the package draws it, and each error says that it comes from there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cdpwebai import errors
from cdpwebai.errors import CdpWebAIError

PUBLIC = [getattr(errors, name) for name in errors.__all__]
LINE = re.compile(r" {4}(?P<lead>(?:[│├└ ][ ─]{2} )*)(?P<name>\w+)(?: .*?)?(?:exit (?P<exit>\d)(?: or \d)?)?$")


def drawn() -> Iterator[tuple[str, str | None, int | None]]:
    """Each line of the drawing: an error, the one above it, and its exit code; where none stands, that of the other."""
    branch: list[tuple[str, int | None]] = []
    for line in filter(None, map(LINE.fullmatch, (errors.__doc__ or "").splitlines())):
        del branch[len(line["lead"]) // 4 :]
        above, code = branch[-1] if branch else (None, None)
        branch.append((line["name"], int(line["exit"]) if line["exit"] else code))
        yield line["name"], above, branch[-1][1]


def test_the_drawing_has_every_error_below_its_own_kind_with_its_exit_code() -> None:
    real = [
        (error.__name__, None if error is CdpWebAIError else error.__bases__[0].__name__, error.exit_code)
        for error in PUBLIC
    ]
    assert sorted(drawn(), key=str) == sorted(real, key=str)


@pytest.mark.parametrize("error", PUBLIC)
def test_a_traceback_names_the_place_that_a_caller_imports_an_error_from(error: type[CdpWebAIError]) -> None:
    assert issubclass(error, CdpWebAIError)
    assert error.__module__ == "cdpwebai.errors"
