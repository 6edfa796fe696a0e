"""The site's addresses: which gives what, and who may ask.

A request whose Host or Origin names anything but this server gets 403, so that no web page and no other machine can
talk to it. Nothing is written outside of memory. Below: ``site`` holds the state, ``pages`` the documents. Above:
``server``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from contextlib import aclosing
from functools import cache
from importlib import resources
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
import trio
from msgspec import Meta

from cdpwebai.demosite.downloads import Downloads
from cdpwebai.demosite.http import HttpError, Request, Response, Writer
from cdpwebai.demosite.pages import POLICY, challenge_page, chat_page, login_page
from cdpwebai.demosite.record import record
from cdpwebai.demosite.scenario import SlowRecord
from cdpwebai.demosite.site import Conversation, SendRequest, Site

__all__ = ["DIGESTED", "App"]

T = TypeVar("T")
Route: TypeAlias = Callable[[Request], Awaitable[Response]]

ASSET_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
HTML = "text/html; charset=utf-8"

DIGESTED = frozenset({"/backend-api/files"})
"""Where files are sent to, of any length: they are hashed as they come, and not kept."""


class _ClickRequest(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What the page posts when a control is clicked."""

    name: Annotated[str, Meta(max_length=100)]
    chat: str
    trusted: bool


@cache
def _assets() -> dict[str, bytes]:
    """The page's own files, by name."""
    folder = resources.files("cdpwebai.demosite") / "assets"
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if _suffix(entry.name) in ASSET_TYPES}


def _suffix(name: str) -> str:
    return name[name.rfind(".") :]


def _decoded(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.MsgspecError as exc:
        raise HttpError(400, f"{exc}.") from exc


class App:
    """One site's addresses.

    ``hosts`` ("127.0.0.1:80", "chatgpt.com") are its names, under ``scheme``; ``on_send`` hears whom a prompt was sent
    to.
    """

    def __init__(
        self, site: Site, hosts: Collection[str], on_send: Callable[[Conversation], None], scheme: str = "http"
    ) -> None:
        self.site = site
        self.on_send = on_send
        self.hosts = hosts
        self.scheme = scheme
        self.downloads = Downloads(site)
        self.routes: dict[str, tuple[str, Route]] = {
            "/api/auth/session": ("GET", self._session),
            "/backend-api/me": ("GET", self._me),
            "/backend-api/conversation": ("POST", self._send),
            "/backend-api/files": ("POST", self._upload),
            "/backend-api/estuary/content": ("GET", self._download),
            "/__click": ("POST", self._click),
            "/__events": ("GET", self._events),
            "/__log": ("GET", self._log),
        }

    async def answer(self, request: Request) -> Response:
        self._check_caller(request)
        method, route = self._route(request.path)
        if request.method != method and not (request.method == "HEAD" and method == "GET"):
            raise HttpError(405, f"{request.path} takes {method}.")
        return await route(request)

    def _check_caller(self, request: Request) -> None:
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if host.lower() not in self.hosts:
            raise HttpError(403, "This server answers to its own names only.")
        if origin is not None and origin != f"{self.scheme}://{host}":
            raise HttpError(403, "This server answers its own pages only.")

    def _route(self, path: str) -> tuple[str, Route]:
        if path in self.routes:
            return self.routes[path]
        head = path.split("/")[1]
        if path.startswith("/backend-api/files/") or path.endswith("/interpreter/download"):
            return "GET", self._download
        if path.startswith("/backend-api/conversation/"):
            return "GET", self._record
        if path == "/" or head in {"c", "g"}:
            return "GET", self._page
        if head in {"assets", "cdn-cgi"}:
            return "GET", self._asset
        raise HttpError(404, f"There is nothing at {path}.")

    async def _page(self, request: Request) -> Response:
        site, keys = self.site, self.site.scenario.site
        headers = {"Content-Security-Policy": POLICY} if keys.csp else {}
        if keys.gate == "challenge" or site.gate == "challenge":
            return Response(403, challenge_page(request.headers["host"].partition(":")[0]), HTML, headers)
        if keys.login == "out" or site.gate == "logout":
            return Response(200, login_page(keys), HTML, headers)
        page = chat_page(keys, site.open(request.path), surface=site.surface, drafts=not site.log.sends)
        return Response(200, page, HTML, headers)

    async def _asset(self, request: Request) -> Response:
        name = request.path.rpartition("/")[2]
        if request.path.startswith("/cdn-cgi/challenge-platform/"):
            return Response(200, b"", ASSET_TYPES[".js"])
        if request.path != f"/assets/{name}" or name not in _assets():
            raise HttpError(404, f"There is nothing at {request.path}.")
        return Response(200, _assets()[name], f"{ASSET_TYPES[_suffix(name)]}; charset=utf-8")

    async def _session(self, request: Request) -> Response:
        if not self.site.is_logged_in:
            return Response.json(None)
        user = {"id": "user-demo", "name": "Demo User", "email": "demo@example.com"}
        return Response.json({"user": user, "expires": "2099-01-01T00:00:00.000Z", "accessToken": self.site.token})

    async def _me(self, request: Request) -> Response:
        status = self.site.scenario.site.me if self.site.is_logged_in else 401
        if status != 200:
            raise HttpError(status, "Nobody is told here who is logged in.")
        return Response.json({"id": "user-demo", "name": "Demo User", "email": "demo@example.com"})

    async def _record(self, request: Request) -> Response:
        """The conversation record. Without the bearer token even a conversation that exists is not found."""
        served = self.site.scenario.site.record
        found = self.site.find(request.path.replace("/backend-api/conversation/", "/c/", 1))
        if isinstance(served, SlowRecord):
            await trio.sleep(served.slow)
        if served == "denied":
            return Response.json({"detail": "Unusual activity has been detected."}, 403)
        is_allowed = self.site.is_logged_in and request.headers.get("authorization") == f"Bearer {self.site.token}"
        if served == "absent" or not is_allowed or found is None:
            return Response.json({"detail": "conversation_not_found"}, 404)
        conversation, identity = found
        return Response.json(record(identity, conversation.played(trio.current_time())))

    async def _download(self, request: Request) -> Response:
        """What answers brought: to pages of this site alone."""
        if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise HttpError(403, "This server gives files to its own pages only.")
        return self.downloads.answer(request)

    async def _send(self, request: Request) -> Response:
        conversation = self.site.send(_decoded(request.body, SendRequest))
        self.on_send(conversation)
        return Response.json({"chat": conversation.key})

    async def _upload(self, request: Request) -> Response:
        name = request.query.get("name", "")
        if not name:
            raise HttpError(400, "A file needs a name.")
        return Response.json(self.site.upload(name, request.digest, pasted="pasted" in request.query))

    async def _click(self, request: Request) -> Response:
        click = _decoded(request.body, _ClickRequest)
        self.site.click(click.name, click.chat, trusted=click.trusted)
        return Response(204)

    async def _log(self, request: Request) -> Response:
        return Response.json({**msgspec.to_builtins(self.site.log), "word": self.site.word})

    async def _events(self, request: Request) -> Response:
        """What comes, as server-sent events, until the conversation has been played to its end."""
        chat = request.query.get("chat", "")
        since = request.headers.get("last-event-id", request.query.get("since", "0"))
        if not since.isascii() or not since.isdigit():
            raise HttpError(400, "since is a number of effects.")

        async def _write(writer: Writer) -> None:
            async with aclosing(self.site.follow(chat, int(since))) as coming:
                async for told in coming:
                    await writer(_event(told))

        return Response(200, content_type="text/event-stream", stream=_write)


def _event(told: dict[str, Any]) -> bytes:
    return b"retry: 300\nid: %d\ndata: %s\n\n" % (told["effects"], msgspec.json.encode(told))
