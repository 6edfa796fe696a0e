"""A browser played by a script: tabs and sessions behave as in Chromium, everything else is what a test says.

Beside the house, for tests in virtual time; it speaks over a memory transport. What it does by itself it does as
Chromium 156 does, the order of replies and events included; ``tests/browser/contract`` holds both to the same tests.
It has no page: what a page would answer is scripted with ``on``::

    async with open_fake_browser() as fake, open_connection(fake.transport) as connection:
        fake.on("Runtime.evaluate", lambda call: {"result": {"type": "number", "value": 2}})
        session = await connection.attach(fake.open_tab())
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import trio

from cdpwebai.cdp.background import background_tasks
from cdpwebai.transport.base import TransportClosed
from cdpwebai.transport.memory import memory_pair

__all__ = ["FakeBrowser", "FakeCall", "Handler", "Refusal", "open_fake_browser"]

Json = dict[str, Any]


class Refusal(Exception):
    """Raised by a handler: the browser answers with this error. ``code`` is JSON-RPC's, and negative."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True)
class FakeCall:
    """One command that has come. ``session`` is "" for the browser itself; ``tab`` the session's target id, or ""."""

    id: int
    method: str
    params: Json
    session: str
    tab: str


Handler = Callable[[FakeCall], Json | Awaitable[Json | None] | None]
"""Gives the result of a command; None leaves it unanswered. It may be async and take its time, may emit events before
it returns, and raises Refusal for an error."""


@dataclass
class _Tab:
    """A tab. ``document`` counts up with each one that it shows."""

    url: str
    document: int = 1
    crashed: bool = False
    sessions: list[str] = field(default_factory=list[str])


class FakeBrowser:
    """Made by ``open_fake_browser``. ``transport`` is the client's end; ``calls`` every command that came, in order."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.transport, self._ours = memory_pair()
        self.calls: list[FakeCall] = []
        self._nursery = nursery
        self._tabs: dict[str, _Tab] = {}
        self._sessions: dict[str, str] = {}
        self._runtimes: set[str] = set()
        self._made = 0
        self._outbox: list[bytes] = []
        self._to_say = trio.Event()
        self._handlers: dict[str, Handler] = {
            "Browser.getVersion": lambda _: {
                "protocolVersion": "1.3",
                "product": "Chrome/156.0.0.0",
                "userAgent": "fake",
            },
            "Emulation.setFocusEmulationEnabled": _done,
            "Page.crash": self._crash,
            "Page.enable": _done,
            "Page.getFrameTree": lambda call: {"frameTree": {"frame": self._frame(call.tab)}},
            "Page.navigate": self._navigate,
            "Runtime.enable": self._enable_runtime,
            "Runtime.runIfWaitingForDebugger": _done,
            "Target.attachToTarget": self._attach,
            "Target.closeTarget": self._close,
            "Target.createTarget": lambda call: {"targetId": self.open_tab(call.params["url"])},
            "Target.detachFromTarget": self._detach,
            "Target.getTargetInfo": lambda call: {"targetInfo": self._info(call.params.get("targetId", ""))},
            "Target.getTargets": lambda _: {"targetInfos": [self._info(target) for target in self._tabs]},
            "Target.setAutoAttach": _done,
        }

    def __repr__(self) -> str:
        return f"<FakeBrowser: {len(self._tabs)} tabs, {len(self._sessions)} sessions, {len(self.calls)} calls>"

    # --- what a test does ---

    def on(self, method: str, handler: Handler) -> None:
        """Answer a command in this way from now on."""
        self._handlers[method] = handler

    def emit(self, method: str, session: str = "", **params: Any) -> None:
        """Send an event."""
        self._say({"method": method, "params": params}, session)

    def open_tab(self, url: str = "about:blank") -> str:
        """A new tab, as if the user had opened it. Returns its target id."""
        target = self._new_id()
        self._tabs[target] = _Tab(url)
        return target

    def sessions_of(self, target: str) -> list[str]:
        """The ids of the sessions that are attached to a tab, oldest first."""
        return list(self._tabs[target].sessions)

    def close_tab(self, target: str) -> None:
        """The tab goes, and its sessions with it."""
        tab = self._tabs.pop(target)
        for session in tab.sessions:
            if not tab.crashed:
                self.emit("Inspector.detached", session, reason="Render process gone.")
            self._end_session(session, target)

    def crash_tab(self, target: str) -> None:
        """The tab's process dies: its sessions stay, and nothing on them is answered any more."""
        self._tabs[target].crashed = True
        for session in self._tabs[target].sessions:
            self.emit("Inspector.targetCrashed", session)

    def navigate(self, target: str, url: str) -> None:
        """The tab shows another document; its sessions hear of it."""
        tab = self._tabs[target]
        tab.url, tab.document = url, tab.document + 1
        for session in tab.sessions:
            if session in self._runtimes:
                self.emit("Runtime.executionContextsCleared", session)
            self.emit("Page.frameNavigated", session, frame=self._frame(target), type="Navigation")
            if session in self._runtimes:
                self._announce_context(session, target)
            self.emit("Page.domContentEventFired", session, timestamp=trio.current_time())
            self.emit("Page.loadEventFired", session, timestamp=trio.current_time())

    async def hang_up(self) -> None:
        """The connection ends without a word."""
        await self._ours.aclose()

    # --- what Chromium does ---

    async def hear(self) -> None:
        """The task that answers, until the client closes."""
        with suppress(TransportClosed):
            while True:
                for message in await self._ours.receive():
                    self._hear(message)

    async def speak(self) -> None:
        """The task that sends what is to be said, all of it in one batch, until the client closes."""
        with suppress(TransportClosed):
            while True:
                await self._to_say.wait()
                self._to_say = trio.Event()
                messages, self._outbox = self._outbox, []
                await self._ours.send(messages)

    def _hear(self, message: bytes) -> None:
        try:
            body: Json = json.loads(message)
        except ValueError:
            self._say({"error": {"code": -32700, "message": "JSON: invalid token at position 0"}})
            return
        session = body.get("sessionId", "")
        tab = self._sessions.get(session, "")
        call = FakeCall(body["id"], body["method"], body.get("params", {}), session, tab)
        self.calls.append(call)
        if session and not tab:
            self._say({"id": call.id, "error": {"code": -32001, "message": "Session with given id not found."}})
        elif not tab or not self._tabs[tab].crashed:
            self._answer(call)

    def _answer(self, call: FakeCall) -> None:
        handler = self._handlers.get(call.method, _unknown)
        try:
            result = handler(call)
        except Refusal as refusal:
            self._refuse(call, refusal)
            return
        if isinstance(result, Awaitable):
            self._nursery.start_soon(self._answer_later, call, result)
        else:
            self._reply(call, result)

    async def _answer_later(self, call: FakeCall, result: Awaitable[Json | None]) -> None:
        try:
            self._reply(call, await result)
        except Refusal as refusal:
            self._refuse(call, refusal)

    def _reply(self, call: FakeCall, result: Json | None) -> None:
        if result is not None:
            self._say({"id": call.id, "result": result}, call.session)

    def _refuse(self, call: FakeCall, refusal: Refusal) -> None:
        self._say({"id": call.id, "error": {"code": refusal.code, "message": refusal.message}}, call.session)

    def _say(self, message: Json, session: str = "") -> None:
        self._outbox.append(json.dumps(message | ({"sessionId": session} if session else {})).encode())
        self._to_say.set()

    # --- what it answers by itself ---

    def _attach(self, call: FakeCall) -> Json:
        target = call.params["targetId"]
        tab, session = self._tab(target), self._new_id()
        tab.sessions.append(session)
        self._sessions[session] = target
        self.emit("Target.attachedToTarget", sessionId=session, targetInfo=self._info(target), waitingForDebugger=False)
        return {"sessionId": session}

    def _detach(self, call: FakeCall) -> Json:
        session = call.params["sessionId"]
        target = self._sessions.get(session)
        if target is None:
            raise Refusal(-32602, "No session with given id")
        self._tabs[target].sessions.remove(session)
        self._end_session(session, target)
        return {}

    def _close(self, call: FakeCall) -> Json | None:
        """A crashed tab is gone before the reply, a living one goes after it."""
        target = call.params["targetId"]
        if self._tab(target).crashed:
            self.close_tab(target)
            return {"success": True}
        self._reply(call, {"success": True})
        self.close_tab(target)
        return None

    def _crash(self, call: FakeCall) -> None:
        self.crash_tab(call.tab)

    def _navigate(self, call: FakeCall) -> None:
        document = self._tabs[call.tab].document + 1
        self._reply(call, {"frameId": call.tab, "loaderId": _loader(document), "isDownload": False})
        self.navigate(call.tab, call.params["url"])

    def _enable_runtime(self, call: FakeCall) -> Json:
        self._runtimes.add(call.session)
        self._announce_context(call.session, call.tab)
        return {}

    def _announce_context(self, session: str, target: str) -> None:
        document = self._tabs[target].document
        data = {"isDefault": True, "type": "default", "frameId": target}
        context = {"id": document, "origin": "://", "name": "", "uniqueId": f"{target}.{document}", "auxData": data}
        self.emit("Runtime.executionContextCreated", session, context=context)

    def _end_session(self, session: str, target: str) -> None:
        del self._sessions[session]
        self._runtimes.discard(session)
        self.emit("Target.detachedFromTarget", sessionId=session, targetId=target)

    def _tab(self, target: str) -> _Tab:
        if target not in self._tabs:
            raise Refusal(-32602, "No target with given id found")
        return self._tabs[target]

    def _info(self, target: str) -> Json:
        tab = self._tab(target)
        known = {"targetId": target, "type": "page", "title": tab.url, "url": tab.url}
        return known | {"attached": bool(tab.sessions), "canAccessOpener": False}

    def _frame(self, target: str) -> Json:
        tab = self._tabs[target]
        return {
            "id": target,
            "loaderId": _loader(tab.document),
            "url": tab.url,
            "mimeType": "text/html",
            "securityOrigin": "://",
        }

    def _new_id(self) -> str:
        self._made += 1
        return _hexadecimal(self._made)


def _done(_: FakeCall) -> Json:
    return {}


def _unknown(call: FakeCall) -> Json:
    raise Refusal(-32601, f"'{call.method}' wasn't found")


def _loader(document: int) -> str:
    return _hexadecimal((1 << 120) + document)


def _hexadecimal(number: int) -> str:
    """An id as Chromium writes them: 32 digits."""
    return f"{number:032X}"


@asynccontextmanager
async def open_fake_browser() -> AsyncGenerator[FakeBrowser, None]:
    """A fake browser without a tab, while the block runs."""
    async with background_tasks() as nursery:
        fake = FakeBrowser(nursery)
        nursery.start_soon(fake.hear)
        nursery.start_soon(fake.speak)
        try:
            yield fake
        finally:
            await fake.hang_up()
