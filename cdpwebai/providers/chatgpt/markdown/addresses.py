"""Where links lead: addresses without what the site adds to them, and the ways to write them.

Pure. Below: ``fitting``. Above: ``inlines``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from cdpwebai.providers.chatgpt.markdown.fitting import Spelling
from cdpwebai.providers.chatgpt.markdown.tree import Node, units
from cdpwebai.records import Citation

__all__ = ["cited", "image", "is_shown_by", "source", "targets"]

TRACKED = re.compile(r"[?&]utm_source=chatgpt\.com(?=[&#]|$)")
PARTS = re.compile(r"([\[\]\\])")
ESCAPED = r"\\\1"
UNSAFE = re.compile(r"[\s<>]")


def _untracked(address: str) -> str:
    """``address`` without the parameter by which the site marks that it led there."""
    found = TRACKED.search(address)
    if found is None:
        return address
    before, behind = address[: found.start()], address[found.end() :]
    return f"{before}{found[0][0]}{behind[1:]}" if behind.startswith("&") else before + behind


def is_shown_by(label: str, link: Node) -> bool:
    """Whether ``label`` is what a link says that was written as its bare address."""
    address = _untracked(link.info)
    return label in (address, *(address.removeprefix(scheme) for scheme in ("mailto:", "http://", "https://")))


def targets(opening: str, node: Node) -> Iterator[Spelling]:
    """A link from ``opening`` on, with its address in the ways in which the source may have it."""
    title = f' "{node.title.replace(chr(34), chr(92) + chr(34))}"' if node.title else ""
    address = _target(node)
    yield Spelling.of(f"{opening}{address}{title})")
    if len(node.info) != len(_untracked(node.info)):
        yield Spelling(f"{opening}{address}{title})", units(f"{opening}{node.info}{title})"))
    decoded = unquote(address)
    if decoded != address and decoded.isprintable() and " " not in decoded:
        yield Spelling.of(f"{opening}{decoded}{title})")


def _target(link: Node) -> str:
    address = _untracked(link.info)
    plain = address.count("(") == address.count(")") and not UNSAFE.search(address)
    return address if plain else f"<{address}>"


def image(node: Node) -> Iterator[Spelling]:
    """An image in the ways in which the source may have it."""
    return targets(f"![{PARTS.sub(ESCAPED, node.text)}](", node)


def cited(link: Node) -> str:
    """A source as a link; one without a name has its host's."""
    return f"[{PARTS.sub(ESCAPED, link.text or _host(link.info))}]({_target(link)})"


def source(link: Node) -> Citation:
    """The same as data."""
    return Citation(link.text or _host(link.info), _untracked(link.info))


def _host(address: str) -> str:
    return re.sub(r"^[a-z]+://(?:www\.)?([^/]*).*$", r"\1", address)
