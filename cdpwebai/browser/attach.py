"""The way into a browser that runs already, by its address or by the profile folder that it runs on.

Row 3. ``transport.endpoint`` knows addresses; here is the file ``DevToolsActivePort``, which Chromium writes into its
profile and never takes away (Chromium 156: it survives even a clean close). What it says is therefore a claim, checked
against the browser that is there: to join a wrong one would be worse than to join none.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import trio

from cdpwebai.browser.profile import ACTIVE_PORT
from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import Unreachable
from cdpwebai.transport.base import Transport
from cdpwebai.transport.endpoint import fetch_version, resolve_endpoint
from cdpwebai.transport.websocket import connect_websocket

__all__ = ["ActivePort", "connect_endpoint", "parse_active_port"]

log = logging.getLogger("cdpwebai.browser")

CONSENT_SECONDS = 1.0
"""A hand-shake takes milliseconds unless a person is asked."""


@dataclass(frozen=True)
class ActivePort:
    """What the file says: a port on loopback, and the path of the browser's WebSocket there."""

    port: int
    path: str

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}{self.path}"


async def connect_endpoint(
    endpoint: str, *, headers: Mapping[str, str] | None = None, timeout: float = 30.0
) -> Transport:
    """Open the transport to ``http(s)://``, ``ws(s)://``, a bare port, or a profile folder, within ``timeout`` seconds.

    Raises InputError when it is none of these, Unreachable when no browser answers there.
    """
    deadline = trio.current_time() + timeout
    if os.sep in endpoint and "://" not in endpoint:
        return await _connect_profile(_folder(endpoint), headers, deadline)
    url = await resolve_endpoint(endpoint, headers=headers, timeout=timeout)
    return await connect_websocket(url, headers=headers, timeout=deadline - trio.current_time())


def _folder(endpoint: str) -> Path:
    return Path(endpoint).expanduser().absolute()


def parse_active_port(text: str) -> ActivePort | None:
    """Read the file's two lines; None when they are not that."""
    lines = text.split("\n")
    if len(lines) != 2 or not lines[0].isdecimal() or not lines[1].startswith("/devtools/browser/"):
        return None
    return ActivePort(int(lines[0]), lines[1].strip())


async def _connect_profile(profile: Path, headers: Mapping[str, str] | None, deadline: float) -> Transport:
    file = profile / ACTIVE_PORT
    active = _read_active_port(file)
    await _refuse_another(active, file, deadline)
    try:
        async with background_tasks() as nursery:
            nursery.start_soon(_tell_of_consent, file)
            return await connect_websocket(active.url, headers=headers, timeout=deadline - trio.current_time())
    except Unreachable as error:
        raise Unreachable(
            f"The browser that {file} names cannot be joined: {error.message} If that browser was closed, the file is a"
            " leftover; start it again with remote debugging on."
        ) from error


def _read_active_port(file: Path) -> ActivePort:
    try:
        active = parse_active_port(file.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise Unreachable(
            f"{file} cannot be read ({error.strerror}): no browser with remote debugging runs on that profile. Start it"
            " so, or switch remote debugging on in chrome://inspect."
        ) from error
    if active is None:
        raise Unreachable(f"{file} does not hold a port and a path. Start the browser again, or give its address.")
    return active


async def _refuse_another(active: ActivePort, file: Path, deadline: float) -> None:
    """Raise Unreachable when the browser at the port tells that it is not the one in the file.

    A browser whose user is asked for consent tells nothing (404 on every /json path). Then the hand-shake decides: the
    path names one browser alone.
    """
    try:
        version = await fetch_version(f"http://127.0.0.1:{active.port}", timeout=deadline - trio.current_time())
    except Unreachable:
        return
    if urlsplit(version.websocket_url).path != active.path:
        raise Unreachable(
            f"{file} is a leftover: at its port {active.port} runs another browser ({version.browser}), which was not"
            " joined. Give the address of the one that you mean."
        )


async def _tell_of_consent(file: Path) -> None:
    await trio.sleep(CONSENT_SECONDS)
    log.warning("waiting for consent: look at the browser on %s, it may be asking whether to allow this", file.parent)
