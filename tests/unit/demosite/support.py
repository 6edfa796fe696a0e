"""Scenarios in one line, and a site's addresses called without a socket."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl

from cdpwebai.demosite.app import App
from cdpwebai.demosite.http import Request, Response
from cdpwebai.demosite.loading import load_scenario
from cdpwebai.demosite.scenario import Scenario
from cdpwebai.demosite.site import Conversation, Site

__all__ = ["HOST", "answered", "app_for", "click", "get", "post", "said", "scenario", "send", "step"]

HOST = "127.0.0.1:8000"


def step(at: float, do: str, **keys: Any) -> dict[str, Any]:
    return {"at": at, "do": do, **keys}


def answered(text: str, *, at: float = 0.0) -> list[dict[str, Any]]:
    """A reply that shows ``text`` at once and is finished."""
    return [
        step(at, "user_turn", id="u1"),
        step(at, "url", to="/c/conversation-1"),
        step(at, "assistant_turn", id="a1"),
        step(at, "text", md=text),
        step(at, "bar"),
        step(at, "record", state="finished"),
    ]


def scenario(*replies: list[dict[str, Any]], **keys: Any) -> Scenario:
    return load_scenario(json.dumps({"schema": 1, "name": "made-up", "replies": replies, **keys}))


def app_for(played: Scenario) -> App:
    """The addresses of a site that plays this, its word drawn as "word"."""

    def nobody(conversation: Conversation) -> None:
        """Nobody holds a browser here."""

    return App(Site(played, word="word"), {HOST}, nobody)


async def get(app: App, path: str, headers: dict[str, str] | None = None, *, query: str = "") -> Response:
    asked = dict(parse_qsl(query, keep_blank_values=True))
    return await app.answer(Request("GET", path, asked, {"host": HOST, **(headers or {})}, b""))


async def post(app: App, path: str, body: Any, **headers: str) -> Response:
    return await app.answer(Request("POST", path, {}, {"host": HOST, **headers}, json.dumps(body).encode()))


async def send(app: App, text: str = "Hello?", *, chat: str = "chat-1", path: str = "/", **keys: Any) -> Response:
    body = {"chat": chat, "text": text, "path": path, "how": "click", **keys}
    return await post(app, "/backend-api/conversation", body)


async def click(app: App, name: str, *, chat: str = "chat-1", trusted: bool = True) -> Response:
    return await post(app, "/__click", {"name": name, "chat": chat, "trusted": trusted})


def said(response: Response) -> Any:
    return json.loads(response.body)
