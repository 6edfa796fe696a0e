"""In which tab a stored session is opened whose own is on its way out: by chance in Chromium, always here."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from cdpwebai.api.browsers import Where
from cdpwebai.api.lines import Line, Reached, Way
from cdpwebai.api.session_page import open_page
from cdpwebai.errors import CallTimeout, CdpWebAIError, TargetClosed
from cdpwebai.flows.plan_resume import Lost, OpenNew, UseTab
from tests.unit.store.sessions import CHAT, session

OWN = "OWN"
SENT = session("sent", target_id=OWN)


class PaperLine(Line):
    """A browser that lists the session's own tab. ``went`` is what was tried, ``traced`` whether with a trace of it.

    ``errors``: what each way raises, by its kind.
    """

    def __init__(self, errors: dict[type[UseTab | OpenNew], CdpWebAIError] | None = None) -> None:
        self.errors: dict[type, CdpWebAIError] = {**(errors or {})}
        self.went: list[UseTab | OpenNew | Lost] = []
        self.traced: list[bool] = []

    async def open(self, where: Where, way: Way, *, ours: bool = False) -> Reached:
        chosen = way([(OWN, CHAT)])
        self.went.append(chosen)
        self.traced.append(where.record is not None)
        if type(chosen) in self.errors:
            raise self.errors[type(chosen)]
        return Reached(cast("Any", None), "ws://127.0.0.1:1/")


async def opened(line: PaperLine, *dead: str) -> CdpWebAIError | None:
    """Open the page; returns what that raised."""
    try:
        await open_page(line, SENT, Where(record=Path("trace")), dead=dead)
    except CdpWebAIError as error:
        return error
    return None


CLOSED = TargetClosed("the tab was closed")


async def test_a_tab_that_closes_while_it_is_joined_is_as_one_that_is_not_there() -> None:
    line = PaperLine({UseTab: CLOSED})
    assert await opened(line) is None
    assert line.went == [UseTab(OWN), OpenNew(CHAT)]
    assert line.traced == [True, False], "a trace is of one connection"


async def test_a_tab_of_ours_that_closes_is_not_followed_by_one_more() -> None:
    line = PaperLine({UseTab: CLOSED, OpenNew: CLOSED})
    assert await opened(line) is CLOSED
    assert line.went == [UseTab(OWN), OpenNew(CHAT)]
    line.went.clear()
    assert await opened(line, OWN) is CLOSED
    assert line.went == [OpenNew(CHAT)]


async def test_a_tab_that_is_there_is_joined_and_no_other_is_opened() -> None:
    line = PaperLine()
    assert await opened(line) is None
    assert line.went == [UseTab(OWN)]


async def test_a_tab_that_does_not_react_is_not_given_up_for_another() -> None:
    late = CallTimeout("it did not react", method="Target.attachToTarget")
    line = PaperLine({UseTab: late})
    assert await opened(line) is late
    assert line.went == [UseTab(OWN)]
