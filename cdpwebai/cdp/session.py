"""One session: calls to one target, and its events.

Row 3. A thin handle over ``Connection``, which owns the tasks and the tables. Not a tab: what a person sees of one is
``page.Tab``, one row up.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, TypeVar, overload

import msgspec

from cdpwebai.cdp.call import Ending
from cdpwebai.cdp.command import Command, Event
from cdpwebai.cdp.subscription import BUFFER_EVENTS, RawEvent, Subscription
from cdpwebai.errors import Gone
from cdpwebai.wire.sessions import SessionInfo

if TYPE_CHECKING:
    from cdpwebai.cdp.connection import Connection

__all__ = ["Session", "SessionStatistics"]

R = TypeVar("R")
E = TypeVar("E", bound=Event)


class SessionStatistics(msgspec.Struct, frozen=True):
    """A moment of a session: its waiting calls, its child sessions, and why it ended (None: it has not)."""

    waiting: int
    children: int
    gone: str | None


class Session:
    """Calls and events of one target, or of the browser itself (``session_id`` None)."""

    def __init__(self, connection: Connection, info: SessionInfo | None) -> None:
        self.connection = connection
        self.info = info
        self._key = info.session_id if info else ""
        self.ending: Ending | None = None

    def __repr__(self) -> str:
        what = f"{self.info.target.type} {self._key}" if self.info else "browser"
        state = f"gone, {self.ending.why}" if self.ending else f"{self.statistics().waiting} waiting"
        return f"<Session {what}: {state}>"

    @property
    def session_id(self) -> str | None:
        """The protocol's session id; None for the browser itself."""
        return self._key or None

    @property
    def target_id(self) -> str | None:
        """The target it is attached to; None for the browser itself."""
        return self.info.target.target_id if self.info else None

    @property
    def gone(self) -> Gone | None:
        """Why it can answer no more, or None while it can."""
        ending = self.ending or self.connection.ending
        return ending.told(self._key) if ending else None

    @property
    def children(self) -> list[Session]:
        """The sessions attached through this one (frames of other sites, workers), oldest first."""
        return self.connection.children(self)

    def statistics(self) -> SessionStatistics:
        """What waits on it now."""
        gone = self.gone
        return SessionStatistics(
            self.connection.count_waiting(self._key), len(self.children), gone.message if gone else None
        )

    @overload
    async def call(self, command: Command[R], /, *, within: float | None = None) -> R: ...

    @overload
    async def call(self, command: str, /, *, within: float | None = None, **params: Any) -> dict[str, Any]: ...

    async def call(self, command: Command[Any] | str, /, *, within: float | None = None, **params: Any) -> Any:
        """Send one command and return its result: the command's own type, or a dict for a command given by name.

        Runs under the caller's cancel scope; a caller that is cancelled leaves nothing behind: a command not yet
        written is withdrawn, the late reply to a written one is dropped. ``within`` (seconds) bounds this call alone.

        Raises:
            ProtocolError: the browser answered with an error.
            MalformedReply: the result does not fit the command's type.
            CallTimeout: no reply within ``within`` seconds.
            Disconnected, TargetCrashed, TargetClosed, SessionDetached: at once when it happens, and for every later
                call, which then touches no socket. All are ``Gone``.
            CommandTooLarge, InputError: refused before sending.

        Each says by ``page_may_have_changed`` whether the command had left.
        """
        if isinstance(command, str):
            return await self.connection.exchange(self, command, params, dict[str, Any], within)
        return await self.connection.exchange(self, command.method, command, command.result, within)

    @overload
    def subscribe(self, *events: type[E], buffer: int = ...) -> AbstractAsyncContextManager[Subscription[E]]: ...

    @overload
    def subscribe(self, *events: str, buffer: int = ...) -> AbstractAsyncContextManager[Subscription[RawEvent]]: ...

    def subscribe(
        self, *events: type[Event] | str, buffer: int = BUFFER_EVENTS
    ) -> AbstractAsyncContextManager[Subscription[Any]]:
        """Listen from here on, before the command that triggers the event is written.

        Events given by type come decoded, those given by name as RawEvent; all in the order they came.
        ``buffer`` is how many may wait; what does not fit is told as Lagged at its place in the order.
        """
        return self.connection.subscribed(self, Subscription[Any](self._key, events, buffer))

    async def detach(self) -> None:
        """End this session; its target lives on. Does nothing when it is gone already."""
        if self.gone is None and self.info is not None:
            from cdpwebai.cdp.domains import target  # not before it is used: importing the package stays cheap

            parent = self.connection.session(self.info.parent)
            await parent.call(target.DetachFromTarget(session_id=self._key))
