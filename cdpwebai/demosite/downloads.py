"""The addresses of what answers bring: a file of the sandbox, an image, and where their bytes are.

The address of the bytes is got with the page's bearer token, as the page itself gets it, and works without one. Every
request is logged. Below: ``artifacts`` makes the bytes, ``site`` knows what was played. Above: ``app``.
"""

from __future__ import annotations

from urllib.parse import quote, urlencode

import trio

from cdpwebai.demosite import artifacts
from cdpwebai.demosite.http import Request, Response
from cdpwebai.demosite.log import Download
from cdpwebai.demosite.site import Site
from cdpwebai.demosite.steps import File

__all__ = ["Downloads"]

SLOW_SECONDS = 10.0
"""For so long after it was first asked for, a slow file is said not to be ready."""

TYPES = {
    "zip": "application/zip",
    "csv": "text/csv",
    "txt": "text/plain",
    "json": "application/json",
    "pdf": "application/pdf",
}


class Downloads:
    """What may be had of a site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._first_asked: dict[str, float] = {}

    def answer(self, request: Request) -> Response:
        """Any of their addresses."""
        if request.path.endswith("/interpreter/download"):
            response = self._sandbox(request)
        elif request.path.startswith("/backend-api/files/"):
            response = self._file(request)
        else:
            response = self._content(request.query.get("id", ""), preview=request.query.get("p") == "preview")
        query = f"?{urlencode(request.query)}" if request.query else ""
        self.site.log.downloads.append(Download(path=f"{request.path}{query}", status=response.status))
        return response

    def _sandbox(self, request: Request) -> Response:
        """Where the bytes of a sandbox path are; nothing, for the message that did not make it."""
        if not self._is_allowed(request):
            return Response.json({"detail": "Not found"}, 404)
        conversation = request.path.removeprefix("/backend-api/conversation/").removesuffix("/interpreter/download")
        path, message_id = request.query.get("sandbox_path", ""), request.query.get("message_id", "")
        made = [
            (file, [message.id for message in turn.messages])
            for turn in self.site.turns(f"/c/{conversation}")
            for file in turn.files
            if file.path == path
        ]
        if not made or made[-1][0].serve == "404":
            return Response.json({"detail": "File not found"}, 404)
        file, messages = made[-1]
        if message_id not in messages:
            return Response.json({})
        if file.serve == "slow" and trio.current_time() < self._asked(path) + SLOW_SECONDS:
            return Response.json({"status": "retry"})
        return _at(artifacts.file_id(file))

    def _asked(self, path: str) -> float:
        return self._first_asked.setdefault(path, trio.current_time())

    def _file(self, request: Request) -> Response:
        """``/backend-api/files/<id>/download`` tells where the bytes are, ``.../content`` gives them."""
        identity, _, what = request.path.removeprefix("/backend-api/files/").partition("/")
        if what == "content":
            return self._content(identity)
        if what != "download" or not self._is_allowed(request) or self._content(identity).status == 404:
            return Response.json({"detail": "File not found"}, 404)
        return _at(identity)

    def _content(self, identity: str, *, preview: bool = False) -> Response:
        if not self.site.is_logged_in:
            return Response(403)
        turns = self.site.turns()
        images = [image for turn in turns for image in turn.images if image.file_id == identity]
        if images:
            whole, serve = artifacts.picture(images[-1], preview=preview), images[-1].serve
            if serve != "404":
                return _served(serve, artifacts.spoilt(whole, serve), "image/png")
        files = [file for turn in turns for file in turn.files if artifacts.file_id(file) == identity]
        return _bytes_of(files[-1]) if files else Response.json({"detail": "File not found"}, 404)

    def _is_allowed(self, request: Request) -> bool:
        return self.site.is_logged_in and request.headers.get("authorization") == f"Bearer {self.site.token}"


def _at(identity: str) -> Response:
    return Response.json({"status": "success", "download_url": f"/backend-api/estuary/content?id={identity}"})


def _bytes_of(file: File) -> Response:
    name = artifacts.name_of(file)
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
    kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    return _served(file.serve, artifacts.content(file), kind, headers)


def _served(serve: str, data: bytes, kind: str, headers: dict[str, str] | None = None) -> Response:
    """Bytes as they are served, or what comes in their place."""
    match serve:
        case "403":
            return Response.json({"detail": "This link has expired."}, 403)
        case "html":
            return Response(200, data, "text/html; charset=utf-8", headers or {})
        case _:
            return Response(200, data, kind, headers or {})
