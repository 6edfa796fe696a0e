"""A recorded probe under every fault at every message: seen rightly, not seen and said so, or a typed error, in time.

Never the other answer. What is broken is a recording of real Chromium, so the messages are real ones; the time is
virtual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from cdpwebai.api.tabs import Browser
from cdpwebai.browser import browser as browsers
from cdpwebai.cdp import open_connection
from cdpwebai.testing import Kind, Outcome, Tap, run_with, sweep
from cdpwebai.testing.plugin import Recording
from cdpwebai.trace import ReplayTransport, Trace
from cdpwebai.verdict import Absent, Unknown, Verdict, Visible

OPEN_SECONDS, LOAD_SECONDS, LOOK_SECONDS = 10.0, 10.0, 5.0
MOST_SECONDS = 3 * OPEN_SECONDS + LOAD_SECONDS + LOOK_SECONDS
"""The tab's opening, what is done about one that did not open, the page, the look, and the tab's closing."""

Recordings = Callable[[str], Recording]


async def probe(trace: Trace, selector: str, tap: Tap) -> Verdict:
    """What ``cdpwebai probe SELECTOR --url URL`` does with a browser."""
    url = trace.header.command[trace.header.command.index("--url") + 1]
    async with open_connection(tap(ReplayTransport(trace))) as connection:
        async with Browser(browsers.Browser(connection)).new_tab(timeout=OPEN_SECONDS) as tab:
            await tab.navigate(url, timeout=LOAD_SECONDS)
            return await tab.probe(selector, timeout=LOOK_SECONDS)


@pytest.fixture(scope="module")
def swept() -> dict[str, list[Outcome[Verdict]]]:
    """The sweep of each recording, done when it is first asked for."""
    return {}


def outcomes(
    swept: dict[str, list[Outcome[Verdict]]], replay: Recordings, name: str, kind: Kind
) -> Iterator[Outcome[Verdict]]:
    if name not in swept:
        trace = replay(name).trace
        swept[name] = list(sweep(partial(probe, trace, trace.header.command[1])))
    return (outcome for outcome in swept[name] if outcome.fault and outcome.fault.kind is kind)


@pytest.mark.parametrize(("name", "right"), [("probe-visible", Visible), ("probe-absent", Absent)])
def test_the_healthy_look_is_answered_without_delay(replay: Recordings, name: str, right: type[Verdict]) -> None:
    recording = replay(name)
    outcome = run_with(partial(probe, recording.trace, recording.trace.header.command[1]), None)
    assert isinstance(outcome.value, right)
    assert recording.trace.closing is not None
    assert outcome.elapsed <= recording.trace.closing.t


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(("name", "wrong"), [("probe-visible", Absent), ("probe-absent", Visible)])
def test_a_fault_may_blind_the_look_and_never_turns_its_answer(
    swept: dict[str, list[Outcome[Verdict]]], replay: Recordings, name: str, wrong: type[Verdict], kind: Kind
) -> None:
    seen = list(outcomes(swept, replay, name, kind))
    assert seen, "this kind of fault never happened"
    for outcome in seen:
        assert not isinstance(outcome.value, wrong), outcome
        assert outcome.elapsed <= MOST_SECONDS, outcome
        assert outcome.value is not None or outcome.error is not None


def test_a_lost_answer_to_the_look_itself_is_unknown(
    swept: dict[str, list[Outcome[Verdict]]], replay: Recordings
) -> None:
    lost = [outcome.value for outcome in outcomes(swept, replay, "probe-visible", Kind.DROP)]
    assert any(isinstance(value, Unknown) for value in lost)
