"""The addresses of conversations: which of them last, and the id in them. Row 0, pure: words in, words out."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

__all__ = ["HOSTS", "conversation_id", "durable_url"]

HOSTS = {"chatgpt": frozenset(("chatgpt.com", "chat.openai.com"))}
"""Where a vendor's conversations live. One that is not here, as the demo, may be anywhere, with http and a port."""

_CONVERSATION = re.compile(r"(?:/g/[A-Za-z0-9._-]*[A-Za-z0-9_-])?/c/([A-Za-z0-9-]+)/?")


def durable_url(url: str, vendor: str) -> str | None:
    """The address at which a conversation can be found again, without query and fragment; None when it is none.

    ``/c/<id>`` is one, below a project's or GPT's ``/g/...`` too, and with ``www.`` before the host. ``/c/WEB:<id>``,
    which the page shows for a moment, the bare origin, another host, a port, or a name before the host are not.
    """
    found = _conversation(url, vendor)
    return None if found is None else found[0]


def conversation_id(url: str, vendor: str) -> str | None:
    """The id in a durable address; None when the address is not durable."""
    found = _conversation(url, vendor)
    return None if found is None else found[1]


def _conversation(url: str, vendor: str) -> tuple[str, str] | None:
    if not url.isprintable() or " " in url:  # urlsplit takes line breaks out, and a browser does as well
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    hosts = HOSTS.get(vendor)
    if hosts is None:
        at_home = parts.scheme in ("http", "https") and bool(parts.netloc) and "@" not in parts.netloc
    else:
        at_home = parts.scheme == "https" and parts.netloc.lower().removeprefix("www.") in hosts
    found = _CONVERSATION.fullmatch(parts.path)
    return (f"{parts.scheme}://{parts.netloc}{parts.path}", found[1]) if at_home and found else None
