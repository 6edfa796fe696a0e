"""Break a connection at exactly one message: a transport over another one, and a sweep over all its messages.

Beside the house, for tests. A scenario is an async function that is given a ``tap``, wraps its transport in it and runs
to an answer or an error. ``sweep`` runs it once to count the messages that it receives, then once for each of them and
each kind of fault, every time anew and in virtual time::

    async def ask(tap: Tap) -> str:
        async with open_fake_browser() as fake, open_connection(tap(fake.transport)) as connection: ...

    for outcome in sweep(ask):
        assert outcome.error is not None or outcome.value == "right"
        assert outcome.elapsed <= 10
"""

from __future__ import annotations

import json
import math
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

import trio
from trio.testing import MockClock

from cdpwebai.errors import CdpWebAIError
from cdpwebai.transport.base import Transport, TransportClosed

__all__ = ["Fault", "FaultyTransport", "Kind", "Outcome", "Tap", "count_messages", "fits", "run_with", "sweep"]

T = TypeVar("T")

Tap = Callable[[Transport], Transport]
"""Puts something between a client and its transport."""

LONG = 3600.0
"""Seconds: past any deadline."""

A_DAY = 86_400.0


class Kind(StrEnum):
    """What happens at the chosen message. Some need a certain message: an error needs a reply, an overtaking an event,
    a detach or a crash one that has a session; at another one nothing happens, and ``fired`` stays False."""

    CLOSE = "close"
    """The connection ends before it."""
    ERROR = "error"
    """The reply is an error."""
    GARBAGE = "garbage"
    """It is no JSON."""
    TRUNCATE = "truncate"
    """Its second half is missing."""
    DELAY = "delay"
    """It comes ``seconds`` late; what comes after it does not."""
    STALL = "stall"
    """It does not come, and nothing after it; the connection stays open."""
    DROP = "drop"
    """It does not come."""
    DUPLICATE = "duplicate"
    """It comes twice."""
    OVERTAKE = "overtake"
    """The event comes after the reply that follows it."""
    DETACH = "detach"
    """Its session is detached instead: commands to it are refused from then on."""
    CRASH = "crash"
    """The tab of its session crashes instead: nothing of it is answered from then on."""


@dataclass(frozen=True)
class Fault:
    """One fault at the ``at``-th message received, counted from 1. ``seconds`` is for a delay."""

    kind: Kind
    at: int
    seconds: float = LONG


def fits(kind: Kind, message: Mapping[str, Any]) -> bool:
    """Whether a fault of this kind can happen to a message, decoded."""
    match kind:
        case Kind.ERROR:
            return "id" in message
        case Kind.OVERTAKE:
            return "id" not in message
        case Kind.DETACH | Kind.CRASH:
            return bool(message.get("sessionId"))
        case _:
            return True


class FaultyTransport:
    """Passes everything on but for one fault. ``received`` counts messages, ``fired`` tells whether it happened."""

    def __init__(self, inner: Transport, fault: Fault | None = None) -> None:
        self.received = 0
        self.fired = False
        self._inner = inner
        self._fault = fault
        self._ready: list[bytes] = []
        self._after: list[bytes] = []
        self._late: list[tuple[float, bytes]] = []
        self._overtaken: list[bytes] = []
        self._stalled = False
        self._ended: TransportClosed | None = None
        self._parents: dict[str, str] = {}
        self._detached: set[str] = set()
        self._crashed: set[str] = set()
        self._waiting = trio.CancelScope()

    def __repr__(self) -> str:
        return f"<FaultyTransport: {self._fault}, {self.received} received, {'fired' if self.fired else 'not fired'}>"

    async def send(self, messages: Sequence[bytes]) -> None:
        """Pass on what goes to a living session. Raises as the inner transport does, and after a close."""
        if self._ended is not None:
            raise self._ended
        await self._inner.send([message for message in messages if self._lives(json.loads(message))])

    async def receive(self) -> Sequence[bytes]:
        """What the inner transport received, the fault done to it."""
        while not self._ready:
            self._ready, self._after = self._after, []
            self._ready += self._come_due()
            if self._ready:
                break
            if self._ended is not None:
                raise self._ended
            await self._receive_more()
        messages, self._ready = self._ready, []
        return messages

    async def aclose(self) -> None:
        """Close the inner transport."""
        await self._inner.aclose()

    async def _receive_more(self) -> None:
        due = min((when for when, _ in self._late), default=math.inf)
        with trio.CancelScope(deadline=due) as self._waiting:
            for message in await self._inner.receive():
                self._take(message)

    def _come_due(self) -> list[bytes]:
        now = trio.current_time()
        due = [message for when, message in self._late if when <= now]
        self._late = [(when, message) for when, message in self._late if when > now]
        return due

    def _take(self, message: bytes) -> None:
        """One message of the inner transport: count it, and pass it on or do the fault."""
        if self._ended is not None or self._stalled:
            return
        self.received += 1
        body: dict[str, Any] = json.loads(message)
        if body.get("method") == "Target.attachedToTarget":
            self._parents[body["params"]["sessionId"]] = body.get("sessionId", "")
        session = body.get("sessionId", "")
        if session in self._detached | self._crashed:
            return
        chosen = self._fault is not None and self.received == self._fault.at
        self._ready += self._break(message, body, session) if chosen else [message]
        if "id" in body and self._overtaken:
            self._after, self._overtaken = self._overtaken, []

    def _break(self, message: bytes, body: dict[str, Any], session: str) -> list[bytes]:
        """What comes instead of the chosen message."""
        assert self._fault is not None
        kind = self._fault.kind
        if not fits(kind, body):
            return [message]
        self.fired = True
        match kind:
            case Kind.CLOSE:
                self._ended = TransportClosed(f"a fault at message {self.received}", 1006)
            case Kind.ERROR:
                kept: dict[str, Any] = {name: body[name] for name in ("id", "sessionId") if name in body}
                return [_packed(kept, error={"code": -32000, "message": "Internal error"})]
            case Kind.GARBAGE:
                return [b'\xff{"id":}']
            case Kind.TRUNCATE:
                return [message[: len(message) // 2]]
            case Kind.DELAY:
                self._late.append((trio.current_time() + self._fault.seconds, message))
            case Kind.STALL:
                self._stalled = True
            case Kind.DUPLICATE:
                return [message, message]
            case Kind.OVERTAKE:
                self._overtaken.append(message)
            case Kind.DETACH:
                return [self._detach(session)]
            case Kind.CRASH:
                self._crashed.add(session)
                return [_packed({"method": "Inspector.targetCrashed", "params": {}, "sessionId": session})]
            case Kind.DROP:
                pass
        return []

    def _detach(self, session: str) -> bytes:
        self._detached.add(session)
        parent = self._parents.get(session, "")
        event = {"method": "Target.detachedFromTarget", "params": {"sessionId": session}}
        return _packed(event | ({"sessionId": parent} if parent else {}))

    def _lives(self, command: dict[str, Any]) -> bool:
        """Whether a command goes to a session that lives. To one that was detached the browser says so."""
        session = command.get("sessionId", "")
        if session in self._detached:
            error = {"code": -32001, "message": "Session with given id not found."}
            self._ready.append(_packed({"id": command["id"]}, error=error))
            self._waiting.cancel()
        return session not in self._detached | self._crashed


def _packed(body: dict[str, Any], **more: Any) -> bytes:
    return json.dumps(body | more).encode()


@dataclass
class Outcome(Generic[T]):
    """How one run ended: with a ``value`` or an ``error``, after ``elapsed`` seconds of virtual time.

    ``fault`` is None for the run without one; ``fired``: whether the fault happened at all.
    """

    fault: Fault | None
    fired: bool
    elapsed: float
    value: T | None = None
    error: CdpWebAIError | None = None


@dataclass
class _Run(Generic[T]):
    scenario: Callable[[Tap], Awaitable[T]]
    fault: Fault | None
    transports: list[FaultyTransport] = field(default_factory=list[FaultyTransport])

    def tap(self, transport: Transport) -> Transport:
        """The first transport of a scenario gets the fault; one that it opens later is a new connection."""
        fault = None if self.transports else self.fault
        self.transports.append(FaultyTransport(transport, fault))
        return self.transports[-1]

    async def run(self) -> Outcome[T]:
        value: T | None = None
        error: CdpWebAIError | None = None
        begun = trio.current_time()
        with trio.move_on_after(A_DAY) as day:
            try:
                value = await self.scenario(self.tap)
            except CdpWebAIError as raised:
                error = raised
        if day.cancelled_caught:
            raise AssertionError(f"under {self.fault} the scenario still ran after a day of virtual time")
        fired = bool(self.transports) and self.transports[0].fired
        return Outcome(self.fault, fired, trio.current_time() - begun, value, error)


def run_with(scenario: Callable[[Tap], Awaitable[T]], fault: Fault | None) -> Outcome[T]:
    """Run a scenario with one fault, or none, in virtual time of its own. Call it outside trio.

    Raises whatever leaves the scenario that is no CdpWebAIError, and AssertionError for one that does not end.
    """
    run = _Run(scenario, fault)
    try:
        return trio.run(run.run, clock=MockClock(autojump_threshold=0))
    except BaseException as error:
        error.add_note(f"under {fault}")
        raise


def count_messages(scenario: Callable[[Tap], Awaitable[object]]) -> int:
    """How many messages the scenario receives when nothing goes wrong. Raises what it raises."""
    run = _Run(scenario, None)
    outcome = trio.run(run.run, clock=MockClock(autojump_threshold=0))
    if outcome.error is not None:
        raise outcome.error
    return run.transports[0].received


def sweep(scenario: Callable[[Tap], Awaitable[T]], kinds: Iterable[Kind] = Kind) -> Iterator[Outcome[T]]:
    """Every kind of fault at every message: the outcomes of those that happened."""
    total = count_messages(scenario)
    faults = (Fault(kind, at) for kind in kinds for at in range(1, total + 1))
    return (outcome for outcome in (run_with(scenario, fault) for fault in faults) if outcome.fired)
