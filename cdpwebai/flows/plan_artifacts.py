"""Images and files of an answer: the plan. What is asked for, what there is, how it is had, and what is missing.

Row 6, pure: no page, no clock, no files. ``artifacts`` is the driver; what bytes are is judged by ``artifact_bytes``.

Only the site's own addresses are ever asked: the bytes of an image or a file by its id, and what tells
where the bytes of a sandbox path are. A link that leads elsewhere is the answer's own, and no file of it. A button does
not tell its path, and the record does; one that neither tells is missing, by name, and never guessed.

Text never satisfies what was asked for by name (T12a-T12g).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urljoin, urlsplit

from cdpwebai.providers.chat import RecordAnswer
from cdpwebai.providers.chat_artifacts import Brought, Picture
from cdpwebai.records import Artifact, ArtifactError, ArtifactKind

__all__ = [
    "NOTHING",
    "Candidate",
    "Home",
    "Unmet",
    "Wanted",
    "Way",
    "candidates",
    "unmet",
]

SAFE_ID = re.compile(r"file[_-][A-Za-z0-9_-]{1,120}")
FILES = re.compile(r"/backend-api/files/([A-Za-z0-9_-]{1,120})/(download|content)")
SANDBOX = "/mnt/data/"


@dataclass(frozen=True)
class Wanted:
    """What was asked for: images by name, all files by name, or whatever there is."""

    image: bool = False
    files: bool = False
    all: bool = False

    def wants(self, kind: ArtifactKind) -> bool:
        """Whether anything of this kind is to be had at all."""
        return self.all or (self.image if kind == "image" else self.files)

    def demands(self, kind: ArtifactKind) -> bool:
        """Whether the answer is not what was asked for without it."""
        return self.image if kind == "image" else self.files


NOTHING = Wanted()
"""Nobody asked: nothing is looked for, and nothing is fetched."""


@dataclass(frozen=True)
class Home:
    """Where the site is: its scheme and its hosts, as ``Provider`` has them; ``page``: the address of the tab."""

    scheme: str
    hosts: tuple[str, ...]
    page: str

    def at(self, url: str) -> SplitResult | None:
        """An address on one of its hosts, in its parts; None for any other, and for one that is written oddly."""
        try:
            parts = urlsplit(urljoin(self.page, url))
        except ValueError:
            return None
        host = parts.netloc.lower().removeprefix("www.")
        plain = _is_plain(unquote(url)) and " " not in url
        return parts if plain and parts.scheme == self.scheme and host in self.hosts else None

    def bytes_at(self, url: str) -> bool:
        """Whether an address that the site told is one of its own for bytes. No other is ever fetched."""
        way = _own_way(self, url)
        return way is not None and not way.asks


@dataclass(frozen=True)
class Way:
    """One way to bytes: their address, or (``asks``) one of the site's that tells it, given the page's token."""

    url: str
    asks: bool = False


@dataclass(frozen=True)
class Candidate:
    """Something the answer brings. ``source``: its file id or its path, by which it is told apart; ``ways`` are tried
    in order; ``trouble``: why it cannot be had, where that is known already."""

    kind: ArtifactKind
    name: str
    source: str
    ways: tuple[Way, ...] = ()
    trouble: ArtifactError | None = None


@dataclass(frozen=True)
class Unmet:
    """What was asked for and is not there."""

    code: str
    hint: str
    why: str


def candidates(
    wanted: Wanted, home: Home, brought: Brought, record: RecordAnswer | None, conversation: str, fallback_id: str = ""
) -> tuple[Candidate, ...]:
    """What there is to be had of what is wanted, each thing once. ``fallback_id``: the answer's message, where the page
    and the record name none."""
    found: dict[str, Candidate] = {}
    for one in (*_images(home, brought, record), *_files(home, brought, record, conversation, fallback_id)):
        if wanted.wants(one.kind):
            found.setdefault(one.source, one)
    return tuple(found.values())


def unmet(wanted: Wanted, saved: Sequence[Artifact], errors: Sequence[ArtifactError]) -> Unmet | None:
    """What is missing of what was asked for by name: at least one of its kind, and every one that the answer brings."""
    for kind in ("image", "file"):
        if not wanted.demands(kind):
            continue
        failed = [error for error in errors if error.kind == kind]
        if failed:
            told = "; ".join(f"{error.name}: {error.message}" for error in failed)
            return Unmet(_code(kind), _hint(failed[0].code), f"{_noun(kind)} could not be had: {told}")
        if not any(one.kind == kind for one in saved):
            return Unmet(_code(kind), "retry-without-require", f"the answer brings no {kind}; its text is not one")
    return None


def _images(home: Home, brought: Brought, record: RecordAnswer | None) -> Iterator[Candidate]:
    """Those that the page shows, the largest of one file; then those that only the record knows."""
    shown: dict[str, Picture] = {}
    for picture in brought.images:
        other = shown.get(picture.id)
        if other is None or picture.width * picture.height > other.width * other.height:
            shown[picture.id] = picture
    for identity, picture in shown.items():
        direct = _own_way(home, picture.url)
        ways = (*([direct] if direct is not None else []), _told_at(identity))
        yield Candidate("image", identity, identity, ways)
    known = record.images if record is not None else ()
    for image in known:
        if SAFE_ID.fullmatch(image.id):
            yield Candidate("image", image.id, image.id, (_told_at(image.id),))
    hidden = brought.buttons - len([image for image in known if image.id not in shown])
    for number in range(hidden):
        yield _nameless("image", f"image behind button {number + 1}")


def _files(
    home: Home, brought: Brought, record: RecordAnswer | None, conversation: str, fallback_id: str
) -> Iterator[Candidate]:
    makers = _makers(brought, record, fallback_id)
    linked = [path for link in brought.links if (path := _sandbox_path(home, link.url))]
    whole = [*(record.sandbox if record is not None else ()), *linked]
    paths = [*whole, *(path for path in brought.paths if not _is_cut(path, whole))]
    for path in dict.fromkeys(paths):
        yield _from_sandbox(path, conversation, makers)
    for number, link in enumerate(brought.links, 1):
        if _sandbox_path(home, link.url):
            continue
        way = _own_way(home, link.url)
        if way is not None:
            name = link.name or link.label or f"chatgpt-file-{number}"
            yield Candidate("file", name, _source_of(way), (way,))
        elif link.name:
            yield _nameless("file", link.name, "outside", "its address is none of those at which the site keeps files")
    names = [path.rpartition("/")[2] for path in paths]
    for label in brought.downloads:
        if label in names or any(name and name in label for name in names):
            continue
        if record is None or len(record.sandbox) < len(brought.downloads):
            yield _nameless("file", label or "file behind a button")


def _is_cut(path: str, whole: Sequence[str]) -> bool:
    """Whether a path that was read in running text, where it ends at a space, is the beginning of a longer one."""
    return path not in whole and any(one.startswith(f"{path} ") for one in whole)


def _makers(brought: Brought, record: RecordAnswer | None, fallback_id: str) -> tuple[str, ...]:
    """The messages that may have made a file, the newest first: another one's answer gives nothing, or an old file."""
    known = (*(record.made_by if record is not None else ()), *brought.messages)
    return tuple(dict.fromkeys(reversed(known or ((fallback_id,) if fallback_id else ()))))


def _from_sandbox(path: str, conversation: str, makers: Sequence[str]) -> Candidate:
    name = path.rpartition("/")[2]
    if not _is_plain(path.removeprefix(SANDBOX)) or not name:
        return _nameless("file", name or path, "outside", "its path leaves the sandbox's folder")
    if not conversation or not makers:
        return _nameless("file", name, "unaddressed", "the conversation or the message that made it is not known")
    base = f"/backend-api/conversation/{quote(conversation, safe='')}/interpreter/download"
    ways = tuple(
        Way(f"{base}?message_id={quote(maker, safe='')}&sandbox_path={quote(path, safe='/')}", asks=True)
        for maker in makers
    )
    return Candidate("file", name, path, ways)


def _sandbox_path(home: Home, url: str) -> str:
    """The path in the sandbox that a link leads to; "" when to none."""
    if url.startswith("sandbox:"):
        return _decoded(url.removeprefix("sandbox:"))
    found = home.at(url)
    if found is None or found.path != "/backend-api/sandbox/download":
        return ""
    path = dict(parse_qsl(found.query)).get("path", "")
    return path if path.startswith(SANDBOX) else ""


def _decoded(path: str) -> str:
    plain = unquote(path)
    return plain if plain.startswith(SANDBOX) else ""


def _own_way(home: Home, url: str) -> Way | None:
    """How the site's own address of a file or an image is asked; None for every other address."""
    parts = home.at(url)
    if parts is None:
        return None
    if parts.path == "/backend-api/estuary/content":
        identity = dict(parse_qsl(parts.query)).get("id", "")
        return Way(url) if SAFE_ID.fullmatch(identity) else None
    found = FILES.fullmatch(parts.path)
    return None if found is None else Way(url, asks=found[2] == "download")


def _told_at(identity: str) -> Way:
    return Way(f"/backend-api/files/{identity}/download", asks=True)


def _source_of(way: Way) -> str:
    parts = urlsplit(way.url)
    found = FILES.fullmatch(parts.path)
    return found[1] if found else dict(parse_qsl(parts.query)).get("id", parts.path)


def _is_plain(text: str) -> bool:
    return ".." not in text.split("/") and "\\" not in text and text.isprintable()


def _nameless(
    kind: ArtifactKind,
    name: str,
    code: str = "unaddressed",
    why: str = "its button does not tell where it is, and the conversation's record could not be read or does not say",
) -> Candidate:
    return Candidate(
        kind, name, name, trouble=ArtifactError(kind=kind, name=name, code=f"artifact.{code}", message=why)
    )


def _code(kind: ArtifactKind) -> str:
    return "provider.image-output" if kind == "image" else "provider.file-artifact"


def _noun(kind: ArtifactKind) -> str:
    return "an image" if kind == "image" else "a file"


def _hint(code: str) -> str:
    """By reason, as the interface's table has it."""
    return {
        "artifact.not-saved": "check-artifact-storage",
        "artifact.unaddressed": "retry-in-browser",
        "artifact.outside": "retry-in-browser",
    }.get(code, "poll-or-resume")
