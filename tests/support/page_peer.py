"""A tab whose browser is played by hand: it answers what opening a tab asks, and leaves all else to the test.

For tests of deadlines, ends and refusals, where the moment of each message matters. What the page itself says is tested
in Chromium.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import trio

from cdpwebai.cdp.background import background_tasks
from cdpwebai.page.dialogs import DialogPolicy
from cdpwebai.page.tab import Tab
from tests.support.peer import Peer, connected, event

__all__ = [
    "GONE_CONTEXT", "HANDLE", "NOTHING_RAN", "SESSION", "TOP", "created", "frame", "navigated", "opened", "refuse",
    "value", "while_asked",
]  # fmt: skip

HANG = 3600.0
"""Seconds of virtual time after which a test hangs, and fails."""

SESSION = "S"
TOP = f"T-{SESSION}"

NOTHING_RAN = "uniqueContextId not found"
GONE_CONTEXT = "Cannot find context with specified id"
"""How the browser refuses a call into a document that is gone: before anything ran in it, and perhaps after."""

HANDLE = {"result": {"type": "object", "objectId": "o1"}}
"""A handle on an object, in answer to an evaluation."""


def frame(loader: str, url: str = "http://a/") -> dict[str, Any]:
    """The top frame as the protocol tells it."""
    return {"id": TOP, "loaderId": loader, "url": url, "mimeType": "text/html", "securityOrigin": "http://a"}


def created(unique: str, world: str = "") -> dict[str, Any]:
    """A context of the top frame came: the page's own, or the isolated one of this name."""
    data = {"frameId": TOP, "isDefault": not world, "type": "isolated" if world else "default"}
    context = {"id": 1, "origin": "http://a", "name": world, "uniqueId": unique, "auxData": data}
    return event("Runtime.executionContextCreated", SESSION, context=context)


def navigated(loader: str, world: str, url: str = "http://b/") -> list[dict[str, Any]]:
    """A navigation from the old contexts' end to the new ones, as Chromium 156 tells it."""
    return [
        event("Runtime.executionContextsCleared", SESSION),
        event("Page.frameNavigated", SESSION, frame=frame(loader, url), type="Navigation"),
        created(f"main{loader}"),
        created(f"ours{loader}", world),
    ]


def value(answer: Any) -> dict[str, Any]:
    """The result of a call into the page that gives a value."""
    return {"result": {"type": "object", "value": answer}}


@asynccontextmanager
async def opened(*, dialogs: DialogPolicy | None = None) -> AsyncGenerator[tuple[Tab, Peer]]:
    """A tab on document "1", and the peer that plays its browser; every command of the opening has been answered."""
    with trio.fail_after(HANG):
        async with connected() as (connection, peer), background_tasks() as nursery:
            await peer.attach(SESSION)
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(_answer_opening, peer)
            async with Tab.open(connection.session(SESSION), dialogs=dialogs or DialogPolicy()) as tab:
                yield tab, peer


async def refuse(peer: Peer, command: dict[str, Any], text: str, code: int = -32000) -> None:
    """Answer a command with an error of the browser's."""
    await peer.say({"id": command["id"], "error": {"code": code, "message": text}})


async def while_asked(tab_call: Awaitable[Any], play: Callable[[], Awaitable[None]]) -> Any:
    """The call's result or its error, while the peer's part is played beside it."""
    outcome: list[Any] = []

    async def call() -> None:
        try:
            outcome.append(await tab_call)
        except Exception as error:
            outcome.append(error)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(call)
        await play()
    return outcome[0]


async def _answer_opening(peer: Peer) -> None:
    while True:
        command = await peer.next()
        match command["method"]:
            case "Page.getFrameTree":
                await peer.answer(command, frameTree={"frame": frame("1")})
            case "Page.addScriptToEvaluateOnNewDocument":
                await peer.say(created("main1"), created("ours1", command["params"]["worldName"]))
                await peer.answer(command, identifier="1")
                return
            case _:
                await peer.answer(command)
