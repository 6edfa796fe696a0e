"""Opens the byte stream to an address: TCP, through a proxy where the environment asks for one, TLS where it is due.

Row 2. It knows no WebSocket and no protocol; ``endpoint`` and ``websocket`` speak over what it opens. Every failure is
an Unreachable of one sentence that says what to do; time is bounded by the caller's scope.
"""

from __future__ import annotations

import os
import socket
import ssl
import sys
from collections.abc import Sequence
from typing import cast

import msgspec
import trio

from cdpwebai.errors import Unreachable
from cdpwebai.transport.address import Address, proxy_for
from cdpwebai.transport.descriptor import read_some, write_some
from cdpwebai.transport.http1 import NotHttp, format_request, read_head

__all__ = ["Line", "open_line"]


class Line(msgspec.Struct, frozen=True):
    """An open stream to ``address``, whose host is the one that answered ("localhost" has two)."""

    address: Address
    stream: trio.abc.Stream
    socket: trio.socket.SocketType

    async def receive_some(self, size: int) -> bytes:
        """What has come, ``size`` bytes at the most, b"" at the end. Raises as the stream does."""
        if not self._plain:
            return bytes(await self.stream.receive_some(size))
        try:
            return await read_some(self.socket, size)
        except OSError as error:
            raise trio.BrokenResourceError(str(error)) from error

    async def send_all(self, data: bytes | memoryview) -> None:
        """Write all of it; a checkpoint only when it has to wait. Raises as the stream does."""
        if not self._plain:
            await self.stream.send_all(data)
            return
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[await write_some(self.socket, rest) :]
        except OSError as error:
            raise trio.BrokenResourceError(str(error)) from error

    @property
    def _plain(self) -> bool:
        return not self.address.secure and sys.platform != "win32"

    def close(self) -> None:
        """Close at once: no TLS farewell, and whoever waits on the stream gets ClosedResourceError."""
        self.socket.close()


async def open_line(address: Address) -> Line:
    """Connect to an address. Raises Unreachable."""
    proxy = proxy_for(address, os.environ)
    if proxy is None:
        host, tcp = await _open_tcp(address)
    else:
        host, tcp = address.host, await _open_tunnel(proxy, address)
    try:
        stream = await _start_tls(tcp, address) if address.secure else tcp
    except BaseException:
        tcp.socket.close()
        raise
    # a certificate is for the name that was asked for, so there the name stays
    return Line(address if address.secure else address.at(host), stream, tcp.socket)


async def _open_tcp(address: Address) -> tuple[str, trio.SocketStream]:
    failures: list[Exception] = []
    for host in address.hosts:
        try:
            return host, await _connect(host, address)
        except OSError as error:
            failures += _attempts(error)
    raise _unreachable(address, failures) from failures[0]


async def _connect(host: str, address: Address) -> trio.SocketStream:
    """A literal address needs no resolver and no race between several, which cost more than the connection itself."""
    if address.named:
        return await trio.open_tcp_stream(host, address.port)
    tcp = trio.socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        await tcp.connect((host, address.port))
    except BaseException:
        tcp.close()
        raise
    return trio.SocketStream(tcp)


def _attempts(error: OSError) -> Sequence[Exception]:
    """What failed in the end: behind one error, trio keeps a group with that of each attempt."""
    cause = cast("ExceptionGroup[OSError] | None", error.__cause__)
    return cause.exceptions if isinstance(cause, ExceptionGroup) else [error]


def _unreachable(address: Address, failures: Sequence[Exception]) -> Unreachable:
    if any(isinstance(failure, ConnectionRefusedError) for failure in failures):
        start = (
            f"Start the browser with --remote-debugging-port={address.port}, or check" if address.loopback else "Check"
        )
        return Unreachable(f"Nothing listens at {address}. {start} the port.")
    if isinstance(failures[0], socket.gaierror):
        return Unreachable(f"The host name {address.host} is not known here. Check it, or use an address.")
    return Unreachable(f"{address} cannot be reached ({failures[0]}). Check host and port.")


async def _open_tunnel(proxy: Address, address: Address) -> trio.SocketStream:
    """A stream to the address through the proxy."""
    try:
        _, tcp = await _open_tcp(proxy)
    except Unreachable as error:
        raise _no_tunnel(proxy, address, "cannot be reached") from error
    try:
        trouble = await _ask_for_tunnel(tcp, proxy, address)
    except BaseException:
        tcp.socket.close()
        raise
    if trouble:
        tcp.socket.close()
        raise _no_tunnel(proxy, address, trouble)
    return tcp


async def _ask_for_tunnel(tcp: trio.SocketStream, proxy: Address, address: Address) -> str:
    """Why there is none, "" when there is."""
    headers = {"Host": address.authority}
    if proxy.authorization:
        headers["Proxy-Authorization"] = proxy.authorization
    try:
        await tcp.send_all(format_request("CONNECT", address.authority, headers))
        status = (await read_head(tcp)).status
    except NotHttp as error:
        return str(error)
    except trio.BrokenResourceError:
        return "closed the connection"
    return "" if 200 <= status < 300 else f"answers HTTP {status}"


def _no_tunnel(proxy: Address, address: Address, trouble: str) -> Unreachable:
    return Unreachable(
        f"The proxy {proxy} opens no way to {address}: it {trouble}. To go without it, add {address.host} to NO_PROXY."
    )


async def _start_tls(tcp: trio.SocketStream, address: Address) -> trio.abc.Stream:
    stream = trio.SSLStream(tcp, ssl.create_default_context(), server_hostname=address.host, https_compatible=True)
    try:
        await stream.do_handshake()
    except trio.BrokenResourceError as error:
        raise _no_tls(address, error.__cause__ or error) from error
    return stream


def _no_tls(address: Address, cause: BaseException) -> Unreachable:
    if isinstance(cause, ssl.SSLCertVerificationError):
        return Unreachable(
            f"The certificate of {address} is not trusted ({cause.verify_message}). "
            "Name its authority in SSL_CERT_FILE, or check the address."
        )
    reason = cause.reason if isinstance(cause, ssl.SSLError) and cause.reason else "it closed the connection"
    return Unreachable(f"{address} does not speak TLS ({reason}). If it serves plain text, write ws:// or http://.")
