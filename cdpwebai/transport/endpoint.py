"""From what a person knows of a browser (a port, an address) to the address of its WebSocket.

Row 2. A browser's debugging port answers ``GET /json/version`` with its name and its WebSocket's path (Chromium 156:
content/browser/devtools). What that reply means is decided purely, in ``read_version``; ``fetch_version`` asks. It does
not connect (``websocket`` does) and reads no profile folder (the browser layer does).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import trio

from cdpwebai.errors import Unreachable
from cdpwebai.transport.address import Address, host_of, merge_headers, parse_address
from cdpwebai.transport.dial import open_line
from cdpwebai.transport.http1 import NotHttp, Reply, format_request, read_reply

__all__ = ["Version", "fetch_version", "read_version", "refusal", "resolve_endpoint"]

PATH = "/json/version"


class Version(msgspec.Struct, frozen=True):
    """What a debugging port says of itself: "Chrome/156.0.8078.114", "1.3", and the WebSocket where it answered."""

    browser: str
    protocol: str
    websocket_url: str


class _Told(msgspec.Struct):
    """The reply itself, as far as it is used."""

    browser: str = msgspec.field(name="Browser")
    protocol: str = msgspec.field(name="Protocol-Version")
    url: str = msgspec.field(name="webSocketDebuggerUrl", default="")


async def resolve_endpoint(endpoint: str, *, headers: Mapping[str, str] | None = None, timeout: float = 30) -> str:
    """The WebSocket address for ``http://host:port``, ``https://…``, ``ws://…``, ``wss://…`` or a bare port.

    A WebSocket address is returned as it is, unasked. For the others the port is asked, within ``timeout`` seconds; the
    result has the host that answered: 127.0.0.1 or ::1 for "localhost" and a bare port, never the one that the reply
    names, which knows nothing of containers and tunnels. Raises InputError and Unreachable.
    """
    if parse_address(endpoint).scheme in {"ws", "wss"}:
        return endpoint.strip()
    return (await fetch_version(endpoint, headers=headers, timeout=timeout)).websocket_url


async def fetch_version(endpoint: str, *, headers: Mapping[str, str] | None = None, timeout: float = 30) -> Version:
    """Ask a debugging port (``http://``, ``https://`` or a bare port) what it is, within ``timeout`` seconds.

    Raises InputError for an endpoint or header that does not parse, and Unreachable when no browser answers there.
    """
    address = _version_address(parse_address(endpoint))
    request = merge_headers({"Accept": "application/json", "Connection": "close"} | address.headers, headers)
    with trio.move_on_after(timeout):
        return read_version(*await _get(address, request), host=host_of(request))
    raise Unreachable(
        f"{address} did not answer within {timeout:g} s. If it is a browser, it hangs; else check the port."
    )


def _version_address(address: Address) -> Address:
    path, separator, query = address.target.partition("?")
    return msgspec.structs.replace(address, target=path.removesuffix(PATH).rstrip("/") + PATH + separator + query)


async def _get(address: Address, headers: Mapping[str, str]) -> tuple[Address, Reply]:
    line = await open_line(address)
    try:
        await line.stream.send_all(format_request("GET", address.target, headers))
        return line.address, await read_reply(line.stream)
    except NotHttp as error:
        raise Unreachable(f"What answers at {address} is no browser's debugging port: it {error}.") from error
    except trio.BrokenResourceError as error:
        raise Unreachable(f"{address} closed the connection without an answer. Check the port.") from error
    finally:
        line.close()


def read_version(address: Address, reply: Reply, *, host: str) -> Version:
    """What the reply of ``address`` to a request for ``host`` says. Raises Unreachable when it is no browser's."""
    if reply.status != 200:
        raise Unreachable(refusal(address, reply.status, host) or _no_browser(address, f"HTTP {reply.status}"))
    try:
        told = msgspec.json.decode(reply.body, type=_Told)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreachable(_no_browser(address, "something else than a version")) from error
    if not told.url.startswith(("ws://", "wss://")):
        raise Unreachable(_no_browser(address, f"that it is {told.browser}, and names no WebSocket"))
    return Version(told.browser, told.protocol, address.socket(parse_address(told.url).target).url)


def _no_browser(address: Address, answer: str) -> str:
    return f"What answers at {address} is no browser's debugging port: it says {answer}. Check the port."


def refusal(address: Address, status: int, host: str) -> str | None:
    """What a browser means by an HTTP status, for a reader; None when it has no meaning of its own.

    Seen on Chromium 156: 500 for a Host header that is neither an address nor localhost; 404 for an unknown path, and
    for each path when debugging was switched on in chrome://inspect, where the user is asked at every connection.
    """
    if status == 500 and parse_address(f"http://{host}").named:
        return f"{address} does not allow the host name {host}: use an address such as 127.0.0.1, or localhost."
    if status == 404:
        return (
            f"{address} has nothing at that path (HTTP 404). If remote debugging was switched on in chrome://inspect, "
            "attach by the profile folder, whose DevToolsActivePort holds the path, and allow it in the browser."
        )
    if status in {401, 403}:
        return f"{address} refused the connection (HTTP {status}). Check the headers and the access token."
    return None
