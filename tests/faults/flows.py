"""The recorded flows, each as what its command does, against any transport and any home folder.

``flows`` lists them: every recording of ``recordings/``, and, in a folder of its name, what comes back to the session
that it stored. ``Flow.run`` does what the command line does with the same arguments.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import trio

from cdpwebai.api import looking
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.api.sessions import find_session, poll, stop
from cdpwebai.api.work import open_work
from cdpwebai.browser.home import home_path
from cdpwebai.flows.outputs import Outputs
from cdpwebai.page.library import base_library
from cdpwebai.providers import VENDORS, provider
from cdpwebai.store import open_store
from cdpwebai.testing.plugin import refuse_stale
from cdpwebai.trace import Trace, read_trace, stand_ins
from cdpwebai.transport.base import Transport
from tests.faults.judging import Asked

__all__ = ["RECORDINGS", "SAVED", "Flow", "find_flow", "flows"]

RECORDINGS = Path(__file__).parents[2] / "recordings"

SPARE = 60.0
"""Seconds of time limit beyond what the recording took: more than any fault costs a flow that can go on."""

OPEN_SECONDS = 60.0
"""For the page to be there, as on the command line."""

A_MONTH = 30 * 86_400.0
"""A session's own time, where it must not run out while many runs come back to copies of it."""

SAVED = "saved"
"""The folder of a home in which images and files are saved."""

Make = Callable[[], Transport]


@dataclass(frozen=True)
class Flow:
    """One recording. ``before``: the recording that stored the session which this one comes back to."""

    name: str
    trace: Trace
    expected: Any
    before: Trace | None = None

    @property
    def command(self) -> str:
        """The command that was recorded: "query", "poll", "work send", "probe"."""
        return " ".join(self.trace.header.command[: 2 if self.in_work else 1])

    @property
    def in_work(self) -> bool:
        """Whether it is a task of Work."""
        return self.trace.header.command[0] == "work"

    @property
    def asked(self) -> Asked:
        """The surface that was asked for, and of Work the power and the speed."""
        sent = self.before or self.trace
        return ("work", *_power_and_speed(sent)) if self.in_work else ("chat", None, None)

    @property
    def seconds(self) -> float:
        """The time limit that it is given: the recorded one where there is one."""
        assert self.trace.closing is not None
        if "--timeout" in self.trace.header.command:
            return float(_argument(self.trace, "--timeout"))
        return round(self.trace.closing.t) + SPARE

    @property
    def limit(self) -> float:
        """Its time limit as a whole; sending has one for the page to be there, and then its own."""
        return self.seconds + (OPEN_SECONDS if self.command in ("send", "work send") else 0)

    async def run(self, transport: Make, *, witness: bool = True) -> str:
        """What it comes to, as text; the sessions are those of ``CDPWEBAI_HOME``. Raises what the library raises."""
        where = Where(transport=transport, cdp=self._endpoint)
        match self.command:
            case "query":
                return await self._query(where, witness)
            case "send" | "work send":
                return await send(self.trace, where, self.seconds)
            case "poll" | "stop" | "work poll":
                return await self._come_back(where, witness)
            case "probe":
                verdict = await looking.probe(where, [self.trace.header.command[1]], url=self._site, timeout=SPARE)
                return type(verdict).__name__
            case _:
                return repr(await looking.evaluate(where, self.trace.header.command[1], url=self._site, timeout=SPARE))

    @property
    def _endpoint(self) -> str:
        """A browser that stays has one, to come back to; one that was started for the command ended with it."""
        ended = any(row.d == ">" and b'"Browser.close"' in row.message for row in self.trace.rows)
        return "" if ended else "recorded"

    @property
    def _site(self) -> str:
        return _argument(self.trace, "--url")

    async def _query(self, where: Where, witness: bool) -> str:
        deadline = trio.current_time() + self.seconds
        opening = min(self.seconds, OPEN_SECONDS)
        async with open_chat("demo", url=self._site, where=where, timeout=opening) as chat:
            left = max(deadline - trio.current_time(), 0.001)
            prompt, outputs = _argument(self.trace, "--prompt"), _outputs(self.trace)
            with stand_ins(self.trace.header) as files:
                result = await chat.query(prompt, timeout=left, witness=witness, files=files, outputs=outputs)
        return result.answer.markdown

    async def _come_back(self, where: Where, witness: bool) -> str:
        async with open_store() as store:
            session, _ = await find_session(store, "", *(("chatgpt", "work") if self.in_work else ("demo", "chat")))
            if self.command == "stop":
                return (await stop(store, session, where, timeout=self.seconds)).status
            return (await poll(store, session, where, timeout=self.seconds, witness=witness)).answer.markdown


async def send(trace: Trace, where: Where, seconds: float) -> str:
    """What ``cdpwebai send`` and ``work send`` do; the session's own time is long."""
    prompt = _argument(trace, "--prompt")
    if trace.header.command[0] == "work":
        power, speed = _power_and_speed(trace)
        async with open_work(where=where, timeout=OPEN_SECONDS) as work:
            session = await work.send(prompt, power=power, speed=speed, timeout=seconds, answer_within=A_MONTH)
        return session.status
    async with open_chat("demo", url=_argument(trace, "--url"), where=where, timeout=OPEN_SECONDS) as chat:
        session = await chat.send(prompt, timeout=seconds, answer_within=A_MONTH)
    return session.status


def _outputs(trace: Trace) -> Outputs:
    """What is asked for beside the text, all of it into one folder of the home that the run has."""
    command, folder = trace.header.command, home_path() / SAVED
    image = folder / Path(_argument(trace, "--output-image")).name if "--output-image" in command else None
    if image is not None:
        folder.mkdir()
    required = "--require-file-artifacts" in command
    return Outputs(image, required, folder if "--output-dir" in command else None)


def flows() -> list[str]:
    """The names of all flows, the short ones first."""
    paths = sorted(RECORDINGS.rglob("*.jsonl*"), key=lambda path: (path.suffix == ".gz", path.stat().st_size))
    return [path.relative_to(RECORDINGS).as_posix().partition(".")[0] for path in paths]


@cache
def find_flow(name: str) -> Flow:
    """The flow of this name. Raises TraceError for a recording that is stale."""
    trace = _read(name)
    before, _, later = name.rpartition("/")
    expected = json.loads((RECORDINGS / f"{name}.expect.json").read_text(encoding="utf-8"))
    return Flow(name, trace, expected, _read(before) if before and later else None)


def _read(name: str) -> Trace:
    trace = read_trace(next(RECORDINGS.glob(f"{name}.jsonl*")))
    refuse_stale(trace, frozenset(_readers()))
    return trace


def _readers() -> Iterator[str]:
    yield base_library().hash
    for vendor in VENDORS:
        yield provider(vendor).library.hash


def _power_and_speed(trace: Trace) -> tuple[int, str | None]:
    speed = _argument(trace, "--speed") if "--speed" in trace.header.command else None
    return int(_argument(trace, "--power")), speed


def _argument(trace: Trace, option: str) -> str:
    command = trace.header.command
    return command[command.index(option) + 1]
