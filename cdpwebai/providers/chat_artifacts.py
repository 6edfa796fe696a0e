"""What an answer brings beside its text, as its page tells it, and its bytes, fetched inside that page.

Row 5. It reads: nothing is clicked, and only what it is asked for is fetched. Which addresses may be asked for is
decided above (``flows.plan_artifacts``).
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as NoBase64
from itertools import count
from typing import Any, TypeVar, cast

import msgspec

from cdpwebai.page.readers import ValueReader
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Known, Reading, Reason, Unknown

__all__ = ["Address", "ArtifactPage", "Brought", "Fetched", "Link", "Picture"]

T = TypeVar("T")

PIECE = 3 * 2**20
"""Bytes that are told at once."""

PIECE_SECONDS = 10.0
"""How long one piece may take."""

GRACE = 1.0
"""Seconds that the page's own limit is shorter than ours, so that it is the page which says so."""


class Picture(msgspec.Struct, frozen=True):
    """A generated image as the page shows it: its file id, its address, its size in pixels (0 until it is loaded)."""

    id: str
    url: str
    width: int
    height: int


class Link(msgspec.Struct, frozen=True):
    """A link that may be one to a file: its address as it is written, what it is to be saved as, what it says."""

    url: str
    name: str
    label: str


class Brought(msgspec.Struct, frozen=True):
    """What one turn shows. ``messages``: the ids of its messages, oldest first.

    ``buttons``: how many images stand there as a button alone; ``downloads``: the labels of buttons for files, whose
    paths they do not tell; ``paths``: those of the sandbox that the text names.
    """

    messages: tuple[str, ...] = ()
    images: tuple[Picture, ...] = ()
    buttons: int = 0
    links: tuple[Link, ...] = ()
    downloads: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


class Address(msgspec.Struct, frozen=True):
    """What the site said when it was asked where some bytes are: an HTTP status, their address or "", or to ask again
    (``retry``)."""

    status: int
    url: str
    retry: bool


class Fetched(msgspec.Struct, frozen=True):
    """What the site answered: an HTTP status, how many bytes, two headers. ``over``: more than may be, and dropped."""

    status: int
    size: int
    type: str
    disposition: str
    over: bool = False


BROUGHT = ValueReader("chat_artifacts", Brought)
ADDRESS = ValueReader("chat_address", Address)
FETCHED = ValueReader("chat_fetched", Fetched)
PIECE_OF = ValueReader[str]("chat_piece", cast("Any", str))


class ArtifactPage:
    """One tab, for what its answers bring. It raises ``Gone`` and nothing else."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._numbers = count(1)

    async def brought(self, message_id: str) -> Reading[Brought]:
        """What the turn that holds this message shows."""
        return await self._look(BROUGHT, message_id)

    async def address(self, path: str, *, within: float) -> Reading[Address]:
        """Ask one of the site's own addresses where some bytes are; the page's token goes along."""
        return await self._look(ADDRESS, path, _milliseconds(within), timeout=within + GRACE)

    async def fetch(self, url: str, *, most: int, within: float) -> Reading[tuple[Fetched, bytes]]:
        """Fetch an address as the page itself would, ``most`` bytes at most, within so many seconds."""
        key = f"{next(self._numbers)} {url}"  # what another one left to be fetched in this page is not taken for it
        told = await self._look(FETCHED, key, url, most, _milliseconds(within), timeout=within + GRACE)
        if isinstance(told, Unknown):
            return told
        data = bytearray()
        while len(data) < told.value.size and told.value.status == 200 and not told.value.over:
            piece = await self._look(PIECE_OF, key, len(data), PIECE, timeout=PIECE_SECONDS)
            if isinstance(piece, Unknown):
                return piece
            try:
                data += b64decode(piece.value, validate=True)
            except NoBase64 as error:
                return Unknown(Reason.MALFORMED, f"the bytes did not come as Base64: {error}")
            if not piece.value:
                return Unknown(Reason.PARTIAL, f"{len(data)} of {told.value.size} bytes came")
        return Known((told.value, bytes(data)))

    async def _look(self, reader: ValueReader[T], *args: Any, timeout: float = 5.0) -> Reading[T]:
        found = await self.tab.look(reader, *args, timeout=timeout)
        if self.tab.cdp.gone is not None:
            raise self.tab.cdp.gone
        return found


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))
