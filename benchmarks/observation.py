"""One observation of a long conversation: what crosses the wire, and how long it takes beside one of a short one.

The demo site shows the same conversation with 4 and with 400 turns, in two tabs of one browser; looks at the one and
the other alternate. Aims: at most 4 KB, both ways together, beside the text and HTML of the turn that changed; and at
most 3 times the time that the short conversation takes in the same run. Not a race: no peer has such a call.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from time import perf_counter

import msgspec
import trio

from benchmarks import browser, report
from benchmarks.measure import Job
from cdpwebai.cdp.connection import open_connection
from cdpwebai.demosite import Scenario, serve
from cdpwebai.demosite.scenario import Ask, Turn
from cdpwebai.page.tab import Tab
from cdpwebai.providers import provider
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.providers.chatgpt import chatgpt
from cdpwebai.transport.base import Transport
from cdpwebai.transport.websocket import connect_websocket
from cdpwebai.verdict import Known

__all__ = ["main"]

SHORT, LONG = 4, 400
BYTES, TIMES = 4096, 3.0

_ADDRESS = "/c/00000000-0000-4000-8000-000000000000"
_TEXT = "Three sentences make a turn. This one says **something** about the question. " * 6
_GROW = "text => [...document.querySelectorAll('[data-message-author-role=assistant] p')].at(-1).append(text)"


class Counted:
    """A transport that counts the bytes of the messages that pass through it."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self.passed = 0

    async def send(self, messages: Sequence[bytes]) -> None:
        """As the transport inside."""
        self.passed += sum(map(len, messages))
        await self._inner.send(messages)

    async def receive(self) -> Sequence[bytes]:
        """As the transport inside."""
        messages = await self._inner.receive()
        self.passed += sum(map(len, messages))
        return messages

    async def aclose(self) -> None:
        """As the transport inside."""
        await self._inner.aclose()


class Watched:
    """One conversation in a tab of its own, over a connection of its own, and its figures: ms and bytes a look."""

    def __init__(self, page: ChatPage, wire: Counted) -> None:
        self._page = page
        self._wire = wire
        self.times: dict[bool, list[float]] = {False: [], True: []}
        self.bytes: dict[bool, list[int]] = {False: [], True: []}

    async def look(self, *, grow: bool) -> None:
        """One look, after the last turn has grown or not."""
        if grow:
            await self._page.tab.call_function(_GROW, " And it goes on.")
        passed, began = self._wire.passed, perf_counter()
        seen = await self._page.observe()
        self.times[grow].append((perf_counter() - began) * 1e3)
        if not isinstance(seen.turns, Known):
            raise AssertionError(f"the turns were {seen.turns}")
        [message] = seen.turns.value[-1][1].messages
        changed = len(msgspec.json.encode([message.text, message.html])) if grow else 0
        self.bytes[grow].append(self._wire.passed - passed - changed)


def main() -> None:
    """Parse the command line, measure, write ``results/observation.md``."""
    parser = argparse.ArgumentParser(prog="python benchmarks/observation.py")
    parser.add_argument("--looks", type=int, default=50, metavar="N", help="looks of each kind (default: 50)")
    looks = parser.parse_args().looks
    with browser.open_port() as port, port.job() as one, port.job() as other:
        short, long = trio.run(_measure, one, other, looks)
    text = _render(report.circumstances(browser.version()), short, long)
    report.save("observation.md", text)
    print(text)


async def _measure(one: Job, other: Job, looks: int) -> list[Watched]:
    async with AsyncExitStack() as stack:
        both = [await stack.enter_async_context(_open(job, turns)) for job, turns in ((one, SHORT), (other, LONG))]
        for grow in (False, True) * looks:
            for watched in both:
                await watched.look(grow=grow)
    return both


@asynccontextmanager
async def _open(job: Job, turns: int) -> AsyncGenerator[Watched]:
    """A conversation of so many turns, looked at once: what follows are looks at something known."""
    wire = Counted(await connect_websocket(job.browser_ws))
    async with serve(_scenario(turns)) as site, open_connection(wire) as connection:
        session = await connection.attach(job.target_id)
        async with Tab.open(session, library=chatgpt().library) as tab:
            await tab.navigate(site.url.rstrip("/") + _ADDRESS)
            page = ChatPage(tab, provider("demo", demo_url=site.url))
            await page.observe()
            yield Watched(page, wire)


def _scenario(turns: int) -> Scenario:
    said = [Turn(role="assistant" if number % 2 else "user", text=f"Turn {number}: {_TEXT}") for number in range(turns)]
    return Scenario(schema=1, name="conversation", turns=tuple(said), ask=Ask(url=_ADDRESS))


def _render(facts: dict[str, str], short: Watched, long: Watched) -> str:
    kinds = {False: "unchanged", True: "the last turn has grown"}
    rows = [
        [
            kind,
            *(f"{statistics.median(watched.times[grow]):.2f}" for watched in (short, long)),
            f"{_times(short, long, grow):.2f}",
            *(f"{max(watched.bytes[grow]):,}" for watched in (short, long)),
        ]
        for grow, kind in kinds.items()
    ]
    head = [f"{SHORT} turns, ms", f"{LONG} turns, ms", "times", f"{SHORT} turns, bytes", f"{LONG} turns, bytes"]
    parts = [
        "# One observation of a conversation",
        report.bullets(f"{name}: {value}" for name, value in facts.items() if value),
        "Median times; the largest number of bytes, question and answer, beside the text and HTML of the grown turn.",
        report.table(head, rows),
        report.bullets(_verdict(kind, short, long, grow) for grow, kind in kinds.items()),
    ]
    return "\n\n".join(parts) + "\n"


def _times(short: Watched, long: Watched, grow: bool) -> float:
    return statistics.median(long.times[grow]) / statistics.median(short.times[grow])


def _verdict(kind: str, short: Watched, long: Watched, grow: bool) -> str:
    times, size = _times(short, long, grow), max(long.bytes[grow])
    met = "met" if times <= TIMES and size <= BYTES else "**missed**"
    return f"{met}: {kind}: {times:.2f} times a short one's time, at most {TIMES}; {size:,} bytes, at most {BYTES:,}"


if __name__ == "__main__":
    main()
