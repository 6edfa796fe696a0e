"""One flow run once, in virtual time, with one thing that goes wrong, and what was seen of it.

What goes wrong is a fault at one message, or a cancellation at one step of trio's scheduler (of any task: that is where
Ctrl-C and a deadline can strike). The store is a real one, in a folder of each run's own. Trio picks the order of tasks
by a seed, so that a run can be repeated to the letter.
"""

from __future__ import annotations

import gc
import importlib
import os
import shutil
import sqlite3
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import trio
from trio.testing import MockClock

from cdpwebai.api.browsers import Where
from cdpwebai.errors import CdpWebAIError, Unreachable
from cdpwebai.flows.work_steps import POWERS
from cdpwebai.records import Session
from cdpwebai.store import open_store
from cdpwebai.testing.faults import Fault, FaultyTransport, Kind
from cdpwebai.transport.base import Transport
from tests.faults.beyond import GoingOn
from tests.faults.flows import SAVED, Flow, find_flow, send
from tests.faults.judging import Run, Truth, broken_rules
from tests.faults.watching import CONTINUE, FAST, RADIO, SEND, STOP, Watch

__all__ = ["Healthy", "Steps", "Tried", "prepared", "try_case"]

DISK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where thousands of stores cost no writing to a disk; None: the system's folder for temporary files."""


@dataclass(frozen=True)
class Tried:
    """A run, and how far it left its recording: commands that were answered beyond it, and whether it ended there.

    ``fired``: whether the thing that should go wrong did; ``received``: the messages that came; ``steps``: of trio.
    ``began``: how Work was first seen.
    """

    run: Run
    beyond: int
    diverged: bool
    fired: bool
    received: tuple[bytes, ...]
    steps: int
    began: tuple[str, ...] = ()


@dataclass(frozen=True)
class Healthy:
    """A flow that was run without a fault: what it comes to, the messages that it receives, how many steps it takes,
    and the home folder as it finds it."""

    flow: str
    truth: Truth
    received: tuple[bytes, ...]
    steps: int
    home: Path


@dataclass(eq=False)
class Steps(trio.abc.Instrument):
    """Counts the scheduler's steps from ``begin`` on, and cancels at one of them."""

    at: int = 0
    count: int = 0
    scope: trio.CancelScope | None = None
    struck: float | None = None

    def begin(self, scope: trio.CancelScope) -> None:
        """Count from now on."""
        self.scope = scope

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        """Trio's own call."""
        if self.scope is None:
            return
        self.count += 1
        if self.count == self.at:
            self.struck = trio.current_time()
            self.scope.cancel()


@contextmanager
def prepared(flow: Flow, seed: int = 0) -> Generator[Healthy]:
    """The flow ready to be tried: a home folder with the session that it comes back to, and two healthy runs.

    Raises AssertionError when it does not come to what was recorded.
    """
    with tempfile.TemporaryDirectory(prefix="cdpwebai-sweep-", dir=DISK) as folder:
        home = Path(folder)
        _fill(home, flow, seed)
        whole = _tried(flow, home, None, Steps(), seed, flow.limit)
        alone = _tried(flow, home, None, Steps(), seed, flow.limit, witness=False)
        _check_recorded(flow, whole.run)
        truth = _truth(flow, [whole.run, alone.run], whole.began)
        assert not (broken := broken_rules(whole.run, truth)), f"{flow.name}: {broken}"
        yield Healthy(flow.name, truth, whole.received, whole.steps, home)


def try_case(healthy: Healthy, kind: str, at: int, seed: int = 0) -> Tried:
    """Run it with a fault of this kind at the ``at``-th message, or, for "cancel", cancelled at the ``at``-th step."""
    fault = None if kind == "cancel" else Fault(Kind(kind), at)
    steps = Steps(at if fault is None else 0)
    return _tried(find_flow(healthy.flow), healthy.home, fault, steps, seed, healthy.truth.seconds)


def _fill(home: Path, flow: Flow, seed: int) -> None:
    """Make the store, with the session of the recording before, which is sent here for good."""

    async def make() -> None:
        async with open_store():
            pass
        if flow.before is not None:
            trace = flow.before
            await send(trace, Where(transport=lambda: GoingOn(trace), cdp="recorded"), flow.seconds)

    with _home(home), _seeded(seed):
        trio.run(make, clock=MockClock(autojump_threshold=0))


@dataclass
class _Seen:
    """What a run comes to, filled in as it goes."""

    watches: list[Watch] = field(default_factory=list[Watch])
    broken: list[FaultyTransport] = field(default_factory=list[FaultyTransport])
    replays: list[GoingOn] = field(default_factory=list[GoingOn])
    at_send: list[Session] = field(default_factory=list[Session])
    known: dict[str, Any] = field(default_factory=dict[str, Any])


def _tried(
    flow: Flow, home: Path, fault: Fault | None, steps: Steps, seed: int, seconds: float, *, witness: bool = True
) -> Tried:
    with tempfile.TemporaryDirectory(prefix="cdpwebai-sweep-", dir=DISK) as folder:
        shutil.copytree(home, folder, dirs_exist_ok=True)
        with _home(Path(folder)), _seeded(seed), _warnings() as left:
            seen = _Seen()
            _play(flow, fault, steps, seconds, seen, Path(folder), witness)
            stored = _read_back()
            saved = {path.name: path.read_bytes() for path in Path(folder, SAVED).glob("*")}
            gc.collect()  # what was left behind tells of itself
        acts = sum((watch.presses for watch in seen.watches), start=Counter[str]())
        run = Run(
            sends=acts[SEND],
            stops=acts[STOP],
            continues=acts[CONTINUE],
            enters=sum(watch.enters for watch in seen.watches),
            steps=sum(watch.steps for watch in seen.watches),
            fasts=acts[FAST],
            radios=acts[RADIO],
            chosen=seen.watches[-1].chosen if seen.watches else (),
            handed=[count for watch in seen.watches for count in watch.handed],
            chips=seen.watches[-1].chips if seen.watches else None,
            saved=saved,
            at_send=tuple(seen.at_send),
            composer=seen.watches[-1].composer if seen.watches else None,
            warnings=tuple(left),
            **seen.known,
            **stored,
        )
    return Tried(
        run,
        beyond=sum(replay.beyond for replay in seen.replays),
        diverged=any(replay.divergence for replay in seen.replays),
        fired=any(one.fired for one in seen.broken) or steps.struck is not None,
        received=tuple(seen.watches[0].received) if seen.watches else (),
        steps=steps.count,
        began=seen.watches[0].began if seen.watches else (),
    )


def _play(
    flow: Flow, fault: Fault | None, steps: Steps, seconds: float, seen: _Seen, home: Path, witness: bool
) -> None:
    def transport() -> Transport:
        """The first connection gets the fault. There is no other: what a second one would see was not recorded."""
        if seen.watches:
            raise Unreachable("the recorded browser takes no second connection")
        seen.replays.append(GoingOn(flow.trace))
        seen.broken.append(FaultyTransport(seen.replays[-1], fault))
        seen.watches.append(Watch(seen.broken[-1], lambda: seen.at_send.extend(_sessions_in(home))))
        return seen.watches[-1]

    async def main() -> None:
        with trio.CancelScope() as scope:
            steps.begin(scope)
            try:
                seen.known["value"] = await flow.run(transport, witness=witness)
            except CdpWebAIError as error:
                seen.known["error"] = error
        seen.known["cancelled"] = scope.cancelled_caught
        end = seconds if steps.struck is None else steps.struck
        seen.known["over"] = max(0.0, trio.current_time() - end)

    try:
        trio.run(main, clock=MockClock(autojump_threshold=0), instruments=[steps])
    except Exception:
        seen.known["crash"] = traceback.format_exc(limit=-6)


def _read_back() -> dict[str, Any]:
    """The stored sessions as another process would find them, or why they cannot be read."""

    async def read() -> tuple[Session, ...]:
        async with open_store() as store:
            return await store.list()

    try:
        return {"stored": trio.run(read, clock=MockClock(autojump_threshold=0))}
    except CdpWebAIError as error:
        return {"unreadable": str(error)}


def _sessions_in(home: Path) -> list[Session]:
    """What is stored at this very moment, read past the store."""
    connection = sqlite3.connect(f"{(home / 'sessions.db').as_uri()}?mode=ro", uri=True)
    try:
        rows = connection.execute("SELECT record FROM sessions").fetchall()
    finally:
        connection.close()
    return [msgspec.json.decode(record, type=Session) for (record,) in rows]


def _check_recorded(flow: Flow, run: Run) -> None:
    """The healthy run comes to what the command came to when it was recorded."""
    output = flow.expected["output"]
    code = output["error"]["errorCode"] if "error" in output else ""
    assert (run.error.error_code if run.error else "") == code, f"{flow.name}: {run}"
    if not code:
        assert run.value == _recorded_value(flow, output), f"{flow.name}: {run}"


def _recorded_value(flow: Flow, output: dict[str, Any]) -> Any:
    match flow.command:
        case "query" | "poll" | "work poll":
            return output["answer"]["markdown"]
        case "send" | "work send" | "stop":
            return output["status"].removeprefix("work-")
        case "probe":
            return "Visible" if flow.expected["exit"] == 0 else "Absent"
        case _:
            return repr(output["value"])


def _truth(flow: Flow, runs: list[Run], began: tuple[str, ...]) -> Truth:
    values = {run.value for run in runs if run.value is not None}
    first = runs[0].stored[0] if runs[0].stored else None
    answers = {session.answer.markdown for run in runs for session in run.stored if session.answer}
    if runs[0].saved:  # one whose record was seen only for its files has the page's words
        values |= answers
    surface, power, _ = flow.asked
    naming = POWERS[power] if power else None
    return Truth(
        values=frozenset(values | ({"Unknown"} if flow.command == "probe" else set())),
        answers=frozenset(answers),
        message_id=first.message_id if first else "",
        address=(first.conversation_url or "") if first else "",
        sent=flow.before is not None,
        seconds=flow.limit,
        asked=flow.asked,
        steps=_steps(flow, began),
        fasts=runs[0].fasts,
        chosen=(surface, naming.model, naming.effort) if naming else (),
        files=len(flow.trace.header.files),
        chips=runs[0].chips or (),
        saved=runs[0].saved,
    )


def _steps(flow: Flow, began: tuple[str, ...]) -> int:
    """From the power that Work was on to the one that was asked for; none where nothing is sent in Work."""
    _, power, _ = flow.asked
    if flow.command != "work send" or power is None:
        return 0
    ways: dict[tuple[str, ...], int] = {
        ("work", naming.model, naming.effort): power - start for start, naming in POWERS.items()
    }
    return ways[began]


@contextmanager
def _home(folder: Path) -> Generator[None]:
    before = os.environ.get("CDPWEBAI_HOME")
    os.environ["CDPWEBAI_HOME"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["CDPWEBAI_HOME"]
        else:
            os.environ["CDPWEBAI_HOME"] = before


@contextmanager
def _seeded(seed: int) -> Generator[None]:
    """Trio takes tasks in an order that the seed decides, by the switch that it has for such tests."""
    core = vars(importlib.import_module("trio._core._run"))
    before = core["_ALLOW_DETERMINISTIC_SCHEDULING"]
    core["_ALLOW_DETERMINISTIC_SCHEDULING"] = True
    core["_r"].seed(seed)
    try:
        yield
    finally:
        core["_ALLOW_DETERMINISTIC_SCHEDULING"] = before
        core["_r"].seed()


@contextmanager
def _warnings() -> Generator[list[str]]:
    """Every warning that is given, as text, when the block has ended."""
    left: list[str] = []
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        yield left
    left += [str(warning.message) for warning in given]
