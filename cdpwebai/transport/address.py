"""Where a browser is, as a person writes it: ``http://``, ``https://``, ``ws://``, ``wss://`` or a bare port.

Row 2, pure: no sockets and no names looked up. ``dial`` opens what is parsed here, ``endpoint`` and ``websocket`` speak
over it. An address may carry secrets (a password, a token in its query or path), so nothing here or above ever shows
more of it than scheme, host and port.
"""

from __future__ import annotations

import ipaddress
import re
from base64 import b64encode
from collections.abc import Mapping
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from cdpwebai.errors import InputError, Unreachable

__all__ = ["Address", "host_of", "merge_headers", "parse_address", "proxy_for"]

SCHEMES = {"http": 80, "https": 443, "ws": 80, "wss": 443}
ADDRESSES_OF_LOCALHOST = ("127.0.0.1", "::1")  # Chromium 156 listens on the first alone
FORMS = "http://host:port, https://…, ws://…, wss://… or a bare port"

HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
HEADER_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")


class Address(msgspec.Struct, frozen=True):
    """``host`` without brackets, in lower case; ``target`` what an HTTP request asks for, path and query."""

    scheme: str
    host: str
    port: int
    target: str = "/"
    authorization: str | None = None

    def __repr__(self) -> str:
        return f"<Address {self}>"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def authority(self) -> str:
        """Host and port, with brackets around an IPv6 address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def headers(self) -> dict[str, str]:
        """What the address says in a request: Host, with the port unless it is the scheme's own, and the password."""
        own = self.port == SCHEMES[self.scheme]
        headers = {"Host": self.authority.removesuffix(f":{self.port}") if own else self.authority}
        return headers | ({"Authorization": self.authorization} if self.authorization else {})

    @property
    def url(self) -> str:
        """The whole address, secrets in the target included, a password not."""
        return f"{self}{self.target}"

    @property
    def secure(self) -> bool:
        """Whether TLS is spoken there."""
        return self.scheme in {"https", "wss"}

    @property
    def loopback(self) -> bool:
        """Whether it is this machine, by its literal address or by a name that never means another one."""
        return _is_localhost(self.host) or (_is_address(self.host) and ipaddress.ip_address(self.host).is_loopback)

    @property
    def named(self) -> bool:
        """Whether the host is a name that needs looking up."""
        return not _is_localhost(self.host) and not _is_address(self.host)

    @property
    def hosts(self) -> tuple[str, ...]:
        """What to connect to, one after the other."""
        return ADDRESSES_OF_LOCALHOST if _is_localhost(self.host) else (self.host,)

    def socket(self, target: str) -> Address:
        """The WebSocket with that target at the same place."""
        return msgspec.structs.replace(self, scheme="wss" if self.secure else "ws", target=target)

    def at(self, host: str) -> Address:
        """The same place under another host, for example the address of "localhost" that answered."""
        return msgspec.structs.replace(self, host=host)


def _is_localhost(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def parse_address(text: str) -> Address:
    """Read an address as a person writes it. Raises InputError, which shows no part that may be secret."""
    text = text.strip()
    if text.isdecimal():
        text = f"http://localhost:{text}"
    if not (text.isascii() and text.isprintable()) or " " in text:
        raise InputError(f"A browser's address is {FORMS}, in ASCII and without spaces.")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise InputError(f"The port or the brackets of that address are wrong; write {FORMS}.") from error
    if parts.scheme not in SCHEMES or not parts.hostname or port == 0:
        raise InputError(f"That is no address of a browser; write {FORMS}.")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Address(parts.scheme, parts.hostname, port or SCHEMES[parts.scheme], target, _authorization(parts))


def _authorization(parts: SplitResult) -> str | None:
    if parts.username is None:
        return None
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return "Basic " + b64encode(pair.encode()).decode()


def merge_headers(own: Mapping[str, str], given: Mapping[str, str] | None) -> dict[str, str]:
    """Our headers, overruled by those that the user gives, whatever their case.

    Raises InputError for one that would break the request, and never shows a value.
    """
    given = given or {}
    for name, value in given.items():
        if not HEADER_NAME.fullmatch(name):
            raise InputError(f"{name!r} is no name of an HTTP header.")
        if not HEADER_VALUE.fullmatch(value):
            raise InputError(f"The value of the header {name} holds a line break or a character that HTTP cannot send.")
    overruled = {name.lower() for name in given}
    return {name: value for name, value in own.items() if name.lower() not in overruled} | dict(given)


def host_of(headers: Mapping[str, str]) -> str:
    """The value of the Host header, "" without one."""
    return next((value for name, value in headers.items() if name.lower() == "host"), "")


def proxy_for(address: Address, environ: Mapping[str, str]) -> Address | None:
    """The proxy that the environment asks for: HTTPS_PROXY or HTTP_PROXY, else ALL_PROXY, unless NO_PROXY excepts it.

    Loopback never has one: a proxy that swallows the traffic to one's own browser helps nobody. Raises Unreachable
    when the proxy is of a kind that is not spoken here (only ``http://`` with CONNECT is).
    """
    if address.loopback or _excepted(address, _variable(environ, "no_proxy")):
        return None
    for name in ("https_proxy" if address.secure else "http_proxy", "all_proxy"):
        if value := _variable(environ, name):
            return _parse_proxy(name.upper(), value, address)
    return None


def _variable(environ: Mapping[str, str], name: str) -> str:
    return environ.get(name) or environ.get(name.upper()) or ""


def _excepted(address: Address, exceptions: str) -> bool:
    entries = [entry.strip().lower().lstrip(".") for entry in exceptions.split(",")]
    return any(
        entry in {"*", address.host, address.authority} or (entry and address.host.endswith(f".{entry}"))
        for entry in entries
    )


def _parse_proxy(name: str, value: str, address: Address) -> Address:
    try:
        proxy = parse_address(value if "://" in value else f"http://{value}")
    except InputError:
        proxy = None
    if proxy is None or proxy.scheme != "http":
        raise Unreachable(
            f"{name} names a proxy for {address} that is not http://host:port, the one kind that is spoken here; "
            f"unset it, or add {address.host} to NO_PROXY."
        )
    return proxy
