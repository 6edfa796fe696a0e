"""The truth about what reached the site: sends, clicks, uploads, counted by the server; the page is not asked.

Plain records, filled by ``site`` and read by tests, demos and ``/__log``.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from cdpwebai.demosite.http import Digest

__all__ = ["Download", "Log", "Send", "Shown", "Upload"]


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """A file that reached the server; ``pasted``: the composer made it out of a long insert."""

    id: str
    name: str
    size: int
    sha256: str
    pasted: bool = False

    @classmethod
    def of(cls, identity: str, name: str, digest: Digest, *, pasted: bool) -> Upload:
        return cls(id=identity, name=name, size=digest.size, sha256=digest.sha256, pasted=pasted)


class Download(msgspec.Struct, frozen=True, kw_only=True):
    """A request for what an answer brought: its address, and the status that it got."""

    path: str
    status: int


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What a page showed when a prompt was sent from it, and how it was.

    ``path``: the page's address; ``how``: what the user did; ``surface``: which one was chosen; ``tier`` and
    ``family``: what the picker had chosen, by English name, "" where there is none; ``power``, ``speed``, ``model`` and
    ``effort``: the same of Work's; ``tool``: which of the plus menu stood beside it, "" for none.
    """

    text: str
    path: str
    how: Literal["click", "enter"]
    surface: str = "none"
    tier: str = ""
    family: str = ""
    power: int | None = None
    speed: str = ""
    model: str = ""
    effort: str = ""
    tool: str = ""


class Send(Shown, frozen=True, kw_only=True):
    """A prompt that reached the server: ``at`` so many seconds after the site started, with these files."""

    number: int
    at: float
    uploads: tuple[Upload, ...] = ()

    def __str__(self) -> str:
        return f"send {self.number} at {self.at:.2f} s, by {self.how} on {self.path}: {self.text!r}"


class Log(msgspec.Struct, kw_only=True):
    """``clicks`` counts trusted clicks by the control's name; "untrusted:send" is one that a script made up.

    ``failures``: requests that the server could not answer for a fault of its own; rightly empty.
    """

    sends: list[Send] = msgspec.field(default_factory=list[Send])
    clicks: Counter[str] = msgspec.field(default_factory=Counter[str])
    uploads: list[Upload] = msgspec.field(default_factory=list[Upload])
    downloads: list[Download] = msgspec.field(default_factory=list[Download])
    failures: list[str] = msgspec.field(default_factory=list[str])

    def __str__(self) -> str:
        return "\n".join(map(str, self.sends)) or "no send"
