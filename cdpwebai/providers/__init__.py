"""Chat sites: one folder each with its DOM contract as data, its in-page readers and its menus. No flow logic.

Row 5. ``provider`` finds one by the name that users give; no provider imports another.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

from cdpwebai.errors import InputError
from cdpwebai.providers.chat import Provider
from cdpwebai.providers.chatgpt import chatgpt

__all__ = ["VENDORS", "is_at_home", "provider"]

VENDORS = ("chatgpt", "demo")
"""The names that ``provider`` knows."""


def provider(vendor: str, *, demo_url: str = "") -> Provider:
    """The provider of this name; "demo" is ChatGPT's on the host of ``demo_url``. InputError when there is none."""
    match vendor:
        case "chatgpt":
            return chatgpt()
        case "demo":
            return replace(chatgpt(), name="demo", hosts=(_host(demo_url),), home=demo_url)
        case _:
            raise InputError(f"there is no vendor {vendor!r}; choose one of {', '.join(VENDORS)}")


def is_at_home(site: Provider, url: str) -> bool:
    """Whether an address is on one of the provider's own hosts."""
    return _host(url) in site.hosts


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")
