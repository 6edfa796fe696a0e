"""How each test of a run ended, as lines of JSON in a file: a plugin of pytest for ``run``.

A line is ``[node id, "passed" | "assertion" | "typed error" | what failed]``; a file that
could not be collected has its path as id.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import cast

import pytest

from cdpwebai.errors import CdpWebAIError

__all__ = ["Report", "how_it_failed", "pytest_addoption", "pytest_configure"]

TESTS = Path(__file__).parents[1]


class Report:
    """The plugin's hooks, with the file that they write."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._write(report.nodeid, "was not collected")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.excinfo is not None:
            how = how_it_failed(call.excinfo.value) if call.when == "call" else f"failed in {call.when}"
            self._write(item.nodeid, how)
        elif call.when == "call":
            self._write(item.nodeid, "passed")
        return report

    def _write(self, identity: str, outcome: str) -> None:
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([identity, outcome]) + "\n")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--outcomes", required=True, help="the file that gets them")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Report(Path(str(config.getoption("--outcomes")))))


def how_it_failed(error: BaseException) -> str:
    """ "assertion" if all that was raised is a test's own assertion, "typed error" if some of it is what the library
    tells its user, else the names of the errors."""
    leaves = list(_leaves(error))
    if all(map(_is_assertion, leaves)):
        return "assertion"
    if all(_is_assertion(leaf) or isinstance(leaf, CdpWebAIError) for leaf in leaves):
        return "typed error"
    return ", ".join(sorted({type(leaf).__name__ for leaf in leaves}))


def _is_assertion(error: BaseException) -> bool:
    if isinstance(error, pytest.fail.Exception):
        return "DID NOT RAISE" in str(error)
    frames = traceback.extract_tb(error.__traceback__)
    return isinstance(error, AssertionError) and bool(frames) and Path(frames[-1].filename).is_relative_to(TESTS)


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        yield error
        return
    for part in cast("BaseExceptionGroup[BaseException]", error).exceptions:
        yield from _leaves(part)
