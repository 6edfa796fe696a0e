"""Whether a browser that cannot be joined has ended, or only cannot be seen.

Row 3, beside ``attach``. Only what ran on this machine can be told to have ended: nothing listens at its port any more,
or another browser does. Everything else may still be there, with the tabs that it had.
"""

from __future__ import annotations

import ipaddress
from contextlib import suppress

import trio

from cdpwebai.errors import InputError, Unreachable
from cdpwebai.transport.address import parse_address
from cdpwebai.transport.endpoint import fetch_version

__all__ = ["has_ended"]

LOOK_SECONDS = 2.0


async def has_ended(endpoint: str) -> bool:
    """Whether it was seen that the browser at this address is no longer there."""
    try:
        address = parse_address(endpoint)
    except InputError:
        return False
    host = "127.0.0.1" if address.host == "localhost" else address.host
    if not _is_loopback(host):
        return False
    with trio.move_on_after(LOOK_SECONDS):
        if await _is_refused(host, address.port):
            return True
        with suppress(Unreachable):
            found = await fetch_version(f"http://{address.authority}", timeout=LOOK_SECONDS)
            return address.scheme == "ws" and found.websocket_url != endpoint
    return False


async def _is_refused(host: str, port: int) -> bool:
    family = trio.socket.AF_INET6 if ":" in host else trio.socket.AF_INET
    with trio.socket.socket(family, trio.socket.SOCK_STREAM) as probe:
        try:
            await probe.connect((host, port))
        except ConnectionRefusedError:
            return True
        except OSError:
            return False
    return False


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
