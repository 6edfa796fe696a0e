"""Plays a scenario file with our own client and judges what came of it, by the format's own words.

The site's log decides what was sent and clicked; the page is not asked.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urljoin

import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.demosite import Scenario, Site, end_of, serve
from cdpwebai.demosite.scenario import TextMatch
from cdpwebai.demosite.site import TabStep
from cdpwebai.demosite.steps import Step
from cdpwebai.errors import CdpWebAIError, Gone
from cdpwebai.records import QueryResult
from tests.support.cutting import Line, cuttable

__all__ = ["SCENARIOS", "Run", "judge", "play"]

SCENARIOS = Path(__file__).parent.parent / "scenarios"

NOT_ERRORS = ("complete", "timeout", "polling", "partial", "needs-input")
"""What the word "error" in a scenario does not stand for."""


@dataclass(frozen=True)
class Run:
    """What the client returned or raised, what the site saw, and when: seconds after the reply's true end."""

    scenario: Scenario
    site: Site
    result: QueryResult | None
    error: CdpWebAIError | None
    late: float

    @property
    def status(self) -> str:
        """The client's word."""
        return self.result.status if self.result else self.error.status if self.error else ""

    @property
    def partial(self) -> str:
        """The unfinished text that came with an error."""
        return self.error.partial or "" if self.error else ""


class Hands:
    """Does to the client's tab what no page can do: the ``tab`` steps. ``chat`` is the client's, once it is open."""

    def __init__(self, line: Line | None) -> None:
        self.line = line
        self.chat: Chat | None = None

    async def do(self, step: TabStep) -> None:
        assert self.chat is not None
        tab = self.chat.page.tab.cdp
        with suppress(Gone):
            match step:
                case "cut":
                    assert self.line is not None
                    await self.line.cut()
                case "close":
                    await tab.connection.root.call("Target.closeTarget", targetId=tab.target_id)
                case "crash":
                    await tab.call("Page.crash")


@asynccontextmanager
async def _held(scenario: Scenario, where: Where) -> AsyncGenerator[tuple[Hands, Where]]:
    """Hands for the scenario's tab steps; where there are some, the browser is reached by a line that can be cut."""
    if not scenario.needs_browser:
        yield Hands(None), where
        return
    async with cuttable(where.cdp) as line:
        yield Hands(line), replace(where, cdp=line.url)


async def play(scenario: Scenario, where: Where) -> Run:
    """Ask what the scenario asks, in a tab of its own."""
    result: QueryResult | None = None
    error: CdpWebAIError | None = None
    prompts = scenario.ask.turns or (scenario.ask.prompt,)
    async with _held(scenario, where) as (hands, where), serve(scenario, on_tab_step=hands.do) as site:
        began = trio.current_time()
        url = urljoin(site.url, scenario.ask.url.partition("://")[2].partition("/")[2] if scenario.ask.url else "")
        try:
            async with open_chat("demo", url=url, where=where) as hands.chat:
                for prompt in prompts:
                    result = await hands.chat.query(prompt, timeout=scenario.ask.timeout or 60)
        except CdpWebAIError as raised:
            error = raised
        ended = trio.current_time()
    sends = site.log.sends
    true_end = site.started + sends[-1].at + end_of(_reply(scenario, len(sends))) if sends else began
    return Run(scenario, site, None if error else result, error, ended - true_end)


def _reply(scenario: Scenario, number: int) -> Sequence[Step]:
    return scenario.replies[min(number, len(scenario.replies)) - 1] if scenario.replies else ()


def judge(run: Run) -> list[str]:
    """What is wrong with a run; nothing, rightly."""
    return list(_complaints(run))


def _complaints(run: Run) -> Iterator[str]:
    expect = run.scenario.expect
    said = f"{run.status} ({run.error})" if run.error else run.status
    allowed = _many(expect.status)
    if run.status not in allowed and not ("error" in allowed and run.status not in NOT_ERRORS):
        yield f"status is {said}, not one of {allowed}"
    if run.error and expect.errorCode and run.error.error_code not in _many(expect.errorCode):
        yield f"code is {run.error.error_code}, not {expect.errorCode}"
    if run.result and expect.answer:
        yield from (f"answer {why}" for why in _mismatches(expect.answer, run.result.answer.markdown))
    if expect.partial and run.error:
        yield from (f"partial {why}" for why in _mismatches(expect.partial, run.partial))
    sends = run.site.log.sends
    if len(sends) not in _counts(expect.sends):
        yield f"{len(sends)} sends, not {expect.sends}"
    if expect.sent and sends:
        yield from (f"sent {why}" for why in _mismatches(expect.sent, sends[-1].text))
    for name, counts in expect.clicks.items():
        clicks = sum(n for one, n in run.site.log.clicks.items() if one == name or one.startswith(f"{name}:"))
        if clicks not in _counts(counts):
            yield f"{clicks} clicks on {name}, not {counts}"
    if run.status == "complete" and run.late > expect.within:
        yield f"{run.late:.2f} s after the end, not within {expect.within}"


def _many(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _counts(value: int | tuple[int, ...]) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else value


def _mismatches(match: TextMatch, text: str) -> Iterator[str]:
    text = text.strip()
    if match.equals is not None and text != match.equals.strip():
        yield f"is {text!r}, not {match.equals!r}"
    yield from (f"lacks {part!r}: {text!r}" for part in _many(match.contains) if part not in text)
    yield from (f"holds {part!r}" for part in _many(match.lacks) if part in text)
    if match.startswith and not text.startswith(match.startswith):
        yield f"does not start with {match.startswith!r}: {text[:80]!r}"
    if match.endswith and not text.endswith(match.endswith):
        yield f"does not end with {match.endswith!r}: {text[-80:]!r}"
    yield from (
        f"holds {part!r} {text.count(part)} times, not {n}" for part, n in match.counts.items() if text.count(part) != n
    )
