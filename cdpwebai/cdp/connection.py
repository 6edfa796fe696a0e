"""One connection to one browser: a reader task, a writer task, and the tables that both share.

Row 3. Above it are sessions (the handles that everybody calls), below it a transport that carries whole messages.

The reader only parses and routes, replies first, then events; it never waits for a subscriber. The writer sends all
that is queued in one write, so a cancelled caller can never cut a message in two and 64 callers cost few system calls.
Neither raises: when the transport ends, everything that waits is failed with the same error that later calls get.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import trio

from cdpwebai.cdp.background import background_tasks
from cdpwebai.cdp.call import Call, Ending, disconnected, refuse_oversize, session_ending
from cdpwebai.cdp.session import Session
from cdpwebai.cdp.subscription import Subscription, Subscriptions
from cdpwebai.errors import SessionDetached
from cdpwebai.transport.base import Transport, TransportClosed
from cdpwebai.wire.message import Envelope, decode_envelope, encode_command
from cdpwebai.wire.pending import Pending
from cdpwebai.wire.sessions import SESSION_EVENTS, Change, SessionTable

__all__ = ["Connection", "ConnectionStatistics", "open_connection"]

log = logging.getLogger("cdpwebai.cdp")


class ConnectionStatistics(msgspec.Struct, frozen=True):
    """A moment of a connection: ``waiting``, ``queued``, ``sessions``, ``subscribers`` now, the rest since it opened.

    ``late``: replies to abandoned calls. ``strange``: replies with an id that was never used. ``garbled``: messages
    that could not be read at all. ``refused``: errors without an id (the browser could not read a command).
    """

    calls: int
    waiting: int
    queued: int
    events: int
    late: int
    strange: int
    garbled: int
    refused: int
    sessions: int
    subscribers: int


class Connection:
    """Made by ``open_connection``. ``root`` is the session of the browser itself."""

    def __init__(self, transport: Transport, name: str) -> None:
        self.name = name
        self.ending: Ending | None = None
        self.root = Session(self, None)
        self._transport = transport
        self._pending: Pending[Call] = Pending()
        self._table = SessionTable()
        self._sessions: dict[str, Session] = {"": self.root}
        self._subscriptions = Subscriptions()
        self._work = trio.Event()
        self._events = self._garbled = self._refused = 0

    def __repr__(self) -> str:
        state = f"gone, {self.ending.why}" if self.ending else f"{len(self._pending)} waiting"
        return f"<Connection {self.name or 'unnamed'}: {len(self._table)} sessions, {state}>"

    def statistics(self) -> ConnectionStatistics:
        """What it has done and what waits on it now."""
        return ConnectionStatistics(
            calls=self._pending.issued,
            waiting=len(self._pending),
            queued=self._pending.queued,
            events=self._events,
            late=self._pending.late,
            strange=self._pending.strange,
            garbled=self._garbled,
            refused=self._refused,
            sessions=len(self._table),
            subscribers=len(self._subscriptions),
        )

    def waiting(self) -> list[Call]:
        """The calls without an answer, oldest first: "what are we still waiting for?"."""
        return list(self._pending)

    def count_waiting(self, session_id: str) -> int:
        """How many calls wait on one session."""
        return sum(call.session_id == session_id for call in self._pending)

    async def attach(self, target_id: str) -> Session:
        """Attach to a target. The session is registered before the reply is released, so no event of it is lost.

        Raises ProtocolError when there is no such target, and the errors of ``Session.call``.
        """
        from cdpwebai.cdp.domains import target  # not before it is used: importing the package stays cheap

        reply = await self.root.call(target.AttachToTarget(target_id=target_id, flatten=True))
        return self.session(reply.session_id)

    def session(self, session_id: str) -> Session:
        """The handle of an attached session, "" for the browser's own. Raises SessionDetached when there is none."""
        session = self._sessions.get(session_id)
        if session is None:
            raise SessionDetached(f"no session {session_id} on {self!r}", cdp_session=session_id)
        return session

    def children(self, session: Session) -> list[Session]:
        """The sessions attached through this one, oldest first."""
        return [self._sessions[info.session_id] for info in self._table.children(session.session_id or "")]

    async def exchange(self, session: Session, method: str, params: Any, shape: Any, within: float | None) -> Any:
        """One command and its reply; ``Session.call`` says what it raises."""
        call = self._begin(session, method, params)
        try:
            if within is None:
                await call.done.wait()
            else:
                with trio.move_on_after(within):
                    await call.done.wait()
            if not call.done.is_set():
                assert within is not None
                raise call.timeout(within)
        finally:
            self._pending.forget(call.number)
        return call.outcome(shape)

    @asynccontextmanager
    async def subscribed(
        self, session: Session, subscription: Subscription[Any]
    ) -> AsyncGenerator[Subscription[Any], None]:
        """Offer the session's events to a subscription while the block runs; ``Session.subscribe`` is its face."""
        key = session.session_id or ""
        ending = session.ending or self.ending
        if ending is not None:
            subscription.end(ending)
        self._subscriptions.add(key, subscription)
        try:
            yield subscription
        finally:
            self._subscriptions.remove(key, subscription)

    def end(self, ending: Ending) -> None:
        """Fail everything that waits, and everything that will be asked. The first ending is the one that is told."""
        if self.ending is None:
            self.ending = ending
            self._fail(ending, None)

    async def read(self) -> None:
        """The reader task: parse and route until the transport ends."""
        try:
            while True:
                self._route(await self._transport.receive())
        except TransportClosed as closed:
            self.end(disconnected(closed.reason, closed.code))

    async def write(self) -> None:
        """The writer task: send all that is queued in one write, until the transport ends."""
        try:
            while self.ending is None:
                await self._work.wait()
                self._work = trio.Event()
                batch = self._pending.drain()
                if batch:
                    await self._transport.send(batch)
        except TransportClosed as closed:
            self.end(disconnected(closed.reason, closed.code))

    def _begin(self, session: Session, method: str, params: Any) -> Call:
        key = session.session_id or ""
        ending = session.ending or self.ending
        if ending is not None:
            raise ending.error(method, key)
        number = self._pending.next_id()
        message = encode_command(number, method, params, key)
        refuse_oversize(method, key, message)
        call = Call(number, method, key)
        self._pending.open(number, call, message)
        self._work.set()
        return call

    def _route(self, messages: Sequence[bytes]) -> None:
        """Replies first, then events: a reply never queues behind what subscribers make of an event."""
        events: list[Envelope] = []
        for message in messages:
            try:
                envelope = decode_envelope(message)
            except msgspec.DecodeError as error:
                self._count_garbled(error)
                continue
            if envelope.id:
                self._settle(envelope)
            elif envelope.method:
                events.append(envelope)
            else:
                self._refused += 1
                log.warning("the browser could not read a command: %s", bytes(envelope.error).decode(errors="replace"))
        for event in events:
            self._deliver(event)

    def _settle(self, reply: Envelope) -> None:
        call = self._pending.take(reply.id)
        if call is not None:
            call.settle(reply)
        elif self._pending.strange == 1:
            log.warning("a reply with id %d, which was never used; later ones are only counted", reply.id)

    def _deliver(self, event: Envelope) -> None:
        self._events += 1
        if event.method in SESSION_EVENTS:
            try:
                changes = self._table.observe(event)
            except msgspec.DecodeError as error:
                self._count_garbled(error)
                return
            for change in changes:
                self._apply(change)
        self._subscriptions.offer(event)

    def _apply(self, change: Change) -> None:
        key = change.session.session_id
        if change.end is None:
            self._sessions[key] = Session(self, change.session)
            return
        session = self._sessions[key] if change.end == "crashed" else self._sessions.pop(key)
        session.ending = session.ending or session_ending(change.end, change.detail)
        self._fail(session.ending, key)

    def _fail(self, ending: Ending, session_id: str | None) -> None:
        for call in self._pending.end(session_id):
            call.fail(ending)
        self._subscriptions.end(ending, session_id)

    def _count_garbled(self, error: msgspec.DecodeError) -> None:
        self._garbled += 1
        log.warning("a message from the browser could not be read: %s", error)


@asynccontextmanager
async def open_connection(transport: Transport, *, name: str = "") -> AsyncGenerator[Connection, None]:
    """Speak the protocol over a transport while the block runs; then close it. ``name`` appears in its ``repr``.

    Leaving the block, for whatever reason, closes the transport and fails every call that other tasks still wait on.
    """
    connection = Connection(transport, name)
    async with background_tasks() as nursery:
        nursery.start_soon(connection.read)
        nursery.start_soon(connection.write)
        try:
            yield connection
        finally:
            connection.end(disconnected("closed by us", None))
            nursery.cancel_scope.cancel()
            with trio.CancelScope(shield=True):
                await transport.aclose()
