"""A chat page in virtual time: the fake browser's one tab, which answers looks with an observation that a test sets.

Everything between the user's face and the wire is ours and real; what the page says is made by hand, as by
``support.chat``. The same flows run against real pages in ``browser/``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from cdpwebai.api.browsers import Where
from cdpwebai.page.library import page_script
from cdpwebai.providers.chat import ChatObservation, Turn
from cdpwebai.testing.fake_browser import FakeBrowser, FakeCall, open_fake_browser
from cdpwebai.verdict import Known, Reading
from cdpwebai.wire.look import LOOK
from tests.support.chat import assistant, page, user

__all__ = ["HOME", "SILENCE", "FakeChat", "open_fake_chat"]

HOME = "https://chat.example/"

SILENCE = object()
"""No answer."""

Json = dict[str, Any]

HIT: Json = {
    "count": 1, "name": "button", "box": [0, 0, 30, 30], "point": [15, 15],
    "inside": True, "visible": True, "enabled": True, "over": "",
}  # fmt: skip


class FakeChat:
    """``shown`` is what a look tells, None for a page that does not react.

    ``typed``, ``presses`` (of Send) and ``stops`` are what was done. Typing puts the text into the composer; pressing
    Send shows it as a new message with ``answer`` behind it, unless ``on_send`` does something else. ``looks`` counts
    what was answered; after ``falls_silent_after`` of them nothing is answered any more. The replies to the mouse
    events in ``unanswered`` get lost. ``says``: what other readers are answered, from what they are asked with;
    SILENCE is no answer.
    """

    def __init__(self, fake: FakeBrowser) -> None:
        self.browser = fake
        self.shown: ChatObservation | None = page(path="")
        self.answer: tuple[str, Turn] = assistant("a1", "OK")
        self.account: Any = "in"
        self.typed: list[str] = []
        self.presses = 0
        self.stops = 0
        self.looks = 0
        self.falls_silent_after: int | None = None
        self.unanswered: tuple[str, ...] = ()
        self.says: dict[str, Callable[..., Any]] = {}
        self.on_send: Callable[[str], None] = self.send
        self.on_stop: Callable[[], None] = lambda: None
        self._aim = ""
        self._world = ""
        self._documents = 1
        for method in ("Runtime.disable", "Page.setLifecycleEventsEnabled", "Runtime.addBinding"):
            fake.on(method, _done)
        fake.on("Page.addScriptToEvaluateOnNewDocument", self._install)
        fake.on("Page.navigate", self._navigate)
        fake.on("Runtime.callFunctionOn", self._called)
        fake.on("Input.insertText", self._insert)
        fake.on("Input.dispatchMouseEvent", self._mouse)

    @property
    def where(self) -> Where:
        """This browser, for operations; one at a time."""
        return Where(transport=lambda: self.browser.transport)

    def send(self, text: str) -> None:
        """The page shows the prompt as a new message, and its answer."""
        self.shown = page(*self._turns(), user("u1", text), self.answer, path="c/1")

    def _turns(self) -> tuple[tuple[str, Turn], ...]:
        known = self.shown.turns if self.shown is not None else None
        return known.value if isinstance(known, Known) else ()

    def _install(self, call: FakeCall) -> Json:
        self._world = call.params["worldName"]
        self._announce_world(call)
        return {"identifier": "1"}

    def _navigate(self, call: FakeCall) -> Json:
        self._documents += 1
        loader = f"{(1 << 120) + self._documents:032X}"
        self.browser.navigate(call.tab, call.params["url"])
        self._announce_world(call)
        loaded: Json = {"frameId": call.tab, "loaderId": loader, "name": "load", "timestamp": 0}
        self.browser.emit("Page.lifecycleEvent", call.session, **loaded)
        return {"frameId": call.tab, "loaderId": loader, "isDownload": False}

    def _announce_world(self, call: FakeCall) -> None:
        data = {"isDefault": False, "type": "isolated", "frameId": call.tab}
        context = {"id": 9, "origin": "://", "name": self._world, "uniqueId": "ours", "auxData": data}
        self.browser.emit("Runtime.executionContextCreated", call.session, context=context)

    def _called(self, call: FakeCall) -> Json | None:
        question: Json = call.params["arguments"][0]["value"]
        if self.shown is None or (self.falls_silent_after is not None and self.looks >= self.falls_silent_after):
            return None
        if call.params["functionDeclaration"].startswith(page_script("_copied")):
            return _value({"value": None})  # nothing is ever copied here
        if call.params["functionDeclaration"] != LOOK:
            self._aim = question.get("args", [[], {}])[-1].get("reader", "") if question["reader"] == "listen" else ""
            return _value({"value": None})
        if "fields" in question:
            self.looks += 1
            told: Json = {"revision": f"e.{self.looks}", "base": None, "fields": fields_of(self.shown)}
            return _value({"value": told})
        if (says := self.says.get(question["reader"])) is not None:
            told = says(*question["args"])
            return None if told is SILENCE else _value({"value": told})
        answers: Json = {
            "chat_account": self.account,
            "chat_record": {"v": "unknown", "why": "not-supported", "at": "there is no record"},
            "hit": HIT,
            "heard": [],
            "focused": {"name": "div", "editable": True, "text": ""},
        }
        return _value({"value": answers[question["reader"]]})

    def _insert(self, call: FakeCall) -> Json:
        self.typed.append(call.params["text"])
        self.shown = page(*self._turns(), draft=call.params["text"], slot="send", path="")
        return {}

    def _mouse(self, call: FakeCall) -> Json | None:
        if call.params["type"] == "mouseReleased" and self._aim == "chat_send":
            self.presses += 1
            self.on_send(self.typed[-1])
        if call.params["type"] == "mouseReleased" and self._aim == "chat_stop":
            self.stops += 1
            self.on_stop()
        return None if call.params["type"] in self.unanswered else {}


def fields_of(seen: ChatObservation) -> Json:
    """An observation as the page tells it, every list whole."""
    names = ("place", "composer", "slot", "surface", "notices", "panel", "chips", "uploading")
    fields = {name: {"value": _told(getattr(seen, name))} for name in names}
    turns: Json = {"value": _told(seen.turns)}
    if isinstance(seen.turns, Known):
        turns = {"items": {key: [at, msgspec.to_builtins(turn)] for at, (key, turn) in enumerate(seen.turns.value)}}
    return {**fields, "turns": turns, "progress": {"value": False}, "loose": {"value": None}}


def _told(reading: Reading[Any]) -> Any:
    if isinstance(reading, Known):
        return msgspec.to_builtins(reading.value)
    return {"v": "unknown", "why": reading.reason.value, "at": reading.detail}


def _done(_: FakeCall) -> Json:
    return {}


def _value(value: Json) -> Json:
    return {"result": {"type": "object", "value": value}}


@asynccontextmanager
async def open_fake_chat() -> AsyncGenerator[FakeChat]:
    """A browser whose tabs are chat pages of the demo's kind, for the block."""
    async with open_fake_browser() as fake:
        yield FakeChat(fake)
