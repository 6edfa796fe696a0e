"""In which tab a stored session is opened whose own is on its way out: by chance in Chromium, always here."""

from __future__ import annotations

from typing import Any, cast

import pytest

from cdpwebai.api.browsers import Where
from cdpwebai.api.lines import Line, Reached, Way
from cdpwebai.api.session_page import open_page
from cdpwebai.errors import CallTimeout, CdpWebAIError, TargetClosed
from cdpwebai.flows.plan_resume import Lost, OpenNew, UseTab
from tests.unit.store.sessions import CHAT, session

OWN = "OWN"
SENT = session("sent", target_id=OWN)


class PaperLine(Line):
    """A browser that lists the session's own tab; joining that raises ``error``. ``went`` is what was tried."""

    def __init__(self, error: CdpWebAIError | None = None) -> None:
        self.error = error
        self.went: list[UseTab | OpenNew | Lost] = []

    async def open(self, where: Where, way: Way, *, ours: bool = False) -> Reached:
        chosen = way([(OWN, CHAT)])
        self.went.append(chosen)
        if isinstance(chosen, UseTab) and self.error is not None:
            raise self.error
        return Reached(cast("Any", None), "ws://127.0.0.1:1/")


async def test_a_tab_that_closes_while_it_is_joined_is_as_one_that_is_not_there() -> None:
    line = PaperLine(TargetClosed("the tab was closed"))
    await open_page(line, SENT, Where())
    assert line.went == [UseTab(OWN), OpenNew(CHAT)]


async def test_a_tab_that_is_there_is_joined_and_no_other_is_opened() -> None:
    line = PaperLine()
    await open_page(line, SENT, Where())
    assert line.went == [UseTab(OWN)]


async def test_a_tab_that_does_not_react_is_not_given_up_for_another() -> None:
    line = PaperLine(CallTimeout("it did not react", method="Target.attachToTarget"))
    with pytest.raises(CallTimeout):
        await open_page(line, SENT, Where())
    assert line.went == [UseTab(OWN)]
