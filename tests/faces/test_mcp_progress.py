"""What a client of the MCP server is told while a call runs: often enough to go on waiting, and which session it is."""

from __future__ import annotations

from itertools import pairwise

import trio
import trio.testing

from cdpwebai.flows.poll import Progress
from cdpwebai.mcp.progress import EVERY, Telling
from tests.manifest import proves
from tests.unit.store.sessions import session


class Heard:
    """What was reported."""

    def __init__(self) -> None:
        self.reports: list[tuple[float, str]] = []

    async def __call__(self, seconds: float, word: str) -> None:
        await trio.lowlevel.checkpoint()
        self.reports.append((seconds, word))


async def test_a_silent_call_is_told_to_go_on(autojump_clock: trio.testing.MockClock) -> None:
    heard = Heard()
    async with Telling(heard).running():
        await trio.sleep(62)
    assert len(heard.reports) == 12
    assert all(after[0] - before[0] == EVERY for before, after in pairwise(heard.reports))


@proves("report.B61")
async def test_its_session_is_told_at_once(autojump_clock: trio.testing.MockClock) -> None:
    heard, told = Heard(), session("submitting")
    telling = Telling(heard)
    async with telling.running():
        await trio.sleep(1)
        telling.session(told)
        await trio.sleep(0.01)
        assert heard.reports == [(1.0, f"session {told.id}: submitting")]


async def test_of_an_answer_that_grows_its_state_is_told_at_once_and_its_length_when_it_is_due_and_no_word_of_it(
    autojump_clock: trio.testing.MockClock,
) -> None:
    heard = Heard()
    telling = Telling(heard)
    async with telling.running():
        for number in range(1, 121):
            telling.progress(Progress("strong", number / 10, "secret" * number))
            await trio.sleep(0.1)
        telling.progress(Progress("none", 12.1, "secret" * 121))
        await trio.sleep(0.01)
    states = [word for _, word in heard.reports]
    assert (states[0], states[-1]) == ("answering, 6 characters", "settling, 726 characters")
    assert len(states) == 4, "not with each look"
    assert all(after[0] > before[0] for before, after in pairwise(heard.reports)), "the protocol wants it to rise"
    assert not any("secret" in state for state in states)
