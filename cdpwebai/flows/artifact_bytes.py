"""Bytes that are said to be an image or a file: what they are, and whether they are whole and harmless.

Row 6, pure but for the time it takes. Magic numbers are those of the formats' own specifications. An archive is read
through to its end, entry by entry, with a bound on what comes out, and never unpacked to disk.
"""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from typing import NamedTuple
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

__all__ = ["MOST_UNPACKED", "Trouble", "image_size", "mime_of", "said_by", "suffix_of", "trouble_with"]

MOST_UNPACKED = 512 * 2**20
"""Bytes that an archive may unpack to."""

MOST_RATIO = 200
"""How many times more than its own an archive may unpack to, once it is more than ``SMALL``."""

SMALL = 10 * 2**20
MOST_ENTRIES = 10_000
CHUNK = 2**16

MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"PK\x03\x04", "application/zip"),
    (b"PK\x05\x06", "application/zip"),
    (b"%PDF-", "application/pdf"),
    (b"\x1f\x8b", "application/gzip"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
)
SUFFIXES = {
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "zip": "application/zip", "docx": "application/zip", "xlsx": "application/zip", "pptx": "application/zip",
    "odt": "application/zip", "ods": "application/zip", "jar": "application/zip", "epub": "application/zip",
    "whl": "application/zip", "pdf": "application/pdf", "gz": "application/gzip", "tgz": "application/gzip",
    "7z": "application/x-7z-compressed",
}  # fmt: skip
"""What a name says of its bytes; a name that is not here says nothing that could be checked."""

PAGES = {"html", "htm", "xhtml", "svg", "xml"}
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL)
_DRIVE = re.compile(r"[A-Za-z]:")


class Trouble(NamedTuple):
    """Why bytes are not taken: a code, and words for a person."""

    code: str
    why: str


def trouble_with(data: bytes, name: str, *, image: bool = False) -> Trouble | None:
    """Why these bytes are not what this name says; None when nothing speaks against them."""
    said, found = said_by(name), mime_of(data)
    if not data:
        return Trouble("empty", "it has no bytes")
    if _suffix(name) not in PAGES and _PAGE.match(data[:4096]):
        return Trouble("page", "the site gave a page in its place, which may say that it has expired")
    if image and not found.startswith("image/"):
        return Trouble("type", f"it is no image but {found or 'of a kind that is not known'}")
    if said and not image and found != said:
        return Trouble("type", f"by its name it is {said}, by its bytes {found or 'of a kind that is not known'}")
    if found.startswith("image/") and not (_has_end(data, found) and all(image_size(data))):
        return Trouble("cut", "the image is cut: it has no end, or no size")
    return _archive_trouble(data) if found == "application/zip" else None


def said_by(name: str) -> str:
    """What a name says of its bytes; "" for nothing that could be checked."""
    return SUFFIXES.get(_suffix(name), "")


def _suffix(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""


def mime_of(data: bytes) -> str:
    """What bytes are by their first ones; "" when that is not known."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((mime for magic, mime in MAGIC if data.startswith(magic)), "")


def suffix_of(mime: str) -> str:
    """The ending of an image's name: ".png"."""
    return {"image/jpeg": ".jpg"}.get(mime, f".{mime.rpartition('/')[2]}")


def image_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG, GIF, WebP or JPEG image in pixels; (0, 0) when they cannot be told."""
    match mime_of(data):
        case "image/png" if len(data) >= 24:
            return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        case "image/gif" if len(data) >= 10:
            return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
        case "image/webp":
            return _webp_size(data)
        case "image/jpeg":
            return _jpeg_size(data)
        case _:
            return 0, 0


def _webp_size(data: bytes) -> tuple[int, int]:
    """From the header of each of WebP's three kinds."""
    kind, body = data[12:16], data[20:30]
    if len(body) < 10:
        return 0, 0
    if kind == b"VP8X":
        return int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """From its frame header, found by going from one segment to the next."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + length
    return 0, 0


def _has_end(data: bytes, mime: str) -> bool:
    match mime:
        case "image/png":
            return b"IEND\xae\x42\x60\x82" in data[-64:]
        case "image/jpeg":
            return b"\xff\xd9" in data[-64:]
        case "image/gif":
            return b"\x3b" in data[-16:]
        case _:
            return len(data) >= int.from_bytes(data[4:8], "little") + 8


def _archive_trouble(data: bytes) -> Trouble | None:
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            bad = next((entry.orig_filename for entry in entries if _leaves(entry)), None)
            if bad is not None:
                return Trouble("unsafe-archive", f"one of its entries would be written outside of it: {bad!r}")
            return _unpacking_trouble(archive, entries, len(data))
    except (BadZipFile, LargeZipFile, zlib.error, EOFError, OSError, ValueError, IndexError) as error:
        return Trouble("cut", f"the archive is cut or damaged: {error}")
    except (NotImplementedError, RuntimeError):  # a password, or a method that we have not
        return None


def _leaves(entry: ZipInfo) -> bool:
    """Whether an entry's name, as it is written, leads out of the folder that it is unpacked in."""
    name = entry.orig_filename.replace("\\", "/")
    is_link = entry.external_attr >> 16 & 0o170000 == 0o120000
    return name.startswith("/") or ".." in name.split("/") or bool(_DRIVE.match(name)) or "\0" in name or is_link


def _unpacking_trouble(archive: ZipFile, entries: list[ZipInfo], size: int) -> Trouble | None:
    """Read it through, to each entry's checksum. No more comes out of one than it is said to have (``zipfile``)."""
    most = min(MOST_UNPACKED, max(SMALL, MOST_RATIO * size))
    too_much = Trouble("unsafe-archive", f"{size} bytes of it unpack to more than {most}")
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > most:
        return too_much
    for entry in entries:
        with archive.open(entry) as opened:
            while opened.read(CHUNK):
                pass
    return None
