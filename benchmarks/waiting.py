"""How soon a finished answer is out, and what waiting costs: our own client asks the demo site in real Chromium.

Not a race: the aims are absolute. An answer of one word, of 100 KB and of 1 MB is timed from the page's last change to
the return of ``ask``, where the conversation's record agrees and where only the page speaks (aims: 0.3 s and 1.3 s; a
megabyte may take one conversation's conversion more). Then an answer that does not come is waited for beside a spinner
that never rests: processor time, and memory.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import msgspec
import trio

from benchmarks import browser, report
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.demosite import Scenario, end_of, serve
from cdpwebai.demosite.markdown import render
from cdpwebai.demosite.scenario import SiteKeys
from cdpwebai.demosite.steps import AssistantTurn, Bar, Noise, Record, Step, Stop, Text, Url, UserTurn
from cdpwebai.errors import NotFinished
from cdpwebai.providers.chatgpt.markdown import rebuild

__all__ = ["main"]

SIZES = {"one word": 0, "100 KB": 100_000, "1 MB": 1_000_000}
AIM = {"record": 0.3, "dom": 1.3}
BY = {"record": "the record agrees", "dom": "only the page speaks"}
MOST_CPU = 0.01  # of a core

_HOW_TO_READ = """\
Seconds from the page's last change to the return of `ask`: median (least to most). Conversion: making Markdown of such
a page, by itself."""

_ADDRESS = "/c/00000000-0000-4000-8000-000000000000"
_SECTION = (
    "## Section {n}\n\nThree sentences make a paragraph. This one says **something** about the `question`, and is long "
    "enough to be one. The last one is short.\n\n- an item of section {n}\n- another\n\n```python\nprint({n})\n```\n\n"
)


@dataclass
class Cost:
    """What waiting took: shares of a core, and bytes that were held more at the end than soon after the beginning."""

    seconds: float
    cpu: float
    grown: int


def main() -> None:
    """Parse the command line, measure, write ``results/waiting.md``."""
    parser = argparse.ArgumentParser(prog="python benchmarks/waiting.py")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="answers of each kind (default: 5)")
    parser.add_argument("--idle", type=float, default=60, metavar="S", help="seconds of waiting (default: 60)")
    chosen = parser.parse_args()
    with browser.open_port() as port:
        late = trio.run(partial(_answers, port.address, chosen.rounds))
        cost = trio.run(partial(_idle, port.address, chosen.idle))
    conversions = {name: _conversion(size) for name, size in SIZES.items()}
    text = _render(report.circumstances(browser.version()), late, conversions, cost)
    report.save("waiting.md", text)
    print(text)


async def _answers(endpoint: str, rounds: int) -> dict[tuple[str, str], list[float]]:
    late: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds):
        for name, size in SIZES.items():
            for source in AIM:
                late.setdefault((name, source), []).append(await _answer(endpoint, size, source))
    return late


async def _answer(endpoint: str, size: int, source: str) -> float:
    """Seconds from the page's last change to the answer."""
    said = _said(size)
    reply = tuple(_reply(said))
    site_keys = SiteKeys(record="served" if source == "record" else "denied")
    scenario = Scenario(schema=1, name="answer", site=site_keys, replies=(reply,))
    async with serve(scenario) as site, open_chat("demo", url=site.url, where=Where(cdp=endpoint)) as chat:
        answer = await chat.ask("Please answer.", timeout=60)
        ended = trio.current_time()
        assert (answer.source, answer.markdown.strip()) == (source, said.strip())
        return ended - (site.started + site.log.sends[-1].at + end_of(reply))


async def _idle(endpoint: str, seconds: float) -> Cost:
    """Wait, beside a spinner, for what does not come; the site runs in a process of its own."""
    busy = Stop(at=0.2, state="on"), Text(at=0.3, md="So far."), Noise(at=0.4, seconds=seconds + 60, every=0.1)
    scenario = Scenario(schema=1, name="idle", replies=((*_begun(), *busy),))
    cost = Cost(seconds, 0.0, 0)
    with _served(scenario) as url:
        async with open_chat("demo", url=url, where=Where(cdp=endpoint)) as chat, trio.open_nursery() as nursery:
            nursery.start_soon(_weigh, cost)
            with suppress(NotFinished):
                await chat.ask("Please answer.", timeout=seconds + 20)
    return cost


@contextmanager
def _served(scenario: Scenario) -> Generator[str]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "scenario.json")
        file.write_bytes(msgspec.json.encode(scenario))
        command = [sys.executable, "-m", "cdpwebai_cli", "demo", "serve", "--scenario", str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield process.stdout.readline().strip()
            finally:
                process.terminate()


async def _weigh(cost: Cost) -> None:
    await trio.sleep(8)  # the page is open, the prompt is sent
    gc.collect()
    began = process_time()
    await trio.sleep(cost.seconds / 2)
    cost.cpu = (process_time() - began) / (cost.seconds / 2)
    tracemalloc.start()
    await trio.sleep(2)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    await trio.sleep(cost.seconds / 2 - 2)
    gc.collect()
    cost.grown = tracemalloc.get_traced_memory()[0] - held
    tracemalloc.stop()


def _said(size: int) -> str:
    if not size:
        return "Yes."
    length = len(_SECTION)
    return "".join(_SECTION.format(n=number) for number in range(size // length + 1)).strip()


def _begun() -> Iterator[Step]:
    yield UserTurn(at=0.05)
    yield Url(at=0.1, to=_ADDRESS)
    yield AssistantTurn(at=0.15)


def _reply(said: str) -> Iterator[Step]:
    yield from _begun()
    yield Stop(at=0.2, state="on")
    yield Text(at=0.5, md=said)
    done = 1.0 + len(said) / 60_000  # a long text takes the page some time to show
    yield Record(at=done, state="finished")
    yield Stop(at=done, state="off")
    yield Bar(at=done, state="on")


def _conversion(size: int) -> float:
    html = f"<div class=markdown>{render(_said(size))}</div>"
    began = perf_counter()
    rebuild(html)
    return perf_counter() - began


def _render(
    facts: dict[str, str], late: dict[tuple[str, str], list[float]], conversions: dict[str, float], cost: Cost
) -> str:
    rows = [[name, *(_range(late[name, source]) for source in AIM), f"{conversions[name]:.3f}"] for name in SIZES]
    parts = [
        "# Waiting for an answer",
        report.bullets(f"{name}: {value}" for name, value in facts.items() if value),
        _HOW_TO_READ,
        report.table([*BY.values(), "conversion"], rows),
        report.bullets([*_verdicts(late, conversions), _cost(cost)]),
    ]
    return "\n\n".join(parts) + "\n"


def _range(values: list[float]) -> str:
    return f"{statistics.median(values):.3f} ({min(values):.3f}–{max(values):.3f})"


def _verdicts(late: dict[tuple[str, str], list[float]], conversions: dict[str, float]) -> Iterator[str]:
    for name, size in SIZES.items():
        for source, aim in AIM.items():
            limit = aim + (conversions[name] if size >= 1_000_000 else 0.0)
            taken = statistics.median(late[name, source])
            met = "met" if taken <= limit else "**missed**"
            yield f"{met}: {name}, {BY[source]}: {taken:.2f} s, at most {limit:.2f}"


def _cost(cost: Cost) -> str:
    met = "met" if cost.cpu < MOST_CPU else "**missed**"
    return (
        f"{met}: waiting beside a spinner: {cost.cpu:.2%} of a core, less than {MOST_CPU:.0%}; "
        f"{cost.grown / 1024:+.1f} KB held in {cost.seconds / 2:.0f} s"
    )


if __name__ == "__main__":
    main()
