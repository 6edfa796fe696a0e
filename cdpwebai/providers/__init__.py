"""Chat sites: one folder each with its DOM contract as data, its in-page readers and its menus. No flow logic.

Row 5. ``provider`` finds one by the name that users give; no provider imports another.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

from cdpwebai.errors import InputError, ProviderError
from cdpwebai.providers.chat import Provider
from cdpwebai.providers.chatgpt import chatgpt

__all__ = ["VENDORS", "check_address", "is_at_home", "provider"]

VENDORS = ("chatgpt", "demo")
"""The names that ``provider`` knows."""


def provider(vendor: str, *, demo_url: str = "") -> Provider:
    """The provider of this name; "demo" is ChatGPT's at the host and port of ``demo_url``. InputError when there is
    none."""
    match vendor:
        case "chatgpt":
            return chatgpt()
        case "demo":
            return replace(chatgpt(), name="demo", hosts=(_place(demo_url)[1],), home=demo_url)
        case _:
            raise InputError(f"there is no vendor {vendor!r}; choose one of {', '.join(VENDORS)}")


def is_at_home(site: Provider, url: str) -> bool:
    """Whether an address is one of the provider's own: its scheme, one of its hosts, no port but theirs, no user."""
    scheme, host = _place(url)
    return scheme == _place(site.home)[0] and host in site.hosts


def check_address(site: Provider, url: str) -> None:
    """Raise ProviderError (``cdp.target-mismatch``) for an address that is not the provider's own."""
    if not is_at_home(site, url):
        homes = " or ".join(f"{_place(site.home)[0]}://{host}" for host in site.hosts)
        why = f"{url} is no address of {site.name}: its own are at {homes}"
        raise ProviderError(why, code="cdp.target-mismatch", stage="connect", hint="tab-switch")


def _place(url: str) -> tuple[str, str]:
    """Scheme and host of an address, without ``www.`` and with whatever else stands between the slashes.

    As a browser tells them: in small letters, without the port that is the scheme's own.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    own_port = {"http": ":80", "https": ":443"}.get(parts.scheme, "")
    return parts.scheme, parts.netloc.lower().removesuffix(own_port).removeprefix("www.")
