"""A page of the demo site in a real tab: looked at and used as a person would, by trusted input alone."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import trio

from cdpwebai.cdp import Session
from cdpwebai.demosite import Scenario, Site, serve

__all__ = ["COMPOSER", "HOLD", "LIMIT", "Page", "opened"]

LIMIT = 40.0
"""Seconds after which what is awaited is called missing; on a quiet machine nothing here takes two."""

COMPOSER = "#prompt-textarea"

HOLD: dict[str, Any] = {"at": 0, "do": "modal", "kind": "network", "hold": True}
"""A step at which the reply waits, so that no test has to look in a hurry; ``Page.go_on`` lets it."""


@asynccontextmanager
async def opened(session: Session, scenario: Scenario, path: str = "/") -> AsyncGenerator[Page]:
    """The scenario's page, loaded."""

    async def on_tab_step(what: str) -> None:
        """The tab stays: what these tests look at is the page."""

    async with serve(scenario, word="word", on_tab_step=on_tab_step) as site:
        page = Page(session, site)
        await session.call("Page.enable")
        await session.call("Emulation.setFocusEmulationEnabled", enabled=True)
        await page.load(path)
        yield page
        assert site.log.failures == []


class Page:
    """``site`` is the one that is shown; selectors are CSS."""

    def __init__(self, session: Session, site: Site) -> None:
        self.session = session
        self.site = site

    async def load(self, path: str) -> None:
        with trio.fail_after(LIMIT):
            async with self.session.subscribe("Page.loadEventFired") as loads:
                await self.session.call("Page.navigate", url=self.site.url + path.removeprefix("/"))
                await anext(loads)

    async def js(self, expression: str) -> Any:
        """The value of an expression; a promise is awaited."""
        with trio.fail_after(LIMIT):
            answer = await self.session.call(
                "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
            )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def until(self, expression: str) -> None:
        """Wait in the page until the expression is true."""
        look = f"const look = () => {{ if ({expression}) done(); else setTimeout(look, 5); }}; look();"
        await self.js(f"new Promise((done) => {{ {look} }})")

    async def count(self, selector: str) -> int:
        return await self.js(f"document.querySelectorAll({json.dumps(selector)}).length")

    async def texts(self, selector: str) -> list[str]:
        """What the nodes read; turns are drawn (``content-visibility: auto``) and have their text one frame later."""
        await self.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return await self.js(f"[...document.querySelectorAll({json.dumps(selector)})].map((node) => node.innerText)")

    async def attribute(self, selector: str, name: str) -> str | None:
        return await self.js(f"document.querySelector({json.dumps(selector)}).getAttribute({json.dumps(name)})")

    async def is_shown(self, selector: str) -> bool:
        look = "checkVisibility({ opacityProperty: true, visibilityProperty: true })"
        return await self.js(f"document.querySelector({json.dumps(selector)})?.{look} ?? false")

    async def click(self, selector: str) -> None:
        """One trusted click on the node's middle."""
        await self.until(f"document.querySelector({json.dumps(selector)})")
        middle = "(box) => [box.x + box.width / 2, box.y + box.height / 2]"
        x, y = await self.js(f"({middle})(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = "none" if kind == "mouseMoved" else "left"
            await self.session.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    async def insert(self, text: str) -> None:
        await self.session.call("Input.insertText", text=text)

    async def press(self, key: str, code: int, *, text: str = "", modifiers: int = 0) -> None:
        known: dict[str, Any] = {"key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        await self.session.call("Input.dispatchKeyEvent", **down, **known)
        await self.session.call("Input.dispatchKeyEvent", type="keyUp", **known)

    async def enter(self, *, modifiers: int = 0) -> None:
        await self.press("Enter", 13, text="\r", modifiers=modifiers)

    async def write(self, text: str) -> None:
        """Put the caret into the composer and insert a text."""
        await self.click(COMPOSER)
        await self.insert(text)

    async def ask(self, text: str = "Hello?") -> None:
        """Write and press the button in the composer's slot."""
        await self.write(text)
        await self.click(".slot button")

    async def go_on(self) -> None:
        """Let a reply that waits at HOLD go on."""
        await self.click('[role="dialog"] button')

    async def sent(self, count: int) -> list[str]:
        """The texts that reached the server, once there are so many."""
        with trio.fail_after(LIMIT):
            log = await self.site.wait_logged(lambda log: len(log.sends) >= count)
        return [send.text for send in log.sends]

    async def clicked(self, name: str, count: int = 1) -> None:
        """Wait until the server has counted so many clicks of this name."""
        with trio.fail_after(LIMIT):
            await self.site.wait_logged(lambda log: log.clicks[name] >= count)
