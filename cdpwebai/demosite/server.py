"""The site on a port of this machine, for as long as a block runs.

Loopback only, whatever host it is served as. Below: ``app`` answers, ``http`` speaks the protocol, ``own_host`` has the
names and the certificate, ``site`` holds the state.
"""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial

import trio

from cdpwebai.demosite.app import DIGESTED, App
from cdpwebai.demosite.http import serve_connection
from cdpwebai.demosite.own_host import OwnHost
from cdpwebai.demosite.scenario import Scenario
from cdpwebai.demosite.site import Conversation, OnTabStep, Site
from cdpwebai.errors import InputError

__all__ = ["serve"]


@asynccontextmanager
async def serve(
    scenario: Scenario,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    own: OwnHost | None = None,
    on_tab_step: OnTabStep | None = None,
    word: str = "",
) -> AsyncGenerator[Site]:
    """Play ``scenario`` at ``http://host:port/`` for as long as the block runs; port 0 is any free one.

    With ``own`` it is at ``https://NAME/`` of each of its names, for a browser that ``browser_arguments`` told so; the
    port is then in ``site.port`` only. ``on_tab_step`` is awaited with "close", "crash" or "cut" when a ``tab`` step is
    due: only whoever holds the browser can do that. ``word`` stands for ``{{word}}``; without it one is drawn. Raises
    InputError for a host that is not this machine, a port that cannot be had, and a scenario with ``tab`` steps and
    nobody to do them.
    """
    if scenario.needs_browser and on_tab_step is None:
        raise InputError(
            f'The scenario "{scenario.name}" closes, crashes or cuts off the client\'s tab, which the site alone '
            "cannot do: play it from a program that passes on_tab_step."
        )
    listeners = await _listen(host, port)
    site = Site(scenario, word=word)
    site.port = listeners[0].socket.getsockname()[1]
    scheme = "https" if own else "http"
    hosts = own.names if own else [f"{name}:{site.port}" for name in (_named(host), "127.0.0.1", "localhost", "[::1]")]
    site.url = f"{scheme}://{hosts[0]}/"
    failure: BaseException | None = None
    async with trio.open_nursery() as nursery:

        def on_send(conversation: Conversation) -> None:
            if on_tab_step is not None and scenario.needs_browser:
                nursery.start_soon(site.conduct, conversation, on_tab_step)

        app = App(site, hosts, on_send, scheme)
        connection = partial(
            serve_connection, handler=app.answer, on_failure=site.log.failures.append, digested=DIGESTED
        )
        nursery.start_soon(trio.serve_listeners, connection, _secured(listeners, own))
        try:
            yield site
        except BaseException as exc:  # out of the nursery as it came, not inside a group; Cancelled and Ctrl-C too
            failure = exc
        nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure


async def _listen(host: str, port: int) -> list[trio.SocketListener]:
    address = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        is_here = ipaddress.ip_address(address).is_loopback
    except ValueError:
        is_here = False
    if not is_here:
        raise InputError(f'The demo site listens on this machine only, at 127.0.0.1 or ::1, not at "{host}".')
    if not 0 <= port < 2**16:
        raise InputError(f"The demo site cannot listen at {host} port {port}: a port is a number from 0 to 65535.")
    try:
        return await trio.open_tcp_listeners(port, host=address)
    except OSError as exc:
        raise InputError(f"The demo site cannot listen at {host} port {port}: {exc}.") from exc


def _secured(listeners: list[trio.SocketListener], own: OwnHost | None) -> list[trio.abc.Listener[trio.abc.Stream]]:
    """Browsers close without the farewell of TLS (``https_compatible``)."""
    if own is None:
        return [*listeners]
    return [trio.SSLListener(listener, own.context, https_compatible=True) for listener in listeners]


def _named(host: str) -> str:
    address = host.strip("[]")
    return f"[{address}]" if ":" in address else address
