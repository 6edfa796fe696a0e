"""What is told while an answer is awaited: what stands still is said to stand still, whatever else moves."""

from __future__ import annotations

import pytest

from cdpwebai.flows.plan_activity import Activity
from cdpwebai.flows.poll import Progress
from cdpwebai_cli.progress import Standing, told
from tests.manifest import proves


@proves("report.B62")
def test_a_text_that_does_not_grow_is_said_to_make_no_progress_and_growth_ends_that() -> None:
    standing = Standing()
    assert standing.line(Progress("strong", 1.0, "ab")) == "answering, 1 s, 2 characters"
    assert standing.line(Progress("strong", 20.9, "ab")) == "answering, 21 s, 2 characters"
    assert standing.line(Progress("strong", 91.0, "ab")) == "answering, 91 s, 2 characters, no progress for 90 s"
    assert standing.line(Progress("strong", 91.5, "abc")) == "answering, 92 s, 3 characters"
    assert standing.line(Progress("strong", 112.0, "abc")) == "answering, 112 s, 3 characters, no progress for 20 s"


@pytest.mark.parametrize("activity", ["strong", "weak", "none", "unknown"])
def test_each_activity_has_its_word(activity: Activity) -> None:
    assert ", 3 s, 0 characters" in Standing().line(Progress(activity, 3.0, ""))


def test_away_from_a_terminal_a_line_comes_every_thirty_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    with told(quiet=False) as tell:
        for second in range(65):
            tell(Progress("strong", float(second), "ab" if second else ""))
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition("no progress")[2] for line in lines] == [" for 29 s", " for 59 s"]


def test_quiet_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with told(quiet=True) as tell:
        tell(Progress("strong", 99.0, "ab"))
    assert capsys.readouterr().err == ""
